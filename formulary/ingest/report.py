"""What an import found and did, for the person who ran it and for programs."""

from dataclasses import asdict, dataclass, field
from typing import Any

from formulary.ingest.book import Book
from formulary.ingest.drug_names import names_of
from rag.passages import DOSING, SECTION_TITLES

EXPECTED_SECTIONS = ("chi_dinh", "chong_chi_dinh", DOSING)
"""Sections whose absence is worth a look; the book lawfully leaves any section out."""


@dataclass(frozen=True, slots=True)
class HeldBlock:
    """`ordinal` counts from 0 within the section."""

    monograph: str
    section: str
    ordinal: int
    page: int | None
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class HeadingContext:
    """What the sub-headings above some dosing blocks were understood to say."""

    monograph: str
    headings: tuple[str, ...]
    populations: tuple[str, ...]
    routes: tuple[str, ...]
    indications: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """`changed` is False when the rows already said all this. `edition` and `revision` are empty in a mere check."""

    edition: str
    title: str
    changed: bool
    revision: int
    monographs: int
    sections: dict[str, tuple[str, ...]]
    chunks: int
    names: int
    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    quarantined: tuple[HeldBlock, ...] = ()
    warnings: tuple[str, ...] = ()
    contexts: tuple[HeadingContext, ...] = field(default=())

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def report_on(book: Book) -> ImportReport:
    """What the book holds, before anything is written."""
    names = {m.slug: names_of(m) for m in book.monographs}
    missing = [
        f"{m.slug}: không có mục «{SECTION_TITLES[key]}»"
        for m in book.monographs
        for key in EXPECTED_SECTIONS
        if not m.blocks_of(key)
    ]
    return ImportReport(
        edition="",
        title="",
        changed=False,
        revision=0,
        monographs=len(book.monographs),
        sections={m.slug: tuple(s.key for s in m.sections) for m in book.monographs},
        chunks=sum(1 for _ in book.blocks()),
        names=sum(len(found) for found, _ in names.values()),
        quarantined=_held(book),
        warnings=(*missing, *(warning for _, warnings in names.values() for warning in warnings)),
        contexts=_contexts(book),
    )


def _held(book: Book) -> tuple[HeldBlock, ...]:
    return tuple(
        HeldBlock(m.slug, s.key, ordinal, block.page, block.hold.kind.value, block.hold.reason)
        for m in book.monographs
        for s in m.sections
        for ordinal, block in enumerate(s.blocks)
        if block.hold is not None
    )


def _contexts(book: Book) -> tuple[HeadingContext, ...]:
    seen: dict[HeadingContext, None] = {}
    for monograph, section, block in book.blocks():
        if section.key == DOSING and block.headings:
            context = HeadingContext(
                monograph.slug,
                block.headings,
                tuple(p.value for p in block.context.populations),
                tuple(r.value for r in block.context.routes),
                block.context.indications,
            )
            seen.setdefault(context)
    return tuple(seen)
