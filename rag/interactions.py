"""What the monographs say of two substances taken together: by name, by a class of them, or not at all.

Each monograph is read for the other substance in the sections where the book puts such statements. What is found is a
printed sentence with the side that prints it; what is not found is never taken for safety.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from rag.claims import Claim, ClaimRole
from rag.frames import QueryFrame
from rag.passages import DOSING, Evidence, Passage
from rag.ports import DrugNames, Naming, PrintedName
from rag.printed import Segment, lead_of, segments
from rag.quoting import claims_of
from rag.vietnamese import fold, folded_words

MAIN = "tuong_tac_thuoc"
SECTIONS = (MAIN, "chong_chi_dinh", "than_trong", DOSING, "tuong_ky")
STRICTEST_FIRST = ("chong_chi_dinh", MAIN, "than_trong", DOSING, "tuong_ky")

ANSWERING = (MAIN, "chong_chi_dinh")  # sections that are the answer, not beside it

_NEAR = 40  # characters: "phối hợp với một thuốc chống viêm không steroid"
_ALLERGY = re.compile(r"\b(?:di ung|phan ve|qua man|man cam|nhay cam)\b")
_TOGETHER = re.compile(
    r"\b(?:phoi hop(?! co dinh)|dong thoi|dung (?:cung|kem|chung)|ket hop|cung (?:voi|luc)|"
    r"dang (?:dung|uong|(?:duoc )?dieu tri)|chuyen tu|tron|pha|tiem chung)\b"
)
# "Warfarin: … Nếu phải dùng, theo dõi INR.": a sentence that goes on speaking of the drug named before it.
_GOES_ON = re.compile(
    r"\W*(?:phoi hop|neu|can|phai|khong|tranh|theo doi|do do|do vay|vi vay|vi the|tuong tac nay|tac dung nay|"
    r"(?:cac|hai|nhung) thuoc (?:nay|tren)|hau qua|nen|viec phoi hop)\b"
)
# A lead that is no drug: "Tăng tác dụng/độc tính: …", "Tránh phối hợp với: …"; but "Thuốc tránh thai: …" is one.
_EFFECT = re.compile(
    r"\b(?:tang|giam(?! dau)|doc tinh|tac dung|nong do|chong chi dinh|tranh(?! thai)|phoi hop|than trong|luu y|"
    r"khong(?! (?:co )?steroid| thuoc nhom| phai| khu cuc| chon loc)|tuong tac)\b"
)
# "Thức ăn, rượu và dược liệu": a heading over several subjects, each of which has blocks of its own.
_SEVERAL = re.compile(r",| và ", re.IGNORECASE)
# "phải ngừng cefotaxim và dùng thuốc chống co giật": what is given instead, or for the harm done.
_INSTEAD = re.compile(
    r"\b(?:ngung|thay)\b[^.;:]*\b(?:dung|thay|cho|phun|dieu tri)\b[^.;:]*$|"
    r"(?:\bphai|\bva|,) dieu tri\b[^.;:]*\bbang$|"
    r"\b(?:khong|kem) (?:dap ung|dung nap)\b[^.;:]*$"
)

# "suy thận do thuốc độc với thận": what the partner has already done to the patient.
_HARMED_BY = re.compile(r"\b(?:suy than|suy gan|ton thuong \w+) do (?:cac |mot |nhung )?$")

# "paracetamol được ưa dùng hơn salicylat": a comparison of the two.
_PREFERRED = re.compile(r"\b(?:ua dung|tot|an toan) hon (?:cac |so voi )?$")
# "theo dõi điện giải (nhất là kali)": measured in the patient, not taken by him.
_MEASURED = re.compile(r"\b(?:theo doi|kiem tra|dinh luong|xet nghiem|nong do|do)\b[^.;:]*$")


class Unread(StrEnum):
    """Why one side of a pair was not, or not wholly, read."""

    NOT_IN_EDITION = "not_in_edition"
    NO_SECTION = "no_section"  # its monograph prints no interactions
    HELD_BACK = "held_back"  # a block of its interactions waits for a pharmacist
    HELD_BACK_ELSEWHERE = "held_back_elsewhere"  # a block of another section that may hold such statements does
    HELD_BACK_NAMES_IT = "held_back_names_it"  # a block that waits seems to name the other substance


@dataclass(frozen=True, slots=True)
class Substance:
    """What the question puts together. `id`: a monograph's, else the words as typed (a drug that the edition lacks, a
    class, food, drink, a contrast medium)."""

    id: str
    name: str
    in_edition: bool = True
    is_drug: bool = True


@dataclass(frozen=True, slots=True)
class Statement:
    """Printed sentences of monograph `side` that speak of the other substance under the words `words`."""

    side: str
    segments: tuple[Segment, ...]
    naming: Naming
    words: str

    @property
    def section(self) -> str:
        return self.segments[0].passage.section

    def claims(self, role: ClaimRole = ClaimRole.ANSWER) -> tuple[Claim, ...]:
        return claims_of(self.segments, role)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two substances of the question and all that both monographs say of them together, the nearest naming first.

    `unread`: (substance id, why) of the sides that were not, or not wholly, read.
    """

    one: Substance
    other: Substance
    said: tuple[Statement, ...] = ()
    unread: tuple[tuple[str, Unread], ...] = ()

    @property
    def found(self) -> Naming | None:
        """How near the print comes to naming both; None where it is silent."""
        return self.said[0].naming if self.said else None

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


