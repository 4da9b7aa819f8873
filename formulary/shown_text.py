"""The text of a block in pieces: what is cited, what is doubted in print, what is not as the file has it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rag.passages import Erratum, PrintDoubt


@dataclass(frozen=True, slots=True)
class Mended:
    """Characters `start` to `end` are not as the file has them: it has `was`; `rule` says why."""

    start: int
    end: int
    was: str
    rule: str


@dataclass(frozen=True, slots=True)
class Piece:
    """`doubt` and `mended` are None for most of the book."""

    text: str
    doubt: Erratum | None = None
    mended: Mended | None = None

    @property
    def is_misprint(self) -> bool:
        return self.doubt is not None and self.doubt.kind is PrintDoubt.MISPRINT


@dataclass(frozen=True, slots=True)
class ShownText:
    """Put together in this order, the pieces are the text."""

    before: tuple[Piece, ...] = ()
    marked: tuple[Piece, ...] = ()
    after: tuple[Piece, ...] = ()


def mended_of(stored: Iterable[Sequence[Any]]) -> tuple[Mended, ...]:
    """From the form that blocks keep them in."""
    return tuple(Mended(*repair) for repair in stored)


def shown_text(
    text: str, mark: tuple[int, int] | None, errata: Sequence[Erratum] = (), repairs: Sequence[Mended] = ()
) -> ShownText:
    """`mark` holds the first cited character and the one behind the last; None when nothing is cited."""
    if mark is None:
        return ShownText(before=_pieces(text, 0, len(text), errata, repairs))
    start, end = mark
    return ShownText(
        before=_pieces(text, 0, start, errata, repairs),
        marked=_pieces(text, start, end, errata, repairs),
        after=_pieces(text, end, len(text), errata, repairs),
    )


def _pieces(text: str, start: int, end: int, errata: Sequence[Erratum], repairs: Sequence[Mended]) -> tuple[Piece, ...]:
    spans = [(e.start, e.end) for e in errata] + [(r.start, r.end) for r in repairs]
    bounds = sorted({start, end} | {edge for span in spans for edge in span if start < edge < end})
    return tuple(
        Piece(
            text[at:to],
            doubt=next((e for e in errata if e.start <= at and to <= e.end), None),
            mended=next((r for r in repairs if r.start <= at and to <= r.end), None),
        )
        for at, to in pairwise(bounds)
    )
