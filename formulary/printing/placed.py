"""What stands where on the printed pages, and which characters of the book each printed line shows."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from formulary.printing import style
from formulary.printing.faces import Face


class Role(StrEnum):
    TEXT = "text"  # characters of a block
    CELL = "cell"  # characters of a table block
    REPEATED = "repeated"  # the header row of a table once more, behind a column's end
    TITLE = "title"
    SECTION = "section"
    SUBHEADING = "subheading"
    LABEL = "label"  # the bold words before the value of the first sections
    HEAD = "head"
    NUMBER = "number"
    NAMES = "names"
    INDEX = "index"
    MATTER = "matter"  # title pages and whatever else is no part of a monograph
    HIDDEN = "hidden"  # not to be seen on paper


@dataclass(frozen=True, slots=True)
class Address:
    """Characters `start` to `end` of a block's text; `ordinal` counts the blocks of the section from 0."""

    slug: str
    section: str
    ordinal: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """`y` is the baseline. `word_space` is added to every blank. `at` is None where no block is shown.

    `ink` is the grey of the letters: 0 black, 1 white.
    """

    text: str
    face: Face
    size: float
    x: float
    y: float
    width: float
    role: Role
    at: Address | None = None
    word_space: float = 0.0
    ink: float = 0.0

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the slot that the line stands in."""
        top, bottom = self.y - style.ASCENT * self.size, self.y + style.DESCENT * self.size
        return (self.x, top, self.x + self.width, bottom)

    def moved(self, dx: float, dy: float) -> "PlacedLine":
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line, level or upright."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float = style.RULE_WIDTH

    def moved(self, dx: float, dy: float) -> "Rule":
        return Rule(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy, self.width)


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """`number` counts the pages of the file from 1; `printed` is the number that the page shows, or None."""

    number: int
    printed: int | None
    lines: tuple[PlacedLine, ...]
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """Where a stretch of print truly stands: `box` is left, top, right, bottom in points from the top left corner."""

    page: int
    printed: int | None
    box: tuple[float, float, float, float]
    text: str
    role: Role
    at: Address | None


def truth(pages: tuple[PlacedPage, ...]) -> list[PrintedLine]:
    """Every line that can be seen, in the order in which it was set."""
    return list(_seen(pages))


def _seen(pages: tuple[PlacedPage, ...]) -> Iterator[PrintedLine]:
    for page in pages:
        for line in page.lines:
            if line.role is not Role.HIDDEN:
                yield PrintedLine(page.number, page.printed, line.box, line.text, line.role, line.at)
