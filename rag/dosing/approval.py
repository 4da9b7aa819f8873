"""Which rules may be used: those whose reading of the very same print a pharmacist approved.

An approval is of a fingerprint: of the text of the block and of every field read from it. New text, another heading or
another reading by a later grammar gives another fingerprint, and the approval no longer holds for it.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from rag.dosing.grammar import propose
from rag.dosing.rules import DoseRule
from rag.passages import Passage


def fingerprint(rule: DoseRule) -> str:
    """64 hexadecimal digits. Two rules share one only when every field is equal."""
    return hashlib.sha256(_plain(rule).encode()).hexdigest()


def _plain(value: object) -> str:
    """One spelling of a value, whatever the version of Python."""
    if is_dataclass(value) and not isinstance(value, type):
        inside = ",".join(f"{f.name}={_plain(getattr(value, f.name))}" for f in fields(value))
        return f"{type(value).__name__}({inside})"
    if isinstance(value, Enum):
        return f"'{value.value}'"
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, tuple):
        return f"[{','.join(map(_plain, value))}]"
    return repr(value) if isinstance(value, str) else str(value)


def proposed(passage: Passage) -> tuple[DoseRule, ...]:
    """The rules of one block."""
    return tuple(rule for _, rule in _fingerprinted(passage))


# The same print is read at every turn; what it says depends on nothing but itself.
@lru_cache(maxsize=2_048)
def _fingerprinted(passage: Passage) -> tuple[tuple[str, DoseRule], ...]:
    return tuple((fingerprint(rule), rule) for rule in propose((passage,)).rules)


def approved(passages: Sequence[Passage], fingerprints: frozenset[str]) -> tuple[DoseRule, ...]:
    """In book order. Proposals are made anew from the print, so that nothing is used that is not printed now."""
    if not fingerprints:
        return ()
    return tuple(rule for p in passages for print_, rule in _fingerprinted(p) if print_ in fingerprints)
