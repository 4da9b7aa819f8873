"""Notes that somebody set over a page: strokes through text, stamps, typed words. They are shown but are no print."""

from typing import Any

import pypdfium2.raw as pdfium

_HARMLESS = {pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP}
_UNSHOWN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
_MOST = 2_000


def note_boxes(page: Any) -> list[tuple[float, float, float, float]]:
    """Left, bottom, right, top of each shown note in user space; links are none."""
    found = []
    for i in range(min(max(0, pdfium.FPDFPage_GetAnnotCount(page)), _MOST)):
        note = pdfium.FPDFPage_GetAnnot(page, i)
        if not note:
            continue
        try:
            box = pdfium.FS_RECTF()
            if (
                pdfium.FPDFAnnot_GetSubtype(note) not in _HARMLESS
                and not pdfium.FPDFAnnot_GetFlags(note) & _UNSHOWN
                and pdfium.FPDFAnnot_GetRect(note, box)
            ):
                xs, ys = sorted((box.left, box.right)), sorted((box.bottom, box.top))
                found.append((xs[0], ys[0], xs[1], ys[1]))
        finally:
            pdfium.FPDFPage_CloseAnnot(note)
    return found
