"""The characters of a page with their places, and those that nobody can see apart from them.

Places are points from the top left corner of the page as shown, y downwards.
"""

import ctypes
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from formulary.ingest.pages import Box, HiddenText, PageDoubt, Style
from formulary.ingest.pdf.advances import Overhangs
from formulary.ingest.pdf.left_out import blanks, move_apart
from formulary.ingest.pdf.limits import Limits, PdfRefused
from formulary.ingest.pdf.page_objects import Drawing, address
from formulary.ingest.pdf.sights import Aslant, Sights, aslant_of, right_to_left
from formulary.ingest.pdf.styles import Looks

UNREADABLE = "\ufffd"
_BLANKS = frozenset({0x09, 0x20, 0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)})
_LINE_ENDS = frozenset({0x0A, 0x0D})
_HYPHEN_AT_LINE_END = 0x02  # how PDFium writes a hyphen that it takes for the end of a divided word
_FEWEST_BLANKS = 0.05  # of the characters: Vietnamese has a blank at every fourth or fifth
_LEVEL = 2.0  # points between baselines that count as one when blanks are looked for
_FAR = 1e6  # points: coordinates beyond are damage, and so is what is not a number


class Glyph(NamedTuple):
    """A tuple, because a book has ten million of them.

    `text` is one character with its combining marks, or a ligature's letters. `x1` is where the next glyph would
    begin. `after_blank`: the file has a blank before it, whatever the distance; None on a page that writes no blanks.
    """

    text: str
    x0: float
    x1: float
    base: float
    style: Style
    after_blank: bool | None

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2


@dataclass(frozen=True, slots=True)
class PageGlyphs:
    """`aslant` is text at another angle than the page's, as a watermark has it. `main_angle` in degrees.

    `doubts` are what is uncertain of single characters; `right_to_left` the baselines beside which signs may have been
    mirrored.
    """

    glyphs: tuple[Glyph, ...]
    hidden: tuple[HiddenText, ...]
    aslant: tuple[Aslant, ...]
    main_angle: int
    doubts: tuple[PageDoubt, ...] = ()
    right_to_left: tuple[float, ...] = ()


def read_glyphs(
    page: Any,
    drawing: Drawing,
    *,
    number: int,
    corner: tuple[float, float],
    size: tuple[float, float],
    unseen: frozenset[int] = frozenset(),
    limits: Limits,
) -> PageGlyphs:
    """`corner` is the top left corner of the page in user space, `size` its width and height; `unseen` the addresses of
    text objects that the page does not draw. Raises PdfRefused."""
    collector = _Collector(drawing, corner, size, unseen)
    with _open_text(page, number, limits) as (textpage, count):
        looks = Looks(textpage, drawing.text_order)
        collector.collect(textpage, count, looks)
    collector.write_blanks(blanks(drawing, looks))
    moved = move_apart(drawing, looks)
    if moved:
        with _open_text(page, number, limits) as (textpage, count):
            collector.collect(textpage, count, Looks(textpage, drawing.text_order), moved)
    return collector.result()


@contextmanager
def _open_text(page: Any, number: int, limits: Limits) -> Iterator[tuple[Any, int]]:
    textpage = pdfium.FPDFText_LoadPage(page)
    if not textpage:
        raise PdfRefused(f"Trang {number} của tệp bị hỏng, không đọc được chữ.")
    try:
        count = pdfium.FPDFText_CountChars(textpage)
        if count > limits.characters:
            raise PdfRefused(f"Trang {number} của tệp có quá nhiều ký tự.")
        yield textpage, max(0, count)
    finally:
        pdfium.FPDFText_ClosePage(textpage)


