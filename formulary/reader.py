"""A monograph laid out for reading: sub-headings where they change, page marks, context, held blocks without text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from formulary.selectors import PrintedBlock
from formulary.sheets import Crop, Sheet, crops
from formulary.shown_text import Mended, ShownText, shown_text
from formulary.tables import rows_of
from rag.frames import Population, Route
from rag.passages import DOSING, BlockKind, Erratum, Passage

POPULATION_LABELS = {
    Population.ADULT: "người lớn",
    Population.CHILD: "trẻ em",
    Population.NEONATE: "trẻ sơ sinh",
    Population.ELDERLY: "người cao tuổi",
    Population.PREGNANT: "phụ nữ có thai",
    Population.BREASTFEEDING: "phụ nữ cho con bú",
    Population.RENAL: "suy thận",
    Population.HEPATIC: "suy gan",
}
ROUTE_LABELS = {
    Route.ORAL: "uống",
    Route.IV_INJECTION: "tiêm tĩnh mạch",
    Route.IV_INFUSION: "truyền tĩnh mạch",
    Route.IM: "tiêm bắp",
    Route.SC: "tiêm dưới da",
    Route.RECTAL: "đặt trực tràng",
    Route.INHALED: "hít",
    Route.NEBULISED: "khí dung",
    Route.SUBLINGUAL: "ngậm dưới lưỡi",
    Route.LOCAL: "tại chỗ",
    Route.OTHER: "đường khác",
}
_FIRST_LEVEL = 3  # h1 is the monograph, h2 the section
_DEEPEST_LEVEL = 6


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` of the block with this ordinal in this section."""

    section: str
    ordinal: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SubHeading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    is_marked: bool


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """`text` and `rows` are empty when the block is held back; `crops` then show it as printed, where pages are kept.

    `page` is set where a printed page begins, `context` where it changes. `sheet` is the page of the file that the
    block begins on, None where there is no picture of it.
    """

    anchor: str
    kind: BlockKind
    headings: tuple[SubHeading, ...]
    page: int | None
    sheet: int | None
    context: str
    held: str | None
    pages: tuple[int | None, int | None]
    text: ShownText
    rows: tuple[tuple[Cell, ...], ...]
    crops: tuple[Crop, ...]
    doubts: tuple[Erratum, ...]
    repairs: tuple[Mended, ...]

    @property
    def is_item(self) -> bool:
        return self.kind is BlockKind.ITEM

    @property
    def opens_list(self) -> bool:
        """A list does not go on over a sub-heading, a page mark or a change of context."""
        return bool(self.headings or self.page or self.context)


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Blocks in runs: items that follow one another are one list. `sheet` is the page of the file that it begins on."""

    key: str
    title: str
    runs: tuple[tuple[ShownBlock, ...], ...]
    sheet: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """How blocks are shown: what is cited, the pages of the file that have pictures, whether repairs are told."""

    mark: Span | None = None
    sheets: Mapping[int, Sheet] | None = None
    tells_repairs: bool = False


def shown_sections(blocks: Iterable[PrintedBlock], reading: Reading | None = None) -> tuple[ShownSection, ...]:
    """`blocks` in book order, all of one monograph."""
    reading = reading or Reading()
    shown = []
    page: int | None = None
    for key, group in groupby(blocks, key=lambda block: block.passage.section):
        of_section = list(group)
        title = of_section[0].passage.section_title
        runs = tuple(_runs(_shown_blocks(of_section, page, reading)))
        sheet = next((block.sheet for run in runs for block in run if block.sheet is not None), None)
        shown.append(ShownSection(key, title, runs, sheet))
        page = of_section[-1].passage.provenance.page_to
    return tuple(shown)


def cited_part(passage: Passage, mark: Span) -> tuple[int, int]:
    """The cited characters; in a table the rows whole, because half a row says nothing."""
    if passage.kind is not BlockKind.TABLE:
        return mark.start, mark.end
    end = passage.text.find("\n", mark.end)
    return passage.text.rfind("\n", 0, mark.start) + 1, end if end >= 0 else len(passage.text)


def _shown_blocks(blocks: list[PrintedBlock], page: int | None, reading: Reading) -> Iterator[ShownBlock]:
    above: tuple[str, ...] = ()
    context = ""
    for block in blocks:
        passage = block.passage
        new_context = _context(passage)
        same = next((i for i, (a, b) in enumerate(zip(above, passage.headings, strict=False)) if a != b), None)
        depth = min(len(above), len(passage.headings)) if same is None else same
        yield _shown(
            block,
            reading,
            headings=tuple(
                SubHeading(min(_FIRST_LEVEL + i, _DEEPEST_LEVEL), text)
                for i, text in enumerate(passage.headings)
                if i >= depth
            ),
            page=passage.provenance.page_from if passage.provenance.page_from != page else None,
            context=new_context if new_context != context else "",
        )
        above, context, page = passage.headings, new_context, passage.provenance.page_to


def _shown(
    block: PrintedBlock,
    reading: Reading,
    *,
    headings: tuple[SubHeading, ...],
    page: int | None,
    context: str,
) -> ShownBlock:
    passage = block.passage
    is_held = passage.quarantine is not None
    is_table = passage.kind is BlockKind.TABLE and not is_held
    mark = reading.mark
    is_cited = mark is not None and (mark.section, mark.ordinal) == (passage.section, passage.ordinal)
    part = (mark.start, mark.end) if mark is not None and is_cited else None
    repairs = block.repairs if reading.tells_repairs else ()
    sheets = dict(reading.sheets or {})
    return ShownBlock(
        anchor=f"{passage.section}-{passage.ordinal}",
        kind=passage.kind,
        headings=headings,
        page=page,
        sheet=next((line.page for line in block.lines if line.page in sheets), None),
        context=context,
        held=passage.quarantine,
        pages=(passage.provenance.page_from, passage.provenance.page_to),
        text=ShownText() if is_held else shown_text(passage.text, part, passage.errata, repairs),
        rows=_rows(passage.text, *(part or (len(passage.text), len(passage.text)))) if is_table else (),
        crops=crops(block.lines, sheets) if is_held else (),
        doubts=passage.errata,
        repairs=() if is_held else repairs,
    )


def _rows(text: str, start: int, end: int) -> tuple[tuple[Cell, ...], ...]:
    """A row that the span touches is marked whole: half a row says nothing."""
    rows: list[tuple[Cell, ...]] = []
    at = 0
    for line in text.splitlines(keepends=True):
        is_marked = at < end and start < at + len(line.rstrip("\n"))
        rows.extend(tuple(Cell(cell, is_marked) for cell in row) for row in rows_of(line))
        at += len(line)
    return tuple(rows)


def _runs(blocks: Iterable[ShownBlock]) -> Iterator[tuple[ShownBlock, ...]]:
    run: list[ShownBlock] = []
    for block in blocks:
        if run and not (run[-1].is_item and block.is_item and not block.opens_list):
            yield tuple(run)
            run = []
        run.append(block)
    if run:
        yield tuple(run)


def _context(passage: Passage) -> str:
    """ "trẻ em · uống", or nothing outside dosing, where context does not choose between regimens."""
    if passage.section != DOSING:
        return ""
    populations = ", ".join(POPULATION_LABELS[p] for p in passage.populations)
    routes = ", ".join(ROUTE_LABELS[r] for r in passage.routes)
    return " · ".join(filter(None, (populations, routes)))
