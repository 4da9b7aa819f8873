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
from rag.quantities import DAYS_PER_MONTH, MONTHS_PER_YEAR, Band, counts_from_last_period


class Fit(IntEnum):
    """How a rule stands to a patient, from best to worst."""

    INSIDE = 0
    EDGE = 1  # exactly on an end that the print leaves open
    UNKNOWN = 2
    OUTSIDE = 3


FIRST_YEAR = Decimal(12)  # months
DAYS_PER_WEEK = 7


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
    yield _band(rule.clearance, patient.clears), Slot.CLEARANCE
    # Weeks that count on from birth need the age beside those at birth.
    yield _gestation(rule, patient), Slot.GESTATION if patient.gestational_weeks is None else Slot.AGE
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


def _band(band: Band | None, value: Decimal | Fraction | None, *, in_days: bool = False) -> Fit:
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


def _gestation(rule: DoseRule, patient: Patient) -> Fit:
    """Weeks from the mother's last period: at birth, or now where the print counts on from birth."""
    band, weeks = rule.gestation, patient.gestational_weeks
    if band is None:
        return Fit.INSIDE
    from_last_period = counts_from_last_period(rule.quote)
    if from_last_period and patient.postmenstrual_weeks is not None:
        return _band(band, patient.postmenstrual_weeks)
    if weeks is None:
        return Fit.UNKNOWN if patient.born is None else _of_term(band, patient.born)
    if from_last_period:
        if patient.age_months is None:
            return Fit.UNKNOWN
        weeks += patient.age_months * DAYS_PER_MONTH / DAYS_PER_WEEK
    return _band(band, weeks)


def _of_term(band: Band, born: Band) -> Fit:
    """ "Đủ tháng" and "thiếu tháng" are ranges of weeks: inside, outside, or a number has to be said."""
    if not band.meets(born):
        return Fit.OUTSIDE
    return Fit.INSIDE if band.holds(born) else Fit.UNKNOWN


def _exact(value: Decimal | Fraction, *, in_days: bool) -> Fraction:
    """Ages in whole thousandths of a day: "2 tuần" is a repeating decimal of a month and has to meet itself."""
    return Fraction(round(Fraction(value) * int(DAYS_PER_MONTH), 3)) if in_days else Fraction(value)


# --- bands in words --------------------------------------------------------------------------------------------


def limits_of(rule: DoseRule) -> str:
    """The printed limits of a rule in words: "1 tháng - 12 tuổi, dưới 50 kg"; "" when it prints none."""
    parts = [
        _in_words(rule.age, age_in_words),
        _in_words(rule.weight, lambda kg: f"{printed(kg)} kg"),
        _named("Clcr", _in_words(rule.clearance, lambda ml: f"{printed(ml)} ml/phút")),
        _named("tuổi thai", _in_words(rule.gestation, lambda weeks: f"{printed(weeks)} tuần")),
    ]
    return ", ".join(part for part in parts if part)


def _named(name: str, band: str) -> str:
    return f"{name} {band}" if band else ""


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
