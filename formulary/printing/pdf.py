"""Placed pages as a PDF. The same pages give the same bytes."""

from collections.abc import Sequence
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from formulary.printing import style
from formulary.printing.faces import Face, stretches, width_of
from formulary.printing.placed import PlacedLine, PlacedPage

_PREFIX = "DuocThu-"


def write_pdf(pages: Sequence[PlacedPage], path: Path, *, title: str, raised: bool = False) -> None:
    """`raised` as the pages were laid out with. Raises OSError when the file cannot be written."""
    for face in Face:
        # A font object remembers what other documents drew with it; a new one keeps the bytes the same.
        pdfmetrics.registerFont(TTFont(_PREFIX + face.value, face.path))
    canvas = Canvas(
        str(path), pagesize=(style.PAGE_WIDTH, style.PAGE_HEIGHT), pageCompression=1, invariant=1, lang="vi"
    )
    canvas.setTitle(title)
    canvas.setAuthor("duocthu")
    canvas.setCreator("manage.py print_formulary")
    for page in pages:
        for rule in page.rules:
            canvas.setLineWidth(rule.width)
            canvas.line(rule.x0, style.PAGE_HEIGHT - rule.y0, rule.x1, style.PAGE_HEIGHT - rule.y1)
        text = canvas.beginText()
        for line in page.lines:
            _write(text, line, raised=raised)
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()


def _write(text: PDFTextObject, line: PlacedLine, *, raised: bool) -> None:
    name = _PREFIX + line.face.value
    text.setFillGray(line.ink)
    text.setWordSpace(line.word_space)
    x, y = line.x, style.PAGE_HEIGHT - line.y
    for stretch in stretches(line.text, raised=raised):
        size = line.size * stretch.size
        if not stretch.text:
            x += style.KERN_GAP * line.size
            continue
        text.setFont(name, size)
        text.setTextOrigin(x, y + stretch.rise * line.size)
        text.textOut(stretch.text)
        x += width_of(stretch.text, line.face, size) + line.word_space * stretch.text.count(" ")
