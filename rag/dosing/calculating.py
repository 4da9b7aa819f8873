"""One rule and one patient: the dose, step by step, with every printed maximum applied and named.

A range stays a range. A dose and a day's total are never taken for each other. Nothing is rounded up past a maximum.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from rag.dosing.amounts import Limit, Range, amount_in_words, factor_of, limits_for
from rag.dosing.counting import between, counts_of, in_words
from rag.dosing.patients import Patient
from rag.dosing.results import Calculation, Counts, StepKind, Work
from rag.dosing.rules import Basis, DoseRule, Times
from rag.dosing.trimming import ONCE_A_DAY, keep_to, rounded, scaled
from rag.dosing.units import shown, smaller


def calculate(rule: DoseRule, patient: Patient, *, further_limits: Sequence[DoseRule] = ()) -> Calculation:
    """The rule has to state an amount and to fit the patient, and what it needs has to be known (`rag.dosing.fitting`).

    `further_limits`: rules without an amount whose maxima hold for this patient too. Raises ValueError otherwise.
    """
    amount = rule.amount
    if amount is None:
        raise ValueError("a rule that only limits gives no dose")
    rule = _with_limits(rule, further_limits)
    work = Work(patient, [], [], [])
    found = scaled(amount, rule, work)
    limits = limits_for(rule, patient)
    if amount.basis in (Basis.HOUR, Basis.MINUTE):
        return _done(rule, work, rate=keep_to(found, limits, (amount.basis,), work))
    counts = counts_of(rule, work)
    if amount.basis is Basis.WEEK:
        return _from_week(rule, found, limits, work)
    if rule.times is not None and rule.times.per is Basis.WEEK:
        return _doses_of_week(rule, rule.times, found, limits, work)
    if amount.basis is Basis.DAY:
        return _from_day(rule, found, counts, limits, work)
    if amount.basis is Basis.SINGLE:
        return _single(rule, found, counts, limits, work)
    return _from_dose(rule, found, counts, limits, work)


def _with_limits(rule: DoseRule, further: Sequence[DoseRule]) -> DoseRule:
    caps = [cap for other in further for cap in other.caps if cap not in rule.caps]
    counted = [c for c in (rule.count_cap, *(other.count_cap for other in further)) if c is not None]
    count = min(counted, key=lambda c: c.doses, default=None)
    return replace(rule, caps=(*rule.caps, *caps), count_cap=count)


# --- from a dose to a day --------------------------------------------------------------------------------------


def _dose(rule: DoseRule, found: Range, counts: Counts | None, limits: Sequence[Limit], work: Work) -> Range:
    dose = keep_to(found, limits, (Basis.DOSE, Basis.SINGLE), work)
    return rounded(dose, rule, limits, work, fewest=(counts.low if counts else None) or ONCE_A_DAY)


def _single(rule: DoseRule, found: Range, counts: Counts | None, limits: Sequence[Limit], work: Work) -> Calculation:
    dose = _dose(rule, found, counts, limits, work)
    return _done(rule, work, per_dose=keep_to(dose, limits, (Basis.DAY,), work))


def _from_dose(rule: DoseRule, found: Range, counts: Counts | None, limits: Sequence[Limit], work: Work) -> Calculation:
    printed = dose = _dose(rule, found, counts, limits, work)
    if counts is None:
        day_limits = [limit for limit in limits if limit.basis is Basis.DAY]
        for limit in day_limits:
            capped = dose.at_most(limit.measure)
            work.lower(limit, dose, capped)
            dose = capped
            _doses_within(dose, limit, counts, work)
        if rule.as_needed and day_limits:
            per_day = Range(None, reduce(smaller, (c.measure for c in day_limits)))
            return _done(rule, work, per_dose=dose, per_day=per_day, printed_dose=printed)
        return _done(rule, work, per_dose=dose, printed_dose=printed)
    day = dose.times(counts.low or 1, counts.high)
    day = Range(None if counts.low is None else day.low, day.high)
    work.step(StepKind.WORKING, f"{dose}/lần × {in_words(counts)} lần/ngày = {day}/ngày")
    for limit in limits:
        if limit.basis is not Basis.DAY:
            continue
        capped = day.at_most(limit.measure)
        work.lower(limit, day, capped)
        day = capped
        fewest = counts.low or ONCE_A_DAY
        kept = dose.at_most(limit.measure / fewest)
        if kept != dose:
            work.notes.append(
                f"Liều in {dose}/lần vượt giới hạn {limit.measure}/ngày in trong sách; "
                f"theo giới hạn này còn {kept}/lần."
            )
            work.step(StepKind.WORKING, f"{limit.measure}/ngày : {shown(fewest)} lần = {limit.measure / fewest}/lần")
            dose = kept
        _doses_within(dose, limit, counts, work)
    return _done(rule, work, per_dose=dose, printed_dose=printed, per_day=day, counts=counts)


def _doses_within(dose: Range, limit: Limit, counts: Counts | None, work: Work) -> None:
    """How many of the largest doses the day's maximum holds."""
    if dose.high.value == 0:
        return
    most = limit.measure.ratio(dose.high)
    if counts is not None and most >= counts.high:
        return
    work.step(
        StepKind.WORKING,
        f"{limit.measure}/ngày : {dose.high}/lần = {shown(most)}, tức không quá {most.numerator // most.denominator} "
        f"lần với {dose.high}/lần",
    )


