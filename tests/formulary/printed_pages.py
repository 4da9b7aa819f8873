"""Pages as the PDF reader hands them over, written as short lines: `**bold**`, `*italic*`, plain."""

import re

from formulary.ingest.book import Book, PrintedMonograph
from formulary.ingest.companion import Companion
from formulary.ingest.pages import Box, Cell, Line, PageRead, Run, Style, Table
from formulary.ingest.profiles import profile
from formulary.ingest.structure import book_of
from rag.vietnamese import nfc

LEFT, RIGHT, LEADING = 40.0, 240.0, 12.0
_RUNS = re.compile(r"\*\*\*(?P<both>.+?)\*\*\*|\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*|(?P<plain>[^*]+)")
HEAD = ("**PARACETAMOL**", "**Tên chung quốc tế:** Paracetamol.", "**Mã ATC:** N02BE01.")


def runs(text: str, *, size: float = 9.5) -> tuple[Run, ...]:
    found = []
    for match in _RUNS.finditer(text):
        kind = match.lastgroup
        style = Style("Serif", size, bold=kind in ("bold", "both"), italic=kind in ("italic", "both"))
        found.append(Run(match.group(kind), style))
    return tuple(found)


def line(text: str, *, at: int, column: int = 0, full: bool = True, indent: float = 0.0, size: float = 9.5) -> Line:
    """`full`: the line reaches the right edge of its column, so that the next one may go on with it."""
    left = LEFT + column * 220 + indent
    right = RIGHT + column * 220 if full else left + 60
    return Line(runs(text, size=size), Box(left, 60 + at * LEADING, right, 70 + at * LEADING), column)


def page(*texts: str | Line | Table, number: int = 1, printed: int | None = 7, column: int = 0) -> PageRead:
    """`> ` before a line: indented, as the first line of a paragraph. `…` at its end: it reaches the right edge."""
    body: list[Line | Table] = []
    for at, text in enumerate(texts):
        if isinstance(text, str):
            indent, bare = (8.0, text[2:]) if text.startswith("> ") else (0.0, text)
            body.append(line(bare.removesuffix("…"), at=at, column=column, full=bare.endswith("…"), indent=indent))
        else:
            body.append(text)
    return PageRead(number, 480.0, 680.0, printed, tuple(body))


def table(*rows: tuple[str | None, ...], column: int | None = None, at: int = 0) -> Table:
    cells = tuple(
        Cell(text, Box(40 + 50 * c, 300 + 10 * r, 90 + 50 * c, 310 + 10 * r), r, c)
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
        if text is not None
    )
    return Table(cells, len(rows), len(rows[0]), Box(40, 300 + at, 240, 360 + at), column)


def as_is(text: str):
    return nfc(text), ()


FILLER = page(*["Lời nói đầu của sách…"] * 12, number=0, printed=None)
"""Stands before every title, so that it is read into nothing; it shows how wide a column is."""


def read(*pages: PageRead, key: str = "dtqg-mau", companion: Companion | None = None) -> Book:
    return book_of([FILLER, *pages], profile=profile(key), companion=companion, repair=as_is)


def monograph(*texts: str | Line | Table, key: str = "dtqg-mau") -> PrintedMonograph:
    """The only monograph of one page that begins with the head of paracetamol."""
    (found,) = read(page(*HEAD, *texts), key=key).monographs
    return found


def blocks(found: PrintedMonograph, section: str) -> list[str]:
    return [block.text for block in found.blocks_of(section)]
