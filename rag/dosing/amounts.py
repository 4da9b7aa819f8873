"""Ranges of amounts, and the maxima of a rule as amounts for one patient."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rag.dosing.patients import Patient
from rag.dosing.rules import Amount, Basis, DoseRule, Per, Span
from rag.dosing.units import Measure, printed, shown, smaller

HOURS_PER_DAY = 24
_PER_WORDS = {Per.FIXED: "", Per.KG: "/kg", Per.M2: "/m2"}


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`; `low` None: anything up to `high`."""

    low: Measure | None
    high: Measure

    def times(self, low: Fraction | int, high: Fraction | int) -> "Range":
        return Range(None if self.low is None else self.low * low, self.high * high)

    def at_most(self, limit: Measure) -> "Range":
        """Both ends kept below the limit."""
        low = None if self.low is None else smaller(self.low, limit)
        return Range(low, smaller(self.high, limit))

    def __str__(self) -> str:
        if self.low is None:
            return f"tối đa {self.high}"
        if self.low == self.high:
            return str(self.high)
        if self.low.unit is self.high.unit:
            return f"{shown(self.low.value)} - {self.high}"
        return f"{self.low} - {self.high}"


@dataclass(frozen=True, slots=True)
class Limit:
    """A printed maximum for this patient. `lowered` says whether it cut the result."""

    measure: Measure
    basis: Basis
    as_printed: str
    working: str
    span: Span
    lowered: bool = False


def factor_of(per: Per, patient: Patient) -> Fraction | None:
    """What an amount is multiplied by; None when the patient's value is not known."""
    value = {Per.FIXED: None, Per.KG: patient.weight_kg, Per.M2: patient.surface_m2}[per]
    if per is Per.FIXED:
        return Fraction(1)
    return None if value is None else Fraction(value)


def multiplier_in_words(per: Per, patient: Patient) -> str:
    """ " × 18 kg"; "" for a fixed amount."""
    if per is Per.KG and patient.weight_kg is not None:
        return f" × {printed(patient.weight_kg)} kg"
    if per is Per.M2 and patient.surface_m2 is not None:
        return f" × {printed(patient.surface_m2)} m2"
    return ""


def amount_in_words(amount: Amount) -> str:
    """As a pharmacist writes it: "10 - 15 mg/kg/lần"."""
    return f"{Range(amount.low, amount.high)}{_PER_WORDS[amount.per]}{basis_in_words(amount.basis)}"


def basis_in_words(basis: Basis) -> str:
    return " cả đợt" if basis is Basis.COURSE else " một liều duy nhất" if basis is Basis.SINGLE else f"/{basis.value}"


def limits_for(rule: DoseRule, patient: Patient) -> tuple[Limit, ...]:
    """Every printed maximum of the rule, worked out. The weight or surface it needs has to be known."""
    return tuple(_limits(rule.caps, patient))


def _limits(caps: Sequence[Amount], patient: Patient) -> Iterator[Limit]:
    for cap in caps:
        factor = factor_of(cap.per, patient)
        if factor is None:
            raise ValueError("a maximum needs a value of the patient that is not known")
        measure = cap.high * factor
        as_printed = amount_in_words(cap)
        base = basis_in_words(cap.basis)
        each = f"{cap.high}{_PER_WORDS[cap.per]}{base}"
        working = (
            as_printed if cap.per is Per.FIXED else f"{each}{multiplier_in_words(cap.per, patient)} = {measure}{base}"
        )
        yield Limit(measure, cap.basis, as_printed, working, cap.span)
