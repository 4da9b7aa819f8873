"""What a claim leaves out of the very sentence that it cites: a limit, an exception, for whom it is meant."""

from collections.abc import Iterator, Sequence

from rag.gate.amounts import Limit, Measures
from rag.gate.binding import KINDS, bound, kind_of, same_thing
from rag.gate.lexicon import Operator
from rag.gate.matching import Fault
from rag.gate.print_side import Printed
from rag.gate.reading import Atom, Reading, Sort
from rag.gate.verdicts import Problem


def omissions(claims: Sequence[Reading], printed: Printed) -> Iterator[Fault]:
    """`claims`: every sentence of the draft that rests on this printed sentence; together they must not mislead."""
    said = [a for claim in claims for a in claim.atoms]
    side = printed.reading
    doses = [a for a in said if kind_of(a) is Measures.DOSE]
    for atom in side.of(Sort.AMOUNT):
        if doses and _is_limit(atom) and not _is_said(atom, said) and _shares_subject(atom, doses, side):
            yield Fault(Problem.OMITTED_MAXIMUM, atom.said)
    exceptions = [a for a in side.of(Sort.OPERATOR) if a.key is Operator.EXCEPT]
    if exceptions and not any(a.key is Operator.EXCEPT for a in said if a.sort is Sort.OPERATOR):
        yield Fault(Problem.OMITTED_EXCEPTION, side.text[exceptions[0].start :])
    yield from _restrictions(claims, side)


def _is_limit(atom: Atom) -> bool:
    return atom.amount is not None and atom.amount.measures is Measures.DOSE and atom.amount.limit is Limit.MAXIMUM


def _is_said(atom: Atom, said: Sequence[Atom]) -> bool:
    return any(same_thing(atom, other) for other in said)


def _shares_subject(limit: Atom, doses: Sequence[Atom], side: Reading) -> bool:
    """Is the limit that of a dose which was said, or of another subject of the sentence?"""
    matched = [a for a in side.of(Sort.AMOUNT) if _is_said(a, doses)]
    kinds = [k for k in KINDS if k is not Sort.DRUG]
    return any(
        all(bound(a, k, side).atoms == bound(limit, k, side).atoms or a.piece == limit.piece for k in kinds)
        for a in matched
    )


def _restrictions(claims: Sequence[Reading], side: Reading) -> Iterator[Fault]:
    """A dose printed for somebody, told without saying for whom."""
    for kind in KINDS:
        if kind is Sort.DRUG:
            continue
        for atom in side.of(Sort.AMOUNT):
            if kind_of(atom) is not Measures.DOSE:
                continue
            for claim in claims:
                told = [a for a in claim.of(Sort.AMOUNT) if same_thing(a, atom)]
                given = bound(atom, kind, side)
                if told and given.atoms and not any(bound(a, kind, claim) for a in told):
                    yield Fault(Problem.OMITTED_RESTRICTION, given.atoms[0].said)
                    return
