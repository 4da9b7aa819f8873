"""Which drugs are indicated for a condition: a factual list, quoted, never ranked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from rag import messages, wording
from rag.assembling import Composition, Parts, ended, pointers_to
from rag.claims import ClaimRole
from rag.conditions import search_terms
from rag.doses import read_dose
from rag.frames import Population, QueryFrame
from rag.gathering import SAFETY
from rag.outcomes import Outcome
from rag.passages import Evidence, Passage
from rag.ports import Ports
from rag.printed import Segment, lead_of, segments
from rag.quoting import NARROWING, claims_of, stricter_sentences
from rag.records import Notice, NoticeKind
from rag.vietnamese import Token, fold, nfc, same_word, tokens

# --- does an indication name the condition? --------------------------------------------------------------------
#
# A condition is named where its words stand as an indication of their own. Vietnamese joins syllables to other names:
# "nhạy cảm" is no cold, "sốt thương hàn" no fever, "đau bụng kinh" no belly ache. Lists are folded.

# Behind the words these make another disease of them, whatever the words are ("": any).
_GOES_ON: dict[str, tuple[str, ...]] = {
    "": ("kinh", "thuong han", "xuat huyet", "ret", "o chuot", "gay ra boi"),
    "sot": ("vang", "mo", "hoi quy", "chuot can", "q", "thap khop", "phat ban", "ve mo"),
    "dau": ("that nguc", "nua dau", "than kinh", "bung kinh", "da co", "day than kinh"),
    "dau bung": ("kinh",),
    "ho": ("ga", "ra mau"),
    "viem tai": ("ngoai",),
    "viem phoi": ("qua man", "bach cau", "do hit", "ke"),
    "tang huyet ap": ("phoi", "tinh mach", "cua"),
    "viem gan": ("nhiem doc",),
    "dai thao": ("nhat",),
    "hen": ("tim",),
    "nhiem khuan": ("huyet",),
    "thieu mau": ("cuc bo", "co tim", "nao"),
}
# Before the words these make another name, or say that the words are a cause, a kind of drug or not meant.
_NOT_BEHIND = frozenset({"do", "gay", "khang", "pho", "tien", "gia", "nhay", "man"})
_CAUSE_IS_THE_DISEASE = frozenset({"gut", "gout"})  # "viêm khớp do gút cấp"
_DRUG_AGAINST = frozenset({("thuoc", "chong"), ("thuoc", "tri"), ("lieu", "chong"), ("vac", "xin")})
# A single syllable is a condition only between words that belong to no name with it.
_BEFORE_ONE = (
    " ha giam tri chua chong bi chung con benh va hoac hay kem co voi khi cac dang phong dot cua nguoi tre dieu cat cap"
    " sau trong gom nhu tai mac thuoc long doa "
)
_AFTER_ONE = (
    " do o va hoac hay kem co trong khi cao nhe vua nang cap man tu cho voi sau khong tai keo chua den nguyen thu muc"
    " cuong tren duoi thuong gay bang vi toan da mac noi ngoai phe suyen xuat khan dom tinh "
)
_ALL_KINDS = frozenset({"lao", "nam", "giun", "ly", "san", "u", "gut", "lau", "ghe", "zona", "herpes"})
"""Heads whose followers name a kind of the same disease: "lao hạch", "nấm da"."""

_ONE_DISEASE = re.compile(r"hoi chung\b")  # "Hội chứng Kawasaki: … hạ sốt": what is done for it
_DENIED = re.compile(
    r"\b(?:khong (?:duoc )?(?:dung|chi dinh|nen|phai|hieu qua|co (?:tac dung|hieu qua|chi dinh))\b(?! nap)|ngoai tru)"
    r"[^.;]*$"
)
_JOINED = frozenset({"", "-", "–", "/"})


def names_condition(condition: str, text: str) -> bool:
    """Does printed `text` of an indication name the condition, or a listed synonym, as what the drug is for?"""
    text = nfc(text)
    if _ONE_DISEASE.match(fold(text)):
        text = lead_of(text) or text
    words = _words(text)
    terms = [[token.text for token in _words(nfc(term))] for term in search_terms(condition)]
    return any(
        _stands_alone(words, at, len(asked), text) for asked in terms if asked for at in _places(asked, words, text)
    )


def _words(text: str) -> list[Token]:
    return [token for token in tokens(text) if token.is_word or token.is_number]


def _places(asked: list[str], words: list[Token], text: str) -> Iterator[int]:
    """Indices where the asked words stand, marks honoured as far as they were typed; only a dash may come between."""
    for at in range(len(words) - len(asked) + 1):
        window = words[at : at + len(asked)]
        if all(same_word(a, w.text) for a, w in zip(asked, window, strict=True)) and all(
            _between(text, one, other) in _JOINED for one, other in pairwise(window)
        ):
            yield at


def _between(text: str, one: Token, other: Token) -> str:
    return text[one.end : other.start].strip()


def _stands_alone(words: list[Token], at: int, length: int, text: str) -> bool:
    head = " ".join(w.folded for w in words[at : at + length])
    before, after = _joined(words, at, -1, text), _joined(words, at + length - 1, +1, text)
    if _goes_on(head, after) or _DENIED.search(fold(text[: words[at].start])):
        return False
    cause = bool(before) and before[-1] == "do" and head in _CAUSE_IS_THE_DISEASE
    if before and not cause and (before[-1] in _NOT_BEHIND or tuple(before[-2:]) in _DRUG_AGAINST):
        return False
    if length > 1 or cause:
        return True
    if after and f" {after[0]} " not in _AFTER_ONE and head not in _ALL_KINDS:
        return False
    return not before or f" {before[-1]} " in _BEFORE_ONE


def _goes_on(head: str, after: list[str]) -> bool:
    follows = " ".join(after) + " "
    return any(follows.startswith(f"{more} ") for name in ("", head) for more in _GOES_ON.get(name, ()))


def _joined(words: list[Token], at: int, step: int, text: str) -> list[str]:
    """Up to three folded words beside word `at`, in reading order, that no punctuation parts from it."""
    found: list[str] = []
    while len(found) < 3 and 0 <= at + step < len(words):
        one, other = (words[at], words[at + step]) if step > 0 else (words[at + step], words[at])
        if _between(text, one, other):
            break
        found.append(words[at + step].folded)
        at += step
    return found[::step]


# --- the list --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Candidate:
    id: str
    name: str
    indications: tuple[Segment, ...]
    held_back: tuple[Passage, ...]


def compose_candidates(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """Drugs whose printed indications name the condition, in alphabetical order; nothing is preferred.

    For a named patient what each monograph says of such a patient stands directly behind its indications.
    """
    condition = frame.condition or frame.indication or ""
    not_safe = Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT)
    candidates = _candidates(condition, evidence)
    if not candidates:
        text = messages.no_indication_names(condition)
        return Composition(Outcome.ABSTAIN_NO_EVIDENCE, text, notices=(not_safe,))
    ids = tuple(c.id for c in candidates)
    named = tuple(p for p in evidence.passages if p.monograph in ids and _is_meant(condition, p))
    parts = Parts(read=list(named))
    safety = _Safety.of(frame, ids, ports)
    for candidate in candidates:
        parts.claims.extend(claims_of(candidate.indications, ClaimRole.ANSWER))
        if candidate.indications:
            parts.claims.extend(claims_of(safety.about(candidate.id), ClaimRole.STRICTER))
        parts.held_back.extend(candidate.held_back)
    if parts.held_back and parts.claims:
        names = ", ".join(dict.fromkeys(p.monograph_name for p in parts.held_back))
        parts.notices.append(Notice(NoticeKind.QUARANTINE, messages.indication_held(names)))
        parts.held_back.clear()
    if safety.is_needed and not safety.says_anything:
        return Composition(
            Outcome.ABSTAIN_NO_SAFETY_EVIDENCE,
            " ".join([messages.ENDINGS[Outcome.ABSTAIN_NO_SAFETY_EVIDENCE], *safety.told(candidates)]),
            notices=(not_safe,),
            pointers=pointers_to(named),
        )
    read = Evidence((*named, *safety.passages), evidence.missing)
    listed = ended(parts, frame, read)
    if listed.outcome is not Outcome.ANSWERED_VERBATIM:
        return listed
    sentences = [f"«{condition}»: {messages.ENDINGS[Outcome.ANSWERED_CANDIDATE_LIST]}", *safety.told(candidates)]
    return replace(
        listed,
        outcome=Outcome.ANSWERED_CANDIDATE_LIST,
        message=" ".join(sentences),
        notices=(*listed.notices, not_safe),
        candidates=ids,
        evidence=read,
    )


def _is_meant(condition: str, passage: Passage) -> bool:
    return any(names_condition(condition, s.text) for s in segments(passage))


def _candidates(condition: str, evidence: Evidence) -> list[_Candidate]:
    """Only drugs of which a sentence names the condition; a block that is held back counts as it stands."""
    found = []
    for drug in dict.fromkeys(p.monograph for p in evidence.passages):
        own = [p for p in evidence.of(drug) if _is_meant(condition, p)]
        if own:
            said = [s for p in own if p.quarantine is None for s in segments(p) if names_condition(condition, s.text)]
            held = tuple(p for p in own if p.quarantine is not None)
            found.append(_Candidate(drug, own[0].monograph_name, tuple(said), held))
    return sorted(found, key=lambda c: fold(c.name))


# --- for a named patient ---------------------------------------------------------------------------------------

_OWN_SECTION = {Population.PREGNANT: "thoi_ky_mang_thai", Population.BREASTFEEDING: "thoi_ky_cho_con_bu"}


@dataclass(frozen=True, slots=True)
class _Safety:
    """What the candidates' monographs say of the named patient."""

    who: str
    passages: tuple[Passage, ...]
    said: tuple[Segment, ...]

    @classmethod
    def of(cls, frame: QueryFrame, drugs: tuple[str, ...], ports: Ports) -> "_Safety":
        populations = tuple(p for p in frame.populations if p in NARROWING)
        present = [f.name for f in frame.comorbidities if f.present]
        who = " và ".join([*(wording.POPULATION_WORDS[p] for p in populations), *present])
        if not who:
            return cls("", (), ())
        own = [_OWN_SECTION[p] for p in populations if p in _OWN_SECTION]
        passages = ports.passages.sections(drugs, (*SAFETY, *own))
        # The condition itself is what the drug is for: only the patient is looked for.
        patient = replace(frame, condition=None, indication=None, terms=())
        found = stricter_sentences(passages, patient)
        of_state = [s for p in passages if p.section in own and p.quarantine is None for s in segments(p)]
        said = dict.fromkeys([*(s for s in found if s.passage.section not in own), *of_state])
        return cls(who, passages, tuple(sorted(said, key=_prohibition_first)))

    @property
    def is_needed(self) -> bool:
        return bool(self.who)

    @property
    def says_anything(self) -> bool:
        return bool(self.said) or any(p.quarantine is not None for p in self.passages)

    def about(self, drug: str) -> tuple[Segment, ...]:
        return tuple(s for s in self.said if s.passage.monograph == drug)

    def told(self, candidates: list[_Candidate]) -> list[str]:
        """Names the drugs that print forbids for the patient, those it says nothing of, and those not fully read."""
        if not self.is_needed:
            return []
        held = {p.monograph for p in self.passages if p.quarantine is not None}
        forbidden = [c.name for c in candidates if any(_forbids(s) for s in self.about(c.id))]
        silent = [c.name for c in candidates if not self.about(c.id) and c.id not in held]
        unread = [c.name for c in candidates if c.id in held]
        ways = (
            (forbidden, f"Sách in điều không dùng hoặc chống chỉ định liên quan đến {self.who} ở: "),
            (silent, f"Không thấy nói về {self.who} trong các mục an toàn đã đọc của: "),
            (unread, "Còn khối an toàn đang được giữ lại để kiểm tra, chưa được đọc, của: "),
        )
        return [f"{text}{', '.join(names)}." for names, text in ways if names]


def _forbids(segment: Segment) -> bool:
    return segment.passage.section == "chong_chi_dinh" or read_dose(segment.text).forbids


def _prohibition_first(segment: Segment) -> bool:
    return not _forbids(segment)
