"""Where blocks stand on the pages of the file: the lines to mark, and the piece of a page that shows one block.

Everything is in points (1/72 inch) from the top left corner of the page, y downwards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

_AROUND_LINE = 1.5  # so that a mark does not cut into its letters
_BESIDE_CROP = 9.0
_ABOVE_CROP = 2.5  # less than a line: a neighbour's dose must not be read as part of the block
_WIDE = 0.55  # of the page
_PIXELS_PER_POINT = 1.6


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """Characters `start` to `end` of a block stand in this box of page `page` of the file."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of the file. `printed` is the number on paper, None when it shows none."""

    number: int
    printed: int | None
    width: float
    height: float

    @property
    def label(self) -> str:
        return f"trang {self.printed}" if self.printed is not None else f"trang thứ {self.number} của tệp"

    @property
    def view(self) -> str:
        """The `viewBox` of a drawing laid over the picture of the page."""
        return f"0 0 {_points(self.width)} {_points(self.height)}"

    @property
    def size(self) -> dict[str, str]:
        """As attributes of an SVG element."""
        return {"width": _points(self.width), "height": _points(self.height)}


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    width: float
    height: float

    def __str__(self) -> str:
        """As in an SVG `viewBox`: a point before the decimals, whatever the language of the page."""
        return " ".join(map(_points, (self.x, self.y, self.width, self.height)))

    @property
    def attributes(self) -> dict[str, str]:
        x, y, width, height = str(self).split()
        return {"x": x, "y": y, "width": width, "height": height}


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a page. A block that goes on in the next column or on the next page has several."""

    sheet: Sheet
    rect: Rect

    @property
    def is_wide(self) -> bool:
        """More than one column: on a phone it has to be moved sideways to be read."""
        return self.rect.width > self.sheet.width * _WIDE

    @property
    def pixels(self) -> int:
        """How wide it is shown: the print a little larger than on paper, however narrow the piece."""
        return round(self.rect.width * _PIXELS_PER_POINT)


def lines_of(stored: Iterable[Sequence[Any]]) -> tuple[PrintedLine, ...]:
    """From the form that blocks keep them in."""
    return tuple(PrintedLine(*line) for line in stored)


def marks(lines: Iterable[PrintedLine], start: int, end: int, sheet: Sheet) -> tuple[Rect, ...]:
    """The lines on this page in which any of the characters `start` to `end` stands."""
    return tuple(
        _rect((line.x0, line.y0, line.x1, line.y1), sheet, _AROUND_LINE, _AROUND_LINE)
        for line in lines
        if line.page == sheet.number and line.start < end and start < line.end
    )


def crops(lines: Iterable[PrintedLine], sheets: dict[int, Sheet]) -> tuple[Crop, ...]:
    """The parts of pages that show these lines, in reading order; pages that we have no picture of are left out."""
    found = []
    for group in _columns(lines):
        sheet = sheets.get(group[0].page)
        if sheet is None:
            continue
        corners = (
            min(line.x0 for line in group),
            min(line.y0 for line in group),
            max(line.x1 for line in group),
            max(line.y1 for line in group),
        )
        found.append(Crop(sheet, _rect(corners, sheet, _BESIDE_CROP, _ABOVE_CROP)))
    return tuple(found)


def _columns(lines: Iterable[PrintedLine]) -> list[list[PrintedLine]]:
    """Lines that follow one another down a column, or the cells of a table on one page."""
    groups: list[list[PrintedLine]] = []
    for line in lines:
        last = groups[-1][-1] if groups else None
        if last is None or line.page != last.page or line.y1 <= last.y0:
            groups.append([])
        groups[-1].append(line)
    return groups


def _rect(corners: tuple[float, float, float, float], sheet: Sheet, beside: float, above: float) -> Rect:
    """Widened on all sides, but not beyond the page."""
    x0, y0, x1, y1 = corners
    left, top = max(0.0, x0 - beside), max(0.0, y0 - above)
    right, bottom = min(sheet.width, x1 + beside), min(sheet.height, y1 + above)
    return Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))


def _points(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
