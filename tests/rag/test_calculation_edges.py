"""The patient that a calculation is for: which values go in, and which are asked for by name."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from rag import messages
from rag.calculations import _patient
from rag.dosing.asking import SLOT_WORDS
from rag.dosing.patients import Slot
from rag.dosing.working import Worked, work_out
from rag.frames import DoseTask, Population, Renal
from rag.kidneys import creatinine_of
from rag.outcomes import Outcome
from tests.factories import make_frame
from tests.rag.dosing.reading import patient, rules_of
from tests.rag.test_calculations import ADULT, ask

GROWN = {"populations": (Population.ADULT,), "age_months": 480, "weight_kg": 70}


def told(renal, *, sex="nam"):
    return _patient(make_frame(**GROWN, renal=renal), DoseTask(sex=sex))


@pytest.mark.parametrize(
    ("slot", "words"),
    [
        (Slot.POPULATION, "đối tượng"), (Slot.AGE, "tuổi"), (Slot.WEIGHT, "cân nặng"), (Slot.SURFACE, "diện tích"),
        (Slot.CLEARANCE, "thanh thải"), (Slot.GESTATION, "tuổi thai"),
    ],
)  # fmt: skip
def test_what_is_missing_is_asked_for_by_its_own_name(slot, words):
    assert words in SLOT_WORDS[slot]
    assert sum(words in other for other in SLOT_WORDS.values()) == (2 if slot is Slot.AGE else 1)


def test_a_missing_weight_is_named_in_the_question():
    assert "cân nặng" in ask("tính liều ibuprofen uống cho người lớn 40 tuổi", ADULT).clarify.question


def test_a_clearance_that_was_told_goes_in_as_it_is():
    person, lines = told(Renal("clcr", Decimal(25), "ml/phút", ""))
    assert (person.clearance, lines) == (25, ())


def test_a_clearance_that_is_only_bounded_is_no_number():
    person, lines = told(Renal("clcr", Decimal(25), "ml/phút", "", "<"))
    assert (person.clearance, lines) == (None, ())


@pytest.mark.parametrize(
    ("renal", "micromol"),
    [
        (Renal("creatinin", Decimal(100), "micromol/lít", ""), "100"), (Renal("creatinin", Decimal(2), "mg/dl", ""), "176.8"),
        (Renal("creatinin", Decimal(2), "mg/decilít", ""), "176.8"), (Renal("creatinin", Decimal(2), None, ""), None),
        (Renal("creatinin", Decimal(2), "g/l", ""), None), (Renal("creatinin", Decimal(2), "mg/dl", "", ">"), None),
        (Renal("creatinin", None, "mg/dl", ""), None), (Renal("clcr", Decimal(30), "ml/phút", ""), None), (None, None),
    ],
)  # fmt: skip
def test_a_creatinine_is_read_in_the_unit_that_was_told(renal, micromol):
    assert creatinine_of(make_frame(renal=renal)) == (None if micromol is None else Decimal(micromol))


def test_a_clearance_is_estimated_cut_off_and_shown():
    # (140 - 40) x 70 / (72 x 100 / 88,4) = 85,944 4…
    person, lines = told(Renal("creatinin", Decimal(100), "micromol/lít", ""))
    assert round(person.estimated, 2) == Fraction(8594, 100)
    assert len(lines) == 2
    woman, _ = told(Renal("creatinin", Decimal(100), "micromol/lít", ""), sex="nữ")
    assert round(woman.estimated, 2) == Fraction(7305, 100)


def test_what_keeps_a_clearance_from_being_estimated_is_said():
    person, lines = told(Renal("creatinin", Decimal(100), "micromol/lít", ""), sex=None)
    assert person.clearance is None
    assert lines == (messages.clearance_needs("thiếu giới"),)


@pytest.mark.parametrize("digits", ["9" * 27, "9" * 40, "1" + "0" * 40, "0," + "0" * 40 + "1", "1" * 29 + ",5"])
@pytest.mark.parametrize(
    "question",
    [
        "tính liều ibuprofen uống cho bé 4 tuổi {} kg", "tính liều ibuprofen uống cho bé {} tuổi 16 kg", "liều ibuprofen cho bé {} lb",
        "tính liều ibuprofen uống cho bé 4 tuổi {} g", "tính liều ibuprofen uống cho bé {} tháng 16 kg", "bé {} ngày tuổi 3 kg liều ibuprofen",
        "liều ibuprofen bé 4 tuổi 16 kg creatinin {} mg/dl nam", "liều ibuprofen người 40 tuổi 60 kg nam creatinin {} micromol/l",
        "tính liều ibuprofen uống người 40 tuổi Clcr {} ml/phút", "tính liều ibuprofen bé 4 tuổi 16 kg diện tích da {} m2",
        "ibuprofen uống {} mg x 3 bé 4 tuổi 16 kg được không", "ibuprofen uống {} mg/kg x 3 bé 4 tuổi 16 kg được không",
        "ibuprofen uống {} viên 200 mg x 3 bé 4 tuổi 16 kg được không", "ibuprofen uống 5 ml siro {} mg/5 ml x 3 bé 4 tuổi 16 kg được không",
        "ibuprofen uống 5 ml siro 100 mg/{} ml x 3 bé 4 tuổi 16 kg được không", "ibuprofen 200 mg x {} lần/ngày bé 4 tuổi 16 kg được không",
        "ibuprofen 200 mg cách {} giờ bé 4 tuổi 16 kg được không", "ibuprofen thai {} tuần dùng được không",
    ],
)  # fmt: skip
def test_a_number_of_any_length_breaks_no_turn(question, digits):
    assert ask(question.format(digits)).outcome is not Outcome.ABSTAIN_SYSTEM_ERROR


def test_weeks_at_birth_and_surface_go_in():
    frame = make_frame(populations=(Population.NEONATE,), gestational_weeks=33)
    person, _ = _patient(frame, DoseTask(surface_m2=Decimal("0.2")))
    assert (person.gestational_weeks, person.surface_m2) == (33, Decimal("0.2"))


def test_a_limit_for_one_condition_does_not_hold_for_a_dose_without_it():
    limit = rules_of("X", "Người lớn viêm họng: Tối đa 20 mg/ngày.")
    dose = rules_of("X", "Người lớn: 15 mg/lần, 2 lần/ngày.")
    person = patient(age="40 tuổi", kg="60")
    apart = work_out([*limit, *dose], person)
    assert isinstance(apart, Worked)
    assert [str(c.per_day) for c in apart.calculations] == ["30 mg"]
    general = rules_of("X", "Người lớn: Tối đa 20 mg/ngày.")
    under = work_out([*general, *dose], person)
    assert isinstance(under, Worked)
    assert [str(c.per_day) for c in under.calculations] == ["20 mg"]
    same = work_out([*limit, *(replace(r, condition=limit[0].condition) for r in dose)], person)
    assert isinstance(same, Worked)
    assert [str(c.per_day) for c in same.calculations] == ["20 mg"]
