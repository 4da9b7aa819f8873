"""Digits that were split, joined, lost or taken for letters; and the numbers of the book that only look so."""

import pytest

from formulary.ingest.detectors import numbers
from tests.formulary.detectors.looks import make_block, make_table, view

INNOCENT = [
    "2 500 mg", "1 500 000 đvqt", "1000 - 5 000 đvqt/ngày", "vitamin B12 5 mg", "325/370 10 ml", "75 - 200 mg/m 2/ngày",
    "1/200 000", "1 : 1000", "HLA-B*1502", "5-FU", "CYP3A4 và CYP2D6", "1/100 > ADR > 1/1 000", "1/1 000 < ADR < 1/100",
    "pH 5 - 7", "INR 2 - 3", "0,1 -0,25 mg", "0,50 - 0,60 mg", "10 000 đvqt/ml", "dưới 100 000/mm3", "H2O2 3%", "2 - 8 oC",
    "Trẻ em từ một tháng đến 12 tuổi: 10 mg", "trẻ trên một tháng tuổi", "dưới tuổi dậy thì", "chia 3 - 4 lần", "1 l dung dịch",
    "mmol/l mỗi ngày", "uống 1, 2 hoặc 3 viên", "500 mg/125 mg", "giảm liều 1/2", "liều tính theo mg/kg", "Clcr< 50 ml/phút",
    "12,5 mg/lần x 3 lần/ngày", "chạy thận nhân tạo độ I", "25(OH)D 16 - 30 nanogam/ml", "ba liều, mỗi liều 10 mg", "tối đa 4 g/ngày",
    "cách 12 giờ/lần", "cách ngày", "mỗi giờ", "cho 17 liều nữa, mỗi liều 70 mg/kg", "16,66 mg colistin", "5 mg/1 ml",
    "uống ngày đầu", "trong giờ đầu", "từ tuần thứ 2", "trong tuần 1", "kể từ ngày sản xuất", "trong tuần hoàn", "cách ngày một lần",
    "2 lần trong ngày", "sau ngày đầu", "trên tuổi dậy thì", "01 viên", "sau tháng thứ ba", "ngày uống 1 lần", "S = 71,84", "6 MV", "0,9%", "20 000 đvqt", "trong 4 000 giờ", "60 000đvqt", "6giờ",
]  # fmt: skip
DETECTORS = (
    numbers.split_number, numbers.malformed_number, numbers.confused_digit, numbers.lost_number, numbers.lost_dash,
    numbers.tilde_in_number, numbers.ambiguous_thousands, numbers.orphan_numbers,
)  # fmt: skip


@pytest.mark.parametrize("text", INNOCENT)
def test_a_number_of_the_book_is_no_defect(text: str):
    assert [d.__name__ for d in DETECTORS if d(view(f"Dùng {text}."))] == []


@pytest.mark.parametrize(
    "text",
    ["uống 2 0 mg", "1 50 mg/ngày", "12 5,5 mg", "10 00 đvqt", "1 2345 mg", "25 00 000 đvqt", "cách 1 2 giờ", "Trẻ 1 8 tuổi",
     "0, 5 mg", "0 ,5 mg", "12 ,5 g", "2 0 - 40 mg", "pH lớn hơn 5 5 khi cần", "4\u200a0 mg"],
)  # fmt: skip
def test_a_number_with_a_stray_blank_is_a_defect(text: str):
    assert numbers.split_number(view(text))


@pytest.mark.parametrize(
    "text",
    [
        "0,,5 mg",
        "1,5,5 mg",
        "2.5,5 mg",
        "05 mg",
        "liều 025 mg/kg",
        "0..5 mg",
        "2;5 mg",
        "0'5 mg",
        "natri clorid 09%",
        "trước khi mổ 05 - 2 giờ",
    ],
)
def test_a_number_that_nobody_writes_is_a_defect(text: str):
    assert numbers.malformed_number(view(text))


