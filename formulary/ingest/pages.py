"""A page of a PDF as read: lines and tables in reading order, what was taken off, what cannot be seen.

Coordinates are points (1/72 inch) from the top left corner of the page as it is shown, y downwards.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0


@dataclass(frozen=True, slots=True)
class Style:
    """`size` in points as shown, to one decimal. `font` without its subset prefix."""

    font: str
    size: float
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one line that share a style. Blanks between words are single; raised digits are ⁰–⁹, lowered ₀–₉.

    The characters are the file's own: NFC, glyph tables and word repairs come later, so that the original is known.
    """

    text: str
    style: Style


@dataclass(frozen=True, slots=True)
class Line:
    """`column` counts from 0 at the left; None when the line crosses the columns."""

    runs: tuple[Run, ...]
    box: Box
    column: int | None = 0

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class Cell:
    """`spans` is how many rows and columns the cell covers: (1, 1) when it is merged with none."""

    text: str
    box: Box
    row: int
    column: int
    spans: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Table:
    """A ruled table. `rows` and `columns` count its grid; a place of the grid that no cell covers is a defect."""

    cells: tuple[Cell, ...]
    rows: int
    columns: int
    box: Box
    column: int | None = None


@dataclass(frozen=True, slots=True)
class HiddenText:
    """Characters that a reader of the page cannot see; never part of a line. `why` is a word for the report."""

    text: str
    box: Box | None
    why: str  # "white", "invisible", "tiny", "off_page", "covered", "clipped", "layer"


@dataclass(frozen=True, slots=True)
class PageDoubt:
    """A part of the page of which it is not certain that a reader sees what was read. Nothing there may be quoted.

    `why` is a word for the report: "hidden", "aslant", "picture", "scan", "covered", "clipped", "layer", "struck",
    "annotation", "drawn_sign", "overprinted", "odd_digit", "stacked_digits", "right_to_left", "crowded". `evidence` is
    the text in doubt or beside it, as far as it is known.
    """

    box: Box
    why: str
    evidence: str


@dataclass(frozen=True, slots=True)
class PageRead:
    """`number` counts the pages of the file from 1; `printed` is the number on paper as this page shows it, or None.

    `head` holds the lines taken off as running heads, feet and watermarks; `body` is the rest in reading order.
    """

    number: int
    width: float
    height: float
    printed: int | None
    body: tuple[Line | Table, ...]
    head: tuple[str, ...] = ()
    hidden: tuple[HiddenText, ...] = ()
    has_image: bool = False
    doubts: tuple[PageDoubt, ...] = ()
