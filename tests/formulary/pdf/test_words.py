"""Words by distance, raised and lowered signs, styles."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formulary.ingest.pages import Line, PageRead
from formulary.printing.faces import Face
from tests.formulary.pdf.sheets import Sheet, read_sheet, texts

Y = 200.0


def only_line(page: PageRead) -> Line:
    (line,) = page.body
    assert isinstance(line, Line)
    return line


def test_a_line_comes_out_as_it_is_written(tmp_path: Path):
    text = "Uống 10 - 15 mg/kg/lần, cách 4 - 6 giờ; không quá 1 200 mg."
    assert texts(read_sheet(tmp_path, lambda s: s.write(text, 40, Y))) == [text]


def test_a_written_blank_without_a_gap_is_no_blank(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("D ", 40, Y, face=Face.BOLD)  # the blank lies under the next letter
        sheet.write("ược lý", 40 + sheet.width("D", face=Face.BOLD), Y, face=Face.BOLD)

    assert texts(read_sheet(tmp_path, draw)) == ["Dược lý"]


@pytest.mark.parametrize("face", [Face.ITALIC, Face.BOLD_ITALIC])
def test_letters_that_hang_over_the_blank_do_not_close_it(tmp_path: Path, face: Face):
    text = "Cơn vắng ý thức của ơ f j ý"
    assert texts(read_sheet(tmp_path, lambda s: s.write(text, 40, Y, face=face))) == [text]


def test_on_a_page_that_writes_no_blanks_the_gap_is_the_blank(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("liều", 40, Y)
        sheet.write("lượng", end + 2.2, Y)

    assert texts(read_sheet(tmp_path, draw)) == ["liều lượng"]


def test_a_blank_on_its_own_before_a_torn_word_does_not_tear_it(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("uống mỗi lần một viên", 40, Y)
        sheet.write(" ", end, Y)
        end = sheet.write("D", end + 2.4, Y, face=Face.BOLD)
        sheet.write("ược lý", end + 1.8, Y, face=Face.BOLD)

    assert texts(read_sheet(tmp_path, draw)) == ["uống mỗi lần một viên Dược lý"]


@pytest.mark.parametrize("gap", [1.0, 1.5, 2.4])
def test_a_blank_that_the_file_writes_on_its_own_counts(tmp_path: Path, gap: float):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("uống mỗi lần một viên", 40, Y, face=Face.BOLD)
        sheet.write(" ", end, Y)
        sheet.write("sau bữa ăn", end + gap, Y)

    assert texts(read_sheet(tmp_path, draw)) == ["uống mỗi lần một viên sau bữa ăn"]


@pytest.mark.parametrize("gap", [0.5, 1.2, 2.0, 2.6])
def test_a_torn_word_on_a_page_that_writes_its_blanks_comes_out_whole(tmp_path: Path, gap: float):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("D", 40, Y, face=Face.BOLD)
        sheet.write("ược lý và cơ chế tác dụng", end + gap, Y, face=Face.BOLD)

    assert texts(read_sheet(tmp_path, draw)) == ["Dược lý và cơ chế tác dụng"]


def test_a_number_and_its_unit_are_parted_by_the_gap_alone(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("uống mỗi lần một viên 500", 40, Y)
        sheet.write("mg", end + 2.0, Y)

    assert texts(read_sheet(tmp_path, draw)) == ["uống mỗi lần một viên 500 mg"]


@pytest.mark.parametrize("tracking", [0.5, 1.5, 3.0])
def test_letters_set_apart_are_one_word(tmp_path: Path, tracking: float):
    page = read_sheet(tmp_path, lambda s: s.write("LIỀU LƯỢNG VÀ CÁCH DÙNG", 40, Y, tracking=tracking))
    assert texts(page) == ["LIỀU LƯỢNG VÀ CÁCH DÙNG"]


def test_digits_set_apart_never_close_up(tmp_path: Path):
    page = read_sheet(tmp_path, lambda s: s.write("1 2 3 4 5 6 7 8 9", 40, Y))
    assert texts(page) == ["1 2 3 4 5 6 7 8 9"]


def test_a_thin_blank_between_thousands_stays(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("1 ", 40, Y) - sheet.width(" ") + 1.0
        sheet.write("200 mg", end, Y)

    assert texts(read_sheet(tmp_path, draw)) == ["1 200 mg"]


@pytest.mark.parametrize(
    ("sign", "size", "rise", "read"),
    [
        pytest.param("3", 6.0, 3.0, "10³", id="small and raised"),
        pytest.param("3", 9.0, 3.5, "10³", id="raised, as large as the line"),
        pytest.param("-6", 6.0, 3.0, "10⁻⁶", id="minus and digit"),
        pytest.param("+", 6.0, 3.0, "10⁺", id="charge"),
        pytest.param("2", 6.0, -1.5, "10₂", id="small and lowered"),
        pytest.param("3", 8.5, 0.0, "103", id="on the line, hardly smaller"),
        pytest.param("3", 6.0, 0.0, "103", id="small, but on the line"),
    ],
)
def test_raised_and_lowered_signs_keep_their_meaning(tmp_path: Path, sign: str, size: float, rise: float, read: str):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("Bạch cầu 10", 40, Y)
        end = sheet.write(sign, end, Y, size=size, rise=rise)
        sheet.write("tế bào", end + 3, Y)

    assert texts(read_sheet(tmp_path, draw)) == [f"Bạch cầu {read} tế bào"]


def test_a_raised_digit_belongs_to_the_run_around_it(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("mg/m", 40, Y)
        end = sheet.write("2", end, Y, size=6, rise=3)
        sheet.write("/ngày", end, Y)

    assert [run.text for run in only_line(read_sheet(tmp_path, draw)).runs] == ["mg/m²/ngày"]


def test_a_raised_digit_that_the_file_writes_last_goes_back_to_its_line(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("tế bào/mm", 40, Y)
        sheet.write("Dòng sau của đoạn văn này", 40, Y + 11)
        sheet.write("3", end, Y, size=6, rise=3)

    assert texts(read_sheet(tmp_path, draw)) == ["tế bào/mm³", "Dòng sau của đoạn văn này"]


def test_a_raised_digit_written_last_is_not_drawn_to_the_other_column(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for i in range(4):
            end = sheet.write("bạch cầu trên một đơn vị thể tích mm", 40, Y + 11 * i)
            sheet.write("cột bên phải của trang sách này", 278, Y - 3 + 11 * i)
        sheet.write("3", end, Y + 33, size=6, rise=3)

    assert texts(read_sheet(tmp_path, draw))[3] == "bạch cầu trên một đơn vị thể tích mm³"


def test_runs_tell_bold_and_italic_apart(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("Mã ATC: ", 40, Y, face=Face.BOLD)
        end = sheet.write("N02BE01, ", end, Y)
        sheet.write("Trẻ em", end, Y, face=Face.BOLD_ITALIC)

    runs = only_line(read_sheet(tmp_path, draw)).runs
    assert [(r.text, r.style.bold, r.style.italic) for r in runs] == [
        ("Mã ATC: ", True, False),
        ("N02BE01, ", False, False),
        ("Trẻ em", True, True),
    ]


def test_the_font_has_no_subset_prefix(tmp_path: Path):
    style = only_line(read_sheet(tmp_path, lambda s: s.write("liều", 40, Y))).runs[0].style
    assert ("+" in style.font, style.size) == (False, 9.0)


def test_a_hyphen_at_the_end_of_a_line_is_kept(tmp_path: Path):
    page = read_sheet(tmp_path, lambda s: s.column(["dùng methylpred-", "nisolon liều cao"], 40, Y))
    assert texts(page) == ["dùng methylpred-", "nisolon liều cao"]


def test_the_box_of_a_line_holds_its_letters(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        sheet.write("Liều dùng", 40, Y)

    box = only_line(read_sheet(tmp_path, draw)).box
    assert box.x0 == pytest.approx(40, abs=0.5)
    assert box.x1 == pytest.approx(40 + Sheet().width("Liều dùng"), abs=0.5)
    assert Y - 9 < box.y0 < Y - 6
    assert Y < box.y1 < Y + 3


@pytest.mark.parametrize("leading", [9.0, 10.0, 11.0])
def test_equal_lines_that_nearly_touch_are_all_read(tmp_path: Path, leading: float):
    line = "Người bệnh suy thận: Liều 250 mg mỗi ngày"

    def draw(sheet: Sheet) -> None:
        for i in range(3):
            sheet.write(line, 40, Y + i * leading)

    page = read_sheet(tmp_path, draw)
    assert texts(page) == [line] * 3
    assert [round(item.box.y1 - page.body[0].box.y1) for item in page.body] == [0, round(leading), round(2 * leading)]


def test_a_line_struck_twice_to_look_bold_is_read_once(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        for shift in (0, 0.3):
            sheet.write("Liều lượng và cách dùng", 40 + shift, Y)

    assert texts(read_sheet(tmp_path, draw)) == ["Liều lượng và cách dùng"]


def test_a_mark_joins_the_letter_that_it_stands_over(tmp_path: Path):
    def draw(sheet: Sheet) -> None:
        end = sheet.write("uo", 40, Y)
        sheet.write("\u0302", end - 0.2, Y)
        sheet.write("\u0301", end - 0.2, Y)
        sheet.write("ng thuốc", end, Y)

    assert texts(read_sheet(tmp_path, draw)) == ["uo\u0302\u0301ng thuốc"]


@pytest.mark.parametrize("odd", ["\uf0b3", "Ð", "\u200b", "ı", "С", "ﬂ"], ids=ascii)
def test_characters_are_those_of_the_file(tmp_path: Path, odd: str):
    (line,) = texts(read_sheet(tmp_path, lambda s: s.write(f"dùng a{odd}b mỗi ngày", 40, Y)))
    assert line.replace("fl", "ﬂ") == f"dùng a{odd}b mỗi ngày"


_TOKENS = st.sampled_from(
    ["liều", "0,5", "mg/kg", "1", "200", "2", "tối", "đa", "≥", "30", "ml/phút", "500", "và", "III"]
)


@given(
    tokens=st.lists(_TOKENS, min_size=2, max_size=10),
    blanks=st.lists(st.floats(0.15, 0.55), min_size=10, max_size=10),
    kerns=st.lists(st.floats(-0.04, 0.04), min_size=80, max_size=80),
    written=st.booleans(),
)
@settings(max_examples=60)
def test_no_setting_of_a_line_changes_a_number(
    tokens: list[str], blanks: list[float], kerns: list[float], written: bool
):
    def draw(sheet: Sheet) -> None:
        x, kern = 40.0, iter(kerns)
        for token, blank in zip(tokens, blanks, strict=False):
            for char in token:
                x = sheet.write(char, x, Y) + next(kern) * 9
            if written:
                sheet.write(" ", x, Y)
            x += blank * 9

    with TemporaryDirectory() as folder:
        (line,) = texts(read_sheet(Path(folder), draw))
    assert numbers(line) == numbers(" ".join(tokens))
    assert not written or line == " ".join(tokens)


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+(?:,\d+)?", text)
