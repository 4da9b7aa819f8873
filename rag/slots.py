"""Carry slots over from earlier turns: a pure function of the stored frames.

A value lives six turns from the turn that said it. What this turn says always wins. Another drug or another patient
does not keep the old patient's values unless the words say so, and everything carried is named in `inherited`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from rag.frames import DrugMention, How, Intent, Link, Population, QueryFrame, Signal
from rag.passages import DOSING
from rag.records import PastTurn
from rag.settling import AGE_CLASSES, CHILDREN, IMPAIRED, MOTHERS, settled

TTL_TURNS = 6

INHERITABLE = (
    "drugs",
    "sections",
    "populations",
    "age_months",
    "weight_kg",
    "routes",
    "indication",
    "renal",
    "hepatic",
    "pregnancy_weeks",
    "comorbidities",
    "verbosity",
)
_PATIENT = INHERITABLE[2:11]
_BODY = ("age_months", "weight_kg", "renal", "hepatic", "pregnancy_weeks", "comorbidities")

_BY_CONDITION = frozenset({Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG, Intent.CONDITION_RELATION})
_ALONE = frozenset({Intent.SMALLTALK, Intent.OUT_OF_SCOPE}) | _BY_CONDITION
_LEANS = frozenset({Link.FOLLOW_UP, Link.SAME_PATIENT, Link.CORRECTION, Link.RETURN, Link.ADDED_DRUG})
_SAME_PERSON = frozenset({Link.SAME_PATIENT, Link.CORRECTION, Link.RETURN, Link.ADDED_DRUG})
_ORDINALS = {Link.FIRST_DRUG: 0, Link.SECOND_DRUG: 1, Link.THIRD_DRUG: 2}

_STATE_SECTIONS = {"thoi_ky_mang_thai": Population.PREGNANT, "thoi_ky_cho_con_bu": Population.BREASTFEEDING}


def carry_over(frame: QueryFrame, history: tuple[PastTurn, ...], *, number: int) -> QueryFrame:
    """`frame` is what this turn says, `history` oldest first, `number` this turn's place in the conversation."""
    if _stands_alone(frame):
        return frame
    past = _turn_leant_on(frame, history, number)
    if past is None or _is_complete(frame):
        return _finished(_with_nursed_child(frame, history, number))
    known = _still_known(history, past, number)
    frame = _drugs(frame, history, known, number)
    frame = _question(frame, known)
    frame = _patient(frame, known)
    if frame.verbosity is None and known.frame.verbosity is not None and known.is_fresh("verbosity"):
        frame = _taking(frame, verbosity=known.frame.verbosity)
    return _finished(_with_nursed_child(frame, history, number))


def _finished(frame: QueryFrame) -> QueryFrame:
    frame = settled(frame)
    return replace(frame, inherited=tuple(name for name in INHERITABLE if name in frame.inherited))


# --- what a turn leans on --------------------------------------------------------------------------------------


def _stands_alone(frame: QueryFrame) -> bool:
    if frame.intent in _ALONE and frame.answers_slot is None:
        return True
    if frame.signals & {Signal.MALFORMED, Signal.NON_HUMAN, Signal.OFF_TOPIC}:
        return True
    says_nothing = not (frame.drugs or frame.sections or frame.populations or frame.links or frame.answers_slot)
    return says_nothing and bool(frame.signals & {Signal.WANTS_PHARMACIST, Signal.FRUSTRATED, Signal.INSTRUCTION})


def _names(frame: QueryFrame) -> bool:
    return bool(frame.drugs or frame.ambiguous or frame.unknown_drugs)


def _is_complete(frame: QueryFrame) -> bool:
    """A question of its own: its drug, its section, and no word that leans on what was said before."""
    own_subject = bool(frame.sections) or frame.intent is Intent.OVERVIEW
    return _names(frame) and own_subject and not frame.links & _LEANS and frame.answers_slot is None


