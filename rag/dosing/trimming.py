"""An amount made the patient's own, kept to the printed minimum, maxima and steps."""

from collections.abc import Sequence
from fractions import Fraction

from rag.dosing.amounts import Limit, Range, amount_in_words, basis_in_words, factor_of, multiplier_in_words
from rag.dosing.results import StepKind, Work
from rag.dosing.rules import Amount, Basis, DoseRule, Per
from rag.dosing.units import Measure, larger, smaller

ONCE_A_DAY = Fraction(1)


def scaled(amount: Amount, rule: DoseRule, work: Work) -> Range:
    """The amount for this patient, raised to the printed minimum."""
    factor = factor_of(amount.per, work.patient)
    if factor is None:
        raise ValueError("the rule needs a value of the patient that is not known")
    found = Range(amount.low, amount.high).times(factor, factor)
    line = amount_in_words(amount)
    if amount.per is not Per.FIXED:
        line = f"{line}{multiplier_in_words(amount.per, work.patient)} = {found}{basis_in_words(amount.basis)}"
    work.step(StepKind.RULE if amount.per is Per.FIXED else StepKind.WORKING, line, amount.span)
    if rule.minimum is None or rule.minimum.basis is not amount.basis:
        return found
    least_factor = factor_of(rule.minimum.per, work.patient)
    if least_factor is None:
        raise ValueError("the rule needs a value of the patient that is not known")
    least = rule.minimum.high * least_factor
    raised = Range(None if found.low is None else larger(found.low, least), larger(found.high, least))
    state = "đã áp dụng" if raised != found else "không chạm"
    work.step(
        StepKind.LIMIT,
        f"Mức tối thiểu in trong sách: {least}{basis_in_words(amount.basis)}; {state}",
        rule.minimum.span,
    )
    return raised


def keep_to(found: Range, limits: Sequence[Limit], bases: tuple[Basis, ...], work: Work) -> Range:
    for limit in limits:
        if limit.basis in bases:
            capped = found.at_most(limit.measure)
            work.lower(limit, found, capped)
            found = capped
    return found


def rounded(
    dose: Range, rule: DoseRule, limits: Sequence[Limit], work: Work, *, fewest: Fraction = ONCE_A_DAY
) -> Range:
    """To the nearest printed step; down instead of up where up would pass a maximum.

    `fewest`: the smallest number of doses in a day, which a maximum for the day is shared by.
    """
    if rule.rounding is None:
        return dose
    ceiling: Measure | None = None
    for limit in limits:
        if limit.basis in (Basis.DOSE, Basis.SINGLE, Basis.DAY):
            most = limit.measure / fewest if limit.basis is Basis.DAY else limit.measure
            ceiling = most if ceiling is None else smaller(ceiling, most)
    low = None if dose.low is None else _nearest(dose.low, rule.rounding, ceiling)
    found = Range(low, _nearest(dose.high, rule.rounding, ceiling))
    if found != dose:
        work.step(StepKind.WORKING, f"Làm tròn tới mức {rule.rounding} gần nhất, không vượt giới hạn: {dose} → {found}")
    return found


def _nearest(amount: Measure, step: Measure, ceiling: Measure | None) -> Measure:
    multiples = amount.ratio(step)
    below = multiples.numerator // multiples.denominator
    nearest = below + 1 if multiples - below >= Fraction(1, 2) else below
    rounded = step * nearest
    if ceiling is not None and rounded.exceeds(ceiling):
        most = ceiling.ratio(step)
        rounded = step * (most.numerator // most.denominator)
    return rounded.to(amount.unit)