@pytest.mark.parametrize(
    "text",
    ["Người lớn: l liều ban đầu: 0,8 - 2,4 mg", "O,5 g", "l,5 mg", "1O mg", "1OO mg/ngày", "5O ml", "10I mg", "l0 mg", "lO mg",
     "uống I viên", "l lần/ngày", "1l0 mg", "2,O5 mg", "5S mg", "S0 mg", "|,5 mg", "uống l viên"],
)  # fmt: skip
def test_a_letter_in_the_place_of_a_digit_is_a_defect(text: str):
    assert numbers.confused_digit(view(text))


@pytest.mark.parametrize(
    "text",
    [
        "Trẻ trên tháng tuổi: 20 - 40 mg/kg/ngày",
        "trẻ từ tuần tuổi",
        "Trẻ em dưới tuổi: 5 mg.",
        "tối đa mg/ngày",
        "liều g chia 2 lần",
        "Uống mg mỗi ngày",
        "cách giờ/lần",
        "cách nhau giờ một lần",
        "ngày lần.",
        "chia lần",
        "Clcr < ml/phút",
        "Trẻ ≥ tuổi",
        "khi Clcr <",
        "10 - mg",
        "từ - 20 mg",
        "uống ,5 mg",
        "0, mg",
        "chia làm 3 lần trong giờ; sau đó",
        "nhắc lại liều sau phút.",
        "1 lần/ngày, trong ngày.",
        "tối đa lần/24 giờ",
        "đã quá tuần không dùng",
        "trẻ em từ tuổi trở lên",
        "cách ngày/lần",
        "Trẻ em trên tuổi bị sốt",
        "theo dõi trong giờ sau khi uống",
    ],
)
def test_a_place_whose_number_is_gone_is_a_defect(text: str):
    assert numbers.lost_number(view(text))


def test_the_units_in_the_header_of_a_table_are_no_lost_numbers():
    assert numbers.lost_number(view(make_table("| Liều mg | < ml |", "| 5 | 10 |"))) is None


@pytest.mark.parametrize(
    "text", ["250 500 mg", "100 200 mg/ngày", "500 750 mg", "100 250 ml", "2,4 3,6 g/ngày", "0,05 0,1 mg"]
)
def test_two_amounts_without_a_dash_are_a_defect(text: str):
    assert numbers.lost_dash(view(text))


def test_a_tilde_between_digits_is_a_defect():
    assert numbers.tilde_in_number(view("Ít gặp, 1/1~000 < ADR < 1/100"))


@pytest.mark.parametrize("text", ["2.500 mg", "1.000.000 đvqt", "1,000 mg", "12.500 mg"])
def test_a_point_before_three_digits_has_two_readings(text: str):
    assert numbers.ambiguous_thousands(view(text))


@pytest.mark.parametrize("text", ["0.125 mg", "2,5 mg", "1,73 m²", "0,125 mg", "9.5 mg/dl"])
def test_a_decimal_has_one_reading(text: str):
    assert numbers.ambiguous_thousands(view(text)) is None


def test_a_decimal_point_holds_where_doses_stand():
    assert numbers.decimal_point(view("Uống 0.5 mg"))
    assert numbers.decimal_point(view("Uống 0,5 mg")) is None


def test_a_point_beside_a_comma_in_one_block_is_worth_a_note():
    assert numbers.mixed_decimal_signs(view("calci huyết thanh < 9.5 mg/dl; uống 0,25 microgam/ngày"))
    assert numbers.mixed_decimal_signs(view("0.2 - 1 mg")) is None
    assert numbers.mixed_decimal_signs(view("0,2 - 1,5 mg")) is None


@pytest.mark.parametrize("text", ["250 500 750", "250", "0,5 - 1", "10; 20; 30"])
def test_a_line_of_numbers_alone_is_a_defect(text: str):
    assert numbers.orphan_numbers(view(text))
    assert numbers.orphan_numbers(view(make_block(f"{text} mg"))) is None
