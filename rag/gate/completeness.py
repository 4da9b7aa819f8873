"""What a claim leaves out of the very sentence that it cites: a limit, an exception, for whom it is meant."""

import itertools
import re
from collections.abc import Iterator, Sequence

from rag.gate.amounts import Limit, Measures
from rag.gate.atoms import SUBJECTS, Atom, Reading, Sort
from rag.gate.binding import KINDS, bound, kind_of, same_thing
from rag.gate.lexicon import TURNS, Operator
from rag.gate.matching import Fault, Support, is_own_name
from rag.gate.printed_sentences import Printed, said_above
from rag.gate.regimens import advises, exchanged, regimen_pieces, torn
from rag.gate.verdicts import Problem
from rag.passages import DOSING

_TURNING = re.compile(rf"\b(?:{TURNS})\b")
# In these the words before a colon are labels ("Tiêu hóa: Buồn nôn"), no restriction.
_LABELLED = frozenset({"tac_dung_khong_mong_muon", "duoc_dong_hoc", "duoc_ly", "dang_thuoc_va_ham_luong"})
_SPARED = frozenset({"bệnh", "dùng", "mọi"})
_CONDITION = re.compile(r"\b(?:nếu|khi|(?<!chống )chỉ)\b(?! (?:cần|định|số)\b)")

_DEGREES = frozenset({"nặng", "nhẹ", "vừa"})
_AT_A_DOSE = re.compile(r"\bliều (?:cao|thấp)\b")


def omissions(claims: Sequence[Reading], carried: Sequence[Support], printed: Printed) -> Iterator[Fault]:
    """`claims`: every sentence of the draft that rests on this printed one; together they must not mislead."""
    if any(c.verbatim for c in carried):
        return
    side = printed.reading
    said = [a for claim in claims for a in claim.atoms]
    yield from _limits(said, printed, carried)
    if _says(Operator.EXCEPT, side.atoms) and not _says(Operator.EXCEPT, said):
        yield Fault(Problem.OMITTED_EXCEPTION, side.text[-80:])
    told = " ".join(c.text for c in claims)
    if (turn := _TURNING.search(side.text)) and not _TURNING.search(told):
        yield Fault(Problem.OMITTED_EXCEPTION, side.text[turn.start() :])
    yield from _lead_left_out(printed, carried)
    yield from _pieces_left_out(printed, carried)
    yield from _regimen_torn(claims, printed, carried)
    yield from _conditions_left_out(told, carried)
    yield from _degrees_left_out(told, carried)
    yield from _whom_left_out(claims, side)


def _says(operator: Operator, atoms: Sequence[Atom]) -> bool:
    return any(a.operator is operator for a in atoms)


def _is_said(atom: Atom, said: Sequence[Atom]) -> bool:
    return any(same_thing(atom, other) for other in said)


def _limits(said: Sequence[Atom], printed: Printed, carried: Sequence[Support]) -> Iterator[Fault]:
    side = printed.reading
    told = {a.statement for a in side.atoms if a.start in set().union(*(c.told for c in carried))}
    doses = [a for a in said if kind_of(a) is Measures.DOSE]
    for atom in side.of(Sort.AMOUNT):
        limits = atom.amount is not None and atom.amount.limit is Limit.MAXIMUM and kind_of(atom) is Measures.DOSE
        if not limits or _is_said(atom, said):
            continue
        if _limits_what_was_said(atom, doses, side) or (
            not doses and (printed.passage.section == DOSING or atom.statement in told)
        ):
            yield Fault(Problem.OMITTED_MAXIMUM, atom.said)


def _limits_what_was_said(limit: Atom, doses: Sequence[Atom], side: Reading) -> bool:
    """Is it the limit of a dose that was said? Not when print speaks of somebody else between the two."""
    for dose in (a for a in side.of(Sort.AMOUNT) if _is_said(a, doses)):
        first, last = sorted((dose.start, limit.start))
        if not any(a.says_for_whom and first < a.start < last for a in side.atoms):
            return True
    return False


def _lead_left_out(printed: Printed, carried: Sequence[Support]) -> Iterator[Fault]:
    """ "Người lớn bị viêm màng não: …" told as if it were for every adult. What stands in brackets may be spared."""
    if printed.passage.section in _LABELLED:
        return
    side = printed.reading
    told = set().union(*(c.told for c in carried))
    shown = [a for r in printed.above for a in r.atoms] + [a for a in side.atoms if a.start in told]
    for lead_start, colon, end in _leads(side):
        if not any(colon < start < end for start in told):
            continue
        lead = [a for a in side.atoms if lead_start <= a.start < colon]
        others = [a for a in lead if a.sort is Sort.DRUG and not is_own_name(a, printed) and not _in_brackets(a, side)]
        if others and not any(_is_said(a, shown) for a in others):
            yield Fault(Problem.OMITTED_RESTRICTION, side.text[lead_start:colon])  # one of several may be told alone
            return
        for atom in lead:
            spared = atom.said == "bệnh" or atom.sort in (Sort.OPERATOR, Sort.DRUG) or _in_brackets(atom, side)
            given = atom.start in told or (atom.sort is not Sort.WORD and _is_said(atom, shown))
            if not spared and not given:
                yield Fault(Problem.OMITTED_RESTRICTION, side.text[lead_start:colon])
                return


