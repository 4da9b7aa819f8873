"""Ruled tables: the grid from the ruling lines of a page, the text of each cell from the characters inside it."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pdfplumber.table import cells_to_tables, edges_to_intersections, intersections_to_cells, merge_edges

from formulary.ingest.pages import Box, Cell, Table
from formulary.ingest.pdf.glyphs import Glyph
from formulary.ingest.pdf.limits import Limits
from formulary.ingest.pdf.lines import line_of, rows_of

_SNAP = 2.0  # points between lines that are meant to be one
_JOIN = 3.0
_SAME_END = 3.0
_SMALLEST_CELL = 3.0
_LONGEST_CELL = 2_500  # characters: what holds more is a frame around a page or a column
_FEWEST_SHARING = 3  # level lines that end at one height make an open side

Edge = dict[str, float | str]
Corners = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TablesRead:
    """`rest` is the characters that stand in no cell, in the order given; `inside` those of the cells."""

    tables: tuple[Table, ...]
    rest: tuple[Glyph, ...]
    inside: tuple[Glyph, ...] = ()


def read_tables(
    glyphs: Sequence[Glyph],
    *,
    level: Sequence[tuple[float, float, float]],
    upright: Sequence[tuple[float, float, float]],
    limits: Limits,
) -> TablesRead:
    """`level` lines are (y, x0, x1), `upright` ones (x, y0, y1), in points from the top left corner."""
    tables, taken = [], set[int]()
    for corners in _grids(level, upright, limits):
        table, members = _table(corners, glyphs)
        longest = max(len(cell.text) for cell in table.cells)
        if 0 < longest <= _LONGEST_CELL:
            tables.append(table)
            taken |= members
    if not taken:
        return TablesRead(tuple(tables), (*glyphs,))
    return TablesRead(
        tables=tuple(tables),
        rest=tuple(g for i, g in enumerate(glyphs) if i not in taken),
        inside=tuple(g for i, g in enumerate(glyphs) if i in taken),
    )


def _grids(
    level: Sequence[tuple[float, float, float]], upright: Sequence[tuple[float, float, float]], limits: Limits
) -> list[list[Corners]]:
    """The cells of each table. A frame with one cell is no table."""
    if len(level) < 2 or len(upright) < 1:
        return []
    edges = [_level_edge(*line) for line in level] + [_upright_edge(*line) for line in upright]
    merged = merge_edges(edges, _SNAP, _SNAP, _JOIN, _JOIN)
    merged = merge_edges(merged + _open_sides(merged), _SNAP, _SNAP, _JOIN, _JOIN)
    down = sum(edge["orientation"] == "v" for edge in merged)
    if down * (len(merged) - down) > limits.crossings:
        return []  # a drawing: its crossings would take minutes and mean nothing
    cells = intersections_to_cells(edges_to_intersections(merged, _SNAP, _SNAP))
    cells = [c for c in cells if c[2] - c[0] >= _SMALLEST_CELL and c[3] - c[1] >= _SMALLEST_CELL]
    return list(cells_to_tables(cells))


def _level_edge(y: float, x0: float, x1: float) -> Edge:
    return {"orientation": "h", "x0": x0, "x1": x1, "top": y, "bottom": y, "width": x1 - x0, "height": 0.0}


def _upright_edge(x: float, y0: float, y1: float) -> Edge:
    return {"orientation": "v", "x0": x, "x1": x, "top": y0, "bottom": y1, "width": 0.0, "height": y1 - y0}


def _open_sides(edges: list[Edge]) -> list[Edge]:
    """Sides that a table leaves unruled: where its level lines end together, and where its upright lines do."""
    level = [(float(e["x0"]), float(e["x1"]), float(e["top"])) for e in edges if e["orientation"] == "h"]
    upright = [(float(e["top"]), float(e["bottom"]), float(e["x0"])) for e in edges if e["orientation"] == "v"]
    sides = [_upright_edge(x, low, high) for x, low, high in _shared_ends(level, upright, _FEWEST_SHARING)]
    return sides + [_level_edge(y, low, high) for y, low, high in _shared_ends(upright, level, 2)]


def _shared_ends(
    lines: list[tuple[float, float, float]], across: list[tuple[float, float, float]], fewest: int
) -> list[tuple[float, float, float]]:
    """(end, lowest, highest) where `fewest` lines with the same two ends are crossed inside but closed by no line."""
    groups: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
    for line in lines:
        groups.setdefault((round(line[0] / _SAME_END), round(line[1] / _SAME_END)), []).append(line)
    found = []
    for members in groups.values():
        places = [place for _, _, place in members]
        low, high = min(places), max(places)
        start, end = members[0][0], members[0][1]
        inside = [a for a in across if start + _SAME_END < a[2] < end - _SAME_END and a[0] < high and a[1] > low]
        if len(members) < fewest or not inside:
            continue
        for side in (start, end):
            if not any(abs(a[2] - side) <= _SAME_END and a[0] < high and a[1] > low for a in across):
                found.append((side, low, high))
    return found


def _table(corners: list[Corners], glyphs: Sequence[Glyph]) -> tuple[Table, set[int]]:
    """The table and the places in `glyphs` of the characters that it took."""
    xs = sorted({x for c in corners for x in (c[0], c[2])})
    ys = sorted({y for c in corners for y in (c[1], c[3])})
    box = Box(xs[0], ys[0], xs[-1], ys[-1])
    inside: dict[Corners, list[int]] = {c: [] for c in corners}
    by_place = _cells_by_place(corners, xs, ys)
    for i, glyph in enumerate(glyphs):
        x, y = glyph.middle, glyph.base - 0.25 * glyph.style.size
        if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1:
            cell = by_place.get((bisect_right(ys, y) - 1, bisect_right(xs, x) - 1))
            if cell is not None:
                inside[cell].append(i)
    cells = tuple(
        Cell(
            text=_text([glyphs[i] for i in inside[c]]),
            box=Box(*c),
            row=ys.index(c[1]),
            column=xs.index(c[0]),
            spans=(ys.index(c[3]) - ys.index(c[1]), xs.index(c[2]) - xs.index(c[0])),
        )
        for c in sorted(corners, key=lambda c: (c[1], c[0]))
    )
    table = Table(cells=cells, rows=len(ys) - 1, columns=len(xs) - 1, box=box)
    return table, {i for members in inside.values() for i in members}


def _cells_by_place(corners: list[Corners], xs: list[float], ys: list[float]) -> dict[tuple[int, int], Corners]:
    return {
        (row, column): c
        for c in corners
        for row in range(ys.index(c[1]), ys.index(c[3]))
        for column in range(xs.index(c[0]), xs.index(c[2]))
    }


def _text(glyphs: list[Glyph]) -> str:
    rows = rows_of(glyphs)
    return " ".join(line_of([g for c in row.chunks for g in c.glyphs], column=None).text for row in rows)
