"""A follow-up that denies a state takes it back; one that tells of a second impairment adds it."""

import pytest

from rag.frames import Population
from tests.rag.understanding.dialogue import talk

RENAL, HEPATIC, PREGNANT, NURSING = (
    Population.RENAL,
    Population.HEPATIC,
    Population.PREGNANT,
    Population.BREASTFEEDING,
)


@pytest.mark.parametrize(
    ("question", "denial", "population", "field"),
    [
        ("ibuprofen liều bà bầu 30 tuần", "không có thai", PREGNANT, "pregnancy_weeks"),
        ("ibuprofen liều bà bầu 30 tuần", "à không có thai nhé", PREGNANT, "pregnancy_weeks"),
        ("amoxicilin liều người lớn Clcr 20", "không suy thận", RENAL, "renal"),
        ("vancomycin liều người lớn suy thận", "BN không bị suy thận", RENAL, "renal"),
        ("amikacin liều người lớn lọc máu", "thôi, thận bình thường", RENAL, "renal"),
        ("amikacin liều người lớn Clcr 20", "chức năng thận tốt", RENAL, "renal"),
        ("amikacin liều người lớn Clcr 20", "gan thận bình thường", RENAL, "renal"),
        ("paracetamol liều người lớn xơ gan", "không xơ gan", HEPATIC, "hepatic"),
        ("paracetamol liều người lớn xơ gan", "chức năng gan bình thường", HEPATIC, "hepatic"),
        ("paracetamol liều người lớn xơ gan", "gan thận bình thường", HEPATIC, "hepatic"),
        ("ibuprofen liều mẹ cho con bú", "không cho con bú", NURSING, "infant_age_months"),
    ],
)
def test_a_denied_state_is_not_inherited(question, denial, population, field):
    assert population in talk(question).populations
    frame = talk(question, denial)
    assert population not in frame.populations
    assert getattr(frame, field) is None
    assert frame.drugs


def test_a_denied_pregnancy_takes_its_section_along():
    assert "thoi_ky_mang_thai" not in talk("ibuprofen liều bà bầu 30 tuần", "không có thai").sections


def test_a_denied_disease_is_no_longer_what_is_treated_or_had():
    assert talk("ibuprofen liều người lớn bị loét dạ dày", "không loét").indication is None
    frame = talk("BN người lớn có tiền sử loét dạ dày >> drug", "ibuprofen liều uống", "không loét dạ dày")
    assert not [f for f in frame.comorbidities if f.present]


def test_a_denial_holds_for_the_drugs_that_follow():
    frame = talk("bà bầu 30 tuần >> drug", "ibuprofen liều", "không có thai", "aspirin liều uống")
    assert PREGNANT not in frame.populations
    assert frame.pregnancy_weeks is None


@pytest.mark.parametrize(
    "denial", ["không suy gan", "không loét", "gan bình thường", "thận không bình thường", "huyết áp bình thường"]
)
def test_another_state_stays(denial):
    assert talk("amoxicilin liều người lớn Clcr 20", denial).renal is not None


def test_a_second_impairment_that_is_told_adds_to_the_first():
    frame = talk("paracetamol truyền tĩnh mạch xơ gan", "Clcr 25")
    assert {RENAL, HEPATIC} <= set(frame.populations)
    assert frame.hepatic == "xơ gan"
    assert frame.renal is not None


@pytest.mark.parametrize(
    ("turns", "age", "kg"),
    [
        (("ibuprofen bé 6 tháng 7 kg", "16 tháng"), 16, None),
        (("ibuprofen bé 6 tháng 7 kg", "à 16 tháng"), 16, None),
        (("ibuprofen bé 6 tháng 7 kg", "5 ngày"), 6, 7),
        (("ibuprofen bé 6 tháng 7 kg", "điều trị 3 tháng"), 6, 7),
        (("isoniazid người lớn 50 kg uống", "6 tháng"), None, 50),
    ],
)
def test_months_alone_are_the_age_of_the_child_that_is_talked_about(turns, age, kg):
    frame = talk(*turns)
    assert (frame.age_months, frame.weight_kg) == (age, kg)


@pytest.mark.parametrize(
    ("age", "kg", "impaired"),
    [
        ("nam 65 tuổi", 60, True),
        ("75 tuổi", 60, True),
        ("còn người già 80 tuổi?", None, False),
        ("bé 5 tuổi", None, False),
    ],
)
def test_the_age_of_an_adult_that_is_told_late_keeps_what_was_told_of_him(age, kg, impaired):
    frame = talk("vancomycin liều người lớn 60 kg creatinin 150 µmol/l", age)
    assert frame.weight_kg == kg
    assert (RENAL in frame.populations) is impaired
    assert Population.ADULT not in frame.populations


@pytest.mark.parametrize(
    ("first", "then", "impaired"),
    [
        ("nam 60 tuổi 60 kg creatinin 180 µmol/l", "nhầm, creatinin 80 µmol/l", False),
        ("nam 60 tuổi 60 kg creatinin 180 µmol/l", "nhầm, creatinin 150 µmol/l", True),
        ("người lớn suy thận", "creatinin 100 µmol/l", True),
        ("nữ 65 tuổi 50 kg creatinin 80 µmol/l", "nhầm, creatinin 110 µmol/l", True),
    ],
)
def test_an_impairment_that_came_with_a_creatinine_goes_with_it(first, then, impaired):
    assert (RENAL in talk(f"gentamicin tiêm bắp {first}", then).populations) is impaired
