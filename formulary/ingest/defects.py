"""Why a block must not be quoted: detectors of what extraction and typing do to numbers, tables and sentences.

Each detector looks at one thing and gives a reason in Vietnamese, or None. They run on every format. A suspicion is
enough: a held block still shows its page, and a pharmacist releases it. Nothing is ever repaired. A reason never quotes
the number or cell it is about, because the reason is shown where the text is not.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from formulary.ingest.book import Block, Defect, PrintedMonograph, PrintedSection
from formulary.ingest.misplaced_brands import foreign_brands
from formulary.ingest.table_defects import merged_cells, shifted_cell, split_tables
from formulary.models.defect_kinds import DefectKind
from rag.passages import DOSING, BlockKind
from rag.printed import populations_in
from rag.vietnamese import fold

_BRANDS = "ten_thuong_mai"
_WITHOUT_TABLES = frozenset({"ten_chung_quoc_te", "ma_atc", "loai_thuoc", "thong_tin_quy_che", _BRANDS})

_DOSE_UNIT = r"(?:mg|g|gam|microgam|nanogam|đvqt|đv|đơn vị|IU|mEq|mmol|ml|giọt|viên)"
_DOSE = re.compile(rf"\d\s?{_DOSE_UNIT}\b(?!\s?/\s?phút)", re.IGNORECASE)  # ml/phút is a clearance
_DIGIT_RUN = re.compile(rf"(?<![\w,./])(?P<run>\d+(?: \d+)+)(?:,\d+)?\s?{_DOSE_UNIT}\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}(?: \d{3})+")
_RANGE = re.compile(r"(?P<before>[^\s(]*)\s*\(?(?<![\d,./])\d+(?:[.,]\d+)?\s?[-–]\s?\d+(?:[.,]\d+)?(?=\s*(?:$|[.;)]))")
# Ranges that carry no unit in print: scores, grades, numbered things.
_UNITLESS = re.compile(
    r"\b(?:inr|ph|giai doan|typ|tuyp|nhom|bang|chuong|trang|ty le|diem|pugh|apgar|asa|nyha|killip)\b"
    r"|\b(?:do|loai|bac|muc|thu|so) [\d,.]+\s?[-–]\s?[\d,.]+$"
)
_RUNNING_HEAD = re.compile(r"DTQGVN", re.IGNORECASE)
_CUT_UNIT = re.compile(r"\d\s?(?:mg|g|gam|microgam|nanogam|ml|đvqt|đv|đơn vị|mEq|mmol)(?:\s?/\s?(?:kg|m2|m²))?\s?/$")
_ORPHAN = re.compile(r"[\d\s.,;/–-]*\d[\d\s.,;/–-]*")
_GLUED = re.compile(r"(?<=[.;])\s*(?P<heading>[^.;:]{2,80}):$")
_OPEN_END = re.compile(r"[^\W\d_]$")


def broken_glyph(block: Block) -> str | None:
    """U+FFFD or a private-use glyph: a sign that the extraction could not read stands in its place."""
    bad = next((c for c in block.text if c == "\ufffd" or "\ue000" <= c <= "\uf8ff" or ord(c) >= 0xF0000), None)
    return f"có ký tự không đọc được (U+{ord(bad):04X})" if bad else None


def running_head(block: Block) -> str | None:
    """The head of a page inside a sentence; it names the drug of the page, often another one."""
    return "tiêu đề đầu trang lọt vào câu" if _RUNNING_HEAD.search(block.text) else None


def split_number(block: Block) -> str | None:
    """`2 0 mg`: digits with a blank that is no thousands sign."""
    for match in _DIGIT_RUN.finditer(block.text):
        if not _THOUSANDS.fullmatch(match["run"]):
            return "chữ số bị tách bằng dấu cách"
    return None


def range_without_unit(block: Block) -> str | None:
    """`Liều duy trì: 0,2 - 1,5` and nothing behind it. A table has its unit in the header."""
    if block.kind is BlockKind.TABLE:
        return None
    for match in _RANGE.finditer(block.text):
        sentence = re.split(r"[.;]\s", fold(block.text[: match.end()]))[-1]
        if not _UNITLESS.search(sentence):
            return "khoảng số không có đơn vị"
    return None


def cut_unit(block: Block) -> str | None:
    """`0,2 - 1,5 mg/` at the end of a block: what it is per was lost."""
    return "đơn vị bị cắt ở cuối đoạn" if _CUT_UNIT.search(block.text) else None


def orphan_numbers(block: Block) -> str | None:
    """A line of numbers alone: cells that lost their row."""
    return "dòng chỉ có số" if _ORPHAN.fullmatch(block.text) else None


def glued_heading(block: Block) -> str | None:
    """`… 300 mg. Trẻ em:`: two populations touch in one block that prints a dose."""
    glued = _GLUED.search(block.text)
    if glued is None or not _DOSE.search(block.text) or not populations_in(glued["heading"]):
        return None
    return f"tiêu đề con «{glued['heading'].strip()}» dính vào cuối đoạn"


def misplaced_table(block: Block) -> str | None:
    """A table in a section that has none by nature."""
    return "bảng nằm ở mục không có bảng" if block.kind is BlockKind.TABLE else None


ANYWHERE: tuple[tuple[DefectKind, Callable[[Block], str | None]], ...] = (
    (DefectKind.BROKEN_GLYPH, broken_glyph),
    (DefectKind.RUNNING_HEAD, running_head),
    (DefectKind.SHIFTED_CELL, shifted_cell),
    (DefectKind.MERGED_CELLS, merged_cells),
)
OUTSIDE_BRANDS = ((DefectKind.SPLIT_NUMBER, split_number), (DefectKind.CUT_UNIT, cut_unit))
IN_DOSING = (
    (DefectKind.GLUED_HEADING, glued_heading),
    (DefectKind.RANGE_WITHOUT_UNIT, range_without_unit),
    (DefectKind.ORPHAN_NUMBERS, orphan_numbers),
)
WHERE_NO_TABLE_STANDS = ((DefectKind.MISPLACED_TABLE, misplaced_table),)


def interleaved(blocks: tuple[Block, ...]) -> dict[int, str]:
    """A sentence of the next column inside another: open end, a whole sentence, then the lower-case rest."""
    found: dict[int, str] = {}
    for i in range(len(blocks) - 2):
        first, between, rest = blocks[i : i + 3]
        prose = all(b.kind is BlockKind.PARAGRAPH for b in (first, between, rest))
        if prose and _OPEN_END.search(first.text) and rest.text[0].islower() and not between.text[0].islower():
            found |= dict.fromkeys((i, i + 1, i + 2), "câu của cột bên xen vào giữa câu")
    return found


def hold_defects(monograph: PrintedMonograph) -> PrintedMonograph:
    """The monograph with every suspicious block held. What the writer holds keeps the writer's reason."""
    return replace(monograph, sections=tuple(_held(section, monograph) for section in monograph.sections))


