"""What readers and detectors said of a book, as rows beside its blocks."""

from collections.abc import Iterable, Iterator

from formulary.ingest.book import Block, Book, Defect
from formulary.models import Chunk, Edition, Finding
from formulary.models.defect_kinds import severity_of


def findings_of_blocks(edition: Edition, pairs: Iterable[tuple[Chunk, Block]]) -> Iterator[Finding]:
    """A row for every finding; what holds a block is one of them even when no detector listed it."""
    for chunk, block in pairs:
        for found in _said_of(block):
            yield Finding(
                edition=edition,
                chunk=chunk,
                monograph=chunk.section.monograph.slug,
                page=block.lines[0].page if block.lines else None,
                kind=found.kind,
                severity=severity_of(found.kind),
                reason=found.reason,
                evidence=found.evidence,
            )


def findings_of_book(edition: Edition, book: Book) -> Iterator[Finding]:
    for found in book.findings:
        yield Finding(
            edition=edition,
            monograph=found.monograph,
            page=found.page,
            kind=found.kind,
            severity=severity_of(found.kind),
            reason=found.reason,
            evidence=found.evidence,
        )


def evidence_of_hold(block: Block) -> frozenset[str]:
    """What is shown for the kind of fault that holds the block; empty when nothing does."""
    return frozenset(
        said.evidence for said in _said_of(block) if block.hold is not None and said.kind == block.hold.kind
    )


def _said_of(block: Block) -> tuple[Defect, ...]:
    if block.hold is None or any(found.kind == block.hold.kind for found in block.findings):
        return block.findings
    return (block.hold, *block.findings)
