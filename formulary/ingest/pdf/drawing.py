"""A picture of one page. Runs in a child process only."""

import io
import math
from typing import Any

import pypdfium2 as pdfium_helpers
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

from formulary.ingest.pdf.limits import Limits, PdfRefused

_NARROWEST, _WIDEST = 50, 4_000  # pixels
_GREY_SPREAD = 6  # 0–255: colours nearer to grey than this are printed as grey


def draw_page(document: Any, number: int, *, width_px: int, limits: Limits) -> bytes:
    """PNG, `width_px` wide unless that is more than `limits.pixels` in all. Raises PdfRefused."""
    page = pdfium.FPDF_LoadPage(document, number - 1)
    if not page:
        raise PdfRefused(f"Tệp không có trang {number} hoặc trang bị hỏng.")
    try:
        width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
        if not (1 <= width <= limits.page_points and 1 <= height <= limits.page_points):
            raise PdfRefused(f"Trang {number} của tệp có khổ giấy không hợp lệ.")
        wide = min(max(width_px, _NARROWEST), _WIDEST)
        scale = min(wide / width, math.sqrt(limits.pixels / (width * height)))
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        return _png(_drawn(page, *size))
    finally:
        pdfium.FPDF_ClosePage(page)


def _drawn(page: Any, width: int, height: int) -> Image.Image:
    bitmap = pdfium_helpers.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGR)
    try:
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        flags = pdfium.FPDF_ANNOT | pdfium.FPDF_REVERSE_BYTE_ORDER
        pdfium.FPDF_RenderPageBitmap(bitmap.raw, page, 0, 0, width, height, 0, flags)
        return Image.frombuffer("RGB", (width, height), bytes(bitmap.buffer), "raw", "RGB", bitmap.stride, 1)
    finally:
        bitmap.close()


def _png(image: Image.Image) -> bytes:
    """Black print needs no colours; a grey picture is a third of the size and of the time."""
    red, green, blue = image.split()
    grey = max(_difference(red, green), _difference(green, blue)) <= _GREY_SPREAD
    out = io.BytesIO()
    (green if grey else image).save(out, "PNG", compress_level=3)
    return out.getvalue()


def _difference(one: Image.Image, other: Image.Image) -> int:
    """The greatest difference of any pixel."""
    histogram = ImageChops.difference(one, other).histogram()
    return max((value for value, count in enumerate(histogram) if count), default=0)
