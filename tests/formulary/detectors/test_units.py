"""Units that were lost, cut or misread, and ranges that run the wrong way."""

import pytest

from formulary.ingest.detectors import units
from tests.formulary.detectors.looks import make_table, view


@pytest.mark.parametrize(
    "text",
    [
        "Liều duy trì: 0,2 - 1,5",
        "Liều duy trì 0,2 – 1,5. Sau đó ngừng.",
        "liều (10 - 20) chia 2 lần",
        "giai đoạn III: Uống 0,625 - 2,5, phối hợp",
        "Liều đơn 300 mg/m2 - 5, tiêm",
        "tốc độ 3 - 5; tùy từng người",
    ],
)
def test_a_dose_range_without_unit_is_a_defect(text: str):
    assert units.range_without_unit(view(text))


@pytest.mark.parametrize(
    "text",
    [
        "Trẻ em 16 - 18 tuổi: 500 mg - 1 g.",
        "0,5 - 1 g/lần, 4 - 6 giờ một lần.",
        "Cho 25 - 75% liều (0 - 5%).",
        "Duy trì INR trong khoảng 2 - 3.",
        "INR đích là 2,5 (trong khoảng 2 - 3).",
        "Người bệnh Child-Pugh 7 - 9.",
        "Bệnh thận giai đoạn 2 - 4: Uống.",
        "Suy tim độ 2 - 3.",
        "pH 4,5 - 7.",
    ],
)
def test_a_range_with_a_unit_or_of_a_scale_is_none(text: str):
    assert units.range_without_unit(view(text)) is None


@pytest.mark.parametrize(
    "text",
    ["Liều duy trì 0,5.", "tối đa 4/ngày", "Liều khởi đầu là 250, ngày 2 lần", "uống 500 mỗi ngày", "không quá 3;", "Uống 500, chia 2 lần"],
)  # fmt: skip
def test_an_amount_of_nothing_is_a_defect(text: str):
    assert units.lost_unit(view(text))


@pytest.mark.parametrize(
    "text",
    ["tối đa 4 lần/ngày", "giảm liều 1/2", "không quá 5 liều/24 giờ", "Child-Pugh tối đa 9.", "uống 2 viên", "liều 20 mg.",
     "khởi đầu 2 nhát xịt", "duy trì INR 2,5.", "uống 1 lần/ngày, ngày 1", "Liều tối đa 4 g/ngày"],
)  # fmt: skip
def test_an_amount_of_something_is_none(text: str):
    assert units.lost_unit(view(text)) is None


@pytest.mark.parametrize(
    "text", ["Liều duy trì: 0,2 - 1,5 mg/", "Tối đa 40 mg/", "10 mg/kg/", "uống 5 micro- gam", "5 mg/. Sau đó"]
)
def test_a_cut_unit_is_a_defect(text: str):
    assert units.cut_unit(view(text))


@pytest.mark.parametrize("text", ["tối đa 600 mg/ ngày.", "40 mg/ngày", "và/", "60 mg/ kg/24 giờ", "mg iod/kg"])
def test_a_whole_unit_is_none(text: str):
    assert units.cut_unit(view(text)) is None


def test_a_cell_that_a_page_cut_inside_its_unit_is_a_defect():
    assert units.cut_unit(view(make_table("| Clcr | Liều |", "| < 10 ml/ | 250 mg |")))
    assert units.cut_unit(view(make_table("| Clcr | Liều |", "| < 10 ml/phút | 250 mg |"))) is None


@pytest.mark.parametrize(
    "text",
    [
        "5 mg/kg ngày",
        "5 mg/kg ngày 2 lần",
        "10 mg/kg giờ",
        "5 mg kg/ngày",
        "5 mg/kgngày",
        "80 mg lần, cách ngày",
        "7,5 mg/kg lần, 2 lần/ngày",
        "25 mg ngày.",
    ],
)
def test_a_rate_that_lost_its_slash_is_a_defect(text: str):
    assert units.lost_slash(view(text))


