"""Which of the old patient's values may be this turn's."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from rag.frames import AGE_CLASSES, CHILDREN, CONDITIONS, IMPAIRED, MOTHERS, Link, Population, QueryFrame
from rag.passages import DOSING
from rag.records import PastTurn
from rag.slots.remembered import DENIED, TTL_TURNS, Known, has_patient, is_clinical, names, says, taking
from rag.slots.settling import NEWBORN_ENDS
from rag.slots.standing import DENIES, GESTATION, denied_states, is_taken_back
from rag.vietnamese import fold

_BODY = (
    "age_months",
    "weight_kg",
    "renal",
    "hepatic",
    "pregnancy_weeks",
    "trimesters",
    "gestational_weeks",
    "postmenstrual_weeks",
    "comorbidities",
    "co_medications",
)
_WEEKS = frozenset({"gestational_weeks", "postmenstrual_weeks"})
_PATIENT = ("populations", "routes", "indication", *_BODY)
SAME_PERSON = frozenset(
    {
        Link.SAME_PATIENT,
        Link.CORRECTION,
        Link.RETURN,
        Link.ADDED_DRUG,
        Link.FIRST_PATIENT,
        Link.SECOND_PATIENT,
    }
)
_CORRECTS = frozenset({Link.CORRECTION, Link.SAME_PATIENT, Link.RETURN})
ONLY_PRINTED = "route.only_printed"
"""The rule of a route that nobody named and that all quoted doses share."""
_OTHER_UNIT = 4  # an age that changes by more was told in months for years, or of somebody else
_YOUNGEST_MOTHER = Decimal(120)  # months; WHO counts adolescent pregnancies from 10 years on


def patient(frame: QueryFrame, known: Known) -> QueryFrame:
    if Link.NEW_PATIENT in frame.links or not _keeps_patient(frame):
        return frame
    dropped = _contradicted(frame, known.frame)
    taken: dict[str, Any] = {}
    for field in _PATIENT:
        taken_back = frame.rules.get(field) == DENIED
        if taken_back or field == "populations" or field in dropped or says(frame, field) or not known.is_fresh(field):
            continue
        if field == "routes" and ("drugs" not in frame.inherited and _only_another_drug(frame)):
            continue  # the way of giving was that drug's
        if field == "routes" and known.frame.rules.get("routes") == ONLY_PRINTED:
            continue  # nobody said it
        if field == "indication" and (not _may_be_dose(frame, known.frame) or _is_unread(frame)):
            continue
        if field == "indication" and is_taken_back(known.frame.indication or "", frame):
            continue
        taken[field] = getattr(known.frame, field)
    if "indication" in taken or _goes_on_unread(frame, known):
        taken["purpose"] = _joined_purpose(frame, known.frame)
    if "co_medications" in taken:
        taken["co_medications"] = tuple(d for d in taken["co_medications"] if d not in frame.drug_ids)
    if known.is_fresh("populations"):
        merged = _merged(frame, known.frame, dropped)
        if not frame.populations and not _tells_of_one(frame):
            frame = replace(frame, groups=known.frame.groups)
        if set(merged) != set(frame.populations):
            frame = replace(frame, populations=merged, inherited=(*frame.inherited, "populations"))
    if taken.get("comorbidities") is None and frame.comorbidities and "comorbidities" not in dropped:
        frame = _joined_findings(frame, known)
    if frame.co_medications and known.is_fresh("co_medications"):
        older = tuple(d for d in known.frame.co_medications if d not in (*frame.co_medications, *frame.drug_ids))
        frame = replace(frame, co_medications=(*frame.co_medications, *older))
    return taking(frame, **taken)


def _may_be_dose(frame: QueryFrame, old: QueryFrame) -> bool:
    """A dose is asked, or only the patient is told of after "aciclovir viêm não", which asked for nothing yet."""
    return DOSING in frame.sections[:1] or not (frame.sections or old.sections)


def _goes_on_unread(frame: QueryFrame, known: Known) -> bool:
    """The same drug is still asked for what no rule read as a disease ("metronidazol Trichomonas", then "uống")."""
    named = frame.indication or frame.condition or known.frame.indication or known.frame.condition
    return named is None and "drugs" in frame.inherited and known.is_fresh("drugs") and not _is_unread(frame)


def _joined_purpose(frame: QueryFrame, old: QueryFrame) -> str | None:
    """ "Dự phòng gút", then "còn điều trị": what is said now of treating takes the prevention back."""
    words, now = (old.purpose or "").split(), (frame.purpose or "").split()
    treats = any(fold(word) in ("tri", "chua") for word in now) and not any(fold(word) == "phong" for word in now)
    kept = [word for word in words if not (treats and fold(word) in ("phong", "du", "ngua"))]
    return " ".join((*kept, *now)) or None


def _tells_of_one(frame: QueryFrame) -> bool:
    return frame.age_months is not None or frame.weight_kg is not None


def _is_unread(frame: QueryFrame) -> bool:
    """Words that nothing has read may name another indication: the old one is then not kept in silence."""
    return bool(frame.terms) and frame.answers_slot is None


def _keeps_patient(frame: QueryFrame) -> bool:
    """Another drug than before, named by the asker, starts with nobody unless the words keep the patient."""
    if "drugs" in frame.inherited and Link.ADDED_DRUG not in frame.links:
        return True
    if frame.answers_slot is not None or not names(frame):
        return True
    return bool(frame.links & SAME_PERSON) or _only_another_drug(frame)


def _only_another_drug(frame: QueryFrame) -> bool:
    """ "Thế clarithromycin?" puts the same question for another drug; who it was asked for is said aloud."""
    same_question = not frame.sections or "sections" in frame.inherited
    return Link.FOLLOW_UP in frame.links and same_question and not has_patient(frame) and not frame.routes


def _contradicted(frame: QueryFrame, old: QueryFrame) -> frozenset[str]:
    """Fields of the old patient that cannot be this one's."""
    told_first = _answers_with_drug(frame)
    corrects = bool(frame.links & _CORRECTS) or (bool(frame.answers_slot) and not told_first)
    now, before = set(frame.populations), set(old.populations)
    another_group = bool(now & AGE_CLASSES) and not _same_class(now, frame, old)
    if _group_made_known(frame, old) or (told_first and not before & AGE_CLASSES):
        another_group = False
    now_mother = bool(now & MOTHERS) and bool(before & CHILDREN)
    nurses = bool(now & MOTHERS) and Population.PREGNANT not in now
    if (another_group or now_mother) and Link.CORRECTION not in frame.links:
        return frozenset(_BODY)
    if not corrects and _other_values(frame, old):
        return frozenset(_BODY)
    dropped: set[str] = set()
    if Link.CORRECTION in frame.links and _other_unit(frame, old):
        dropped.add("weight_kg")
    if another_group:  # corrected: "không phải bé, người lớn"
        dropped |= {"age_months", "weight_kg", *_WEEKS}
    if nurses or _is_no_mother(frame, old):
        dropped |= GESTATION
    if Link.CORRECTION in frame.links and any(says(frame, field) for field in _WEEKS):
        dropped |= _WEEKS  # "à nhầm, đẻ lúc 31 tuần" after "tuổi sau kinh 31 tuần": one count, told anew
    if told_first:
        return frozenset(dropped)
    if now and not now & MOTHERS and not corrects and not _group_made_known(frame, old):
        dropped |= GESTATION
    if Population.PREGNANT in denied_states(frame) or any(says(frame, field) for field in GESTATION):
        dropped |= GESTATION  # "3 tháng cuối" after "thai 8 tuần": the third is told anew
    # "còn suy gan thì sao", "còn phụ nữ có thai?"; what is simply told ("Clcr 25", "có thai") comes to what is known.
    asks_for_others = not corrects and Link.FOLLOW_UP in frame.links
    if asks_for_others and now & (IMPAIRED | MOTHERS) and not now & before:
        dropped |= {"renal", "hepatic"}
    return frozenset(dropped)


