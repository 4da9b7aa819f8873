"""Text objects that PDFium leaves out of the text of a page, found again.

It leaves out objects that hold nothing but blanks, which some programs write between two words of different style.

It also takes an object for a second stroke of an equal one near it. Bold print is sometimes made so, but of two equal
lines that nearly touch, the second is lost, too. Such objects are moved apart and read again; a real second stroke is
told by its place.
"""

import ctypes
from collections.abc import Iterator
from typing import Any

import pypdfium2.raw as pdfium

from formulary.ingest.pdf.matrices import Matrix, is_top_level, transformed
from formulary.ingest.pdf.page_objects import Drawing
from formulary.ingest.pdf.styles import Looks

_APART = 4_000.0  # points downwards for each further object
_MOST = 60  # objects of one page: beyond, coordinates would lose their precision
_SMALLEST = 0.5  # points: what is lower or narrower has no ink


def blanks(drawing: Drawing, looks: Looks) -> list[tuple[float, float]]:
    """Where the blanks begin that were left out, in user space."""
    return [place for pointer, matrix in _left_out(drawing, looks) if (place := _place_of_blank(pointer, matrix))]


def move_apart(drawing: Drawing, looks: Looks) -> dict[int, float]:
    """By address, how many points downwards each object with ink that was left out has been moved."""
    moved: dict[int, float] = {}
    for key, (pointer, matrix) in drawing.texts.items():
        if len(moved) < _MOST and is_top_level(matrix) and not looks.knows(key) and _has_ink(pointer):
            moved[key] = (len(moved) + 1) * _APART
            down = pdfium.FS_MATRIX(a=1, b=0, c=0, d=1, e=0, f=-moved[key])
            pdfium.FPDFPageObj_TransformF(pointer, down)
    return moved


def _left_out(drawing: Drawing, looks: Looks) -> Iterator[tuple[Any, Matrix]]:
    return (text for key, text in drawing.texts.items() if not looks.knows(key))


def _place_of_blank(pointer: Any, matrix: Matrix) -> tuple[float, float] | None:
    own = pdfium.FS_MATRIX()
    if _has_ink(pointer) or not pdfium.FPDFPageObj_GetMatrix(pointer, own):
        return None
    return transformed(own.e, own.f, matrix)


def _has_ink(pointer: Any) -> bool:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    found = pdfium.FPDFPageObj_GetBounds(pointer, left, bottom, right, top)
    return bool(found) and min(right.value - left.value, top.value - bottom.value) > _SMALLEST
