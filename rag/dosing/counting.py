"""How many doses fall into a day: from the printed number, else from the printed interval, never from habit."""

from fractions import Fraction

from rag.dosing.amounts import HOURS_PER_DAY
from rag.dosing.results import Counts, StepKind, Work
from rag.dosing.rules import Basis, DoseRule
from rag.dosing.units import shown


def counts_of(rule: DoseRule, work: Work) -> Counts | None:
    """Doses in 24 hours, from the printed number, else from the printed interval; never from habit."""
    found = _printed(rule, work)
    cap = rule.count_cap
    if cap is None:
        return found
    if found is None:
        work.step(StepKind.LIMIT, f"Giới hạn in trong sách: tối đa {cap.doses} lần trong 24 giờ", cap.span)
        return Counts(None, Fraction(cap.doses))
    high = min(found.high, Fraction(cap.doses))
    low = None if found.low is None else min(found.low, high)
    state = "đã áp dụng" if high != found.high else "không chạm"
    work.step(StepKind.LIMIT, f"Giới hạn in trong sách: tối đa {cap.doses} lần trong 24 giờ; {state}", cap.span)
    return Counts(low, high)


def _printed(rule: DoseRule, work: Work) -> Counts | None:
    if rule.times is not None:
        if rule.times.per is not Basis.DAY:
            return None
        low = None if rule.as_needed else rule.times.low
        return Counts(low, rule.times.high)
    if rule.interval is None or rule.interval.high > HOURS_PER_DAY:
        return None
    # Whole doses only: at every five hours the fifth dose falls on the next day.
    fewest = Fraction(HOURS_PER_DAY // rule.interval.high)
    most = Fraction(HOURS_PER_DAY // rule.interval.low)
    hours = between(rule.interval.low, rule.interval.high)
    times = between(fewest, most)
    work.step(
        StepKind.WORKING, f"Cách {hours} giờ/lần: 24 giờ : {hours} giờ = {times} lần trong 24 giờ", rule.interval.span
    )
    return Counts(None if rule.as_needed else fewest, most)


def between(low: Fraction, high: Fraction) -> str:
    return shown(low) if low == high else f"{shown(low)} - {shown(high)}"


def in_words(counts: Counts) -> str:
    return f"tối đa {shown(counts.high)}" if counts.low is None else between(counts.low, counts.high)
