"""Where a page may show something else than was read: what lies in, through and between its lines of text.

Nothing is decided here about what the page shows. Places are points from the top left corner, y downwards.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from formulary.ingest.pages import Box, HiddenText, PageDoubt
from formulary.ingest.pdf.page_objects import Ink
from formulary.ingest.pdf.sights import Aslant
from formulary.ingest.pdf.stretches import Stretch, Stretches

_SIGNS = frozenset("<>=≤≥≠±+~≈∼")
_DASHES = frozenset("-–−—_")
_DIGITS = frozenset("0123456789,.½¼¾⅓⅔")
_BESIDE = 1.0  # em: farther along the line, a picture or an unseen word is beside the text
_TOUCHING = 0.3  # em: a drawn sign so near to a digit belongs to it
_SMALL = 1.6  # em: higher is no sign of a line
_LOWEST_RULING = 1.1  # em: an upright stroke as high stands beside a cell of a table
_SHORT = 1.2  # em: a longer level stroke below a word underlines it
_STRUCK_TOP, _STRUCK_BOTTOM = 0.62, 0.1  # em above the baseline
_INKLESS = 0.25  # of a character's width, at either side
_UNDERLINED = 0.16  # em below the baseline
_NEXT_LINE = 1.9  # em
_SMALL_PICTURE = 2.2  # em
_WATERMARK = 2.0  # times the size of the text: turned text as large as this is drawn across the page
_SCAN = 0.5  # of the page


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a page draws besides text. `notes` as in `notes.note_boxes`, `is_crowded`: too much to look at."""

    ink: tuple[Ink, ...] = ()
    pictures: tuple[Box, ...] = ()
    notes: tuple[Box, ...] = ()
    is_crowded: bool = False


def doubts_of(
    lines: Stretches,
    sketch: Sketch,
    *,
    page: Box,
    hidden: Sequence[HiddenText] = (),
    aslant: Sequence[Aslant] = (),
    right_to_left: Sequence[float] = (),
) -> Iterator[PageDoubt]:
    """`right_to_left` are baselines of such characters. A page without text has none."""
    if not lines.all:
        return
    usual = median(stretch.size for stretch in lines)
    if sketch.is_crowded:
        yield PageDoubt(page, "crowded", "")
    if sum(_shown(picture, page) for picture in sketch.pictures) >= _SCAN * page.width * page.height:
        yield PageDoubt(page, "scan", "")
    for text in hidden:
        if text.box is not None and text.why != "off_page":
            yield from _in_or_between(lines, text.box, "hidden", text.text)
    for turned in aslant:
        if turned.size < _WATERMARK * usual:
            yield from _in_or_between(lines, turned.box, "aslant", turned.text)
    for picture in sketch.pictures:
        if picture.height <= _SMALL_PICTURE * usual:
            yield from _in_or_between(lines, picture, "picture", "")
        else:
            yield from _touched(lines, picture, "picture", "", beside=_TOUCHING)
    for note in sketch.notes:
        yield from _touched(lines, note, "annotation", "", beside=0.0)
    for base in right_to_left:
        for stretch in lines.between(base - usual, base + usual):
            if abs(stretch.base - base) <= max(usual, stretch.size):
                yield _doubt(stretch, stretch.x0, stretch.x1, "right_to_left", "")
    for mark in sketch.ink:
        yield from _inked(lines, mark)


def _shown(box: Box, page: Box) -> float:
    wide = min(box.x1, page.x1) - max(box.x0, page.x0)
    high = min(box.y1, page.y1) - max(box.y0, page.y0)
    return max(0.0, wide) * max(0.0, high)


def _doubt(stretch: Stretch, x0: float, x1: float, why: str, evidence: str) -> PageDoubt:
    part = stretch.part(x0, x1)
    return PageDoubt(part, why, evidence or stretch.text(part))


def _touched(lines: Stretches, box: Box, why: str, evidence: str, *, beside: float) -> Iterator[PageDoubt]:
    for stretch in lines.between(box.y0, box.y1):
        reach = beside * stretch.size
        level = min(box.y1, stretch.bottom) - max(box.y0, stretch.top) > 0
        if level and box.x0 - reach <= stretch.x1 and stretch.x0 <= box.x1 + reach:
            yield _doubt(stretch, box.x0, box.x1, why, evidence)


