"""What a page draws besides text: ruling lines, filled areas, images, and in which order the text is drawn.

Coordinates here are PDF user space, y upwards, as PDFium gives them.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pypdfium2.raw as pdfium

from formulary.ingest.pdf.limits import Limits, PdfRefused

_DEEPEST_FORM = 6
_THIN = 2.5  # points: a filled area no thicker than this is a line
_SHORTEST_RULING = 4.0
_SLANT = 0.8  # points that a line may lean and still count as upright or level


Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Area:
    """A filled rectangle. `order` is its place in the order of drawing; `rgb` 0–255. Opaque only."""

    order: int
    x0: float
    y0: float
    x1: float
    y1: float
    rgb: tuple[int, int, int]

    def holds(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


@dataclass(slots=True)
class Drawing:
    """`text_order` maps the address of a text object to its place in the order of drawing.

    `texts` holds the text objects by address, each with the matrix from its own space.
    """

    level: list[tuple[float, float, float]] = field(default_factory=list)  # y, x0, x1
    upright: list[tuple[float, float, float]] = field(default_factory=list)  # x, y0, y1
    areas: list[Area] = field(default_factory=list)
    text_order: dict[int, int] = field(default_factory=dict)
    texts: dict[int, tuple[Any, Matrix]] = field(default_factory=dict)
    has_image: bool = False


def address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


def is_top_level(matrix: Matrix) -> bool:
    """Whether an object with this matrix stands on the page itself, in no form."""
    return matrix is _IDENTITY


def transformed(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def examine(page: Any, *, number: int, limits: Limits) -> Drawing:
    """Raises PdfRefused when the page holds more objects than `limits` allow.

    Replacement texts (`ActualText`) are taken off the objects: the text read must be that of the glyphs shown.
    """
    drawing = Drawing()
    for order, (pointer, kind, matrix) in enumerate(_objects(page)):
        if order >= limits.objects:
            raise PdfRefused(f"Trang {number} của tệp có quá nhiều đối tượng vẽ.")
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            drawing.text_order[address(pointer)] = order
            drawing.texts[address(pointer)] = (pointer, matrix)
            _drop_replacement_text(pointer)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            drawing.has_image = True
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            _examine_path(pointer, order, matrix, drawing)
        if len(drawing.level) + len(drawing.upright) > limits.rulings:
            drawing.level.clear()  # a drawing, not a table: nobody rules six thousand lines by hand
            drawing.upright.clear()
    return drawing


def _objects(page: Any) -> Iterator[tuple[Any, int, Matrix]]:
    """Objects in the order of drawing, those of forms in their place, each with the matrix from its own space."""
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        yield from _opened(pdfium.FPDFPage_GetObject(page, i), _IDENTITY, 0)


def _opened(pointer: Any, matrix: Matrix, depth: int) -> Iterator[tuple[Any, int, Matrix]]:
    kind = pdfium.FPDFPageObj_GetType(pointer)
    yield pointer, kind, matrix
    if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
        inner = _multiplied(_matrix_of(pointer), matrix)
        for i in range(max(0, pdfium.FPDFFormObj_CountObjects(pointer))):
            yield from _opened(pdfium.FPDFFormObj_GetObject(pointer, i), inner, depth + 1)


def _drop_replacement_text(pointer: Any) -> None:
    for i in reversed(range(max(0, pdfium.FPDFPageObj_CountMarks(pointer)))):
        mark = pdfium.FPDFPageObj_GetMark(pointer, i)
        if pdfium.FPDFPageObjMark_GetParamValueType(mark, b"ActualText") != pdfium.FPDF_OBJECT_UNKNOWN:
            pdfium.FPDFPageObj_RemoveMark(pointer, mark)


def _matrix_of(pointer: Any) -> Matrix:
    m = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(pointer, m):
        return _IDENTITY
    return (m.a, m.b, m.c, m.d, m.e, m.f)


def _multiplied(p: Matrix, q: Matrix) -> Matrix:
    """First `p`, then `q`."""
    return (
        p[0] * q[0] + p[1] * q[2],
        p[0] * q[1] + p[1] * q[3],
        p[2] * q[0] + p[3] * q[2],
        p[2] * q[1] + p[3] * q[3],
        p[4] * q[0] + p[5] * q[2] + q[4],
        p[4] * q[1] + p[5] * q[3] + q[5],
    )


def _examine_path(pointer: Any, order: int, outer: Matrix, drawing: Drawing) -> None:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    if not pdfium.FPDFPath_GetDrawMode(pointer, fill, stroke) or not (fill.value or stroke.value):
        return
    points = _corners(pointer, _multiplied(_matrix_of(pointer), outer))
    if not points:
        return
    xs, ys = [p[1] for p in points], [p[2] for p in points]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    if fill.value and not stroke.value and min(x1 - x0, y1 - y0) <= _THIN:
        _add_ruling(drawing, x0, (y0 + y1) / 2, x1, (y0 + y1) / 2) if y1 - y0 <= x1 - x0 else _add_ruling(
            drawing, (x0 + x1) / 2, y0, (x0 + x1) / 2, y1
        )
        return
    if stroke.value:
        for (_, ax, ay), (starts, bx, by) in pairwise(points):
            if not starts:
                _add_ruling(drawing, ax, ay, bx, by)
    # A path of another shape may leave open what its outline encloses, so it is not held to cover anything.
    rectangle = len(points) >= 4 and all(x in (x0, x1) and y in (y0, y1) for _, x, y in points)
    if fill.value and rectangle and (rgb := _opaque_fill(pointer)):
        drawing.areas.append(Area(order, x0, y0, x1, y1, rgb))


def _corners(pointer: Any, matrix: Matrix) -> list[tuple[bool, float, float]]:
    """(does a new stroke start here, x, y) of the path; a closed stroke ends where it began. Curves have no corners."""
    found: list[tuple[bool, float, float]] = []
    first: tuple[float, float] | None = None
    x, y = ctypes.c_float(), ctypes.c_float()
    for i in range(min(pdfium.FPDFPath_CountSegments(pointer), 4_000)):
        segment = pdfium.FPDFPath_GetPathSegment(pointer, i)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = transformed(x.value, y.value, matrix)
        starts = pdfium.FPDFPathSegment_GetType(segment) != pdfium.FPDF_SEGMENT_LINETO
        if starts:
            first = point
        found.append((starts, *point))
        if pdfium.FPDFPathSegment_GetClose(segment) and first is not None:
            found.append((False, *first))
    return found


def _add_ruling(drawing: Drawing, ax: float, ay: float, bx: float, by: float) -> None:
    if abs(ay - by) <= _SLANT and abs(ax - bx) >= _SHORTEST_RULING:
        drawing.level.append(((ay + by) / 2, min(ax, bx), max(ax, bx)))
    elif abs(ax - bx) <= _SLANT and abs(ay - by) >= _SHORTEST_RULING:
        drawing.upright.append(((ax + bx) / 2, min(ay, by), max(ay, by)))


def _opaque_fill(pointer: Any) -> tuple[int, int, int] | None:
    r, g, b, a = (ctypes.c_uint() for _ in range(4))
    if not pdfium.FPDFPageObj_GetFillColor(pointer, r, g, b, a) or a.value < 250:
        return None
    return None if pdfium.FPDFPageObj_HasTransparency(pointer) else (r.value, g.value, b.value)
