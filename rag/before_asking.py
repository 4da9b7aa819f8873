"""What the book prints against the drug for this patient, quoted beside a question of ours or a block held back.

Whoever is asked for the weight of a child must not first learn from the answer that the drug is not for the child.
"""

from dataclasses import replace

from rag import messages
from rag.frames import CONDITIONS, Intent, QueryFrame
from rag.mothers import is_of_other_third
from rag.passages import CAUTION, CONTRA, DOSING, Evidence, Passage, PrintDoubt
from rag.ports import Ports
from rag.printed import Segment, segments
from rag.prohibitions import forbids_group
from rag.quoting import stricter_sentences
from rag.records import Notice, NoticeKind
from rag.stricter import FORBIDS
from rag.vietnamese import fold

MOST_QUOTED = 4  # sentences of one drug beside a question
_LONGEST = 400  # characters of one; a longer one is only pointed to


def printed_against(frame: QueryFrame, ports: Ports) -> tuple[tuple[Notice, ...], tuple[Passage, ...]]:
    """(a notice for each drug whose dose is asked for, the passages that it quotes); empty when nothing is printed."""
    if frame.intent is not Intent.DOSE or not (frame.populations or frame.comorbidities or frame.indication):
        return (), ()
    evidence = Evidence(ports.passages.sections(frame.drug_ids, (CONTRA, CAUTION, DOSING)))
    notices: list[Notice] = []
    quoted: list[Passage] = []
    for drug in frame.drugs:
        if DOSING not in frame.sections_of(drug.id):
            continue
        said = [s for s in _against(drug.id, frame, evidence) if _may_be_quoted(s)]
        if not said:
            continue
        shown = [(s.text, s.passage.section, s.passage.provenance.page_from) for s in said[:MOST_QUOTED]]
        text = messages.read_before_the_dose(drug.name, shown, len(said) - len(shown))
        notices.append(Notice(NoticeKind.STRICTER_ELSEWHERE, text))
        quoted.extend(s.passage for s in said[:MOST_QUOTED])
    return tuple(notices), tuple(dict.fromkeys(quoted))


def _against(drug_id: str, frame: QueryFrame, evidence: Evidence) -> list[Segment]:
    """Contraindications of this patient, then cautions and dosing sentences that forbid."""
    contra = stricter_sentences(evidence.of(drug_id, CONTRA), frame)
    caution = [s for s in stricter_sentences(evidence.of(drug_id, CAUTION), frame) if FORBIDS.search(fold(s.text))]
    aged = replace(frame, populations=tuple(p for p in frame.populations if p not in CONDITIONS))
    dosing = [
        s
        for p in evidence.of(drug_id, DOSING)
        if p.quarantine is None
        for s in segments(p)
        if forbids_group(s, aged, oral_by_default=False)
    ]
    found = [s for s in (*contra, *caution, *dosing) if not is_of_other_third(s, frame)]
    return list({s.text: s for s in found}.values())


def _may_be_quoted(segment: Segment) -> bool:
    passage = segment.passage
    doubted = passage.errata_in(segment.start, segment.end, PrintDoubt.MISPRINT)
    sound = passage.quarantine is None and passage.provenance.is_complete and not doubted
    return sound and len(segment.text) <= _LONGEST
