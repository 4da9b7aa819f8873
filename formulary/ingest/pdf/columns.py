"""Where the columns of a page part, and the order in which its lines and tables are read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from formulary.ingest.pages import Line, Table
from formulary.ingest.pdf.lines import Chunk, Row, line_of

_MOST_COLUMNS = 4
_STEP = 1.0  # points between the places that are tried
_CROSSING_USUAL = 0.2  # of the stretches on a page: a third crosses the middle of three columns
_NARROWEST = 6.0  # points: a gutter is wider than any blank inside a line
_SPAN_GAP = 0.9  # em: what is nearer belongs to one stretch of text
_AROUND_MIDDLE = 0.10  # of the page's width: how far the gutter of two columns may be off the middle
_AROUND_SHARE = 0.06  # of the type area's width, for three columns and more
_CUT = 0.5  # of the gutter: a gap this wide across it parts two columns
_ALIGNED = 4.0  # points: lines of a column begin, and end, this near to its edges
_ENDS_AT_MARGIN = 0.93  # of the type area: a line that reaches here goes on in the next
_NEXT_LINE = 1.6  # em between the baselines of a paragraph


@dataclass(frozen=True, slots=True)
class Gutter:
    x0: float
    x1: float


@dataclass(frozen=True, slots=True)
class _Span:
    x0: float
    x1: float


def find_gutters(rows: Sequence[Row], *, width: float, usual: int = 0) -> tuple[Gutter, ...]:
    """From left to right, empty on a page of one column. Rows of tables and running heads are not given.

    `usual` is how many columns the pages of the book mostly have, 0 when nobody said: it is tried first, so that blanks
    that happen to stand below each other do not part a page otherwise.
    """
    spans = [span for row in rows for span in _spans(row)]
    if len(spans) < 2:
        return ()
    left, right = min(s.x0 for s in spans), max(s.x1 for s in spans)
    usual_places = _places(usual, left=left, right=right, width=width) if usual > 1 else []
    found = [_gutter(spans, *place, most=_CROSSING_USUAL) for place in usual_places]
    if found and all(found):
        return tuple(g for g in found if g is not None)
    for count in range(_MOST_COLUMNS, 1, -1):
        found = [_gutter(spans, *place) for place in _places(count, left=left, right=right, width=width)]
        if all(found):
            return tuple(g for g in found if g is not None)
    return ()


def _places(count: int, *, left: float, right: float, width: float) -> list[tuple[float, float]]:
    """Where the gutters of so many columns may lie."""
    if count == 2:
        return [(width * (0.5 - _AROUND_MIDDLE), width * (0.5 + _AROUND_MIDDLE))]
    area = right - left
    return [
        (left + area * (i / count - _AROUND_SHARE), left + area * (i / count + _AROUND_SHARE)) for i in range(1, count)
    ]


def in_reading_order(
    rows: Sequence[Row], tables: Sequence[Table], gutters: tuple[Gutter, ...], *, full_width: float
) -> tuple[Line | Table, ...]:
    """What crosses the columns interrupts them: all columns above it are read before it, all below after.

    `full_width` is the share of the type area from which a table counts as crossing.
    """
    lines = [line for row in rows for line in _lines(row, gutters)]
    boxes = [*(line.box for line in lines), *(table.box for table in tables)]
    extent = [x for box in boxes for x in (box.x0, box.x1)]
    left, right = (min(extent), max(extent)) if extent else (0.0, 0.0)
    if gutters:
        lines = _with_last_lines_of_full_paragraphs(lines, right=left + _ENDS_AT_MARGIN * (right - left))
    else:
        lines = [replace(line, column=0) for line in lines]
    placed: list[Line | Table] = [*lines, *(_placed(table, gutters, full_width * (right - left)) for table in tables)]
    placed.sort(key=lambda item: (_height(item), item.box.x0))
    order: list[Line | Table] = []
    band: list[Line | Table] = []
    for item in placed:
        if item.column is None:
            order += _by_column(band)
            band = []
            order.append(item)
        else:
            band.append(item)
    return tuple(order + _by_column(band))


def _by_column(band: list[Line | Table]) -> list[Line | Table]:
    return sorted(band, key=lambda item: (item.column or 0, _height(item), item.box.x0))


def _height(item: Line | Table) -> float:
    """A line by its middle, a table by its top: the ruling may touch the line above it."""
    return (item.box.y0 + item.box.y1) / 2 if isinstance(item, Line) else item.box.y0


def _spans(row: Row) -> list[_Span]:
    spans: list[_Span] = []
    for chunk in row.chunks:
        if spans and chunk.x0 - spans[-1].x1 < _SPAN_GAP * chunk.size:
            spans[-1] = _Span(spans[-1].x0, max(spans[-1].x1, chunk.x1))
        else:
            spans.append(_Span(chunk.x0, chunk.x1))
    return spans


def _gutter(spans: Sequence[_Span], start: float, end: float, *, most: float = 1.0) -> Gutter | None:
    """The widest strip between `start` and `end` that the fewest stretches cross, with text set against both sides.

    `most` is the share of all stretches that may cross it.
    """
    places = [start + i * _STEP for i in range(int((end - start) / _STEP) + 1)]
    crossing = [sum(s.x0 < x < s.x1 for s in spans) for x in places]
    fewest = min(crossing)
    if fewest > most * len(spans):
        return None
    allowed = fewest + fewest // 10
    best: tuple[int, int] = (0, -1)
    i = 0
    while i < len(places):
        j = i
        while j < len(places) and crossing[j] <= allowed:
            j += 1
        if j - i > best[1] - best[0]:
            best = (i, j)
        i = max(j, i + 1)
    if best[1] <= best[0]:
        return None
    x = (places[best[0]] + places[best[1] - 1]) / 2
    before = [s.x1 for s in spans if s.x1 <= x]
    after = [s.x0 for s in spans if s.x0 >= x]
    if not before or not after:
        return None
    gutter = Gutter(max(before), min(after))
    if gutter.x1 - gutter.x0 < _NARROWEST:
        return None
    begin_here = sum(x0 - gutter.x1 <= _ALIGNED for x0 in after)
    end_here = sum(gutter.x0 - x1 <= _ALIGNED for x1 in before)
    straight = begin_here >= max(2, len(after) // 3) or end_here >= max(3, len(before) // 3)
    return gutter if straight and fewest <= 3 * min(len(before), len(after)) + 3 else None


def _lines(row: Row, gutters: tuple[Gutter, ...]) -> list[Line]:
    parts: list[list[Chunk]] = []
    for chunk in row.chunks:
        if parts and not any(_parts(parts[-1], chunk, gutter) for gutter in gutters):
            parts[-1].append(chunk)
        else:
            parts.append([chunk])
    return [line_of([g for chunk in part for g in chunk.glyphs], column=_column(part, gutters)) for part in parts]


def _parts(before: list[Chunk], chunk: Chunk, gutter: Gutter) -> bool:
    end = max(c.x1 for c in before)
    gap = min(chunk.x0, gutter.x1 + 1) - max(end, gutter.x0 - 1)
    return gap >= _CUT * (gutter.x1 - gutter.x0)


def _column(part: list[Chunk], gutters: tuple[Gutter, ...]) -> int | None:
    x0, x1 = min(c.x0 for c in part), max(c.x1 for c in part)
    return _column_of(x0, x1, gutters)


def _column_of(x0: float, x1: float, gutters: tuple[Gutter, ...]) -> int | None:
    """None for what reaches from one column into the next."""
    for gutter in gutters:
        middle = (gutter.x0 + gutter.x1) / 2
        if x0 < middle - 1 and x1 > gutter.x1 + 1:
            return None
    middle = (x0 + x1) / 2
    return sum(middle > (gutter.x0 + gutter.x1) / 2 for gutter in gutters)


def _placed(table: Table, gutters: tuple[Gutter, ...], full_width: float) -> Table:
    crosses = not gutters or table.box.width >= full_width
    return replace(table, column=None if crosses else _column_of(table.box.x0, table.box.x1, gutters))


def _with_last_lines_of_full_paragraphs(lines: list[Line], *, right: float) -> list[Line]:
    """The short last line of a paragraph across the columns stands in the first column only by its length."""
    lines = sorted(lines, key=lambda line: (line.box.y1, line.box.x0))
    found: list[Line] = []
    above: Line | None = None
    for i, line in enumerate(lines):
        alone = not any(
            other.column not in (0, None) and abs(other.box.y1 - line.box.y1) < other.box.height
            for other in lines[max(0, i - 4) : i + 5]
            if other is not line
        )
        if (
            line.column == 0
            and alone
            and above is not None
            and above.column is None
            and above.box.x1 >= right
            and line.box.y1 - above.box.y1 <= _NEXT_LINE * line.box.height
            and line.runs[0].style.size == above.runs[-1].style.size
        ):
            line = replace(line, column=None)
        found.append(line)
        above = line
    return found
