"""What is told of a relative is not the patient's, and a relative who takes the drug is the patient."""

import pytest

from rag.frames import Population
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear, populations


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("bé 7 tuổi 22kg viêm phổi, mẹ bị suy thận, amoxicilin liều bao nhiêu", "mẹ bị suy thận"),
        ("be 7 tuoi 22kg viem phoi, me bi suy than, amoxicilin lieu bao nhieu", "me bi suy than"),
        ("mẹ dị ứng penicilin, con 2 tuổi 12kg dùng amoxicilin uống được không", "mẹ dị ứng penicilin"),
        ("bé 3 tuổi 14kg mẹ bị dị ứng ibuprofen, sốt liều ibuprofen uống", "mẹ bị dị ứng ibuprofen"),
        ("bố mẹ bị động kinh, bé 6 tuổi 20kg sốt dùng paracetamol liều bao nhiêu", "bố mẹ bị động kinh"),
        ("bố bị động kinh, bé 6 tuổi 20kg sốt dùng paracetamol liều bao nhiêu", "bố bị động kinh"),
        ("mẹ bé bị suy gan, bé 4 tuổi 16 kg uống paracetamol liều bao nhiêu", "mẹ bé bị suy gan"),
        ("gia đình có người dị ứng penicilin, bé 2 tuổi dùng amoxicilin được không", "gia đình có người dị ứng penicilin"),
        ("con tôi 5 tuổi 18kg, tôi bị dị ứng penicilin, amoxicilin liều uống bao nhiêu", "tôi bị dị ứng penicilin"),
        ("tiền sử gia đình có hen, bé 5 tuổi 18kg dùng ibuprofen được không", "tiền sử gia đình có hen"),
    ],
)  # fmt: skip
def test_what_is_told_of_a_relative_is_not_the_patients(question, told):
    frame = hear(question)
    assert frame.of_relatives == (told,)
    assert frame.populations == (Population.CHILD,)
    assert frame.renal is None
    assert frame.hepatic is None
    assert frame.comorbidities == ()
    assert frame.indication in (None, "viêm phổi", "sốt")
    assert len(frame.drug_ids) == 1


@pytest.mark.parametrize(
    "question",
    [
        "mẹ tôi 70 tuổi suy thận dùng metformin được không",
        "mẹ bị suy thận uống paracetamol được không",
        "tôi bị suy thận dùng metformin được không",
        "con tôi bị suy thận 5 tuổi 18kg, amoxicilin liều uống bao nhiêu",
        "mẹ bé bị suy thận uống paracetamol được không",
        "chồng tôi suy thận, liều ibuprofen uống",
        "vợ hỏi: chồng suy thận, liều ibuprofen",
        "mẹ nói bé 5 tuổi 18 kg suy thận, liều paracetamol uống",
        "BN khong hen, suy than: lieu aspirin chong ket tap tieu cau o nguoi lon",
    ],
)
def test_the_only_patient_that_is_named_keeps_what_is_told(question):
    frame = hear(question)
    assert frame.of_relatives == ()
    assert Population.RENAL in frame.populations


def test_whose_parent_somebody_is_names_no_child():
    assert populations("mẹ bé đang mang thai 32 tuần, ibuprofen được không") == ["phu_nu_co_thai"]
    assert populations("bố bé bị hen thì ibuprofen được không") == ["nguoi_lon"]
    assert populations("mẹ bé 2 tuổi hỏi liều paracetamol uống") == ["tre_em"]


def test_the_mother_is_another_patient_than_the_child_before():
    frame = talk("bé 2 tuổi 12kg sốt liều paracetamol uống", "mẹ bé bị suy thận, liều paracetamol uống bao nhiêu")
    assert Population.CHILD not in frame.populations
    assert frame.age_months is None
    assert frame.weight_kg is None


def test_where_the_drug_may_be_the_relatives_nobody_is_taken_for_the_patient():
    frame = hear("bé 10 tuổi, bà nội bị tiểu đường, metformin liều bao nhiêu")
    assert frame.populations == ()
    assert frame.age_months is None
