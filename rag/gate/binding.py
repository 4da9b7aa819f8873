"""To whom an amount belongs: the drug, person, state, route, stage and band that it stands with.

«1 - 6 tuổi: 250 mg, 6 - 12 tuổi: 500 mg» binds each dose to the ages before it. Where print does not show which of
several subjects an amount belongs to, it belongs to none, and no claim may say that it does.
"""

from dataclasses import dataclass

from rag.gate.amounts import Measures
from rag.gate.atoms import SUBJECTS, Atom, Reading, Sort

Kind = Sort | Measures
KINDS: tuple[Kind, ...] = (*SUBJECTS, Measures.AGE, Measures.WEIGHT, Measures.CLEARANCE)


def kind_of(atom: Atom) -> Kind:
    return atom.amount.measures if atom.amount is not None else atom.sort


@dataclass(frozen=True, slots=True)
class Bound:
    """Subjects of one kind. `ambiguous`: several stand in the sentence and print does not show which is meant."""

    atoms: tuple[Atom, ...] = ()
    ambiguous: bool = False
    same_piece: bool = False

    def __bool__(self) -> bool:
        return bool(self.atoms) or self.ambiguous

    def holds(self, other: Atom) -> bool:
        return not self.ambiguous and any(same_thing(a, other) for a in self.atoms)


def same_thing(one: Atom, other: Atom) -> bool:
    if one.sort is not other.sort:
        return False
    if one.amount is not None and other.amount is not None:
        return one.amount.same_as(other.amount)
    if one.sort is Sort.DRUG and one.said != other.said:
        return False  # insulin glargin is no insulin detemir, though both stand in one monograph
    return one.key == other.key and one.of == other.of


def bound(atom: Atom, kind: Kind, reading: Reading) -> Bound:
    """Subjects of the kind for an atom of the same sentence."""
    of_kind = [a for a in reading.atoms if kind_of(a) is kind and a is not atom]
    here = tuple(a for a in of_kind if a.piece == atom.piece)
    if here:
        return Bound(here, same_piece=True)
    pieces = sorted({a.piece for a in of_kind})
    before = [p for p in pieces if p < atom.piece]
    if not pieces:
        return Bound()
    if len(pieces) > 1 and not before:
        return Bound(ambiguous=True)
    if len(pieces) > 1 and _amounts_come_first(reading, pieces[0]):
        return Bound(ambiguous=True)
    if before:
        return Bound(tuple(a for a in of_kind if a.piece == before[-1]))
    behind = tuple(a for a in of_kind if a.statement == atom.statement)
    return Bound(behind if kind is not Sort.STAGE else ())  # "liều đầu" speaks of what follows it


def _amounts_come_first(reading: Reading, piece: int) -> bool:
    doses = [a for a in reading.atoms if kind_of(a) is Measures.DOSE]
    return any(a.piece < piece for a in doses)
