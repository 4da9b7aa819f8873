"""The order in which a page is read."""

from pathlib import Path

from formulary.ingest.pages import Line, Table
from tests.formulary.pdf.sheets import COLUMN, LEADING, LEFT, PROSE, RIGHT, Sheet, read_sheet, texts

TOP = 100.0
HALF = PROSE[:46]


def lines(name: str, count: int) -> list[str]:
    return [f"{name}{i} {HALF}" for i in range(1, count + 1)]


def order(found: list[str]) -> list[str]:
    return [text.split()[0] for text in found]


def test_the_left_column_is_read_before_the_right(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column(lines("a", 6), LEFT, TOP)
        sheet.column(lines("b", 6), RIGHT, TOP)

    page = read_sheet(tmp_path, draw)
    assert order(texts(page)) == [f"a{i}" for i in range(1, 7)] + [f"b{i}" for i in range(1, 7)]
    assert [item.column for item in page.body] == [0] * 6 + [1] * 6


def test_it_does_not_matter_in_which_order_the_file_writes_them(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for i, (a, b) in enumerate(zip(lines("a", 6), lines("b", 6), strict=True)):
            sheet.write(b, RIGHT, TOP + i * LEADING)
            sheet.write(a, LEFT, TOP + i * LEADING)

    assert order(texts(read_sheet(tmp_path, draw))) == [f"a{i}" for i in range(1, 7)] + [f"b{i}" for i in range(1, 7)]


def test_columns_whose_lines_are_not_level_do_not_mix(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column(lines("a", 6), LEFT, TOP)
        sheet.column(lines("b", 6), RIGHT, TOP + 4)

    assert order(texts(read_sheet(tmp_path, draw))) == [f"a{i}" for i in range(1, 7)] + [f"b{i}" for i in range(1, 7)]


def test_a_line_across_the_page_interrupts_the_columns(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column(lines("a", 4), LEFT, TOP)
        sheet.column(lines("b", 4), RIGHT, TOP)
        sheet.write(f"full {PROSE}, {HALF}", LEFT, TOP + 5 * LEADING)
        sheet.column(lines("c", 4), LEFT, TOP + 7 * LEADING)
        sheet.column(lines("d", 4), RIGHT, TOP + 7 * LEADING)

    page = read_sheet(tmp_path, draw)
    assert order(texts(page)) == [
        "a1",
        "a2",
        "a3",
        "a4",
        "b1",
        "b2",
        "b3",
        "b4",
        "full",
        "c1",
        "c2",
        "c3",
        "c4",
        "d1",
        "d2",
        "d3",
        "d4",
    ]
    assert [item.column for item in page.body if isinstance(item, Line) and item.text.startswith("full")] == [None]


def test_the_short_last_line_of_a_paragraph_across_the_page_stays_with_it(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        wide = PROSE + ", " + HALF
        sheet.write(wide, LEFT, TOP)
        sheet.write("và hết.", LEFT, TOP + LEADING)
        sheet.column(lines("a", 4), LEFT, TOP + 4 * LEADING)
        sheet.column(lines("b", 4), RIGHT, TOP + 4 * LEADING)
        assert LEFT + sheet.width(wide) > RIGHT + COLUMN * 0.7

    page = read_sheet(tmp_path, draw)
    assert order(texts(page))[:3] == ["Người", "và", "a1"]


def test_a_page_of_one_column_stays_one_column(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column([f"a{i} {PROSE}, {HALF}" for i in range(1, 9)], LEFT, TOP)

    page = read_sheet(tmp_path, draw)
    assert order(texts(page)) == [f"a{i}" for i in range(1, 9)]
    assert {item.column for item in page.body} == {0}


def test_short_lines_alone_on_a_page_are_one_column(tmp_path: Path):
    page = read_sheet(tmp_path, lambda s: s.column(["Acid salicylic", "Aciclovir", "Aspirin"], LEFT, TOP))
    assert {item.column for item in page.body} == {0}


def test_three_columns_are_found(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for name, x in (("a", 40.0), ("b", 200.0), ("c", 360.0)):
            sheet.column([f"{name}{i} {PROSE[:28]}" for i in range(1, 6)], x, TOP)

    page = read_sheet(tmp_path, draw)
    assert order(texts(page)) == [f"{c}{i}" for c in "abc" for i in range(1, 6)]


def test_a_last_column_that_ends_early_is_read_last(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column(lines("a", 10), LEFT, TOP)
        sheet.column(lines("b", 2), RIGHT, TOP)

    assert order(texts(read_sheet(tmp_path, draw))) == [f"a{i}" for i in range(1, 11)] + ["b1", "b2"]


def test_a_table_across_the_page_interrupts_the_columns(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column(lines("a", 3), LEFT, TOP)
        sheet.column(lines("b", 3), RIGHT, TOP)
        sheet.grid([40, 270, 500], [150, 170, 190])
        sheet.write("Clcr", 45, 163)
        sheet.write("Liều", 275, 163)
        sheet.write("> 30", 45, 183)
        sheet.write("250 mg", 275, 183)
        sheet.column(lines("c", 3), LEFT, 210)
        sheet.column(lines("d", 3), RIGHT, 210)

    page = read_sheet(tmp_path, draw)
    names = [item.text.split()[0] if isinstance(item, Line) else "table" for item in page.body]
    assert names == ["a1", "a2", "a3", "b1", "b2", "b3", "table", "c1", "c2", "c3", "d1", "d2", "d3"]


def test_a_table_in_a_column_is_read_in_its_place(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.column(lines("a", 3), LEFT, TOP)
        sheet.grid([40, 150, 262], [135, 155, 175])
        sheet.write("Clcr", 45, 148)
        sheet.write("Liều", 155, 148)
        sheet.write("> 30", 45, 168)
        sheet.write("250 mg", 155, 168)
        sheet.column(lines("c", 3), LEFT, 190)
        sheet.column(lines("b", 9), RIGHT, TOP)

    page = read_sheet(tmp_path, draw)
    names = [item.text.split()[0] if isinstance(item, Line) else "table" for item in page.body]
    assert names[:7] == ["a1", "a2", "a3", "table", "c1", "c2", "c3"]
    assert [item.column for item in page.body if isinstance(item, Table)] == [0]


def justified(sheet: Sheet, text: str, x: float, y: float) -> None:
    """A line as wide as its column."""
    words = text.split()
    gap = (COLUMN - sum(sheet.width(word) for word in words)) / (len(words) - 1)
    for word in words:
        x = sheet.write(word, x, y) + gap


def test_one_line_in_the_last_column_is_not_read_into_the_first(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for i in range(1, 9):
            justified(sheet, f"a{i} {HALF}", LEFT, TOP + i * LEADING)
        sheet.write("b1 mg/ngày.", RIGHT, TOP + LEADING)

    assert order(texts(read_sheet(tmp_path, draw))) == [f"a{i}" for i in range(1, 9)] + ["b1"]
