"""Lines of a page to pieces of a section: which lines belong together, what a sub-heading is, where each line went.

A line ends its paragraph when the first word of the next line would still have fitted behind it, when the next line is
indented, or when more than a line's space lies between them. Columns and pages do not end a paragraph.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from formulary.ingest.book import LineBox, Repair
from formulary.ingest.pages import Box, Cell, Line, PageRead, Run, Table
from formulary.ingest.pieces import ABOVE_ALL, Piece
from formulary.ingest.profiles import Profile, SubheadingStyle
from rag.passages import BlockKind
from rag.vietnamese import fold, nfc, squeeze

_BULLET = re.compile(r"[-–—•]\s+(?=\S)")
_ENDS = re.compile(r"[.;:!?…]['\"”»)]*$")
_HYPHEN = re.compile(r"(?P<first>[^\W\d_]+)-$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_FIRST_WORD = re.compile(r"(?:[^\w\s]+\s)?\S*")  # a sign stays with what it stands before: "< 10"
_INDENT = (3.0, 40.0)  # points: less is noise, more is centred
_MOSTLY = 0.75  # of the letters
_LETTER = 0.55  # the usual width of a letter, as a share of the type size
_SPACE_BETWEEN = 1.45  # times the usual distance of two lines
_LEAD = re.compile(r"[^.;:]{2,90}")

RepairText = Callable[[str], tuple[str, tuple[Repair, ...]]]


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line with the page and the column that it stands in."""

    page: PageRead
    line: Line
    left: float
    right: float

    @property
    def text(self) -> str:
        return squeeze(self.line.text)

    @property
    def indent(self) -> float:
        return self.line.box.x0 - self.left

    @property
    def is_indented(self) -> bool:
        return _INDENT[0] < self.indent < _INDENT[1]

    def has(self, style: SubheadingStyle) -> bool:
        """The line looks like this: all of it but for letters that another font lent, and its last letter too.

        Words behind a colon in another type are text behind a lead, however short.
        """
        alike = [(_looks(run, style), sum(c.isalnum() for c in run.text)) for run in self.line.runs]
        inked = [(looks, letters) for looks, letters in alike if letters]
        if not inked or not inked[-1][0]:
            return False
        if all(looks for looks, _ in inked):
            return True
        mostly = sum(letters for looks, letters in inked if looks) >= _MOSTLY * sum(letters for _, letters in inked)
        return mostly and ": " not in self.text

    @property
    def is_bold(self) -> bool:
        return self.has(_BOLD)


_BOLD = SubheadingStyle(bold=True)


def _looks(run: Run, style: SubheadingStyle) -> bool:
    return (
        (style.bold is None or run.style.bold == style.bold)
        and (style.italic is None or run.style.italic == style.italic)
        and style.min_size <= run.style.size < style.max_size
    )


@dataclass(frozen=True, slots=True)
class PlacedTable:
    page: PageRead
    table: Table


Placed = PlacedLine | PlacedTable


def placed(pages: Sequence[PageRead]) -> Iterator[Placed]:
    """Everything printed in reading order, with the edges of its column."""
    widths = _usual_widths(pages)
    for page in pages:
        edges = _edges(page, widths)
        for item in page.body:
            if isinstance(item, Table):
                yield PlacedTable(page, item)
            else:
                left, right = edges[item.column]
                yield PlacedLine(page, item, left, right)


def _usual_widths(pages: Sequence[PageRead]) -> dict[int | None, float]:
    """How wide the lines of each column mostly are: justified lines outnumber all others."""
    widths: dict[int | None, Counter[int]] = {}
    for page in pages:
        for item in page.body:
            if isinstance(item, Line):
                widths.setdefault(item.column, Counter())[round(item.box.width)] += 1
    return {column: float(max(counted, key=lambda w: (counted[w], w))) for column, counted in widths.items()}


