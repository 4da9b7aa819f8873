"""Read one sentence, of a claim or of the book, into atoms under their operators."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from rag.frames import Route
from rag.gate.amounts import Amount, Measures, amounts
from rag.gate.lexicon import (
    ENDS_REACH, LINKS, NEXT_ONLY, NOT_OF_DRUGS, NOT_OF_PEOPLE, OPERATORS, PERSONS, SILENT, STAGES, STANCES, STATES, TURNS, Operator,
)  # fmt: skip
from rag.gate.spelling import one_spelling
from rag.ports import DrugNames
from rag.printed_words import ANY_INJECTION, ROUTE_WORDS
from rag.vietnamese import accent_key


class Sort(StrEnum):
    WORD = "word"
    AMOUNT = "amount"
    OPERATOR = "operator"
    DRUG = "drug"
    PERSON = "person"
    STATE = "state"
    ROUTE = "route"
    STAGE = "stage"


SUBJECTS = (Sort.DRUG, Sort.PERSON, Sort.STATE, Sort.ROUTE, Sort.STAGE)


@dataclass(frozen=True, slots=True)
class Atom:
    """One thing said. `piece` counts the stretches between commas, `statement` those between semicolons and turns.

    `under`: the operators that govern it. `of`: the word before an operator that governs nothing ("huyết áp giảm").
    """

    sort: Sort
    key: Hashable
    said: str
    start: int
    piece: int = 0
    statement: int = 0
    under: frozenset[Operator] = frozenset()
    amount: Amount | None = None
    of: Hashable = None

    @property
    def operator(self) -> Operator | None:
        return self.key if isinstance(self.key, Operator) else None


@dataclass(frozen=True, slots=True)
class Reading:
    text: str
    atoms: tuple[Atom, ...] = field(default=())

    def of(self, sort: Sort) -> tuple[Atom, ...]:
        return tuple(a for a in self.atoms if a.sort is sort)

    @property
    def stances(self) -> frozenset[Operator]:
        return self.operators & STANCES

    @property
    def operators(self) -> frozenset[Operator]:
        return frozenset(a.operator for a in self.atoms if a.operator is not None)


GAP, AMOUNT_GAP = "\x01", "\x00"  # what stands in the text where something has been read
_OPERATOR = re.compile("|".join(f"(?P<o{i}>(?<!\\w)(?:{words})(?!\\w))" for i, (_, words) in enumerate(OPERATORS)))
_PIECE = re.compile(r"[,;:()]|\.(?=\s|$)|\s-\s|\n")
_TURN = re.compile(rf"\b(?:{TURNS})\b|;|,(?= nếu\b)")
_REACH = re.compile(rf"\b(?:{ENDS_REACH}|{TURNS})\b")
_WORD = re.compile(r"[^\W\d_](?:[^\W_]*)|\d+|[=±%→↑↓]")


def read(text: str, names: DrugNames) -> Reading:
    """Atoms in order of the text, each with its piece and the operators that govern it."""
    spelt = one_spelling(text)
    taken = _Taken(spelt)
    for amount in amounts(spelt):
        if _is_stage(spelt, amount):
            continue
        taken.add(Sort.AMOUNT, None, amount.start, amount.end, amount)
    for span in names.find(spelt):
        key = span.mention.id if span.mention else f"? {spelt[span.start : span.end]}"
        taken.add(Sort.DRUG, key, span.start, span.end)
    for match in _OPERATOR.finditer(taken.rest()):
        index = int((match.lastgroup or "o0")[1:])
        operator = OPERATORS[index][0]
        if operator is not None:
            taken.add(Sort.OPERATOR, operator, match.start(), match.end())
    for sort, rows in ((Sort.STAGE, STAGES), (Sort.STATE, STATES), (Sort.PERSON, PERSONS)):
        for key, words in rows:
            for match in re.finditer(rf"(?<!\w)(?:{words})(?!\w)", taken.rest()):
                taken.add(sort, key, match.start(), match.end())
    for routes, words in (*ROUTE_WORDS, ((), ANY_INJECTION)):
        for match in words.marked.finditer(taken.rest()):
            # Drops for the eye are no drops for the ear: what is local is told by its words.
            key = match.group() if routes == (Route.LOCAL,) else routes
            taken.add(Sort.ROUTE, key, match.start(), match.end())
    for match in _WORD.finditer(LINKS.sub(lambda m: " " * len(m.group()), taken.rest())):
        taken.add(Sort.WORD, accent_key(match.group()), match.start(), match.end())
    return Reading(spelt, _governed(spelt, taken.in_order()))


def _is_stage(spelt: str, amount: Amount) -> bool:
    return re.match(r"\s(?:đầu|giữa|cuối)\b", spelt[amount.end :]) is not None and spelt[amount.start :].startswith("3 tháng")


class _Taken:
    """What has been read, and the text with that part blanked."""

    def __init__(self, text: str) -> None:
        self._left = list(text)
        self._atoms: list[Atom] = []
        self._text = text

    def rest(self) -> str:
        return "".join(self._left)

    def add(self, sort: Sort, key: Hashable, start: int, end: int, amount: Amount | None = None) -> None:
        self._atoms.append(Atom(sort, key, self._text[start:end].strip(), start, amount=amount))
        self._left[start:end] = (AMOUNT_GAP if amount else GAP) * (end - start)

    def in_order(self) -> list[Atom]:
        return sorted(self._atoms, key=lambda a: a.start)


def _governed(text: str, atoms: Sequence[Atom]) -> tuple[Atom, ...]:
    pieces = [m.start() for m in _PIECE.finditer(text) if not _inside_amount(m.start(), atoms)]
    turns = [m.start() for m in _TURN.finditer(text)]
    breaks = sorted([*pieces, *(m.start() for m in _REACH.finditer(text)), *(a.start - 0.5 for a in atoms if a.sort is Sort.STAGE)])
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
        spared = (_is_for_whom(own) and operator in NOT_OF_PEOPLE) or (own.sort is Sort.DRUG and operator in NOT_OF_DRUGS)
        if not spared and _reaches(operator, index, at, atoms, breaks):
            under.add(operator)
    return frozenset(under)


def _reaches(operator: Operator, index: int, at: int, atoms: Sequence[Atom], breaks: Sequence[float]) -> bool:
    if operator is Operator.EXCEPT:
        return atoms[index].statement == atoms[at].statement
    if any(atoms[index].start < b < atoms[at].start for b in breaks):
        return False
    next_only = operator in NEXT_ONLY or (operator is Operator.NOT and _is_for_whom(atoms[at]))
    return not next_only or _is_next(index, at, atoms)


def _is_for_whom(atom: Atom) -> bool:
    of_band = atom.amount is not None and atom.amount.measures is not Measures.DOSE
    return of_band or atom.sort in (Sort.PERSON, Sort.STATE)


def _is_next(operator: int, at: int, atoms: Sequence[Atom]) -> bool:
    """The next atom, or the run of words that begins there."""
    between = atoms[operator + 1 : at]
    return not between or (atoms[at].sort is Sort.WORD and all(a.sort is Sort.WORD for a in between))
