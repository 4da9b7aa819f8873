"""What is printed and read again is what was written: every section, block, number and heading, at its place."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from formulary.ingest.book import Block, Book, PrintedMonograph
from formulary.ingest.companion import companion_text, printed_title, title_key
from formulary.ingest.companion_reading import read_companion
from formulary.ingest.markdown import read_folder
from formulary.ingest.pdf_book import pdf_hash
from formulary.ingest.reading import read_book
from formulary.printing.layout import lay_out
from formulary.printing.pdf import write_pdf
from formulary.printing.placed import PrintedLine, Role, truth
from rag.passages import BlockKind
from tests.formulary.book import SAMPLE

SOME = (
    "amoxicilin-va-kali-clavulanat", "gentamicin", "ibuprofen", "isosorbid-dinitrat", "salbutamol-ho-hap",
    "salbutamol-san-khoa", "warfarin",
)  # fmt: skip
_NEAR = 3.0  # points


@cache
def written() -> tuple[PrintedMonograph, ...]:
    return read_folder(SAMPLE).monographs


@cache
def printed_and_read(slugs: tuple[str, ...]) -> tuple[Book, tuple[PrintedLine, ...]]:
    monographs = [m for m in written() if m.slug in slugs]
    pages = lay_out(monographs)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sach.pdf"
        write_pdf(pages, path, title="Bản thử")
        return read_book(path, companion=companion_text(monographs, pdf_sha256=pdf_hash(path))), tuple(truth(pages))


ALL = tuple(m.slug for m in read_folder(SAMPLE).monographs) if SAMPLE.is_dir() else ()
BOOKS = [pytest.param(SOME, id="some"), pytest.param(ALL, id="all", marks=pytest.mark.book)]


def said(block: Block) -> tuple[object, ...]:
    return block.kind, block.text, block.headings, block.context


@pytest.mark.parametrize("slugs", BOOKS)
def test_every_section_block_number_and_heading_comes_back(slugs):
    book, _ = printed_and_read(slugs)
    wanted = {m.slug: m for m in written() if m.slug in slugs}
    assert sorted(m.slug for m in book.monographs) == sorted(wanted)
    for found in book.monographs:
        source = wanted[found.slug]
        assert (found.title, found.bracket, found.listed_names) == (source.title, source.bracket, source.listed_names)
        assert [s.key for s in found.sections] == [s.key for s in source.sections], found.slug
        for section in source.sections:
            assert list(map(said, found.blocks_of(section.key))) == list(map(said, section.blocks)), found.slug


@pytest.mark.parametrize("slugs", BOOKS)
def test_every_citation_points_at_the_lines_that_print_it(slugs):
    book, lines = printed_and_read(slugs)
    blocks = {(m.slug, s.key, i): b for m in book.monographs for s in m.sections for i, b in enumerate(s.blocks)}
    shown = [line for line in lines if line.at is not None and line.role in (Role.TEXT, Role.CELL)]
    wrong = [line for line in shown if not _is_marked(line, blocks)]
    assert len(wrong) <= 0.005 * len(shown), wrong[:5]


def _is_marked(line: PrintedLine, blocks: dict[tuple[str, str, int], Block]) -> bool:
    """A box of the block that shares characters with the line lies where the line is printed, and no other does."""
    assert line.at is not None
    block = blocks[line.at.slug, line.at.section, line.at.ordinal]
    left, top, right, bottom = line.box
    touched = [b for b in block.lines if b.start < line.at.end and line.at.start < b.end]
    inside = [
        b
        for b in touched
        if b.page == line.page
        and b.y0 < bottom + _NEAR
        and b.y1 > top - _NEAR
        and b.x0 < right + _NEAR
        and b.x1 > left - _NEAR
    ]
    return bool(inside) and (len(inside) == len(touched) or block.kind is BlockKind.TABLE)


@pytest.mark.parametrize("slugs", BOOKS)
def test_every_block_knows_its_printed_pages(slugs):
    book, lines = printed_and_read(slugs)
    pages: dict[tuple[str, str, int], set[int]] = {}
    for line in lines:
        if line.at is not None and line.role in (Role.TEXT, Role.CELL) and line.printed is not None:
            pages.setdefault((line.at.slug, line.at.section, line.at.ordinal), set()).add(line.printed)
    for monograph in book.monographs:
        for section in monograph.sections:
            for i, block in enumerate(section.blocks):
                on = pages[monograph.slug, section.key, i]
                assert (block.page, block.page_to or block.page) == (min(on), max(on)), (monograph.slug, section.key, i)


@pytest.mark.parametrize("slugs", BOOKS)
def test_a_clean_print_gives_no_finding_about_the_file(slugs):
    book, _ = printed_and_read(slugs)
    assert book.findings == ()


def test_the_companion_says_what_the_files_say():
    notes = read_companion(companion_text(written(), pdf_sha256="0" * 64))
    for monograph in written():
        found = notes[title_key(printed_title(monograph))]
        assert (found.slug, found.names, found.reviewed) == (monograph.slug, monograph.listed_names, monograph.reviewed)
