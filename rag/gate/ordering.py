"""The order in which print says things, where another order would exchange them."""

import re
from collections.abc import Iterator

from rag.gate.amounts import Measures
from rag.gate.atoms import Atom, Reading, Sort
from rag.gate.binding import Kind, kind_of, same_thing
from rag.gate.lexicon import STANCES, TOGETHER


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


def of_another_dose(claim: Reading, side: Reading) -> Iterator[str]:
    """How often, how far apart and for how long belongs to the dose that it stands behind in print.

    "600 mg/ngày một lần, hoặc 200 mg/lần, 3 lần/ngày" is no "600 mg/ngày, 3 lần/ngày". Said before any dose it belongs
    to the first behind it.
    """
    for time in _times(claim):
        printed = [a for a in _times(side) if same_thing(a, time)]
        own = _dose_of(time, claim)
        if own is None or not printed:
            continue
        given = [dose for a in printed if (dose := _dose_of(a, side)) is not None]
        if given and not any(same_thing(dose, own) for dose in given):
            yield f"{own.said} – {time.said}"
            return


def is_time(atom: Atom) -> bool:
    return kind_of(atom) is Measures.DOSE and atom.amount is not None and bool(atom.amount.family[0])


def same_dose(one: Atom, other: Atom, reading: Reading) -> bool:
    """Do two times of a sentence belong to one dose?"""
    return _dose_of(one, reading) is _dose_of(other, reading)


def turned_changes(claim: Reading, side: Reading) -> Iterator[str]:
    """By how much is not to how much: "giảm 75% liều" is not "giảm còn 75% liều"."""
    printed = {change for change, _ in _changes(side)}
    for change, said in _changes(claim):
        if change not in printed:
            yield said
            return


_STEP = r"(?: (?:liều|thêm|khoảng|dần|từ|còn|xuống|tới|đến|bằng|lên))"
_CHANGE = re.compile(
    rf"\b(giảm|tăng)\b({_STEP}*(?: (?!giảm|tăng)[^\W\d_]+)?{_STEP}*) (\d[\d.,]*(?: ?[-–] ?\d[\d.,]*)?)"
)
_TO = frozenset({"còn", "xuống", "tới", "đến", "bằng", "lên"})


def _changes(reading: Reading) -> Iterator[tuple[tuple[str, bool, str], str]]:
    """(raised or lowered, whether to that amount, the amount), and how it is said."""
    for match in _CHANGE.finditer(reading.text):
        words = frozenset(match[2].split())
        yield (match[1], bool(words & _TO), re.sub(r"\s", "", match[3])), match.group()


def _times(reading: Reading) -> list[Atom]:
    return [a for a in reading.of(Sort.AMOUNT) if is_time(a)]


def _dose_of(time: Atom, reading: Reading) -> Atom | None:
    doses = [a for a in reading.of(Sort.AMOUNT) if kind_of(a) is Measures.DOSE and not is_time(a)]
    before = [a for a in doses if a.start < time.start]
    return before[-1] if before else next(iter(doses), None)
