"""What nobody can see is reported and never read."""

from pathlib import Path

import pytest

from tests.formulary.pdf.sheets import Draw, Sheet, read_sheet, texts

SECRET = "liều tối đa 40 g"


def in_white(sheet: Sheet) -> None:
    sheet.canvas.setFillGray(1)
    sheet.write(SECRET, 40, 300)
    sheet.canvas.setFillGray(0)


def transparent(sheet: Sheet) -> None:
    sheet.canvas.setFillAlpha(0)
    sheet.write(SECRET, 40, 300)
    sheet.canvas.setFillAlpha(1)


def black_on_black(sheet: Sheet) -> None:
    sheet.fill(30, 280, 200, 40, grey=0)
    sheet.write(SECRET, 40, 300)


def covered(sheet: Sheet) -> None:
    sheet.write(SECRET, 40, 300)
    sheet.fill(30, 280, 200, 40, grey=1)


@pytest.mark.parametrize(
    ("draw", "why"),
    [
        pytest.param(in_white, "white", id="white on white"),
        pytest.param(black_on_black, "white", id="black on black"),
        pytest.param(transparent, "invisible", id="transparent"),
        pytest.param(lambda s: s.write(SECRET, 40, 300, mode=3), "invisible", id="render mode 3"),
        pytest.param(lambda s: s.write(SECRET, 40, 300, size=0.5), "tiny", id="half a point"),
        pytest.param(lambda s: s.write(SECRET, 900, 300), "off_page", id="right of the page"),
        pytest.param(lambda s: s.write(SECRET, 40, -50), "off_page", id="above the page"),
        pytest.param(covered, "covered", id="under a white area"),
    ],
)
def test_hidden_text_is_reported_and_not_read(tmp_path: Path, draw: Draw, why: str):
    def with_a_line(sheet: Sheet) -> None:
        sheet.write("Uống 500 mg", 40, 200)
        draw(sheet)

    page = read_sheet(tmp_path, with_a_line)
    assert texts(page) == ["Uống 500 mg"]
    assert {hidden.why for hidden in page.hidden} == {why}
    assert [hidden.text for hidden in page.hidden] == [SECRET]


def test_white_text_on_a_dark_area_can_be_read(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.fill(30, 180, 200, 40, grey=0.2)
        sheet.canvas.setFillGray(1)
        sheet.write("Liều dùng", 40, 200)

    page = read_sheet(tmp_path, draw)
    assert (texts(page), page.hidden) == (["Liều dùng"], ())


def test_text_on_a_pale_area_can_be_read(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.fill(30, 180, 200, 40, grey=0.9)
        sheet.write("Liều dùng", 40, 200)

    assert texts(read_sheet(tmp_path, draw)) == ["Liều dùng"]


def test_text_that_claims_to_be_other_text_is_read_as_shown(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        replacement = "10 mg".encode("utf-16-be").hex().upper()
        sheet.canvas._code.append(f"/Span << /ActualText <FEFF{replacement}> >> BDC")
        sheet.write("100 mg", 40, 200)
        sheet.canvas._code.append("EMC")

    assert texts(read_sheet(tmp_path, draw)) == ["100 mg"]


def test_a_slanted_watermark_is_no_text(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("Uống 500 mg", 40, 200)
        sheet.canvas.saveState()
        sheet.canvas.rotate(45)
        sheet.write("BẢN NHÁP", 300, 700)
        sheet.canvas.restoreState()

    page = read_sheet(tmp_path, draw)
    assert (texts(page), page.head) == (["Uống 500 mg"], ("BẢNNHÁP",))


def test_a_frame_drawn_as_one_shape_covers_nothing_inside_it(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("Uống 500 mg", 40, 200)
        frame = sheet.canvas.beginPath()
        frame.rect(20, 20, 500, 700)
        frame.rect(25, 25, 490, 690)
        sheet.canvas.drawPath(frame, stroke=0, fill=1, fillMode=0)

    assert texts(read_sheet(tmp_path, draw)) == ["Uống 500 mg"]
