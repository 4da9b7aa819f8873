"""Antidotes as the book names them: what is given against the poison stands on top of an overdose section."""

import re

from rag.vietnamese import fold

# Reviewed by name only: what each is given for, and how much of it, is said by the print alone.
ANTIDOTES: tuple[str, ...] = (
    "acetylcystein", "methionin", "naloxon", "flumazenil", "vitamin K", "phytomenadion", "leucovorin", "calci folinat",
    "protamin", "Fab", "deferoxamin", "pyridoxin", "xanh methylen", "glucagon", "pralidoxim", "physostigmin",
    "dimercaprol", "phentolamin", "octreotid",
)  # fmt: skip
_NAMES = re.compile(rf"\b(?:{'|'.join(fold(name) for name in ANTIDOTES)})\d?\b")
_OF_ITS_OWN = re.compile(r"^adr cua\b")


def antidotes_in(text: str) -> tuple[str, ...]:
    """The listed antidotes that a block names as what is given; none in a block on their own adverse effects."""
    folded = fold(text)
    if _OF_ITS_OWN.match(folded):
        return ()
    found = {match.group().rstrip("0123456789") for match in _NAMES.finditer(folded)}
    return tuple(name for name in ANTIDOTES if fold(name) in found)
