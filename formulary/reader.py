"""A monograph laid out for reading: sub-headings where they change, page marks, context, held blocks without text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from formulary.tables import rows_of
from rag.frames import Population, Route
from rag.passages import DOSING, BlockKind, Passage

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
    """Characters `start` to `end` of the block with this ordinal."""

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
    """`before`, `marked` and `after` are its text in order; all empty when the block is held back."""

    anchor: str
    kind: BlockKind
    headings: tuple[SubHeading, ...]
    page: int | None  # set where a page begins
    context: str  # set where it changes
    held: str | None
    pages: tuple[int | None, int | None]
    before: str
    marked: str
    after: str
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def is_item(self) -> bool:
        return self.kind is BlockKind.ITEM

    @property
    def opens_list(self) -> bool:
        """A list does not go on over a sub-heading, a page mark or a change of context."""
        return bool(self.headings or self.page or self.context)


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Blocks in runs: items that follow one another are one list."""

    key: str
    title: str
    runs: tuple[tuple[ShownBlock, ...], ...]


def shown_sections(passages: Iterable[Passage], *, mark: Span | None = None) -> tuple[ShownSection, ...]:
    """`passages` in book order, all of one monograph."""
    shown = []
    page: int | None = None
    for key, group in groupby(passages, key=lambda passage: passage.section):
        blocks = list(group)
        shown.append(ShownSection(key, blocks[0].section_title, tuple(_runs(_shown_blocks(blocks, page, mark)))))
        page = blocks[-1].provenance.page_to
    return tuple(shown)


def _shown_blocks(passages: list[Passage], page: int | None, mark: Span | None) -> Iterator[ShownBlock]:
    above: tuple[str, ...] = ()
    context = ""
    for passage in passages:
        new_context = _context(passage)
        same = next((i for i, (a, b) in enumerate(zip(above, passage.headings, strict=False)) if a != b), None)
        depth = min(len(above), len(passage.headings)) if same is None else same
        span = mark if mark is not None and mark.ordinal == passage.ordinal else None
        yield _shown(
            passage,
            headings=tuple(
                SubHeading(min(_FIRST_LEVEL + i, _DEEPEST_LEVEL), text)
                for i, text in enumerate(passage.headings)
                if i >= depth
            ),
            page=passage.provenance.page_from if passage.provenance.page_from != page else None,
            context=new_context if new_context != context else "",
            span=span,
        )
        above, context, page = passage.headings, new_context, passage.provenance.page_to


def _shown(
    passage: Passage, *, headings: tuple[SubHeading, ...], page: int | None, context: str, span: Span | None
) -> ShownBlock:
    text = "" if passage.quarantine else passage.text
    start, end = (span.start, span.end) if span and text else (len(text), len(text))
    return ShownBlock(
        anchor=f"{passage.section}-{passage.ordinal}",
        kind=passage.kind,
        headings=headings,
        page=page,
        context=context,
        held=passage.quarantine,
        pages=(passage.provenance.page_from, passage.provenance.page_to),
        before=text[:start],
        marked=text[start:end],
        after=text[end:],
        rows=_rows(text, start, end) if passage.kind is BlockKind.TABLE and text else (),
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
