"""Characters that stand for others, are not seen, or were left in an encoding of before Unicode."""

import re
import unicodedata

from formulary.ingest.characters import hidden_character
from formulary.ingest.detectors.views import View, evidence, found
from formulary.ingest.legacy_fonts import residue
from formulary.ingest.repairs import COMPARATOR_RULE

# Letters that look like Latin ones, inside a word that has Latin letters.
_LOOKALIKE = re.compile(
    r"[A-Za-zÀ-ỹ][\u0391-\u03a9\u0430-\u044f\u0410-\u042f\u03bf\u03bd\u03c1\u03c5]"
    r"|[\u0391-\u03a9\u0430-\u044f\u0410-\u042f\u03bf\u03bd\u03c1\u03c5][A-Za-zÀ-ỹ]"
)
_GREEK_IN_NAMES = re.compile(r"[\u0394\u03a9\u03a3\u03a6]")  # ΔG, Ω-3: signs of chemistry
_SPACED = re.compile(r"\S+")
_UNREADABLE = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
_DETACHED = re.compile(r"[\u0300-\u0341\u0358]")


def broken_glyph(view: View) -> str | None:
    """U+FFFD or a private-use glyph: a sign that the extraction could not read stands in its place."""
    match = _UNREADABLE.search(view.text)
    return f"U+{ord(match.group()):04X}: {evidence(view.text, *match.span())}" if match else None


def hidden_left(view: View) -> str | None:
    """A soft hyphen, a zero-width or bidirectional mark: it is not seen and breaks numbers, search and citation."""
    return hidden_character(view.text.replace("\n", " "))


def legacy_encoding(view: View) -> str | None:
    """`uèng, tiªm, d­íi`, `thuoác`, `Báº¡n`: what the reader sees is not what was printed."""
    span = residue(view.text)
    return evidence(view.text, *span) if span else None


def homoglyph(view: View) -> str | None:
    """A Cyrillic or Greek letter in a Latin word: it looks right and is found by no search."""
    if view.text.isascii():
        return None
    for match in _LOOKALIKE.finditer(view.text):
        if not _GREEK_IN_NAMES.search(match.group()):
            return evidence(view.text, match.start(), match.end())
    return None


def detached_mark(view: View) -> str | None:
    """`Pḥòng`, or a mark behind a blank: the mark stands on another letter than in print."""
    for match in _DETACHED.finditer(view.text):
        return evidence(view.text, match.start(), match.end())
    if not unicodedata.is_normalized("NFC", view.text):
        for word in _SPACED.finditer(view.text):
            if not unicodedata.is_normalized("NFC", word.group()):
                return evidence(view.text, *word.span())
    return found(_NOT_OURS, view)


# Letters with a dot below that no Vietnamese word has: the dot belongs to a vowel near by.
_NOT_OURS = re.compile(r"[ḅḍḥḳḷṃṇṛṣṭṿẉẓḄḌḤḲḶṂṆṚṢṬṾẈẒ]")


def tabled_comparator(view: View) -> str | None:
    """`≥` or `≤` that the file holds as a private glyph: read by table, so a pharmacist should compare."""
    for repair in view.block.repairs:
        if repair.rule == COMPARATOR_RULE:
            return evidence(view.text, repair.start, repair.end)
    return None
