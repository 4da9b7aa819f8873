"""What holds for every rule and every patient."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.dosing.calculating import calculate
from rag.dosing.patients import Patient
from rag.dosing.results import StepKind
from rag.dosing.rules import Amount, Basis, CountCap, DoseRule, Interval, Per, Span, Times
from rag.dosing.units import Measure, Unit
from rag.dosing.working import Worked, work_out
from rag.frames import Population
from rag.quantities import Band

NOWHERE = Span(0, 1)
numbers = st.decimals(min_value="0.01", max_value="500", places=2)
weights = st.decimals(min_value="2", max_value="90", places=1)


@st.composite
def stated(draw, *, bases, pers=(Per.KG, Per.FIXED)):
    low, high = sorted((draw(numbers), draw(numbers)))
    unit = draw(st.sampled_from([Unit.MG, Unit.MICROGAM, Unit.G]))
    per, basis = draw(st.sampled_from(pers)), draw(st.sampled_from(bases))
    return Amount(Measure.of(low, unit), Measure.of(high, unit), per, basis, NOWHERE)


@st.composite
def rules(draw):
    amount = draw(stated(bases=[Basis.DOSE, Basis.DAY]))
    few, many = sorted((draw(st.integers(1, 8)), draw(st.integers(1, 8))))
    times = Times(Fraction(few), Fraction(many), Basis.DAY, NOWHERE, divides=amount.basis is Basis.DAY)
    hours = sorted((draw(st.integers(2, 24)), draw(st.integers(2, 24))))
    interval = Interval(Fraction(hours[0]), Fraction(hours[1]), NOWHERE)
    by_times = draw(st.booleans())
    caps = draw(st.lists(stated(bases=[Basis.DOSE, Basis.DAY]), max_size=3))
    return DoseRule(
        monograph="x",
        section="lieu_luong_va_cach_dung",
        text_sha256="0" * 64,
        span=Span(0, 10),
        quote="",
        amount=amount,
        caps=tuple(replace(cap, low=None) for cap in caps),
        count_cap=draw(st.none() | st.builds(CountCap, st.integers(1, 8), st.just(NOWHERE))),
        times=times if by_times else None,
        interval=None if by_times else interval,
        as_needed=draw(st.booleans()),
    )


def person(kg) -> Patient:
    return Patient(weight_kg=kg, age_months=Decimal(60))


@given(rules(), weights)
@settings(max_examples=400)
def test_no_result_passes_a_printed_maximum(rule, kg):
    found = calculate(rule, person(kg))
    for cap in rule.caps:
        limit = cap.high * (Fraction(kg) if cap.per is Per.KG else 1)
        result = found.per_dose if cap.basis is Basis.DOSE else found.per_day
        assert result is None or not result.high.exceeds(limit)
        if cap.basis is Basis.DAY and found.per_dose is not None and found.counts is not None:
            assert not (found.per_dose.high * (found.counts.low or 1)).exceeds(limit)
    if rule.count_cap is not None and found.counts is not None:
        assert found.counts.high <= rule.count_cap.doses


@given(rules(), weights, weights)
@settings(max_examples=300)
def test_a_heavier_patient_never_gets_less(rule, one, other):
    light, heavy = sorted((one, other))
    less, more = calculate(rule, person(light)), calculate(rule, person(heavy))
    for a, b in ((less.per_dose, more.per_dose), (less.per_day, more.per_day)):
        assert (a is None) == (b is None)
        if a is not None and b is not None:
            assert not a.high.exceeds(b.high)
            assert (a.low is None) == (b.low is None)
            assert a.low is None or b.low is None or not a.low.exceeds(b.low)


@given(rules(), weights)
@settings(max_examples=200)
def test_a_range_stays_a_range_in_order(rule, kg):
    found = calculate(rule, person(kg))
    for result in (found.per_dose, found.per_day):
        assert result is None or result.low is None or not result.low.exceeds(result.high)


@given(rules(), weights)
@settings(max_examples=200)
def test_every_printed_maximum_is_named_in_a_line(rule, kg):
    found = calculate(rule, person(kg))
    limits = [step for step in found.steps if step.kind is StepKind.LIMIT]
    expected = len(rule.caps) + (rule.count_cap is not None and found.counts is not None)
    assert len(limits) >= (expected if found.counts is not None or rule.amount.basis is Basis.DAY else len(rule.caps))


@given(st.permutations(list(range(4))), weights)
@settings(max_examples=60)
def test_the_order_of_the_rules_makes_no_difference(order, kg):
    bands = [Band(Decimal(12 * i), Decimal(12 * i + 48)) for i in range(4)]
    amount = Amount(Measure.of(10, Unit.MG), Measure.of(15, Unit.MG), Per.KG, Basis.DOSE, NOWHERE)
    shelf = [
        DoseRule("x", "s", f"{i}" * 64, Span(i, 10 + i), "", amount, age=band, populations=(Population.CHILD,))
        for i, band in enumerate(bands)
    ]
    assert work_out([shelf[i] for i in order], person(kg)) == work_out(shelf, person(kg))


@given(weights, st.sampled_from([Unit.MG, Unit.MICROGAM, Unit.G]))
@settings(max_examples=60)
def test_the_same_rule_in_another_unit_gives_the_same_dose(kg, unit):
    milligrams = Amount(Measure.of(10, Unit.MG), Measure.of(15, Unit.MG), Per.KG, Basis.DOSE, NOWHERE)
    same = replace(milligrams, low=milligrams.low.to(unit), high=milligrams.high.to(unit))
    one, other = (DoseRule("x", "s", "0" * 64, Span(0, 9), "", amount) for amount in (milligrams, same))
    a, b = calculate(one, person(kg)).per_dose, calculate(other, person(kg)).per_dose
    assert a is not None
    assert b is not None
    assert a.high == b.high.to(Unit.MG)


@pytest.mark.parametrize("kg", ["0", "-3"])
def test_a_weight_that_cannot_be_is_asked_about(kg):
    amount = Amount(Measure.of(10, Unit.MG), Measure.of(10, Unit.MG), Per.KG, Basis.DOSE, NOWHERE)
    found = work_out([DoseRule("x", "s", "0" * 64, Span(0, 9), "", amount)], person(Decimal(kg)))
    assert not isinstance(found, Worked)
