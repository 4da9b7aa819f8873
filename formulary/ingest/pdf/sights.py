"""Whether a reader of the page can see a character: hidden, in doubt, or plain."""

import unicodedata
from dataclasses import dataclass

from formulary.ingest.pages import Box, PageDoubt
from formulary.ingest.pdf.page_objects import Area, Drawing
from formulary.ingest.pdf.styles import Look

_PALE = 235  # 0–255: lighter than this cannot be read on white
_CONTRAST = 24  # two colours nearer than this in every part are one colour to the eye
_MIDDLE = 0.3  # em above the baseline
_HIGH = 0.6  # em: how high the ink of most characters reaches
_EDGE = 0.2  # of a character's width: so much of its place may hold no ink

_RIGHT_TO_LEFT = {"R", "AL", "RLE", "RLO", "RLI", "AN"}
right_to_left = frozenset(
    code
    for start, end in [(0x590, 0x900), (0x200E, 0x2010), (0x202A, 0x202F), (0x2066, 0x206A), (0xFB1D, 0x10000)]
    for code in range(start, end)
    if unicodedata.bidirectional(chr(code)) in _RIGHT_TO_LEFT
) | frozenset([*range(0x10800, 0x11000), *range(0x1E800, 0x1F000)])


@dataclass(frozen=True, slots=True)
class Aslant:
    """The text of one object. `size` in points."""

    text: str
    box: Box
    size: float
    angle: int


class Sights:
    """Looks at the characters of one page, in points from its top left corner, and keeps what is in doubt."""

    def __init__(
        self, drawing: Drawing, corner: tuple[float, float], size: tuple[float, float], unseen: frozenset[int]
    ) -> None:
        self._areas = drawing.areas
        self._clips = drawing.clips
        self._pictures = drawing.pictures
        self._unseen = unseen
        self._left, self._top = corner
        self._width, self._height = size
        self._doubts: dict[tuple[str, int, int], list[tuple[str, Box]]] = {}

    def why_unseen(self, text: str, look: Look, key: int, x0: float, x1: float, base: float) -> str:
        """A word for the report; "" when the character can be seen, or when that is not certain and so in doubt."""
        size = look.style.size
        if x1 < 0 or x0 > self._width or base < 0 or base - size > self._height:
            return "off_page"
        if self._unseen and key in self._unseen:
            return "layer"
        if self._clips and key in self._clips and (why := self._why_clipped(text, look, key, x0, x1, base)):
            return why
        pale = look.rgb is not None and min(look.rgb) >= _PALE
        if not (self._areas or pale):
            return ""
        x, y = (x0 + x1) / 2 + self._left, self._top - base + size * _MIDDLE
        under, near = (255, 255, 255), False
        maybe = any(left <= x <= right and low <= y <= high for left, low, right, high in self._pictures)
        for area in self._areas:
            later = look.order >= 0 and area.order > look.order
            if area.holds(x, y):
                if later and area.certain:
                    return "covered"
                near = near or later
                under = under if later or not area.certain else area.rgb
                if not later and not area.certain:
                    maybe = True
                    if look.rgb is not None and _same_colour(look.rgb, area.rgb):
                        self._doubt("covered", text, look, x0, x1, base)
            elif later and self._touches(area, x0, x1, base, size):
                near = True
        if near and any(self._covers(area, look, x0, x1, base) for area in self._areas):
            self._doubt("covered", text, look, x0, x1, base)
        if look.rgb is None or not _same_colour(look.rgb, under):
            return ""
        if not maybe:
            return "white"
        self._doubt("hidden", text, look, x0, x1, base)
        return ""

    def doubts(self) -> tuple[PageDoubt, ...]:
        """One for each object and line with characters in doubt."""
        found = []
        for (why, _, _), parts in self._doubts.items():
            boxes = [box for _, box in parts]
            around = Box(
                min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes)
            )
            found.append(PageDoubt(around, why, "".join(text for text, _ in parts)))
        return tuple(found)

    def _why_clipped(self, text: str, look: Look, key: int, x0: float, x1: float, base: float) -> str:
        clip, size, edge = self._clips[key], look.style.size, _EDGE * (x1 - x0)
        x, y = (x0 + x1) / 2 + self._left, self._top - base
        if not clip.holds(x, y + size * _MIDDLE):
            return "clipped"
        whole = (
            clip.x0 <= x0 + self._left + edge
            and x1 + self._left - edge <= clip.x1
            and clip.y0 <= y + 0.05 * size
            and y + _HIGH * size <= clip.y1
        )
        if not (whole and clip.exact):
            self._doubt("clipped", text, look, x0, x1, base)
        return ""

    def _covers(self, area: Area, look: Look, x0: float, x1: float, base: float) -> bool:
        """Whether what is drawn over the character may hide a part of it."""
        if look.order < 0 or area.order <= look.order:
            return False
        if not area.outline:
            return self._touches(area, x0, x1, base, look.style.size)
        places = [x0 + share * (x1 - x0) + self._left for share in (_EDGE, 0.5, 1 - _EDGE)]
        heights = [self._top - base + share * look.style.size for share in (0.05, _MIDDLE, _HIGH)]
        return any(area.holds(x, y) for x in places for y in heights)

    def _touches(self, area: Area, x0: float, x1: float, base: float, size: float) -> bool:
        left, bottom, edge = x0 + self._left, self._top - base, _EDGE * (x1 - x0)
        return (
            area.x0 < left + (x1 - x0) - edge
            and left + edge < area.x1
            and area.y0 < bottom + _HIGH * size
            and bottom + 0.05 * size < area.y1
        )

    def _doubt(self, why: str, text: str, look: Look, x0: float, x1: float, base: float) -> None:
        size = look.style.size
        box = Box(x0, base - size / 2, x1, base - 0.05 * size)
        self._doubts.setdefault((why, look.order, round(base)), []).append((text, box))


def _same_colour(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return all(abs(a - b) <= _CONTRAST for a, b in zip(one, other, strict=True))


def aslant_of(angle: int, parts: list[tuple[str, float, float, float]]) -> Aslant:
    """The box reaches half a character around the places where the characters begin."""
    size = max(part[3] for part in parts)
    xs, ys = [part[1] for part in parts], [part[2] for part in parts]
    around = size / 2
    box = Box(min(xs) - 0.1 * size, min(ys) - around, max(xs) + around, max(ys) + 0.1 * size)
    return Aslant("".join(part[0] for part in parts), box, size, angle)
