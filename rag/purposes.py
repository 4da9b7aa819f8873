"""What the drug is asked for, and whether the book forbids it for this patient: no sum then, only the print."""

from dataclasses import replace

from rag.condition_names import listed_as
from rag.conditions import allergen_of, names_indication, same_condition
from rag.contraindications import names_this_patient
from rag.frames import DrugMention, QueryFrame
from rag.interactions import with_co_medications
from rag.passages import CONTRA, DOSING, Evidence
from rag.ports import Ports
from rag.printed import Segment
from rag.purpose_words import with_printed_indication
from rag.stricter import FORBIDS
from rag.vietnamese import fold


def asked_for(frame: QueryFrame, forbidden: list[Segment], drug_id: str, evidence: Evidence) -> QueryFrame:
    """A condition that stands among the contraindications and heads no dose is the patient's, not the purpose.

    And the one told with a dose to be compared or worked out that heads doses is the purpose: "100 mg/ngày suy tim".
    """
    dosing = evidence.of(drug_id, DOSING)
    frame = with_printed_indication(frame, dosing)
    asked = frame.indication or frame.condition
    if not asked and frame.dose_task is not None and frame.dose_task.is_request:
        purposes = _heading_doses(frame, drug_id, evidence)
        return replace(frame, indication=purposes[0]) if len(purposes) == 1 else frame
    if not asked or not any(same_condition(asked, s.text) for s in forbidden):
        return frame
    if any(names_indication(asked, i) for p in evidence.of(section=DOSING) for i in p.indications):
        return frame
    return replace(frame, indication=None, condition=None)


def _heading_doses(frame: QueryFrame, drug_id: str, evidence: Evidence) -> list[str]:
    """Conditions of the turn that head doses of the drug, each heading once."""
    printed = {i for p in evidence.of(drug_id, DOSING) if p.quarantine is None for i in p.indications}
    told = [f.name for f in frame.comorbidities if f.present and allergen_of(f.name) is None]
    told += [term for term in frame.terms if listed_as(term) is not None]
    heads = {name: frozenset(i for i in printed if names_indication(name, i)) for name in dict.fromkeys(told)}
    return list({found: name for name, found in reversed(heads.items()) if found}.values())


def is_contraindicated(
    drug: DrugMention, contra: list[Segment], frame: QueryFrame, evidence: Evidence, ports: Ports
) -> bool:
    """Is a contraindication met by this patient, or by what he takes beside the drug? No sum then, only the print.

    `frame`: with the indication only where it is the patient's and not the drug's purpose.
    """
    if any(names_this_patient(s, frame) for s in contra):
        return True
    pairs = with_co_medications(replace(frame, drugs=(drug,)), evidence, ports.names)
    return any(
        said.section == CONTRA or any(FORBIDS.search(fold(s.text)) for s in said.segments)
        for pair in pairs
        for said in pair.said
    )