class _Collector:
    def __init__(
        self, drawing: Drawing, corner: tuple[float, float], size: tuple[float, float], unseen: frozenset[int]
    ) -> None:
        self._sights = Sights(drawing, corner, size, unseen)
        self._left, self._top = corner
        self._glyphs: list[Glyph] = []
        self._marks: list[tuple[int, str, float]] = []  # where it stands among the glyphs, the mark, its middle
        self._hidden: dict[tuple[str, int], list[tuple[str, float, float, float, float]]] = {}
        self._aslant: dict[tuple[int, int], list[tuple[str, float, float, float]]] = {}  # text, x, baseline, size
        self._right_to_left: set[float] = set()

    def collect(self, textpage: Any, count: int, looks: Looks, moved: dict[int, float] | None = None) -> None:
        """With `moved`, only objects that were moved, put back to where they are shown."""
        glyphs, struck = self._glyphs, _Strokes(self._glyphs) if moved else None
        overhangs = Overhangs(textpage)
        get_unicode, get_object = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetTextObject
        get_loose, get_origin = pdfium.FPDFText_GetLooseCharBox, pdfium.FPDFText_GetCharOrigin
        is_generated, is_unmapped = pdfium.FPDFText_IsGenerated, pdfium.FPDFText_HasUnicodeMapError
        box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
        left, top = self._left, self._top
        blank = False
        key = 0
        for i in range(count):
            code = get_unicode(textpage, i)
            if code in right_to_left:
                get_origin(textpage, i, x, y)
                self._right_to_left.add(top - y.value)
            if code in _BLANKS:
                blank = blank or is_generated(textpage, i) != 1
                continue
            if code in _LINE_ENDS:
                blank = False
                continue
            pointer = get_object(textpage, i)
            key = address(pointer)
            if not key or (moved and key not in moved):
                blank = False
                continue
            look = looks.of(pointer, key, i)
            text = UNREADABLE if is_unmapped(textpage, i) == 1 else _character(code)
            get_loose(textpage, i, box)
            get_origin(textpage, i, x, y)
            x0, x1, base = x.value - left, box.right - left, top - y.value - (moved[key] if moved else 0.0)
            if not (abs(x0) < _FAR and abs(x1) < _FAR and abs(base) < _FAR):
                self._hide(text, "off_page", key, None, blank)
            elif look.angle:
                self._aslant.setdefault((look.angle, key), []).append((text, x0, base, look.style.size))
            elif why := look.hidden or self._sights.why_unseen(text, look, key, x0, x1, base):
                self._hide(text, why, key, (x0, base - look.style.size * 0.8, x1, base + look.style.size * 0.2), blank)
            elif unicodedata.combining(text):
                self._marks.append((len(glyphs), text, _middle_of_ink(textpage, i) - left))
            elif struck and struck.holds(text, x0, base, look.style.size):
                continue
            elif glyphs and glyphs[-1].x0 == x0 < min(x1, glyphs[-1].x1) and glyphs[-1].base == base:
                glyphs[-1] = glyphs[-1]._replace(text=glyphs[-1].text + text)  # letters of one ligature
            else:
                x1 -= overhangs.of(look, code, i, x1 - x0)
                glyphs.append(Glyph(text, x0, x1, base, look.style, blank))
            blank = False

    def write_blanks(self, places: list[tuple[float, float]]) -> None:
        """Note the blanks that the file writes at these places of user space before the characters they precede."""
        levels: dict[int, list[float]] = {}
        for x, y in places:
            if abs(x) < _FAR and abs(y) < _FAR:
                levels.setdefault(round((self._top - y) / _LEVEL), []).append(x - self._left)
        if not levels:
            return
        for i, glyph in enumerate(self._glyphs):
            level, em = round(glyph.base / _LEVEL), glyph.style.size
            before = self._glyphs[i - 1]
            start = max(before.middle, glyph.x0 - 1.5 * em) if before.x0 < glyph.x0 else glyph.x0 - 1.5 * em
            near = (x for step in (-1, 0, 1) for x in levels.get(level + step, ()))
            if any(start <= x <= glyph.x0 + 0.2 * em for x in near):
                self._glyphs[i] = glyph._replace(after_blank=True)

    def result(self) -> PageGlyphs:
        glyphs = self._glyphs
        if sum(bool(g.after_blank) for g in glyphs) < _FEWEST_BLANKS * len(glyphs):
            glyphs = self._glyphs = [g._replace(after_blank=None) for g in glyphs]
        self._place_marks()
        upright = sum(len(g.text) for g in glyphs)
        angles = Counter[int]()
        for (turned, _), parts in self._aslant.items():
            angles[turned] += len(parts)
        angle, most = angles.most_common(1)[0] if angles else (0, 0)
        return PageGlyphs(
            glyphs=tuple(glyphs),
            hidden=tuple(self._hidden_texts()),
            aslant=tuple(aslant_of(angle, parts) for (angle, _), parts in self._aslant.items()),
            main_angle=angle if most > upright else 0,
            doubts=self._sights.doubts(),
            right_to_left=tuple(sorted(self._right_to_left)),
        )

    def _hide(
        self, text: str, why: str, key: int, box: tuple[float, float, float, float] | None, after_blank: bool
    ) -> None:
        parts = self._hidden.setdefault((why, key), [])
        place = box or (0.0, 0.0, -1.0, -1.0)
        parts.append((f" {text}" if after_blank and parts else text, *place))

    def _hidden_texts(self) -> list[HiddenText]:
        found = []
        for (why, _), parts in self._hidden.items():
            boxes = [part[1:] for part in parts if part[3] >= part[1]]
            box = None
            if boxes:
                box = Box(
                    min(b[0] for b in boxes),
                    min(b[1] for b in boxes),
                    max(b[2] for b in boxes),
                    max(b[3] for b in boxes),
                )
            found.append(HiddenText("".join(part[0] for part in parts), box, why))
        return found

    def _place_marks(self) -> None:
        """Each mark joins the letter it stands over, whichever side of it the file writes the mark on."""
        for at, mark, middle in self._marks:
            near = [i for i in (at - 1, at, at - 2) if 0 <= i < len(self._glyphs)]
            over = [i for i in near if self._glyphs[i].x0 <= middle <= self._glyphs[i].x1]
            if near:
                i = (over or near)[0]
                self._glyphs[i] = self._glyphs[i]._replace(text=self._glyphs[i].text + mark)


class _Strokes:
    """Where characters stand already, to know a second stroke of one."""

    def __init__(self, glyphs: list[Glyph]) -> None:
        self._places: dict[tuple[str, int], list[float]] = {}
        for glyph in glyphs:
            self._places.setdefault((glyph.text, round(glyph.base)), []).append(glyph.x0)

    def holds(self, text: str, x0: float, base: float, size: float) -> bool:
        near = (self._places.get((text, round(base) + step), ()) for step in (-1, 0, 1))
        return any(abs(x0 - other) < 0.3 * size for places in near for other in places)


def _middle_of_ink(textpage: Any, index: int) -> float:
    x0, x1, y0, y1 = (ctypes.c_double() for _ in range(4))
    pdfium.FPDFText_GetCharBox(textpage, index, x0, x1, y0, y1)
    return (x0.value + x1.value) / 2


def _character(code: int) -> str:
    if code == _HYPHEN_AT_LINE_END:
        return "-"
    if code < 0x20 or 0xD800 <= code < 0xE000 or code in (0xFFFE, 0xFFFF) or code > 0x10FFFF:
        return UNREADABLE
    return chr(code)
