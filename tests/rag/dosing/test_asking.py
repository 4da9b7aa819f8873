"""What is asked before a dose is worked out: only what is missing, and nothing where no answer would help."""

from decimal import Decimal

import pytest

from rag import messages
from rag.dosing.asking import question
from rag.dosing.naming import Need
from rag.dosing.patients import Patient, Sex, Slot
from rag.dosing.working import Asks, Declines, Worked
from rag.frames import DoseTask

NOTHING_MISSING = Worked((), ())


def asked(worked, *, named=None, patient=None, why="", task=None):
    return question("Xyz", task or DoseTask(), patient or Patient(), worked, named, why)


@pytest.mark.parametrize("need", list(Need))
def test_no_amount_is_asked_for_where_no_rule_holds_for_the_patient(need):
    assert asked(Declines(), named=need) is None


def test_nothing_is_asked_where_nothing_is_missing():
    assert asked(NOTHING_MISSING) is None


@pytest.mark.parametrize(
    ("need", "slot", "words"),
    [
        (Need.AMOUNT, "amount", messages.AMOUNT_NEEDED),
        (Need.STRENGTH_OF_ONE, "amount", messages.strength_needed("viên")),
        (Need.STRENGTH_IN_ML, "amount", messages.STRENGTH_IN_ML_NEEDED),
        (Need.WEIGHT, "weight", messages.calculation_needs("Xyz", ["cân nặng"])),
        (Need.SURFACE, "surface", messages.calculation_needs("Xyz", ["diện tích bề mặt cơ thể (m2)"])),
    ],
)
def test_what_a_named_dose_lacks_is_asked_for(need, slot, words):
    found = asked(NOTHING_MISSING, named=need, task=DoseTask(count_unit="viên"))
    assert (found.question, found.slot) == (words, slot)


def test_all_that_is_missing_is_one_question():
    found = asked(Asks(missing=(Slot.WEIGHT, Slot.AGE)), named=Need.AMOUNT)
    assert found.slot == "amount+age+weight"


@pytest.mark.parametrize(
    ("patient", "slot"),
    [
        (Patient(), "renal"),
        (Patient(creatinine=Decimal(90)), "age+weight+sex"),
        (Patient(creatinine=Decimal(90), age_months=Decimal(480)), "weight+sex"),
        (Patient(creatinine=Decimal(90), age_months=Decimal(480), weight_kg=Decimal(60), sex=Sex.MALE), "renal"),
    ],
)
def test_a_creatinine_that_was_said_asks_for_what_its_formula_lacks(patient, slot):
    assert asked(Asks(missing=(Slot.CLEARANCE,)), patient=patient).slot == slot


@pytest.mark.parametrize(
    ("slot", "said"), [(Slot.CLEARANCE, True), (Slot.SEX, True), (Slot.AGE, False), (Slot.WEIGHT, False)]
)
def test_why_no_clearance_was_estimated_stands_before_the_question_for_it(slot, said):
    assert asked(Asks(missing=(slot,)), why="Vì sao.").question.startswith("Vì sao.") is said


def test_a_value_that_cannot_be_true_is_asked_for_where_none_is_missing():
    assert asked(Asks(doubtful=(Slot.WEIGHT,))).slot == "weight"
