"""What happens to tables: cells that slid into another column, merged cells, a table cut by a page."""

import re
from itertools import pairwise

from formulary.ingest.book import Block
from formulary.tables import rows_of
from rag.passages import BlockKind
from rag.vietnamese import fold

# Headers (folded) of columns that say for whom a row is, never how much.
_CONDITION = re.compile(
    r"thanh thai|cl ?cr|mlct|gfr|creatinin|loc cau than|muc loc|chuc nang (?:than|gan)|^(?:do )?tuoi$|^can nang"
)
_LEVEL = re.compile(r"\d\s?(?:mg|g|microgam)\s?/\s?(?:dl|decilit|lit|ml|100 ml|1,73)")
_DOSE_OR_FREQUENCY = re.compile(
    r"\d\s?(?:mg|g|gam|microgam|nanogam|dvqt|don vi)\b"
    r"|\blan\s?/\s?(?:ngay|tuan|24)|\b(?:gio|ngay)\s?/\s?lan|\blan mot ngay|\btoi da\b"
)
_VALUE = re.compile(r"[<>≤≥]?\s?\d[\d\s.,–-]*\s?%?")


def shifted_cell(block: Block) -> str | None:
    """`Từ 10 đến 30 ml/phút Tối đa 15 mg/kg/lần,` in the column of clearances: the dose slid out of its own."""
    if block.kind is not BlockKind.TABLE:
        return None
    header, *rows = rows_of(block.text)
    conditions = [i for i, cell in enumerate(header) if _CONDITION.search(fold(cell))]
    for row in rows:
        if len(row) != len(header):
            return f"một dòng có {len(row)} ô, tiêu đề có {len(header)} cột"
        for i in conditions:
            if _DOSE_OR_FREQUENCY.search(_LEVEL.sub(" ", fold(row[i]))):
                return f"liều nằm trong cột «{header[i]}»"
    return None


def merged_cells(block: Block) -> str | None:
    """An empty cell, or a header that stands over two columns: which header a cell belongs to is not known."""
    if block.kind is not BlockKind.TABLE:
        return None
    rows = rows_of(block.text)
    if len(set(rows[0])) < len(rows[0]):
        return "tiêu đề cột bị gộp"
    return "bảng có ô trống" if any(not cell for row in rows for cell in row) else None


def split_tables(blocks: tuple[Block, ...]) -> dict[int, str]:
    """Two tables in a row with as many columns, the second headed by values: one table that a page break cut."""
    found: dict[int, str] = {}
    for (i, first), (j, second) in pairwise(enumerate(blocks)):
        if first.kind is not BlockKind.TABLE or second.kind is not BlockKind.TABLE:
            continue
        header = rows_of(second.text)[0]
        if len(header) == len(rows_of(first.text)[0]) and any(_VALUE.fullmatch(cell) for cell in header):
            found |= dict.fromkeys((i, j), "bảng bị cắt ở chỗ sang trang")
    return found
