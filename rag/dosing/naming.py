"""The dose that a question names, as exact amounts: "2 viên 500 mg x 3", "15 mg/kg", "10 ml siro 120 mg/5 ml".

What is multiplied here are numbers that the asker said, and the line says so. A strength that was not said is asked
for; that of a printed form is never put in its place.
"""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rag.dosing.checking import NamedDose
from rag.dosing.forms import ON_USERS_DATA
from rag.dosing.patients import Patient
from rag.dosing.rules import Basis
from rag.dosing.units import Measure, Unit, converts, printed, shown
from rag.frames import DoseTask

_BASES = {"": Basis.DOSE, **{b.value: b for b in (Basis.DOSE, Basis.DAY, Basis.WEEK, Basis.HOUR, Basis.MINUTE)}}
_HOLD_A_DOSE = frozenset({"viên", "ống", "gói", "lọ"})
_UNITS_OF_FORMS = {"ml": Unit.ML, "giọt": Unit.DROP, "nhát": Unit.PUFF}


@dataclass(frozen=True, slots=True)
class Named:
    """`ends`: the dose, or both ends of a range. `lines`: arithmetic on what the asker said."""

    ends: tuple[NamedDose, ...]
    text: str
    lines: tuple[str, ...] = ()


class Need(StrEnum):
    """What has to be said before the dose can be compared."""

    AMOUNT = "amount"
    STRENGTH_OF_ONE = "strength of one"  # tablet, ampoule, sachet
    STRENGTH_IN_ML = "strength in ml"
    WEIGHT = "weight"
    SURFACE = "surface"


def named_dose(task: DoseTask, patient: Patient, units: Collection[Unit]) -> Named | Need:
    """`units`: of the doses that it is to be held against; drops, puffs and millilitres compare with their own kind."""
    if task.unread:
        return Need.AMOUNT
    basis = _BASES[task.base]
    measured = _counted(task, units) if task.count is not None else _measured(task, patient)
    if isinstance(measured, Need):
        return measured
    low, high, said, lines = measured
    often = _how_often(task)
    text = f"{said}/{basis.value}{_in_words(task)}"
    most = NamedDose(high, basis, *often[-1])
    if low == high and len(often) == 1:
        return Named((most,), text, lines)
    return Named((NamedDose(low, basis, *often[0]), most), text, lines)


_Measured = tuple[Measure, Measure, str, tuple[str, ...]]


def _measured(task: DoseTask, patient: Patient) -> _Measured | Need:
    if task.amount is None:
        return Need.AMOUNT
    unit = Unit(task.unit)
    high = Measure.of(task.amount, unit)
    low = high if task.amount_from is None else Measure.of(task.amount_from, unit)
    said = _range(task.amount_from, task.amount)
    if not task.per:
        return low, high, f"{said} {unit}", ()
    value, size = (patient.weight_kg, "kg") if task.per == "kg" else (patient.surface_m2, "m2")
    if value is None:
        return Need.WEIGHT if task.per == "kg" else Need.SURFACE
    factor = Fraction(value)
    line = f"{said} {unit}/{task.per} × {printed(value)} {size} = {_measures(low * factor, high * factor)}"
    return low * factor, high * factor, f"{said} {unit}/{task.per}", (f"{ON_USERS_DATA}: {line}",)


def _counted(task: DoseTask, units: Collection[Unit]) -> _Measured | Need:
    """So many tablets, ampoules, millilitres, drops or puffs."""
    if task.count is None:
        return Need.AMOUNT
    said = f"{_range(task.count_from, task.count)} {task.count_unit}"
    most, least = Fraction(task.count), Fraction(task.count if task.count_from is None else task.count_from)
    own = _UNITS_OF_FORMS.get(task.count_unit)
    in_ml = task.count_unit == "ml"
    fits = task.strength and task.strength_unit and (task.strength_ml is not None) == in_ml
    if not fits or task.strength is None or (not in_ml and task.count_unit not in _HOLD_A_DOSE):
        if own is not None and any(converts(own, unit) for unit in units):
            return Measure(least, own), Measure(most, own), said, ()
        if in_ml:
            return Need.STRENGTH_IN_ML
        return Need.STRENGTH_OF_ONE if task.count_unit in _HOLD_A_DOSE else Need.AMOUNT
    strength = Measure.of(task.strength, Unit(task.strength_unit))
    if task.strength_ml is None:
        of_one, each = strength, f"{strength}/{task.count_unit}"
    elif task.strength_ml > 0:
        of_one, each = strength / Fraction(task.strength_ml), f"({strength}/{printed(task.strength_ml)} ml)"
    else:
        return Need.STRENGTH_IN_ML
    low, high = of_one * least, of_one * most
    return low, high, said, (f"{ON_USERS_DATA}: {said} × {each} = {_measures(low, high)}",)


_Often = tuple[Fraction | None, Fraction | None, Fraction | None]  # times a day, hours between, times a week


def _how_often(task: DoseTask) -> tuple[_Often, ...]:
    """One, or the fewest and the most of a range, in this order."""
    if task.interval_hours is not None:
        hours = dict.fromkeys((task.interval_hours, task.interval_from or task.interval_hours))
        return tuple((None, Fraction(h), None) for h in hours)
    if task.times is None or not task.times_in:
        return ((None, None, None),)
    times = dict.fromkeys((task.times_from or task.times, task.times))
    if task.times_in == "tuần":
        return tuple((None, None, Fraction(t)) for t in times)
    return tuple((Fraction(t), None, None) for t in times)


def _in_words(task: DoseTask) -> str:
    if task.interval_hours is not None:
        return f", cách {_range(task.interval_from, task.interval_hours)} giờ/lần"
    if task.times is None:
        return ""
    return f" × {_range(task.times_from, task.times)} lần" + (f"/{task.times_in}" if task.times_in else "")


def _range(low: Decimal | None, high: Decimal) -> str:
    return printed(high) if low is None or low == high else f"{printed(low)} - {printed(high)}"


def _measures(low: Measure, high: Measure) -> str:
    return str(high) if low == high else f"{shown(low.value)} - {high}"
