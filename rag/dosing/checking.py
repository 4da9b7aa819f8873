"""Hold a dose that somebody names against what is printed: inside, above or below, by how much, against which maximum.

Never a verdict on safety: the words are "trong", "cao hơn", "thấp hơn khoảng in trong sách".
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from rag.dosing.amounts import HOURS_PER_DAY, Range, basis_in_words
from rag.dosing.counting import between
from rag.dosing.results import Calculation
from rag.dosing.rules import Basis, DoseRule
from rag.dosing.units import Measure, converts, rounded, shown

DAYS_PER_WEEK = 7
MINUTES_PER_HOUR = 60
RATES = (Basis.HOUR, Basis.MINUTE)


@dataclass(frozen=True, slots=True)
class NamedDose:
    """The dose in the question. Exactly as said: what is None was not said and is not compared."""

    amount: Measure
    basis: Basis = Basis.DOSE  # DOSE, DAY, WEEK, HOUR or MINUTE
    times_per_day: Fraction | None = None
    interval_hours: Fraction | None = None
    times_per_week: Fraction | None = None

    @property
    def counts(self) -> Fraction | None:
        """Doses in a day."""
        if self.times_per_day is not None:
            return self.times_per_day
        if self.interval_hours and self.interval_hours <= HOURS_PER_DAY:
            return Fraction(HOURS_PER_DAY // self.interval_hours)
        return None

    @property
    def per_dose(self) -> Measure | None:
        if self.basis is Basis.DOSE:
            return self.amount
        of_day, of_week = self.basis is Basis.DAY and self.counts, self.basis is Basis.WEEK and self.times_per_week
        counts = of_day or of_week
        return self.amount / counts if counts else None

    @property
    def per_day(self) -> Measure | None:
        if self.basis is Basis.DAY:
            return self.amount
        return self.amount * self.counts if self.basis is Basis.DOSE and self.counts else None

    @property
    def per_week(self) -> Measure | None:
        if self.basis is Basis.WEEK:
            return self.amount
        if self.basis is Basis.DOSE and self.times_per_week:
            return self.amount * self.times_per_week
        return None if self.per_day is None else self.per_day * DAYS_PER_WEEK

    def rate(self, per: Basis) -> Measure | None:
        """By the hour or by the minute, as the rule counts."""
        if self.basis not in RATES or per not in RATES:
            return None
        if self.basis is per:
            return self.amount
        return self.amount * MINUTES_PER_HOUR if per is Basis.HOUR else self.amount / MINUTES_PER_HOUR


class Standing(StrEnum):
    INSIDE = "trong"
    ABOVE = "cao hơn"
    BELOW = "thấp hơn"
    NOT_COMPARABLE = "không so được"


@dataclass(frozen=True, slots=True)
class Comparison:
    """`difference` None: inside, or not comparable."""

    of: str  # "mỗi lần", "mỗi ngày", "giới hạn …"
    standing: Standing
    named: str
    printed: str
    difference: Measure | None
    line: str


def check(named: NamedDose, calculation: Calculation) -> tuple[Comparison, ...]:
    """Every printed range and maximum that the dose can be compared with, in order; empty when there is none."""
    return tuple(_comparisons(named, calculation))


def repeats_single(named: NamedDose, calculation: Calculation) -> bool:
    """Is one printed dose ("một liều duy nhất") to be given several times? Inside it says nothing of the whole."""
    stated = calculation.rule.amount
    several = (named.counts or 0) > 1 or (named.times_per_week or 0) > 1
    return several and stated is not None and stated.basis is Basis.SINGLE


def _comparisons(named: NamedDose, calculation: Calculation) -> Iterator[Comparison]:
    yield from (_beside_raised(c, named, calculation) for c in _against_ranges(named, calculation))
    for limit in calculation.limits:
        amount = _amount_per(limit.basis, named)
        if amount is not None:
            yield against_limit(amount, limit.measure, limit.basis, limit.working)
    cap = calculation.rule.count_cap
    if cap is not None and named.counts is not None:
        yield _against_count(named.counts, cap.doses)
    yield from _too_often(named, calculation.rule)


def _against_ranges(named: NamedDose, calculation: Calculation) -> Iterator[Comparison]:
    printed_dose = calculation.per_dose
    if named.per_dose is not None and printed_dose is not None:
        of_one = _against_dose(named.per_dose, printed_dose, calculation.printed_dose or printed_dose)
        if of_one.standing is Standing.ABOVE or not repeats_single(named, calculation):
            yield of_one
    if named.per_day is not None and calculation.per_day is not None:
        yield _against_range("mỗi ngày", named.per_day, calculation.per_day, Basis.DAY)
    if named.per_week is not None and calculation.per_week is not None:
        yield _against_range("mỗi tuần", named.per_week, calculation.per_week, Basis.WEEK)
    stated = calculation.rule.amount
    if stated is not None and calculation.rate is not None:
        rate = named.rate(stated.basis)
        if rate is not None:
            yield _against_range(f"mỗi {stated.basis.value}", rate, calculation.rate, stated.basis)


def _beside_raised(found: Comparison, named: NamedDose, calculation: Calculation) -> Comparison:
    """Above the usual dose: what the same sentence lets it rise to ("… nặng có thể tới …") is told as well."""
    stated, raised = calculation.rule.raised_to, calculation.raised_to
    if stated is None or raised is None or found.standing is not Standing.ABOVE:
        return found
    amount = _amount_per(stated.basis, named)
    most = f"{raised.high}{basis_in_words(stated.basis)}"
    if amount is None or not converts(amount.unit, raised.high.unit):
        return replace(found, line=f"{found.line} Câu in còn cho tăng tới {most}; mức này chưa so.")
    if amount.exceeds(raised.high):
        return replace(found, line=f"{found.line} Cũng cao hơn mức tăng tối đa in trong cùng câu: {most}.")
    rises = f"Câu in còn cho tăng tới {most} khi đúng trường hợp nêu trong câu; liều được hỏi không vượt mức này."
    return replace(found, line=f"{found.line} {rises}")


def _amount_per(basis: Basis, named: NamedDose) -> Measure | None:
    if basis in (Basis.DOSE, Basis.SINGLE):
        return named.per_dose
    if basis is Basis.DAY:
        return named.per_day
    return named.per_week if basis is Basis.WEEK else named.rate(basis)


def _against_range(of: str, amount: Measure, within: Range, basis: Basis) -> Comparison:
    base = basis_in_words(basis)
    if not converts(amount.unit, within.high.unit):
        line = f"Liều {of} {amount} không so được với {within}{base}: hai loại đơn vị khác nhau."
        return Comparison(of, Standing.NOT_COMPARABLE, str(amount), str(within), None, line)
    if amount.exceeds(within.high):
        return _apart(
            of, Standing.ABOVE, amount, within.high, f"khoảng tính theo sách {within}{base}", base, str(within)
        )
    if within.low is not None and within.low.exceeds(amount):
        return _apart(
            of, Standing.BELOW, amount, within.low, f"khoảng tính theo sách {within}{base}", base, str(within)
        )
    inside = "không vượt mức" if within.low is None else "nằm trong khoảng"
    line = f"Liều {of} {amount}{base} {inside} tính theo sách {within}{base}."
    return Comparison(of, Standing.INSIDE, str(amount), str(within), None, line)


def _against_dose(amount: Measure, kept: Range, printed: Range) -> Comparison:
    """`kept`: what a day's maximum leaves of the `printed` dose; a dose between them is told both."""
    found = _against_range("mỗi lần", amount, kept, Basis.DOSE)
    base = basis_in_words(Basis.DOSE)
    if kept == printed or found.standing is not Standing.ABOVE or amount.exceeds(printed.high):
        return found
    line = (
        f"Liều mỗi lần {amount}{base} không vượt liều in {printed}{base}, nhưng cao hơn mức {kept}{base} còn lại theo "
        f"giới hạn mỗi ngày là {found.difference}{base}."
    )
    return replace(found, line=line)