def with_co_medications(frame: QueryFrame, evidence: Evidence, names: DrugNames) -> tuple[Claim, ...]:
    """What the asked drugs' monographs say of the drugs that the patient takes beside them, contraindications first."""
    blocks = _by_section(evidence)
    claims = [
        claim
        for drug in frame.drugs
        for partner in frame.co_medications
        if partner not in frame.drug_ids
        for said in _statements(drug.id, Substance(partner, partner), blocks, names, STRICTEST_FIRST[:3])
        for claim in said.claims(ClaimRole.STRICTER)
    ]
    return tuple(dict.fromkeys(claims))


_Blocks = Mapping[tuple[str, str], Sequence[Passage]]
"""Monograph and section -> its blocks: with ten drugs each is looked for ninety times."""


def _by_section(evidence: Evidence) -> _Blocks:
    blocks = defaultdict[tuple[str, str], list[Passage]](list)
    for passage in evidence.passages:
        blocks[passage.monograph, passage.section].append(passage)
    return dict(blocks)


def _pair(one: Substance, other: Substance, blocks: _Blocks, names: DrugNames) -> Pair:
    sides = [(a, b) for a, b in ((one, other), (other, one)) if a.in_edition]
    said = [s for a, b in sides for s in _statements(a.id, b, blocks, names)]
    ranks = list(Naming)
    said.sort(key=lambda s: (ranks.index(s.naming), STRICTEST_FIRST.index(s.section)))
    unread = [(s.id, Unread.NOT_IN_EDITION) for s in (one, other) if s.is_drug and not s.in_edition]
    unread += [(a.id, why) for a, b in sides for why in _unread(a, b, blocks, names)]
    return Pair(one, other, tuple(said), tuple(unread))


def _unread(side: Substance, partner: Substance, blocks: _Blocks, names: DrugNames) -> Iterator[Unread]:
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


# --- one monograph, one partner --------------------------------------------------------------------------------


def _statements(
    drug: str, partner: Substance, blocks: _Blocks, names: DrugNames, sections: Iterable[str] = SECTIONS
) -> Iterator[Statement]:
    """What the drug's monograph says of the partner, section by section."""
    for section in sections:
        for passage in blocks.get((drug, section), ()):
            if passage.quarantine is None:
                yield from _of_passage(passage, drug, partner, names)


