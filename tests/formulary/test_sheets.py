"""Lines to marks and crops: never outside the page, in reading order, one crop per column."""

from hypothesis import given
from hypothesis import strategies as st

from formulary.sheets import PrintedLine, Rect, Sheet, crops, marks

SHEET = Sheet(4, 12, 480.0, 680.0)


def line(top: float, start: int, *, page: int = 4, left: float = 40.0, right: float = 240.0) -> PrintedLine:
    return PrintedLine(page, left, top, right, top + 9, start, start + 20)


def test_only_lines_that_hold_a_cited_character_are_marked():
    lines = [line(50, 0), line(60, 20), line(70, 40)]
    assert len(marks(lines, 20, 40, SHEET)) == 1
    assert len(marks(lines, 19, 41, SHEET)) == 3


def test_lines_of_another_page_are_not_marked_on_this_one():
    assert marks([line(50, 0, page=5)], 0, 20, SHEET) == ()


def test_a_block_in_one_column_is_one_crop_around_its_lines():
    (crop,) = crops([line(50, 0), line(60, 20, right=120)], {4: SHEET})
    assert crop.rect == Rect(31.0, 47.5, 218.0, 24.0)
    assert not crop.is_wide


def test_a_crop_shows_no_whole_line_of_a_neighbour():
    (crop,) = crops([line(60, 0)], {4: SHEET})
    assert crop.rect.y > 50 + 9 - 2
    assert crop.rect.y + crop.rect.height < 70 + 2


def test_a_block_that_goes_on_in_the_next_column_or_page_has_a_crop_for_each():
    lines = [line(640, 0), line(50, 20, left=260, right=460), line(50, 40, page=5)]
    found = crops(lines, {4: SHEET, 5: Sheet(5, 13, 480.0, 680.0)})
    assert [(crop.sheet.number, crop.rect.x) for crop in found] == [(4, 31.0), (4, 251.0), (5, 31.0)]


def test_the_cells_of_a_table_are_one_crop():
    cells = [line(50, 0, right=100), line(50, 20, left=100), line(70, 40, right=100), line(70, 60, left=100, right=460)]
    (crop,) = crops(cells, {4: SHEET})
    assert crop.rect == Rect(31.0, 47.5, 438.0, 34.0)
    assert crop.is_wide


def test_pages_without_a_picture_give_no_crop():
    assert crops([line(50, 0)], {}) == ()


def test_a_page_without_a_printed_number_is_named_by_its_place_in_the_file():
    assert SHEET.label == "trang 12"
    assert Sheet(2, None, 480.0, 680.0).label == "trang thứ 2 của tệp"


@given(st.lists(st.tuples(*[st.floats(-50, 800)] * 4), min_size=1))
def test_marks_and_crops_never_leave_the_page(corners):
    lines = [
        PrintedLine(4, min(a, c), min(b, d), max(a, c), max(b, d), i, i + 1) for i, (a, b, c, d) in enumerate(corners)
    ]
    found = [*marks(lines, 0, len(lines), SHEET), *(crop.rect for crop in crops(lines, {4: SHEET}))]
    assert found
    for rect in found:
        assert min(rect.x, rect.y, rect.width, rect.height) >= 0
        assert not rect.width or rect.x + rect.width <= SHEET.width + 1e-6
        assert not rect.height or rect.y + rect.height <= SHEET.height + 1e-6
        assert not set(str(rect)) & set(",e")
