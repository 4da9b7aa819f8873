"""Ruled tables: grid, merged cells, open sides, the text of cells."""

from pathlib import Path

from formulary.ingest.pages import PageRead
from tests.formulary.pdf.sheets import PROSE, Sheet, read_sheet, table, texts

ROWS = [("Clcr (ml/phút)", "Liều"), ("> 30", "250 mg"), ("10 - 30", "125 mg")]


def write_rows(sheet: Sheet, rows: list[tuple[str, str]] = ROWS, *, y: float = 113) -> None:
    for i, (left, right) in enumerate(rows):
        sheet.write(left, 45, y + 20 * i)
        sheet.write(right, 155, y + 20 * i)


def cells(page: PageRead) -> list[tuple[int, int, str]]:
    return [(cell.row, cell.column, cell.text) for cell in table(page).cells]


def test_a_ruled_table_gives_its_grid_and_leaves_no_line(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.grid([40, 150, 260], [100, 120, 140, 160])
        write_rows(sheet)

    page = read_sheet(tmp_path, draw)
    assert (table(page).rows, table(page).columns) == (3, 2)
    assert cells(page) == [(i, j, ROWS[i][j]) for i in range(3) for j in range(2)]
    assert texts(page) == []


def test_lines_of_a_cell_are_joined_in_order(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.grid([40, 150, 260], [100, 140])
        sheet.write("Từ 10 đến", 45, 113)
        sheet.write("Tối đa", 155, 113)
        sheet.write("30 ml/phút", 45, 125)
        sheet.write("15 mg/kg/lần", 155, 125)

    assert [text for _, _, text in cells(read_sheet(tmp_path, draw))] == ["Từ 10 đến 30 ml/phút", "Tối đa 15 mg/kg/lần"]


def test_a_cell_merged_over_columns_spans_them(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for y in (100, 120, 140):
            sheet.rule(40, y, 260, y)
        for x in (40, 260):
            sheet.rule(x, 100, x, 140)
        sheet.rule(150, 120, 150, 140)
        sheet.write("Suy thận", 45, 113)
        sheet.write("> 30", 45, 133)
        sheet.write("250 mg", 155, 133)

    page = read_sheet(tmp_path, draw)
    assert [(c.text, c.spans) for c in table(page).cells] == [
        ("Suy thận", (1, 2)),
        ("> 30", (1, 1)),
        ("250 mg", (1, 1)),
    ]


def test_a_cell_merged_over_rows_spans_them(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for y in (100, 140):
            sheet.rule(40, y, 260, y)
        sheet.rule(150, 120, 260, 120)
        for x in (40, 150, 260):
            sheet.rule(x, 100, x, 140)
        sheet.write("Trẻ em", 45, 123)
        sheet.write("Uống", 155, 113)
        sheet.write("Tiêm", 155, 133)

    assert [(c.text, c.spans) for c in table(read_sheet(tmp_path, draw)).cells] == [
        ("Trẻ em", (2, 1)),
        ("Uống", (1, 1)),
        ("Tiêm", (1, 1)),
    ]


def test_an_empty_cell_is_kept(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.grid([40, 150, 260], [100, 120, 140])
        write_rows(sheet, [("Clcr", "Liều"), ("> 30", "")])

    assert cells(read_sheet(tmp_path, draw))[-1] == (1, 1, "")


def test_sides_without_rulings_are_closed(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for y in (100, 120, 140, 160):
            sheet.rule(40, y, 260, y)
        sheet.rule(150, 100, 150, 160)
        write_rows(sheet)

    page = read_sheet(tmp_path, draw)
    assert cells(page) == [(i, j, ROWS[i][j]) for i in range(3) for j in range(2)]


def test_two_tables_with_a_gap_stay_two(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.grid([40, 150, 260], [100, 120])
        sheet.grid([40, 150, 260], [140, 160])
        write_rows(sheet, [("Người lớn", "500 mg")])
        write_rows(sheet, [("Trẻ em", "125 mg")], y=153)

    page = read_sheet(tmp_path, draw)
    assert [len(item.cells) for item in page.body] == [2, 2]


def test_a_frame_around_a_note_is_no_table(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.canvas.rect(40, 600, 220, 60)
        sheet.write("Chú ý: không dùng cho trẻ sơ sinh", 45, 130)

    assert texts(read_sheet(tmp_path, draw)) == ["Chú ý: không dùng cho trẻ sơ sinh"]


def test_rulings_drawn_as_thin_areas_count(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for y in (100, 120, 140):
            sheet.fill(40, y, 220.5, 0.5, grey=0)
        for x in (40, 150, 260):
            sheet.fill(x, 100, 0.5, 40.5, grey=0)
        write_rows(sheet, ROWS[:2])

    assert (table(read_sheet(tmp_path, draw)).rows, table(read_sheet(tmp_path, draw)).columns) == (2, 2)


def test_text_in_a_place_without_a_cell_is_not_lost(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.grid([40, 150, 260], [100, 120, 140])
        write_rows(sheet, ROWS[:2])
        sheet.write("Nguồn: ghi chú dưới bảng", 45, 155)

    assert texts(read_sheet(tmp_path, draw)) == ["Nguồn: ghi chú dưới bảng"]


def test_a_frame_around_both_columns_is_no_table(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.grid([30, 270, 510], [80, 700])
        for i in range(55):
            sheet.write(PROSE[:46], 40, 95 + 11 * i)
            sheet.write(PROSE[:46], 278, 95 + 11 * i)

    assert len(texts(read_sheet(tmp_path, draw))) == 110


def test_a_table_whose_ruling_touches_the_line_above_is_read_after_it(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("Liều dùng theo bảng sau:", 45, 99)
        sheet.grid([40, 150, 260], [100, 120, 140])
        write_rows(sheet, ROWS[:2])

    page = read_sheet(tmp_path, draw)
    assert page.body[0] is not table(page)
