"""Which drugs are indicated for a condition: a factual list, quoted, never ranked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rag import messages
from rag.applicability import age_classes
from rag.assembling import Composition, Parts, ended, pointers_to
from rag.claims import ClaimRole
from rag.condition_names import PREVENTS, SORTS_PATIENTS
from rag.doses import read_dose
from rag.frames import AGE_CLASSES, Population, QueryFrame
from rag.indications import Named, is_denied, names_condition
from rag.near_indications import near_in_meaning
from rag.outcomes import Outcome
from rag.passages import Evidence, Passage
from rag.patient_safety import PatientSafety, is_for_patient
from rag.ports import Ports
from rag.printed import Segment, segments
from rag.quoting import claims_of
from rag.records import Notice, NoticeKind
from rag.vietnamese import fold

# Drugs that are quoted; the others are named: a longer list is not read.
MOST_LISTED = 24
MOST_FOR_PATIENT = 16

_RULES_OUT = ("không ", "chẳng ", "khong ")
_PREVENTS = re.compile(r"(?:du phong|phong ngua|phong)\b")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """`named`: the most that an indication of the drug says of the condition, blocks that are held back included."""

    id: str
    name: str
    named: Named
    indications: tuple[Segment, ...]
    against: tuple[Segment, ...]  # indications that say for which form of the condition it is not to be used
    held_back: tuple[Passage, ...]


def compose_candidates(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """Drugs whose printed indications name the condition, in alphabetical order; nothing is preferred.

    First those that print it as what the drug is for; what only mentions it stands apart. For a named patient what
    each monograph says of such a patient stands directly behind its indications.
    """
    condition = frame.condition or frame.indication or ""
    not_safe = Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT)
    found = _candidates(condition, evidence)
    if not found:
        text = messages.no_indication_names(condition)
        near = near_in_meaning(condition, frame, ports)
        return near or Composition(Outcome.ABSTAIN_NO_EVIDENCE, text, notices=(not_safe,))
    meant = [c for c in found if c.named is Named.FOR_IT]
    aside = [c for c in found if c.named is Named.ASIDE]
    most = MOST_FOR_PATIENT if is_for_patient(frame) else MOST_LISTED
    listed, others = (meant or aside)[:most], (meant or aside)[most:]
    drugs = [(c.id, c.name) for c in listed]
    safety = PatientSafety.of(frame, drugs, ports)
    if not safety.is_needed and meant and not others:
        listed = [*meant, *aside[: MOST_LISTED - len(meant)]]
    named = tuple(p for c in listed for p in evidence.of(c.id) if _speaks_of(condition, p))
    if safety.is_needed and not safety.says_anything:
        return Composition(
            Outcome.ABSTAIN_NO_SAFETY_EVIDENCE,
            " ".join([messages.ENDINGS[Outcome.ABSTAIN_NO_SAFETY_EVIDENCE], *safety.told(drugs)]),
            notices=(not_safe,),
            pointers=pointers_to(named),
        )
    read = Evidence(tuple(dict.fromkeys((*named, *safety.passages))), evidence.missing)
    composed = ended(_parts(listed, safety, named, frame), frame, read)
    if composed.outcome is not Outcome.ANSWERED_VERBATIM:
        return composed
    heading = messages.ENDINGS[Outcome.ANSWERED_CANDIDATE_LIST] if meant else messages.only_named_aside(condition)
    sentences = [f"«{condition}»: {heading}" if meant else heading, *safety.told(drugs)]
    if frame.rules.get("relation") == SORTS_PATIENTS:
        sentences.insert(1, messages.NOT_SORTED)
    if ruled_out := [term for term in frame.terms if term.lower().startswith(_RULES_OUT)]:
        sentences.insert(1, messages.not_sifted(ruled_out))
    if others:
        sentences.append(messages.also_indicated([c.name for c in others]))
    if meant and aside:
        sentences.append(messages.named_aside(condition, [c.name for c in aside]))
    elsewhere = [p for c in others for p in evidence.of(c.id)]
    return replace(
        composed,
        pointers=tuple(dict.fromkeys((*composed.pointers, *pointers_to(elsewhere)))),
        outcome=Outcome.ANSWERED_CANDIDATE_LIST,
        message=" ".join(sentences),
        notices=(*composed.notices, not_safe),
        # What the monograph of a drug that is taken already says of a candidate is cited too.
        candidates=tuple(dict.fromkeys((*(c.id for c in listed), *frame.co_medications))),
        evidence=read,
    )


def _parts(listed: Sequence[_Candidate], safety: PatientSafety, named: tuple[Passage, ...], frame: QueryFrame) -> Parts:
    parts = Parts(read=list(named))
    for candidate in listed:
        role = ClaimRole.ANSWER if candidate.named is Named.FOR_IT else ClaimRole.OTHERWISE
        parts.claims.extend(claims_of(_treating_first(candidate.indications, frame), role))
        against = [s for s in candidate.against if _may_concern(s, frame)]
        parts.claims.extend(claims_of(against, ClaimRole.STRICTER))
        if candidate.indications:
            parts.claims.extend(safety.about(candidate.id))
        parts.held_back.extend(candidate.held_back)
    if parts.held_back and parts.claims:
        names = ", ".join(dict.fromkeys(p.monograph_name for p in parts.held_back))
        parts.notices.append(Notice(NoticeKind.QUARANTINE, messages.indication_held(names)))
        parts.held_back.clear()
    return parts


def _treating_first(indications: Sequence[Segment], frame: QueryFrame) -> list[Segment]:
    """What stands under a heading of prevention behind the rest, unless prevention was asked for."""
    if frame.rules.get("purpose") == PREVENTS:
        return list(indications)
    return sorted(indications, key=lambda s: any(_PREVENTS.match(fold(h)) for h in s.passage.headings[-1:]))


def _may_concern(segment: Segment, frame: QueryFrame) -> bool:
    """Not what is printed for an age that the patient cannot have: the elderly for a pregnant woman."""
    printed = set(segment.context.populations) & AGE_CLASSES
    if Population.PREGNANT in frame.populations and printed == {Population.ELDERLY}:
        return False
    return not printed or frame.age_months is None or bool(printed & age_classes(frame))


def _candidates(condition: str, evidence: Evidence) -> list[_Candidate]:
    """Only drugs of which a sentence names the condition; a block that is held back counts as it stands."""
    found: list[_Candidate] = []
    for drug in dict.fromkeys(p.monograph for p in evidence.passages):
        own = evidence.of(drug)
        named = max(_named_in(condition, p) for p in own)
        if named is Named.NOT:
            continue
        open_blocks = [p for p in own if p.quarantine is None]
        said = [s for p in open_blocks for s in _naming(condition, p, named)]
        against = [s for p in open_blocks for s in segments(p) if _is_against(condition, s)]
        held = tuple(p for p in own if p.quarantine is not None and _named_in(condition, p) is named)
        found.append(_Candidate(drug, own[0].monograph_name, named, tuple(said), tuple(against), held))
    return sorted(found, key=lambda c: fold(c.name))


def _speaks_of(condition: str, passage: Passage) -> bool:
    return _named_in(condition, passage) is not Named.NOT or any(_is_against(condition, s) for s in segments(passage))


def _named_in(condition: str, passage: Passage) -> Named:
    printed = (*passage.headings, *(s.text for s in segments(passage)))
    return max(names_condition(condition, text) for text in printed)


def _naming(condition: str, passage: Passage, named: Named) -> list[Segment]:
    """Sentences that say `named` of the condition; the first of a block whose heading alone does."""
    of = segments(passage)
    said = [s for s in of if names_condition(condition, s.text) is named]
    if said or not any(names_condition(condition, heading) is named for heading in passage.headings):
        return said
    return [s for s in of if names_condition(condition, s.text) is not Named.NOT] or list(of[:1])


def _is_against(condition: str, segment: Segment) -> bool:
    """ "Người cao tuổi: Không dùng furosemid để điều trị tăng huyết áp." among the indications."""
    return read_dose(segment.text).forbids and is_denied(condition, segment.text)
