"""Stored rows back to the book that they were written from, so that it can be looked at again."""

from collections.abc import Iterable
from itertools import groupby

from formulary.ingest.book import Block, Book, BookFinding, FilePage, LineBox, PrintedMonograph, PrintedSection, Repair
from formulary.models import Chunk, DefectKind, Edition, Finding
from formulary.models import FilePage as PageRow
from rag.frames import Population, Route
from rag.passages import BlockKind
from rag.printed import Context


def book_of_rows(chunks: Iterable[Chunk], edition: Edition, *, findings: Iterable[Finding] = ()) -> Book:
    """`chunks` in the order of the book, with their sections and monographs. `findings` on blocks are left out."""
    monographs = []
    for _, of_monograph in groupby(chunks, key=lambda chunk: chunk.section.monograph_id):
        sections, monograph = [], None
        for _, of_section in groupby(of_monograph, key=lambda chunk: chunk.section_id):
            here = list(of_section)
            section, monograph = here[0].section, here[0].section.monograph
            sections.append(PrintedSection(section.key, section.heading, tuple(map(_block, here))))
        if monograph is not None:
            monographs.append(PrintedMonograph(monograph.slug, monograph.title, monograph.bracket, tuple(sections)))
    pages = PageRow.objects.filter(file=edition.source_file_id).order_by("number") if edition.source_file_id else ()
    return Book(
        tuple(monographs),
        pages=tuple(FilePage(p.number, p.printed, p.width, p.height, p.has_text) for p in pages),
        findings=tuple(
            BookFinding(DefectKind(row.kind), row.reason, row.evidence, row.page, row.monograph)
            for row in findings
            if row.chunk_id is None
        ),
    )


def _block(chunk: Chunk) -> Block:
    """As it was printed, without what was once said of it."""
    return Block(
        kind=BlockKind(chunk.kind),
        text=chunk.text,
        headings=tuple(chunk.headings),
        context=Context(
            tuple(map(Population, chunk.populations)), tuple(map(Route, chunk.routes)), tuple(chunk.indications)
        ),
        page=chunk.page_from,
        page_to=chunk.page_to,
        lines=tuple(LineBox(*box) for box in chunk.line_boxes),
        repairs=tuple(Repair(*repair) for repair in chunk.repairs),
    )
