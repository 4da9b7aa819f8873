"""DoseRule: one printed dosing statement as numbers, each with the characters that print it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rag.dosing.units import Measure, as_text
from rag.frames import Population, Route
from rag.quantities import Band


class Per(StrEnum):
    """What an amount is multiplied by."""

    FIXED = "fixed"
    KG = "kg"
    M2 = "m2"


class Basis(StrEnum):
    """What an amount is the amount of. Never guessed: a statement that does not say makes no rule."""

    DOSE = "lần"
    DAY = "ngày"
    WEEK = "tuần"
    HOUR = "giờ"
    MINUTE = "phút"
    SINGLE = "liều duy nhất"
    COURSE = "cả đợt"


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` of the block's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Amount:
    """A printed amount or range. `low` None: only an upper end is printed ("tối đa …")."""

    low: Measure | None
    high: Measure
    per: Per
    basis: Basis
    span: Span


@dataclass(frozen=True, slots=True)
class CountCap:
    """At most so many doses in 24 hours."""

    doses: int
    span: Span


@dataclass(frozen=True, slots=True)
class Times:
    """How often. Doses in `Basis.DAY` or `Basis.WEEK`; several numbers are ends of a range."""

    low: Fraction
    high: Fraction
    per: Basis
    span: Span
    divides: bool = False  # "chia 3 lần": the amount before it is the total of the period


@dataclass(frozen=True, slots=True)
class Interval:
    """Hours between two doses, as printed."""

    low: Fraction
    high: Fraction
    span: Span


@dataclass(frozen=True, slots=True)
class DoseRule:
    """What one stretch of print says to give, to whom.

    `amount` None: the stretch only limits (`caps`, `count_cap`) what others state. Ages are months, weights kg,
    clearances ml/phút. A band of None is not printed. `condition` is what the print says of the patient in words that
    are no band and that a person has to judge. Spans count characters of the block's text; the block is named by its
    section, ordinal and the hash of its text.
    """

    monograph: str
    section: str
    text_sha256: str
    span: Span
    quote: str
    amount: Amount | None
    caps: tuple[Amount, ...] = ()
    count_cap: CountCap | None = None
    minimum: Amount | None = None
    raised_to: Amount | None = None  # "có thể tăng tới …": no maximum, no usual dose
    times: Times | None = None
    interval: Interval | None = None
    as_needed: bool = False
    phase: str = ""  # "liều nạp", "sau đó", … as printed
    alternative: int = 0  # of several that the print joins with "hoặc", from 0
    populations: tuple[Population, ...] = ()
    routes: tuple[Route, ...] = ()
    indications: tuple[str, ...] = ()
    condition: str = ""
    form: str = ""
    age: Band | None = None
    weight: Band | None = None
    clearance: Band | None = None
    gestation: Band | None = None
    duration: str = ""
    given_over: str = ""  # how long one infusion or injection takes
    rounding: Measure | None = None  # "gần mức 20 mg nhất": to multiples of it
    remarks: tuple[str, ...] = ()  # what else the stretch says, in its own words

    @property
    def needs_weight(self) -> bool:
        amounts = [a for a in (self.amount, self.minimum, *self.caps) if a is not None]
        return self.weight is not None or any(a.per is Per.KG for a in amounts)

    @property
    def needs_surface(self) -> bool:
        return any(a.per is Per.M2 for a in (self.amount, self.minimum, *self.caps) if a is not None)

    @property
    def key(self) -> str:
        """What names the rule within its block: survives a new release that prints the same text."""
        stated = "" if self.amount is None else f"{self.amount.span.start}-{self.amount.span.end}"
        return f"{self.monograph}/{self.section}/{self.text_sha256[:16]}/{self.span.start}-{self.span.end}/{stated}"


def decimal_of_fraction(value: Fraction) -> Decimal:
    """Raises ArithmeticError for a value that has no finite decimal."""
    text = as_text(value)
    if "/" in text:
        raise ArithmeticError(f"{value} has no finite decimal")
    return Decimal(text)
