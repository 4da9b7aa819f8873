"""What may stand beside a number of a dose, and numbers that nobody doses by."""

import pytest

from formulary.ingest.detectors import dosing_grammar, numbers, plausible, units
from rag.passages import DOSING
from tests.formulary.detectors.looks import kinds, looked_at, make_block, view


@pytest.mark.parametrize(
    "text",
    ["Trẻ em trên l8 tuổi", "trong I0 ngày", "trong lO ngày", "6 -I2 tuổi", "Trẻ em b tuổi", "Trẻ em S tuổi", "Trẻ em 1B tuổi", "Trẻ em 4O kg",
     "Uống z mg", "Uống D0 mg", "cách D2 giờ", "tối đa A00 mg", "G lần/ngày", "2G giờ", "cách 1g giờ", "b,5 mg/kg", "trẻ em g tháng"],
)  # fmt: skip
def test_a_letter_in_the_place_of_a_number_holds_the_dose(text: str):
    assert dosing_grammar.unknown_token(view(text)) or numbers.confused_digit(view(text))
    assert looked_at(f"{text}: dùng thuốc.")[0].hold is not None


@pytest.mark.parametrize(
    "text",
    ["500 m g/lần", "10 mg/k g/lần", "10 mg/lkg/lần", "10 ug/kg", "10 meg/kg", "10 pg/kg", "5000 Ul/ngày", "5000 lU/ngày", "5 mg1/kg", "10 m1",
     "10 rnl", "10 Mg", "10 mierogam", "10 rnicrogam", "5 micrograrn", "5 đvqL", "1 lần/ngay", "cách 8 giờ/lân", "12 luổi", "5 lấn", "3 ngảy",
     "0,7 đơn vị/mi"],
)  # fmt: skip
def test_a_unit_that_nobody_listed_holds_the_dose(text: str):
    assert dosing_grammar.unknown_token(view(text)) or units.confused_unit(view(text))
    assert looked_at(f"Dùng {text}.")[0].hold is not None


@pytest.mark.parametrize(
    "text",
    ["Uống 500 mg/lần, 2 - 3 lần/ngày, trong 7 ngày.", "Vitamin B12 5 mg, vitamin B1 mỗi ngày", "vitamin D3 400 đv", "HbA1c 7 %", "CYP3A4", "CYP2A6, 2B6 và 2C9", "60mg",
     "6giờ", "5ml", "100 mg/m2 mỗi tuần", "25 mg/m² da", "10 mg/24 giờ", "40 mg/khớp", "20 mg/lần hoặc 5 mg/kg", "digoxin 2 ng/ml",
     "interferon alfa 2a", "nhóm 1A", "interferon beta-1b", "giai đoạn 2 lan tỏa", "trong 2 tháng", "5 đến 7 ngày", "4 triệu đvqt", "liều 1 và 2",
     "100 mm3", "120 mmHg", "2 mũi", "0,5 ml adrenalin 1 : 1000", "chia làm 3 lần", "24h", "3 chu kỳ", "2 IU"],
)  # fmt: skip
def test_words_and_units_of_the_book_may_stand_beside_a_number(text: str):
    assert dosing_grammar.unknown_token(view(text)) is None


def test_a_place_that_the_lists_of_misread_units_tell_is_told_once():
    assert dosing_grammar.unknown_token(view("Dùng 5 rng, ngày 1 lấn")) is None
    assert dosing_grammar.unknown_token(view("Dùng 5 rng, ngày 1 lấn, 5 ug"))


def test_the_grammar_is_that_of_doses_alone():
    assert "unknown_token" not in {kind.value for kind in kinds("gen 5 ug", "duoc_ly")}
    assert "unknown_token" in {kind.value for kind in kinds("gen 5 ug", DOSING)}
    assert "unknown_token" in {kind.value for kind in kinds("gen 5 ug", "qua_lieu_va_xu_tri")}


@pytest.mark.parametrize("text", ["tối đa là g/ngày", "tăng dần đến mg/ngày", "liều khởi đầu là mg"])
def test_a_unit_behind_a_verb_has_lost_its_number(text: str):
    assert numbers.lost_number(view(text))


def test_a_limit_whose_number_came_behind_its_unit_has_lost_the_unit():
    assert units.lost_unit(view("Uống 500 mg/lần; liều tối đa mỗi ngày 4."))


@pytest.mark.parametrize(
    "text",
    ["chia 34 lần", "chia làm 34 lần", "35 lần/ngày", "Trẻ em 612 tuổi", "cách 46 giờ/lần", "cách 79 giờ", "cân nặng 1015 kg", "500 g/lần",
     "30 g/kg", "11/2 viên", "31/2 ống"],
)  # fmt: skip
def test_a_number_that_nobody_doses_by_is_a_defect(text: str):
    assert plausible.improbable_number(view(text))


@pytest.mark.parametrize(
    "text",
    ["chia làm 6 lần", "6 lần/ngày", "18 tuổi", "cách 8 giờ/lần", "cách 15 giờ", "cách 48 giờ", "cách 36 giờ", "cách 72 giờ", "100 kg", "75 g/lần",
     "1 g/kg", "1/2 viên", "2 viên/lần", "500 mg/lần"],
)  # fmt: skip
def test_a_number_of_a_regimen_is_no_defect(text: str):
    assert plausible.improbable_number(view(text)) is None


@pytest.mark.parametrize(
    "heading", ["Trẻ em trên l8 tuổi", "Trẻ em S tuổi", "Trẻ em 612 tuổi", "Clcr >_ 30 ml/phút", "Trẻ em dưởi 2 tuổi"]
)
def test_a_damaged_sub_heading_holds_what_stands_below_it(heading: str):
    assert looked_at(make_block("Uống 5 mg/lần.", headings=(heading,)))[0].hold is not None
    assert looked_at(make_block("Uống 5 mg/lần.", headings=("Trẻ em trên 12 tuổi",)))[0].hold is None
