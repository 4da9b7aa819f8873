import pytest

from formulary.printing import style
from formulary.printing.layout import lay_out
from formulary.printing.placed import Role
from tests.formulary.printing.shown import example, lines_of

LONG = "Thuốc được hấp thu nhanh qua đường tiêu hóa và phân bố vào phần lớn các mô của cơ thể. " * 8


def table(rows, columns=("Clcr (ml/phút)", "Liều")):
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def pages_of(body):
    return lay_out([example(f"## Liều lượng và cách dùng\n{body}")])


def upright_and_level(pages):
    rules = [rule for page in pages for rule in page.rules if rule.y0 > style.HEAD_RULE]
    return [r for r in rules if r.x0 == r.x1], [r for r in rules if r.y0 == r.y1]


def test_a_narrow_table_stands_in_its_column():
    _, level = upright_and_level(pages_of(table([("> 30", "500 mg"), ("< 30", "250 mg")])))
    assert {round(r.x1 - r.x0, 3) for r in level} == {round(style.COLUMN_WIDTH, 3)}


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        (("Đường dùng", "Bắt đầu", "Tối đa", "Kéo dài"), ("Hít", "5 phút", "1 giờ", "4 giờ")),
        (("Clcr", "Uống", "Tiêm"), ("Từ 10 đến 30 ml/phút", LONG[:120], LONG[:120])),
    ],
    ids=["four columns", "long cells"],
)
def test_a_wide_table_crosses_the_page(columns, row):
    _, level = upright_and_level(pages_of(table([row], columns)))
    assert {round(r.x1 - r.x0, 3) for r in level} == {round(style.TYPE_WIDTH, 3)}


def test_text_above_a_wide_table_is_set_in_even_columns():
    wide = table([("Hít", "5 phút", "1 giờ", "4 giờ")], ("Đường dùng", "Bắt đầu", "Tối đa", "Kéo dài"))
    page = next(p for p in pages_of(f"{LONG}\n\n{LONG}\n\n{wide}\n\n{LONG}") if p.printed == 1)
    top = min(line.y for line in page.lines if line.role is Role.CELL)
    ends = [
        max(line.y for line in page.lines if line.role is Role.TEXT and line.y < top and (line.x < 250) == left)
        for left in (True, False)
    ]
    assert abs(ends[0] - ends[1]) <= 3 * style.LEADING


def test_every_part_of_a_table_that_goes_on_repeats_its_header():
    pages = pages_of(table([(f"{k} - {k + 1}", f"{k} mg") for k in range(1, 150)]))
    columns = {(line.page, line.box[0] > style.COLUMN_LEFTS[1] - 1) for line in lines_of(pages, Role.CELL)}
    repeated = [line for line in lines_of(pages, Role.REPEATED) if line.text == "Liều"]
    assert len(columns) > 2
    assert len(repeated) == len(columns) - 1


def test_a_row_is_never_parted():
    cell = "Trẻ em từ một tháng đến mười hai tuổi cân nặng dưới ba mươi ki lô gam và có suy thận"
    pages = pages_of(table([(f"{k} {cell}", f"{k} mg") for k in range(1, 40)]))
    for page in pages:
        uprights = [r for r in page.rules if r.x0 == r.x1]
        for line in page.lines:
            if line.role is Role.CELL:
                left, top, _, bottom = line.box
                assert any(r.y0 <= top + 1 and bottom - 1 <= r.y1 for r in uprights if r.x0 <= left + 4)


def test_header_cells_are_bold_and_others_are_not():
    pages = pages_of(table([("> 30", "500 mg")]))
    faces = {line.text: line.face.value for page in pages for line in page.lines if line.role is Role.CELL}
    assert faces["Liều"] == "Bold"
    assert faces["500 mg"] == "Regular"


def test_rules_close_every_cell_on_all_four_sides():
    pages = pages_of(table([("> 30", "500 mg"), ("< 30", "250 mg")]))
    upright, level = upright_and_level(pages)
    for line in lines_of(pages, Role.CELL):
        left, top, right, bottom = line.box
        assert any(r.x0 < left and r.y0 <= top and r.y1 >= bottom for r in upright)
        assert any(r.x0 > right - 1 and r.y0 <= top and r.y1 >= bottom for r in upright)
        assert any(r.y0 < top + 1 and r.x0 <= left and r.x1 >= right for r in level)
        assert any(r.y0 > bottom - 1 and r.x0 <= left and r.x1 >= right for r in level)


@pytest.mark.parametrize("columns", [2, 4], ids=["in a column", "across the page"])
def test_a_row_taller_than_the_page_is_still_printed(columns):
    row = [LONG * 20, *("mg" for _ in range(columns - 1))]
    pages = pages_of("### Người lớn\n" + table([row], [f"Cột {k}" for k in range(columns)]))
    assert lines_of(pages, Role.CELL)[-1].text == "mg"