def _leads(side: Reading) -> list[tuple[int, int, int]]:
    """(start, colon, end of what it leads) of each. A later lead with a subject of its own replaces the first."""
    colons = [m.start() for m in re.finditer(": ", side.text)]
    starts = [max(side.text.rfind(mark, 0, colon) for mark in (", ", "; ")) + 1 for colon in colons]
    replaced = [
        start for start, colon in zip(starts, colons, strict=True)
        if start and any(start <= a.start < colon and a.says_for_whom for a in side.atoms) and start > colons[0]
    ]  # fmt: skip
    found = []
    for at, colon in enumerate(colons):
        own = starts[at] if starts[at] in replaced else 0 if not at else starts[at]
        end = next((r for r in replaced if r > colon), len(side.text))
        found.append((own, colon, end))
    return found


def _in_brackets(atom: Atom, side: Reading) -> bool:
    before = side.text[: atom.start]
    return before.count("(") > before.count(")")


def _pieces_left_out(printed: Printed, carried: Sequence[Support]) -> Iterator[Fault]:
    """What stands between two commas is told whole or not at all, and a regimen is: a part may say something else."""
    side = printed.reading
    touched = set().union(*(c.touched_pieces() for c in carried))
    told = set().union(*(c.told for c in carried))
    section = printed.passage.section
    regimen = regimen_pieces(side, told, in_dosing=section == DOSING) if advises(section) else frozenset()
    said = [a for a in side.atoms if a.start in told]
    for atom in side.atoms:
        if atom.piece not in touched | regimen or atom.start in told:
            continue
        spared = atom.sort is Sort.OPERATOR or _is_spared(atom, said, side) or is_own_name(atom, printed)
        twins = [a for a in said if same_thing(a, atom) and a.under == atom.under and atom.amount is None]
        repeated = any(a.sort in SUBJECTS or _is_all_of_its_piece(a, side) for a in twins)
        if not spared and not repeated and (atom.piece in touched or not _is_headed(atom, printed)):
            yield Fault(Problem.OMITTED_RESTRICTION, atom.said)
            return


def _is_spared(atom: Atom, said: Sequence[Atom], side: Reading) -> bool:
    """ "Chia" tells that an amount is to be divided; a lead that says so ("Cách chia liều: …") says it for the rest."""
    lead = side.text.find(": ")
    return atom.said in _SPARED or (atom.said == "chia" and any(a.said == "chia" and a.start < lead for a in said))


def _is_headed(atom: Atom, printed: Printed) -> bool:
    """Shown above the claim anyway: for whom, of what and by which route the heading says it."""
    return atom.sort is not Sort.WORD and any(same_thing(a, atom) for r in said_above(printed) for a in r.atoms)


def _regimen_torn(claims: Sequence[Reading], printed: Printed, carried: Sequence[Support]) -> Iterator[Fault]:
    """One sentence of the draft passes over an amount that another tells, or amounts change places between them."""
    side, section = printed.reading, printed.passage.section
    for one in carried if advises(section) else ():
        if left_out := torn(side, one.told):
            yield Fault(Problem.OMITTED_RESTRICTION, left_out.said)
            return
    together = Reading(" ".join(c.text for c in claims), tuple(a for c in claims for a in c.atoms))
    for said in exchanged(together, side, section):
        yield Fault(Problem.BINDING, said)


def _is_all_of_its_piece(atom: Atom, side: Reading) -> bool:
    """ "Salicylat: Salicylat làm tăng …": the lead is told with the word that repeats it."""
    return [a for a in side.atoms if a.piece == atom.piece] == [atom]


def _conditions_left_out(told: str, carried: Sequence[Support]) -> Iterator[Fault]:
    side = carried[0].side
    touched = set().union(*(c.touched_pieces() for c in carried))
    words = [m for m in _CONDITION.finditer(side.text) if _piece_at(m.start(), side) in touched]
    if len(words) > len(_CONDITION.findall(told)):
        yield Fault(Problem.OMITTED_RESTRICTION, side.text[words[-1].start() :][:80])


def _degrees_left_out(told: str, carried: Sequence[Support]) -> Iterator[Fault]:
    """ "Suy thận nhẹ" told as "suy thận"; what holds at a high dose told as if it held at any."""
    side = carried[0].side
    starts = set().union(*(c.told for c in carried))
    for before, degree in itertools.pairwise(side.atoms):
        if degree.said in _DEGREES and before.start in starts and degree.start not in starts:
            yield Fault(Problem.OMITTED_RESTRICTION, f"{before.said} {degree.said}")
            return
    statements = {a.statement for a in side.atoms if a.start in starts}
    meant = [m.group() for m in _AT_A_DOSE.finditer(side.text) if _statement_at(m.start(), side) in statements]
    if len(meant) > len(_AT_A_DOSE.findall(told)):
        yield Fault(Problem.OMITTED_RESTRICTION, meant[-1])


def _statement_at(position: int, side: Reading) -> int:
    return next((a.statement for a in side.atoms if a.start >= position), -1)


def _piece_at(position: int, side: Reading) -> int:
    return next((a.piece for a in side.atoms if a.start >= position), -1)


def _whom_left_out(claims: Sequence[Reading], side: Reading) -> Iterator[Fault]:
    """A dose printed for somebody, told without saying for whom."""
    for kind in KINDS:
        if kind is Sort.DRUG:
            continue
        for atom in side.of(Sort.AMOUNT):
            given = bound(atom, kind, side) if kind_of(atom) is Measures.DOSE else None
            if not given or not given.atoms:
                continue
            for claim in claims:
                told = [a for a in claim.of(Sort.AMOUNT) if same_thing(a, atom)]
                if told and not any(bound(a, kind, claim) for a in told):
                    yield Fault(Problem.OMITTED_RESTRICTION, given.atoms[0].said)
                    return
