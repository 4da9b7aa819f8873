"""What the characters of one text object look like, read once per object."""

import ctypes
import math
import re
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

from formulary.ingest.pages import Style
from formulary.ingest.pdf.page_objects import address

_SUBSET = re.compile(r"^[A-Z]{6}\+")
_BOLD_NAME = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"italic|oblique|slanted|kursiv", re.IGNORECASE)
_BOLD_WEIGHT = 700
_FORCE_BOLD, _ITALIC_FLAG = 1 << 18, 1 << 6  # bits of a font descriptor's Flags
_SHEAR = 0.12  # of the height: a slanted upright face is shown as italics
_UPRIGHT = 0.03
_SMALLEST = 1.0  # points
_INVISIBLE = {
    pdfium.FPDF_TEXTRENDERMODE_INVISIBLE: "invisible",
    pdfium.FPDF_TEXTRENDERMODE_CLIP: "invisible",
}
_FILL_AND_STROKE = {pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE, pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE_CLIP}
_STROKE_ONLY = {pdfium.FPDF_TEXTRENDERMODE_STROKE, pdfium.FPDF_TEXTRENDERMODE_STROKE_CLIP}


@dataclass(frozen=True, slots=True)
class Look:
    """`hidden` says why nobody can see the characters, "" when they can be seen. `rgb` None: a pattern.

    `angle` in degrees against the page: 0 for upright text. `order` is the place in the order of drawing. `across` is
    the width of an em in points; `font` PDFium's handle, `font_key` its address.
    """

    style: Style
    hidden: str
    rgb: tuple[int, int, int] | None
    angle: int
    order: int
    across: float
    font: Any
    font_key: int


@dataclass(frozen=True, slots=True)
class _Face:
    name: str
    bold: bool
    italic: bool


class Looks:
    """The looks of one page's text objects. Fonts are known by address while the page is open."""

    def __init__(self, textpage: Any, text_order: dict[int, int]) -> None:
        self._textpage = textpage
        self._order = text_order
        self._looks: dict[int, Look] = {}
        self._faces: dict[int, _Face] = {}

    def of(self, pointer: Any, key: int, index: int) -> Look:
        """`index` is a character of the object; `key` its address."""
        look = self._looks.get(key)
        if look is None:
            look = self._looks[key] = self._read(pointer, key, index)
        return look

    def knows(self, key: int) -> bool:
        return key in self._looks

    def _read(self, pointer: Any, key: int, index: int) -> Look:
        size, m = ctypes.c_float(), pdfium.FS_MATRIX()
        pdfium.FPDFTextObj_GetFontSize(pointer, size)
        if not pdfium.FPDFText_GetMatrix(self._textpage, index, m):
            m.a = m.d = 1.0
        height = math.hypot(m.b, m.d)
        shown = abs(size.value) * height
        shown = shown if math.isfinite(shown) else 0.0
        across = abs(size.value * m.a)
        font = pdfium.FPDFTextObj_GetFont(pointer)
        face = self._face(font)
        mode = pdfium.FPDFTextObj_GetTextRenderMode(pointer)
        rgb, alpha = _colour(pointer, stroke=mode in _STROKE_ONLY)
        upright = m.a > 0 and m.d > 0 and abs(m.b) <= _UPRIGHT * m.a
        hidden = _INVISIBLE.get(mode, "") or ("invisible" if alpha == 0 else "tiny" if shown < _SMALLEST else "")
        style = Style(
            font=face.name,
            size=round(shown, 1),
            bold=face.bold or mode in _FILL_AND_STROKE,
            italic=face.italic or (upright and m.c > _SHEAR * m.d),
        )
        angle = 0 if upright else round(math.degrees(math.atan2(m.b, m.a))) % 360
        return Look(
            style=style,
            hidden=hidden,
            rgb=rgb,
            angle=angle,
            order=self._order.get(key, -1),
            across=across if math.isfinite(across) else 0.0,
            font=font,
            font_key=address(font),
        )

    def _face(self, font: Any) -> _Face:
        key = address(font)
        face = self._faces.get(key)
        if face is None:
            face = self._faces[key] = _read_face(font)
        return face


def _read_face(font: Any) -> _Face:
    if not font:
        return _Face("", False, False)
    length = min(pdfium.FPDFFont_GetBaseFontName(font, None, 0), 1_000)
    buffer = ctypes.create_string_buffer(max(length, 1))
    pdfium.FPDFFont_GetBaseFontName(font, buffer, length)
    name = _SUBSET.sub("", buffer.value.decode("utf-8", "replace"))
    flags, lean = max(0, pdfium.FPDFFont_GetFlags(font)), ctypes.c_int()  # -1: the font has none
    leans = bool(pdfium.FPDFFont_GetItalicAngle(font, lean)) and lean.value != 0
    return _Face(
        name=name,
        bold=bool(_BOLD_NAME.search(name) or flags & _FORCE_BOLD or pdfium.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT),
        italic=bool(_ITALIC_NAME.search(name) or flags & _ITALIC_FLAG or leans),
    )


def _colour(pointer: Any, *, stroke: bool) -> tuple[tuple[int, int, int] | None, int]:
    r, g, b, a = (ctypes.c_uint() for _ in range(4))
    read = pdfium.FPDFPageObj_GetStrokeColor if stroke else pdfium.FPDFPageObj_GetFillColor
    if not read(pointer, r, g, b, a):
        return None, 255
    return (r.value, g.value, b.value), a.value
