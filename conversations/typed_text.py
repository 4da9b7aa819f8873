"""What people type, as the database can hold it and as readers can see it."""

import unicodedata

from rag.vietnamese import nfc

# White space, control characters, zero-width ones, and marks without a letter to stand on.
_UNSEEN_CATEGORIES = {"Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me"}
_UNSEEN_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"  # fillers of Hangul, and the braille cell without dots


def storable(text: str) -> str:
    """NFC, without the two kinds of character that PostgreSQL cannot hold: NUL and halves of surrogate pairs."""
    return nfc(text.replace("\0", "").encode("utf-8", "replace").decode())


def is_storable(text: str) -> bool:
    """False when `storable` would have to leave a character out or put another in its place."""
    return not any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text)


def is_visible(char: str) -> bool:
    """False for characters that leave no ink: text of these alone asks nothing, and names nothing."""
    return unicodedata.category(char) not in _UNSEEN_CATEGORIES and char not in _UNSEEN_LETTERS
