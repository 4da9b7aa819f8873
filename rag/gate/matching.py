"""Does one printed sentence, with what stands above it, say all that a sentence of a claim says?

Each atom of the claim takes one printed atom, and no printed atom is taken twice: what print says once, a claim says
once. What is taken is remembered, so that what was left out can be seen.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rag.gate.amounts import Measures
from rag.gate.atoms import Atom, Reading, Sort
from rag.gate.binding import KINDS, Bound, Kind, bound, kind_of, same_thing
from rag.gate.lexicon import DIRECTIONS, FORBIDDING, INSTRUCTS, NAMED_ANYWHERE, SILENT, Operator
from rag.gate.ordering import in_step, out_of_order, turned_choice
from rag.gate.printed_sentences import Printed, said_above, under_section, with_lead_as_object
from rag.gate.regimens import exchanged
from rag.gate.subjects import wrong_subjects
from rag.gate.verdicts import Problem
from rag.gate.wording import Words, match_words

_FOREIGN: dict[Kind, Problem] = {
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


@dataclass(frozen=True, slots=True)
class Fault:
    problem: Problem
    said: str


@dataclass(slots=True)
class Support:
    """How a printed sentence carries a sentence of a claim.

    `taken`: places of printed atoms that it uses; `pairs`: pieces of the claim with the printed pieces of their words.
    """

    printed: Printed
    side: Reading
    faults: list[Fault] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    pairs: set[tuple[int, int]] = field(default_factory=set)
    verbatim: bool = False

    def place(self, atom: Atom) -> int:
        return next(i for i, a in enumerate(self.side.atoms) if a is atom)

    def free(self, atoms: Iterable[Atom]) -> list[Atom]:
        return [a for a in atoms if self.place(a) not in self.taken]

    def take(self, atom: Atom) -> None:
        self.taken.add(self.place(atom))

    @property
    def told(self) -> set[int]:
        """Where the taken atoms begin in the printed text: the same for every side of the sentence."""
        return {self.side.atoms[i].start for i in self.taken}

    def touched_pieces(self) -> set[int]:
        """Pieces of which anything is used; of a lead, anything but whom it is for."""
        colon = self.side.text.find(": ")
        taken = [self.side.atoms[i] for i in self.taken]
        return {a.piece for a in taken if a.start >= 0 and not (a.says_for_whom and a.start < colon)}


def support(claim: Reading, printed: Printed, already: Support | None = None) -> Support:
    """`already`: how an earlier sentence of the same claim rests on this one; what it took is not taken again."""
    if claim.text.rstrip(" .;") == printed.reading.text.rstrip(" .;") and printed.is_cited_whole and already is None:
        return Support(printed, printed.reading, taken=set(range(len(printed.reading.atoms))), verbatim=True)
    if printed.is_table:
        # Which cell belongs to which header is the grid's to say, not a sentence's.
        return Support(printed, printed.reading, [Fault(Problem.WORDING, "bảng chỉ được trích nguyên văn")])
    sides = [printed.reading]
    if printed.stance is not None:
        statements = 1 + max((a.statement for a in printed.reading.atoms), default=0)
        sides += [under_section(printed.reading, printed.stance, reach=n) for n in {1, statements}]
    if (turned := with_lead_as_object(printed)) is not None:
        sides.append(turned)
    return min((_match(claim, side, printed, already) for side in sides), key=lambda s: len(s.faults))


def _match(claim: Reading, side: Reading, printed: Printed, already: Support | None) -> Support:
    found = Support(printed, side)
    if already is not None and len(already.side.atoms) == len(side.atoms):
        said_again = (Sort.WORD, Sort.AMOUNT, Sort.OPERATOR)
        found.taken = {i for i in already.taken if side.atoms[i].sort in said_again}
    found.faults += [Fault(Problem.WORDING, said) for said in turned_choice(claim, side)]
    for atom in claim.atoms:
        if atom.sort is not Sort.WORD:
            found.faults += _atom_faults(atom, claim, found)
    found.faults += _word_faults(claim, found)
    found.faults += [Fault(Problem.BINDING, said) for said in wrong_subjects(claim, side, printed, found.pairs)]
    found.faults += [Fault(Problem.BINDING, said) for said in out_of_order(claim, side)]
    found.faults += [Fault(Problem.BINDING, said) for said in exchanged(claim, side, printed.passage.section)]
    found.faults += _left_out_operators(found)
    stated = (Sort.WORD, Sort.OPERATOR, Measures.DOSE)
    if not found.faults and not any(kind_of(side.atoms[i]) in stated for i in found.taken):
        # "Thuốc dùng cho người lớn": small words and a subject say nothing that print could support.
        found.faults.append(Fault(Problem.WORDING, claim.text[:60]))
    return found


# --- amounts, subjects, operators ------------------------------------------------------------------------------


def _atom_faults(atom: Atom, claim: Reading, found: Support) -> Iterator[Fault]:
    printed, side = found.printed, found.side
    same = [a for a in side.atoms if same_thing(a, atom) and is_cited(a, printed)]
    if atom.operator in SILENT and (same or printed.passage.section in INSTRUCTS):
        return
    governed = found.free(a for a in same if a.under == atom.under and (a.start >= 0 or _is_heading_word(atom, claim)))
    if governed:
        if kind_of(atom) is Measures.DOSE:
            judged = [(tuple(_binding_faults(atom, a, claim, found)), a) for a in governed]
            wrong, match = min(judged, key=lambda j: len(j[0]))
            found.take(match)
            yield from wrong
        else:
            found.take(governed[0])
            if atom.operator in DIRECTIONS and governed[0].start >= 0:
                found.pairs.add((atom.piece, governed[0].piece))
    elif not _is_above(atom, found):
        yield Fault(_why(atom, same), atom.said)


def _is_heading_word(atom: Atom, claim: Reading) -> bool:
    """Does it stand for the heading? "Không dùng cho …" opens; "người đang không dùng …" says something of its own."""
    before = [a for a in claim.atoms if a.start < atom.start]
    if claim.text[: atom.start].rstrip().endswith(("người", "người bệnh", "đang", "đã")):
        return False
    return "chống chỉ định" in atom.said or not any(a.sort in (Sort.WORD, Sort.OPERATOR) for a in before)


def _why(atom: Atom, same: Sequence[Atom]) -> Problem:
    if any(a.under == atom.under for a in same):
        return Problem.BINDING  # printed, and said more often than printed
    return Problem.POLARITY if same else _FOREIGN[kind_of(atom)]


def is_cited(atom: Atom, printed: Printed) -> bool:
    """In the cited part of the sentence; of what says for whom, anywhere in it."""
    if printed.within is printed.reading or atom.start < 0:
        return True
    for_whom = atom.sort in (Sort.PERSON, Sort.STATE, Sort.ROUTE, Sort.STAGE, Sort.DRUG)
    return for_whom or any(same_thing(a, atom) for a in printed.within.atoms)


def _is_above(atom: Atom, found: Support) -> bool:
    """Given by the headings, the sentence before or the monograph itself, under the sentence's own stance."""
    printed, side = found.printed, found.side
    if atom.sort is Sort.DRUG:
        return is_own_name(atom, printed) and atom.under <= side.operators & NAMED_ANYWHERE
    if atom.sort is Sort.OPERATOR or not atom.under <= side.stances:
        return False
    kind = kind_of(atom)
    if kind is Measures.DOSE:
        return any(same_thing(a, atom) for above in printed.above for a in above.atoms)  # "ADR > 1/100"
    if any(kind_of(a) is kind for a in side.atoms):
        return False  # the sentence has its own, which replaces what stands above
    for above in said_above(printed):
        of_kind = [a for a in above.atoms if kind_of(a) is kind]
        if of_kind:
            return any(same_thing(a, atom) for a in of_kind)
    return False


