"""Text that the page does not draw because its layer is switched off.

PDFium reads the text of every layer but draws only those that are on, so the page is drawn with and without the text.
"""

import ctypes
from collections.abc import Iterator
from typing import Any

import pypdfium2 as pdfium_helpers
import pypdfium2.raw as pdfium

from formulary.ingest.pdf.matrices import IDENTITY, Matrix, matrix_of, multiplied, transformed
from formulary.ingest.pdf.page_objects import address

_SCALE = 1.5  # pixels to a point: enough for every character to leave a mark
_LARGEST = 1_500.0  # points: a larger page is drawn smaller
_MOST_LAYERS = 8
_DEEPEST_FORM = 6


def undrawn_texts(page: Any) -> frozenset[int]:
    """Addresses of the text objects in layers and in forms that leave no mark on the page. `page` as it was opened."""
    layers = _layers(page)
    if not layers:
        return frozenset()
    whole = _Drawn(page)
    found: set[int] = set()
    for members in layers[:_MOST_LAYERS]:
        for pointer in members:
            pdfium.FPDFPageObj_SetIsActive(pointer, 0)
        without = _Drawn(page)
        for pointer in members:
            pdfium.FPDFPageObj_SetIsActive(pointer, 1)
        for pointer in members:
            for text, matrix in _texts_in(pointer, IDENTITY, 0):
                place = whole.place(page, text, matrix)
                if place is None or whole.part(place) == without.part(place):
                    found.add(address(text))
    for members in layers[_MOST_LAYERS:]:
        found.update(address(text) for pointer in members for text, _ in _texts_in(pointer, IDENTITY, 0))
    return frozenset(found)


def _layers(page: Any) -> list[list[Any]]:
    """Objects of the page by the layer they are in; each form that holds text by itself."""
    layers: dict[str, list[Any]] = {}
    for i in range(pdfium.FPDFPage_CountObjects(page)):
        pointer = pdfium.FPDFPage_GetObject(page, i)
        kind = pdfium.FPDFPageObj_GetType(pointer)
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            if any(True for _ in _texts_in(pointer, IDENTITY, 0)):
                layers[f"form {i}"] = [pointer]
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT and (layer := _layer_of(pointer)):
            layers.setdefault(layer, []).append(pointer)
    return list(layers.values())


def _layer_of(pointer: Any) -> str:
    """The name of the layer, "" for an object in none."""
    for i in range(max(0, pdfium.FPDFPageObj_CountMarks(pointer))):
        mark = pdfium.FPDFPageObj_GetMark(pointer, i)
        buffer, length = (ctypes.c_ushort * 3)(), ctypes.c_ulong()
        pdfium.FPDFPageObjMark_GetName(mark, buffer, ctypes.sizeof(buffer), length)
        if bytes(buffer[:2]) == b"OC" and not buffer[2]:
            return f"layer {_name_of(mark)}"
    return ""


def _name_of(mark: Any) -> str:
    buffer, length = (ctypes.c_ushort * 64)(), ctypes.c_ulong()
    pdfium.FPDFPageObjMark_GetParamStringValue(mark, b"Name", buffer, ctypes.sizeof(buffer), length)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")


def _texts_in(pointer: Any, matrix: Matrix, depth: int) -> Iterator[tuple[Any, Matrix]]:
    kind = pdfium.FPDFPageObj_GetType(pointer)
    if kind == pdfium.FPDF_PAGEOBJ_TEXT:
        yield pointer, matrix
    elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
        inner = multiplied(matrix_of(pointer), matrix)
        for i in range(max(0, pdfium.FPDFFormObj_CountObjects(pointer))):
            yield from _texts_in(pdfium.FPDFFormObj_GetObject(pointer, i), inner, depth + 1)


class _Drawn:
    """A picture of the page, small and grey."""

    def __init__(self, page: Any) -> None:
        wide, high = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
        scale = _SCALE * min(1.0, _LARGEST / max(wide, high, 1.0))
        self._width, self._height = max(1, round(wide * scale)), max(1, round(high * scale))
        bitmap = pdfium_helpers.PdfBitmap.new_native(self._width, self._height, pdfium.FPDFBitmap_Gray)
        try:
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, self._width, self._height)
            pdfium.FPDF_RenderPageBitmap(bitmap.raw, page, 0, 0, self._width, self._height, 0, 0)
            self._stride, self._pixels = bitmap.stride, bytes(bitmap.buffer)
        finally:
            bitmap.close()

    def place(self, page: Any, pointer: Any, matrix: Matrix) -> tuple[int, int, int, int] | None:
        """Left, top, right, bottom in pixels of an object; None when it is not on the page."""
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if not pdfium.FPDFPageObj_GetBounds(pointer, left, bottom, right, top):
            return None
        x, y = ctypes.c_int(), ctypes.c_int()
        xs, ys = [], []
        for corner in [(x0, y0) for x0 in (left.value, right.value) for y0 in (bottom.value, top.value)]:
            size = (0, 0, self._width, self._height, 0)
            pdfium.FPDF_PageToDevice(page, *size, *transformed(*corner, matrix), x, y)
            xs.append(x.value)
            ys.append(y.value)
        found = (max(0, min(xs)), max(0, min(ys)), min(self._width, max(xs) + 1), min(self._height, max(ys) + 1))
        return found if found[0] < found[2] and found[1] < found[3] else None

    def part(self, place: tuple[int, int, int, int]) -> list[bytes]:
        left, top, right, bottom = place
        return [self._pixels[row * self._stride + left : row * self._stride + right] for row in range(top, bottom)]
