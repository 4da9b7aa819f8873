"""Atoms into columns and pages. What crosses the columns parts the page: the text above it is set in even columns."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from formulary.printing import style
from formulary.printing.atoms import Atom
from formulary.printing.placed import PlacedLine, Rule

_STEP = 2.0  # points by which even columns grow until the text fits


@dataclass(frozen=True, slots=True)
class _Spot:
    atom: Atom
    x: float
    y: float


@dataclass
class Sheet:
    """A page being filled. `lines` and `rules` are where they will be printed."""

    lines: list[PlacedLine] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    first: str = ""  # the name of the monograph at the top
    last: str = ""
    opened: list[str] = field(default_factory=list)  # slugs of the monographs whose titles stand here

    def put(self, spots: Sequence[_Spot]) -> None:
        for spot in spots:
            self.lines.extend(line.moved(spot.x, spot.y) for line in spot.atom.lines)
            self.rules.extend(rule.moved(spot.x, spot.y) for rule in spot.atom.rules)
            self.first = self.first or spot.atom.name
            self.last = spot.atom.name or self.last
            if spot.atom.opens:
                self.opened.append(spot.atom.opens)


class Flow:
    """Call `pour` once with all atoms; `sheets` are the pages."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = [Sheet()]
        self._y = style.BODY_TOP

    def pour(self, atoms: Sequence[Atom]) -> None:
        runs = _runs(atoms)
        for k, run in enumerate(runs):
            if run[0].wide:
                self._across(run)
            elif k + 1 < len(runs):
                self._above(run, _least(runs[k + 1]))
            else:
                self._in_columns(run)

    def _new_page(self) -> None:
        self.sheets.append(Sheet())
        self._y = style.BODY_TOP

    def _across(self, atoms: Sequence[Atom]) -> None:
        i = 0
        if self._y > style.BODY_TOP:
            self._y += atoms[0].before
        while i < len(atoms):
            fresh = self._y == style.BODY_TOP
            spots, after, used = _fill(atoms, i, style.BODY_BOTTOM - self._y, style.LEFT, self._y, force=fresh)
            self.sheets[-1].put(spots)
            self._y += used
            i = after
            if i < len(atoms):
                self._new_page()

    def _in_columns(self, atoms: Sequence[Atom]) -> None:
        i = 0
        while i < len(atoms):
            spots, i, used = self._both(atoms, i, style.BODY_BOTTOM - self._y)
            self.sheets[-1].put(spots)
            self._y += used
            if i < len(atoms):
                self._new_page()

    def _above(self, atoms: Sequence[Atom], least: float) -> None:
        """In columns that end even, with `least` points of room below them; or else on to a new page.

        A heading goes to the new page with what it is the heading of.
        """
        i = 0
        while True:
            height = style.BODY_BOTTOM - self._y
            spots, after, used = self._both(atoms, i, height)
            if after < len(atoms):
                self.sheets[-1].put(spots)
                self._new_page()
                i = after
                continue
            spots, used = self._even(atoms, i, height)
            kept = _without_headings(atoms, i)
            nothing_better = self._y == style.BODY_TOP and kept == i
            if used + least <= height or nothing_better:
                self.sheets[-1].put(spots)
                self._y += used
                return
            self._in_columns(atoms[i:kept])
            self._new_page()
            if kept == len(atoms):
                return
            i = kept

    def _both(self, atoms: Sequence[Atom], i: int, height: float) -> tuple[list[_Spot], int, float]:
        """Both columns filled to `height` at most: what stands where, the next atom, the height used."""
        fresh = self._y == style.BODY_TOP
        left, middle, used_left = _fill(atoms, i, height, style.COLUMN_LEFTS[0], self._y, force=fresh)
        right, after, used_right = _fill(atoms, middle, height, style.COLUMN_LEFTS[1], self._y, force=fresh)
        return [*left, *right], after, max(used_left, used_right)

    def _even(self, atoms: Sequence[Atom], i: int, most: float) -> tuple[list[_Spot], float]:
        height = sum(atom.height for atom in atoms[i:]) / 2
        while height < most:
            spots, after, used = self._both(atoms, i, height)
            if after == len(atoms):
                return spots, used
            height += _STEP
        spots, _, used = self._both(atoms, i, most)
        return spots, used


def _runs(atoms: Sequence[Atom]) -> list[list[Atom]]:
    """Neighbours that stand in columns, and neighbours that cross them."""
    runs: list[list[Atom]] = []
    for atom in atoms:
        if not runs or runs[-1][0].wide != atom.wide:
            runs.append([])
        runs[-1].append(atom)
    return runs


def _least(atoms: Sequence[Atom]) -> float:
    """The height below which not even the first atoms can stand that must not part."""
    height = 0.0
    for atom in atoms:
        height += atom.before + atom.height
        if not atom.glue:
            break
    return height


def _without_headings(atoms: Sequence[Atom], start: int) -> int:
    end = len(atoms)
    while end > start and atoms[end - 1].glue >= 2:
        end -= 1
    return end


def _fill(
    atoms: Sequence[Atom], start: int, height: float, x: float, top: float, *, force: bool
) -> tuple[list[_Spot], int, float]:
    """One column from atom `start`: what stands where, the first atom that did not fit, the height used.

    `force` puts an atom that no column could hold all the same, so that work goes on.
    """
    spots: list[_Spot] = []
    ends: list[float] = []
    y = 0.0
    counts: list[int] = []  # how many spots stand before each atom
    end = start
    while end < len(atoms):
        atom = atoms[end]
        again = atom.repeat if not spots else ()
        gap = atom.before if spots else 0.0
        need = sum(a.height for a in again) + gap + atom.height
        if y + need > height + 1e-6 and not (force and not spots):
            break
        counts.append(len(spots))
        for repeated in again:
            spots.append(_Spot(repeated, x, top + y))
            y += repeated.height
        spots.append(_Spot(atom, x, top + y + gap))
        y += gap + atom.height
        ends.append(y)
        end += 1
    stop = _break_at(atoms, start, end, may_force=force)
    if stop < end:
        spots = spots[: counts[stop - start]]
        y = ends[stop - start - 1] if stop > start else 0.0
    return spots, stop, y


def _break_at(atoms: Sequence[Atom], start: int, end: int, *, may_force: bool) -> int:
    """The last place at or before `end` where a column may end."""
    if end == len(atoms):
        return end
    stop = end
    while stop > start and any(atoms[k].glue >= stop - k for k in range(max(start, stop - 2), stop)):
        stop -= 1
    return end if stop == start and may_force else stop
