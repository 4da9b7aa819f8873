"""What the gate may find, and what it says of it to a pharmacist."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rag.claims import Claim
from rag.messages import GATE_REASONS

GATE_VERSION = "3"
"""Stored with every verdict; raised whenever a claim may be judged otherwise than before."""


class Problem(StrEnum):
    """Why a claim, or the whole draft, is not shown. In the order in which the checks run."""

    NO_CLAIMS = "no_claims"
    TEXT_OUTSIDE_CLAIMS = "text_outside_claims"
    EMPTY_CLAIM = "empty_claim"
    NO_CITATION = "no_citation"
    CITATION = "citation"  # resolves to no characters of this turn's evidence
    HELD_BACK = "held_back"
    PROVENANCE = "provenance"
    UNUSED_CITATION = "unused_citation"
    NUMBER = "number"
    DRUG = "drug"
    POPULATION = "population"
    ROUTE = "route"
    BAND = "band"
    STAGE = "stage"  # trimester, first or later dose
    WORDING = "wording"  # an indication, effect or any word that the span does not print
    POLARITY = "polarity"
    BINDING = "binding"  # printed, but of something else in the same sentence
    PATIENT = "patient"  # printed for another patient or route than the question's
    OMITTED_MAXIMUM = "omitted_maximum"
    OMITTED_EXCEPTION = "omitted_exception"
    OMITTED_RESTRICTION = "omitted_restriction"


OMISSIONS = frozenset({Problem.OMITTED_MAXIMUM, Problem.OMITTED_EXCEPTION, Problem.OMITTED_RESTRICTION})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong. `claim_index` None: with the draft as a whole. `said`: the words it is about."""

    problem: Problem
    claim_index: int | None = None
    said: str = ""

    @property
    def reason(self) -> str:
        return GATE_REASONS[self.problem] + (f": «{self.said}»" if self.said else "")


class Decision(StrEnum):
    PASS = "pass"
    INCOMPLETE = "incomplete"  # true as far as it goes: the caller may have it completed once
    FAIL = "fail"


Told = tuple[str, str, int]
"""Id of a passage, a printed sentence of it, and where in that sentence something begins that a claim tells."""


@dataclass(frozen=True, slots=True)
class GateReport:
    """All findings about exactly these claims. `told`: all that they tell of what they cite."""

    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    told: frozenset[Told] = frozenset()

    @property
    def decision(self) -> Decision:
        return _decision(self.findings)

    def of_claim(self, index: int) -> Decision:
        return _decision([f for f in self.findings if f.claim_index == index])

    def allows(self, shown: Sequence[Claim]) -> bool:
        """May exactly these claims be published? What was added, changed or reordered since was never checked."""
        return self.decision is Decision.PASS and tuple(shown) == self.claims


def _decision(findings: Sequence[Finding]) -> Decision:
    if not findings:
        return Decision.PASS
    return Decision.INCOMPLETE if all(f.problem in OMISSIONS for f in findings) else Decision.FAIL
