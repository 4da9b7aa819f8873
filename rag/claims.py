"""Claim: one thing an answer says, and the printed span that says it."""

from dataclasses import dataclass
from enum import StrEnum


class ClaimRole(StrEnum):
    """Why a claim is shown."""

    ANSWER = "answer"
    ALSO = "also"  # the same section, needed to read the answer rightly (caps, intervals, renal rule)
    STRICTER = "stricter"  # another section of the monograph is stricter
    OTHERWISE = "otherwise"  # the asked population or route is not printed; this is what is
    OTHER_THIRD = "other_third"  # of pregnancy, but of another third than the patient's


@dataclass(frozen=True, slots=True)
class Citation:
    """`quote` is `passage.text[start:end]`, character for character."""

    passage: str
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Claim:
    text: str
    citations: tuple[Citation, ...]
    role: ClaimRole = ClaimRole.ANSWER
    heading: str = ""  # the printed sub-headings above it, for the reader; not part of the claim
    side: str = ""  # of an answer that sets drugs or groups of patients side by side: which of them


@dataclass(frozen=True, slots=True)
class Draft:
    claims: tuple[Claim, ...] = ()
