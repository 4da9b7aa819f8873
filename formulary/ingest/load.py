"""Write a book as the rows of one edition: all of it or nothing, and nothing twice.

Monographs whose content is unchanged are not touched. Where a monograph is replaced, what people decided stays: curated
and withdrawn names, and blocks that they held or released, as long as the block still says the same.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from django.db import connection, transaction
from django.utils import timezone

from formulary.ingest.book import Book
from formulary.ingest.kept_decisions import KeptNames, KeptQuarantine
from formulary.ingest.report import ImportReport, report_on
from formulary.ingest.rows import Draft, chunk_rows, monograph_row, name_rows, section_rows
from formulary.models import Chunk, DrugName, Edition, Monograph, Section
from rag.vietnamese import fold

_ONE_IMPORT_AT_A_TIME = 0x64756F63  # any number of our own: the key of the advisory lock
_BATCH = 2_000
_MONOGRAPHS_AT_A_TIME = 200  # bounds the memory that a whole book takes


def load_edition(
    book: Book, *, key: str, title: str | None = None, is_demonstration: bool | None = None
) -> ImportReport:
    """Make the edition's rows say what the book says. None for title or flag keeps what the edition has.

    A new edition is staged, not current. Waits while another import runs.
    """
    report = report_on(book)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_IMPORT_AT_A_TIME])
        edition, is_new = _edition(key, title=title, is_demonstration=is_demonstration)
        return _bring_in_line(edition, book, report, is_new=is_new)


def _edition(key: str, *, title: str | None, is_demonstration: bool | None) -> tuple[Edition, bool]:
    edition = Edition.objects.select_for_update().filter(key=key).first()
    is_new = edition is None
    if edition is None:
        edition = Edition(key=key, family=key, is_demonstration=bool(is_demonstration))
        edition.title = "Dược thư – ấn bản mẫu" if edition.is_demonstration else f"Dược thư – ấn bản {key}"
    if title is not None:
        edition.title = title
    if is_demonstration is not None:
        edition.is_demonstration = is_demonstration
    if is_new:
        edition.save()
    return edition, is_new


def _bring_in_line(edition: Edition, book: Book, report: ImportReport, *, is_new: bool) -> ImportReport:
    drafts = sorted(map(Draft.of, book.monographs), key=lambda d: (fold(d.printed.title), fold(d.printed.bracket)))
    stored = dict(Monograph.objects.filter(edition=edition).values_list("slug", "content_sha256"))
    wanted = {draft.printed.slug: draft.sha256 for draft in drafts}
    added = tuple(slug for slug in wanted if slug not in stored)
    replaced = tuple(slug for slug, sha256 in wanted.items() if slug in stored and stored[slug] != sha256)
    removed = tuple(slug for slug in stored if slug not in wanted)

    warnings: list[str] = []
    if added or replaced or removed:
        names, quarantine = KeptNames.of(edition), KeptQuarantine.of(edition)
        _delete(edition, (*replaced, *removed))
        _insert(edition, drafts, {*added, *replaced}, quarantine)
        warnings = [*names.restore(), *quarantine.lost(removed)]
        _renumber(edition, drafts)
    changed = _save(edition, book, wanted, changed=bool(added or replaced or removed), is_new=is_new)
    return replace(
        report,
        edition=edition.key,
        title=edition.title,
        changed=changed,
        revision=edition.revision,
        names=edition.name_count,
        added=added,
        replaced=replaced,
        removed=removed,
        warnings=(*report.warnings, *warnings),
    )


def _delete(edition: Edition, slugs: Sequence[str]) -> None:
    # From the leaves up, so that each is one DELETE and nothing is collected in memory.
    gone = Monograph.objects.filter(edition=edition, slug__in=slugs)
    Chunk.objects.filter(section__monograph__in=gone).delete()
    Section.objects.filter(monograph__in=gone).delete()
    DrugName.objects.filter(monograph__in=gone).delete()
    gone.delete()


def _insert(edition: Edition, drafts: Sequence[Draft], slugs: set[str], quarantine: KeptQuarantine) -> None:
    fresh = [draft for draft in drafts if draft.printed.slug in slugs]
    for i in range(0, len(fresh), _MONOGRAPHS_AT_A_TIME):
        _insert_some(edition, fresh[i : i + _MONOGRAPHS_AT_A_TIME], quarantine)


def _insert_some(edition: Edition, drafts: Sequence[Draft], quarantine: KeptQuarantine) -> None:
    # Positions are set by _renumber, once all monographs are there.
    monographs = Monograph.objects.bulk_create([monograph_row(d, edition=edition, position=0) for d in drafts])
    pairs = list(zip(drafts, monographs, strict=True))
    DrugName.objects.bulk_create([row for d, m in pairs for row in name_rows(d, monograph=m)], batch_size=_BATCH)
    sections = [pair for d, m in pairs for pair in section_rows(d, monograph=m)]
    Section.objects.bulk_create([row for row, _ in sections], batch_size=_BATCH)
    chunks = list(chunk_rows(sections))
    quarantine.apply(chunks)
    Chunk.objects.bulk_create(chunks, batch_size=_BATCH)


def _renumber(edition: Edition, drafts: Sequence[Draft]) -> None:
    wanted = {draft.printed.slug: i for i, draft in enumerate(drafts)}
    moved = []
    for monograph in Monograph.objects.filter(edition=edition).only("slug", "position"):
        if monograph.position != wanted[monograph.slug]:
            monograph.position = wanted[monograph.slug]
            moved.append(monograph)
    Monograph.objects.bulk_update(moved, ["position"], batch_size=_BATCH)


def _save(edition: Edition, book: Book, wanted: dict[str, str], *, changed: bool, is_new: bool) -> bool:
    before = None if is_new else Edition.objects.get(pk=edition.pk)
    edition.publisher_note = book.source_note or edition.publisher_note
    edition.source_sha256 = hashlib.sha256(repr(sorted(wanted.items())).encode()).hexdigest()
    shown = ("title", "publisher_note", "is_demonstration")
    renamed = before is not None and any(getattr(before, name) != getattr(edition, name) for name in shown)
    if not (changed or renamed or is_new):
        return False
    if changed:
        of_edition = {"section__monograph__edition": edition}
        edition.monograph_count = Monograph.objects.filter(edition=edition).count()
        edition.section_count = Section.objects.filter(monograph__edition=edition).count()
        edition.chunk_count = Chunk.objects.filter(**of_edition).count()
        edition.name_count = DrugName.objects.filter(monograph__edition=edition).count()
        edition.imported_at = timezone.now()
    if not is_new:
        edition.revision += 1
    edition.save()
    return True
