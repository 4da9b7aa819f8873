"""What a patient takes beside the drug whose dose is asked."""

import json

import pytest

from conversations.json_values import decode, encode
from rag.frames import Intent, QueryFrame
from rag.passages import DOSING
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import findings, hear, routes


@pytest.mark.parametrize(
    ("question", "asked", "beside"),
    [
        ("liều ibuprofen uống người lớn đang dùng warfarin", "ibuprofen", ("warfarin",)),
        ("BN đang dùng warfarin, liều ibuprofen người lớn uống", "ibuprofen", ("warfarin",)),
        ("đang uống warfarin, liều ibuprofen người lớn", "ibuprofen", ("warfarin",)),
        ("benh nhan dang uong warfarin lieu ibuprofen uong nguoi lon", "ibuprofen", ("warfarin",)),
        ("liều amoxicilin uống người lớn kèm warfarin", "amoxicilin", ("warfarin",)),
        ("liều amoxicilin uống người lớn dùng chung với warfarin", "amoxicilin", ("warfarin",)),
        ("liều paracetamol người lớn vừa uống ibuprofen", "paracetamol", ("ibuprofen",)),
        ("BN uống tramadol, liều isosorbid dinitrat ngậm dưới lưỡi", "isosorbid-dinitrat", ("tramadol",)),
        ("đang dùng metformin và warfarin, liều omeprazol", "omeprazol", ("metformin", "warfarin")),
        ("đau dạ dày sau khi uống ibuprofen, liều omeprazol người lớn", "omeprazol", ("ibuprofen",)),
    ],
)
def test_the_dose_is_asked_of_the_other_drug(question, asked, beside):
    frame = hear(question)
    assert frame.intent is Intent.DOSE
    assert frame.drug_ids == (asked,)
    assert frame.co_medications == beside
    assert frame.unknown_drugs == ()
    assert {(name, True) for name in beside} <= set(findings(question))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("liều paracetamol và ibuprofen cho bé 5 tuổi 18kg uống", ("paracetamol", "ibuprofen")),
        ("cho bé 5 tuổi uống paracetamol liều bao nhiêu, ibuprofen liều bao nhiêu", ("paracetamol", "ibuprofen")),
        ("đang uống warfarin dùng ibuprofen được không", ("warfarin", "ibuprofen")),
        ("đang dùng warfarin liều bao nhiêu", ("warfarin",)),
        ("BN suy thận đang dùng metformin", ("metformin",)),
    ],
)
def test_drugs_that_are_asked_about_stay(question, asked):
    frame = hear(question)
    assert frame.drug_ids == asked
    assert frame.co_medications == ()


def test_how_the_other_drug_is_taken_is_not_how_this_one_is():
    assert routes("BN uống tramadol, liều isosorbid dinitrat ngậm dưới lưỡi người lớn") == ["ngam_duoi_luoi"]


def test_two_drugs_that_meet_without_a_dose_are_an_interaction():
    frame = hear("ibuprofen với aspirin liều thấp")
    assert frame.intent is Intent.INTERACTION
    assert frame.sections == ("tuong_tac_thuoc",)


def test_a_low_dose_of_one_drug_is_a_dose():
    assert hear("aspirin liều thấp người lớn").intent is Intent.DOSE


def test_co_medication_is_carried_with_the_patient():
    frame = talk("liều ibuprofen uống người lớn đang dùng warfarin", "60 kg thì sao")
    assert frame.co_medications == ("warfarin",)
    assert "co_medications" in frame.inherited


def test_another_patient_takes_something_else():
    frame = talk("liều ibuprofen uống người lớn đang dùng warfarin", "bé 5 tuổi 18kg thì sao")
    assert frame.co_medications == ()


def test_the_frame_is_stored_without_loss():
    frame = hear("liều ibuprofen uống người lớn đang dùng warfarin")
    assert decode(QueryFrame, json.loads(json.dumps(encode(frame)))) == frame


@pytest.mark.parametrize(
    ("told", "beside"),
    [
        ("BN vừa uống tramadol", ("tramadol",)),
        ("đang uống aspirin", ("acid-acetylsalicylic",)),
        ("vừa tiêm enoxaparin", ("enoxaparin",)),
        ("bệnh nhân đang dùng warfarin và digoxin", ("warfarin", "digoxin")),
    ],
)
def test_a_drug_told_as_taken_after_an_answer_is_taken_beside_it(told, beside):
    frame = talk("ibuprofen liều uống người lớn", told)
    assert frame.drug_ids == ("ibuprofen",)
    assert frame.co_medications == beside
    assert frame.sections == (DOSING,)
    assert [p.value for p in frame.populations] == ["nguoi_lon"]
    assert [r.value for r in frame.routes] == ["uong"]


def test_a_second_drug_told_later_comes_to_the_first():
    frame = talk("ibuprofen liều uống người lớn", "đang uống aspirin", "đang dùng cả digoxin")
    assert set(frame.co_medications) == {"acid-acetylsalicylic", "digoxin"}


def test_a_drug_told_as_taken_in_reply_to_which_drug_is_no_follow_up():
    assert talk("liều uống người lớn >> drug", "đang uống aspirin").drug_ids == ("acid-acetylsalicylic",)


def test_the_same_drug_taken_before_is_not_taken_beside_itself():
    assert talk("ibuprofen liều uống người lớn", "vừa uống ibuprofen").co_medications == ()


def test_a_complaint_after_a_drug_stays_a_question_about_that_drug():
    assert talk("ibuprofen liều uống người lớn", "vừa uống aspirin bị nôn").drug_ids == ("acid-acetylsalicylic",)


@pytest.mark.parametrize(
    ("question", "had"),
    [
        ("liều metronidazol uống người lớn, có uống rượu", "rượu"),
        ("lieu metronidazol uong nguoi lon, co uong ruou", "ruou"),
        ("liều metformin người lớn đang uống rượu", "rượu"),
        ("liều metronidazol uống người lớn với rượu", "rượu"),
        ("liều simvastatin người lớn uống với nước bưởi", "nước bưởi"),
    ],
)
def test_drink_beside_a_dose_is_read_like_a_drug_taken_beside(question, had):
    frame = hear(question)
    assert frame.intent is Intent.DOSE
    assert frame.co_medications == (had,)


@pytest.mark.parametrize(
    "question",
    [
        "liều paracetamol uống người lớn không uống rượu",
        "liều metronidazol uống người lớn đã bỏ rượu",
        "liều metronidazol uống người lớn chưa từng uống rượu",
        "liều ibuprofen uống người lớn cùng thức ăn",
        "liều ciprofloxacin uống người lớn với sữa",
        "liều paracetamol uống người lớn nghiện rượu",
    ],
)
def test_drink_that_is_not_had_and_meals_are_nothing_taken_beside(question):
    assert hear(question).co_medications == ()
