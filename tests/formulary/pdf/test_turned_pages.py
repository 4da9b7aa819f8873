"""Pages that lie on their side, and pages whose text does."""

from pathlib import Path

import pytest

from formulary.ingest.pages import Line
from tests.formulary.pdf.sheets import Sheet, read_file, table, texts

LINES = ["Liều dùng người lớn", "500 mg mỗi 6 giờ"]


def turned_text(sheet: Sheet) -> None:
    """Text that reads upwards, its first line at the left."""
    sheet.canvas.rotate(90)
    for i, line in enumerate(LINES):
        text = sheet.canvas.beginText(100, -(200 + 12 * i))
        text.setFont("Sheet-Regular", 9)
        text.textOut(line)
        sheet.canvas.drawText(text)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_page_is_read_as_it_is_shown(tmp_path: Path, rotation: int):
    sheet = Sheet()
    sheet.canvas.setPageRotation(rotation)
    width, height = sheet.size  # as shown; the paper itself lies on its side at 90 and 270
    sheet.canvas.translate(*{0: (0, 0), 90: (height, 0), 180: (width, height), 270: (0, width)}[rotation])
    sheet.canvas.rotate(rotation)
    sheet.column(LINES, 100, 200)
    sheet.grid([100, 200, 300], [300, 320, 340])
    sheet.write("> 30", 105, 313)
    page = read_file(sheet.saved(tmp_path / "turned.pdf"))
    assert (page.width, page.height) == sheet.size
    assert texts(page) == LINES
    assert page.body[0].box.x0 == pytest.approx(100, abs=1)
    assert page.body[0].box.y1 == pytest.approx(202, abs=2)
    assert table(page).box.y0 == pytest.approx(300, abs=1)


def test_text_that_runs_up_the_page_is_read_and_its_boxes_stand_where_it_does(tmp_path: Path):
    sheet = Sheet()
    turned_text(sheet)
    page = read_file(sheet.saved(tmp_path / "sideways.pdf"))
    assert (page.width, page.height) == sheet.size
    assert texts(page) == LINES
    first = page.body[0]
    assert isinstance(first, Line)
    assert first.box.x0 < 200 < first.box.x1
    assert first.box.y1 == pytest.approx(sheet.size[1] - 100, abs=1)
    assert first.box.height > first.box.width


def test_a_cropped_page_counts_from_its_shown_corner(tmp_path: Path):
    sheet = Sheet()
    sheet.canvas.setCropBox((30, 60, 500, 700))
    sheet.write("Liều dùng", 100, 200)
    sheet.write("ngoài khổ", 2, 755)
    page = read_file(sheet.saved(tmp_path / "cropped.pdf"))
    assert (page.width, page.height) == (470, 640)
    assert page.body[0].box.x0 == pytest.approx(70, abs=1)
    assert page.body[0].box.y1 == pytest.approx(200 - 60 + 2, abs=1)
    assert [hidden.why for hidden in page.hidden] == ["off_page"]
