"""Characters of a line that may read otherwise than they look: overprinted, half raised, numbers above each other."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise

from formulary.ingest.pages import Box, Line, PageDoubt, Table
from formulary.ingest.pdf.glyphs import Glyph
from formulary.ingest.pdf.lines import main_level, shifted_sign
from formulary.ingest.pdf.stretches import Stretch

_NUMBER = frozenset("0123456789,.")
_POINTS = frozenset(",.;:-–'’\"”")
_BESIDE = 0.16  # em: what is farther stands apart
_OFF_BASE, _OFF_SIZE = 0.03, 0.04  # em
_OVER = 0.5  # of the narrower character's width
_STACKED = re.compile(
    r"(?<![^\W\d_])[⁰¹²³⁴-⁹]+ ?[0-9₀-₉]|[₀-₉] ?[⁰¹²³⁴-⁹]"  # ¹₂, ¹ 2, but not m² 30
    r"|(?<=\S )[⁰¹²³⁴-⁹]+(?![⁰¹²³⁴-⁹A-Z])"  # a raised number that belongs to nothing before it, and to no isotope
)


def odd_characters(stretches: Iterable[Stretch]) -> Iterator[PageDoubt]:
    for stretch in stretches:
        glyphs = stretch.glyphs
        for glyph in glyphs:
            if len(glyph.text) > 1 and _is_overprinted(glyph.text):
                yield _doubt("overprinted", glyph, glyph)
        for a, b in pairwise(glyphs):
            if b.x0 < a.x1 and _overlap(a, b):
                yield _doubt("overprinted", a, b)
            elif (a.base != b.base or a.style is not b.style) and (a.text in _NUMBER or b.text in _NUMBER):
                yield from _off_the_line(a, b, stretch)


def stacked_digits(items: Iterable[Line | Table]) -> Iterator[PageDoubt]:
    """Raised and lowered digits beside each other, as a fraction whose bar was drawn leaves them."""
    for item in items:
        parts = [(item.text, item.box)] if isinstance(item, Line) else [(c.text, c.box) for c in item.cells]
        for text, box in parts:
            if found := _STACKED.search(text):
                yield PageDoubt(box, "stacked_digits", _around(text, found.start(), found.end()))


def _around(text: str, start: int, end: int) -> str:
    return text[max(0, start - 12) : end + 12].strip()


def _is_overprinted(text: str) -> bool:
    signs = [c for c in text if not unicodedata.combining(c)]
    return len(signs) > 1 and not all(c.isalpha() for c in signs)


def _overlap(a: Glyph, b: Glyph) -> bool:
    shared = min(a.x1, b.x1) - max(a.x0, b.x0)
    narrower = min(a.x1 - a.x0, b.x1 - b.x0)
    if shared <= _OVER * narrower or narrower <= 0 or (_is_kerned(a, b) and a.text != b.text):
        return False
    return abs(a.base - b.base) < 0.5 * max(a.style.size, b.style.size)


def _is_kerned(a: Glyph, b: Glyph) -> bool:
    """A point or comma may slip below the arm of a letter."""
    return any(one.text in _POINTS and other.text.isalpha() for one, other in [(a, b), (b, a)])


def _off_the_line(a: Glyph, b: Glyph, stretch: Stretch) -> Iterator[PageDoubt]:
    """A sign of a number whose height or size is not its neighbour's, and which is neither raised nor lowered."""
    em = max(a.style.size, b.style.size)
    if b.x0 - a.x1 > _BESIDE * em:
        return
    if abs(a.base - b.base) <= _OFF_BASE * em and abs(a.style.size - b.style.size) <= _OFF_SIZE * em:
        return
    base, size = main_level(stretch.glyphs)
    for glyph in (a, b):
        off = abs(glyph.base - base) > _OFF_BASE * size or abs(glyph.style.size - size) > _OFF_SIZE * size
        if off and glyph.text in _NUMBER and not shifted_sign(glyph, base, size):
            yield _doubt("odd_digit", a, b)
            return


def _doubt(why: str, a: Glyph, b: Glyph) -> PageDoubt:
    size = max(a.style.size, b.style.size)
    box = Box(min(a.x0, b.x0), b.base - size / 2, max(a.x1, b.x1), b.base - 0.05 * size)
    return PageDoubt(box, why, a.text if a is b else a.text + b.text)
