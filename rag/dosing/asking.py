"""What has to be said before a dose can be worked out or compared: one question for all of it."""

from collections.abc import Iterator

from rag import messages
from rag.dosing.naming import Named, Need
from rag.dosing.patients import Patient, Slot
from rag.dosing.working import Asks, Declines, Worked
from rag.frames import DoseTask
from rag.records import Clarification

SLOT_WORDS = {
    Slot.POPULATION: "đối tượng dùng thuốc",
    Slot.AGE: "tuổi",
    Slot.WEIGHT: "cân nặng",
    Slot.SURFACE: "diện tích bề mặt cơ thể (m2)",
    Slot.CLEARANCE: "độ thanh thải creatinin",
    Slot.GESTATION: "tuổi thai lúc sinh",
    Slot.SEX: "giới",
}
_SLOT_OF_NEED = {Need.WEIGHT: Slot.WEIGHT, Need.SURFACE: Slot.SURFACE}
AMOUNT = "amount"


def question(
    drug: str, task: DoseTask, patient: Patient, worked: Worked | Asks | Declines, named: Named | Need | None, why: str
) -> Clarification | None:
    """None when nothing is missing. `drug`: printed name. `why`: why no clearance comes of the creatinine, or ""."""
    slots = set(_slots(worked, patient))
    of_dose = ""
    if isinstance(named, Need) and not isinstance(worked, Declines):
        of_dose = _of_dose(named, task)
        slots |= {slot for need, slot in _SLOT_OF_NEED.items() if need is named}
    if not slots and not of_dose:
        return None
    in_order = [slot for slot in Slot if slot in slots]
    parts = [of_dose, why if slots & {Slot.CLEARANCE, Slot.SEX} else ""]
    if in_order:
        parts.append(messages.calculation_needs(drug, [SLOT_WORDS[slot] for slot in in_order]))
    asked = [*([AMOUNT] if of_dose else []), *in_order]
    return Clarification(" ".join(filter(None, parts)), "+".join(asked))


def _slots(worked: Worked | Asks | Declines, patient: Patient) -> Iterator[Slot]:
    """What is missing or doubtful; for a clearance that a creatinine would give, what the formula lacks."""
    if not isinstance(worked, Asks):
        return
    lacks = {Slot.AGE: patient.age_months, Slot.WEIGHT: patient.weight_kg, Slot.SEX: patient.sex}
    missing = [slot for slot, value in lacks.items() if value is None]
    for slot in worked.missing or worked.doubtful:
        if slot is Slot.CLEARANCE and patient.creatinine is not None and missing:
            yield from missing
        else:
            yield slot


def _of_dose(need: Need, task: DoseTask) -> str:
    if need is Need.STRENGTH_OF_ONE:
        return messages.strength_needed(task.count_unit)
    if need is Need.STRENGTH_IN_ML:
        return messages.STRENGTH_IN_ML_NEEDED
    return messages.AMOUNT_NEEDED if need is Need.AMOUNT else ""