def _edges(page: PageRead, widths: dict[int | None, float]) -> dict[int | None, tuple[float, float]]:
    """Left and right edge of the text of each column: where most of its lines begin, and its longest line ends.

    A page with few lines, none of them long, is as wide as the others.
    """
    lines: dict[int | None, list[Box]] = {}
    for item in page.body:
        if isinstance(item, Line):
            lines.setdefault(item.column, []).append(item.box)
    edges = {}
    for column, boxes in lines.items():
        starts = Counter(round(box.x0) for box in boxes)
        often = max(starts.values())
        left = min(start for start, count in starts.items() if count * 2 > often)
        begins = min(box.x0 for box in boxes if round(box.x0) == left)
        edges[column] = (begins, max(begins + widths[column], *(box.x1 for box in boxes)))
    return edges


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of the book as they stand within lines, folded: what a word broken at a line's end is compared with."""

    words: frozenset[str]

    @classmethod
    def of(cls, pages: Iterable[PageRead], *, known: Iterable[str] = ()) -> "Vocabulary":
        found = {fold(word) for word in known}
        for page in pages:
            for item in page.body:
                if isinstance(item, Line):
                    text = nfc(item.text).rstrip()
                    found.update(fold(match.group()) for match in _WORD.finditer(text.removesuffix("-")))
        return cls(frozenset(found))

    def joins(self, first: str, second: str) -> str | None:
        """`first` and `second` as one word, as the book has it elsewhere; None when it has neither or both forms."""
        whole, hyphenated = fold(first + second) in self.words, fold(f"{first}-{second}") in self.words
        if whole == hyphenated:
            return None
        return first + second if whole else f"{first}-{second}"


@dataclass
class _Open:
    """The paragraph, item or sub-heading that is being read."""

    kind: BlockKind
    rank: int | None
    lines: list[PlacedLine] = field(default_factory=list)
    bullet: int = 0  # characters of the first line that are the bullet


class PieceReader:
    """Feed it what stands in one section, in reading order; then `finish` gives its pieces."""

    def __init__(self, profile: Profile, vocabulary: Vocabulary, *, repair: RepairText, has_indents: bool) -> None:
        self._profile, self._vocabulary, self._repair = profile, vocabulary, repair
        self._has_indents = has_indents
        self._pieces: list[Piece] = []
        self._open: _Open | None = None
        self._waiting: list[Piece] = []  # tables that stand inside an open paragraph

    def line(self, line: PlacedLine, *, with_subheadings: bool = True) -> None:
        if not line.text:
            return
        rank = self._rank(line) if with_subheadings else None
        bullet = _BULLET.match(line.text)
        if self._goes_on(line, rank, is_bullet=bullet is not None):
            assert self._open is not None
            self._open.lines.append(line)
            return
        self._close()
        kind = BlockKind.ITEM if bullet and rank is None else BlockKind.PARAGRAPH
        self._open = _Open(kind, rank, [line], bullet=bullet.end() if bullet and rank is None else 0)

    def subheading(self, words: str, line: PlacedLine) -> None:
        """What a section's own heading says of all below it: "ở trẻ em"."""
        if words:
            self._close()
            page = line.page.printed
            self._pieces.append(Piece(BlockKind.PARAGRAPH, words, rank=0, page=page, page_to=page))

    def table(self, placed_table: PlacedTable) -> None:
        piece = table_piece(placed_table, repair=self._repair)
        if self._open is not None and self._open.rank is not None:
            self._close()  # a sub-heading does not go on behind its table
        if self._open is None:
            self._add_table(piece)
        else:
            self._waiting.append(piece)

    def finish(self) -> tuple[Piece, ...]:
        self._close()
        return tuple(self._pieces)

    def _rank(self, line: PlacedLine) -> int | None:
        styles = self._profile.subheadings
        rank = next((i for i, style in enumerate(styles) if line.has(style)), None)
        return ABOVE_ALL if rank is None and line.is_bold else rank

    def _goes_on(self, line: PlacedLine, rank: int | None, *, is_bullet: bool) -> bool:
        if self._open is None or self._open.rank != rank:
            return False
        last = self._open.lines[-1]
        if rank is not None and line.text[0].islower():
            return True  # a sub-heading does not begin so: it goes on
        # A table in between takes its room.
        if ended_early(last, line) or (not self._waiting and _is_apart(last, line)):
            return False
        if rank is not None:
            return not _ENDS.search(last.text)
        if self._has_indents and line.is_indented:
            return False
        if is_bullet:
            # A range that broke before its dash looks like an item.
            return not _ENDS.search(last.text)
        if self._has_indents or self._open.kind is BlockKind.ITEM:
            return True
        changes_place = last.page is not line.page or last.line.column != line.line.column
        return not (changes_place and _ENDS.search(last.text) and line.text[0].isupper())

    def _close(self) -> None:
        opened, self._open = self._open, None
        if opened is not None:
            self._pieces.append(_piece_of(opened, self._vocabulary, self._repair))
        for table in self._waiting:
            self._add_table(table)
        self._waiting.clear()

    def _add_table(self, table: Piece) -> None:
        before = self._pieces[-1] if self._pieces else None
        whole = _rejoined(before, table) if before is not None else None
        if whole is None:
            self._pieces.append(table)
        else:
            self._pieces[-1] = whole


