"""Facts that endanger a patient and were told together with a drug: they stay for the next drug that is asked about.

"metformin ở người suy thận Clcr 20", then "liều metformin người lớn": the clearance, the pregnancy, the diseases and
what he takes hold on, because forgetting one is worse than naming one that is somebody else's. They end where the
question tells such facts of its own, or speaks of another patient.
"""

from typing import Any

from rag.frames import CONDITIONS, Intent, Link, QueryFrame
from rag.records import PastTurn
from rag.slots.remembered import TTL_TURNS, is_clinical, says
from rag.slots.standing import COUNTED, SINGLE, Patient, given, is_another, is_child, is_for_somebody

TAKEN_NOW = "drug.taken_now"
"""The rule of the only drug of a turn that is told as being taken ("đang dùng warfarin")."""


def with_facts_of_last_question(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> QueryFrame:
    """The frame with them. With the drug inherited, `rag.slots.patient` has decided what of him stays."""
    if frame.links & (COUNTED | {Link.NEW_PATIENT}) or not is_for_somebody(frame):
        return frame
    last = next((turn.frame for turn in reversed(history) if is_clinical(turn.frame)), None)
    if last is None or "drugs" in frame.inherited or _tells_danger(frame):
        return frame
    if last.intent is Intent.COMPARISON or last.groups or (is_child(frame) and not is_child(last)):
        return frame  # groups side by side are nobody; a child told behind "Clcr 20" is another patient
    him = _patient_of(last, history)
    return frame if is_another(him, frame) else given(frame, him, number)


def _patient_of(last: QueryFrame, history: tuple[PastTurn, ...]) -> Patient:
    him = Patient(child=is_child(last), age=last.age_months, weight=last.weight_kg)
    for name in SINGLE:
        if says(last, name):
            value = getattr(last, name)
            him.told[name] = (_since(history, name, value), value)
    for population in CONDITIONS & set(last.populations):
        him.states[population] = _since(history, "populations", population)
    for finding in last.comorbidities:
        if finding.present:
            him.findings[finding.name] = (_since(history, "comorbidities", finding), finding)
    for drug in (*last.co_medications, *_taken_now(last)):
        him.taken[drug] = _since(history, "co_medications", drug)
    return him


def _taken_now(frame: QueryFrame) -> tuple[str, ...]:
    return frame.drug_ids if frame.rules.get("drugs") == TAKEN_NOW and "drugs" not in frame.inherited else ()


def _tells_danger(frame: QueryFrame) -> bool:
    """Is such a fact said in this turn itself?"""
    if any(says(frame, name) and name not in frame.inherited for name in (*SINGLE, "comorbidities", "co_medications")):
        return True
    return bool(CONDITIONS & set(frame.populations)) and "populations" not in frame.inherited


def _since(history: tuple[PastTurn, ...], name: str, value: Any) -> int:
    """Number of the turn that told it last: where it is not inherited, or did not hold in the clinical turn before."""
    since, before = -TTL_TURNS, False
    for turn in history:
        if turn.frame is None or not is_clinical(turn.frame):
            continue
        now = _holds(turn.frame, name, value)
        if now and (not before or name not in turn.frame.inherited):
            since = turn.number
        before = now
    return since


def _holds(frame: QueryFrame, name: str, value: Any) -> bool:
    told = getattr(frame, name)
    if name in SINGLE:
        return bool(told == value)
    return value in told or (name == "co_medications" and value in _taken_now(frame))
