"""Where an object of a page is cut off, and the corners of paths, which clip paths have too.

Coordinates are PDF user space, y upwards.
"""

import ctypes
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from formulary.ingest.pdf.matrices import Matrix, transformed

_MOST_SEGMENTS = 4_000
_MOST_PATHS = 32
_SAME = 0.02  # points


class Corner(NamedTuple):
    """`starts`: no straight stroke leads here. `curved`: a control point of a curve."""

    starts: bool
    x: float
    y: float
    curved: bool


class Clip(NamedTuple):
    """What an object is cut off to. Not `exact`: cut off to another shape inside this rectangle."""

    x0: float
    y0: float
    x1: float
    y1: float
    exact: bool

    def within(self, other: "Clip | None") -> "Clip":
        if other is None:
            return self
        return Clip(
            max(self.x0, other.x0),
            max(self.y0, other.y0),
            min(self.x1, other.x1),
            min(self.y1, other.y1),
            self.exact and other.exact,
        )

    def holds(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


def clip_of(pointer: Any, matrix: Matrix, outer: Clip | None) -> Clip | None:
    """None when nothing is cut off. `outer` is what the form around the object is cut off to."""
    path = pdfium.FPDFPageObj_GetClipPath(pointer)
    count = pdfium.FPDFClipPath_CountPaths(path) if path else 0
    found = outer
    for i in range(min(max(0, count), _MOST_PATHS)):
        points = corners(_clip_segments(path, i), matrix)
        if not points:
            continue
        x0, y0 = min(p.x for p in points), min(p.y for p in points)
        x1, y1 = max(p.x for p in points), max(p.y for p in points)
        found = Clip(x0, y0, x1, y1, is_rectangle(points, x0, y0, x1, y1)).within(found)
    return found


def path_corners(pointer: Any, matrix: Matrix) -> list[Corner]:
    count = pdfium.FPDFPath_CountSegments(pointer)
    return corners((pdfium.FPDFPath_GetPathSegment(pointer, i) for i in range(count)), matrix)


def corners(segments: Iterator[Any], matrix: Matrix) -> list[Corner]:
    """A closed stroke ends where it began."""
    found: list[Corner] = []
    first: tuple[float, float] | None = None
    x, y = ctypes.c_float(), ctypes.c_float()
    for segment in islice(segments, _MOST_SEGMENTS):
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = transformed(x.value, y.value, matrix)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            first = point
        found.append(Corner(kind != pdfium.FPDF_SEGMENT_LINETO, *point, kind == pdfium.FPDF_SEGMENT_BEZIERTO))
        if pdfium.FPDFPathSegment_GetClose(segment) and first is not None:
            found.append(Corner(False, *first, False))
    return found


def is_rectangle(points: list[Corner], x0: float, y0: float, x1: float, y1: float) -> bool:
    return len(points) >= 4 and all(
        not p.curved and min(p.x - x0, x1 - p.x) <= _SAME and min(p.y - y0, y1 - p.y) <= _SAME for p in points
    )


def _clip_segments(path: Any, index: int) -> Iterator[Any]:
    count = pdfium.FPDFClipPath_CountPathSegments(path, index)
    return (pdfium.FPDFClipPath_GetPathSegment(path, index, i) for i in range(max(0, count)))
