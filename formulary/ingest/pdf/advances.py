"""How far a character moves the pen, where PDFium tells only how far its ink or its pen reaches, whichever is more.

The horn of an italic «ơ» and the bow of an italic «f» hang over the blank behind them; the blank is there all the same.
"""

import ctypes
from typing import Any

import pypdfium2.raw as pdfium

from formulary.ingest.pdf.styles import Look

_SAME = 0.01  # em
_FARTHEST = 0.35  # em: ink that hangs over farther is a wrong width in the file


class Overhangs:
    """By font and character, so that each is measured once per page."""

    def __init__(self, textpage: Any) -> None:
        self._textpage = textpage
        self._known: dict[tuple[int, int], float] = {}

    def of(self, look: Look, code: int, index: int, reach: float) -> float:
        """Points by which the ink of character `index` passes its advance; `reach` is from its origin, in points."""
        key = (look.font_key, code)
        share = self._known.get(key)
        if share is None:
            share = self._known[key] = self._measure(look, code, index, reach / look.across) if look.across else 0.0
        return share * look.across

    def _measure(self, look: Look, code: int, index: int, reach: float) -> float:
        width = ctypes.c_float()
        if not look.font or not pdfium.FPDFFont_GetGlyphWidth(look.font, code, 1.0, width):
            return 0.0
        over = reach - width.value
        if not (_SAME < over <= _FARTHEST) or width.value <= 0:
            return 0.0
        x, y = ctypes.c_double(), ctypes.c_double()
        x0, x1, y0, y1 = (ctypes.c_double() for _ in range(4))
        pdfium.FPDFText_GetCharOrigin(self._textpage, index, x, y)
        pdfium.FPDFText_GetCharBox(self._textpage, index, x0, x1, y0, y1)
        ink = (x1.value - x.value) / look.across
        return over if ink >= reach - _SAME else 0.0