def _group_made_known(frame: QueryFrame, old: QueryFrame) -> bool:
    """ "Clcr 20", then just "người lớn": of somebody with impaired organs the group is told; the impairment stays.

    So does a pregnancy, but not where the words ask for others ("còn người lớn?"). A question of its own ("vậy liều
    tối đa ở người lớn?") asks about adults in general.
    """
    only_the_group = not frame.sections or "sections" in frame.inherited
    before, group = set(old.populations), set(frame.populations) & AGE_CLASSES
    states = IMPAIRED
    if group == {Population.ADULT} and Link.FOLLOW_UP not in frame.links:
        states = CONDITIONS
    return only_the_group and bool(before) and before <= states and bool(group)


def _answers_with_drug(frame: QueryFrame) -> bool:
    return frame.answers_slot is not None and "drug" in frame.answers_slot.split("+")


def _other_unit(frame: QueryFrame, old: QueryFrame) -> bool:
    """ "3 tháng chứ không phải 3 tuổi": the weight that was told with the old age is in doubt too."""
    now, before = frame.age_months, old.age_months
    if now is None or before is None or not now or not before:
        return False
    return max(now, before) > min(now, before) * _OTHER_UNIT


def _is_no_mother(frame: QueryFrame, old: QueryFrame) -> bool:
    """A child now and none before, that is not told to be of an age at which it may be one."""
    now = set(frame.populations)
    too_young = frame.age_months is None or frame.age_months < _YOUNGEST_MOTHER
    return bool(now & CHILDREN) and not _same_class(now, frame, old) and too_young


