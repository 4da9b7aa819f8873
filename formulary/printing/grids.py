"""Tables with ruled lines: in a column when narrow, across the page when not; each part repeats the header."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from formulary.printing import style
from formulary.printing.atoms import Atom, Options, Setting, Source, paragraph
from formulary.printing.faces import Face, width_of
from formulary.printing.placed import PlacedLine, Role, Rule
from formulary.tables import is_row, is_rule

_MOST_COLUMNS_IN_A_COLUMN = 3
_LONGEST_WISH = 190.0  # points: a longer cell is wrapped without asking for more room


@dataclass(frozen=True, slots=True)
class _Cell:
    """Characters `start` to `end` of the block's text."""

    text: str
    start: int


def table(text: str, source: Source, *, options: Options) -> list[Atom]:
    """A table's text (formulary.tables) as atoms, one a row, the header first. Raises Unprintable."""
    rows = _rows(text)
    widths, wide = _widths(rows, options)
    header = _row(rows[0], widths, source, options, is_header=True, wide=wide)
    again = replace(header, before=0.0, lines=tuple(replace(line, role=Role.REPEATED) for line in header.lines))
    body = [_row(row, widths, source, options, is_header=False, wide=wide) for row in rows[1:]]
    atoms = [replace(header, glue=1, before=style.TABLE_GAP), *(replace(row, repeat=(again,)) for row in body)]
    atoms.append(Atom(style.TABLE_GAP, (), wide=wide))
    return atoms


def _rows(text: str) -> list[list[_Cell]]:
    rows = []
    offset = 0
    for line in text.split("\n"):
        if is_row(line) and not is_rule(line):
            rows.append(_cells(line, offset))
        offset += len(line) + 1
    return rows


def _cells(line: str, offset: int) -> list[_Cell]:
    cells = []
    at = 1
    for part in line[1:].removesuffix("|").split("|"):
        lead = len(part) - len(part.lstrip())
        cells.append(_Cell(part.strip(), offset + at + lead))
        at += len(part) + 1
    return cells


def _widths(rows: Sequence[Sequence[_Cell]], options: Options) -> tuple[list[float], bool]:
    """Widths of the columns with their padding, and whether the table crosses the columns of the page."""
    count = max(map(len, rows))
    least, wish = [20.0] * count, [20.0] * count
    for r, row in enumerate(rows):
        face = Face.REGULAR if r else Face.BOLD
        for c, cell in enumerate(row):
            words = [width_of(w, face, style.TABLE_SIZE, raised=options.raised) for w in cell.text.split()]
            blank = width_of(" ", face, style.TABLE_SIZE)
            least[c] = max([least[c], *words])
            wish[c] = max(wish[c], min(sum(words) + blank * len(words), _LONGEST_WISH))
    padding = 2 * style.CELL_PADDING + 1
    least, wish = [w + padding for w in least], [w + padding for w in wish]
    wide = count > _MOST_COLUMNS_IN_A_COLUMN or sum(least) > style.COLUMN_WIDTH or sum(wish) > 2 * style.COLUMN_WIDTH
    room = style.TYPE_WIDTH if wide else style.COLUMN_WIDTH
    if sum(least) >= room:
        return [w * room / sum(least) for w in least], wide
    spare = room - sum(least)
    hunger = [b - a for a, b in zip(least, wish, strict=True)]
    if spare >= sum(hunger):
        return [w + (spare - sum(hunger)) / count for w in wish], wide
    return [a + spare * h / sum(hunger) for a, h in zip(least, hunger, strict=True)], wide


def _row(
    row: Sequence[_Cell], widths: Sequence[float], source: Source, options: Options, *, is_header: bool, wide: bool
) -> Atom:
    lines: list[PlacedLine] = []
    height = style.TABLE_LEADING
    lefts = [sum(widths[:c]) for c in range(len(widths) + 1)]
    for c, cell in enumerate(row):
        setting = Setting(
            face=Face.BOLD if is_header else Face.REGULAR,
            size=style.TABLE_SIZE,
            leading=style.TABLE_LEADING,
            justify=False,
            role=Role.CELL,
            width=widths[c] - 2 * style.CELL_PADDING,
            options=options,
        )
        y = 0.0
        for atom in paragraph(cell.text, setting, source=replace(source, shift=-cell.start)) if cell.text else ():
            lines.extend(line.moved(lefts[c] + style.CELL_PADDING, y + style.CELL_PADDING) for line in atom.lines)
            y += atom.height
        height = max(height, y)
    height += 2 * style.CELL_PADDING
    right = lefts[-1]
    rules = [Rule(x, 0, x, height) for x in lefts]
    # Each row draws its own upper line too, so that a part that opens a column is closed at its top.
    rules += [Rule(0, 0, right, 0), Rule(0, height, right, height)]
    return Atom(height, tuple(lines), tuple(rules), wide=wide)
