"""Numbers and signs that are made of parts are in doubt, since only a part of them is read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.formulary.pdf.sheets import LEADING, Sheet, in_doubt, read_sheet, texts

Y = 200.0
ABOVE, BELOW = "Uống thuốc sau bữa ăn, không nhai viên thuốc.", "Ngừng thuốc khi có phát ban hoặc ngứa."


def gt_over_a_rule(sheet: Sheet, x: float) -> float:
    end = sheet.write(">", x, Y)
    sheet.rule(x + 0.3, Y - 0.3, end - 0.3, Y - 0.3)
    return end


def gt_over_a_low_dash(sheet: Sheet, x: float) -> float:
    sheet.write("_", x, Y)
    return sheet.write(">", x, Y)


def drawn_comma(sheet: Sheet, x: float) -> float:
    end = sheet.write("2", x, Y)
    sheet.canvas.circle(end + 0.2, sheet.size[1] - Y + 0.4, 0.5, fill=1, stroke=0)
    return sheet.write("5", end + 0.45, Y)


def drawn_point(sheet: Sheet, x: float) -> float:
    end = sheet.write("2", x, Y)
    sheet.fill(end, Y - 0.8, 0.8, 0.8, grey=0)
    return sheet.write("5", end + 0.8, Y)


def stacked_half(sheet: Sheet, x: float) -> float:
    sheet.write("1", x, Y - 3.3, size=6)
    sheet.write("2", x + 0.1, Y + 1.2, size=6)
    sheet.rule(x - 0.2, Y - 2.9, x + 3.4, Y - 2.9)
    return x + 4


def half_without_a_bar(sheet: Sheet, x: float) -> float:
    sheet.write("1", x, Y - 3.3, size=6)
    return sheet.write("2", x + 3, Y + 1.5, size=6)


def half_with_a_drawn_slash(sheet: Sheet, x: float) -> float:
    sheet.write("1", x, Y - 3.3, size=6)
    sheet.rule(x + 2.6, Y + 0.5, x + 5.2, Y - 7)
    return sheet.write("2", x + 4.5, Y + 0.3, size=6)


def a_mark_after(digits: str, *, rise: float, size: float) -> Callable[[Sheet, float], float]:
    return lambda sheet, x: sheet.write("1", sheet.write(digits, x, Y), Y, rise=rise, size=size)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(gt_over_a_rule, id="> over a rule"),
        pytest.param(gt_over_a_low_dash, id="> over a low dash"),
        pytest.param(drawn_comma, id="a drawn comma"),
        pytest.param(drawn_point, id="a drawn point"),
        pytest.param(stacked_half, id="a stacked half"),
        pytest.param(half_without_a_bar, id="a half without a bar"),
        pytest.param(half_with_a_drawn_slash, id="a half with a drawn slash"),
        pytest.param(a_mark_after("5", rise=1.0, size=5.5), id="a mark raised too little"),
        pytest.param(a_mark_after("5", rise=1.7, size=8.0), id="a mark too large"),
        pytest.param(a_mark_after("5", rise=0.0, size=7.0), id="a digit of another size"),
    ],
)
def test_a_number_or_sign_made_of_parts_is_in_doubt(tmp_path: Path, number: Callable[[Sheet, float], float]):
    def draw(sheet: Sheet) -> None:
        sheet.write(ABOVE, 40, Y - 1.5 * LEADING)
        end = number(sheet, sheet.write("Người lớn: Uống ", 40, Y))
        sheet.write(" viên/lần, cách 6 giờ/lần.", end, Y)
        sheet.write(BELOW, 40, Y + 1.5 * LEADING)

    doubted = in_doubt(read_sheet(tmp_path, draw))
    assert len(doubted) == 1
    assert doubted[0].startswith("Người lớn: Uống")


@pytest.mark.parametrize(
    "text",
    ["Diện tích 1,73 m² 30 ml", "bạch cầu dưới 2 × 10⁹/lít", "natri iodid ¹³¹I", "Uống 10 – 15 mg/kg ≥ 2 lần; TP. V."],
)
def test_ordinary_signs_are_no_doubt(tmp_path: Path, text: str):
    assert read_sheet(tmp_path, lambda s: s.column([text], 40, Y) and None).doubts == ()


def test_a_cleanly_raised_exponent_is_no_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("9", sheet.write("dưới 2 × 10", 40, Y), Y, rise=3.2, size=5.5)
        sheet.write("/lít", end, Y)

    page = read_sheet(tmp_path, draw)
    assert (texts(page), page.doubts) == (["dưới 2 × 10⁹/lít"], ())