def against_limit(amount: Measure, limit: Measure, basis: Basis, working: str) -> Comparison:
    """`working`: the printed maximum, and what it is for the patient."""
    base = basis_in_words(basis)
    of = f"giới hạn {working}"
    if not converts(amount.unit, limit.unit):
        line = f"{amount}{base} không so được với giới hạn {limit}{base}: hai loại đơn vị khác nhau."
        return Comparison(of, Standing.NOT_COMPARABLE, str(amount), str(limit), None, line)
    if amount.exceeds(limit):
        return _apart(of, Standing.ABOVE, amount, limit, f"giới hạn in trong sách ({working})", base, str(limit))
    line = f"{amount}{base} không vượt giới hạn in trong sách ({working})."
    return Comparison(of, Standing.INSIDE, str(amount), str(limit), None, line)


def _apart(
    of: str, standing: Standing, amount: Measure, end: Measure, against: str, base: str, printed: str
) -> Comparison:
    above = standing is Standing.ABOVE
    difference = amount - end if above else end.to(amount.unit) - amount
    share = "" if end.value == 0 else f", tức {rounded(difference.ratio(end) * 100)}%"
    subject = f"Liều {of} {amount}{base}" if of.startswith("mỗi") else f"{amount}{base}"
    line = f"{subject} {standing.value} {against} là {difference}{base}{share}."
    return Comparison(of, standing, str(amount), printed, difference, line)


def _too_often(named: NamedDose, rule: DoseRule) -> Iterator[Comparison]:
    """Where doses are repeated "nếu cần" no day's total follows; that the named ones follow closer is still said."""
    counts, times, interval = named.counts, rule.times, rule.interval
    if not rule.as_needed or counts is None:
        return
    if times is not None:
        if times.per is Basis.DAY and counts > times.high:
            printed = f"{between(times.low, times.high)} lần/ngày"
            line = f"{shown(counts)} lần/ngày nhiều hơn số lần in trong sách: {printed}."
            yield Comparison("số lần", Standing.ABOVE, shown(counts), printed, None, line)
    elif interval is not None and interval.low <= HOURS_PER_DAY and counts > HOURS_PER_DAY // interval.low:
        printed = f"{between(interval.low, interval.high)} giờ/lần"
        said = f"{shown(counts)} lần/ngày"
        if named.times_per_day is None and named.interval_hours is not None:
            said = f"Cách {shown(named.interval_hours)} giờ/lần"
        line = f"{said} dày hơn khoảng cách in trong sách: {printed}."
        yield Comparison("khoảng cách", Standing.ABOVE, said, printed, None, line)


def _against_count(counts: Fraction, most: int) -> Comparison:
    of = f"giới hạn {most} lần trong 24 giờ"
    if counts > most:
        line = f"{shown(counts)} lần/ngày cao hơn giới hạn in trong sách: tối đa {most} lần trong 24 giờ."
        return Comparison(of, Standing.ABOVE, shown(counts), str(most), None, line)
    line = f"{shown(counts)} lần/ngày không vượt giới hạn in trong sách: tối đa {most} lần trong 24 giờ."
    return Comparison(of, Standing.INSIDE, shown(counts), str(most), None, line)
