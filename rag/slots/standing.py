"""Facts that endanger a patient who was told of before any drug: they stay with him from drug to drug.

"BN dị ứng penicilin", then one drug after the other: the allergy, the pregnancy, the impaired organs and what else he
takes are his until the words speak of somebody else. What an earlier question asked for (way of giving, indication,
age, weight) is that question's and is not kept here. What was told together with a drug: `rag.slots.last_asked`.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from rag.frames import CHILDREN, CONDITIONS, MOTHERS, Finding, Intent, Link, Population, QueryFrame, Signal
from rag.records import PastTurn
from rag.slots.remembered import DENIED, TTL_TURNS, has_patient, is_clinical, names, says, taking

_GROWN = frozenset({Population.ADULT, Population.ELDERLY}) | MOTHERS
GESTATION = frozenset({"pregnancy_weeks", "trimesters"})
"""How far a pregnancy is, told in one way or the other."""
SINGLE = ("renal", "hepatic", "pregnancy_weeks", "trimesters")
COUNTED = frozenset({Link.RETURN, Link.FIRST_PATIENT, Link.SECOND_PATIENT})
_HIS = frozenset({Link.SAME_PATIENT, Link.CORRECTION, Link.ADDED_DRUG})
OF_NOBODY = frozenset(
    {
        Intent.SMALLTALK,
        Intent.OUT_OF_SCOPE,
        Intent.CONDITION_TO_DRUG,
        Intent.SYMPTOM_TO_DRUG,
        Intent.CONDITION_RELATION,
    }
)

ASKS_FOR_DRUG = frozenset({Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG})
ALLERGY = "dị ứng "  # how the name of every allergy begins

DENIES: dict[Population, str] = {
    Population.RENAL: "renal",
    Population.HEPATIC: "hepatic",
    Population.PREGNANT: "pregnancy_weeks",
    Population.BREASTFEEDING: "infant_age_months",
}
"""The field whose rule `DENIED` takes a state back ("không suy thận")."""


@dataclass(slots=True)
class Patient:
    """`told`: field -> (turn, value); for the fields of many values, each of them -> turn."""

    told: dict[str, tuple[int, Any]] = field(default_factory=dict)
    states: dict[Population, int] = field(default_factory=dict)
    findings: dict[str, tuple[int, Any]] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    child: bool | None = None
    age: Any = None
    weight: Any = None


def with_standing_facts(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> QueryFrame:
    """The frame with the facts of the patient whom the conversation is about; unchanged when it has none."""
    if frame.links & (COUNTED | {Link.NEW_PATIENT}) or not is_for_somebody(frame):
        return frame
    him: Patient | None = None
    for turn in history:
        if turn.frame is not None:
            him = _after(him, turn.frame, turn.number)
    if him is None or is_another(him, frame):
        return _with_allergies(frame, history, number)
    return _with_allergies(given(frame, him, number), history, number)


def is_for_somebody(frame: QueryFrame) -> bool:
    """Does the turn ask for a drug, by its name or by what it is to treat, that the patient told before may get?"""
    return frame.intent in ASKS_FOR_DRUG or (names(frame) and frame.intent not in OF_NOBODY)


def _with_allergies(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> QueryFrame:
    """ "vậy augmentin?" after "dị ứng penicilin, amoxicilin …": the allergies of the turn that it follows.

    They are kept although the new drug has a question of its own, because forgetting one is worse than naming one
    that is somebody else's; not where the turn tells of a patient.
    """
    last = next((turn.frame for turn in reversed(history) if is_clinical(turn.frame)), None)
    told_now = "comorbidities" not in frame.inherited and has_patient(replace(frame, co_medications=()))
    if last is None or told_now or not frame.links & {Link.FOLLOW_UP, Link.SAME_PATIENT, Link.CORRECTION}:
        return frame
    said = {f.name for f in frame.comorbidities}
    kept = tuple(
        f
        for f in last.comorbidities
        if f.present and f.name.startswith(ALLERGY) and f.name not in said and not is_taken_back(f.name, frame)
        if number - _told_in(history, f) <= TTL_TURNS
    )
    return taking(frame, comorbidities=(*frame.comorbidities, *kept)) if kept else frame


def _told_in(history: tuple[PastTurn, ...], finding: Finding) -> int:
    """Number of the last turn that said it itself; far back when that is out of sight."""
    own = [
        turn.number
        for turn in history
        if turn.frame is not None
        and finding in turn.frame.comorbidities
        and "comorbidities" not in turn.frame.inherited
    ]
    return max(own, default=-TTL_TURNS)


def denied_states(frame: QueryFrame) -> frozenset[Population]:
    """States of the patient that this turn says are not so."""
    return frozenset(p for p, name in DENIES.items() if frame.rules.get(name) == DENIED)


def is_taken_back(name: str, frame: QueryFrame) -> bool:
    """Does the turn deny the finding or condition `name`, by its name or its first words ("không loét")?"""
    denied = [f.name.lower() for f in frame.comorbidities if not f.present]
    return any(name.lower() == d or name.lower().startswith(f"{d} ") for d in denied)


def _after(him: Patient | None, frame: QueryFrame, number: int) -> Patient | None:
    """The patient that a conversation is about after one more turn."""
    if frame.intent in OF_NOBODY or Signal.MALFORMED in frame.signals:
        return him
    if Link.NEW_PATIENT in frame.links or (him is not None and is_another(him, frame)):
        him = None
    own_drug = names(frame) and "drugs" not in frame.inherited
    if frame.links & COUNTED:
        him = None if own_drug else Patient()
    if him is None:
        if names(frame) or not has_patient(frame):
            return None
        him = Patient()
    _learn_who(him, frame, own_drug=own_drug)
    if not own_drug or frame.answers_slot is not None or frame.links & _HIS:
        _learn(him, frame, number)
    return him


def _learn_who(him: Patient, frame: QueryFrame, *, own_drug: bool) -> None:
    if him.child is None:
        him.child = is_child(frame)
    if not own_drug or frame.answers_slot is not None:
        him.age = frame.age_months if frame.age_months is not None else him.age
        him.weight = frame.weight_kg if frame.weight_kg is not None else him.weight


def _learn(him: Patient, frame: QueryFrame, number: int) -> None:
    returned = bool(frame.links & COUNTED)
    for name in SINGLE:
        if says(frame, name) and (returned or name not in frame.inherited):
            him.told[name] = (number, getattr(frame, name))
    if "populations" not in frame.inherited and set(frame.populations) & MOTHERS - him.states.keys():
        for population in MOTHERS & him.states.keys():  # pregnant before, nursing now
            him.states.pop(population)
            _forget_values(him, population)
    for population in CONDITIONS & set(frame.populations):
        if "populations" not in frame.inherited or population not in him.states or returned:
            him.states[population] = number
    for population in denied_states(frame):
        him.states.pop(population, None)
        _forget_values(him, population)
    for name in [n for n in him.findings if is_taken_back(n, frame)]:
        del him.findings[name]
    for finding in frame.comorbidities if returned or "comorbidities" not in frame.inherited else ():
        if finding.present:
            him.findings.setdefault(finding.name, (number, finding))
    for drug in frame.co_medications if returned or "co_medications" not in frame.inherited else ():
        him.taken.setdefault(drug, number)


def _forget_values(him: Patient, population: Population) -> None:
    for name in GESTATION if population is Population.PREGNANT else (DENIES[population],):
        him.told.pop(name, None)


def is_child(frame: QueryFrame) -> bool | None:
    now = set(frame.populations)
    if now & CHILDREN:
        return True if not now & _GROWN else None
    return False if now & _GROWN else None


def is_another(him: Patient, frame: QueryFrame) -> bool:
    """Another class of age, another age or weight, without a word of correction."""
    if frame.links & {Link.CORRECTION, Link.SAME_PATIENT} or frame.answers_slot is not None:
        return False
    child = is_child(frame)
    if child is not None and him.child is not None and child is not him.child:
        return True
    if child and set(him.states) & MOTHERS:
        return True
    told = [(frame.age_months, him.age, "age_months")]
    if frame.age_months is not None or "drugs" not in frame.inherited:  # "9 kg" alone is the same patient's
        told.append((frame.weight_kg, him.weight, "weight_kg"))
    return any(a is not None and b is not None and a != b and n not in frame.inherited for a, b, n in told)


def given(frame: QueryFrame, him: Patient, number: int) -> QueryFrame:
    def fresh(told: int) -> bool:
        return number - told <= TTL_TURNS

    gone = denied_states(frame)
    taken: dict[str, Any] = {
        name: value
        for name, (told, value) in him.told.items()
        if fresh(told) and not says(frame, name) and frame.rules.get(name) != DENIED
    }
    if Population.PREGNANT in gone or any(says(frame, name) for name in GESTATION):
        taken = {name: value for name, value in taken.items() if name not in GESTATION}
    states = {p for p, told in him.states.items() if fresh(told) and p not in gone} - set(frame.populations)
    if MOTHERS & set(frame.populations):
        states -= MOTHERS
        if Population.PREGNANT not in frame.populations:
            taken = {name: value for name, value in taken.items() if name not in GESTATION}
    if states and frame.intent is not Intent.COMPARISON:
        taken["populations"] = (*frame.populations, *sorted(states))
    said = {f.name for f in frame.comorbidities}
    findings = [f for told, f in him.findings.values() if fresh(told) and f.name not in said]
    named = {name.lower() for drug in frame.drugs for name in (drug.id, drug.name, drug.matched)}
    named |= {(frame.condition or "").lower(), (frame.indication or "").lower()}  # what is to be treated
    findings = [f for f in findings if not is_taken_back(f.name, frame) and f.name.lower() not in named]
    if findings:
        taken["comorbidities"] = (*frame.comorbidities, *findings)
    beside = [d for d, told in him.taken.items() if fresh(told) and d not in (*frame.co_medications, *frame.drug_ids)]
    if beside:
        taken["co_medications"] = (*frame.co_medications, *beside)
    return taking(frame, **taken) if taken else frame
