"""The sides of an answer: each drug, and each group of patients, that a question names beside another.

A side is a question of its own for one drug and one patient. It is quoted and checked as that; nothing is weighed
against another side.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rag import wording
from rag.frames import AGE_CLASSES, CHILDREN, MOTHERS, DrugMention, Intent, Population, QueryFrame
from rag.passages import DOSING

_SECTION_OF_STATE = {
    "thoi_ky_mang_thai": Population.PREGNANT,
    "thoi_ky_cho_con_bu": Population.BREASTFEEDING,
}


@dataclass(frozen=True, slots=True)
class Side:
    """`label` is empty where the answer has one side only. `frame` asks for this side alone."""

    drug: DrugMention
    label: str
    frame: QueryFrame


def sides_of(frame: QueryFrame) -> tuple[Side, ...]:
    """In the order of the question: drug by drug, of each drug group by group."""
    groups: tuple[Population | None, ...] = frame.groups or (None,)
    several_drugs = len(frame.drugs) > 1
    found: list[Side] = []
    for drug in frame.drugs:
        # Who is asked for decides which dose is quoted, and which section of her state; nothing else.
        decides = DOSING in frame.sections_of(drug.id) or bool(set(groups) & MOTHERS)
        for group in groups if decides else (None,):
            asked = _asked_of(frame, drug, group)
            words = [drug.name] * several_drugs + ([] if group is None else [_group(asked, group)])
            found.append(Side(drug, " – ".join(words), asked))
    return tuple(found)


def of_dosed_drugs(frame: QueryFrame) -> QueryFrame:
    """The frame with only the drugs whose dose is asked for: what has to be known is asked for their sake."""
    dosed = tuple(drug for drug in frame.drugs if DOSING in frame.sections_of(drug.id))
    return replace(frame, drugs=dosed or frame.drugs)


def frames_by_label(sides: tuple[Side, ...]) -> Mapping[str, QueryFrame]:
    return {side.label: side.frame for side in sides if side.label}


def _asked_of(frame: QueryFrame, drug: DrugMention, group: Population | None) -> QueryFrame:
    sections = frame.sections_of(drug.id)
    asked = replace(frame, drugs=(drug,), own_sections={}, groups=(), sections=sections)
    if group is not None:
        asked = _for_group(asked, frame, group)
    return replace(asked, intent=_intent(asked, frame))


def _for_group(asked: QueryFrame, frame: QueryFrame, group: Population) -> QueryFrame:
    others = set(frame.groups) - {group}
    sections = tuple(s for s in asked.sections if _SECTION_OF_STATE.get(s) not in others)
    measured = _is_measured(frame, group)
    return replace(
        asked,
        populations=tuple(p for p in frame.populations if p not in others),
        sections=sections,
        age_months=frame.age_months if measured else None,
        weight_kg=frame.weight_kg if measured else None,
    )


def _is_measured(frame: QueryFrame, group: Population) -> bool:
    """Of "người lớn và trẻ em 5 tuổi 18 kg" the age and the weight are the child's."""
    if frame.age_months is None and frame.weight_kg is None:
        return False
    young = CHILDREN & set(frame.groups)
    if young >= CHILDREN and frame.age_months is not None:
        return group is (Population.NEONATE if frame.age_months < 1 else Population.CHILD)
    return group in young if young else group is frame.groups[0]


def _intent(asked: QueryFrame, frame: QueryFrame) -> Intent:
    """Doses of a known patient are chosen for that patient, also where drugs or groups are compared."""
    if DOSING not in asked.sections:
        return Intent.SECTION if frame.intent is Intent.DOSE else frame.intent
    if frame.intent is Intent.COMPARISON and set(asked.populations) & AGE_CLASSES:
        return Intent.DOSE
    return frame.intent


def _group(asked: QueryFrame, group: Population) -> str:
    words = wording.POPULATION_WORDS[group]
    values = [wording.age(asked.age_months)] if asked.age_months is not None else []
    values += [wording.weight(asked.weight_kg)] if asked.weight_kg is not None else []
    return words[:1].upper() + words[1:] + (f" ({', '.join(values)})" if values else "")
