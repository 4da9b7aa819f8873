"""The stretches of text of a page, found by height."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from formulary.ingest.pages import Box
from formulary.ingest.pdf.glyphs import Glyph
from formulary.ingest.pdf.lines import Chunk, Row

CORE_TOP, CORE_BOTTOM = 0.62, 0.02  # em above the baseline: between them stands the ink of every letter
_TOUCHING = 0.3  # em
_SHOWN = 24  # characters of a stretch that a report shows


class Stretch(NamedTuple):
    """Characters that follow each other on one line, from left to right. Points, y downwards."""

    x0: float
    x1: float
    base: float
    size: float
    glyphs: Sequence[Glyph]

    @property
    def top(self) -> float:
        return self.base - CORE_TOP * self.size

    @property
    def bottom(self) -> float:
        return self.base - CORE_BOTTOM * self.size

    def part(self, x0: float, x1: float) -> Box:
        """The part of the stretch nearest to these places, no higher than its own line."""
        least = min(self.size / 2, self.x1 - self.x0)
        left = min(max(x0, self.x0), self.x1 - least)
        right = max(left + least, min(x1, self.x1))
        return Box(left, self.base - self.size / 2, right, self.base - 0.05 * self.size)

    def text(self, box: Box) -> str:
        """What is printed there, without blanks, and a little around it."""
        near = [i for i, g in enumerate(self.glyphs) if g.x1 >= box.x0 and g.x0 <= box.x1]
        start = max(0, near[0] - _SHOWN // 3) if near else 0
        return "".join(g.text for g in self.glyphs[start : start + _SHOWN])


class Stretches:
    """By height, so that what stands at a place is found at once."""

    def __init__(self, rows: Iterable[Row]) -> None:
        found = [stretch for row in rows for stretch in _of_row(row)]
        self.all = sorted(found, key=lambda stretch: stretch.base)
        self._bases = [stretch.base for stretch in self.all]
        self._largest = max((stretch.size for stretch in self.all), default=0.0)

    def __iter__(self) -> Iterator[Stretch]:
        return iter(self.all)

    def between(self, y0: float, y1: float) -> Iterator[Stretch]:
        """Those whose baseline is at or below `y0` and whose core begins above `y1`."""
        for i in range(bisect_left(self._bases, y0), len(self.all)):
            stretch = self.all[i]
            if stretch.base - self._largest > y1:
                return
            if stretch.top < y1:
                yield stretch


def _left(glyph: Glyph) -> float:
    return glyph.x0


def _of_row(row: Row) -> Iterator[Stretch]:
    """Chunks that touch are one stretch, in whatever order the file writes them."""
    touching: list[Chunk] = []
    end = 0.0
    for chunk in row.chunks:
        if touching and chunk.x0 - end > _TOUCHING * chunk.size:
            yield _stretch(touching)
            touching = []
        end = max(end, chunk.x1) if touching else chunk.x1
        touching.append(chunk)
    if touching:
        yield _stretch(touching)


def _stretch(chunks: list[Chunk]) -> Stretch:
    main = max(chunks, key=lambda chunk: len(chunk.glyphs))
    glyphs = sorted((g for chunk in chunks for g in chunk.glyphs), key=_left)
    return Stretch(min(c.x0 for c in chunks), max(c.x1 for c in chunks), main.base, main.size, glyphs)
