"""Sentences of one drug's monograph that name another drug of the question, or only the class that it belongs to."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rag import messages
from rag.assembling import Composition, Parts, ended, pointers_to
from rag.claims import Claim, ClaimRole
from rag.frames import QueryFrame
from rag.outcomes import Outcome
from rag.passages import DOSING, Evidence, Passage
from rag.ports import DrugNames, Naming, Ports, PrintedName
from rag.printed import Segment, lead_of, segments
from rag.quoting import claims_of
from rag.records import Notice, NoticeKind
from rag.vietnamese import fold, folded_words

MAIN = "tuong_tac_thuoc"
IN_ORDER = (MAIN, "chong_chi_dinh", "than_trong", DOSING, "tuong_ky")
STRICTEST_FIRST = ("chong_chi_dinh", MAIN, "than_trong")

_ALLERGY = re.compile(r"\b(?:di ung|qua man|man cam|nhay cam)\b")
_TOGETHER = re.compile(
    r"\b(?:phoi hop|dong thoi|dung (?:cung|kem|chung)|ket hop|cung (?:voi|luc)|dang (?:dung|uong|(?:duoc )?dieu tri)|"
    r"chuyen tu|tron|pha|tiem chung)\b"
)
# "Warfarin: … Nếu phải dùng, theo dõi INR.": a sentence that goes on speaking of the drug named before it.
_GOES_ON = re.compile(
    r"\W*(?:phoi hop|neu|can|phai|khong|tranh|theo doi|do do|do vay|vi vay|vi the|tuong tac nay|tac dung nay|"
    r"(?:cac|hai|nhung) thuoc (?:nay|tren)|hau qua|nen|viec phoi hop)\b"
)
_OTHERS = re.compile(r"(?: [^\W\d_]+)? khác\b")
# A lead that is no drug: "Tăng tác dụng/độc tính: …", "Tránh phối hợp với: …".
_EFFECT = re.compile(
    r"\b(?:tang|giam|doc tinh|tac dung|nong do|chong chi dinh|tranh|phoi hop|than trong|luu y|khong|tuong tac)\b"
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two drugs of the question, as printed or typed, and how the print speaks of them together.

    `is_named`: one monograph names the other drug itself. `groups`, `parts`: the words that stand for it where only its
    class, or one substance of the combination, is named. `read_as`: under which name a typed name was found.
    """

    one: str
    other: str
    is_named: bool = False
    groups: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    read_as: str = ""

    @property
    def is_silent(self) -> bool:
        return not (self.is_named or self.groups or self.parts)


@dataclass(frozen=True, slots=True)
class Interactions:
    """Statements found, those that name the drugs themselves first; what was found for each pair; blocks held back."""

    claims: tuple[Claim, ...] = ()
    pairs: tuple[Pair, ...] = ()
    held_back: tuple[Passage, ...] = ()

    @property
    def silent_pairs(self) -> tuple[tuple[str, str], ...]:
        """Pairs for which neither monograph says anything."""
        return tuple((pair.one, pair.other) for pair in self.pairs if pair.is_silent)


@dataclass(frozen=True, slots=True)
class _Statement:
    segments: tuple[Segment, ...]
    naming: Naming
    words: str  # as printed


def statements(frame: QueryFrame, evidence: Evidence, names: DrugNames) -> Interactions:
    """For every pair both monographs are read; a drug that the edition lacks is looked for under its typed name."""
    labels = {d.id: d.name for d in frame.drugs} | {name: name for name in frame.unknown_drugs}
    found: dict[frozenset[str], list[_Statement]] = {}
    for drug in frame.drugs:
        for partner in labels:
            if partner != drug.id:
                said = found.setdefault(frozenset((drug.id, partner)), [])
                said.extend(_statements(drug.id, partner, evidence, names, IN_ORDER))
    members = list(labels)
    pairs = tuple(
        _pair(labels, one, other, found.get(frozenset((one, other)), []))
        for i, one in enumerate(members)
        for other in members[i + 1 :]
    )
    everything = [s for said in found.values() for s in said]
    claims = _claims((s for naming in Naming for s in everything if s.naming is naming), ClaimRole.ANSWER)
    held = tuple(p for p in evidence.of(section=MAIN) if p.quarantine is not None)
    return Interactions(claims, pairs, held)


