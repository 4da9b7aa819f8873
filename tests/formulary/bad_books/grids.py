"""Defects of tables, and the clean tables that they are planted in when the book has too few."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from formulary.ingest.book import Block
from formulary.tables import rows_of, text_of
from rag.passages import DOSING, BlockKind
from rag.printed import Context, lead_of
from tests.formulary.bad_books.draft import Draft, DraftSection, Place, Planted, Slot
from tests.formulary.bad_books.numbers import another_digit
from tests.formulary.bad_books.texts import has_number

Rows = list[list[str]]
SpoilRows = Callable[[Rows, random.Random], list[str] | None]
"""Gives the texts printed instead: tables and paragraphs."""

_SHORTEST = 2  # neighbours that can be set as a table


def make_tables(draft: Draft, wanted: int, rng: random.Random) -> None:
    """Sets dosing lists as tables, in the clean book too, until there are `wanted` tables with doses."""
    missing = wanted - sum(1 for place in draft.places() if is_dose_table(draft, place))
    runs = [(s, run) for sections in draft.sections.values() for s in sections for run in _runs(s)]
    rng.shuffle(runs)
    runs.sort(key=lambda found: len(found[1]) < 3)  # a table of two rows only when there are no others left
    # From the end of each section, so that the ordinals of the other runs stay what they are.
    for section, run in sorted(runs[: max(0, missing)], key=lambda pair: -pair[1][0]):
        blocks = [section.slots[k].clean for k in run]
        table = _table_of(blocks)
        section.slots[run[0] : run[-1] + 1] = [Slot(table, [table])]


def _runs(section: DraftSection) -> list[range]:
    """Two items or paragraphs or more under the same headings, each with a lead: "Trẻ em 4 - 6 tuổi: 240 mg"."""
    if section.key != DOSING:
        return []
    runs: list[range] = []
    start = 0
    while start < len(section.slots):
        end = start
        while end < len(section.slots) and _fits(section.slots[end].clean, section.slots[start].clean):
            end += 1
        if end - start >= _SHORTEST:
            runs.append(range(start, end))
        start = max(end, start + 1)
    return runs


def _fits(block: Block, first: Block) -> bool:
    lead = lead_of(block.text)
    same = block.headings == first.headings and block.kind is first.kind is not BlockKind.TABLE
    return bool(same and lead and "|" not in block.text and has_number(block.text[len(lead) :]))


def _table_of(items: Sequence[Block]) -> Block:
    rows = []
    for item in items:
        lead = lead_of(item.text)
        rows.append((lead.removesuffix(":"), item.text[len(lead) :].strip()))
    populations = set(items[0].context.populations).intersection(*(set(i.context.populations) for i in items))
    context = Context(
        tuple(p for p in items[0].context.populations if p in populations),
        items[0].context.routes,
        items[0].context.indications,
    )
    text = text_of([("Đối tượng", "Liều dùng"), *rows])
    return replace(items[0], kind=BlockKind.TABLE, text=text, context=context)


def is_dose_table(draft: Draft, place: Place) -> bool:
    clean = draft.slot(place).clean
    return place[1] == DOSING and clean.kind is BlockKind.TABLE and len(rows_of(clean.text)) >= 3


# --- the defects ---------------------------------------------------------------------------------------------------


def _split(rows: Rows, rng: random.Random) -> list[str] | None:
    """Two tables, the first row of the second set as a header."""
    if len(rows) < 4:
        return None
    cut = rng.randint(2, len(rows) - 2)
    return [text_of(rows[:cut]), text_of(rows[cut:])]


def _shifted(rows: Rows, rng: random.Random) -> list[str] | None:
    """The dose slides into the column of the condition; the rest of it stays."""
    fit = [k for k in range(1, len(rows)) if has_number(rows[k][1]) and len(rows[k][1].split()) >= 3]
    if not fit:
        return None
    k = rng.choice(fit)
    words = rows[k][1].split()
    cut = rng.randint(2, len(words) - 1)
    rows[k][0] = f"{rows[k][0]} {' '.join(words[:cut])}"
    rows[k][1] = " ".join(words[cut:])
    return [text_of(rows)]


def _merged_rows(rows: Rows, rng: random.Random) -> list[str] | None:
    k = rng.randint(1, len(rows) - 2)
    rows[k : k + 2] = [[f"{a} {b}" for a, b in zip(rows[k], rows[k + 1], strict=True)]]
    return [text_of(rows)]


def _empty_cell(rows: Rows, rng: random.Random) -> list[str] | None:
    k = rng.randint(1, len(rows) - 1)
    rows[k][rng.randint(1, len(rows[k]) - 1)] = ""
    return [text_of(rows)]


def _flattened(rows: Rows, rng: random.Random) -> list[str] | None:
    """The table, and its cells once more as a sentence; in every other case a digit of that differs."""
    prose = " ".join(cell for row in rows[1:] for cell in row)
    if rng.random() < 0.5:
        prose = another_digit(prose, rng) or prose
    return [text_of(rows), prose]


def _flattened_only(rows: Rows, rng: random.Random) -> list[str] | None:
    return [" ".join(cell for row in rows for cell in row)]


def _footnote(rows: Rows, rng: random.Random) -> list[str] | None:
    k, mark = rng.randint(1, len(rows) - 1), rng.choice(("(1)", "¹", "*"))
    rows[k][-1] += mark
    return [text_of(rows), f"{mark} Giảm một nửa liều nếu người bệnh suy kiệt hoặc đang lọc máu."]


TABLE_SPOILS: dict[str, tuple[SpoilRows, str]] = {
    "table_split_without_header": (_split, "phần hai của bảng mất tiêu đề cột"),
    "merged_cell_shift": (_shifted, "liều trượt sang cột điều kiện"),
    "merged_rows": (_merged_rows, "hai dòng bảng gộp một"),
    "empty_cell": (_empty_cell, "ô trống"),
    "table_flattened_and_kept": (_flattened, "bảng còn nguyên và lặp lại thành câu"),
    "table_flattened": (_flattened_only, "bảng bị dàn thành câu"),
    "footnote_mark": (_footnote, "ô có dấu chú thích đảo nghĩa"),
}
TABLE_FAULTS = (*TABLE_SPOILS, "table_in_wrong_section")


def plant_table(draft: Draft, place: Place, kind: str, rng: random.Random) -> Planted | None:
    slot = draft.slot(place)
    if not is_dose_table(draft, place) or slot.blocks != [slot.clean]:
        return None
    if kind == "table_in_wrong_section":
        return _moved(draft, place, slot)
    spoil, note = TABLE_SPOILS[kind]
    texts = spoil([list(row) for row in rows_of(slot.clean.text)], rng)
    if texts is None:
        return None
    slot.blocks = [
        replace(slot.clean, text=text, kind=BlockKind.TABLE if text.startswith("|") else BlockKind.PARAGRAPH)
        for text in texts
    ]
    return draft.take(Planted(kind, *place, True, note, was=slot.clean.text, now=tuple(texts)))


def _moved(draft: Draft, place: Place, slot: Slot) -> Planted | None:
    """The table stands under a heading that has no tables by nature."""
    for key in ("ten_thuong_mai", "thong_tin_quy_che"):
        home = draft.section(place[0], key)
        section = draft.section(place[0], place[1])
        if home and section and len(section.slots) > 1:
            home.slots[-1].blocks.append(replace(slot.clean, headings=()))
            slot.blocks = []
            note = f"bảng đứng ở mục «{home.heading}»"
            return draft.take(
                Planted("table_in_wrong_section", *place, True, note, was=slot.clean.text, now=(slot.clean.text,))
            )
    return None
