"""Where a paragraph is broken into lines: the breaks that leave the blanks of all its lines most even."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

_TOKEN = re.compile(r"[^ \n]+")
# A line that opens with a dash would read as an item, so a dash is never the first word of a line.
_NEVER_FIRST = frozenset({"-", "–", "—", "×", "x", "/", "%"})
_NEVER_LAST = frozenset({"<", ">", "≤", "≥", "±"})
_LONG_WORD = re.compile(r"[A-Za-z]{13,}")
_SYLLABLE_ENDS = re.compile(
    r"(?<=[aeiouy])(?=(?:ch|ph|th|[bcdfgpt][lr]|[bcdfghjklmnpqrstvwxz])[aeiouy])"
    r"|(?<=[aeiouy][bcdfgklmnprstx])(?=(?:[bcdfgjklmnpqrstvwxz]|ch|ph|th)[aeiouy])"
)
_TIGHTEST = 0.22  # a blank may lose this share of its width
_WIDEST = 2.5  # a line before a forced break is left ragged when its blanks would grow by more, in blanks
_HYPHEN_COST = 400.0


class _Join(Enum):
    """What stands between a piece and the next one."""

    BLANK = 0
    TIED = 1  # a blank that is no place for a break
    HYPHEN = 2
    NOTHING = 3
    END = 4


_BLANKS = frozenset({_Join.BLANK, _Join.TIED})


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    width: float
    join: _Join


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """Characters `start` to `end` of the text, `width` points wide before its blanks are stretched."""

    start: int
    end: int
    width: float
    blanks: int
    hyphen: bool
    is_last: bool


Measure = Callable[[str], float]


def break_lines(
    text: str,
    measure: Measure,
    *,
    width: float,
    first_width: float | None = None,
    justify: bool = True,
    hyphenate: bool = False,
) -> list[BrokenLine]:
    """Lines of at most `width` points, or a little more when their blanks can be tightened: `justify`.

    A newline in the text is a break that is always taken; it ends a full line where that leaves no holes.
    """
    lines: list[BrokenLine] = []
    blank, hyphen = measure(" "), measure("-")
    breaker = _even if justify else _greedy
    start = 0
    parts = text.split("\n")
    for k, part in enumerate(parts):
        first = width if first_width is None or lines else first_width
        pieces = _pieces(text, start, start + len(part), measure, min(width, first), hyphenate)
        start += len(part) + 1
        if not pieces:
            continue
        if k + 1 < len(parts):
            pieces[-1] = replace(pieces[-1], join=_Join.BLANK)
        lines.extend(breaker(pieces, blank, hyphen, width, first))
        if lines[-1].blanks and width - lines[-1].width > _WIDEST * blank * lines[-1].blanks:
            lines[-1] = replace(lines[-1], is_last=True)
    return lines


def _even(pieces: list[_Piece], blank: float, hyphen: float, width: float, first_width: float) -> list[BrokenLine]:
    """The breaks of the lowest total cost, where a line costs by how far its blanks are from natural."""
    n = len(pieces)
    cost = [0.0] + [float("inf")] * n
    came_from = [0] * (n + 1)
    for i in range(n):
        if cost[i] == float("inf"):
            continue
        room = width if i else first_width
        natural, blanks = 0.0, 0
        for j in range(i, n):
            piece = pieces[j]
            natural += piece.width
            total = natural + (hyphen if piece.join is _Join.HYPHEN else 0.0)
            shrink = blanks * blank * _TIGHTEST if piece.join is not _Join.END else 0.0
            if total > room + shrink + 1e-6 and j > i:
                break
            added = cost[i] + _badness(room, total, blanks, blank, piece)
            if piece.join is not _Join.TIED and added < cost[j + 1]:
                cost[j + 1], came_from[j + 1] = added, i
            if piece.join in _BLANKS:
                natural += blank
                blanks += 1
    if cost[n] == float("inf"):  # words tied to each other that no line can hold
        return _greedy(pieces, blank, hyphen, width, first_width)
    cuts = [n]
    while cuts[-1]:
        cuts.append(came_from[cuts[-1]])
    cuts.reverse()
    return [_line(pieces[a:b], blank, hyphen) for a, b in pairwise(cuts)]


def _badness(room: float, total: float, blanks: int, blank: float, piece: _Piece) -> float:
    if piece.join is _Join.END:
        return 0.0
    stretch = (room - total) / (max(blanks, 1) * blank)
    strain = stretch if stretch > 0 else stretch / _TIGHTEST
    return 1 + 100 * abs(strain) ** 3 + (_HYPHEN_COST if piece.join is _Join.HYPHEN else 0.0)


def _pieces(text: str, start: int, end: int, measure: Measure, room: float, hyphenate: bool) -> list[_Piece]:
    tokens = [m.span() for m in _TOKEN.finditer(text, start, end)]
    pieces: list[_Piece] = []
    for i, (a, b) in enumerate(tokens):
        if i + 1 == len(tokens):
            join = _Join.END
        else:
            after = text[slice(*tokens[i + 1])]
            bullet = i == 0 and text[a:b] == "-"
            tied = bullet or after in _NEVER_FIRST or after[0] == "°" or text[a:b] in _NEVER_LAST
            join = _Join.TIED if tied else _Join.BLANK
        cuts = _word_cuts(text[a:b]) if hyphenate else ()
        bounds = [a, *(a + c for c in cuts), b]
        for p, q in pairwise(bounds):
            pieces.extend(_fitting(text, p, q, measure, room, _Join.HYPHEN if q < b else join))
    return pieces


def _fitting(text: str, a: int, b: int, measure: Measure, room: float, join: _Join) -> list[_Piece]:
    """One piece, or several when no line could hold it."""
    width = measure(text[a:b])
    if width <= room or b - a < 2:
        return [_Piece(a, b, width, join)]
    half = (a + b) // 2
    return [*_fitting(text, a, half, measure, room, _Join.NOTHING), *_fitting(text, half, b, measure, room, join)]


def _word_cuts(token: str) -> tuple[int, ...]:
    """Offsets at which a long Latin word may be divided."""
    word = _LONG_WORD.search(token)
    if word is None:
        return ()
    ends = (m.start() for m in _SYLLABLE_ENDS.finditer(token, word.start(), word.end()))
    return tuple(cut for cut in ends if cut - word.start() >= 4 and word.end() - cut >= 4)


def _greedy(pieces: list[_Piece], blank: float, hyphen: float, width: float, first_width: float) -> list[BrokenLine]:
    """As many words on each line as it holds. Ties hold unless they alone are wider than a line."""
    lines: list[BrokenLine] = []
    start = i = 0
    used = 0.0
    while i < len(pieces):
        gap = blank if i > start and pieces[i - 1].join in _BLANKS else 0.0
        if i > start and used + gap + pieces[i].width > (width if lines else first_width):
            places = [k for k in range(start + 1, i + 1) if pieces[k - 1].join not in (_Join.TIED, _Join.HYPHEN)]
            i = places[-1] if places else i
            lines.append(_line(pieces[start:i], blank, hyphen))
            start, used = i, 0.0
        else:
            used += gap + pieces[i].width
            i += 1
    lines.append(_line(pieces[start:], blank, hyphen))
    return lines


def _line(pieces: list[_Piece], blank: float, hyphen: float) -> BrokenLine:
    last = pieces[-1].join
    blanks = sum(1 for p in pieces[:-1] if p.join in _BLANKS)
    divided = last is _Join.HYPHEN
    width = sum(p.width for p in pieces) + blanks * blank + (hyphen if divided else 0.0)
    return BrokenLine(pieces[0].start, pieces[-1].end, width, blanks, divided, last is _Join.END)
