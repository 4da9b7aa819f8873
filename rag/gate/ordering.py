"""The order in which print says things, where another order would exchange them."""

import re
from collections.abc import Iterator

from rag.gate.amounts import Measures
from rag.gate.atoms import Atom, Reading, Sort
from rag.gate.binding import Kind, kind_of, same_thing
from rag.gate.lexicon import STANCES, TOGETHER

_REASON = re.compile(r"\b(?:do|vì|bởi) (?=\d)")


def out_of_order(claim: Reading, side: Reading) -> Iterator[str]:
    """Amounts that could be taken for one another, drugs, persons and routes keep their printed order."""
    # "phối hợp A với B" is "phối hợp B với A": only where nothing but being together is said of them.
    mutual = {a.key for a in claim.of(Sort.WORD)} <= TOGETHER and not claim.operators - STANCES
    drugs = () if mutual else claim.of(Sort.DRUG)
    subjects = (claim.of(sort) for sort in (Sort.PERSON, Sort.STATE, Sort.ROUTE, Sort.STAGE))
    for group in (*_comparable(claim), drugs, *subjects):
        reached = -1
        for atom in group:
            places = [i for i, a in enumerate(side.atoms) if same_thing(a, atom)]
            # A person or drug may be named again; an amount is said as often as printed.
            later = [p for p in places if p > reached or (p == reached and atom.amount is None)]
            if places and not later:
                yield atom.said
                break
            reached = min(later, default=reached)


def _comparable(claim: Reading) -> list[list[Atom]]:
    groups: dict[object, list[Atom]] = {}
    for atom in claim.of(Sort.AMOUNT):
        if atom.amount is not None:
            groups.setdefault((atom.amount.measures, atom.amount.family), []).append(atom)
    return list(groups.values())


def in_step(kind: Kind, claim: Reading, side: Reading) -> bool:
    """Amounts and subjects follow one another exactly as printed, so that whatever print binds, the claim binds."""
    one, other = ([a for a in r.atoms if kind_of(a) in (kind, Measures.DOSE)] for r in (claim, side))
    return len(one) == len(other) and all(same_thing(a, b) for a, b in zip(one, other, strict=True))


def turned_choice(claim: Reading, side: Reading) -> Iterator[str]:
    """ "500 mg hoặc 1 g" is neither "500 mg và 1 g" nor the other way round."""
    more_or = _count("hoặc", claim) - _count("hoặc", side)
    more_and = _count("và", claim) - _count("và", side)
    if more_or > 0:
        yield "hoặc"
    elif more_or < 0 < more_and:
        yield "và"
    if len(_REASON.findall(claim.text)) > len(_REASON.findall(side.text)):
        yield "do"  # "2,5 mg/kg/lần, do 14 ngày/lần"


def _count(word: str, reading: Reading) -> int:
    return f" {reading.text} ".count(f" {word} ")