def with_co_medications(frame: QueryFrame, evidence: Evidence, names: DrugNames) -> tuple[Claim, ...]:
    """What the asked drugs' monographs say of the drugs that the patient takes beside them, contraindications first."""
    claims: list[Claim] = []
    for drug in frame.drugs:
        for partner in frame.co_medications:
            if partner not in frame.drug_ids:
                said = _statements(drug.id, partner, evidence, names, STRICTEST_FIRST)
                claims.extend(c for c in _claims(said, ClaimRole.STRICTER) if c not in claims)
    return tuple(claims)


def _pair(labels: dict[str, str], one: str, other: str, said: Sequence[_Statement]) -> Pair:
    def words(naming: Naming) -> tuple[str, ...]:
        return tuple({fold(s.words): s.words for s in reversed(said) if s.naming is naming}.values())[::-1]

    itself = words(Naming.ITSELF)
    typed = next((name for name in (one, other) if labels[name] == name), "")
    is_typed = not typed or any(folded_words(w) in folded_words(typed) for w in itself)
    read_as = "" if is_typed or not itself else itself[0]
    return Pair(labels[one], labels[other], bool(itself), words(Naming.CLASS), words(Naming.PART), read_as)


def _claims(of: Iterable[_Statement], role: ClaimRole) -> tuple[Claim, ...]:
    return tuple(dict.fromkeys(claim for said in of for claim in claims_of(said.segments, role)))


# --- one monograph, one partner --------------------------------------------------------------------------------


def _statements(
    drug: str, partner: str, evidence: Evidence, names: DrugNames, sections: Sequence[str]
) -> Iterator[_Statement]:
    """What the drug's monograph says of the partner, section by section."""
    for section in sections:
        for passage in evidence.of(drug, section):
            if passage.quarantine is None:
                yield from _of_passage(passage, drug, partner, names)


def _of_passage(passage: Passage, drug: str, partner: str, names: DrugNames) -> Iterator[_Statement]:
    heading = passage.headings[-1] if passage.headings else ""
    above = _names(heading, drug, partner, names)
    if passage.section not in (MAIN, "tuong_ky"):
        above = [name for name in above if name.naming is not Naming.CLASS]  # the block may be about the exceptions
    own = _names(passage.text, drug, partner, names)
    if not above and not own:
        return
    parts = segments(passage)
    lead = len(lead_of(passage.text))
    in_lead = [name for name in own if name.start < lead]
    if above or in_lead:
        name, text = (above[0], heading) if above else (in_lead[0], passage.text)
        if _speaks_of_use(passage, passage.text, name.naming):
            yield _Statement(parts, name.naming, text[name.start : name.end])
        return
    if passage.section == MAIN and lead and not _EFFECT.search(fold(passage.text[:lead])):
        own = [name for name in own if name.naming is not Naming.CLASS]  # the lead's drug is spoken of
    opened = 0
    for i, part in enumerate(parts):
        here = [name for name in own if part.start <= name.start < part.end]
        if i < opened or not here or not _speaks_of_use(passage, part.text, here[0].naming):
            continue
        opened = i + 1
        while passage.section == MAIN and opened < len(parts) and _GOES_ON.match(fold(parts[opened].text)):
            opened += 1
        best = min(here, key=lambda name: list(Naming).index(name.naming))
        yield _Statement(parts[i:opened], best.naming, passage.text[best.start : best.end])


def _names(text: str, drug: str, partner: str, names: DrugNames) -> list[PrintedName]:
    """Where the text names the partner, the drug itself first. A class that both belong to means the partner only as
    "… khác": elsewhere the monograph speaks of its own drug."""
    if not text:
        return []
    found = names.mentioned(partner, text)
    if any(name.naming is Naming.CLASS for name in found):
        shared = {(name.start, name.end) for name in names.mentioned(drug, text)}
        found = tuple(
            n for n in found if n.naming is not Naming.CLASS or (n.start, n.end) not in shared or _other(text, n)
        )
    return sorted(found, key=lambda name: list(Naming).index(name.naming))


def _other(text: str, name: PrintedName) -> bool:
    return re.match(r"(?: [^\W\d_]+)? (?:khác|khac)\b", text[name.end :].lower()) is not None


def _speaks_of_use(passage: Passage, text: str, naming: Naming) -> bool:
    """Not of an allergy to the partner; in the dosing section a class counts only where both are given together."""
    if passage.section in (MAIN, "tuong_ky"):
        return True
    folded = fold(text)
    if _TOGETHER.search(folded):
        return True
    return not _ALLERGY.search(folded) and not (passage.section == DOSING and naming is Naming.CLASS)


