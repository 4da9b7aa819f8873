"""Amounts are the same only with everything that belongs to them."""

import pytest

from rag.gate.amount_reading import amounts
from rag.gate.amounts import Measures
from rag.gate.spelling import one_spelling


def read(text):
    return amounts(one_spelling(text))


def same(one, other):
    first, second = read(one), read(other)
    return len(first) == len(second) and all(a.same_as(b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0,5 g", "500 mg"),
        ("2500 mg", "2 500 mg"),
        ("250 mcg", "250 microgam"),
        ("250 µg", "0,25 mg"),
        ("500 mg/lần", "500 mg mỗi lần"),
        ("500 mg/lần", "mỗi lần 500 mg"),
        ("500 mg/lần", "mỗi lần uống 500 mg"),
        ("4 g/24 giờ", "4 g mỗi ngày"),
        ("tối đa 4 g/ngày", "tối đa mỗi ngày 4 g"),
        ("tối đa 4 g/ngày", "không vượt quá 4 g/ngày"),
        ("tối đa 4 g/ngày", "≤ 4 g/ngày"),
        ("ít nhất 5 phút", "tối thiểu 5 phút"),
        ("2 lần/ngày", "ngày 2 lần"),
        ("2 lần/ngày", "mỗi ngày hai lần"),
        ("2 lần/ngày", "2 lần một ngày"),
        ("cách 6 giờ/lần", "mỗi 6 giờ"),
        ("cách 6 giờ/lần", "6 giờ một lần"),
        ("trên 12 tuổi", "> 12 tuổi"),
        ("từ 12 tuổi trở lên", "≥ 12 tuổi"),
        ("6 - 12 tuổi", "từ 6 đến 12 tuổi"),
        ("15 mg/kg", "15 mg/kg cân nặng"),
        ("15 mg/kg", "15 mg cho mỗi kg"),
    ],
)
def test_other_spelling_of_one_amount(one, other):
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("15 mg", "15 mg/kg"),
        ("15 mg/kg", "15 mg/m2"),
        ("500 mg/lần", "500 mg/ngày"),
        ("500 mg/lần", "500 mg"),
        ("500 mg", "500 microgam"),
        ("tối đa 4 g/ngày", "4 g/ngày"),
        ("tối đa 4 g/ngày", "tối thiểu 4 g/ngày"),
        ("dưới 12 tuổi", "trên 12 tuổi"),
        ("dưới 12 tuổi", "12 tuổi"),
        ("trên 12 tuổi", "từ 12 tuổi trở lên"),
        ("cách 12 giờ/lần", "2 lần/ngày"),
        ("cách 6 giờ", "trong 6 giờ"),
        ("cách 6 giờ/lần", "trong 6 giờ/lần"),
        ("4 - 6 giờ", "6 - 4 giờ"),
        ("4 - 6 giờ", "4 giờ"),
        ("4 - 6 giờ", "4 - 8 giờ"),
        ("từ 2 đến dưới 6 tuổi", "từ 2 đến 6 tuổi"),
        ("3 tháng", "3 tháng tuổi"),
        ("không vượt quá 1 tháng một lần", "vượt quá 1 tháng một lần"),
        ("2,5 mg", "2.500 mg"),  # many people read 2 500
        ("100 đvqt", "100 đơn vị"),
        ("10 ml", "10 mg"),
        ("500 mg/125 mg", "125 mg/500 mg"),
        ("gấp 3 lần", "3 lần"),
    ],
)
def test_what_only_looks_like_one_amount(one, other):
    assert not same(one, other)


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("trên 12 tuổi", Measures.AGE),
        ("3 - 6 tháng tuổi", Measures.AGE),
        ("cân nặng dưới 40 kg", Measures.WEIGHT),
        ("Clcr 10 - 30 ml/phút", Measures.CLEARANCE),
        ("Clcr 10 - 30", Measures.CLEARANCE),
        ("truyền 5 ml/phút", Measures.DOSE),
        ("15 mg/kg", Measures.DOSE),
        ("trong 6 tháng", Measures.DOSE),
    ],
)
def test_what_an_amount_is_of(text, measures):
    assert [a.measures for a in read(text)] == [measures]


def test_both_ends_of_a_range_of_ages_are_ages():
    (band,) = read("trẻ em 6 tháng tuổi - 2 tuổi")
    assert {unit for key, _ in band.ends for _, unit, _ in key} == {"tháng tuổi", "tuổi"}


def test_digits_inside_a_name_are_no_amounts():
    assert read("ức chế CYP3A4, thụ thể H2, vitamin B12") == ()


def test_no_number_is_read_twice():
    assert len(read("6 giờ một lần, mỗi lần 500 mg, ngày 4 lần")) == 3
