"""What the sections on contraindications and precautions print about this patient, beside what was asked."""

import re

from rag import messages
from rag.assembling import Parts, printed_pages
from rag.claims import ClaimRole
from rag.frames import IMPAIRED, DrugMention, Intent, Population, QueryFrame
from rag.gathering import SAFETY
from rag.passages import CONTRA, DOSING, Evidence
from rag.printed import Segment, lead_of, populations_in
from rag.quoting import claims_by_third, stricter_sentences
from rag.records import Notice, NoticeKind
from rag.vietnamese import fold

FORBIDS = re.compile(
    r"\b(?:chong chi dinh|khong (?:duoc |nen )?(?:dung|chi dinh|cho)|khong khuyen cao|khong nen|tranh dung)\b"
)


def safety_sentences(drug_id: str, frame: QueryFrame, evidence: Evidence) -> list[Segment]:
    """Sentences of contraindications and precautions about this patient that the asked sections do not show."""
    elsewhere = [p for s in SAFETY if s not in frame.sections for p in evidence.of(drug_id, s)]
    return stricter_sentences(elsewhere, frame)


def only_cautions(drug_id: str, safety: list[Segment], frame: QueryFrame, evidence: Evidence) -> list[Segment]:
    """Cautions on the patient's impairment or old age for which no dose is printed: they stand before usual doses."""
    dosed = {p for block in evidence.of(drug_id, DOSING) for p in block.populations}
    alone = ({*IMPAIRED, Population.ELDERLY} & set(frame.populations)) - dosed
    return [s for s in safety if s.passage.section != CONTRA and alone & set(populations_in(lead_of(s.text)))]


def add_safety(parts: Parts, found: list[Segment], frame: QueryFrame) -> None:
    """What is stricter elsewhere; a prohibition even answers a question for a dose that is not printed."""
    if not found:
        return
    no_dose = (
        frame.intent is Intent.DOSE and bool(parts.gaps) and all(c.role is ClaimRole.STRICTER for c in parts.claims)
    )
    forbids = any(s.passage.section == CONTRA or FORBIDS.search(fold(s.text)) for s in found)
    if no_dose and not forbids:
        parts.claims.clear()
        return
    shown = {c.text for c in parts.claims}
    claims = [c for c in claims_by_third(found, ClaimRole.STRICTER, frame) if c.text not in shown]
    parts.claims.extend(claims)
    parts.read.extend(s.passage for s in found)
    parts.notices.append(Notice(NoticeKind.STRICTER_ELSEWHERE, messages.STRICTER_ELSEWHERE))


def name_unread_safety(parts: Parts, drug: DrugMention, frame: QueryFrame, evidence: Evidence) -> None:
    """A safety block that is held back may speak of this patient: nobody may take it for silence."""
    for section in (s for s in SAFETY if s not in frame.sections):
        if held := [p for p in evidence.of(drug.id, section) if p.quarantine is not None]:
            text = messages.held_beside(drug.name, section, printed_pages(held))
            parts.notices.append(Notice(NoticeKind.QUARANTINE, text))
