"""Signs, digits and letters that no dose of the book is printed with."""

import pytest

from formulary.ingest.detectors import odd_signs
from formulary.models.defect_kinds import DefectKind
from tests.formulary.detectors.looks import looked_at, make_table, view


@pytest.mark.parametrize(
    "text",
    ["Uống 0‚5 mg", "Uống 0،5 mg", "Uống 0، 5 mg", "Uống 0˙5 mg", "Uống 0·5 mg", "250 ¬ 500 mg", "250 ÷ 500 mg", "250 _ 500 mg",
     "250 = 500 mg", "500 + 50 mg", "250 . 500 mg", "300 | 900 mg", "6 / 12 mg", "1 ; 2 lần", "cách 4 : 6 giờ", "0:6 mg", "2/5 mg", "0/1 mg",
     "1? mg", "2! giờ", "1° mg", "từ °5 kg", "5\u2044 mg"],
)  # fmt: skip
def test_a_sign_that_no_dose_is_printed_with_is_a_defect(text: str):
    assert odd_signs.odd_sign(view(text))


@pytest.mark.parametrize("text", ["Clcr >_ 30", "Clcr _< 30", "Clcr > = 30", "Clcr <= 30", "Clcr > < 30"])
def test_a_comparator_made_of_parts_is_a_defect(text: str):
    assert odd_signs.odd_sign(view(text))


@pytest.mark.parametrize("text", ["¹₂ viên", "¹ 2 viên", "¹ viên", "5¹ mg/kg", "5 mg¹/kg", "1¹ 2 viên", "20⁶ đvqt"])
def test_a_raised_digit_that_stands_where_a_number_would_is_a_defect(text: str):
    assert odd_signs.odd_sign(view(text))


@pytest.mark.parametrize("text", ["Uống １０ mg", "Uống ٥٠٠ mg", "Uống 5О mg", "Uống З0 mg", "Uống Ø mg", "Uống Ⅳ ống"])
def test_a_digit_or_letter_of_another_script_is_a_defect(text: str):
    assert odd_signs.odd_sign(view(text))


@pytest.mark.parametrize("text", ["nồng độ １０ mg", "nồng độ ٥٠٠", "nồng độ 5О"])
def test_a_foreign_digit_holds_in_every_section(text: str):
    block = looked_at(text, section="duoc_dong_hoc")[0]
    assert block.hold is not None
    assert block.hold.kind is DefectKind.ODD_SIGN


@pytest.mark.parametrize(
    "text",
    ["Uống 250 - 500 mg/lần, 2 lần/ngày.", "Clcr ≥ 30 ml/phút/1,73 m²: 5 mg", "bạch cầu dưới 2 × 10⁹/lít", "½ viên", "dung dịch 1 : 1000",
     "tỷ lệ 8:1", "Ngày 1: 5 mg", "500 mg/125 mg", "500/125 mg", "500 mg + 125 mg", "± 5 %", "25 °C", "10 µg", "S = 71,84", "1 mg = 100 đv",
     "interferon β-1a", "vitamin B₁₂", "(1) Giảm liều", "100 mg/m2", "1/2 viên", "1/4 liều"],
)  # fmt: skip
def test_a_sign_of_the_book_is_no_odd_sign(text: str):
    assert odd_signs.odd_sign(view(text)) is None


def test_the_rules_between_the_cells_of_a_table_are_no_odd_signs():
    assert odd_signs.odd_sign(view(make_table("| 5 | 10 |", "| 7 | 8 |"))) is None


@pytest.mark.parametrize("text", ["bạch cầu dưới 2 × 109/lít", "5 x 106 đvqt/ngày", "1,2.106 đvqt", "tiểu cầu 109/lít"])
def test_an_exponent_on_the_line_is_a_defect(text: str):
    assert odd_signs.lowered_power(view(text))


@pytest.mark.parametrize("text", ["2 x 100 mg", "2 × 10⁹/lít", "3 x 10 ml", "109 mg", "4 x 5 ml"])
def test_a_product_is_no_lowered_power(text: str):
    assert odd_signs.lowered_power(view(text)) is None