def _held(section: PrintedSection, monograph: PrintedMonograph) -> PrintedSection:
    found = {i: Defect(DefectKind.INTERLEAVED, reason) for i, reason in interleaved(section.blocks).items()}
    found |= {i: Defect(DefectKind.SPLIT_TABLE, reason) for i, reason in split_tables(section.blocks).items()}
    detectors = [*ANYWHERE]
    detectors += IN_DOSING if section.key == DOSING else ()
    detectors += WHERE_NO_TABLE_STANDS if section.key in _WITHOUT_TABLES else ()
    detectors += OUTSIDE_BRANDS if section.key != _BRANDS else ()
    blocks = []
    for i, block in enumerate(section.blocks):
        defect = block.hold or found.get(i) or next(filter(None, (_defect(k, d, block) for k, d in detectors)), None)
        if defect is None and section.key == _BRANDS and foreign_brands(block.text, slug=monograph.slug):
            defect = Defect(DefectKind.MISPLACED_BRANDS, "danh sách có biệt dược của thuốc khác")
        blocks.append(replace(block, hold=defect))
    return replace(section, blocks=tuple(blocks))


def _defect(kind: DefectKind, detector: Callable[[Block], str | None], block: Block) -> Defect | None:
    reason = detector(block)
    return Defect(kind, reason) if reason else None
