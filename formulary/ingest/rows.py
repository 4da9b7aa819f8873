"""Monographs as read to rows not yet written."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from formulary.folding import context_of, name_key, searchable
from formulary.ingest.book import Block, PrintedMonograph, PrintedSection
from formulary.ingest.drug_names import Name, atc_codes, names_of
from formulary.models import Chunk, DrugName, Edition, Monograph, Section

BETWEEN_BLOCKS = "\n\n"


@dataclass(frozen=True, slots=True)
class Draft:
    """A monograph, its names and the hash over both: what a re-import compares."""

    printed: PrintedMonograph
    names: tuple[Name, ...]
    sha256: str

    @classmethod
    def of(cls, printed: PrintedMonograph) -> "Draft":
        names, _ = names_of(printed)
        return cls(printed, names, hashlib.sha256(f"{printed.sha256()}{names!r}".encode()).hexdigest())


def monograph_row(draft: Draft, *, edition: Edition, position: int) -> Monograph:
    pages = draft.printed.pages()
    return Monograph(
        edition=edition,
        slug=draft.printed.slug,
        title=draft.printed.title,
        bracket=draft.printed.bracket,
        atc_codes=list(atc_codes(draft.printed)),
        page_from=pages[0] if pages else None,
        page_to=pages[1] if pages else None,
        position=position,
        content_sha256=draft.sha256,
    )


def name_rows(draft: Draft, *, monograph: Monograph) -> Iterator[DrugName]:
    for name in draft.names:
        yield DrugName(
            monograph=monograph, name=name.name, kind=name.kind, source=name.source, folded=name_key(name.name)
        )


def section_rows(draft: Draft, *, monograph: Monograph) -> Iterator[tuple[Section, PrintedSection]]:
    for position, printed in enumerate(draft.printed.sections):
        text = BETWEEN_BLOCKS.join(block.text for block in printed.blocks)
        yield (
            Section(monograph=monograph, key=printed.key, heading=printed.heading, text=text, position=position),
            printed,
        )


def chunk_rows(sections: Iterable[tuple[Section, PrintedSection]]) -> Iterator[Chunk]:
    for section, printed in sections:
        start = 0
        for ordinal, block in enumerate(printed.blocks):
            yield _chunk(block, section=section, ordinal=ordinal, start=start)
            start += len(block.text) + len(BETWEEN_BLOCKS)


def _chunk(block: Block, *, section: Section, ordinal: int, start: int) -> Chunk:
    return Chunk(
        section=section,
        section_key=section.key,
        ordinal=ordinal,
        kind=block.kind.value,
        headings=list(block.headings),
        text=block.text,
        start=start,
        end=start + len(block.text),
        page_from=block.page,
        page_to=block.page_to or block.page,
        text_sha256=hashlib.sha256(block.text.encode()).hexdigest(),
        populations=[p.value for p in block.context.populations],
        routes=[r.value for r in block.context.routes],
        indications=list(block.context.indications),
        folded=searchable(block.text),
        folded_context=context_of(section.monograph.printed_title, section.key, block.headings),
        line_boxes=[[b.page, b.x0, b.y0, b.x1, b.y1, b.start, b.end] for b in block.lines],
        repairs=[[r.start, r.end, r.was, r.rule] for r in block.repairs],
        quarantine_kind=block.hold.kind if block.hold else None,
        quarantine_reason=block.hold.reason if block.hold else None,
    )