def _from_day(rule: DoseRule, found: Range, counts: Counts | None, limits: Sequence[Limit], work: Work) -> Calculation:
    day = keep_to(found, limits, (Basis.DAY,), work)
    if counts is None:
        # How the day's total is divided is not printed, so no single dose is given; a maximum for one stays in sight.
        for limit in limits:
            if limit.basis is Basis.DOSE:
                work.lower(limit, day, day)
        return _done(rule, work, per_day=day)
    fewest = counts.low or ONCE_A_DAY
    dose = Range(None if day.low is None else day.low / counts.high, day.high / fewest)
    work.step(StepKind.WORKING, f"{day}/ngày : {in_words(counts)} lần = {dose}/lần")
    dose = keep_to(dose, limits, (Basis.DOSE, Basis.SINGLE), work)
    dose = rounded(dose, rule, limits, work, fewest=fewest)
    most = dose.high * counts.high
    if day.high.exceeds(most):
        day = day.at_most(most)
        work.step(
            StepKind.WORKING, f"{dose.high}/lần × {shown(counts.high)} lần = {most}/ngày, nên cả ngày còn {day}/ngày"
        )
    return _done(rule, work, per_dose=dose, per_day=day, counts=counts)


# Doses by the week stay doses by the week: nothing here is ever given per day.
BY_THE_WEEK = "Liều tính theo TUẦN, không phải theo ngày."


def _from_week(rule: DoseRule, found: Range, limits: Sequence[Limit], work: Work) -> Calculation:
    work.notes.append(BY_THE_WEEK)
    week, times = keep_to(found, limits, (Basis.WEEK,), work), rule.times
    if times is None or times.per is not Basis.WEEK:
        return _done(rule, work, per_week=week)
    dose = Range(None if week.low is None else week.low / times.high, week.high / times.low)
    return _done(rule, work, per_dose=keep_to(dose, limits, (Basis.DOSE, Basis.SINGLE), work), per_week=week)


def _doses_of_week(rule: DoseRule, times: Times, found: Range, limits: Sequence[Limit], work: Work) -> Calculation:
    work.notes.append(BY_THE_WEEK)
    dose = rounded(keep_to(found, limits, (Basis.DOSE, Basis.SINGLE), work), rule, limits, work)
    week = dose.times(times.low, times.high)
    work.step(StepKind.WORKING, f"{dose}/lần × {between(times.low, times.high)} lần/tuần = {week}/tuần", times.span)
    capped = keep_to(week, limits, (Basis.WEEK,), work)
    if capped != week:
        dose = dose.at_most(capped.high / times.low)
    return _done(rule, work, per_dose=dose, per_week=capped)


def _done(rule: DoseRule, work: Work, **results: object) -> Calculation:
    raised = None
    if rule.raised_to is not None:
        factor = factor_of(rule.raised_to.per, work.patient)
        if factor is not None:
            raised = Range(rule.raised_to.low, rule.raised_to.high).times(factor, factor)
            line = f"Sách in có thể tăng tới {amount_in_words(replace(rule.raised_to, low=rule.raised_to.high))}"
            work.step(StepKind.NOTE, line, rule.raised_to.span)
    for cap in rule.caps:
        if not any(limit.span == cap.span and limit.basis is cap.basis for limit in work.limits):
            work.step(
                StepKind.LIMIT,
                f"Giới hạn in trong sách: tối đa {amount_in_words(cap).removeprefix('tối đa ')}",
                cap.span,
            )
    return Calculation(
        rule=rule,
        steps=tuple(work.steps),
        limits=tuple(work.limits),
        raised_to=raised,
        notes=tuple(work.notes),
        **results,  # type: ignore[arg-type]
    )
