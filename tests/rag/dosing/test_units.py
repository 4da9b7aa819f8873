"""Exact amounts: what converts, what never does, and how numbers are shown."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.dosing.units import (
    Measure,
    Unit,
    UnitMismatch,
    as_text,
    converts,
    is_shown_exactly,
    larger,
    rounded,
    shown,
    smaller,
)

MASSES = [Unit.G, Unit.MG, Unit.MICROGAM, Unit.NANOGAM, Unit.PICOGAM]
OTHERS = [u for u in Unit if u not in MASSES]
amounts = st.decimals(min_value="0.000001", max_value="1000000", places=6)


@pytest.mark.parametrize(
    ("amount", "unit", "to", "expected"),
    [
        ("0.5", Unit.G, Unit.MG, "500"),
        ("250", Unit.MICROGAM, Unit.MG, "0.25"),
        ("1.5", Unit.MG, Unit.MICROGAM, "1500"),
        ("40", Unit.NANOGAM, Unit.MICROGAM, "0.04"),
        ("62.5", Unit.MICROGAM, Unit.NANOGAM, "62500"),
        ("1", Unit.G, Unit.PICOGAM, "1000000000000"),
    ],
)
def test_masses_convert_exactly(amount, unit, to, expected):
    assert Measure.of(amount, unit).to(to) == Measure.of(expected, to)


@pytest.mark.parametrize("one", OTHERS)
@pytest.mark.parametrize("other", list(Unit))
def test_what_is_no_mass_converts_into_nothing_else(one, other):
    assert converts(one, other) is (one is other)


def test_units_of_insulin_are_no_international_units():
    with pytest.raises(UnitMismatch):
        Measure.of(24, Unit.UNITS).to(Unit.DVQT)


@given(amounts, st.sampled_from(MASSES), st.sampled_from(MASSES))
def test_there_and_back_again_is_the_same_amount(amount, unit, through):
    start = Measure.of(amount, unit)
    assert start.to(through).to(unit) == start


@given(amounts, amounts, st.sampled_from(MASSES), st.sampled_from(MASSES))
def test_the_smaller_and_the_larger_are_the_two_amounts(a, b, one, other):
    first, second = Measure.of(a, one), Measure.of(b, other)
    small, large = smaller(first, second), larger(first, second)
    assert not small.exceeds(large)
    assert {small.to(Unit.MG).value, large.to(Unit.MG).value} == {first.to(Unit.MG).value, second.to(Unit.MG).value}


def test_a_float_is_no_amount():
    with pytest.raises(TypeError):
        Measure.of(0.1, Unit.MG)


def test_an_amount_is_never_negative():
    with pytest.raises(ValueError, match="negative"):
        Measure.of(-1, Unit.MG)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(240), "240"),
        (Fraction(1500), "1 500"),
        (Fraction(1_500_000), "1 500 000"),
        (Fraction(5, 2), "2,5"),
        (Fraction(1, 8), "0,125"),
        (Fraction(100, 3), "≈ 33,33"),
        (Fraction(200, 3), "≈ 66,66"),
        (Fraction(1, 3), "≈ 0,3333"),
        (Fraction(0), "0"),
        (Fraction(99999, 100000), "≈ 0,9999"),
        (Fraction(100001, 100000), "≈ 1"),
        (Fraction(125, 1_000_000), "0,000125"),  # 0,125 mg in g: not "≈ 0,0001"
        (Fraction(1, 30_000), "≈ 0,0000333"),
        (Fraction(3 * 10**30, 7), "≈ 428 571 428 571 428 571 428 571 428 571,42"),
    ],
)
def test_numbers_are_shown_as_the_book_prints_them(value, text):
    assert shown(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(50), "50"),
        (Fraction(50, 3), "≈ 16,67"),
        (Fraction(200, 3), "≈ 66,67"),
        (Fraction(100, 3), "≈ 33,33"),
        (Fraction(150 * 10, 884), "≈ 1,7"),
        (Fraction(34378, 1000), "≈ 34,38"),
        (Fraction(2005, 1000), "≈ 2,01"),
        (Fraction(0), "0"),
    ],
)
def test_a_percentage_or_a_laboratory_value_is_rounded_half_up(value, text):
    assert rounded(value) == text


@given(st.fractions(min_value=0, max_value=10**7) | st.fractions(min_value=10**27, max_value=10**40))
def test_what_is_shown_never_passes_the_value(value):
    text = shown(value).removeprefix("≈ ").replace(" ", "").replace(",", ".")
    assert Fraction(Decimal(text)) <= value
    assert (Fraction(Decimal(text)) == value) is is_shown_exactly(value)


@given(st.fractions(min_value=0, max_value=10**6))
def test_machines_read_back_the_exact_value(value):
    assert Fraction(as_text(value)) == value
