"""What names and blocks are looked up by: folded, so that marks, case and odd blanks do not matter."""

from collections.abc import Iterable

from rag.passages import SECTION_TITLES
from rag.vietnamese import fold, nfc, squeeze, tokens


def name_key(name: str) -> str:
    """Equal for two spellings of a name that differ in marks, case or blanks only."""
    return squeeze(fold(nfc(name)))


def searchable(text: str) -> str:
    """The folded words and numbers of a text between single blanks, with a blank at both ends.

    `searchable("đau") in searchable("Giảm đau, hạ sốt")` holds for whole syllables only.
    """
    words = " ".join(t.folded for t in tokens(nfc(text)) if t.is_word or t.is_number)
    return f" {words} "


def context_of(title: str, section_key: str, headings: Iterable[str]) -> str:
    """The searchable words that stand above a block: of the monograph's title, the section's and the sub-headings."""
    return searchable(" ".join((title, SECTION_TITLES[section_key], *headings)))
