"""Write a book as a new release of its family: all of it or nothing, and nothing when there is nothing new.

An import never changes what an earlier release says. What people decided about earlier releases comes along: curated
and withdrawn names, and blocks that they held or released, as long as the block still says the same.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.db import connection, transaction

from formulary.errata import apply_errata
from formulary.ingest.book import Book
from formulary.ingest.findings import evidence_of_hold, findings_of_blocks, findings_of_book
from formulary.ingest.inputs import newest_release
from formulary.ingest.progress import OnProgress, Progress, ReadingStopped
from formulary.ingest.report import ImportReport, report_on
from formulary.ingest.rows import Draft, chunk_rows, monograph_row, name_rows, section_rows
from formulary.kept_decisions import KeptNames, KeptQuarantine
from formulary.models import Chunk, DrugName, Edition, FilePage, Finding, Monograph, Section, SourceFile
from rag.vietnamese import fold

_ONE_IMPORT_AT_A_TIME = 0x64756F63  # any number of our own: the key of the advisory lock
_BATCH = 2_000
_MONOGRAPHS_AT_A_TIME = 100  # bounds the memory that a whole book takes, and how long a cancel waits


@dataclass(frozen=True, slots=True)
class Source:
    """Where a book was read from. All empty for a folder of files.

    `input_sha256` is equal for two readings that must give the same: see `formulary.ingest.inputs`.
    """

    file: SourceFile | None = None
    profile: str = ""
    input_sha256: str = ""


def load_edition(
    book: Book,
    *,
    family: str,
    title: str | None = None,
    is_demonstration: bool | None = None,
    source: Source | None = None,
    on_progress: OnProgress = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> ImportReport:
    """Stage the book as the next release of the family, unless the newest release that stands already says the same.

    None for title or flag keeps what that release has. Waits while another import writes. Raises ReadingStopped when
    `should_stop` says so before everything is written; nothing is written then.
    """
    source = source or Source()
    report = report_on(book)
    drafts = sorted(map(Draft.of, book.monographs), key=lambda d: (fold(d.printed.title), fold(d.printed.bracket)))
    wanted = {draft.printed.slug: draft.sha256 for draft in drafts}
    content = hashlib.sha256(repr(sorted(wanted.items())).encode()).hexdigest()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_IMPORT_AT_A_TIME])
        before = newest_release(family)
        if before is not None and before.source_sha256 == content:
            changed = _rename(before, title=title, is_demonstration=is_demonstration, source=source)
            return _reported(report, before, changed=changed)
        edition = _next_release(family, before, title=title, is_demonstration=is_demonstration, source=source)
        edition.publisher_note, edition.source_sha256 = book.source_note, content
        edition.save()
        steps = _Steps(len(drafts), on_progress, should_stop)
        warnings = _write(edition, book, drafts, before, steps)
        steps.reached(len(drafts))
        report = _reported(report, edition, changed=True, is_new_release=True)
    added, replaced, removed = _differences(wanted, before)
    return replace(report, added=added, replaced=replaced, removed=removed, warnings=(*report.warnings, *warnings))


@dataclass(frozen=True, slots=True)
class _Steps:
    monographs: int
    on_progress: OnProgress
    should_stop: Callable[[], bool]

    def reached(self, done: int) -> None:
        """Raises ReadingStopped."""
        if self.should_stop():
            raise ReadingStopped
        self.on_progress(Progress("Ghi vào cơ sở dữ liệu", done, self.monographs))


def _next_release(
    family: str, before: Edition | None, *, title: str | None, is_demonstration: bool | None, source: Source
) -> Edition:
    last = Edition.objects.filter(family=family).order_by("-release").values_list("release", flat=True).first() or 0
    if is_demonstration is None:
        is_demonstration = before is not None and before.is_demonstration
    if title is None and before is not None:
        title = before.title
    if title is None:
        title = "Dược thư – ấn bản mẫu" if is_demonstration else f"Dược thư – ấn bản {family}"
    return Edition(
        key=family if last == 0 else f"{family}-r{last + 1}",
        family=family,
        release=last + 1,
        title=title,
        is_demonstration=is_demonstration,
        source_file=source.file,
        profile=source.profile,
        input_sha256=source.input_sha256,
    )


def _rename(edition: Edition, *, title: str | None, is_demonstration: bool | None, source: Source) -> bool:
    """The text stays; what people call it may change. True when something that is shown did."""
    if source.input_sha256 and source.input_sha256 != edition.input_sha256:
        # Read by another reader with the same result: the next time need not read at all.
        Edition.objects.filter(pk=edition.pk).update(input_sha256=source.input_sha256)
    named = (
        edition.title if title is None else title,
        edition.is_demonstration if is_demonstration is None else is_demonstration,
    )
    if named == (edition.title, edition.is_demonstration):
        return False
    edition.title, edition.is_demonstration = named
    edition.revision += 1
    edition.save(update_fields=["title", "is_demonstration", "revision"])
    return True


def _write(
    edition: Edition, book: Book, drafts: Sequence[Draft], before: Edition | None, steps: _Steps
) -> tuple[str, ...]:
    """All rows of the edition; returns warnings. Raises ReadingStopped."""
    quarantine = KeptQuarantine.of(edition.family)
    for start in range(0, len(drafts), _MONOGRAPHS_AT_A_TIME):
        steps.reached(start)
        _insert(edition, drafts[start : start + _MONOGRAPHS_AT_A_TIME], start, quarantine)
    Finding.objects.bulk_create(findings_of_book(edition, book), batch_size=_BATCH)
    if edition.source_file is not None:
        _write_pages(edition.source_file, book)
    current = Edition.objects.filter(family=edition.family, is_current=True).first()
    lost_names = KeptNames.of(current, before).restore(edition)
    _count(edition)
    unmatched = apply_errata(edition)
    edition.refresh_from_db(fields=["revision"])
    # A demonstration is written anew and has few of the book's misprints.
    wanted = () if edition.is_demonstration else unmatched
    missed = (f"{e.monograph}/{e.section}: không khối nào in đúng lời của đính chính «{e.printed}»" for e in wanted)
    return (*lost_names, *quarantine.lost((before, current)), *missed)


def _insert(edition: Edition, drafts: Sequence[Draft], start: int, quarantine: KeptQuarantine) -> None:
    monographs = Monograph.objects.bulk_create(
        [monograph_row(draft, edition=edition, position=start + i) for i, draft in enumerate(drafts)]
    )
    pairs = list(zip(drafts, monographs, strict=True))
    DrugName.objects.bulk_create([row for d, m in pairs for row in name_rows(d, monograph=m)], batch_size=_BATCH)
    sections = [pair for d, m in pairs for pair in section_rows(d, monograph=m)]
    Section.objects.bulk_create([row for row, _ in sections], batch_size=_BATCH)
    chunks = list(chunk_rows(sections))
    blocks = [block for _, printed in sections for block in printed.blocks]
    quarantine.apply(chunks, edition=edition, evidence=list(map(evidence_of_hold, blocks)))
    Chunk.objects.bulk_create(chunks, batch_size=_BATCH)
    said = findings_of_blocks(edition, zip(chunks, blocks, strict=True))
    Finding.objects.bulk_create(said, batch_size=_BATCH)


def _write_pages(file: SourceFile, book: Book) -> None:
    pages = [
        FilePage(
            file=file,
            number=page.number,
            printed=page.printed,
            width=page.width,
            height=page.height,
            has_text=page.has_text,
        )
        for page in book.pages
    ]
    # The same file may have been read before, by a reader that saw less.
    FilePage.objects.filter(file=file).delete()
    FilePage.objects.bulk_create(pages, batch_size=_BATCH)
    SourceFile.objects.filter(pk=file.pk).update(page_count=len(pages) or None)


def _count(edition: Edition) -> None:
    edition.monograph_count = Monograph.objects.filter(edition=edition).count()
    edition.section_count = Section.objects.filter(monograph__edition=edition).count()
    edition.chunk_count = Chunk.objects.filter(section__monograph__edition=edition).count()
    edition.name_count = DrugName.objects.filter(monograph__edition=edition).count()
    edition.save(update_fields=["monograph_count", "section_count", "chunk_count", "name_count"])


def _differences(wanted: dict[str, str], before: Edition | None) -> tuple[tuple[str, ...], ...]:
    """Slugs of monographs that are new, that changed and that are gone."""
    stored: dict[str, str] = {}
    if before is not None:
        stored = dict(Monograph.objects.filter(edition=before).values_list("slug", "content_sha256"))
    return (
        tuple(slug for slug in wanted if slug not in stored),
        tuple(slug for slug, sha256 in wanted.items() if slug in stored and stored[slug] != sha256),
        tuple(slug for slug in stored if slug not in wanted),
    )


def _reported(report: ImportReport, edition: Edition, *, changed: bool, is_new_release: bool = False) -> ImportReport:
    return replace(
        report,
        edition=edition.key,
        family=edition.family,
        release=edition.release,
        title=edition.title,
        changed=changed,
        is_new_release=is_new_release,
        revision=edition.revision,
        names=edition.name_count,
    )
