"""Numbers, units and bands of the printed book."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.doses import read_dose
from rag.quantities import Fit, age_bands, clearance_bands, gestation_bands, quantities, weight_bands


def keys(text):
    return [q.equal_to() for q in quantities(text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0,5 g", "500 mg"),
        ("2500 mg", "2 500 mg"),
        ("2.500 mg", "2 500 mg"),
        ("2,5 g", "2 500 mg"),
        ("250 mcg", "250 microgam"),
        ("250 µg", "0,25 mg"),
        ("1 000 000 IU", "1000000 đvqt"),
        ("60 mg/kg/24 giờ", "60 mg/kg/ngày"),
        ("60 mg/ kg/ngày", "60 mg/kg/ngày"),
        ("½ viên", "0,5 viên"),
    ],
)
def test_equal_values_are_equal_however_they_are_printed(one, other):
    assert keys(one)[0] & keys(other)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("15 mg", "15 mg/kg"),
        ("15 mg/kg", "15 mg/kg/ngày"),
        ("15 mg/kg/lần", "15 mg/kg/ngày"),
        ("15 mg", "15 microgam"),
        ("15 mg", "150 mg"),
        ("1 đvqt", "1 mg"),
        ("1 mEq", "1 mmol"),
        ("4 giờ", "4 ngày"),
        ("1,5 mg", "15 mg"),
        ("5 ml", "5 mg"),
    ],
)
def test_different_values_are_never_equal(one, other):
    assert not keys(one)[0] & keys(other)[0]


def test_the_first_number_of_a_range_takes_the_unit_of_the_second():
    first, second = quantities("30 - 60 mg/kg")
    assert (first.unit, first.per) == (second.unit, second.per) == ("mg", ("kg",))


def test_a_first_bound_with_a_unit_of_its_own_keeps_it():
    first, second = quantities("Từ 100 mg đến 150 mg/kg/ngày")
    assert first.per == ()
    assert second.per == ("kg", "ngày")


def test_a_substance_between_the_denominators_does_not_hide_the_second():
    (dose, *_) = quantities("45 mg/kg amoxicilin/ngày, chia 2 lần")
    assert dose.per == ("kg", "ngày")


@given(st.integers(1, 9_999_999))
def test_blanks_between_thousands_change_no_value(number):
    grouped = f"{number:,}".replace(",", " ")
    assert keys(f"{grouped} mg") == keys(f"{number} mg")


@given(st.decimals(min_value=Decimal("0.001"), max_value=Decimal(9999), places=3))
def test_a_gram_is_a_thousand_milligrams_exactly(value):
    grams = format(value, "f").replace(".", ",")
    milligrams = format(value * 1000, "f").replace(".", ",")
    # A comma is always decimal, so nothing here is ambiguous.
    assert keys(f"{grams} g")[0] & keys(f"{milligrams} mg")[0]


def ages(text):
    return [(b.low, b.high, b.low_closed, b.high_closed) for b in age_bands(text)]


@pytest.mark.parametrize(
    ("printed", "bands"),
    [
        ("Trẻ em 3 - 6 tháng tuổi: 60 mg", [(3, 6, True, True)]),
        ("Trẻ em 6 tháng - 2 tuổi: 120 mg", [(6, 24, True, True)]),
        ("Trẻ 1 - 3 tháng: 5 mg/kg", [(1, 3, True, True)]),
        ("Trẻ trên 3 tháng tuổi đến 12 tuổi", [(3, 144, False, True)]),
        ("Trẻ em từ ba tháng đến 12 tuổi", [(3, 144, True, True)]),
        ("trẻ em dưới 12 tuổi", [(None, 144, True, False)]),
        ("trẻ em từ 12 tuổi trở lên", [(144, None, True, True)]),
        ("trẻ em từ 10 tuổi trở xuống", [(None, 120, True, True)]),
        ("< 16 tuổi", [(None, 192, True, False)]),
        ("trẻ 1 tháng đến dưới 12 tuổi", [(1, 144, True, False)]),
        ("điều trị trong 3 - 6 tháng", []),
        ("dùng từ 1 - 4 tuần", []),
        ("cách 4 - 6 giờ", []),
        ("từ tháng thứ 4 của thai kỳ", []),
    ],
)
def test_printed_age_bands(printed, bands):
    assert ages(printed) == bands


def test_gestational_weeks_are_not_an_age():
    text = "Sơ sinh 28 - 32 tuần chỉnh theo tuổi thai: 20 mg/kg"
    assert ages(text) == []
    assert [(b.low, b.high) for b in gestation_bands(text)] == [(28, 32)]


@pytest.mark.parametrize(
    ("printed", "bands"),
    [
        ("Trẻ em cân nặng 10 - 50 kg", [(10, 50)]),
        ("cân nặng ≥ 14 kg - 21 kg", [(14, 21)]),
        ("dưới 40 kg", [(None, 40)]),
        ("từ 30 kg trở lên", [(30, None)]),
        ("từ 30 kg trở xuống", [(None, 30)]),
        ("cân nặng đến 35 kg", [(None, 35)]),
        ("15 mg/kg/lần", []),
        ("2 - 10 mg/70 kg thể trọng", []),
    ],
)
def test_printed_weight_bands(printed, bands):
    assert [(b.low, b.high) for b in weight_bands(printed)] == bands


@pytest.mark.parametrize(
    ("printed", "bands"),
    [
        ("Clcr ≤ 30 ml/phút, giảm liều", [(None, 30)]),
        ("Clcr 10 - 50 ml/phút", [(10, 50)]),
        ("Clcr 60 - 30", [(30, 60)]),
        ("Clcr< 50 ml/phút", [(None, 50)]),
        ("độ thanh thải creatinin từ 30 - 60 ml/phút", [(30, 60)]),
        ("250 - 500 mg, cách 12 giờ/lần", []),
        ("cách nhau 8 giờ/lần", []),
    ],
)
def test_printed_clearance_bands(printed, bands):
    assert [(b.low, b.high) for b in clearance_bands(printed)] == bands


def test_an_open_end_is_an_edge_not_an_inside():
    (band,) = weight_bands("Trên 50 kg")
    assert band.fit(Decimal(50)) is Fit.EDGE
    assert band.fit(Decimal("50.1")) is Fit.INSIDE
    assert band.fit(Decimal("49.9")) is Fit.OUTSIDE


@given(st.integers(0, 240), st.integers(0, 20), st.integers(1, 20))
def test_a_band_holds_exactly_what_lies_between_its_ends(months, low, width):
    (band,) = age_bands(f"Trẻ em {low} - {low + width} tuổi")
    inside = low * 12 <= months <= (low + width) * 12
    assert (band.fit(Decimal(months)) is Fit.INSIDE) is inside


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("Trẻ sơ sinh thiếu tháng: 100 mg/kg/ngày", None, 37),
        ("Trẻ đẻ non", None, 37),
        ("Trẻ sơ sinh đủ tháng, dưới 8 ngày tuổi", 37, None),
    ],
)
def test_term_words_of_a_newborn_mean_weeks_of_gestation(text, low, high):
    (band,) = gestation_bands(text)
    assert (band.low, band.high) == (low, high)


@pytest.mark.parametrize(
    "text",
    [
        "Trẻ sơ sinh thiếu tháng và trẻ sơ sinh đủ tháng: 10 mg/kg",
        "Tránh dùng gần ngày đủ tháng",
        "Dọa đẻ non",
        "Trẻ em: 10 mg/kg",
    ],
)
def test_both_terms_or_a_mothers_are_no_band(text):
    assert gestation_bands(text) == ()


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("Ống 5 mg/5 ml (dành cho sản khoa): chỉ để truyền tĩnh mạch, pha trong 500 ml dung dịch glucose", False),
        ("Ống 0,5 mg/ml: không pha loãng khi tiêm dưới da", False),
        ("Viên 500 mg: 1 viên/lần, ngày 3 lần", True),
        ("Dung dịch uống 5 mg/5 ml: trẻ em 5 ml/lần", True),
        ("Truyền 20 mg trong 100 ml dung dịch glucose 5%", True),
    ],
)
def test_a_strength_or_a_diluent_alone_states_no_dose(text, states):
    assert read_dose(text).states is states
