"""Look through an edition again with the detectors of today.

What they say becomes rows, and a block in which something new is seen is held. Nothing is ever released here: what
people decided stays, and so does what an earlier look held.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from formulary.ingest.book import Block, Book, BookFinding, Defect
from formulary.ingest.defects import hold_book_defects
from formulary.ingest.detectors.reasons import REASONS
from formulary.ingest.detectors.rules import gravity, holds
from formulary.ingest.detectors.views import View
from formulary.ingest.rebuilding import book_of_rows
from formulary.models import Chunk, DefectKind, Edition, Finding, QuarantineEvent
from formulary.models.defect_kinds import severity_of

WHAT = "Chạy lại bộ dò lỗi"
_BATCH = 2_000


@dataclass(frozen=True, slots=True)
class NewlyHeld:
    """`block` is the block's stable id: edition, monograph, section, ordinal."""

    block: str
    page: int | None
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Redetection:
    """`no_longer_seen` counts blocks that detectors once held and now would not; a pharmacist may release them."""

    edition: str
    blocks: int
    findings: int
    added: int
    removed: int
    held: tuple[NewlyHeld, ...]
    no_longer_seen: int

    @property
    def changed(self) -> bool:
        return bool(self.added or self.removed or self.held)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"changed": self.changed}


def run(edition: Edition, *, actor: User | None) -> Redetection:
    """`actor` None: the command line. All of it or nothing; the edition's revision rises when anything changed."""
    with transaction.atomic():
        locked = Edition.objects.select_for_update().get(pk=edition.pk)
        chunks = list(
            Chunk.objects.filter(section__monograph__edition=locked)
            .select_related("section__monograph")
            .order_by("section__monograph__position", "section__position", "ordinal")
            .select_for_update(of=("self",))
        )
        stored = _Stored.of(locked)
        book = hold_book_defects(book_of_rows(chunks, locked, findings=stored.of_readers))
        blocks = [block for _, _, block in book.blocks()]
        pairs = list(zip(chunks, blocks, strict=True))
        held = list(_hold_new(pairs, locked, stored))
        fresh = [*_rows_of_blocks(pairs, locked), *_rows_of_book(book, locked)]
        added, removed = stored.bring_in_line(fresh)
        told = Redetection(
            edition=locked.key,
            blocks=len(chunks),
            findings=len(fresh) + len(stored.of_readers),
            added=added,
            removed=removed,
            held=tuple(held),
            no_longer_seen=sum(_is_no_longer_seen(chunk, block) for chunk, block in pairs),
        )
        if told.changed:
            Edition.objects.filter(pk=locked.pk).update(revision=F("revision") + 1)
        if actor is not None:
            LogEntry.objects.log_actions(actor.pk, [locked], CHANGE, WHAT, single_object=True)
    edition.refresh_from_db(fields=["revision"])
    return told


def in_words(told: Redetection) -> str:
    """One sentence for the terminal and the administration."""
    if not told.changed:
        return f"Đã dò {told.blocks} khối: không có gì mới ({told.findings} phát hiện như trước)."
    words = (
        f"Đã dò {told.blocks} khối: thêm {told.added} phát hiện, bỏ {told.removed}, cách ly mới {len(told.held)} khối."
    )
    if told.no_longer_seen:
        words += f" {told.no_longer_seen} khối đang cách ly không còn thấy lỗi cũ; dược sĩ có thể xem để giải cách ly."
    return words


# --- findings --------------------------------------------------------------------------------------------------

_Key = tuple[int | None, str, int | None, str, str, str]
"""Block, monograph, page, kind, reason, evidence: two findings that share it say the same."""


def _key(row: Finding) -> _Key:
    return row.chunk_id, row.monograph, row.page, row.kind, row.reason, row.evidence


def _is_of_detectors(row: Finding) -> bool:
    """What a reader of pages said has words of its own and cannot be found again in the rows."""
    return REASONS.get(DefectKind(row.kind)) == row.reason


