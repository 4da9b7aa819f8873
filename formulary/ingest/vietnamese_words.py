"""Which words of a block can be Vietnamese: onset, rime and tone, with the rules of spelling, and the book's loans."""

import re
import unicodedata
from functools import lru_cache

from rag.understanding.syllables import is_syllable as has_syllable_shape
from rag.vietnamese import has_diacritics, nfc

_SPELLING = re.compile(
    # k, gh and ngh stand before e, ê, i and y only; c, g and ng stand elsewhere; p alone opens no syllable.
    r"^(?:k(?![eêiyh])|c(?=[eêiy])|gh(?![eêi])|ngh(?![eêiy])|g(?=[eêy])|ng(?=[eêy]|i(?!h))|p(?!h))"
)
# Loans of one syllable, and units, that the book writes with marks.
_LOANS_LISTED = "blốc clô brôm crôm flo tuýp pít péc đv đvqt krêbs xtanh decilít mililít microlít"
_LOANS = frozenset(_LOANS_LISTED.split())
_TONES = re.compile("[\u0300\u0301\u0303\u0309\u0323]")
_VOWELS = re.compile(r"[aeiouy]+")
_FOREIGN_MARKS = re.compile(r"[a-zéèöüïçñêô]+")
_LONGEST_ABBREVIATION = 6


@lru_cache(maxsize=65_536)
def is_syllable(word: str) -> bool:
    """Could the word, as its marks stand, be a Vietnamese syllable, spelt as Vietnamese is spelt?"""
    return has_syllable_shape(word) and not _SPELLING.search(_toneless(word))


@lru_cache(maxsize=65_536)
def is_misspelt(word: str) -> bool:
    """A word with Vietnamese marks that can be no word of the book ("hoăc", "đươc", "điề", "calcihuyết").

    Abbreviations ("ĐTĐ"), transliterations ("nitơ", "amiđan", "sulphonylurê") and names ("Guérin") can.
    """
    lowered = nfc(word).lower()
    if not has_diacritics(lowered) or lowered in _LOANS or is_syllable(lowered):
        return False
    if word.isupper() and len(word) <= _LONGEST_ABBREVIATION:
        return False
    many_syllables = len(_VOWELS.findall(_plain(lowered))) > 1
    return not (many_syllables and (not has_tone(lowered) or _FOREIGN_MARKS.fullmatch(lowered) is not None))


def has_tone(word: str) -> bool:
    """Does the word carry one of the five marks of tone?"""
    return _TONES.search(unicodedata.normalize("NFD", word)) is not None


def _toneless(word: str) -> str:
    return nfc(_TONES.sub("", unicodedata.normalize("NFD", word.lower())))


def _plain(word: str) -> str:
    return "".join(unicodedata.normalize("NFD", char)[0] for char in word)
