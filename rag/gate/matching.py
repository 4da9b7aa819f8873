"""Does one printed sentence, with what stands above it, say all that a sentence of a claim says?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.gate.amounts import Measures
from rag.gate.binding import KINDS, Bound, bound, kind_of, same_thing
from rag.gate.lexicon import ALONE, INSTRUCTS, MUST_BE_PRINTED, SILENT, Operator
from rag.gate.print_side import Printed, said_above, under_section
from rag.gate.reading import SUBJECTS, Atom, Reading, Sort
from rag.gate.verdicts import Problem
from rag.vietnamese import accent_key

_FOREIGN = {
    Sort.DRUG: Problem.DRUG,
    Sort.PERSON: Problem.POPULATION,
    Sort.STATE: Problem.POPULATION,
    Sort.ROUTE: Problem.ROUTE,
    Sort.STAGE: Problem.STAGE,
    Sort.OPERATOR: Problem.POLARITY,
    Measures.AGE: Problem.BAND,
    Measures.WEIGHT: Problem.BAND,
    Measures.CLEARANCE: Problem.BAND,
    Measures.DOSE: Problem.NUMBER,
}
_USE = "dùng"
# The monograph's own drug may be named wherever it fits, except as what is raised, lowered, left out or comes later.
_DIRECTIONS = frozenset({Operator.UP, Operator.DOWN, Operator.BEFORE, Operator.AFTER, Operator.EXCEPT})
_TOGETHER = frozenset(map(accent_key, ("phối", "hợp", "dùng", "cùng", "đồng", "thời", "chung", "kèm")))


@dataclass(frozen=True, slots=True)
class Fault:
    problem: Problem
    said: str


def faults(claim: Reading, printed: Printed) -> tuple[Fault, ...]:
    """Nothing: the sentence says it all. Otherwise what it does not say, against the reading that comes nearest."""
    if claim.text.rstrip(" .;") == printed.reading.text.rstrip(" .;") and printed.is_cited_whole:
        return ()
    if printed.is_table:
        # Which cell belongs to which header is the grid's to say, not a sentence's.
        return (Fault(Problem.WORDING, "bảng chỉ được trích nguyên văn"),)
    sides = [printed.reading]
    if printed.stance is not None:
        sides.append(under_section(printed.reading, printed.stance))
    return min((tuple(_faults(claim, side, printed)) for side in sides), key=len)


def _faults(claim: Reading, side: Reading, printed: Printed) -> Iterator[Fault]:
    yield from _added_choice(claim, side)
    for atom in claim.atoms:
        if atom.sort is not Sort.WORD:
            yield from _atom_faults(atom, claim, side, printed)
    yield from _word_faults(claim, side, printed)
    yield from _order_faults(claim, side)


def _added_choice(claim: Reading, side: Reading) -> Iterator[Fault]:
    if len(MUST_BE_PRINTED.findall(claim.text)) > len(MUST_BE_PRINTED.findall(side.text)):
        yield Fault(Problem.WORDING, "hoặc")
    if MUST_BE_PRINTED.search(side.text) and " và " in claim.text and " và " not in side.text:
        if not MUST_BE_PRINTED.search(claim.text):
            yield Fault(Problem.WORDING, "và")


# --- amounts, subjects, operators ------------------------------------------------------------------------------


def _atom_faults(atom: Atom, claim: Reading, side: Reading, printed: Printed) -> Iterator[Fault]:
    same = [a for a in side.atoms if same_thing(a, atom) and _is_cited(a, printed)]
    if atom.operator in SILENT and (same or printed.passage.section in INSTRUCTS):
        return
    governed = [a for a in same if a.under == atom.under]
    if atom.amount is not None and atom.amount.measures is Measures.DOSE:
        if not same:
            if not any(same_thing(a, atom) for above in printed.above for a in above.atoms):
                yield Fault(Problem.NUMBER, atom.said)
        elif not governed:
            yield Fault(Problem.POLARITY, atom.said)
        else:
            yield from min((tuple(_binding_faults(atom, a, claim, side, printed)) for a in governed), key=len)
        return
    if governed:
        return
    if atom.sort is not Sort.OPERATOR and _is_above(atom, side, printed):
        return
    if same:
        yield Fault(Problem.POLARITY, atom.said)
    else:
        yield Fault(_FOREIGN[kind_of(atom)], atom.said)  # type: ignore[index]


def _is_cited(atom: Atom, printed: Printed) -> bool:
    """In the cited part of the sentence; of what is for whom, anywhere in it."""
    if printed.within is printed.reading or atom.start < 0:
        return True
    return atom.sort in SUBJECTS or any(same_thing(a, atom) for a in printed.within.atoms)


def _is_above(atom: Atom, side: Reading, printed: Printed) -> bool:
    """A subject that the headings, the sentence before or the monograph itself give, under the sentence's own stance."""
    if atom.sort is Sort.DRUG:
        return same_thing(atom, printed.monograph) and atom.under <= side.operators - _DIRECTIONS
    if not atom.under <= side.stances:
        return False
    kind = kind_of(atom)
    if any(kind_of(a) is kind for a in side.atoms):
        return False  # the sentence has its own, which replaces what stands above
    for above in said_above(printed):
        of_kind = [a for a in above.atoms if kind_of(a) is kind]
        if of_kind:
            return any(same_thing(a, atom) for a in of_kind)
    return False


