"""What a page draws besides text: ruling lines, filled areas, pictures, and in which order the text is drawn.

Coordinates here are PDF user space, y upwards, as PDFium gives them.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from formulary.ingest.pdf.clips import Clip, Corner, clip_of, is_rectangle, path_corners
from formulary.ingest.pdf.limits import Limits, PdfRefused
from formulary.ingest.pdf.matrices import IDENTITY, Matrix, matrix_of, multiplied, transformed

_DEEPEST_FORM = 6
_THIN = 2.5  # points: a filled area no thicker than this is a line
_SMALL = 6.0  # points: a filled rectangle no higher may be part of a sign
_DOT = 3.0  # points: a thin filled area no longer is no stroke
_SHORTEST_RULING = 4.0
_SLANT = 0.8  # points that a line may lean and still count as upright or level
_OPAQUE = 250  # 0–255
_MOST_INK = 20_000  # strokes and shapes: a page with more is drawn, not set
_MOST_CORNERS = 400
_MOST_AREAS = 2_000
_PICTURES = {pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING}


class Area(NamedTuple):
    """A filled part of the page. `order` is its place in the order of drawing; `rgb` 0–255. Opaque only.

    `outline` holds the closed lines around it, empty for a rectangle. Not `certain`: what it covers is only nearly so.
    """

    order: int
    x0: float
    y0: float
    x1: float
    y1: float
    rgb: tuple[int, int, int]
    outline: tuple[tuple[tuple[float, float], ...], ...] = ()
    certain: bool = True

    def holds(self, x: float, y: float) -> bool:
        if not (self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1):
            return False
        crossed = False
        for line in self.outline:
            for (ax, ay), (bx, by) in pairwise((*line, line[0])):
                if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                    crossed = not crossed
        return crossed or not self.outline


class Ink(NamedTuple):
    """A straight stroke from one point to another, or the rectangle around a small or curved `shape`."""

    ax: float
    ay: float
    bx: float
    by: float
    shape: bool = False


@dataclass(slots=True)
class Drawing:
    """`text_order` maps the address of a text object to its place in the order of drawing.

    `texts` holds the text objects by address, each with the matrix from its own space; `clips` what those that are cut
    off are cut off to. `pictures` are the places of images and shadings.
    """

    level: list[tuple[float, float, float]] = field(default_factory=list)  # y, x0, x1
    upright: list[tuple[float, float, float]] = field(default_factory=list)  # x, y0, y1
    areas: list[Area] = field(default_factory=list)
    text_order: dict[int, int] = field(default_factory=dict)
    texts: dict[int, tuple[Any, Matrix]] = field(default_factory=dict)
    clips: dict[int, Clip] = field(default_factory=dict)
    ink: list[Ink] = field(default_factory=list)
    pictures: list[tuple[float, float, float, float]] = field(default_factory=list)
    has_image: bool = False
    is_crowded: bool = False


def address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


def examine(page: Any, *, number: int, limits: Limits) -> Drawing:
    """Raises PdfRefused when the page holds more objects than `limits` allow.

    Replacement texts (`ActualText`) are taken off the objects: the text read must be that of the glyphs shown.
    """
    drawing = Drawing()
    for order, (pointer, kind, matrix, outer) in enumerate(_objects(page)):
        if order >= limits.objects:
            raise PdfRefused(f"Trang {number} của tệp có quá nhiều đối tượng vẽ.")
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            key = address(pointer)
            drawing.text_order[key] = order
            drawing.texts[key] = (pointer, matrix)
            _drop_replacement_text(pointer)
            if clip := clip_of(pointer, matrix, outer):
                drawing.clips[key] = clip
        elif kind in _PICTURES:
            drawing.has_image = drawing.has_image or kind == pdfium.FPDF_PAGEOBJ_IMAGE
            _add_picture(pointer, matrix, clip_of(pointer, matrix, outer), drawing)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            _examine_path(pointer, order, matrix, clip_of(pointer, matrix, outer), drawing)
        if len(drawing.level) + len(drawing.upright) > limits.rulings:
            drawing.level.clear()  # a drawing, not a table: nobody rules six thousand lines by hand
            drawing.upright.clear()
        if len(drawing.ink) > _MOST_INK or len(drawing.areas) > _MOST_AREAS:
            drawing.is_crowded = True
            drawing.ink.clear()
            drawing.areas.clear()
    return drawing


def _objects(page: Any) -> Iterator[tuple[Any, int, Matrix, Clip | None]]:
    """Objects in the order of drawing, those of forms in their place, each with the matrix from its own space and with
    what the forms around it are cut off to."""
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        yield from _opened(pdfium.FPDFPage_GetObject(page, i), IDENTITY, None, 0)


def _opened(
    pointer: Any, matrix: Matrix, outer: Clip | None, depth: int
) -> Iterator[tuple[Any, int, Matrix, Clip | None]]:
    kind = pdfium.FPDFPageObj_GetType(pointer)
    yield pointer, kind, matrix, outer
    if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
        clip = clip_of(pointer, matrix, outer)
        inner = multiplied(matrix_of(pointer), matrix)
        for i in range(max(0, pdfium.FPDFFormObj_CountObjects(pointer))):
            yield from _opened(pdfium.FPDFFormObj_GetObject(pointer, i), inner, clip, depth + 1)


def _drop_replacement_text(pointer: Any) -> None:
    for i in reversed(range(max(0, pdfium.FPDFPageObj_CountMarks(pointer)))):
        mark = pdfium.FPDFPageObj_GetMark(pointer, i)
        if pdfium.FPDFPageObjMark_GetParamValueType(mark, b"ActualText") != pdfium.FPDF_OBJECT_UNKNOWN:
            pdfium.FPDFPageObj_RemoveMark(pointer, mark)


def _add_picture(pointer: Any, matrix: Matrix, clip: Clip | None, drawing: Drawing) -> None:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not pdfium.FPDFPageObj_GetBounds(pointer, left, bottom, right, top):
        return
    found = [transformed(x, y, matrix) for x in (left.value, right.value) for y in (bottom.value, top.value)]
    xs, ys = [p[0] for p in found], [p[1] for p in found]
    shown = Clip(min(xs), min(ys), max(xs), max(ys), True).within(clip)
    if shown.x0 < shown.x1 and shown.y0 < shown.y1:
        drawing.pictures.append((shown.x0, shown.y0, shown.x1, shown.y1))


def _examine_path(pointer: Any, order: int, outer: Matrix, clip: Clip | None, drawing: Drawing) -> None:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not pdfium.FPDFPath_GetDrawMode(pointer, fill, stroke) or not (fill.value or stroke.value):
        return
    points = path_corners(pointer, multiplied(matrix_of(pointer), outer))
    if not points:
        return
    xs, ys = [p.x for p in points], [p.y for p in points]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    if clip and not (clip.x0 <= x1 and x0 <= clip.x1 and clip.y0 <= y1 and y0 <= clip.y1):
        return
    if fill.value and not stroke.value and min(x1 - x0, y1 - y0) <= _THIN:
        _add_line(drawing, x0, y0, x1, y1)
        return
    if stroke.value:
        for before, point in pairwise(points):
            if not point.starts:
                _add_ruling(drawing, before.x, before.y, point.x, point.y)
                drawing.ink.append(Ink(before.x, before.y, point.x, point.y))
    rectangle = is_rectangle(points, x0, y0, x1, y1)
    if any(p.curved for p in points) or (fill.value and (not rectangle or y1 - y0 <= _SMALL)):
        drawing.ink.append(Ink(x0, y0, x1, y1, shape=True))
    if fill.value and (rgb := _opaque_fill(pointer)):
        shown = Clip(x0, y0, x1, y1, True).within(clip)
        outline = () if rectangle or y1 - y0 <= _SMALL else _outline(points)
        if rectangle or outline:
            certain = rectangle and shown.exact
            drawing.areas.append(Area(order, shown.x0, shown.y0, shown.x1, shown.y1, rgb, outline, certain))


def _add_line(drawing: Drawing, x0: float, y0: float, x1: float, y1: float) -> None:
    """A thin filled area, as the line along its middle."""
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    ends = (x0, y, x1, y) if y1 - y0 <= x1 - x0 else (x, y0, x, y1)
    _add_ruling(drawing, *ends)
    small = max(x1 - x0, y1 - y0) <= _DOT
    drawing.ink.append(Ink(x0, y0, x1, y1, shape=True) if small else Ink(*ends))


def _outline(points: list[Corner]) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The closed lines of a path, its curves by their control points; empty when there are too many."""
    if len(points) > _MOST_CORNERS:
        return ()
    lines: list[list[tuple[float, float]]] = []
    for point in points:
        if not lines or (point.starts and not point.curved):
            lines.append([])
        lines[-1].append((point.x, point.y))
    return tuple(tuple(line) for line in lines if len(line) > 2)


def _add_ruling(drawing: Drawing, ax: float, ay: float, bx: float, by: float) -> None:
    if abs(ay - by) <= _SLANT and abs(ax - bx) >= _SHORTEST_RULING:
        drawing.level.append(((ay + by) / 2, min(ax, bx), max(ax, bx)))
    elif abs(ax - bx) <= _SLANT and abs(ay - by) >= _SHORTEST_RULING:
        drawing.upright.append(((ax + bx) / 2, min(ay, by), max(ay, by)))


def _opaque_fill(pointer: Any) -> tuple[int, int, int] | None:
    r, g, b, a = (ctypes.c_uint() for _ in range(4))
    if not pdfium.FPDFPageObj_GetFillColor(pointer, r, g, b, a) or a.value < _OPAQUE:
        return None
    return None if pdfium.FPDFPageObj_HasTransparency(pointer) else (r.value, g.value, b.value)