@dataclass(frozen=True, slots=True)
class _Stored:
    """What was said so far, and by block the kinds that people know of."""

    of_detectors: dict[_Key, Finding]
    of_readers: tuple[Finding, ...]
    known: dict[int, set[str]]
    released: dict[str, QuarantineEvent]

    @classmethod
    def of(cls, edition: Edition) -> "_Stored":
        rows = list(Finding.objects.filter(edition=edition))
        known: dict[int, set[str]] = defaultdict(set)
        for row in rows:
            # A kind that weighs more today than when it was found is news.
            if row.chunk_id is not None and row.severity == severity_of(row.kind):
                known[row.chunk_id].add(row.kind)
        last: dict[str, QuarantineEvent] = {}
        for event in QuarantineEvent.objects.filter(edition=edition).order_by("at", "id"):
            last[event.chunk_key] = event
        released = {key: event for key, event in last.items() if event.action == QuarantineEvent.Action.RELEASED}
        return cls(
            {_key(row): row for row in rows if _is_of_detectors(row)},
            tuple(row for row in rows if not _is_of_detectors(row)),
            known,
            released,
        )

    def bring_in_line(self, fresh: Iterable[Finding]) -> tuple[int, int]:
        """Write what is new, delete what is no longer said; how many of each. What is said again keeps its date."""
        wanted = {_key(row): row for row in fresh}
        new = [row for key, row in wanted.items() if key not in self.of_detectors]
        gone = [row.pk for key, row in self.of_detectors.items() if key not in wanted]
        Finding.objects.bulk_create(new, batch_size=_BATCH)
        for i in range(0, len(gone), _BATCH):
            Finding.objects.filter(pk__in=gone[i : i + _BATCH]).delete()
        return len(new), len(gone)


def _rows_of_blocks(pairs: Iterable[tuple[Chunk, Block]], edition: Edition) -> Iterator[Finding]:
    for chunk, block in pairs:
        page = block.lines[0].page if block.lines else None
        for said in block.findings:
            yield _row(edition, said, page=page, monograph=chunk.section.monograph.slug, chunk=chunk)


def _rows_of_book(book: Book, edition: Edition) -> Iterator[Finding]:
    for said in book.findings:
        if REASONS.get(said.kind) == said.reason:
            yield _row(edition, said, page=said.page, monograph=said.monograph, chunk=None)


def _row(
    edition: Edition, said: Defect | BookFinding, *, page: int | None, monograph: str, chunk: Chunk | None
) -> Finding:
    return Finding(
        edition=edition,
        chunk=chunk,
        monograph=monograph,
        page=page,
        kind=said.kind.value,
        severity=severity_of(said.kind),
        reason=said.reason,
        evidence=said.evidence,
    )


# --- holding ---------------------------------------------------------------------------------------------------


def _hold_new(pairs: Iterable[tuple[Chunk, Block]], edition: Edition, stored: _Stored) -> Iterator[NewlyHeld]:
    """Hold the free blocks in which something is seen that nobody has looked at yet."""
    changed, events = [], []
    for chunk, block in pairs:
        if chunk.quarantine_kind is not None or block.hold is None:
            continue
        where = f"{edition.key}/{chunk.section.monograph.slug}/{chunk.section.key}/{chunk.ordinal}"
        word = stored.released.get(where)
        known = {*stored.known.get(chunk.pk, ()), *((word.kind,) if word is not None else ())}
        news = [said for said in block.findings if said.kind.value not in known]
        holding = [said for said in news if holds(said.kind, View.of(block, chunk.section.key))]
        if not holding:
            continue
        gravest = min(holding, key=lambda said: gravity(said.kind))
        chunk.quarantine_kind, chunk.quarantine_reason = gravest.kind.value, gravest.reason
        changed.append(chunk)
        events.append(
            QuarantineEvent(
                edition=edition,
                chunk_key=where,
                text_sha256=chunk.text_sha256,
                action=QuarantineEvent.Action.HELD,
                kind=gravest.kind.value,
                reason=gravest.reason,
            )
        )
        yield NewlyHeld(where, chunk.page_from, gravest.kind.value, gravest.reason)
    Chunk.objects.bulk_update(changed, ["quarantine_kind", "quarantine_reason"], batch_size=500)
    QuarantineEvent.objects.bulk_create(events, batch_size=_BATCH)


def _is_no_longer_seen(chunk: Chunk, block: Block) -> bool:
    """Held for a reason of the detectors that they would not give today."""
    kind = chunk.quarantine_kind
    by_detectors = kind is not None and REASONS.get(DefectKind(kind)) == chunk.quarantine_reason
    return by_detectors and all(said.kind.value != kind for said in block.findings)