def _age_made_known(classes: set[Population], frame: QueryFrame, old: QueryFrame) -> bool:
    """ "Người lớn 60 kg, creatinin 150", then "nam 65 tuổi": the adult's age is told, the values stay his."""
    by_age = frame.age_months is not None and old.age_months is None and Link.FOLLOW_UP not in frame.links
    grown = {p for p in old.populations if p in AGE_CLASSES} == {Population.ADULT}
    return by_age and grown and classes == {Population.ELDERLY}


def _same_class(now: set[Population], frame: QueryFrame, old: QueryFrame) -> bool:
    """A child may have been called a newborn before; where no class was known, any class is new.

    The other way round, whoever was told to be a month old or older is no newborn.
    """
    classes, before = now & AGE_CLASSES, set(old.populations)
    if _age_made_known(classes, frame, old):
        return True
    if classes & CHILDREN and before & CHILDREN:
        return classes != {Population.NEONATE} or old.age_months is None or old.age_months < NEWBORN_ENDS
    return bool(classes & before)


def _other_values(frame: QueryFrame, old: QueryFrame) -> bool:
    """Another age, or another weight told with a person, is another patient; "9 kg" alone is the same one's."""

    def differs(new: Decimal | None, known: Decimal | None) -> bool:
        return new is not None and known is not None and new != known

    if differs(frame.age_months, old.age_months):
        return True
    told_of_somebody = frame.age_months is not None or bool(frame.populations) or Link.FOLLOW_UP in frame.links
    return told_of_somebody and differs(frame.weight_kg, old.weight_kg)


def _merged(frame: QueryFrame, old: QueryFrame, dropped: frozenset[str]) -> tuple[Population, ...]:
    """An impairment goes where its value goes: the one is never kept without the other."""
    gone = denied_states(frame) | {p for p in IMPAIRED if DENIES[p] in dropped}
    if _has_other_creatinine(frame, old):
        gone |= {Population.RENAL}
    now, before = frame.populations, tuple(p for p in old.populations if p not in gone)
    corrects = bool(frame.answers_slot) or bool(frame.links & SAME_PERSON)
    if dropped.issuperset(_BODY):
        # Another child of the same group is still a child; what the old one had is not his.
        return now or tuple(p for p in before if p in AGE_CLASSES)
    if not now:
        return before
    classes = set(now) & AGE_CLASSES
    if classes and (not corrects or _group_made_known(frame, old)):
        return tuple(dict.fromkeys((*now, *before)))
    if classes:  # "nhầm, người lớn": impaired organs stay his
        others = AGE_CLASSES | (MOTHERS if _is_no_mother(frame, old) else set())
        return tuple(dict.fromkeys((*now, *(p for p in before if p not in others))))
    if set(now) & MOTHERS:
        before = tuple(p for p in before if p is Population.ADULT or p in IMPAIRED)
    return tuple(dict.fromkeys((*now, *before)))


def _has_other_creatinine(frame: QueryFrame, old: QueryFrame) -> bool:
    """ "Creatinin 180", then "nhầm, creatinin 80 µmol/l": the impairment came with the value and goes with it."""
    now, before = frame.renal, old.renal
    if now is None or before is None or Population.RENAL in frame.populations or not says(frame, "renal"):
        return False
    return now.measure == "creatinin" and before.value is not None


def _joined_findings(frame: QueryFrame, known: Known) -> QueryFrame:
    if not known.is_fresh("comorbidities"):
        return frame
    said = {finding.name for finding in frame.comorbidities}
    older = tuple(f for f in known.frame.comorbidities if f.name not in said and not is_taken_back(f.name, frame))
    return replace(frame, comorbidities=(*frame.comorbidities, *older))


def with_nursed_child(frame: QueryFrame, history: tuple[PastTurn, ...], number: int) -> QueryFrame:
    """A child spoken of right after its mother's question is the child whose age was told there."""
    if frame.age_months is not None or not set(frame.populations) & CHILDREN or Link.NEW_PATIENT in frame.links:
        return frame
    last = next((t for t in reversed(history) if is_clinical(t.frame)), None)
    if last is None or last.frame is None or last.frame.infant_age_months is None or number - last.number > TTL_TURNS:
        return frame
    return taking(frame, age_months=last.frame.infant_age_months)
