"""One page of an open PDF, read. Runs in a child process only."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2.raw as pdfium

from formulary.ingest.pages import Box, Cell, HiddenText, Line, PageDoubt, PageRead, Table
from formulary.ingest.pdf.columns import find_gutters, in_reading_order
from formulary.ingest.pdf.doubts import Sketch, doubts_of, merged
from formulary.ingest.pdf.furniture import take_off
from formulary.ingest.pdf.glyphs import PageGlyphs, read_glyphs
from formulary.ingest.pdf.layers import undrawn_texts
from formulary.ingest.pdf.limits import Limits, PdfRefused
from formulary.ingest.pdf.lines import Row, rows_of
from formulary.ingest.pdf.notes import note_boxes
from formulary.ingest.pdf.odd_signs import odd_characters, stacked_digits
from formulary.ingest.pdf.page_objects import Drawing, Ink, examine
from formulary.ingest.pdf.stretches import Stretches
from formulary.ingest.pdf.tables import read_tables
from formulary.ingest.profiles import Profile

_QUARTER_TURNS = {0: (1, 0, 0, 1), 1: (0, -1, 1, 0), 2: (-1, 0, 0, -1), 3: (0, 1, -1, 0)}  # clockwise


@dataclass(frozen=True, slots=True)
class RawPage:
    """`level` and `upright` rulings as in `tables.read_tables`. `turned`: quarter turns clockwise that made it upright
    beyond the page's own rotation, for a page whose text runs sideways."""

    number: int
    width: float
    height: float
    glyphs: PageGlyphs
    level: tuple[tuple[float, float, float], ...]
    upright: tuple[tuple[float, float, float], ...]
    has_image: bool
    sketch: Sketch
    turned: int = 0


def read_page(document: Any, number: int, *, profile: Profile, usual: frozenset[str], limits: Limits) -> PageRead:
    """`number` counts from 1; `usual` as in `furniture.take_off`. Raises PdfRefused."""
    raw = read_raw_page(document, number, limits=limits)
    found = read_tables(raw.glyphs.glyphs, level=raw.level, upright=raw.upright, limits=limits)
    furniture = take_off(rows_of(found.rest), height=raw.height, profile=profile, usual=usual)
    gutters = find_gutters(furniture.rest, width=raw.width, usual=profile.columns)
    body = in_reading_order(furniture.rest, found.tables, gutters, full_width=profile.full_width)
    page = PageRead(
        number=number,
        width=round(raw.width, 2),
        height=round(raw.height, 2),
        printed=furniture.printed,
        body=body,
        head=(*furniture.texts, *(turned.text for turned in raw.glyphs.aslant)),
        hidden=raw.glyphs.hidden,
        has_image=raw.has_image,
        doubts=_doubts(raw, [*furniture.rest, *rows_of(found.inside)], body),
    )
    return _as_shown(page, raw.turned) if raw.turned else page


def _doubts(raw: RawPage, rows: list[Row], body: tuple[Line | Table, ...]) -> tuple[PageDoubt, ...]:
    lines = Stretches(rows)
    found = doubts_of(
        lines,
        raw.sketch,
        page=Box(0, 0, raw.width, raw.height),
        hidden=raw.glyphs.hidden,
        aslant=raw.glyphs.aslant,
        right_to_left=raw.glyphs.right_to_left,
    )
    return merged([*found, *raw.glyphs.doubts, *odd_characters(lines), *stacked_digits(body)])


def read_raw_page(document: Any, number: int, *, limits: Limits) -> RawPage:
    """Characters and rulings of a page, set upright. Raises PdfRefused."""
    with _open_page(document, number) as page:
        raw = _read(page, number, pdfium.FPDFPage_GetRotation(page) % 4, limits)
    angle = round(raw.glyphs.main_angle / 90) % 4
    if not angle:
        return raw
    with _open_page(document, number) as page:  # afresh: the objects have been turned
        turns = (pdfium.FPDFPage_GetRotation(page) + angle) % 4
        return replace(_read(page, number, turns, limits), turned=angle)


@contextmanager
def _open_page(document: Any, number: int) -> Iterator[Any]:
    page = pdfium.FPDF_LoadPage(document, number - 1)
    if not page:
        raise PdfRefused(f"Trang {number} của tệp bị hỏng, không mở được.")
    try:
        yield page
    finally:
        pdfium.FPDF_ClosePage(page)


