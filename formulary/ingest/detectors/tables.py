"""What happens to tables: cells that slid, merged rows and headers, pages that cut, prose that repeats the cells."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from formulary.ingest.detectors.layout import WITHOUT_A_MARK
from formulary.ingest.detectors.views import BRANDS, View
from rag.vietnamese import fold

WITHOUT_TABLES = frozenset({"ten_chung_quoc_te", "ma_atc", "loai_thuoc", "thong_tin_quy_che", BRANDS})

# Headers (folded) of columns that say for whom a row is, never how much.
_CONDITION = re.compile(
    r"thanh thai|cl ?cr|mlct|gfr|creatinin|loc cau than|muc loc|chuc nang (?:than|gan)"
    r"|^(?:do )?tuoi$|^can nang|^doi tuong$"
)
_LEVEL = re.compile(r"\d\s?(?:mg|g|microgam)\s?/\s?(?:dl|decilit|lit|ml|100 ml|1,73)")
_DOSE_OR_FREQUENCY = re.compile(
    r"\d\s?(?:mg|g|gam|microgam|nanogam|dvqt|don vi)\b"
    r"|\blan\s?/\s?(?:ngay|tuan|24)|\b(?:gio|ngay)\s?/\s?lan|\blan mot ngay|\btoi da\b"
)
_VALUE = re.compile(r"[<>≤≥]?\s?\d[\d\s.,–-]*\s?%?")
_FOOTNOTE = re.compile(r"\S\s?\([\d*]\)$|[^\d⁰¹²³⁴⁵⁶⁷⁸⁹]\s?[¹²³⁴⁵⁶⁷⁸⁹]$|[*†‡]+$|[^\W\d_]\s?\([a-e]\)$")
_RAISED_UNIT = re.compile(r"\b(?:m|cm|mm)[²³]$|/mm³$")
_TWO_BANDS = re.compile(
    r"(\d+\s?[-–]\s?\d+|[<>≤≥]\s?\d+)\s?(kg|tuoi|thang|ml\s?/\s?phut)\s(?:\d+\s?[-–]\s?\d+|[<>≤≥]\s?\d+)\s?\2"
)
_TWO_DOSES = re.compile(
    r"\d\s?(mg|g|ml|microgam|dvqt)(?:\s?/\s?\w+(?: gio)?)?\s\d[\d ,]*(?:\s?[-–]\s?\d[\d ,]*)?\s?\1\b"
    r"|\d\s?(?:ml\s?/\s?phut|kg|tuan|tuoi)\s(?:[<>≤≥]\s?)?\d"
)
_REST_OF_A_DOSE = re.compile(r"(?:mg|g|microgam|ml|kg|phut|lan|gio|dvqt|don vi)\b")
_NOTE = re.compile(r"\(\d\)\s|[¹²³⁴⁵⁶⁷⁸⁹*†‡]+\s")
_CUT_NAME = re.compile(r"\bvitamin [a-k]$", re.IGNORECASE)
_NUMBER_AND_COMMA = re.compile(r"^\d+,\s")
_NUMBERS = re.compile(r"\d+(?:,\d+)?")
_FEWEST_NUMBERS, _LOST_AT_MOST, _ALIKE = 5, 2, 0.8


def unchecked(view: View) -> str | None:
    """A table that was read from a page: nobody has compared its cells with the print yet."""
    return "bảng đọc từ trang in" if view.is_table and view.block.lines else None


def shifted_cell(view: View) -> str | None:
    """`Từ 10 đến 30 ml/phút Tối đa 15 mg/kg/lần,` in the column of clearances: the dose slid out of its own."""
    if not view.rows:
        return None
    header, *rows = view.rows
    conditions = [i for i, cell in enumerate(header) if _CONDITION.search(fold(cell))]
    for row in rows:
        if len(row) != len(header):
            return f"một dòng có {len(row)} ô, tiêu đề có {len(header)} cột: {' | '.join(row)}"
        for i in conditions:
            if _DOSE_OR_FREQUENCY.search(_LEVEL.sub(" ", fold(row[i]))):
                return f"cột «{header[i]}»: {row[i]}"
        for left, right in pairwise(row):
            is_cut = _CUT_NAME.search(left) and _NUMBER_AND_COMMA.match(right)
            if is_cut or _REST_OF_A_DOSE.match(fold(right)):
                return f"{left} | {right}"
    return None


def merged_cells(view: View) -> str | None:
    """An empty cell, or a header that stands over two columns: which header a cell belongs to is not known."""
    if not view.rows:
        return None
    if len(set(view.rows[0])) < len(view.rows[0]):
        return "tiêu đề cột bị gộp: " + " | ".join(view.rows[0])
    empty = next((row for row in view.rows if not all(row)), None)
    return "ô trống: " + " | ".join(empty) if empty else None


def merged_rows(view: View) -> str | None:
    """`10 - 20 kg 20 - 30 kg | 250 mg 375 mg`: two rows in one."""
    for row in view.rows:
        for cell in row:
            if _TWO_BANDS.search(fold(cell)) or _TWO_DOSES.search(fold(cell)) or WITHOUT_A_MARK.search(cell):
                return cell
    return None


def footnote_mark(view: View) -> str | None:
    """`Không(1)`, whose note says «Có, nếu …»: a cell that must not be read without its note."""
    for row in view.rows:
        for cell in row:
            if _FOOTNOTE.search(cell) and not _RAISED_UNIT.search(cell):
                return cell
    return None


def notes_of_marks(views: Sequence[View]) -> dict[int, str]:
    """`(1) Giảm một nửa liều nếu …` behind a table whose cells bear marks: what it says is for one cell only."""
    held: dict[int, str] = {}
    below_marks = False
    for i, view in enumerate(views):
        if view.is_table:
            below_marks = footnote_mark(view) is not None
        elif below_marks and _NOTE.match(view.text):
            held[i] = view.text[:60]
    return held


def misplaced_table(view: View) -> str | None:
    """A table in a section that has none by nature."""
    return " | ".join(view.rows[0]) if view.rows and view.section in WITHOUT_TABLES else None


def split_tables(views: Sequence[View]) -> dict[int, str]:
    """Two tables in a row with as many columns, the second headed by values: one table that a page break cut."""
    held: dict[int, str] = {}
    for (i, first), (j, second) in pairwise(enumerate(views)):
        if not first.rows or not second.rows:
            continue
        header = second.rows[0]
        if len(header) == len(first.rows[0]) and any(_is_value(cell) for cell in header):
            held |= dict.fromkeys((i, j), " | ".join(header))
    return held


def _is_value(cell: str) -> bool:
    return _VALUE.fullmatch(cell) is not None or _DOSE_OR_FREQUENCY.search(fold(cell)) is not None


def repeated_tables(views: Sequence[View]) -> dict[int, str]:
    """The numbers of a table once more in prose, in the same order: the cells were also read as a line.

    When the two differ in a number both are held, otherwise the prose alone.
    """
    if not any(v.is_table for v in views):
        return {}
    held: dict[int, str] = {}
    numbers = [_NUMBERS.findall(v.text) for v in views]
    for i, table in enumerate(views):
        # With and without the header: prose often has the rows alone.
        rows = _NUMBERS.findall(" | ".join(cell for row in table.rows[1:] for cell in row))
        if len(rows) < _FEWEST_NUMBERS:
            continue
        for j, prose in enumerate(views):
            if prose.is_table or len(numbers[j]) < _FEWEST_NUMBERS:
                continue
            copies = [copy for cells in (numbers[i], rows) if (copy := _copy_of(cells, numbers[j])) is not None]
            if copies:
                copy = any(copies)
                held[j] = prose.text[:80]
                if not copy:
                    held[i] = prose.text[:80]
    return held


def _copy_of(table: list[str], prose: list[str]) -> bool | None:
    """True: the prose holds the same numbers in order. False: nearly. None: it is no copy."""
    size = len(table)
    if any(prose[k : k + size] == table for k in range(len(prose) - size + 1)):
        return True
    if abs(len(prose) - size) > _LOST_AT_MOST:
        return None
    return False if SequenceMatcher(None, table, prose, autojunk=False).ratio() >= _ALIKE else None
