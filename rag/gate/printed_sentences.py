"""The printed side: each cited sentence with what stands above it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from rag.claims import Citation
from rag.gate.atoms import Atom, Reading, Sort
from rag.gate.governing import spared
from rag.gate.lexicon import DIRECTIONS, Operator
from rag.gate.reading import read
from rag.gate.spelling import one_spelling
from rag.passages import DOSING, BlockKind, Passage
from rag.ports import DrugNames
from rag.printed import lead_of, sentence_spans

# What the heading of a section says of every sentence below it that says nothing of the kind itself.
_SECTION_STANCE = {
    "chong_chi_dinh": Operator.FORBIDDEN,
    "than_trong": Operator.CAUTION,
    "chi_dinh": Operator.INDICATED,
}
_DECIDED = frozenset({Operator.FORBIDDEN, Operator.AVOID, Operator.ALLOWED, Operator.RESTRICT})
# Sections in which "dùng" may be said of the drug although the sentence prints only the amount or the case.
_OF_USE = frozenset({"chong_chi_dinh", "than_trong", "chi_dinh", DOSING, "huong_dan_xu_tri_adr", "qua_lieu_va_xu_tri"})


@dataclass(frozen=True, slots=True)
class Printed:
    """A sentence of a passage. `cited`: the part of it that the citation covers; `above`: headings, innermost first.

    `opened`: the sentence before it in the block that said for whom, when this one does not.
    """

    passage: Passage
    sentence: str
    cited: str
    reading: Reading
    within: Reading
    above: tuple[Reading, ...]
    opened: Reading | None
    monograph: tuple[Atom, ...]
    stance: Operator | None
    speaks_of_use: bool

    @property
    def is_table(self) -> bool:
        return self.passage.kind is BlockKind.TABLE

    @property
    def names_its_case(self) -> bool:
        colon = self.reading.text.find(": ")
        return self.passage.section == DOSING and any(a.start < colon for a in self.reading.of(Sort.WORD))

    @property
    def is_cited_whole(self) -> bool:
        return one_spelling(self.cited).rstrip(" .;") == one_spelling(self.sentence).rstrip(" .;")


def printed_sentences(citation: Citation, passage: Passage, names: DrugNames) -> tuple[Printed, ...]:
    """The sentences that the cited characters touch, in order."""
    spans = ((0, len(passage.text)),) if passage.kind is BlockKind.TABLE else sentence_spans(passage.text)
    above = tuple(_read(h, names) for h in (*reversed(passage.headings), passage.section_title))
    found: list[Printed] = []
    opened: Reading | None = None
    for start, end in spans:
        sentence = passage.text[start:end]
        reading = _read(sentence, names)
        says_whom = bool(reading.of(Sort.PERSON) or lead_of(sentence))
        cited = passage.text[max(start, citation.start) : min(end, citation.end)].strip()
        if cited:
            found.append(
                Printed(
                    passage,
                    sentence,
                    cited,
                    reading,
                    reading if len(cited) >= len(sentence.strip()) else _read(cited, names),
                    above,
                    None if says_whom else opened,
                    _titles(passage),
                    _stance_above(passage, reading),
                    passage.section in _OF_USE,
                )
            )
        if says_whom:
            opened = reading
    return tuple(found)


def _stance_above(passage: Passage, reading: Reading) -> Operator | None:
    """What the heading adds. A contraindication stays one although it warns besides ("vẫn phải thận trọng")."""
    stance = _SECTION_STANCE.get(passage.section)
    decided = reading.stances & _DECIDED if stance is Operator.FORBIDDEN else reading.stances
    return None if decided else stance


def with_lead_as_object(printed: Printed) -> Reading | None:
    """ "Flecainid: Amiodaron làm tăng nồng độ" read as "amiodaron làm tăng nồng độ của flecainid".

    Only where the monograph's own drug stands before "tăng" or "giảm" and print names nobody behind it; else None.
    """
    atoms = printed.reading.atoms
    colon = printed.reading.text.find(": ")
    lead = [a for a in atoms if a.start < colon]
    piece = [a for a in atoms if lead and a.piece == lead[-1].piece + 1]
    turning = next((i for i, a in enumerate(piece) if a.operator in DIRECTIONS), None)
    if printed.passage.section != "tuong_tac_thuoc" or turning is None:
        return None
    drugs = [i for i, a in enumerate(piece) if a.sort is Sort.DRUG]
    if len(drugs) != 1 or drugs[0] > turning or piece[drugs[0]].key != printed.passage.monograph:
        return None
    behind = [a for a in atoms if a.start > piece[-1].start]
    return replace(printed.reading, atoms=(*piece, *_as_object(lead, piece[-1]), *behind))


def _as_object(lead: Sequence[Atom], last: Atom) -> Iterator[Atom]:
    """The lead behind the last word of a piece: up to its first comma, what governs that word governs it too."""
    for atom in lead:
        if atom.piece == lead[0].piece:
            under = atom.under | (last.under - spared(atom))
            yield replace(atom, piece=last.piece, statement=last.statement, under=under)
        else:
            yield replace(atom, statement=last.statement)


def _titles(passage: Passage) -> tuple[Atom, ...]:
    """The monograph's own names: what stands before the bracket of its title, and in it."""
    names = re.split(r"\s*[()]", one_spelling(passage.monograph_name))
    return tuple(Atom(Sort.DRUG, passage.monograph, name, 0) for name in names if name)


def under_section(reading: Reading, stance: Operator, *, reach: int) -> Reading:
    """The sentence as its section's heading makes it: "Tiền sử hen" under "Chống chỉ định" forbids.

    `reach`: how many of its statements a claim may put under the heading's word.
    """
    atoms = tuple(replace(a, under=a.under | {stance}) if a.statement < reach else a for a in reading.atoms)
    return replace(reading, atoms=(Atom(Sort.OPERATOR, stance, str(stance), -1), *atoms))


# The same print is read at every turn; what it says depends on nothing but itself and the names of the edition.
_KEPT: WeakKeyDictionary[DrugNames, dict[str, Reading]] = WeakKeyDictionary()
_MOST_KEPT = 16_384


def _read(text: str, names: DrugNames) -> Reading:
    kept = _KEPT.setdefault(names, {})
    reading = kept.get(text)
    if reading is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        reading = kept[text] = read(text, names)
    return reading


def said_above(printed: Printed) -> Sequence[Reading]:
    return (*([printed.opened] if printed.opened else []), *printed.above)