def _in_or_between(lines: Stretches, box: Box, why: str, evidence: str) -> Iterator[PageDoubt]:
    """The lines that the thing lies in; when it lies in none, the one above and the one below it."""
    touched = list(_touched(lines, box, why, evidence, beside=_BESIDE))
    if touched:
        yield from touched
        return
    far = _NEXT_LINE * max((stretch.size for stretch in lines), default=0.0)
    near = [s for s in lines.between(box.y0 - far, box.y1 + far) if s.x0 <= box.x1 and box.x0 <= s.x1]
    above = [s for s in near if s.base <= box.y1 and box.y0 - s.base <= _NEXT_LINE * s.size]
    below = [s for s in near if s.base > box.y1 and s.top - box.y1 <= _NEXT_LINE * s.size]
    for stretch in [*above[-1:], *below[:1]]:
        yield _doubt(stretch, box.x0, box.x1, why, evidence)


def _inked(lines: Stretches, mark: Ink) -> Iterator[PageDoubt]:
    x0, x1 = min(mark.ax, mark.bx), max(mark.ax, mark.bx)
    y0, y1 = min(mark.ay, mark.by), max(mark.ay, mark.by)
    for stretch in lines.between(y0 - 0.3, y1 + 1.0):
        size = stretch.size
        if x0 > stretch.x1 + _BESIDE * size or x1 < stretch.x0 - _TOUCHING * size:
            continue
        if mark.shape:
            why = _drawn(stretch, x0, y0, x1, y1)
        elif y1 - y0 <= 0.1 * size:
            why = _stroke(stretch, x0, x1, (y0 + y1) / 2)
        elif y1 - y0 <= (_SMALL if x1 - x0 > 0.1 * size else _LOWEST_RULING) * size:
            why = _drawn(stretch, x0, y0, x1, y1)
        else:
            why = _crossed(stretch, mark)
        if why:
            yield _doubt(stretch, x0, x1, why, "")


def _drawn(stretch: Stretch, x0: float, y0: float, x1: float, y1: float) -> str:
    """A shape as small as a sign that stands in the line, after it, or beside a number."""
    size = stretch.size
    if y1 - y0 > _SMALL * size or y0 > stretch.base + 0.2 * size or y1 < stretch.base - 0.7 * size:
        return ""
    underlines = y0 >= stretch.base + 0.03 * size and y1 - y0 <= 0.1 * size
    in_line = x1 > stretch.x0 and not underlines  # or behind its end, where a word of it may stand
    return "drawn_sign" if in_line or _is_beside_number(stretch, x0, x1) else ""


def _stroke(stretch: Stretch, x0: float, x1: float, y: float) -> str:
    """A level stroke: through the text, or below a sign so that it becomes another."""
    size, height = stretch.size, (stretch.base - y) / stretch.size
    long = x1 - x0 > _SHORT * size
    if _STRUCK_BOTTOM < height <= _STRUCK_TOP:
        if min(x1, stretch.x1) - max(x0, stretch.x0) > 0.1 * size:
            return "struck"
        return "drawn_sign" if not long and (x0 >= stretch.x1 or _is_beside_number(stretch, x0, x1)) else ""
    if not -_UNDERLINED <= height <= _STRUCK_BOTTOM and (long or not -0.25 <= height <= 0.75):
        return ""
    over = [g for g in stretch.glyphs if min(x1, g.x1) - max(x0, g.x0) > 0.4 * (g.x1 - g.x0)]
    if any(g.text in _SIGNS or (not long and g.text in _DASHES) for g in over):
        return "drawn_sign"
    return "drawn_sign" if not long and _is_beside_number(stretch, x0, x1) else ""


def _crossed(stretch: Stretch, mark: Ink) -> str:
    """A long stroke that is not level: only what passes through ink counts, for rulings stand between words."""
    top, bottom = max(stretch.top, min(mark.ay, mark.by)), min(stretch.bottom, max(mark.ay, mark.by))
    if top >= bottom:
        return ""
    slope = (mark.bx - mark.ax) / (mark.by - mark.ay)
    low, high = sorted(mark.ax + (y - mark.ay) * slope for y in (top, bottom))
    through = any(
        g.x0 + _INKLESS * (g.x1 - g.x0) < high and low < g.x1 - _INKLESS * (g.x1 - g.x0) for g in stretch.glyphs
    )
    return "struck" if through else ""


def _is_beside_number(stretch: Stretch, x0: float, x1: float) -> bool:
    near = _TOUCHING * stretch.size
    return any(
        (g.text in _DIGITS or g.text in _SIGNS) and g.x1 > x0 - near and g.x0 < x1 + near for g in stretch.glyphs
    )


def merged(doubts: Iterable[PageDoubt]) -> tuple[PageDoubt, ...]:
    """Each place and reason once, from the top down."""
    unique = {(round(d.box.x0), round(d.box.y0), round(d.box.x1), d.why): d for d in doubts}
    return tuple(sorted(unique.values(), key=lambda d: (d.box.y0, d.box.x0, d.why)))
