"""What the monographs say of two substances taken together: by name, by a class of them, or not at all.

Each monograph is read for the other substance in the sections where the book puts such statements. What is found is a
printed sentence with the side that prints it; what is not found is never taken for safety.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from rag.claims import Claim, ClaimRole
from rag.frames import QueryFrame
from rag.pair_statements import MAIN, SECTIONS, Blocks, Statement, Substance, statements
from rag.passages import BESIDE, DOSING, Evidence, Passage
from rag.ports import DrugNames, Naming
from rag.vietnamese import fold, folded_words

STRICTEST_FIRST = ("chong_chi_dinh", MAIN, "than_trong", DOSING, "tuong_ky")

ANSWERING = (MAIN, "chong_chi_dinh")  # sections that are the answer, not beside it


class Unread(StrEnum):
    """Why one side of a pair was not, or not wholly, read."""

    NOT_IN_EDITION = "not_in_edition"
    NO_SECTION = "no_section"  # its monograph prints no interactions
    HELD_BACK = "held_back"  # a block of its interactions waits for a pharmacist
    HELD_BACK_ELSEWHERE = "held_back_elsewhere"  # a block of another section that may hold such statements does
    HELD_BACK_NAMES_IT = "held_back_names_it"  # a block that waits seems to name the other substance


_MAY_SPEAK = {Unread.HELD_BACK, Unread.HELD_BACK_NAMES_IT}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two substances of the question and all that both monographs say of them together: first what the book itself
    calls a contraindication, then the nearest naming.

    `unread`: (substance id, why) of the sides that were not, or not wholly, read.
    """

    one: Substance
    other: Substance
    said: tuple[Statement, ...] = ()
    unread: tuple[tuple[str, Unread], ...] = ()

    @property
    def found(self) -> Naming | None:
        """How near the print comes to naming both; None where it is silent."""
        ranks = list(Naming)
        return min((s.naming for s in self.said), key=ranks.index, default=None)

    @property
    def is_forbidden(self) -> bool:
        """Does the book call it a contraindication in its own words?"""
        return any(s.forbids for s in self.said)

    @property
    def is_silent(self) -> bool:
        return not self.said

    def words(self, naming: Naming) -> tuple[str, ...]:
        """The words that stand for the other substance in statements of this kind, each once."""
        return tuple({fold(s.words): s.words for s in reversed(self.said) if s.naming is naming}.values())[::-1]

    @property
    def read_as(self) -> str:
        """Under which name a typed drug was found; empty where it is printed as it was typed."""
        itself = self.words(Naming.ITSELF)
        typed = next((s.name for s in (self.one, self.other) if s.is_drug and not s.in_edition), "")
        if not typed or not itself or any(folded_words(w) in folded_words(typed) for w in itself):
            return ""
        return itself[0]


def substances_of(frame: QueryFrame) -> tuple[Substance, ...]:
    """In the order asked: drugs of the edition, drugs that it lacks, what else they meet."""
    return (
        *(Substance(d.id, d.name) for d in frame.drugs),
        *(Substance(name, name, in_edition=False) for name in frame.unknown_drugs),
        *(Substance(name, name, in_edition=False, is_drug=False) for name in frame.partners),
    )


def pairs_of(substances: Sequence[Substance], evidence: Evidence, names: DrugNames) -> tuple[Pair, ...]:
    """Every two of the substances of which at least one has a monograph, in the order asked."""
    blocks = _by_section(evidence)
    return tuple(
        _pair(one, other, blocks, names)
        for one, other in combinations(substances, 2)
        if one.in_edition or other.in_edition
    )


@dataclass(frozen=True, slots=True)
class Beside:
    """What the monographs say of an asked drug and one that the patient takes beside it, contraindications first.

    `is_held`: a block of either monograph that may speak of the other is held back.
    """

    drug: str
    partner: str
    said: tuple[Statement, ...] = ()
    is_held: bool = False

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(claim for said in self.said for claim in said.claims(ClaimRole.STRICTER))


def with_co_medications(frame: QueryFrame, evidence: Evidence, names: DrugNames) -> tuple[Beside, ...]:
    """Every asked drug with every drug that the patient takes beside it, both monographs read.

    The evidence has to hold the sections `BESIDE` of the partners too: a pair is often printed on one side alone.
    """
    blocks = _by_section(evidence)
    return tuple(
        _beside(drug.id, partner, blocks, names)
        for drug in frame.drugs
        for partner in frame.co_medications
        if partner not in frame.drug_ids
    )


def _beside(drug: str, partner: str, blocks: Blocks, names: DrugNames) -> Beside:
    asked, other = Substance(drug, drug), Substance(partner, partner)
    sides = ((asked, other), (other, asked))
    said = [s for a, b in sides for s in statements(a.id, b, blocks, names, BESIDE)]
    said.sort(key=lambda s: STRICTEST_FIRST.index(s.section))
    held = any(_MAY_SPEAK & set(_unread(a, b, blocks, names)) for a, b in sides)
    return Beside(drug, partner, tuple(said), held)


def _by_section(evidence: Evidence) -> Blocks:
    blocks = defaultdict[tuple[str, str], list[Passage]](list)
    for passage in evidence.passages:
        blocks[passage.monograph, passage.section].append(passage)
    return dict(blocks)


def _pair(one: Substance, other: Substance, blocks: Blocks, names: DrugNames) -> Pair:
    sides = [(a, b) for a, b in ((one, other), (other, one)) if a.in_edition]
    said = [s for a, b in sides for s in statements(a.id, b, blocks, names)]
    ranks = list(Naming)
    said.sort(key=lambda s: (not s.forbids, ranks.index(s.naming), STRICTEST_FIRST.index(s.section)))
    unread = [(s.id, Unread.NOT_IN_EDITION) for s in (one, other) if s.is_drug and not s.in_edition]
    unread += [(a.id, why) for a, b in sides for why in _unread(a, b, blocks, names)]
    return Pair(one, other, tuple(said), tuple(unread))


def _unread(side: Substance, partner: Substance, blocks: Blocks, names: DrugNames) -> Iterator[Unread]:
    if (side.id, MAIN) not in blocks:
        yield Unread.NO_SECTION
    held = [p for section in SECTIONS for p in blocks.get((side.id, section), ()) if p.quarantine is not None]
    # Their words may be damaged: that they do not name the partner proves nothing, that they do counts.
    if any(_seems_to_name(p, partner, names) for p in held):
        yield Unread.HELD_BACK_NAMES_IT
    elif any(p.section == MAIN for p in held):
        yield Unread.HELD_BACK
    elif held:
        yield Unread.HELD_BACK_ELSEWHERE


def names_in_held(
    side: Substance, partner: Substance, evidence: Evidence, names: DrugNames, sections: Collection[str]
) -> bool:
    """Does a block of these sections of the side's monograph that is held back seem to name the partner?"""
    return any(
        p.quarantine is not None and p.section in sections and _seems_to_name(p, partner, names)
        for p in evidence.of(side.id)
    )


def _seems_to_name(passage: Passage, partner: Substance, names: DrugNames) -> bool:
    return bool(names.mentioned(partner.id, " ".join((*passage.headings[-1:], passage.text))))