def _read(page: Any, number: int, turns: int, limits: Limits) -> RawPage:
    left, bottom, right, top = _shown_area(page, number, turns, limits)
    unseen = undrawn_texts(page)
    if turns:
        _turn(page, turns)
    drawing = examine(page, number=number, limits=limits)
    size = (right - left, top - bottom)
    glyphs = read_glyphs(page, drawing, number=number, corner=(left, top), size=size, unseen=unseen, limits=limits)
    return RawPage(
        number=number,
        width=size[0],
        height=size[1],
        glyphs=glyphs,
        level=tuple((top - y, x0 - left, x1 - left) for y, x0, x1 in drawing.level),
        upright=tuple((x - left, top - y1, top - y0) for x, y0, y1 in drawing.upright),
        has_image=drawing.has_image,
        sketch=_sketch(page, drawing, turns, left, top),
    )


def _sketch(page: Any, drawing: Drawing, turns: int, left: float, top: float) -> Sketch:
    """Notes have not been turned with what the page draws."""

    def box(x0: float, y0: float, x1: float, y1: float) -> Box:
        return Box(x0 - left, top - y1, x1 - left, top - y0)

    notes = []
    for x0, y0, x1, y1 in note_boxes(page):
        (ax, ay), (bx, by) = _turned(x0, y0, turns), _turned(x1, y1, turns)
        notes.append(box(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))
    return Sketch(
        ink=tuple(Ink(i.ax - left, top - i.ay, i.bx - left, top - i.by, i.shape) for i in drawing.ink),
        pictures=tuple(box(*picture) for picture in drawing.pictures),
        notes=tuple(notes),
        is_crowded=drawing.is_crowded,
    )


def _shown_area(page: Any, number: int, turns: int, limits: Limits) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of the page's shown part, after `turns`."""
    box = pdfium.FS_RECTF()
    if not pdfium.FPDF_GetPageBoundingBox(page, box):
        raise PdfRefused(f"Trang {number} của tệp không có khổ giấy.")
    corners = [_turned(x, y, turns) for x in (box.left, box.right) for y in (box.bottom, box.top)]
    xs, ys = sorted(c[0] for c in corners), sorted(c[1] for c in corners)
    width, height = xs[-1] - xs[0], ys[-1] - ys[0]
    if not (1 <= width <= limits.page_points and 1 <= height <= limits.page_points):
        raise PdfRefused(f"Trang {number} của tệp có khổ giấy không hợp lệ.")
    return xs[0], ys[0], xs[-1], ys[-1]


def _turned(x: float, y: float, turns: int) -> tuple[float, float]:
    a, b, c, d = _QUARTER_TURNS[turns]
    return a * x + c * y, b * x + d * y


def _turn(page: Any, turns: int) -> None:
    """Turn what the page draws, in memory, so that every page is read as an upright one."""
    a, b, c, d = _QUARTER_TURNS[turns]
    matrix = pdfium.FS_MATRIX(a=a, b=b, c=c, d=d, e=0, f=0)
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        pointer = pdfium.FPDFPage_GetObject(page, i)
        pdfium.FPDFPageObj_TransformF(pointer, matrix)
        pdfium.FPDFPageObj_TransformClipPath(pointer, a, b, c, d, 0, 0)


def _as_shown(page: PageRead, turned: int) -> PageRead:
    """Boxes of a page that was turned for reading, put where the page shows them."""
    width, height = page.width, page.height

    def back(box: Box) -> Box:
        if turned == 1:
            return Box(box.y0, width - box.x1, box.y1, width - box.x0)
        if turned == 2:
            return Box(width - box.x1, height - box.y1, width - box.x0, height - box.y0)
        return Box(height - box.y1, box.x0, height - box.y0, box.x1)

    def cell(value: Cell) -> Cell:
        return replace(value, box=back(value.box))

    def item(value: Line | Table) -> Line | Table:
        if isinstance(value, Line):
            return replace(value, box=back(value.box))
        return replace(value, box=back(value.box), cells=tuple(map(cell, value.cells)))

    def hidden(value: HiddenText) -> HiddenText:
        return replace(value, box=back(value.box) if value.box else None)

    sideways = turned % 2 == 1
    return replace(
        page,
        width=height if sideways else width,
        height=width if sideways else height,
        body=tuple(map(item, page.body)),
        hidden=tuple(map(hidden, page.hidden)),
        doubts=tuple(replace(doubt, box=back(doubt.box)) for doubt in page.doubts),
    )
