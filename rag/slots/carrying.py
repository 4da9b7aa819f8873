"""Carry slots over from earlier turns: a pure function of the stored frames.

A value lives six turns from the turn that said it. What this turn says always wins. Another drug or another patient
does not keep the old patient's values unless the words say so, and everything carried is named in `inherited`.
"""

from dataclasses import replace

from rag.frames import BY_DAY, PURPOSE_ALONE, DoseTask, Intent, Link, Population, QueryFrame, Signal
from rag.passages import DOSING
from rag.records import PastTurn
from rag.slots.dose_tasks import carried_on, carried_to_another
from rag.slots.drugs import drugs, met
from rag.slots.last_asked import with_facts_of_last_question
from rag.slots.newborns import STATE_ALONE, as_newborn
from rag.slots.patient import SAME_PERSON, patient, with_nursed_child
from rag.slots.patients import turn_of_patient
from rag.slots.remembered import INHERITABLE, TTL_TURNS, Known, has_patient, is_clinical, names, still_known, taking
from rag.slots.settling import settled, with_implied_dose
from rag.slots.standing import ASKS_FOR_DRUG, Patient, denied_states, is_another, is_child, with_standing_facts

_BY_CONDITION = frozenset({Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG, Intent.CONDITION_RELATION})
_ALONE = frozenset({Intent.SMALLTALK, Intent.OUT_OF_SCOPE}) | _BY_CONDITION
_LEANS = frozenset({Link.FOLLOW_UP}) | SAME_PERSON
_SAME_TASK = frozenset({Link.FOLLOW_UP, Link.CORRECTION}) | SAME_PERSON  # what was to be worked out still is
VAGUE = "section.how"  # the rule of "dùng kiểu gì": which section is meant shows from the turn before
IN_DANGER = "section.dose_in_danger"
_ACTING = (("qua_lieu_va_xu_tri",), ("huong_dan_xu_tri_adr",))
_MAY_IT_BE_USED = {"chong_chi_dinh", "than_trong"}
_OF_STATE = (STATE_ALONE, "section.mother")
_STATE_SECTIONS = {"thoi_ky_mang_thai": Population.PREGNANT, "thoi_ky_cho_con_bu": Population.BREASTFEEDING}


def carry_over(frame: QueryFrame, history: tuple[PastTurn, ...], *, number: int) -> QueryFrame:
    """`frame` is what this turn says, `history` oldest first, `number` this turn's place in the conversation."""
    if _stands_alone(frame):
        return _finished(_as_patient_stands(frame, history, number)) if frame.intent in ASKS_FOR_DRUG else frame
    frame = as_newborn(frame, history, number)
    past = _turn_leant_on(frame, history, number)
    if past is None or (_is_complete(frame) and not _changes_those_of(frame, past)):
        return _finished(_in_danger(_as_patient_stands(frame, history, number), past))
    if not names(frame):
        past = _left_open(past)
    same_task = past.clarify is not None or frame.answers_slot or frame.links & _SAME_TASK or _only_adds(frame)
    known = still_known(history, past, number)
    frame = drugs(frame, history, known, number)
    if same_task:
        frame = _with_task(frame, past)
    frame = _question(frame, known)
    frame = _with_section_of_state(patient(frame, known))
    if frame.verbosity is None and known.frame.verbosity is not None and known.is_fresh("verbosity"):
        frame = taking(frame, verbosity=known.frame.verbosity)
    return _finished(_in_danger(_as_patient_stands(frame, history, number), past))


def _left_open(past: PastTurn) -> PastTurn:
    """ "Aciclovir viêm não" asked for no section: behind it, "trẻ 5 tuổi 18 kg" asks for the dose."""
    if past.frame is None or past.frame.rules.get("sections") != PURPOSE_ALONE:
        return past
    return replace(past, frame=replace(past.frame, sections=(), intent=Intent.UNCLEAR))


def _with_task(frame: QueryFrame, past: PastTurn) -> QueryFrame:
    """What the turn leant on wanted worked out, with what this turn says of it."""
    task = past.frame.dose_task if past.frame is not None else None
    if past.frame is None or task is None:
        return frame
    if not task.is_request:
        return _with_sex(frame, task.sex)
    carried = carried_to_another if _is_of_another_drug(frame, past.frame) else carried_on
    return replace(frame, dose_task=carried(task, frame.dose_task))


def _with_sex(frame: QueryFrame, sex: str) -> QueryFrame:
    """The sex that was told beside a creatinine stays that of the patient whose value is corrected or added."""
    now = frame.dose_task or DoseTask()
    same = bool(frame.answers_slot) or bool(frame.links & SAME_PERSON)
    if not sex or now.sex or not same or Link.NEW_PATIENT in frame.links:
        return frame
    return replace(frame, dose_task=replace(now, sex=sex))


