"""What a calculation consists of: lines that can be read aloud, ranges, and the maxima that were held against them."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from rag.dosing.amounts import Limit, Range
from rag.dosing.patients import Patient
from rag.dosing.rules import DoseRule, Span


class StepKind(StrEnum):
    INPUT = "input"  # what was said of the patient
    RULE = "rule"  # what is printed
    WORKING = "working"  # arithmetic on the lines above
    LIMIT = "limit"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Step:
    """A line that can be read aloud. `span`: the characters of the block that print it, None for what is ours."""

    kind: StepKind
    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Doses in 24 hours. `low` None: as often as needed, up to `high`."""

    low: Fraction | None
    high: Fraction


@dataclass(frozen=True, slots=True)
class Calculation:
    """What one rule gives for one patient. None: the rule does not say, so neither do we."""

    rule: DoseRule
    steps: tuple[Step, ...]
    per_dose: Range | None = None
    printed_dose: Range | None = None  # before a day's maximum lowered it
    per_day: Range | None = None
    per_week: Range | None = None
    rate: Range | None = None  # per hour or minute, as the rule's basis says
    counts: Counts | None = None
    limits: tuple[Limit, ...] = ()
    raised_to: Range | None = None
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Work:
    """A calculation while it is written down."""

    patient: Patient
    steps: list[Step]
    notes: list[str]
    limits: list[Limit]

    def step(self, kind: StepKind, text: str, span: Span | None = None) -> None:
        self.steps.append(Step(kind, text, span))

    def lower(self, limit: Limit, before: object, after: object) -> None:
        """Name the limit, and say whether it cut the result."""
        cut = before != after
        text = f"Giới hạn in trong sách: tối đa {limit.working.removeprefix('tối đa ')}"
        self.step(StepKind.LIMIT, f"{text}; {'đã áp dụng' if cut else 'không chạm'}", limit.span)
        self.limits.append(replace(limit, lowered=cut))
