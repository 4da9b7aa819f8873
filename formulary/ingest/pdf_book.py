"""A PDF and the file that goes with it to a book: pages, their numbers on paper, monographs."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from formulary.ingest.book import Book, BookFinding, ImportProblem, ImportRefused, PrintedMonograph, PrintedSection
from formulary.ingest.companion import Companion, MonographNotes
from formulary.ingest.companion_reading import read_companion
from formulary.ingest.pages import PageRead
from formulary.ingest.pdf.limits import PdfRefused, PdfStopped
from formulary.ingest.pdf.numbering import Contradiction, measure
from formulary.ingest.pdf.opening import PdfFacts
from formulary.ingest.pdf.reading import facts, read_pages, recognise_profile
from formulary.ingest.profiles import UnknownProfile, profile, profile_keys
from formulary.ingest.progress import OnProgress, Progress, ReadingStopped
from formulary.ingest.structure import book_of
from formulary.models.defect_kinds import DefectKind

READER_VERSION = "1"
"""Rises when the same file would be read otherwise, so that it is read again."""


def companion_beside(path: Path) -> str:
    """The text of the companion of the same name beside the file; empty when there is none. Raises ImportRefused."""
    beside = path.with_suffix(".yaml")
    if not beside.is_file():
        return ""
    try:
        return beside.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ImportRefused((ImportProblem(beside.name, 0, "tệp đi kèm phải là văn bản UTF-8"),)) from error


def read_pdf(
    path: Path,
    *,
    profile_key: str | None,
    companion: Companion,
    on_progress: OnProgress,
    should_stop: Callable[[], bool],
) -> Book:
    """Raises ImportRefused, ReadingStopped."""
    try:
        on_progress(Progress("Kiểm tra tệp"))
        of_file = facts(path)
        key = profile_key or recognise_profile(path)
        if key is None:
            reason = f"không nhận ra ấn bản theo đầu trang; chọn hồ sơ trình bày: {', '.join(profile_keys())}"
            raise ImportRefused((ImportProblem(path.name, 0, reason),))
        layout = profile(key)
        pages = list(
            read_pages(
                path,
                layout,
                on_page=lambda done, total: on_progress(Progress("Đọc trang", done, total)),
                should_stop=should_stop,
            )
        )
    except PdfRefused as refused:
        raise ImportRefused((ImportProblem(path.name, 0, refused.reason),)) from refused
    except PdfStopped as stopped:
        raise ReadingStopped from stopped
    except UnknownProfile as unknown:
        raise ImportRefused((ImportProblem(path.name, 0, str(unknown)),)) from unknown
    on_progress(Progress("Dựng chuyên luận", len(pages), len(pages)))
    numbered, contradictions = _numbered(pages)
    book = book_of(numbered, profile=layout, companion=companion)
    if not book.monographs:
        reason = "không thấy chuyên luận nào: không tên thuốc chữ hoa nào có «Mã ATC» hay «Loại thuốc» theo sau"
        raise ImportRefused((ImportProblem(path.name, 0, reason),))
    return replace(
        book,
        source_note=layout.title,
        findings=(*_notes(of_file), *map(_contradiction, contradictions), *book.findings),
    )


def _numbered(pages: list[PageRead]) -> tuple[list[PageRead], tuple[Contradiction, ...]]:
    """The pages with the numbers that their stretch of the book gives them."""
    numbering = measure((page.number, page.printed) for page in pages)
    return [replace(p, printed=numbering.printed.get(p.number)) for p in pages], numbering.contradictions


def _contradiction(found: Contradiction) -> BookFinding:
    reason = f"trang in số {found.shown} nhưng theo các trang bên cạnh phải là {found.expected}"
    return BookFinding(DefectKind.PAGE_OUT_OF_SEQUENCE, reason, page=found.number)


def _notes(of_file: PdfFacts) -> Iterable[BookFinding]:
    return (BookFinding(DefectKind.FILE_NOTE, note) for note in of_file.notes)


def with_checked_tables(book: Book, companion: Companion) -> Book:
    """Tables that a pharmacist compared with the page are free, as long as they read as they did then."""
    notes = {of_monograph.slug: of_monograph for of_monograph in companion.values()}
    return replace(book, monographs=tuple(_checked(m, notes.get(m.slug)) for m in book.monographs))


def _checked(monograph: PrintedMonograph, notes: MonographNotes | None) -> PrintedMonograph:
    if notes is None or not notes.checked_tables:
        return monograph

    def freed(section: PrintedSection) -> PrintedSection:
        return replace(
            section,
            blocks=tuple(
                replace(b, hold=None)
                if b.hold is not None
                and b.hold.kind is DefectKind.TABLE_UNCHECKED
                and notes.has_checked(section.key, b)
                else b
                for b in section.blocks
            ),
        )

    return replace(monograph, sections=tuple(map(freed, monograph.sections)))


def companion_of(path: Path, text: str | None) -> Companion:
    """The companion that was given, or the one beside the file. Raises ImportRefused, also for one of another PDF."""
    text = companion_beside(path) if text is None else text
    return read_companion(text, pdf_sha256=pdf_hash(path)) if text.strip() else {}


def pdf_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