# --- the answer ------------------------------------------------------------------------------------------------


def compose_interaction(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """Quoted statements pair by pair; what is not found is named, and never called safe."""
    frame = _with_strange_terms(frame, ports.names)
    evidence = Evidence((*evidence.passages, *_incompatibilities(frame, evidence, ports)), evidence.missing)
    found = statements(frame, evidence, ports.names)
    parts = Parts(claims=list(found.claims), held_back=list(found.held_back), read=list(evidence.passages))
    if frame.unknown_drugs:
        parts.sentences.append(messages.unknown_drugs(frame))
    parts.sentences.extend(_how_named(pair) for pair in found.pairs if _how_named(pair))
    not_safe = Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT)
    silent = "; ".join(f"{a} với {b}" for a, b in found.silent_pairs)
    if silent:
        parts.sentences.append(f"Không thấy câu nào nêu đích danh hay theo nhóm về: {silent}.")
        parts.notices.append(not_safe)
    parts.notices.extend(_not_read(evidence))
    if found.claims or found.held_back:
        return replace(ended(parts, frame, evidence), evidence=evidence)
    unknown = [messages.unknown_drugs(frame)] if frame.unknown_drugs else []
    return Composition(
        Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE,
        " ".join([*unknown, _nothing_found(silent, frame)]),
        notices=tuple(dict.fromkeys((not_safe, *parts.notices))),
        pointers=pointers_to(_where_to_look(frame, evidence)),
        evidence=evidence,
    )


def _with_strange_terms(frame: QueryFrame, names: DrugNames) -> QueryFrame:
    """A word left over that would be a drug's name behind "thuốc" is one beside two drugs: "warfarin với foobarin"."""
    strange = [s.unknown for term in frame.terms for s in names.find(f"thuốc {term}") if s.unknown is not None]
    return replace(frame, unknown_drugs=tuple(dict.fromkeys([*frame.unknown_drugs, *strange])))


def _incompatibilities(frame: QueryFrame, evidence: Evidence, ports: Ports) -> tuple[Passage, ...]:
    """What must not be mixed with the drugs, where it was not fetched with the other sections."""
    if evidence.of(section="tuong_ky"):
        return ()
    return ports.passages.sections(frame.drug_ids, ("tuong_ky",))


def _not_read(evidence: Evidence) -> list[Notice]:
    """Blocks beside the interactions that are held back may name the pair: silence is then not even silence."""
    held = [p for p in evidence.passages if p.quarantine is not None and p.section != MAIN]
    told = "Mục {} của {} còn khối đang được giữ lại để kiểm tra, chưa được đọc."
    return [Notice(NoticeKind.QUARANTINE, told.format(p.section_title, p.monograph_name)) for p in held]


def _how_named(pair: Pair) -> str:
    """Says how far the print speaks of the very drugs; empty where it names them as they were asked."""
    told = f"{pair.one} với {pair.other}: "
    if pair.read_as:
        return f"{told}tra theo tên hoạt chất «{_within_a_sentence(pair.read_as)}»."
    if pair.is_named:
        return ""
    ways = ((pair.parts, "theo thành phần"), (pair.groups, "theo nhóm"))
    said = "; ".join(f"{way}: {', '.join(map(_within_a_sentence, words))}" for words, way in ways if words)
    return f"{told}nêu {said}." if said else ""


def _within_a_sentence(words: str) -> str:
    """Without the capital of a sentence's start; "NSAID" keeps its own."""
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def _nothing_found(silent: str, frame: QueryFrame) -> str:
    of = ", ".join(drug.name for drug in frame.drugs)
    return (
        f"Không thấy câu nào nêu đích danh hay theo nhóm về {silent} trong các mục Tương tác thuốc, Chống chỉ định, "
        f"Thận trọng, Liều lượng và Tương kỵ của {of}. Điều này KHÔNG có nghĩa là an toàn khi phối hợp. "
        "Xin xem lại các mục dưới đây."
    )


def _where_to_look(frame: QueryFrame, evidence: Evidence) -> list[Passage]:
    """Of every drug its interactions; its contraindications where the book prints no interactions."""
    return [p for d in frame.drugs for p in (evidence.of(d.id, MAIN) or evidence.of(d.id, "chong_chi_dinh"))]
