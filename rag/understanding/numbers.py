"""Numbers of a question, in digits and in words, as exact decimals."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rag.understanding.phrases import Word, stands_for
from rag.vietnamese import has_diacritics


@dataclass(frozen=True, slots=True)
class Number:
    """Words `start` to `end` of the question."""

    value: Decimal
    start: int
    end: int
    in_words: bool = False


# fmt: off
_UNITS = {
    "một": 1, "hai": 2, "ba": 3, "bốn": 4, "năm": 5, "sáu": 6, "bảy": 7, "bẩy": 7, "tám": 8, "chín": 9,
}
_AFTER_TENS = {**_UNITS, "mốt": 1, "tư": 4, "lăm": 5, "nhăm": 5}
_TEN, _TENS = "mười", ("mươi", "chục")
# fmt: on
_GROUP = re.compile(r"^\d{3}$")


def _digit(word: Word, listed: dict[str, int], *, marked: bool) -> int | None:
    if marked and not has_diacritics(word.text):
        # In a text with marks "sau" is after, "nam" is male: only words that carry none are numbers as they stand.
        return next((n for name, n in listed.items() if name == word.text.lower()), None)
    return next((n for name, n in listed.items() if stands_for(word, name)), None)


def _is(words: Sequence[Word], at: int, *listed: str) -> bool:
    return 0 <= at < len(words) and any(stands_for(words[at], w) for w in listed)


def _spelt(words: Sequence[Word], at: int, *, marked: bool) -> Number | None:
    """ "mười bốn", "hai mươi mốt", "sáu": a spelt number below one hundred."""
    if _is(words, at, _TEN):
        ones = _digit(words[at + 1], _AFTER_TENS, marked=marked) if at + 1 < len(words) else None
        return Number(Decimal(10 + (ones or 0)), at, at + 1 + (ones is not None), in_words=True)
    first = _digit(words[at], _UNITS, marked=marked)
    if first is None:
        return None
    if _is(words, at + 1, *_TENS):
        ones = _digit(words[at + 2], _AFTER_TENS, marked=marked) if at + 2 < len(words) else None
        return Number(Decimal(first * 10 + (ones or 0)), at, at + 2 + (ones is not None), in_words=True)
    return Number(Decimal(first), at, at + 1, in_words=True)


def _in_digits(words: Sequence[Word], at: int) -> Number:
    """ "13,5", "4.88", "27 000"; in "27.000" the point stays a decimal sign."""
    text, end = words[at].text, at + 1
    grouped = end < len(words) and len(text) <= 3 and _GROUP.match(words[end].text) and text != "0"
    if grouped and words[end].start == words[end - 1].end + 1:
        text, end = text + words[end].text, end + 1
    joined = end + 1 < len(words) and words[end].text in (",", ".") and words[end + 1].is_number
    if joined and words[end].start == words[end - 1].end and words[end + 1].start == words[end].end:
        text, end = f"{text}.{words[end + 1].text}", end + 2
    return Number(Decimal(text), at, end)


def numbers_in(words: Sequence[Word], *, marked: bool) -> tuple[Number, ...]:
    """Left to right, without overlap. Spelt numbers are candidates: only a unit beside them makes them values."""
    found: list[Number] = []
    at = 0
    while at < len(words):
        number = _in_digits(words, at) if words[at].is_number else None
        if number is None and words[at].is_word:
            number = _spelt(words, at, marked=marked)
        if number is None:
            at += 1
            continue
        found.append(number)
        at = number.end
    return tuple(found)
