"""Blocks of a section whose sub-headings have ranks that their type tells."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from formulary.ingest.book import Block
from formulary.ingest.companion import MonographNotes
from formulary.ingest.doubts import subheading_doubt
from formulary.ingest.heading_stack import HeadingStack
from formulary.ingest.pieces import Piece, block_of
from rag.passages import DOSING, BlockKind
from rag.printed import heading_context


def ranked_blocks(pieces: Iterable[Piece], *, section: str, notes: MonographNotes) -> Iterator[Block]:
    """A sub-heading without text below it becomes a block: none is lost.

    In the dosing section one that another of its rank follows at once may be the first half of it; what stands under
    the second is then held.
    """
    stack = HeadingStack()
    unfilled: list[tuple[int, Piece, tuple[str, ...]]] = []
    halved: tuple[tuple[str, ...], str] | None = None
    for piece in pieces:
        if piece.rank is None:
            unfilled.clear()
            block = block_of(piece, headings=stack.path, context=stack.context_of(piece.kind, piece.text))
            if halved is not None and stack.path[: len(halved[0])] == halved[0]:
                block = replace(block, hold=subheading_doubt(halved[1]))
            yield block
            continue
        first_half = ""
        while unfilled and unfilled[-1][0] >= piece.rank:
            left = unfilled.pop()
            first_half = left[1].text if left[0] == piece.rank else first_half
            yield _as_block(left, stack)
        stack.close_from(piece.rank)
        text = piece.text.rstrip(" :")
        own = notes.context_of(section, (*stack.path, text))
        path = stack.path
        stack.push(piece.rank, text, own if own is not None else heading_context(text, section=section))
        halved = (stack.path, first_half) if first_half and section == DOSING else halved
        unfilled.append((piece.rank, piece, path))
    for left in reversed(unfilled):
        yield _as_block(left, stack)


def _as_block(unfilled: tuple[int, Piece, tuple[str, ...]], stack: HeadingStack) -> Block:
    _, piece, path = unfilled
    return block_of(replace(piece, kind=BlockKind.PARAGRAPH), headings=path, context=stack.context)
