"""Which drugs are indicated for a condition: a factual list, quoted, never ranked."""

from rag import messages
from rag.assembling import Composition, Parts, ended, pointers_to
from rag.claims import ClaimRole
from rag.frames import Population, QueryFrame
from rag.gathering import SAFETY
from rag.outcomes import Outcome
from rag.passages import Evidence
from rag.ports import Ports
from rag.printed import segments
from rag.quoting import claims_of, relevant, stricter_sentences
from rag.records import Notice, NoticeKind


def compose_candidates(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """A factual list of drugs whose printed indications name the condition; nothing is preferred."""
    condition = frame.condition or frame.indication or ""
    if evidence.is_empty:
        return Composition(
            Outcome.ABSTAIN_NO_EVIDENCE,
            messages.no_indication_names(condition),
            notices=(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT),),
        )
    parts = Parts(read=list(evidence.passages))
    candidates = tuple(dict.fromkeys(p.monograph for p in evidence.passages))
    for passage in evidence.passages:
        if passage.quarantine is not None:
            parts.held_back.append(passage)
            continue
        naming = relevant(list(segments(passage)), frame) or list(segments(passage))
        parts.claims.extend(claims_of(naming, ClaimRole.ANSWER))
    if parts.held_back and parts.claims:
        names = ", ".join(dict.fromkeys(p.monograph_name for p in parts.held_back))
        parts.notices.append(Notice(NoticeKind.QUARANTINE, messages.indication_held(names)))
        parts.held_back.clear()
    needs_review = bool(frame.populations) or any(f.present for f in frame.comorbidities)
    if needs_review:
        safety = ports.passages.sections(candidates, (*SAFETY, "thoi_ky_mang_thai", "thoi_ky_cho_con_bu"))
        found = stricter_sentences(safety, frame)
        special = [p for p in safety if p.section in _special_sections(frame) and p.quarantine is None]
        stricter = [*found, *(s for p in special for s in segments(p))]
        if not stricter:
            return Composition(
                Outcome.ABSTAIN_NO_SAFETY_EVIDENCE,
                messages.ENDINGS[Outcome.ABSTAIN_NO_SAFETY_EVIDENCE],
                pointers=pointers_to(list(evidence.passages)),
            )
        parts.claims.extend(claims_of(stricter, ClaimRole.STRICTER))
        evidence = Evidence((*evidence.passages, *safety), evidence.missing)
    listed = ended(parts, frame, evidence)
    if listed.outcome is not Outcome.ANSWERED_VERBATIM:
        return listed
    return Composition(
        Outcome.ANSWERED_CANDIDATE_LIST,
        f"«{condition}»: {messages.ENDINGS[Outcome.ANSWERED_CANDIDATE_LIST]}",
        draft=listed.draft,
        notices=(*listed.notices, Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT)),
        pointers=listed.pointers,
        candidates=candidates,
        evidence=evidence,
    )


def _special_sections(frame: QueryFrame) -> set[str]:
    found = set()
    if Population.PREGNANT in frame.populations:
        found.add("thoi_ky_mang_thai")
    if Population.BREASTFEEDING in frame.populations:
        found.add("thoi_ky_cho_con_bu")
    return found