def _is_of_another_drug(frame: QueryFrame, before: QueryFrame) -> bool:
    """Names that stand for another substance; a name chosen in reply to our question is of the one that was meant."""
    if before.ambiguous and not before.drugs and frame.answers_slot is not None:
        return False
    now = {*frame.drug_ids, *frame.unknown_drugs, *(name.text for name in frame.ambiguous)}
    was = {*before.drug_ids, *before.unknown_drugs, *(name.text for name in before.ambiguous)}
    return bool(was) and not now <= was


def _as_patient_stands(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> QueryFrame:
    """What was told of the patient before any drug or with the drug before, and of her child."""
    standing = with_facts_of_last_question(frame, history, number)
    standing = with_standing_facts(standing, history, number)
    if set(standing.populations) != set(frame.populations):
        standing = _with_section_of_state(standing)
    return with_nursed_child(standing, history, number)


def _in_danger(frame: QueryFrame, past: PastTurn | None) -> QueryFrame:
    """The emergency of the turn before goes on where what is asked now is to be given in it.

    That is the same question, a dose of the same drug, or the dose of the first drug that is named after the danger
    or after the one that brought it about; not what is asked for another patient.
    """
    before = past.frame if past is not None else None
    if before is None or Signal.EMERGENCY not in before.signals or Link.NEW_PATIENT in frame.links:
        return frame
    same = "sections" in frame.inherited
    if not same:
        frame = _dose_in_danger(frame, before)
        acts = with_implied_dose(frame).intent is Intent.DOSE or frame.sections[:1] in _ACTING
        of_it = "drugs" in frame.inherited or not names(before) or before.sections[:1] in _ACTING
        of_it = of_it or set(frame.drug_ids) <= set(before.drug_ids)
        him = Patient(child=is_child(before), age=before.age_months, weight=before.weight_kg)
        is_told = bool(before.populations) or before.age_months is not None or before.weight_kg is not None
        same = acts and of_it and not (is_told and is_another(him, frame))
    if not same:
        return frame
    frame = replace(frame, signals=frame.signals | {Signal.EMERGENCY})
    if names(before) or frame.indication or frame.condition or not before.indication:
        return frame
    # "Sốc phản vệ", then "adrenalin bé 15 kg": a dose for another purpose would be given for it.
    purpose = before.purpose if frame.purpose is None else frame.purpose
    return replace(frame, indication=before.indication, purpose=purpose, inherited=(*frame.inherited, "indication"))


def _dose_in_danger(frame: QueryFrame, before: QueryFrame) -> QueryFrame:
    """ "Sốc phản vệ", then "adrenalin" and no more: what is asked of the drug is how much is given for it."""
    asks_nothing = frame.intent is Intent.UNCLEAR and not frame.sections and Link.REJECTED not in frame.links
    if not (asks_nothing and frame.answers_slot == "drug" and frame.drugs and before.indication):
        return frame
    return replace(frame, intent=Intent.DOSE, sections=(DOSING,), rules={**frame.rules, "sections": IN_DANGER})


def _finished(frame: QueryFrame) -> QueryFrame:
    frame = settled(frame)
    return replace(frame, inherited=tuple(name for name in INHERITABLE if name in frame.inherited))


def _stands_alone(frame: QueryFrame) -> bool:
    if frame.intent in _ALONE and frame.answers_slot is None:
        return True
    if frame.signals & {Signal.MALFORMED, Signal.NON_HUMAN, Signal.OFF_TOPIC}:
        return True
    says_nothing = not (frame.drugs or frame.sections or frame.populations or frame.links or frame.answers_slot)
    return says_nothing and bool(frame.signals & {Signal.WANTS_PHARMACIST, Signal.FRUSTRATED, Signal.INSTRUCTION})


def _is_complete(frame: QueryFrame) -> bool:
    """A question of its own: its drug, its section, and no word that leans on what was said before."""
    own_subject = bool(frame.sections) or frame.intent is Intent.OVERVIEW
    return names(frame) and own_subject and not frame.links & _LEANS and frame.answers_slot is None


def _changes_those_of(frame: QueryFrame, past: PastTurn) -> bool:
    """ "thay X bằng Y" behind a question about X and others together."""
    changes = frame.links & {Link.REMOVED_DRUG, Link.REPLACED_DRUG}
    return bool(changes) and past.frame is not None and met(past.frame)


def _turn_leant_on(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> PastTurn | None:
    if frame.answers_slot is not None and history and history[-1].frame is not None:
        return history[-1]
    recent = [t for t in history if number - t.number <= TTL_TURNS and is_clinical(t.frame)]
    if (counted := turn_of_patient(frame, recent)) is not None:
        return counted
    if Link.RETURN in frame.links:
        with_patient = [t for t in recent if t.frame is not None and has_patient(t.frame)]
        if with_patient:
            return with_patient[-1]
    return recent[-1] if recent else None


def _question(frame: QueryFrame, known: Known) -> QueryFrame:
    """The sections and the intent of the turn leant on, when this turn names none."""
    told_again = frame.rules.get("sections") == STATE_ALONE and set(frame.populations) <= set(known.frame.populations)
    if told_again and known.frame.intent is Intent.DOSE and known.is_fresh("sections"):
        frame = replace(frame, sections=(), intent=Intent.UNCLEAR)  # "thai 30 tuần" of a dose for a pregnant woman
    if frame.rules.get("sections") in _OF_STATE and known.frame.intent in _BY_CONDITION and not names(frame):
        # "Thuốc trị tăng huyết áp", "cho bà bầu": the list again, with what print says of her.
        frame = replace(frame, sections=(), intent=Intent.UNCLEAR)
    if frame.rules.get("sections") == VAGUE and known.is_fresh("sections") and known.frame.sections == frame.sections:
        return replace(frame, inherited=(*frame.inherited, "sections"))
    if frame.sections or frame.intent is Intent.OVERVIEW or Link.REJECTED in frame.links:
        return frame
    if not known.is_fresh("sections") or not (known.was_clarify or frame.answers_slot or _adds_something(frame)):
        return frame
    sections = known.frame.sections
    if frame.populations:
        sections = tuple(s for s in sections if _STATE_SECTIONS.get(s) in (None, *frame.populations))
    gone = denied_states(frame)
    sections = tuple(s for s in sections if _STATE_SECTIONS.get(s) not in gone) or sections
    if known.frame.intent in _BY_CONDITION:
        if names(frame):
            return frame
        condition = frame.condition or frame.indication or known.frame.condition
        inherited = () if frame.condition or frame.indication else ("indication",)
        frame = replace(
            frame, condition=condition, relation=known.frame.relation, inherited=(*frame.inherited, *inherited)
        )
    if not sections:
        return frame
    intent = known.frame.intent if frame.intent is Intent.UNCLEAR else frame.intent
    if known.frame.rules.get("often") == BY_DAY:
        frame = replace(frame, rules={**frame.rules, "often": BY_DAY})
    own = {drug: s for drug, s in known.frame.own_sections.items() if drug in frame.drug_ids}
    frame = replace(frame, own_sections=own if len(own) == len(frame.drugs) else {})
    return taking(frame, sections=sections, intent=intent)


def _with_section_of_state(frame: QueryFrame) -> QueryFrame:
    """Of a dose that is carried on or for a patient told before: the section of her state, and of no other's.

    "ibuprofen được không" of a woman told before reads it too.
    """
    may_she = frame.intent is Intent.SECTION and set(frame.sections) == _MAY_IT_BE_USED
    if may_she and "sections" not in frame.inherited and "populations" in frame.inherited:
        return replace(frame, sections=tuple(dict.fromkeys((*_sections_of_state(frame), *frame.sections))))
    if frame.intent is not Intent.DOSE or not {"sections", "populations"} & set(frame.inherited):
        return frame
    own = (s for s in frame.sections if _STATE_SECTIONS.get(s) is None)
    return replace(frame, sections=tuple(dict.fromkeys((*own, *_sections_of_state(frame)))))


def _sections_of_state(frame: QueryFrame) -> tuple[str, ...]:
    return tuple(s for s, p in _STATE_SECTIONS.items() if p in frame.populations)


def _only_adds(frame: QueryFrame) -> bool:
    """ "18 kg nhé": values and no request of its own; what was to be worked out still is."""
    adds = _adds_something(frame) or frame.dose_task is not None
    return frame.intent is Intent.UNCLEAR and not (names(frame) or frame.sections) and adds


def _adds_something(frame: QueryFrame) -> bool:
    said = (
        frame.drugs,
        frame.populations,
        frame.routes,
        frame.comorbidities,
        frame.links,
        frame.indication,
        frame.hepatic,
        frame.trimesters,
    )
    measured = (
        frame.age_months,
        frame.weight_kg,
        frame.renal,
        frame.pregnancy_weeks,
        frame.gestational_weeks,
        frame.postmenstrual_weeks,
        frame.verbosity,
    )
    return any(said) or any(value is not None for value in measured)
