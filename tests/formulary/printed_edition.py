"""The example monograph as an edition that came from a PDF: real pages, a box for every line of every block."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from formulary import file_store
from formulary.editions import make_current
from formulary.ingest.book import Block, FilePage, LineBox, PrintedMonograph
from formulary.ingest.load import Source, load_edition
from formulary.models import Edition, SourceFile
from tests.formulary.book import EXAMPLE, read_files

WIDTH, HEIGHT = 480.0, 680.0  # points
CHARACTERS = 20  # of a line
FRONT = 3  # pages of the file before the book's page 11


def load_printed_edition(text: str = EXAMPLE, *, key: str = "in") -> Edition:
    """Page 12 of the book is page 4 of the file."""
    book = read_files({"vi-du.md": text})
    book = replace(book, monographs=tuple(map(_with_lines, book.monographs)), pages=_pages())
    report = load_edition(book, family=key, title=f"Sách {key}", source=Source(file=kept_pdf()))
    return make_current(Edition.objects.get(key=report.edition), actor=None)


def kept_pdf(pages: int = FRONT + 3) -> SourceFile:
    return file_store.row_of(file_store.keep([pdf(pages)]), name="sach.pdf", actor=None)


def pdf(pages: int) -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT), invariant=True)
    for number in range(1, pages + 1):
        canvas.drawString(40, 600, f"page {number}")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _pages() -> tuple[FilePage, ...]:
    return tuple(
        FilePage(number, number + 8 if number > FRONT else None, WIDTH, HEIGHT) for number in range(1, FRONT + 4)
    )


def _with_lines(monograph: PrintedMonograph) -> PrintedMonograph:
    at = iter(range(1_000))
    sections = tuple(
        replace(section, blocks=tuple(_block_with_lines(block, at) for block in section.blocks))
        for section in monograph.sections
    )
    return replace(monograph, sections=sections)


def _block_with_lines(block: Block, at: Iterator[int]) -> Block:
    assert block.page is not None
    return replace(block, lines=tuple(_lines(block.text, block.page - 8, at)))


def _lines(text: str, page: int, at: Iterable[int]) -> Iterator[LineBox]:
    for start, line in zip(range(0, len(text), CHARACTERS), at, strict=False):
        top = 50.0 + 10 * (line % 60)
        yield LineBox(page, 40.0, top, 240.0, top + 9, start, min(start + CHARACTERS, len(text)))
