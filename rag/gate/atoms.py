"""An atom is one thing said; a reading is all that a sentence says."""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum

from rag.gate.amounts import Amount, Measures
from rag.gate.lexicon import STANCES, Operator


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

    @property
    def says_for_whom(self) -> bool:
        of_band = self.amount is not None and self.amount.measures is not Measures.DOSE
        return of_band or self.sort in (Sort.PERSON, Sort.STATE)


@dataclass(frozen=True, slots=True)
class Reading:
    text: str
    atoms: tuple[Atom, ...] = ()

    def of(self, sort: Sort) -> tuple[Atom, ...]:
        return tuple(a for a in self.atoms if a.sort is sort)

    @property
    def stances(self) -> frozenset[Operator]:
        return self.operators & STANCES

    @property
    def operators(self) -> frozenset[Operator]:
        return frozenset(a.operator for a in self.atoms if a.operator is not None)
