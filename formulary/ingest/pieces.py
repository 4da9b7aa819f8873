"""A piece of a section before its context is known: a sub-heading, paragraph, item or table as it stands on paper."""

from dataclasses import dataclass, replace

from formulary.ingest.book import Block, LineBox, Repair
from rag.passages import BlockKind
from rag.printed import Context

ABOVE_ALL = -1
"""The rank of a bold line that opens no section: it closes every sub-heading above it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """`text` is plain: no markup, single blanks. Of a table it is the table's text form.

    `rank` is set on what is typeset as a sub-heading, from 0 for the highest; `lead` are the emphasised words that open
    a paragraph, without their colon. `page` and `page_to` are printed page numbers.
    """

    kind: BlockKind
    text: str
    rank: int | None = None
    lead: str = ""
    page: int | None = None
    page_to: int | None = None
    line: int = 0
    lines: tuple[LineBox, ...] = ()
    repairs: tuple[Repair, ...] = ()


def cut(piece: Piece, start: int, end: int | None = None) -> Piece:
    """Characters `start` to `end` of a paragraph, with the lines and repairs that fall into them."""
    end = len(piece.text) if end is None else end

    return replace(
        piece,
        text=piece.text[start:end],
        lines=tuple(
            replace(line, start=max(line.start, start) - start, end=min(line.end, end) - start)
            for line in piece.lines
            if line.start < end and start < line.end
        ),
        repairs=tuple(
            replace(repair, start=max(repair.start, start) - start, end=min(repair.end, end) - start)
            for repair in piece.repairs
            if repair.start < end and start < repair.end
        ),
    )


def block_of(piece: Piece, *, headings: tuple[str, ...], context: Context) -> Block:
    return Block(
        kind=piece.kind,
        text=piece.text,
        headings=headings,
        context=context,
        page=piece.page,
        page_to=piece.page_to,
        line=piece.line,
        lines=piece.lines,
        repairs=piece.repairs,
    )
