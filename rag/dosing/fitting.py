"""Does a rule hold for the patient? Bands decide; what is not known is asked for; nothing is the nearest band."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction

from rag.dosing.patients import Patient, Slot
from rag.dosing.rules import DoseRule
from rag.dosing.units import printed
from rag.frames import AGE_CLASSES, CONDITIONS, Population
from rag.quantities import DAYS_PER_MONTH, MONTHS_PER_YEAR, Band


class Fit(IntEnum):
    """How a rule stands to a patient, from best to worst."""

    INSIDE = 0
    EDGE = 1  # exactly on an end that the print leaves open
    UNKNOWN = 2
    OUTSIDE = 3


FIRST_YEAR = Decimal(12)  # months


@dataclass(frozen=True, slots=True)
class Fitting:
    """`missing`: what has to be known first. Empty unless `fit` is UNKNOWN."""

    fit: Fit
    missing: tuple[Slot, ...] = ()


def fitting(rule: DoseRule, patient: Patient) -> Fitting:
    """What is missing is only named where nothing that is known already rules the rule out."""
    verdicts = list(_verdicts(rule, patient))
    worst = max((fit for fit, _ in verdicts), default=Fit.INSIDE)
    missing = tuple(slot for fit, slot in verdicts if fit is Fit.UNKNOWN and slot is not None)
    return Fitting(worst, tuple(dict.fromkeys(missing)) if worst is Fit.UNKNOWN else ())


def _verdicts(rule: DoseRule, patient: Patient) -> Iterator[tuple[Fit, Slot | None]]:
    yield _population(rule, patient), Slot.POPULATION
    yield _band(rule.age, patient.age_months, in_days=True), Slot.AGE
    yield _band(rule.weight, patient.weight_kg), Slot.WEIGHT
    yield _band(rule.clearance, patient.clearance), Slot.CLEARANCE
    yield _band(rule.gestation, patient.gestational_weeks), Slot.GESTATION
    if rule.needs_weight and patient.weight_kg is None:
        yield Fit.UNKNOWN, Slot.WEIGHT
    if rule.needs_surface and patient.surface_m2 is None:
        yield Fit.UNKNOWN, Slot.SURFACE


def _population(rule: DoseRule, patient: Patient) -> Fit:
    conditions = set(rule.populations) & CONDITIONS
    if conditions - patient.populations:
        return Fit.OUTSIDE
    wanted = set(rule.populations) & AGE_CLASSES
    if not wanted:
        return Fit.INSIDE
    classes = patient.age_classes
    if not classes:
        return Fit.UNKNOWN
    if rule.age is not None and patient.age_months is not None and not patient.populations & AGE_CLASSES:
        # The printed ages decide where nobody named a class: "12 - 18 tuổi" holds on the eighteenth birthday.
        return Fit.OUTSIDE if _passes_over_newborns(rule.age, wanted, classes) else Fit.INSIDE
    if Population.ELDERLY in classes:
        classes = classes | {Population.ADULT}
    return Fit.INSIDE if wanted & classes else Fit.OUTSIDE


def _passes_over_newborns(band: Band, wanted: set[Population], classes: frozenset[Population]) -> bool:
    """ "Trẻ em dưới 8 tuổi" is no newborn's dose, "trẻ em dưới 3 tháng" is."""
    if Population.NEONATE not in classes or Population.NEONATE in wanted or band.low is not None:
        return False
    return band.high is None or band.high > FIRST_YEAR


def _band(band: Band | None, value: Decimal | None, *, in_days: bool = False) -> Fit:
    if band is None:
        return Fit.INSIDE
    if value is None:
        return Fit.UNKNOWN
    at = _exact(value, in_days=in_days)
    low = None if band.low is None else _exact(band.low, in_days=in_days)
    high = None if band.high is None else _exact(band.high, in_days=in_days)
    if (low is not None and at < low) or (high is not None and at > high):
        return Fit.OUTSIDE
    on_open_end = (at == low and not band.low_closed) or (at == high and not band.high_closed)
    return Fit.EDGE if on_open_end else Fit.INSIDE


def _exact(value: Decimal, *, in_days: bool) -> Fraction:
    """Ages in whole thousandths of a day: "2 tuần" is a repeating decimal of a month and has to meet itself."""
    return Fraction(round(Fraction(value) * int(DAYS_PER_MONTH), 3)) if in_days else Fraction(value)


# --- bands in words --------------------------------------------------------------------------------------------


def limits_of(rule: DoseRule) -> str:
    """The printed limits of a rule in words: "1 tháng - 12 tuổi, dưới 50 kg"; "" when it prints none."""
    parts = [
        _in_words(rule.age, age_in_words),
        _in_words(rule.weight, lambda kg: f"{printed(kg)} kg"),
        _in_words(rule.clearance, lambda ml: f"Clcr {printed(ml)} ml/phút"),
        _in_words(rule.gestation, lambda weeks: f"tuổi thai {printed(weeks)} tuần"),
    ]
    return ", ".join(part for part in parts if part)


def _in_words(band: Band | None, word: Callable[[Decimal], str]) -> str:
    if band is None:
        return ""
    if band.low is not None and band.high is not None:
        above = "" if band.low_closed else "trên "
        below = "" if band.high_closed else "dưới "
        return f"{above}{word(band.low)} - {below}{word(band.high)}"
    if band.low is not None:
        return f"từ {word(band.low)} trở lên" if band.low_closed else f"trên {word(band.low)}"
    if band.high is not None:
        return f"đến {word(band.high)}" if band.high_closed else f"dưới {word(band.high)}"
    return ""


def age_in_words(months: Decimal) -> str:
    """Nothing is rounded away: what is shown is what the arithmetic used, unlike `rag.wording.age`."""
    if months and months % MONTHS_PER_YEAR == 0:
        return f"{printed(months / MONTHS_PER_YEAR)} tuổi"
    if months == months.to_integral_value():
        return f"{printed(months)} tháng tuổi"
    days = Decimal(round(months * DAYS_PER_MONTH, 2)).normalize()
    return f"{printed(days)} ngày tuổi"
