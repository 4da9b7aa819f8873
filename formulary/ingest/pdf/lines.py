"""From characters to words and lines: blanks by distance, raised and lowered digits, runs of one style."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from formulary.ingest.pages import Box, Line, Run
from formulary.ingest.pdf.glyphs import Glyph

# In em. A justified line squeezes a blank to about 0.15; kerning moves letters by less than 0.08.
_BLANK_THAT_IS_WRITTEN = 0.08
# Thousands are set apart by thin blanks, and two numbers must never close up to one: by whether a blank is written.
_BLANK_BETWEEN_DIGITS = {True: 0.05, False: 0.1}
_BLANK_BY_DISTANCE_ALONE = 0.16
_BLANK_NOT_WRITTEN = 0.32  # between letters, where the page writes its blanks and has none here: a torn word up to this
_TRACKED = 0.06
_FEWEST_TRACKED = 6  # gaps: fewer do not show whether letters are set apart
_CHUNK_GAP = 0.6
_CHUNK_RISE = 0.7
_SAME_ROW = 0.35
_SMALL = 0.85  # of the size of the line
_RAISED = {True: 0.12, False: 0.22}  # by whether the sign is small
_LOWERED = {True: 0.06, False: 0.15}
_LONGEST_SIGN = 6  # characters
_ASCENT, _DESCENT = 0.8, 0.22

_RAISED_SIGNS = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_LOWERED_SIGNS = str.maketrans("0123456789+-−–", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋")
_SIGNS = frozenset("0123456789+-−–")


@dataclass(slots=True)
class Chunk:
    """Glyphs that follow each other on one line without a wide gap; no other joins them later."""

    glyphs: list[Glyph]
    base: float
    size: float
    x0: float = field(init=False)
    x1: float = field(init=False)

    def __post_init__(self) -> None:
        self.x0 = min(g.x0 for g in self.glyphs)
        self.x1 = max(g.x1 for g in self.glyphs)

    @property
    def text(self) -> str:
        return line_of(self.glyphs, column=None).text


@dataclass(slots=True)
class Row:
    """Chunks at one height, from left to right, of however many columns."""

    chunks: list[Chunk]
    base: float
    size: float

    @property
    def text(self) -> str:
        return line_of([g for chunk in self.chunks for g in chunk.glyphs], column=None).text


def rows_of(glyphs: Iterable[Glyph]) -> list[Row]:
    """From the top to the bottom."""
    chunks = _chunks(glyphs)
    rows: list[Row] = []
    for chunk in sorted(chunks, key=lambda c: (c.base, c.x0)):
        row = rows[-1] if rows else None
        if row is None or chunk.base - row.base > _SAME_ROW * min(chunk.size, row.size):
            rows.append(Row([chunk], chunk.base, chunk.size))
        else:
            row.chunks.append(chunk)
            row.size = max(row.size, chunk.size)
    return _with_stray_signs_joined(rows)


def line_of(glyphs: Sequence[Glyph], *, column: int | None) -> Line:
    """One line from its glyphs in any order."""
    glyphs = sorted(glyphs, key=lambda g: g.x0)
    base, size = main_level(glyphs)
    tracking = _tracking(glyphs)
    runs: list[Run] = []
    previous: Glyph | None = None
    for glyph in glyphs:
        text, style = glyph.text, glyph.style
        shifted = shifted_sign(glyph, base, size)
        if shifted:
            text, style = shifted, runs[-1].style if runs else replace(style, size=size)
        if previous is not None and _blank_between(previous, glyph, tracking):
            text = " " + text
        if runs and runs[-1].style == style:
            runs[-1] = Run(runs[-1].text + text, style)
        else:
            if runs and text[0] == " ":
                runs[-1], text = Run(runs[-1].text + " ", runs[-1].style), text[1:]
            runs.append(Run(text, style))
        previous = glyph
    box = Box(min(g.x0 for g in glyphs), base - _ASCENT * size, max(g.x1 for g in glyphs), base + _DESCENT * size)
    return Line(tuple(runs), box, column)


def main_level(glyphs: Sequence[Glyph]) -> tuple[float, float]:
    """The baseline and the size that most of a line has."""
    size = _commonest((g.style.size, len(g.text)) for g in glyphs)
    return _commonest((round(g.base, 1), len(g.text)) for g in glyphs if g.style.size == size), size


def _chunks(glyphs: Iterable[Glyph]) -> list[Chunk]:
    found: list[list[Glyph]] = []
    last: Glyph | None = None
    for g in glyphs:
        if last is not None:
            em = max(last.style.size, g.style.size)
            if (
                -0.3 * em <= g.x0 - last.x0
                and g.x0 - last.x1 <= _CHUNK_GAP * em
                and abs(g.base - last.base) <= _CHUNK_RISE * em
            ):
                found[-1].append(g)
                last = g
                continue
        found.append([g])
        last = g
    return [_chunk(glyphs_of) for glyphs_of in found]


def _chunk(glyphs: list[Glyph]) -> Chunk:
    size = max(g.style.size for g in glyphs)
    base = _commonest((round(g.base, 1), 1) for g in glyphs if g.style.size == size)
    return Chunk(glyphs, base, size)


def _commonest(weighted: Iterable[tuple[float, int]]) -> float:
    counts: Counter[float] = Counter()
    for value, weight in weighted:
        counts[value] += weight
    return counts.most_common(1)[0][0]


def _with_stray_signs_joined(rows: list[Row]) -> list[Row]:
    """A raised or lowered sign that the file writes apart from its line goes back to it."""
    for i, row in enumerate(rows):
        others = [other for other in rows[max(0, i - 2) : i + 3] if other is not row]
        for chunk in [c for c in row.chunks if len(c.glyphs) <= _LONGEST_SIGN]:
            home = next((other for other in others if _belongs(chunk, other)), None)
            if home is not None and not _belongs(chunk, row):
                row.chunks.remove(chunk)
                home.chunks.append(chunk)
    kept = [row for row in rows if row.chunks]
    for row in kept:
        row.chunks.sort(key=lambda c: c.x0)
    return kept


def _belongs(sign: Chunk, row: Row) -> bool:
    """Whether the sign is smaller than a chunk of the row that it touches, and raised or lowered against it."""
    for chunk in row.chunks:
        near = 0.3 * chunk.size
        touches = -near <= sign.x0 - chunk.x1 <= near or -near <= chunk.x0 - sign.x1 <= near
        raised = -0.35 * chunk.size <= chunk.base - sign.base <= 0.75 * chunk.size
        if chunk is not sign and touches and raised and sign.size <= _SMALL * chunk.size:
            return True
    return False


def _tracking(glyphs: Sequence[Glyph]) -> float:
    """How far letters of this line are set apart, in em; 0.0 for ordinary setting."""
    gaps = [
        (b.x0 - a.x1) / max(b.style.size, 0.1)
        for a, b in pairwise(glyphs)
        if a.text[0].isalpha() and b.text[0].isalpha()
    ]
    usual = median(gaps) if len(gaps) >= _FEWEST_TRACKED else 0.0
    return usual if usual > _TRACKED else 0.0


def _blank_between(a: Glyph, b: Glyph, tracking: float) -> bool:
    em = (a.style.size + b.style.size) / 2
    gap = (b.x0 - a.x1) / max(em, 0.1)
    if a.text[-1].isdigit() and b.text[0].isdigit():
        return gap > _BLANK_BETWEEN_DIGITS[bool(b.after_blank)]
    letters = a.text[0].isalpha() and b.text[0].isalpha()
    if tracking and letters:
        return gap - tracking > _BLANK_BY_DISTANCE_ALONE
    if b.after_blank:
        return gap > _BLANK_THAT_IS_WRITTEN
    return gap > (_BLANK_NOT_WRITTEN if letters and b.after_blank is False else _BLANK_BY_DISTANCE_ALONE)


def shifted_sign(glyph: Glyph, base: float, size: float) -> str:
    """The raised or lowered sign, "" when the glyph stands on the line or is no digit, plus or minus."""
    if glyph.text not in _SIGNS:
        return ""
    rise = (base - glyph.base) / max(size, 0.1)
    small = glyph.style.size <= _SMALL * size
    if rise >= _RAISED[small]:
        return glyph.text.translate(_RAISED_SIGNS)
    return glyph.text.translate(_LOWERED_SIGNS) if rise <= -_LOWERED[small] else ""
