"""Text that is cut off or lies under something is hidden where that is certain, and in doubt where it is not."""

from pathlib import Path

from tests.formulary.pdf.sheets import Draw, Sheet, in_doubt, read_sheet, texts, whys

Y = 200.0
ABOVE, BELOW = "Uống thuốc sau bữa ăn, không nhai viên thuốc.", "Ngừng thuốc khi có phát ban hoặc ngứa."


def clipped_to(x: float, y: float, width: float, height: float, text: str, at: float) -> Draw:
    def draw(sheet: Sheet) -> None:
        sheet.write("Tối đa 4", 40, Y)
        sheet.canvas.saveState()
        path = sheet.canvas.beginPath()
        path.rect(x, sheet.size[1] - y, width, height)
        sheet.canvas.clipPath(path, stroke=0, fill=0)
        sheet.write(text, at, Y)
        sheet.canvas.restoreState()

    return draw


def test_a_character_that_is_clipped_away_is_hidden_and_its_line_in_doubt(tmp_path: Path):
    end = 40 + Sheet().width("Tối đa 4")
    page = read_sheet(tmp_path, clipped_to(end - 5, Y + 2, 5, 12, "0", end))
    assert (texts(page), [h.why for h in page.hidden]) == (["Tối đa 4"], ["clipped"])
    assert in_doubt(page) == ["Tối đa 4"]


def test_a_character_that_is_clipped_in_part_is_in_doubt(tmp_path: Path):
    end = 40 + Sheet().width("Tối đa 4")
    page = read_sheet(tmp_path, clipped_to(end, Y + 2, 3, 12, "0", end))
    assert whys(page) == {"clipped"}


def test_a_clip_that_leaves_the_text_whole_is_no_doubt(tmp_path: Path):
    page = read_sheet(tmp_path, clipped_to(0, 760, 540, 760, " g/ngày", 40 + Sheet().width("Tối đa 4")))
    assert (texts(page), page.doubts) == (["Tối đa 4 g/ngày"], ())


def test_a_fill_that_a_clip_keeps_off_the_word_covers_nothing(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("không dùng", 40, Y)
        sheet.canvas.saveState()
        path = sheet.canvas.beginPath()
        path.rect(40, sheet.size[1] - Y - 6, 30, 2)
        sheet.canvas.clipPath(path, stroke=0, fill=0)
        sheet.fill(39, Y - 14, 28, 22, grey=0.8)
        sheet.canvas.restoreState()

    assert texts(read_sheet(tmp_path, draw)) == ["không dùng"]


def test_a_fill_over_a_part_of_a_sign_puts_it_in_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("Clcr ≥ 30 ml/phút", 40, Y)
        sheet.fill(38, Y - 1.5, 40, 2.5, grey=1)

    assert in_doubt(read_sheet(tmp_path, draw)) == ["Clcr ≥ 30 ml/phút"]


def test_text_under_a_picture_is_in_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("Uống 500 mg/lần", 40, Y)
        sheet.picture(62, Y + 2, 20, 10)

    assert in_doubt(read_sheet(tmp_path, draw)) == ["Uống 500 mg/lần"]


def test_a_picture_over_the_page_makes_it_a_scan(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column([ABOVE, BELOW], 40, Y)
        sheet.picture(0, 760, 540, 760)

    page = read_sheet(tmp_path, draw)
    assert "scan" in whys(page)
    assert in_doubt(page) == [ABOVE, BELOW]


def test_a_figure_between_paragraphs_is_no_doubt(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write(ABOVE, 40, Y)
        sheet.picture(40, Y + 110, 200, 90, grey=128)
        sheet.write(BELOW, 40, Y + 130)

    assert read_sheet(tmp_path, draw).doubts == ()