def _binding_faults(atom: Atom, match: Atom, claim: Reading, side: Reading, printed: Printed) -> Iterator[Fault]:
    """The amount belongs to the same drug, person, route … in the claim as in print."""
    for kind in KINDS:
        said = bound(atom, kind, claim)
        if not said:
            continue
        given = _given(match, kind, side, printed)
        wrong = [a for a in said.atoms if not given.holds(a)]
        if said.ambiguous or wrong:
            yield Fault(Problem.BINDING, f"{atom.said} – {(wrong or [atom])[0].said}")


def _given(match: Atom, kind: object, side: Reading, printed: Printed) -> Bound:
    own = bound(match, kind, side)  # type: ignore[arg-type]
    if kind is Sort.DRUG:
        return Bound((*own.atoms, *(() if own.same_piece else (printed.monograph,))), own.ambiguous)
    if own:
        return own
    for above in said_above(printed):
        of_kind = tuple(a for a in above.atoms if kind_of(a) is kind)
        if of_kind:
            return Bound(of_kind)
    return Bound()


def _order_faults(claim: Reading, side: Reading) -> Iterator[Fault]:
    """Amounts that could be taken for one another, and drugs and persons, keep their printed order."""
    # "phối hợp A với B" is "phối hợp B với A": only where nothing but being together is said of them.
    mutual = {a.key for a in claim.of(Sort.WORD)} <= _TOGETHER and not claim.operators & {Operator.UP, Operator.DOWN}
    drugs = () if mutual else claim.of(Sort.DRUG)
    for group in (*_by_dimension(claim), drugs, claim.of(Sort.PERSON), claim.of(Sort.STATE)):
        places = [[a.start for a in side.atoms if same_thing(a, atom)] for atom in group]
        reached = -1
        for atom, found in zip(group, places, strict=True):
            if not found:
                continue
            later = [p for p in found if p >= reached]
            if not later:
                yield Fault(Problem.BINDING, atom.said)
                break
            reached = min(later)


def _by_dimension(claim: Reading) -> list[list[Atom]]:
    groups: dict[object, list[Atom]] = {}
    for atom in claim.of(Sort.AMOUNT):
        if atom.amount is not None:
            groups.setdefault((atom.amount.measures, atom.amount.dimension), []).append(atom)
    return list(groups.values())


# --- words -----------------------------------------------------------------------------------------------------


def _word_faults(claim: Reading, side: Reading, printed: Printed) -> Iterator[Fault]:
    own = [a for a in side.atoms if a.sort is Sort.WORD and (printed.within is printed.reading or _is_cited(a, printed))]
    above = [[a for a in r.atoms if a.sort is Sort.WORD] for r in said_above(printed)]
    for run in _runs(claim):
        at = 0
        while at < len(run):
            length, governed = _printed_run(run[at:], own, above, side)
            alone = length == 1 and len(run) > 1 and run[at].said not in ALONE and not _stands_alone(run[at], side)
            if length and governed and not alone:
                at += length
                continue
            if not length and run[at].said == _USE and printed.speaks_of_use and run[at].under == side.stances:
                at += 1
                continue
            yield Fault(Problem.POLARITY if length and not governed else Problem.WORDING, run[at].said)
            at += max(length, 1)


def _runs(claim: Reading) -> Iterator[list[Atom]]:
    """Words of the claim that no number, drug, person or operator parts."""
    run: list[Atom] = []
    for atom in claim.atoms:
        if atom.sort is Sort.WORD and (not run or run[-1].piece == atom.piece):
            run.append(atom)
            continue
        if run:
            yield run
        run = [atom] if atom.sort is Sort.WORD else []
    if run:
        yield run


def _stands_alone(word: Atom, side: Reading) -> bool:
    """Printed once at least without a word beside it ("Corticoid: …")."""
    atoms = side.atoms
    for at, atom in enumerate(atoms):
        if atom.sort is Sort.WORD and atom.key == word.key:
            beside = [a for a in (atoms[at - 1] if at else None, atoms[at + 1] if at + 1 < len(atoms) else None) if a]
            if not any(a.sort is Sort.WORD and a.piece == atom.piece for a in beside):
                return True
    return False


def _printed_run(
    run: Sequence[Atom], own: Sequence[Atom], above: Sequence[Sequence[Atom]], side: Reading
) -> tuple[int, bool]:
    """How many words from the start of the run stand side by side in print, and whether under the same operators."""
    best = (0, False)
    for words, is_own in ((own, True), *((w, False) for w in above)):
        for start in range(len(words)):
            length = 0
            while (
                length < len(run)
                and start + length < len(words)
                and words[start + length].key == run[length].key
                and words[start].piece == words[start + length].piece
            ):
                length += 1
            if not length:
                continue
            if is_own:
                agreeing = 0
                while agreeing < length and words[start + agreeing].under == run[agreeing].under:
                    agreeing += 1
            else:
                agreeing = length if all(a.under <= side.stances for a in run[:length]) else 0
            candidate = (agreeing, True) if agreeing else (length, False)
            best = max(best, candidate, key=lambda c: (c[1], c[0]))
    return best