def ended_early(line: PlacedLine, following: PlacedLine) -> bool:
    """The first word of the following line would have fitted behind this line: somebody ended it here."""
    text = following.text
    first = _FIRST_WORD.match(text)
    word = first.group() if first else text
    # A justified line is set wider than its letters are.
    size = max(run.style.size for run in following.line.runs)
    per_character = min(following.line.box.width / max(len(text), 1), _LETTER * size)
    return line.right - line.line.box.x1 > per_character * (len(word) + 1) * 1.25 + 2


def _is_apart(line: PlacedLine, following: PlacedLine) -> bool:
    if line.page is not following.page or line.line.column != following.line.column:
        return False
    distance = following.line.box.y0 - line.line.box.y0
    return distance > _SPACE_BETWEEN * max(line.line.box.height, following.line.box.height, 1.0) * 1.2


def uses_indents(items: Sequence[Placed]) -> bool:
    """Whether this book indents the first lines of its paragraphs: most lines behind an early end are indented."""
    lines = [item for item in items if isinstance(item, PlacedLine)]
    behind = [
        second
        for first, second in pairwise(lines)
        if first.page is second.page
        and first.line.column == second.line.column
        and not first.is_bold
        and not second.is_bold
        and not _BULLET.match(second.text)
        and ended_early(first, second)
    ]
    return len(behind) >= 3 and median(line.is_indented for line in behind) == 1


# --- lines to one text ----------------------------------------------------------------------------------------


def _piece_of(opened: _Open, vocabulary: Vocabulary, repair: RepairText) -> Piece:
    text = ""
    boxes: list[LineBox] = []
    joins: list[Repair] = []
    for i, line in enumerate(opened.lines):
        own = line.text[opened.bullet :] if i == 0 else line.text
        text, start, join = _joined(text, own, vocabulary)
        joins += join
        if join:
            # The first half of the word moved into this line's reckoning; the line before ends where the word does.
            boxes[-1] = replace(boxes[-1], end=start)
        box = line.line.box
        boxes.append(LineBox(line.page.number, box.x0, box.y0, box.x1, box.y1, start, len(text)))
    repaired, repairs = repair(text)
    boxes = [replace(b, start=moved(b.start, repairs), end=moved(b.end, repairs)) for b in boxes]
    joins = [replace(j, start=moved(j.start, repairs), end=moved(j.end, repairs)) for j in joins]
    pages = [line.page.printed for line in opened.lines]
    known = [page for page in pages if page is not None]
    return Piece(
        kind=opened.kind,
        text=repaired,
        rank=opened.rank,
        lead=_lead(opened.lines[0], opened.bullet) if opened.rank is None else "",
        page=known[0] if len(known) == len(pages) else None,
        page_to=known[-1] if len(known) == len(pages) else None,
        lines=tuple(boxes),
        repairs=(*joins, *repairs),
    )


