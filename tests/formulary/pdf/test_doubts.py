"""What lies in, through or between the lines of a page puts them in doubt; clean print does not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName

from formulary.printing.faces import Face
from tests.formulary.pdf.sheets import LEADING, PROSE, Draw, Sheet, in_doubt, read_file, read_sheet, whys

Y = 200.0
ABOVE, BELOW = "Uống thuốc sau bữa ăn, không nhai viên thuốc.", "Ngừng thuốc khi có phát ban hoặc ngứa."
DrawWord = Callable[[Sheet, float, float], None]  # sheet, x, baseline


def sentence(word: DrawWord, *, room: str = "không ", before: str = "Trẻ em dưới 2 tuổi: ") -> Draw:
    """A line whose word is drawn by `word` in the room of another, between two lines of plain text."""

    def draw(sheet: Sheet) -> None:
        sheet.write(ABOVE, 40, Y - LEADING)
        end = sheet.write(before, 40, Y)
        word(sheet, end, Y)
        sheet.write("dùng thuốc này.", end + sheet.width(room), Y)
        sheet.write(BELOW, 40, Y + LEADING)

    return draw


def white(sheet: Sheet, text: str, x: float, y: float) -> None:
    sheet.canvas.setFillGray(1)
    sheet.write(text, x, y)
    sheet.canvas.setFillGray(0)


def on_a_rounded_box(sheet: Sheet, x: float, y: float) -> None:
    sheet.canvas.roundRect(x - 1, sheet.size[1] - y - 3, 28, 12, 2, stroke=0, fill=1)
    white(sheet, "không ", x, y)


def on_a_picture(sheet: Sheet, x: float, y: float) -> None:
    sheet.picture(x - 1, y + 3, 28, 12, grey=0)
    white(sheet, "không ", x, y)


def turned(sheet: Sheet, x: float, y: float) -> None:
    sheet.canvas.saveState()
    sheet.canvas.translate(x, sheet.size[1] - y)
    sheet.canvas.rotate(2.2)
    sheet.write("không ", 0, sheet.size[1])
    sheet.canvas.restoreState()


def outlined(sheet: Sheet, x: float, y: float) -> None:
    bottom = sheet.size[1] - y
    path = sheet.canvas.beginPath()
    path.moveTo(x, bottom)
    path.curveTo(x + 5, bottom + 7, x + 15, bottom + 7, x + 20, bottom)
    sheet.canvas.drawPath(path, stroke=0, fill=1)


@pytest.mark.parametrize(
    ("word", "why"),
    [
        pytest.param(on_a_rounded_box, "hidden", id="white on a rounded box"),
        pytest.param(on_a_picture, "hidden", id="white on a picture"),
        pytest.param(lambda s, x, y: white(s, "không ", x, y), "hidden", id="white on white"),
        pytest.param(turned, "aslant", id="slightly turned"),
        pytest.param(lambda s, x, y: s.picture(x, y + 2, 24, 9), "picture", id="as a picture"),
        pytest.param(outlined, "drawn_sign", id="as an outline"),
    ],
)
def test_a_word_of_a_line_that_is_not_read_as_text_puts_the_line_in_doubt(tmp_path: Path, word: DrawWord, why: str):
    page = read_sheet(tmp_path, sentence(word))
    assert why in whys(page)
    assert [line.startswith("Trẻ em dưới 2 tuổi: ") for line in in_doubt(page)] == [True]


@pytest.mark.parametrize("word", [on_a_rounded_box, on_a_picture])
def test_a_word_that_may_be_seen_is_read_and_in_doubt(tmp_path: Path, word: DrawWord):
    page = read_sheet(tmp_path, sentence(word))
    assert (in_doubt(page), page.hidden) == (["Trẻ em dưới 2 tuổi: không dùng thuốc này."], ())


@pytest.mark.parametrize(
    "word",
    [lambda s, x, y: white(s, "không ", x, y), turned, lambda s, x, y: s.picture(x, y + 2, 120, 9)],
    ids=["white", "turned", "a picture"],
)
def test_a_whole_line_that_is_not_read_as_text_puts_its_neighbours_in_doubt(tmp_path: Path, word: DrawWord):
    def draw(sheet: Sheet) -> None:
        sheet.write(ABOVE, 40, Y - LEADING)
        word(sheet, 40, Y)
        sheet.write(BELOW, 40, Y + LEADING)

    assert in_doubt(read_sheet(tmp_path, draw)) == [ABOVE, BELOW]


def test_text_that_is_struck_out_is_in_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("Uống ", 40, Y)
        sheet.rule(end, Y - 3, sheet.write("500 mg/lần", end, Y), Y - 3)

    page = read_sheet(tmp_path, draw)
    assert (whys(page), in_doubt(page)) == ({"struck"}, ["Uống 500 mg/lần"])


def test_a_cross_over_several_lines_puts_them_all_in_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        bottom = sheet.column([PROSE, PROSE, PROSE], 40, Y)
        sheet.rule(60, Y - 8, 200, bottom - 8)

    assert len(in_doubt(read_sheet(tmp_path, draw))) == 3


def test_an_underlined_heading_is_no_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("Trẻ em từ 2 đến 12 tuổi", 40, Y, face=Face.BOLD)
        sheet.rule(40, Y + 1.2, end, Y + 1.2)

    assert read_sheet(tmp_path, draw).doubts == ()


def test_a_ruled_table_is_no_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.grid([40, 120, 200], [Y - 10, Y + 3, Y + 16])
        for i, cell in enumerate(["> 30", "500 mg", "≤ 30", "250 mg"]):
            sheet.write(cell, 44 + 80 * (i % 2), Y + 13 * (i // 2))

    assert read_sheet(tmp_path, draw).doubts == ()


def note(sheet: Sheet, subtype: str, rect: list[float]) -> None:
    words = {"Type": PDFName("Annot"), "Subtype": PDFName(subtype), "Rect": PDFArray(rect), "F": 4}
    sheet.canvas._addAnnotation(PDFDictionary(words))


@pytest.mark.parametrize(
    ("subtype", "doubted"), [("StrikeOut", True), ("Square", True), ("FreeText", True), ("Link", False)]
)
def test_a_note_over_text_puts_it_in_doubt_but_a_link_does_not(tmp_path: Path, subtype: str, doubted: bool):
    sheet = Sheet()
    sheet.write("Uống 500 mg/lần", 40, Y)
    sheet.write(BELOW, 40, Y + 3 * LEADING)
    bottom = sheet.size[1] - Y
    note(sheet, subtype, [60, bottom - 2, 90, bottom + 8])
    page = read_file(sheet.saved(tmp_path / "note.pdf"))
    assert in_doubt(page) == (["Uống 500 mg/lần"] if doubted else [])


@pytest.mark.parametrize("grey", [0, 1])
def test_a_letter_written_from_right_to_left_puts_its_line_in_doubt_even_unseen(tmp_path: Path, grey: int):
    sheet = Sheet()
    sheet.canvas.setPageCompression(0)
    sheet.write(ABOVE, 40, Y - LEADING)
    end = sheet.write("Clcr ", 40, Y)
    sheet.canvas.setFillGray(grey)
    sheet.write("q", end - 3, Y)
    sheet.canvas.setFillGray(0)
    sheet.write("< 30 ml/phút", end, Y)
    path = sheet.saved(tmp_path / "hebrew.pdf")
    path.write_bytes(path.read_bytes().replace(b"<0071>", b"<05D0>"))  # the file calls its q an alef
    page = read_file(path)
    assert "right_to_left" in whys(page)
    assert [line.startswith("Clcr") for line in in_doubt(page)] == [True]


def test_a_large_watermark_across_the_page_is_no_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column([PROSE] * 20, 40, 100)
        sheet.canvas.saveState()
        sheet.canvas.rotate(45)
        sheet.write("BẢN NHÁP", 420, 700, size=40)
        sheet.canvas.restoreState()

    assert read_sheet(tmp_path, draw).doubts == ()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_doubts_stand_where_a_turned_page_shows_them(tmp_path: Path, rotation: int):
    sheet = Sheet()
    width, height = sheet.size
    sheet.canvas.setPageRotation(rotation)
    sheet.canvas.translate(*{0: (0, 0), 90: (height, 0), 180: (width, height), 270: (0, width)}[rotation])
    sheet.canvas.rotate(rotation)
    clip = sheet.canvas.beginPath()
    clip.rect(20, 20, 500, 720)
    sheet.canvas.clipPath(clip, stroke=0, fill=0)
    sheet.write(ABOVE, 40, Y)
    sheet.rule(60, Y - 3, 90, Y - 3)
    sheet.write(BELOW, 40, Y + LEADING)
    sheet.write(PROSE, 40, Y + 2 * LEADING)
    corners = [(60.0, height - Y - 2 * LEADING), (90.0, height - Y - 2 * LEADING + 5)]
    back = {
        0: lambda x, y: (x, y),
        90: lambda x, y: (height - y, x),
        180: lambda x, y: (width - x, height - y),
        270: lambda x, y: (y, width - x),
    }[rotation]
    note(sheet, "StrikeOut", [value for corner in corners for value in back(*corner)])
    page = read_file(sheet.saved(tmp_path / "turned.pdf"))
    assert (in_doubt(page), whys(page)) == ([ABOVE, PROSE], {"struck", "annotation"})
