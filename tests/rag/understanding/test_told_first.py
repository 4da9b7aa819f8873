"""A patient told before the drug is the patient of the drug named next."""

import pytest

from rag.frames import Intent, Population
from tests.rag.understanding.dialogue import talk

DOSING, PREGNANCY = "lieu_luong_va_cach_dung", "thoi_ky_mang_thai"


@pytest.mark.parametrize(
    ("told", "field", "value"),
    [
        ("BN xơ gan", "hepatic", "xơ gan"),
        ("có thai 34 tuần", "pregnancy_weeks", 34),
        ("bé 5 tuổi 18kg", "weight_kg", 18),
        ("bé 5 tuổi 18kg", "age_months", 60),
        ("sơ sinh 34 tuần 3 ngày tuổi 2kg", "gestational_weeks", 34),
        ("BN nam 70 tuổi đang dùng warfarin", "co_medications", ("warfarin",)),
    ],
)
@pytest.mark.parametrize("reply", ["amoxicilin", "amoxicilin uống liều", "liều amoxicilin bao nhiêu"])
def test_the_drug_that_we_asked_for_is_for_the_patient_told_before(told, field, value, reply):
    frame = talk(f"{told} >> drug", reply)
    assert frame.drug_ids == ("amoxicilin",)
    assert getattr(frame, field) == value
    assert field in frame.inherited


def test_renal_function_told_first_is_kept_with_the_group_that_the_reply_adds():
    frame = talk("BN Clcr 20 >> drug", "gentamicin tiêm bắp liều người lớn")
    assert frame.renal is not None
    assert frame.renal.value == 20
    assert set(frame.populations) == {Population.RENAL, Population.ADULT}


def test_an_allergy_told_first_is_kept():
    frame = talk("bé dị ứng penicilin 5 tuổi 18kg >> drug", "amoxicilin uống")
    assert ("dị ứng penicilin", True) in [(f.name, f.present) for f in frame.comorbidities]


def test_a_dose_for_a_pregnancy_told_first_reads_its_section_too():
    frame = talk("có thai 34 tuần >> drug", "ibuprofen liều uống")
    assert frame.sections == (DOSING, PREGNANCY)
    assert frame.intent is Intent.DOSE


@pytest.mark.parametrize("reply", ["liều ibuprofen bé 3 tuổi", "liều ibuprofen người lớn"])
def test_a_reply_with_a_patient_of_its_own_takes_no_value_of_the_other(reply):
    frame = talk("bé 5 tuổi 18kg >> drug", reply)
    assert frame.weight_kg is None
    assert frame.age_months != 60


def test_without_a_patient_before_a_drug_with_its_own_request_is_a_new_question():
    frame = talk("tác dụng phụ >> drug", "liều paracetamol người lớn")
    assert frame.sections == (DOSING,)
    assert frame.answers_slot is None


def test_the_state_told_before_any_drug_is_read_for_the_next_drug_too():
    frame = talk("có thai 34 tuần >> drug", "liều paracetamol uống", "còn ibuprofen?")
    assert frame.pregnancy_weeks == 34
    assert PREGNANCY in frame.sections


def test_the_state_of_the_last_patient_is_not_read_for_somebody_else():
    frame = talk("có thai 34 tuần >> drug", "liều paracetamol uống", "ca mới, ibuprofen")
    assert frame.populations == ()
    assert PREGNANCY not in frame.sections


def test_an_age_group_told_later_keeps_the_impairment():
    from rag.frames import Population

    frame = talk("liều amoxicilin uống suy thận Clcr 20", "người lớn")
    assert set(frame.populations) == {Population.ADULT, Population.RENAL}
    assert frame.renal is not None
