"""What an import found and did, for the person who ran it and for programs."""

from dataclasses import asdict, dataclass, field
from typing import Any

from formulary.ingest.book import Book
from formulary.ingest.drug_names import names_of
from formulary.ingest.figures import EXPECTED_SECTIONS, Figures, figures_of_book, in_words, kind_label
from rag.passages import DOSING, SECTION_TITLES


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
    """`changed` is False when the newest release already said all this. `edition` is empty in a mere check.

    `added`, `replaced` and `removed` are monographs, against the release before.
    """

    edition: str
    title: str
    changed: bool
    revision: int
    monographs: int
    sections: dict[str, tuple[str, ...]]
    chunks: int
    names: int
    figures: Figures
    family: str = ""
    release: int = 0
    is_new_release: bool = False
    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    quarantined: tuple[HeldBlock, ...] = ()
    warnings: tuple[str, ...] = ()
    contexts: tuple[HeadingContext, ...] = field(default=())

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"figures": self.figures.as_dict()}


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
        figures=figures_of_book(book),
        quarantined=_held(book),
        warnings=(*missing, *(warning for _, warnings in names.values() for warning in warnings)),
        contexts=_contexts(book),
    )


def nothing_new(title: str, key: str) -> str:
    return f"Không có gì mới: «{title}» ({key}) đã đúng như tệp."


def what_was_done(report: ImportReport) -> str:
    """One sentence for people."""
    if not report.changed:
        return nothing_new(report.title, report.edition)
    if not report.is_new_release:
        return f"«{report.title}» ({report.edition}): nội dung không đổi, đã sửa tên ấn bản."
    steps = (("thêm", report.added), ("thay", report.replaced), ("bỏ", report.removed))
    done = ", ".join(f"{verb} {len(slugs)}" for verb, slugs in steps if slugs) or "không đổi"
    return f"«{report.title}» ({report.edition}), lần nạp {report.release}: {done} chuyên luận."


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


def as_markdown(figures: Figures, *, title: str) -> str:
    """The figures as a page that can be kept or sent."""
    lines = [f"# Báo cáo nạp sách: {title}", "", "| | |", "|---|---|"]
    lines += [f"| {what} | {_cell(how_much)} |" for what, how_much in in_words(figures)]
    for heading, counts in (("Khối đang cách ly", figures.held), ("Phát hiện", figures.findings)):
        lines += ["", f"## {heading}", ""]
        lines += [f"- {kind_label(kind)}: {count}" for kind, count in counts.items()] or ["Không có."]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
