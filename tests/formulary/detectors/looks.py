"""Blocks for detectors to look at."""

from collections.abc import Sequence

from formulary.ingest.book import Block, LineBox, PrintedMonograph, PrintedSection
from formulary.ingest.defects import hold_defects
from formulary.ingest.detectors.views import View
from formulary.models.defect_kinds import DefectKind
from rag.passages import DOSING, BlockKind


def make_block(text: str, kind: BlockKind = BlockKind.PARAGRAPH, **fields: object) -> Block:
    return Block(kind, text, **fields)  # type: ignore[arg-type]


def make_table(*rows: str, on_page: bool = False) -> Block:
    head, *body = rows
    rule = "|" + "---|" * (head.count("|") - 1)
    text = "\n".join([head, rule, *body])
    return make_block(text, BlockKind.TABLE, lines=(LineBox(1, 0, 0, 1, 1, 0, len(text)),) if on_page else ())


def view(seen: str | Block, section: str = DOSING) -> View:
    return View.of(make_block(seen) if isinstance(seen, str) else seen, section)


def views(*seen: str | Block, section: str = DOSING) -> list[View]:
    return [view(one, section) for one in seen]


def make_printed(*seen: str | Block, section: str = DOSING, slug: str = "a", title: str = "A") -> PrintedMonograph:
    blocks = tuple(make_block(one) if isinstance(one, str) else one for one in seen)
    return PrintedMonograph(slug, title, "", (PrintedSection(section, section, blocks),))


def looked_at(*seen: str | Block, section: str = DOSING) -> Sequence[Block]:
    """The blocks of one section as the detectors leave them."""
    return hold_defects(make_printed(*seen, section=section)).sections[0].blocks


def kinds(seen: str | Block, section: str = DOSING) -> set[DefectKind]:
    return {finding.kind for finding in looked_at(seen, section=section)[0].findings}
