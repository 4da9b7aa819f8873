"""The question as it was meant to be read: what later steps see, and which repairs were needed."""

from collections.abc import Callable
from dataclasses import dataclass

from rag.understanding.lettering import modern_letters, undo_look_alikes, undo_misreading, without_invisible
from rag.understanding.telex import undo_telex
from rag.vietnamese import Token, nfc, tokens


@dataclass(frozen=True, slots=True)
class Reading:
    """`text` is NFC; offsets of tokens and of drug names count its characters. `notes` name the repairs."""

    text: str
    tokens: tuple[Token, ...]
    notes: tuple[str, ...] = ()


# In this order: misread bytes include characters that are invisible, and look-alikes hide Telex words.
# NFC alone is no repair and leaves no note.
_REPAIRS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("mojibake", undo_misreading),
    ("invisible", without_invisible),
    ("", modern_letters),
    ("homoglyph", undo_look_alikes),
    ("telex", undo_telex),
)


def read(question: str) -> Reading:
    """Never raises; text without letters gives a Reading without words."""
    text = nfc(question)  # decomposed misread bytes would hide from the first repair
    notes: list[str] = []
    for note, repair in _REPAIRS:
        repaired = repair(text)
        if note and repaired != text:
            notes.append(note)
        text = repaired
    return Reading(text, tokens(text), tuple(notes))