def _of_passage(passage: Passage, drug: str, partner: Substance, names: DrugNames) -> Iterator[Statement]:
    heading = passage.headings[-1] if passage.headings else ""
    above = _names(heading, drug, partner, names)
    if passage.section not in (MAIN, "tuong_ky"):
        above = [name for name in above if not _only_by_class(name)]  # the block may be about the exceptions
    own = _names(passage.text, drug, partner, names)
    if not above and not own:
        return
    parts = segments(passage)
    lead = len(lead_of(passage.text))
    in_lead = [name for name in own if name.start < lead]
    speaks_of_lead = passage.section == MAIN and lead > 0 and not _EFFECT.search(fold(passage.text[:lead]))
    if speaks_of_lead and not in_lead and _SEVERAL.search(heading):
        above = []
    if above or in_lead:
        name, text = (above[0], heading) if above else (in_lead[0], passage.text)
        if _speaks_of_use(passage, f"{heading}: {passage.text}" if above else text, name, partner):
            yield Statement(drug, parts, name.naming, text[name.start : name.end])
        return
    if speaks_of_lead:
        own = [name for name in own if not _only_by_class(name)]  # the lead's drug is spoken of
    opened = 0
    for i, part in enumerate(parts):
        here = [name for name in own if part.start <= name.start < part.end]
        here = [name for name in here if _speaks_of_use(passage, part.text, name, partner, part.start)]
        if i < opened or not here:
            continue
        opened = i + 1
        while passage.section == MAIN and opened < len(parts) and _GOES_ON.match(fold(parts[opened].text)):
            opened += 1
        best = min(here, key=_nearness)
        yield Statement(drug, parts[i:opened], best.naming, passage.text[best.start : best.end])


def _nearness(name: PrintedName) -> int:
    return list(Naming).index(name.naming)


def _only_by_class(name: PrintedName) -> bool:
    return name.naming is Naming.CLASS


def _names(text: str, drug: str, partner: Substance, names: DrugNames) -> list[PrintedName]:
    """Where the text names the partner, the drug itself first. Words that mean both – a class of both, one that was
    asked for beside its own drug, the substance of two monographs, a part of a combination – mean the partner only as
    "… khác": elsewhere the monograph speaks of its own drug."""
    found = names.mentioned(partner.id, text) if text else ()
    if found:
        own = {(name.start, name.end): name.naming for name in names.mentioned(drug, text)}
        found = tuple(n for n in found if not _is_its_own(n, own.get((n.start, n.end)), text, partner))
    return sorted(found, key=_nearness)


def _is_its_own(name: PrintedName, own: Naming | None, text: str, partner: Substance) -> bool:
    """Is it the monograph's own drug, or a class of it, that these words name?"""
    if own is None or (partner.is_drug and own is Naming.CLASS and name.naming in (Naming.ITSELF, Naming.PART)):
        return False  # "tetracyclin" in the monograph of another tetracyclin
    return own is Naming.ITSELF or not _other(text, name)


def _other(text: str, name: PrintedName) -> bool:
    """ "corticosteroid khác", "thuốc khác độc với thận"."""
    if " khác " in text[name.start : name.end].lower():
        return True
    return re.match(r"(?: [^\W\d_]+)? (?:khác|khac)\b", text[name.end :].lower()) is not None


def _speaks_of_use(passage: Passage, text: str, name: PrintedName, partner: Substance, offset: int = 0) -> bool:
    """Not of an allergy to the partner, of what is given instead of the drug, of harm that is done, nor of a measured
    mineral; in the dosing section a class counts only where both are given together.

    `offset`: where `text` begins in the block.
    """
    folded = fold(text)
    before = folded[: max(0, name.start - offset)]
    if passage.section in (MAIN, "tuong_ky"):
        return not _PREFERRED.search(before)
    if passage.section == DOSING and _only_by_class(name):
        return _TOGETHER.search(before[-_NEAR:]) is not None
    if _TOGETHER.search(folded) is not None:
        return True
    if not partner.is_drug and _MEASURED.search(before):
        return False
    return not _ALLERGY.search(folded) and not _INSTEAD.search(before) and not _HARMED_BY.search(before)