def _is_clinical(frame: QueryFrame | None) -> bool:
    if frame is None or frame.intent in (Intent.SMALLTALK, Intent.OUT_OF_SCOPE):
        return False
    if frame.signals & {Signal.MALFORMED, Signal.NON_HUMAN, Signal.OFF_TOPIC}:
        return False
    return _names(frame) or bool(frame.sections or frame.populations or frame.condition or frame.indication)


def _has_patient(frame: QueryFrame) -> bool:
    return bool(frame.populations or frame.renal) or frame.age_months is not None or frame.weight_kg is not None


def _turn_leant_on(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> PastTurn | None:
    if frame.answers_slot is not None and history and history[-1].frame is not None:
        return history[-1]
    recent = [t for t in history if number - t.number <= TTL_TURNS and _is_clinical(t.frame)]
    if Link.RETURN in frame.links:
        with_patient = [t for t in recent if t.frame is not None and _has_patient(t.frame)]
        if with_patient:
            return with_patient[-1]
    return recent[-1] if recent else None


@dataclass(frozen=True, slots=True)
class _Known:
    """The frame leant on, and which of its values are young enough to be carried."""

    frame: QueryFrame
    fresh: frozenset[str]
    was_clarify: bool
    claim_drugs: tuple[str, ...] = ()

    def is_fresh(self, field: str) -> bool:
        return field in self.fresh


def _still_known(history: tuple[PastTurn, ...], past: PastTurn, number: int) -> _Known:
    assert past.frame is not None  # chosen by _turn_leant_on
    fresh = frozenset(f for f in INHERITABLE if _age_of(history, past, f, number) <= TTL_TURNS)
    return _Known(past.frame, fresh, past is history[-1] and past.clarify is not None, past.claim_drugs)


def _age_of(history: tuple[PastTurn, ...], past: PastTurn, field: str, number: int) -> int:
    """Turns since the value was said; a value whose origin is out of sight is too old."""
    for turn in reversed([t for t in history if t.number <= past.number]):
        if turn.frame is None or not _says(turn.frame, field):
            continue
        if field not in turn.frame.inherited:
            return number - turn.number
    return TTL_TURNS + 1


def _says(frame: QueryFrame, field: str) -> bool:
    if field == "drugs":
        return _names(frame)
    value = getattr(frame, field)
    return value is not None and value != ()


# --- drugs -----------------------------------------------------------------------------------------------------


def _drugs(frame: QueryFrame, history: tuple[PastTurn, ...], known: _Known, number: int) -> QueryFrame:
    if _names(frame):
        if Link.ADDED_DRUG in frame.links and known.is_fresh("drugs") and known.frame.drugs:
            others = tuple(d for d in _from_history(known.frame.drugs) if d.id not in frame.drug_ids)
            if others:
                joined = replace(frame, sections=_interaction_first(frame.sections), intent=Intent.INTERACTION)
                return _taking(joined, drugs=(*others, *frame.drugs))
        return frame
    listed = _listed_drugs(history, known, number)
    for link, place in _ORDINALS.items():
        if link in frame.links:
            return _taking(frame, drugs=listed[place : place + 1]) if place < len(listed) else frame
    if Link.BOTH_DRUGS in frame.links and len(listed) > 1:
        both = known.frame.drugs if len(known.frame.drugs) > 1 else listed[-2:]
        return _taking(frame, drugs=_from_history(both))
    if not known.is_fresh("drugs"):
        return frame
    if not _names(known.frame):
        return _taking(frame, drugs=listed) if Link.THAT_DRUG in frame.links and len(listed) == 1 else frame
    return _taking(
        frame,
        drugs=_from_history(known.frame.drugs),
        ambiguous=known.frame.ambiguous,
        unknown_drugs=known.frame.unknown_drugs,
    )


def _interaction_first(sections: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(("tuong_tac_thuoc", *sections)))


def _from_history(drugs: Iterable[DrugMention]) -> tuple[DrugMention, ...]:
    return tuple(replace(drug, how=How.HISTORY) for drug in drugs)


def _listed_drugs(history: tuple[PastTurn, ...], known: _Known, number: int) -> tuple[DrugMention, ...]:
    """What "thuốc thứ hai" counts: the drugs of the last turn that named several, else in the order they came up."""
    recent = [t for t in history if t.frame is not None and number - t.number <= TTL_TURNS]
    named = [t.frame.drugs for t in recent if t.frame is not None and "drugs" not in t.frame.inherited]
    several = [drugs for drugs in named if len(drugs) > 1]
    if several:
        return _from_history(several[-1])
    seen = {drug.id: drug for drugs in named for drug in drugs}
    if not seen and known.claim_drugs:
        # The answer listed drugs that the question did not name.
        return tuple(DrugMention(d, d.replace("-", " ").capitalize(), d, How.HISTORY) for d in known.claim_drugs)
    return _from_history(seen.values())


# --- what is asked ---------------------------------------------------------------------------------------------


def _question(frame: QueryFrame, known: _Known) -> QueryFrame:
    """The sections and the intent of the turn leant on, when this turn names none."""
    if frame.sections or frame.intent is Intent.OVERVIEW or Link.REJECTED in frame.links:
        return frame
    if not known.is_fresh("sections") and known.frame.intent not in _BY_CONDITION:
        return frame
    if not (known.was_clarify or frame.answers_slot or _adds_something(frame)):
        return frame
    sections = known.frame.sections
    if frame.populations:
        sections = tuple(s for s in sections if _STATE_SECTIONS.get(s) in (None, *frame.populations))
    if known.frame.intent in _BY_CONDITION:
        if _names(frame):
            return frame
        condition = frame.condition or frame.indication or known.frame.condition
        inherited = () if frame.condition or frame.indication else ("indication",)
        frame = replace(
            frame, condition=condition, relation=known.frame.relation, inherited=(*frame.inherited, *inherited)
        )
    if not sections:
        return frame
    return _taking(
        frame, sections=sections, intent=known.frame.intent if frame.intent is Intent.UNCLEAR else frame.intent
    )


def _adds_something(frame: QueryFrame) -> bool:
    said = (
        frame.drugs,
        frame.populations,
        frame.routes,
        frame.comorbidities,
        frame.links,
        frame.indication,
        frame.hepatic,
    )
    measured = (frame.age_months, frame.weight_kg, frame.renal, frame.pregnancy_weeks, frame.verbosity)
    return any(said) or any(value is not None for value in measured)


# --- the patient -----------------------------------------------------------------------------------------------


def _patient(frame: QueryFrame, known: _Known) -> QueryFrame:
    if Link.NEW_PATIENT in frame.links or not _keeps_patient(frame):
        return frame
    dropped = _contradicted(frame, known.frame)
    taken: dict[str, Any] = {}
    for field in _PATIENT:
        if field == "populations" or field in dropped or _says(frame, field) or not known.is_fresh(field):
            continue
        if field == "indication" and DOSING not in frame.sections[:1]:
            continue
        if _says(known.frame, field):
            taken[field] = getattr(known.frame, field)
    if "age_months" in taken:
        frame = replace(frame, gestational_weeks=frame.gestational_weeks or known.frame.gestational_weeks)
    if known.is_fresh("populations"):
        merged = _merged(frame, known.frame, another=bool(dropped & {"age_months", "weight_kg"}))
        if set(merged) != set(frame.populations):
            frame = replace(frame, populations=merged, inherited=(*frame.inherited, "populations"))
    if taken.get("comorbidities") is None and frame.comorbidities and "comorbidities" not in dropped:
        frame = _joined_findings(frame, known)
    return _taking(frame, **taken)


def _keeps_patient(frame: QueryFrame) -> bool:
    """Another drug than before, named by the asker, starts with nobody unless the words keep the patient."""
    if "drugs" in frame.inherited and Link.ADDED_DRUG not in frame.links:
        return True
    if frame.answers_slot is not None or not _names(frame):
        return True
    return bool(frame.links & _SAME_PERSON)


def _contradicted(frame: QueryFrame, old: QueryFrame) -> frozenset[str]:
    """Fields of the old patient that cannot be this one's."""
    corrects = bool(frame.answers_slot) or bool(frame.links & {Link.CORRECTION, Link.SAME_PATIENT, Link.RETURN})
    now, before = set(frame.populations), set(old.populations)
    another_group = bool(now & AGE_CLASSES) and not _same_class(now, before)
    now_mother = bool(now & MOTHERS) and bool(before & CHILDREN)
    other_state = bool(now & MOTHERS) and bool(before & MOTHERS) and not now & before
    if (another_group or now_mother) and Link.CORRECTION not in frame.links:
        return frozenset(_BODY)
    if not corrects and _other_values(frame, old):
        return frozenset(_BODY)
    dropped: set[str] = {"pregnancy_weeks"} if other_state or (now and not now & MOTHERS and not corrects) else set()
    if not corrects and now & IMPAIRED and not now & before:
        dropped |= {"renal", "hepatic"}
    return frozenset(dropped)


def _same_class(now: set[Population], before: set[Population]) -> bool:
    """A child may have been called a newborn before; where no class was known, any class is new."""
    classes = now & AGE_CLASSES
    if classes & CHILDREN and before & CHILDREN:
        return True
    return bool(classes & before)


def _other_values(frame: QueryFrame, old: QueryFrame) -> bool:
    """Another age or weight without a word of correction is another patient."""

    def differs(new: Decimal | None, known: Decimal | None) -> bool:
        return new is not None and known is not None and new != known

    return differs(frame.age_months, old.age_months) or differs(frame.weight_kg, old.weight_kg)


def _merged(frame: QueryFrame, old: QueryFrame, *, another: bool) -> tuple[Population, ...]:
    now, before = frame.populations, old.populations
    corrects = bool(frame.answers_slot) or bool(frame.links & _SAME_PERSON)
    if another:
        # Another child of the same group is still a child; what the old one had is not his.
        return now or tuple(p for p in before if p in AGE_CLASSES)
    if not now:
        return before
    classes = set(now) & AGE_CLASSES
    if classes and not corrects:
        return now if not _same_class(set(now), set(before)) else tuple(dict.fromkeys((*now, *before)))
    if classes:
        return tuple(dict.fromkeys((*now, *(p for p in before if p not in AGE_CLASSES))))
    if set(now) & MOTHERS:
        return tuple(
            dict.fromkeys((*now, *(p for p in before if p is Population.ADULT or (corrects and p in IMPAIRED))))
        )
    kept = [p for p in before if p not in IMPAIRED or corrects]
    return tuple(dict.fromkeys((*now, *kept)))


def _joined_findings(frame: QueryFrame, known: _Known) -> QueryFrame:
    if not known.is_fresh("comorbidities"):
        return frame
    said = {finding.name for finding in frame.comorbidities}
    older = tuple(f for f in known.frame.comorbidities if f.name not in said)
    return replace(frame, comorbidities=(*frame.comorbidities, *older)) if older else frame


def _with_nursed_child(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> QueryFrame:
    """A child spoken of right after its mother's question is the child whose age was told there."""
    if frame.age_months is not None or not set(frame.populations) & CHILDREN or Link.NEW_PATIENT in frame.links:
        return frame
    last = next((t for t in reversed(history) if _is_clinical(t.frame)), None)
    if last is None or last.frame is None or last.frame.infant_age_months is None or number - last.number > TTL_TURNS:
        return frame
    return _taking(frame, age_months=last.frame.infant_age_months)


def _taking(frame: QueryFrame, **values: Any) -> QueryFrame:
    """The frame with these values; those that are said are named as inherited."""
    names = [n for n, v in values.items() if n in INHERITABLE and v not in (None, ())]
    if "drugs" in values and (values.get("ambiguous") or values.get("unknown_drugs")):
        names.append("drugs")
    return replace(frame, **values, inherited=tuple(dict.fromkeys((*frame.inherited, *names))))
