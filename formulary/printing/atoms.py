"""The smallest things a column is filled with: one line of print, or one row of a table."""

from dataclasses import dataclass, field

from formulary.printing import style
from formulary.printing.breaking import BrokenLine, break_lines
from formulary.printing.faces import Face, width_of
from formulary.printing.placed import Address, PlacedLine, Role, Rule


@dataclass(frozen=True, slots=True)
class Options:
    """`hyphenate` divides long Latin words at line ends; `raised` prints ² as a small raised 2."""

    hyphenate: bool = False
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Atom:
    """Never divided. Lines and rules are measured from its own top left corner.

    `before` is blank space above it, except at a column's top. No column ends within `glue` atoms behind it.
    `repeat` stands above it again when it opens a column. A `wide` atom crosses the columns. `name` is what the
    running head calls the page that it opens or closes; `opens` is the slug of the monograph whose title it is.
    """

    height: float
    lines: tuple[PlacedLine, ...]
    rules: tuple[Rule, ...] = ()
    before: float = 0.0
    glue: int = 0
    repeat: tuple["Atom", ...] = ()
    wide: bool = False
    name: str = ""
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """How one kind of paragraph is set."""

    face: Face = Face.REGULAR
    size: float = style.BODY_SIZE
    leading: float = style.LEADING
    indent: float = 0.0
    hanging: float = 0.0
    before: float = 0.0
    justify: bool = True
    centre: bool = False
    keep: bool = False  # with the two lines that follow
    role: Role = Role.TEXT
    width: float = style.COLUMN_WIDTH
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class Source:
    """The block that a paragraph shows; the block's text begins `shift` characters into the paragraph."""

    slug: str
    section: str
    ordinal: int
    shift: int = 0

    def address(self, start: int, end: int) -> Address:
        return Address(self.slug, self.section, self.ordinal, max(0, start - self.shift), end - self.shift)


def paragraph(text: str, setting: Setting, *, source: Source | None = None, label: str = "") -> list[Atom]:
    """A paragraph as atoms, one a line; `label` is set in bold before its first word. Raises Unprintable."""

    def measure(words: str) -> float:
        return width_of(words, setting.face, setting.size, raised=setting.options.raised)

    head = f"{label} " if label else ""
    head_width = width_of(head, Face.BOLD, setting.size) if label else 0.0
    room = setting.width - setting.hanging
    broken = break_lines(
        text,
        measure,
        width=room,
        first_width=setting.width - setting.indent - head_width,
        justify=setting.justify,
        hyphenate=setting.options.hyphenate,
    )
    atoms = []
    for i, line in enumerate(broken):
        x = setting.indent + head_width if i == 0 else setting.hanging
        placed = _set(text, line, setting, source, x=x, room=setting.width - x)
        lines: tuple[PlacedLine, ...] = (placed,)
        if i == 0 and label:
            bold = PlacedLine(label, Face.BOLD, setting.size, setting.indent, placed.y, head_width, Role.LABEL)
            lines = (bold, placed)
        before = setting.before if i == 0 else 0.0
        atoms.append(Atom(setting.leading, lines, before=before, glue=_glue(i, len(broken), setting)))
    return atoms


def _set(text: str, line: BrokenLine, setting: Setting, source: Source | None, *, x: float, room: float) -> PlacedLine:
    words = text[line.start : line.end] + ("-" if line.hyphen else "")
    spare = room - line.width
    ends = line.is_last or not line.blanks
    stretch = spare / line.blanks if setting.justify and not ends else 0.0
    width = room if stretch else line.width
    return PlacedLine(
        text=words,
        face=setting.face,
        size=setting.size,
        x=x + (spare / 2 if setting.centre else 0.0),
        y=setting.leading - style.DESCENT * setting.size,
        width=width,
        role=setting.role,
        at=source.address(line.start, line.end) if source else None,
        word_space=stretch,
    )


def _glue(i: int, lines: int, setting: Setting) -> int:
    if setting.keep:
        return 2
    # No first line alone at a column's end, no last line alone at a column's top.
    return 1 if lines >= 3 and i in (0, lines - 2) else 0
