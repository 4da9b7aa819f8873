"""Words that look like a drug name although no list knows them: named back, never guessed at."""

import unicodedata
from collections.abc import Callable, Iterator

from formulary.name_context import Reading
from formulary.name_rules import FORMS, is_salt
from formulary.name_text import Word
from formulary.name_words import is_ordinary, word_list

_MIN_LETTERS = 4
_MIN_INN_LETTERS = 7
_MIN_CAPITALISED = 5
_INN_ENDS = tuple(word_list("inn_ends"))


def strangers(reading: Reading, free: Callable[[int], bool], *, drugs_named: bool) -> Iterator[tuple[int, int]]:
    """Word ranges. `drugs_named`: the turn already names a drug, so a capital does not make another."""
    at = 0
    while at < len(reading.words):
        end = _product_end(reading, at, free) if free(at) else at
        if end == at or not _is_stranger(reading, at, end, drugs_named=drugs_named):
            at += 1
            continue
        number, has_unit = reading.strength_end(end)
        last = end if has_unit else number  # a number without a unit may be part of the name: "Zyntalgo 200"
        yield at, last
        at = last


def _product_end(reading: Reading, at: int, free: Callable[[int], bool]) -> int:
    """The word with the further words of a product name: "Zyntalgo Plus"."""
    end = at + 1
    while (
        reading.continues(end)
        and free(end)
        and reading.words[end].text.isalpha()
        and (reading.qualifier_end(end, is_brand=True) == end + 1 or _is_foreign(reading.words[end]))
    ):
        end += 1
    return end


def _is_stranger(reading: Reading, at: int, end: int, *, drugs_named: bool) -> bool:
    word = reading.words[at]
    if not word.text.isalpha():
        return False
    if _is_foreign(word):
        return len(word.text) > 1
    folded = word.folded
    if len(folded) < _MIN_LETTERS or is_ordinary(folded) or is_salt(folded) or folded in FORMS or not folded.isascii():
        return False
    if reading.is_where_no_drug_stands(at) or reading.acts_in_body(at, end):
        return False
    if reading.is_where_drugs_stand(at, end):
        return True
    if folded in word_list("body") and folded not in word_list("body_mostly"):
        return True  # "cho hỏi insulin": passed over, the turn would be taken for one about the drug before it
    if len(folded) >= _MIN_INN_LETTERS and folded.endswith(_INN_ENDS):
        return True
    if drugs_named or len(folded) < _MIN_CAPITALISED or reading.is_shouted:
        return False
    return word.text[0].isupper() and reading.folded(end) in word_list("after_a_drug")


def _is_foreign(word: Word) -> bool:
    """Written in another script throughout: "布洛芬". Latin letters of any kind, and single symbols, are not."""
    return all(not unicodedata.name(char, "").startswith(("LATIN", "MICRO", "GREEK")) for char in word.text)
