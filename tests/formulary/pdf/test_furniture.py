"""Running heads, feet, watermarks and the number that a page shows."""

from pathlib import Path

import pytest

from formulary.ingest.pdf.furniture import masked
from tests.formulary.pdf.sheets import PROSE, Sheet, read_sheet, texts


@pytest.mark.parametrize(
    ("head", "printed"),
    [
        pytest.param([(40, "116 Aciclovir"), (440, "DTQGVN 2")], 116, id="even page"),
        pytest.param([(40, "DTQGVN 2"), (420, "Ganciclovir 711")], 711, id="odd page"),
        pytest.param([(40, "DTQGVN 2"), (420, "Vitamin B 12 1376")], 1376, id="a name that ends in a number"),
        pytest.param([(40, "1030 Natri clorid 0,9"), (440, "DTQGVN 2")], 1030, id="a name with a strength"),
        pytest.param([(240, "DTQGVN 2")], None, id="no number"),
        pytest.param([(40, "DTQGVN2"), (480, "97")], 97, id="no blank in the name of the book"),
    ],
)
def test_the_running_head_is_taken_off_and_gives_the_page_number(
    tmp_path: Path, head: list[tuple[float, str]], printed: int | None
):
    def draw(sheet: Sheet) -> None:
        for x, text in head:
            sheet.write(text, x, 45)
        sheet.write(PROSE, 40, 200)

    page = read_sheet(tmp_path, draw, layout="dtqgvn-2018")
    assert (texts(page), page.printed) == ([PROSE], printed)
    assert len(page.head) == 1


@pytest.mark.parametrize("foot", ["12", "- 12 -", "– 12 –", "Trang 12", "12/340"])
def test_a_number_alone_in_the_foot_is_the_page_number(tmp_path: Path, foot: str):
    def draw(sheet: Sheet) -> None:
        sheet.write(PROSE, 40, 200)
        sheet.write(foot, 260, 740)

    page = read_sheet(tmp_path, draw)
    assert (texts(page), page.printed) == ([PROSE], 12)


def test_a_roman_number_is_taken_off_and_is_no_page_number(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write(PROSE, 40, 200)
        sheet.write("xiv", 260, 740)

    page = read_sheet(tmp_path, draw)
    assert (texts(page), page.head, page.printed) == ([PROSE], ("xiv",), None)


def test_a_number_in_the_text_is_no_page_number(tmp_path: Path):
    page = read_sheet(tmp_path, lambda s: s.column([PROSE, "12"], 40, 200))
    assert (texts(page), page.printed) == ([PROSE, "12"], None)


def test_text_in_the_margin_that_is_no_running_head_is_text(tmp_path: Path):
    page = read_sheet(tmp_path, lambda s: s.write(PROSE, 40, 50))
    assert texts(page) == [PROSE]


def test_a_running_head_far_down_the_page_stays_for_the_detectors(tmp_path: Path):
    page = read_sheet(tmp_path, lambda s: s.write("Nồng 1366 Thiopental DTQGVN 2 độ", 40, 300), layout="dtqgvn-2018")
    assert texts(page) == ["Nồng 1366 Thiopental DTQGVN 2 độ"]


def test_a_watermark_is_taken_off_wherever_it_stands(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write(PROSE, 40, 200)
        sheet.write("https://trungtamthuoc.com", 200, 300)

    page = read_sheet(tmp_path, draw, layout="dtqgvn-2022")
    assert (texts(page), page.head) == ([PROSE], ("https://trungtamthuoc.com",))


def test_a_watermark_level_with_both_columns_does_not_join_them(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for i in range(4):
            sheet.write(f"a{i} {PROSE[:40]}", 40, 200 + 11 * i)
            sheet.write(f"b{i} {PROSE[:40]}", 290, 200 + 11 * i)
        sheet.write("trungtamthuoc.com", 238, 222, size=7)

    page = read_sheet(tmp_path, draw, layout="dtqgvn-2022")
    assert [text.split()[0] for text in texts(page)] == [*["a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3"]]
    assert page.head == ("trungtamthuoc.com",)


def test_two_numbers_that_disagree_give_none(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("116 Aciclovir", 40, 45)
        sheet.write("DTQGVN 2", 440, 45)
        sheet.write("117", 260, 740)
        sheet.write(PROSE, 40, 200)

    assert read_sheet(tmp_path, draw, layout="dtqgvn-2018").printed is None


def test_digits_do_not_tell_running_lines_apart():
    assert masked("Trang 12 / 340  Dược thư") == masked("trang 7 / 340 Dược thư")