@pytest.mark.parametrize(
    "text",
    ["5 mg/kg/ngày", "5 mg/kg, ngày 2 lần", "5 mg/kg thể trọng, ngày 2 lần", "10 mg/kg ngày đầu, sau đó 5 mg/kg",
     "10 mg/kg ngày 1, rồi 5 mg/kg", "500 mg ngày 2 lần", "20 mg lần đầu", "5 mg ngày hôm sau", "250 mg ngày uống 2 lần", "5 mg/kg ngày 1 lần", "5 mg/kg ngày một lần", "mg/kg amoxicilin/ngày", "mg iod/kg thể trọng/phút"],
)  # fmt: skip
def test_a_rate_that_is_clear_is_none(text: str):
    assert units.lost_slash(view(text)) is None


@pytest.mark.parametrize("text", ["5 mg/kg/ngày/lần", "2 viên/lần/ngày", "5 mg/mg", "10 mg/kg/kg", "5 mg/giờ/ngày"])
def test_two_rates_in_one_unit_are_a_defect(text: str):
    assert units.ambiguous_rate(view(text))


@pytest.mark.parametrize(
    "text", ["5 mg/kg/ngày", "15 mg/kg/lần, 2 lần/ngày", "60 mg/kg/24 giờ", "0,1 ml/kg/giờ", "2 g/200 mg", "ml/phút/1,73 m²"]
)  # fmt: skip
def test_one_rate_is_none(text: str):
    assert units.ambiguous_rate(view(text)) is None


@pytest.mark.parametrize(
    "text", ["uống ngày 1 lấn", "5 rng/ngày", "10 mq", "5 m1", "5 mI", "20 kq", "cách 8 giở", "500 đvgt", "mỗi lấn 5 mg", "5 mg/ngảy"]
)  # fmt: skip
def test_a_misread_unit_is_a_defect(text: str):
    assert units.confused_unit(view(text))


@pytest.mark.parametrize(
    "text", ["ngày 1 lần", "5 mg", "5 ml", "xâm lấn", "8 giờ", "ung thư xâm lấn", "12 viên", "liếm"]
)
def test_a_well_read_unit_is_none(text: str):
    assert units.confused_unit(view(text)) is None


@pytest.mark.parametrize(
    "text", ["500 - 250 mg", "1 - 0,5 g/ngày", "Trẻ 12 - 6 tuổi", "20 – 10 kg", "5 000 - 1000 đvqt/ngày"]
)
def test_a_range_that_runs_down_is_a_defect(text: str):
    assert units.descending_range(view(text))


@pytest.mark.parametrize(
    "text",
    ["Clcr 60 - 30 ml/phút", "thanh thải creatinin 50 - 10 ml/phút", "250 - 500 mg", "giảm dần từ 40 - 5 mg", "1000 - 5 000 đvqt/ngày",
     "7,5 - 10 mg", "24 - 12 giờ", "0,1 -0,25 mg", "200 mg - 1 g", "năm 2018 - 2015"],
)  # fmt: skip
def test_a_range_that_may_run_so_is_none(text: str):
    assert units.descending_range(view(text)) is None
    assert units.unit_change(view(text)) is None


@pytest.mark.parametrize(
    "text", ["500 mg - 1 microgam", "2 g - 500 mg", "10 microgam - 500 mg", "3 tuổi - 6 tháng tuổi"]
)
def test_a_change_of_unit_that_turns_a_range_round_is_a_defect(text: str):
    assert units.unit_change(view(text))


@pytest.mark.parametrize(
    "text", ["500 mg - 1 g", "250 microgam - 1,5 mg", "Trẻ em 1 tháng - 18 tuổi", "6 tháng - 2 tuổi"]
)
def test_a_change_of_unit_that_goes_up_is_none(text: str):
    assert units.unit_change(view(text)) is None
