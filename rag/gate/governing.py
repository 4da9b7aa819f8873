"""How far an operator reaches: to the end of its piece, over a whole statement, or to the next thing only."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import replace

from rag.gate.atoms import Atom, Sort
from rag.gate.lexicon import (
    ENDS_REACH,
    NEXT_ONLY,
    SILENT,
    SPARED_DRUGS,
    SPARED_PEOPLE,
    SPARED_STAGES,
    STANCES,
    TURNS,
    Operator,
)

_PIECE = re.compile(r"[,;:()]|\.(?=\s|$)|\s-\s|\n")
_TURN = re.compile(rf"\b(?:{TURNS})\b|;|,(?= nếu\b)")
_REACH = re.compile(rf"\b(?:{ENDS_REACH}|{TURNS})\b")


def governed(text: str, atoms: Sequence[Atom]) -> tuple[Atom, ...]:
    """The atoms of a text with their piece, their statement and what governs them."""
    pieces = [m.start() for m in _PIECE.finditer(text) if not _inside_amount(m.start(), atoms)]
    turns = [m.start() for m in _TURN.finditer(text)]
    breaks = sorted(
        [*pieces, *(m.start() for m in _REACH.finditer(text)), *(a.start + 0.5 for a in atoms if a.sort is Sort.STAGE)]
    )
    placed = [
        replace(a, piece=sum(p < a.start for p in pieces), statement=sum(t < a.start for t in turns)) for a in atoms
    ]
    return tuple(
        replace(a, under=_stance_of(a, placed) | _governors(at, placed, breaks), of=_subject(at, placed))
        for at, a in enumerate(placed)
    )


def _subject(at: int, atoms: Sequence[Atom]) -> Hashable:
    """The word before "tăng" or "giảm" that ends its piece."""
    ends = at + 1 == len(atoms) or atoms[at + 1].piece != atoms[at].piece
    if not ends or atoms[at].operator not in (Operator.UP, Operator.DOWN) or not at:
        return None
    return atoms[at - 1].key if atoms[at - 1].piece == atoms[at].piece else None


def _inside_amount(position: int, atoms: Sequence[Atom]) -> bool:
    return any(a.amount is not None and a.amount.start <= position < a.amount.end for a in atoms)


def _stance_of(atom: Atom, atoms: Sequence[Atom]) -> frozenset[Operator]:
    """The stance of the statement: the nearest one before, else the first one behind.

    Two in one piece ("tránh dùng hoặc dùng thận trọng") are one stance.
    """
    if atom.operator in STANCES:
        return frozenset()
    stances = [a for a in atoms if a.operator in STANCES and a.statement == atom.statement]
    before = [a for a in stances if a.start < atom.start]
    chosen = before[-1:] or stances[:1]
    return frozenset(a.operator for a in stances if a.operator and any(a.piece == c.piece for c in chosen))


def _governors(at: int, atoms: Sequence[Atom], breaks: Sequence[float]) -> frozenset[Operator]:
    """Operators before the atom with nothing between that ends their reach."""
    own, under = atoms[at], set()
    for index in range(at - 1, -1, -1):
        operator = atoms[index].operator
        if operator is None or operator in STANCES or operator in SILENT:
            continue
        if operator not in spared(own) and _reaches(operator, index, at, atoms, breaks):
            under.add(operator)
    return frozenset(under)


def spared(atom: Atom) -> frozenset[Operator]:
    """Operators that do not govern a thing of this sort."""
    if atom.says_for_whom:
        return SPARED_PEOPLE
    return {Sort.DRUG: SPARED_DRUGS, Sort.STAGE: SPARED_STAGES}.get(atom.sort, frozenset())


def _reaches(operator: Operator, index: int, at: int, atoms: Sequence[Atom], breaks: Sequence[float]) -> bool:
    if operator is Operator.EXCEPT:
        return atoms[index].statement == atoms[at].statement
    if any(atoms[index].start < b < atoms[at].start for b in breaks):
        return False
    next_only = operator in NEXT_ONLY or (operator is Operator.NOT and atoms[at].says_for_whom)
    return not next_only or _is_next(index, at, atoms)


def _is_next(operator: int, at: int, atoms: Sequence[Atom]) -> bool:
    """The next atom, or the run of words that begins there."""
    between = atoms[operator + 1 : at]
    return not between or (atoms[at].sort is Sort.WORD and all(a.sort is Sort.WORD for a in between))
