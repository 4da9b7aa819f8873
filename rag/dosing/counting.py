"""How many doses fall into a day: from the printed number, else from the printed interval, never from habit."""

from fractions import Fraction

from rag.dosing.amounts import HOURS_PER_DAY
from rag.dosing.results import Counts, StepKind, Work
from rag.dosing.rules import Basis, DoseRule
from rag.dosing.units import shown


def counts_of(rule: DoseRule, work: Work) -> Counts | None:
    """Doses in 24 hours, from the printed number, else from the printed interval; never from habit."""
    found = None if _is_open(rule, work) else _printed(rule, work)
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


def _is_open(rule: DoseRule, work: Work) -> bool:
    """ "nhắc lại sau 2 - 4 giờ nếu cần": how often is left to the prescriber, so no day's total follows from it.

    The shortest interval gives neither a usual number of doses nor a printed maximum. A printed total of the day that
    is divided stays what it is.
    """
    if not rule.as_needed or (rule.amount is not None and rule.amount.basis is Basis.DAY):
        return False
    if rule.count_cap is None and not any(cap.basis is Basis.DAY for cap in rule.caps):
        work.notes.append(
            "Sách in dùng lại nếu cần và không in tổng liều mỗi ngày, nên không tính và không so tổng liều mỗi ngày."
        )
    return True


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
