"""What one monograph prints of another substance taken with its drug.

A sentence counts where it names the substance, or a class of it, for use together; not where it speaks of the
monograph's own drug, of what is given instead, of an allergy, or of what is measured in the patient.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rag.claims import Claim, ClaimRole
from rag.passages import DOSING, Passage
from rag.ports import DrugNames, Naming, PrintedName
from rag.printed import Segment, lead_of, segments
from rag.quoting import claims_of
from rag.vietnamese import fold

MAIN = "tuong_tac_thuoc"
SECTIONS = (MAIN, "chong_chi_dinh", "than_trong", DOSING, "tuong_ky")

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
# "Phối hợp với thuốc kéo dài khoảng QT" in the monograph of one: those that are given beside it.
_MET = re.compile(
    r"\b(?:phoi hop|dong thoi|dung (?:cung|kem|chung)|ket hop)(?: (?:voi|cung|cac|mot|nhung|so|nhom|loai)){0,4} $"
)
_FORBIDDEN = re.compile(r"\b(?<!khong )(?<!khong phai )chong chi dinh\b")
_MINERAL = frozenset({"kali", "calci", "magnesi", "sat", "nhom", "kem"})
# "theo dõi điện giải (nhất là kali)": measured in the patient, not taken by him.
_MEASURED = re.compile(r"\b(?:theo doi|kiem tra|dinh luong|xet nghiem|nong do|do)\b[^.;:]*$")


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

    @property
    def forbids(self) -> bool:
        """Does the book's own word, as section, heading or in the sentence, say "chống chỉ định"?"""
        passage = self.segments[0].passage
        said = (*passage.headings, *(part.text for part in self.segments))
        return self.section == "chong_chi_dinh" or any(_FORBIDDEN.search(fold(text)) for text in said)

    def claims(self, role: ClaimRole = ClaimRole.ANSWER) -> tuple[Claim, ...]:
        return claims_of(self.segments, role)


Blocks = Mapping[tuple[str, str], Sequence[Passage]]
"""Monograph and section -> its blocks: with ten drugs each is looked for ninety times."""


def statements(
    drug: str, partner: Substance, blocks: Blocks, names: DrugNames, sections: Iterable[str] = SECTIONS
) -> Iterator[Statement]:
    """What the drug's monograph says of the partner, section by section."""
    for section in sections:
        for passage in blocks.get((drug, section), ()):
            if passage.quarantine is None:
                yield from _of_passage(passage, drug, partner, names)


def _of_passage(passage: Passage, drug: str, partner: Substance, names: DrugNames) -> Iterator[Statement]:
    heading = passage.headings[-1] if passage.headings else ""
    if not any(text and names.mentioned(partner.id, text) for text in (heading, passage.text)):
        return  # most blocks, for most pairs
    above = _names(heading, 0, passage, drug, partner, names)
    if passage.section not in (MAIN, "tuong_ky"):
        above = [name for name in above if not _only_by_class(name)]  # the block may be about the exceptions
    lead = len(lead_of(passage.text))
    own = _names(passage.text, lead, passage, drug, partner, names)
    if not above and not own:
        return
    parts = segments(passage)
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


def _names(
    text: str, lead: int, passage: Passage, drug: str, partner: Substance, names: DrugNames
) -> list[PrintedName]:
    """Where the text names the partner, the drug itself first. Words that mean both – a class of both, one that was
    asked for beside its own drug, the substance of two monographs, a part of a combination – mean the partner only as
    "… khác" or as a class said to be met: elsewhere the monograph speaks of its own drug.

    `lead`: characters of the text that are the lead of the block.
    """
    found = names.mentioned(partner.id, text) if text else ()
    if found:
        of_drug = names.mentioned(drug, text)
        own = {(name.start, name.end): name.naming for name in of_drug}
        by_name = any(name.naming is Naming.ITSELF and name.start >= lead for name in of_drug)
        found = tuple(
            n
            for n in found
            if not _is_its_own(n, own.get((n.start, n.end)), text, partner)
            or (own[n.start, n.end] is Naming.CLASS and _is_met(n, text, lead, passage.section, by_name=by_name))
        )
    return sorted(found, key=_nearness)


def _is_its_own(name: PrintedName, own: Naming | None, text: str, partner: Substance) -> bool:
    """Is it the monograph's own drug, or a class of it, that these words name?"""
    if own is None or (partner.is_drug and own is Naming.CLASS and name.naming in (Naming.ITSELF, Naming.PART)):
        return False  # "tetracyclin" in the monograph of another tetracyclin
    return own is Naming.ITSELF or not _other(text, name)


def _is_met(name: PrintedName, text: str, lead: int, section: str, *, by_name: bool) -> bool:
    """Is the drug's own class said to be taken beside it? In the interactions as the lead of a block that speaks of the
    drug by its name (`by_name`) or of use together, in what forbids and warns directly behind "phối hợp với"."""
    if section == MAIN:
        return name.end <= lead and (by_name or _TOGETHER.search(fold(text[lead:])) is not None)
    return section in ("chong_chi_dinh", "than_trong") and _MET.search(fold(text[: name.start])) is not None


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
    words = folded[name.start - offset : name.end - offset]
    called_otherwise = name.names_class and name.naming is Naming.ITSELF and words != fold(partner.name)
    by_class = _only_by_class(name) or called_otherwise  # a class that was asked for under another of its names
    if passage.section == DOSING and by_class:
        return _TOGETHER.search(before[-_NEAR:]) is not None
    if _TOGETHER.search(folded) is not None:
        return True
    if (not partner.is_drug or words in _MINERAL) and _MEASURED.search(before):
        return False
    return not _ALLERGY.search(folded) and not _INSTEAD.search(before) and not _HARMED_BY.search(before)
