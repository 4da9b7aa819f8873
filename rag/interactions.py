"""Sentences of one drug's monograph that name another drug of the question."""

import re
from dataclasses import dataclass

from rag import messages
from rag.assembling import Composition, Parts, ended, pointers_to
from rag.claims import Claim, ClaimRole
from rag.frames import QueryFrame
from rag.outcomes import Outcome
from rag.passages import Evidence, Passage
from rag.ports import DrugNames, Ports
from rag.printed import Segment, segments
from rag.quoting import claims_of
from rag.records import Notice, NoticeKind
from rag.vietnamese import fold

IN_ORDER = ("tuong_tac_thuoc", "chong_chi_dinh", "than_trong", "lieu_luong_va_cach_dung")


@dataclass(frozen=True, slots=True)
class Interactions:
    """Statements found, and the pairs (as printed names) for which neither monograph says anything."""

    claims: tuple[Claim, ...] = ()
    silent_pairs: tuple[tuple[str, str], ...] = ()
    held_back: tuple[Passage, ...] = ()


def statements(frame: QueryFrame, evidence: Evidence, names: DrugNames) -> Interactions:
    """For every pair both monographs are read; a drug that the edition lacks is looked for by its typed name."""
    claims: list[Claim] = []
    found_pairs: set[frozenset[str]] = set()
    labels = {d.id: d.name for d in frame.drugs} | {name: name for name in frame.unknown_drugs}
    for drug in frame.drugs:
        for partner in labels:
            if partner == drug.id:
                continue
            named = _naming(drug.id, partner, evidence, names, known=partner in frame.drug_ids)
            if named:
                found_pairs.add(frozenset((drug.id, partner)))
                claims.extend(c for c in claims_of(named, ClaimRole.ANSWER) if c not in claims)
    members = list(labels)
    silent = tuple(
        (labels[a], labels[b])
        for i, a in enumerate(members)
        for b in members[i + 1 :]
        if frozenset((a, b)) not in found_pairs
    )
    held = tuple(p for p in evidence.passages if p.section == "tuong_tac_thuoc" and p.quarantine is not None)
    return Interactions(tuple(claims), silent, held)


def _naming(drug_id: str, partner: str, evidence: Evidence, names: DrugNames, *, known: bool) -> list[Segment]:
    """Segments of the drug's monograph that name the partner themselves or stand under a heading that does."""
    chosen: list[Segment] = []
    headings: dict[str, bool] = {}
    for section in IN_ORDER:
        for passage in evidence.of(drug_id, section):
            if passage.quarantine is not None:
                continue
            heading = passage.headings[-1] if passage.headings else ""
            if heading not in headings:
                headings[heading] = bool(_spans(partner, heading, names, known=known))
            spans = _spans(partner, passage.text, names, known=known)
            if headings[heading] or spans:
                chosen.extend(
                    s
                    for s in segments(passage)
                    if headings[heading] or any(s.start < end and start < s.end for start, end in spans)
                )
    return chosen


def _spans(partner: str, text: str, names: DrugNames, *, known: bool) -> tuple[tuple[int, int], ...]:
    """Where the text names the partner; a name that the edition lacks is looked for as it was typed."""
    if not text:
        return ()
    if known:
        return names.mentioned(partner, text)
    return tuple((m.start(), m.end()) for m in re.finditer(rf"\b{re.escape(fold(partner))}\b", fold(text)))


def compose_interaction(frame: QueryFrame, evidence: Evidence, ports: Ports) -> Composition:
    """Quoted statements pair by pair; what is not found is named, and never called safe."""
    found = statements(frame, evidence, ports.names)
    parts = Parts(claims=list(found.claims), held_back=list(found.held_back), read=list(evidence.passages))
    if frame.unknown_drugs:
        parts.sentences.append(messages.unknown_drugs(frame))
    silent = "; ".join(f"{a} với {b}" for a, b in found.silent_pairs)
    if silent:
        parts.sentences.append(messages.silent_pairs(silent))
        parts.notices.append(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT))
    if not found.claims and not found.held_back:
        first = [p for p in evidence.passages if p.section == "tuong_tac_thuoc"]
        text = " ".join(
            filter(
                None,
                [
                    messages.unknown_drugs(frame) if frame.unknown_drugs else "",
                    messages.ENDINGS[Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE],
                ],
            )
        )
        return Composition(
            Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE,
            text,
            notices=(Notice(NoticeKind.NOT_A_SAFETY_STATEMENT, messages.NOT_A_SAFETY_STATEMENT),),
            pointers=pointers_to(first or list(evidence.passages)),
        )
    return ended(parts, frame, evidence)
