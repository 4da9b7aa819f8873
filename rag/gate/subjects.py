"""Who does something to whom: the drug that stands before what is said of it.

«Theophylin: Rifampicin làm giảm tác dụng» is not «Theophylin làm giảm tác dụng của rifampicin». Under «Tương tác thuốc»
the words before a colon are the subject of what follows, unless another drug opens it.
"""

from collections.abc import Iterator, Sequence

from rag.gate.atoms import Atom, Reading, Sort
from rag.gate.binding import same_thing
from rag.gate.lexicon import DIRECTIONS
from rag.gate.printed_sentences import Printed

INTERACTIONS = "tuong_tac_thuoc"


def wrong_subjects(claim: Reading, side: Reading, printed: Printed, pairs: set[tuple[int, int]]) -> Iterator[str]:
    """Drugs that the claim makes the subject of what print says of another.

    `pairs`: pieces of the claim with the printed pieces that their words come from.
    """
    lead = _lead(side, printed)
    for mine, theirs in sorted(pairs):
        said, given = _opening_drugs(claim, mine), _opening_drugs(side, theirs)
        if not said:
            yield from _subject_replaced(claim, mine, theirs, given, pairs)
            continue
        for drug in said:
            if not any(same_thing(drug, other) for other in _may_be(theirs, given, lead, side, drug)):
                yield drug.said


def _subject_replaced(
    claim: Reading, mine: int, theirs: int, given: Sequence[Atom], pairs: set[tuple[int, int]]
) -> Iterator[str]:
    """ "Viên tránh thai: Rifampicin làm giảm tác dụng" told as "viên tránh thai làm giảm tác dụng"."""
    elsewhere = any(p == mine and q != theirs for p, q in pairs)
    here = [a for a in claim.atoms if a.piece == mine]
    for drug in given:
        if elsewhere and not any(same_thing(a, drug) for a in here):
            yield drug.said
            return


def _may_be(piece: int, opening: Sequence[Atom], lead: Sequence[Atom], side: Reading, drug: Atom) -> Sequence[Atom]:
    """Drugs that a claim may make the subject of what a printed piece says."""
    if opening:
        return opening
    here = [a for a in side.atoms if a.piece == piece]
    if lead and all(a not in lead for a in here):
        return lead
    return [*here, drug]  # no subject printed: what may be named at all was judged elsewhere


def _lead(side: Reading, printed: Printed) -> list[Atom]:
    """All that stands before the colon of an interaction: its subject."""
    colon = side.text.find(": ") if printed.passage.section == INTERACTIONS else -1
    return [a for a in side.atoms if a.start < colon]


def _opening_drugs(reading: Reading, piece: int) -> list[Atom]:
    """Drugs of a piece before its first word, or before its first "tăng" or "giảm"."""
    found: list[Atom] = []
    for atom in reading.atoms:
        if atom.piece != piece:
            continue
        if atom.sort is Sort.WORD or atom.operator in DIRECTIONS:
            break
        if atom.sort is Sort.DRUG:
            found.append(atom)
    return found
