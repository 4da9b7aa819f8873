"""Put right what a reviewed list knows, and write down every change. Numbers and units are never touched.

A change that would alter the digits, decimal signs, comparators or unit words around it is not made; what stays wrong
is found by the detectors.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from formulary.ingest.book import Repair
from formulary.ingest.legacy_fonts import decoded

COMPARATOR_RULE = "comparator"

_UNIT_WORDS = (
    "mg|g|kg|ml|l|dl|microgam|nanogam|picogam|gam|mcg|µg|μg|đvqt|đv|IU|UI|mmol|micromol|mEq|lít|decilít|cm|mm|m2"
)
_SIGNATURE = re.compile(rf"\d+|(?<=\d)[.,](?=\d)|[.,](?=\d)|[<>≤≥±½¼¾%²³]|(?<![^\W\d_])(?:{_UNIT_WORDS})(?![^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+")
_SPACED = re.compile(r"\S+")
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_WITH_UNSEEN = re.compile(rf"[^\W\d_]+(?:[{_UNSEEN}]+[^\W\d_]+)+")
_WITHOUT_UNSEEN = str.maketrans("", "", _UNSEEN)
_MOST_PIECES = 4
_LONGEST_JOINED = 7
_AROUND = 24


class _Edit(NamedTuple):
    start: int
    end: int
    becomes: str
    rule: str


def repair(text: str) -> tuple[str, tuple[Repair, ...]]:
    """The text put right, and what was changed; offsets count characters of the text that is returned.

    Rules: "nfc", "encoding" (TCVN3 and VNI), "unseen", "glyph", "comparator", "word", "joined".
    """
    reading = _Reading(text)
    for edits_in in _PASSES:
        reading.apply(edits_in(reading.text))
    return reading.text, reading.repairs()


def signature(text: str) -> tuple[str, ...]:
    """Digits, decimal signs, comparators and unit words in order: what no repair may change."""
    return tuple(_SIGNATURE.findall(text))


class _Reading:
    """The text as it stands after the passes so far, and for each of its boundaries the one in the source."""

    def __init__(self, source: str) -> None:
        self.source = self.text = source
        self._origin: list[int] | None = None  # None while nothing was changed
        self._done: list[tuple[int, int, str]] = []

    def apply(self, edits: Iterator[_Edit]) -> None:
        kept = [edit for edit in edits if self._leaves_numbers(edit)]
        # From the end, so that the offsets of the edits before stay right.
        for edit in reversed(kept):
            self._make(edit)

    def repairs(self) -> tuple[Repair, ...]:
        origin = self._origin
        if origin is None:
            return ()
        done = sorted(self._done)
        return tuple(Repair(a, b, self.source[origin[a] : origin[b]], rule) for a, b, rule in done)

    def _leaves_numbers(self, edit: _Edit) -> bool:
        before = self.text[max(0, edit.start - _AROUND) : edit.start]
        after = self.text[edit.end : edit.end + _AROUND]
        was, becomes = self.text[edit.start : edit.end], edit.becomes
        if edit.rule == COMPARATOR_RULE:
            was = becomes
        if edit.rule == "nfc":
            was = unicodedata.normalize("NFC", was)
        return signature(before + was + after) == signature(before + becomes + after)

    def _make(self, edit: _Edit) -> None:
        origin = self._origin if self._origin is not None else list(range(len(self.text) + 1))
        grown = len(edit.becomes) - (edit.end - edit.start)
        self.text = self.text[: edit.start] + edit.becomes + self.text[edit.end :]
        inner = [origin[edit.start]] * len(edit.becomes)
        self._origin = origin[: edit.start] + inner + origin[edit.end :]
        start, end, rule = edit.start, edit.end, edit.rule
        done: list[tuple[int, int, str]] = []
        for a, b, earlier in self._done:
            if a < edit.end and edit.start < b:
                start, end = min(start, a), max(end, b)
                # A comparator that was read by table stays known as one.
                rule = earlier if earlier == COMPARATOR_RULE else rule
            elif a >= edit.end:
                done.append((a + grown, b + grown, earlier))
            else:
                done.append((a, b, earlier))
        self._done = [*done, (start, end + grown, rule)]


def _nfc(text: str) -> Iterator[_Edit]:
    if unicodedata.is_normalized("NFC", text):
        return
    for match in _SPACED.finditer(text):
        normal = unicodedata.normalize("NFC", match.group())
        if normal != match.group():
            yield _Edit(match.start(), match.end(), normal, "nfc")


def _encoding(text: str) -> Iterator[_Edit]:
    whole = None if text.isascii() else decoded(text)
    if whole is None:
        return
    # Word for word: the tables change words, and never the blanks between them.
    for was, becomes in zip(_SPACED.finditer(text), _SPACED.finditer(whole), strict=True):
        if was.group() != becomes.group():
            yield _Edit(was.start(), was.end(), becomes.group(), "encoding")


def _unseen(text: str) -> Iterator[_Edit]:
    for match in _WITH_UNSEEN.finditer(text):
        yield _Edit(match.start(), match.end(), match.group().translate(_WITHOUT_UNSEEN), "unseen")


def _glyphs(text: str) -> Iterator[_Edit]:
    if text.isascii():
        return
    table = _lists()
    for i, char in enumerate(text):
        if char in table.glyphs:
            yield _Edit(i, i + 1, table.glyphs[char], "glyph")
        elif char in table.comparators:
            yield _Edit(i, i + 1, table.comparators[char], COMPARATOR_RULE)


def _words(text: str) -> Iterator[_Edit]:
    lists = _lists()
    if lists.pattern.search(text.lower()) is None:
        return
    for match in re.finditer(lists.pattern.pattern, text, re.IGNORECASE):
        right = lists.words[match.group().lower()]
        yield _Edit(match.start(), match.end(), _cased(right, like=match.group()), "word")


def _joined(text: str) -> Iterator[_Edit]:
    words, joined = list(_WORD.finditer(text)), _lists().joined
    i = 0
    while i < len(words):
        pieces = _pieces(words, i, text, joined)
        if pieces:
            start, end = words[i].start(), words[i + pieces - 1].end()
            yield _Edit(start, end, text[start:end].replace(" ", ""), "joined")
        i += pieces or 1


def _pieces(words: list[re.Match[str]], i: int, text: str, joined: frozenset[str]) -> int:
    """How many pieces from word `i` on spell a word of the list; 0 when none do."""
    first = words[i]
    # "khối u ống tiêu hóa" has no "uống"; behind a number the word is a unit.
    if first.group() == "u" or re.search(r"\d\s?$", text[max(0, first.start() - 2) : first.start()]):
        return 0
    spelt = first.group()
    for n in range(1, min(_MOST_PIECES, len(words) - i)):
        word = words[i + n]
        spelt += word.group()
        if len(spelt) > _LONGEST_JOINED or text[words[i + n - 1].end() : word.start()] != " ":
            return 0
        if spelt.lower() in joined:
            return n + 1
    return 0


def _cased(right: str, *, like: str) -> str:
    if like.isupper():
        return right.upper()
    return right[0].upper() + right[1:] if like[0].isupper() else right


class _Lists(NamedTuple):
    words: dict[str, str]
    pattern: re.Pattern[str]
    joined: frozenset[str]
    glyphs: dict[str, str]
    comparators: dict[str, str]


@cache
def _lists() -> _Lists:
    read = tomllib.loads(files("formulary.ingest").joinpath("repairs.toml").read_text(encoding="utf-8"))
    words: dict[str, str] = read["words"]
    alternatives = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    # Not behind a number: there the word is a unit ("2 liểu"), which people put right.
    pattern = re.compile(rf"(?<![^\W_])(?<!\d )(?:{alternatives})(?![^\W_])")
    return _Lists(words, pattern, frozenset(read["joined"]["words"]), read["glyphs"], read["comparators"])


def listed_mistakes() -> re.Pattern[str]:
    """The wrong forms of the list in lower-case text, wherever they stand alone."""
    return _lists().pattern


_PASSES: tuple[Callable[[str], Iterator[_Edit]], ...] = (_encoding, _nfc, _unseen, _glyphs, _words, _joined)