def _joined(text: str, line: str, vocabulary: Vocabulary) -> tuple[str, int, list[Repair]]:
    """The text with the line behind it, where the line begins in it, and what was made of a hyphen."""
    if not text:
        return line, 0, []
    broken, word = _HYPHEN.search(text), _WORD.match(line)
    if broken and word and word.group()[0].islower():
        whole = vocabulary.joins(broken["first"], word.group())
        if whole is not None and "-" in whole:
            return text + line, len(text), []  # the hyphen belongs to the word
        if whole is not None:
            stem = text[:-1]
            was = f"{broken['first']}-\n{word.group()}"
            repair = Repair(len(stem) - len(broken["first"]), len(stem) + len(word.group()), was, "hyphen")
            return stem + line, len(stem), [repair]
    if text.endswith("/") and line[0].isalpha():
        return text + line, len(text), []  # no blank is printed behind a slash that ends a line
    return f"{text} {line}", len(text) + 1, []


def moved(offset: int, repairs: Iterable[Repair]) -> int:
    """Where a place of the original text is in the repaired text. A place inside a repair moves to its end."""
    shift = 0
    for repair in sorted(repairs, key=lambda r: r.start):
        original_start = repair.start - shift
        original_end = original_start + len(repair.was)
        if offset <= original_start:
            break
        if offset < original_end:
            return repair.end
        shift += (repair.end - repair.start) - len(repair.was)
    return offset + shift


def _lead(line: PlacedLine, bullet: int) -> str:
    """The italic words that open a line of roman text, without their colon."""
    runs = line.line.runs
    italic = []
    for run in runs:
        if not run.style.italic and run.text.strip():
            break
        italic.append(run.text)
    else:
        return ""
    lead = squeeze(nfc("".join(italic)))[bullet:].rstrip(" :")
    return lead if _LEAD.fullmatch(lead) else ""


# --- tables ---------------------------------------------------------------------------------------------------


def table_piece(placed_table: PlacedTable, *, repair: RepairText) -> Piece:
    """A table as text, each cell with its box. A place that no cell covers stays empty."""
    table, page = placed_table.table, placed_table.page
    grid: dict[tuple[int, int], Cell] = {(cell.row, cell.column): cell for cell in table.cells}
    text = ""
    boxes: list[LineBox] = []
    repairs: list[Repair] = []
    for row in range(table.rows):
        text += "|"
        for column in range(table.columns):
            cell = grid.get((row, column))
            words, own = repair(squeeze(cell.text)) if cell else ("", ())
            text += " "
            start = len(text)
            text += words
            repairs += [replace(r, start=r.start + start, end=r.end + start) for r in own]
            if cell and words:
                box = cell.box
                boxes.append(LineBox(page.number, box.x0, box.y0, box.x1, box.y1, start, len(text)))
            text += " |"
        if row == 0:
            text += "\n|" + "---|" * table.columns
        text += "\n"
    return Piece(
        kind=BlockKind.TABLE,
        text=text.removesuffix("\n"),
        page=page.printed,
        page_to=page.printed,
        lines=tuple(boxes),
        repairs=tuple(repairs),
    )


def _rejoined(first: Piece, second: Piece) -> Piece | None:
    """Two parts of one table that a column or page cut, the header repeated on the second; None when they are not."""
    if first.kind is not BlockKind.TABLE or second.kind is not BlockKind.TABLE:
        return None
    header = "\n".join(second.text.split("\n")[:2])
    if first.text.split("\n")[:2] != second.text.split("\n")[:2] or len(second.text) <= len(header) + 1:
        return None
    shift = len(first.text) - len(header)
    kept = len(header) + 1
    return replace(
        first,
        text=first.text + second.text[len(header) :],
        page_to=second.page_to,
        lines=(
            *first.lines,
            *(replace(b, start=b.start + shift, end=b.end + shift) for b in second.lines if b.start >= kept),
        ),
        repairs=(
            *first.repairs,
            *(replace(r, start=r.start + shift, end=r.end + shift) for r in second.repairs if r.start >= kept),
        ),
    )
