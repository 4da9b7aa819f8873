"""Printed page numbers measured over the whole file: how far they are off the file's own count, stretch by stretch."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

_FEWEST = 3  # pages that agree make a stretch
_BEYOND = 2  # title pages and blanks at the ends of a stretch that show no number


@dataclass(frozen=True, slots=True)
class Stretch:
    """File pages `first` to `last` show their own count plus `offset`."""

    first: int
    last: int
    offset: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Page `number` of the file shows `shown`, but stands where its neighbours say `expected`."""

    number: int
    shown: int
    expected: int


@dataclass(frozen=True, slots=True)
class Numbering:
    """`printed` gives the number on paper by file page; a page that is in no stretch has none.

    A page that contradicts its neighbours has their number: the paper is bound in their order.
    """

    printed: dict[int, int]
    stretches: tuple[Stretch, ...]
    contradictions: tuple[Contradiction, ...]


def measure(shown: Iterable[tuple[int, int | None]]) -> Numbering:
    """`shown` is (page of the file, number that it shows or None) for every page of the file."""
    pages = sorted(shown)
    numbers = {number: value for number, value in pages if value is not None}
    stretches = _stretches(pages, numbers)
    last_page = pages[-1][0] if pages else 0
    printed: dict[int, int] = {}
    for i, stretch in enumerate(stretches):
        floor = stretches[i - 1].last + 1 if i else 1
        ceiling = stretches[i + 1].first - 1 if i + 1 < len(stretches) else last_page
        reach = range(max(floor, stretch.first - _BEYOND), min(ceiling, stretch.last + _BEYOND) + 1)
        for number in reach:
            inside = stretch.first <= number <= stretch.last
            if number + stretch.offset >= 1 and (inside or number not in numbers):
                printed.setdefault(number, number + stretch.offset)
    contradictions = tuple(
        Contradiction(number, value, printed[number])
        for number, value in numbers.items()
        if number in printed and printed[number] != value
    )
    return Numbering(printed, stretches, contradictions)


def _stretches(pages: list[tuple[int, int | None]], numbers: dict[int, int]) -> tuple[Stretch, ...]:
    counts = Counter(value - number for number, value in numbers.items())
    fewest = min(_FEWEST, max(counts.values(), default=0))
    trusted = [(n, v - n) for n, v in numbers.items() if counts[v - n] >= fewest]
    found: list[Stretch] = []
    for offset, group in groupby(trusted, key=lambda pair: pair[1]):
        members = [number for number, _ in group]
        if len(members) < fewest:
            continue
        if found and found[-1].offset == offset:
            found[-1] = Stretch(found[-1].first, members[-1], offset)
        else:
            found.append(Stretch(members[0], members[-1], offset))
    return tuple(found)