def is_own_name(atom: Atom, printed: Printed) -> bool:
    """The title of the monograph, or a part of it: codein of codein phosphat; of insulin no insulin glargin."""
    # A name that two monographs share resolves to neither; the citation says which is meant.
    shared = atom.key == f"? {atom.said}"
    titles = [own for own in printed.monograph if shared or own.key == atom.key]
    return any(set(atom.said.split()) <= set(own.said.split()) for own in titles)


def _binding_faults(atom: Atom, match: Atom, claim: Reading, found: Support) -> Iterator[Fault]:
    """The amount belongs to the same drug, person, route … in the claim as in print."""
    for kind in KINDS:
        said = bound(atom, kind, claim)
        if not said:
            continue
        given = _given(match, kind, found)
        if in_step(kind, claim, found.side):
            continue
        own_name = kind is Sort.DRUG and not given.same_piece
        wrong = [a for a in said.atoms if not given.holds(a) and not (own_name and is_own_name(a, found.printed))]
        if said.ambiguous or wrong:
            yield Fault(Problem.BINDING, f"{atom.said} – {(wrong or [atom])[0].said}")


def _given(match: Atom, kind: Kind, found: Support) -> Bound:
    own = bound(match, kind, found.side)
    if kind is Sort.DRUG:
        return Bound((*own.atoms, *(() if own.same_piece else found.printed.monograph)), own.ambiguous)
    if own:
        return own
    for above in said_above(found.printed):
        of_kind = tuple(a for a in above.atoms if kind_of(a) is kind)
        if of_kind:
            return Bound(of_kind)
    return Bound()


def _word_faults(claim: Reading, found: Support) -> Iterator[Fault]:
    printed, side = found.printed, found.side
    own = [
        (i, a)
        for i, a in enumerate(side.atoms)
        if a.sort is Sort.WORD and i not in found.taken and is_cited(a, printed)
    ]
    # A sentence that names its own case ("loét tá tràng: …") is not told under the wider one of its heading.
    above = [] if printed.names_its_case else [r.of(Sort.WORD) for r in printed.above]
    # Under a heading that forbids or warns, "dùng" without saying so would permit.
    permits = printed.stance in FORBIDDING and side is printed.reading
    use = printed.speaks_of_use and not permits and Operator.STOP not in side.stances
    for piece, places, problem, said in match_words(claim, Words(side, own, above, use)):
        found.taken.update(places)
        found.pairs.update((piece, side.atoms[place].piece) for place in places)
        if problem is not None:
            yield Fault(problem, said)


# --- what is left out ------------------------------------------------------------------------------------------


def _left_out_operators(found: Support) -> Iterator[Fault]:
    """A piece is told with all its operators: "an toàn" alone is not what "độ an toàn chưa được xác định" says."""
    touched = found.touched_pieces()
    for at, atom in enumerate(found.side.atoms):
        left_out = atom.operator is not None and atom.operator not in SILENT and at not in found.taken
        if left_out and atom.start >= 0 and atom.piece in touched:
            yield Fault(Problem.POLARITY, f"thiếu «{atom.said}»")
