"""Renal and hepatic function as said."""

from decimal import Decimal

import pytest

from tests.rag.understanding.heard import hear, populations


@pytest.mark.parametrize(
    ("question", "measure", "value", "comparator"),
    [
        ("Clcr 25", "clcr", "25", None),
        ("Clcr<30", "clcr", "30", "<"),
        ("ClCr < 30 ml/phút metformin", "clcr", "30", "<"),
        ("clcr ≤ 30", "clcr", "30", "<="),
        ("clcr >= 60", "clcr", "60", ">="),
        ("MLCT dưới 30", "clcr", "30", "<"),
        ("CrCl = 50, colchicin", "clcr", "50", None),
        ("Clcr đúng 30 ml/phút", "clcr", "30", None),
        ("độ lọc 30 ml/phút/1,73m2", "clcr", "30", None),
        ("thanh thải creatinin vừa chẵn 60 ml/ph", "clcr", "60", None),
        ("do thanh thai creatinin 45 ml/ph", "clcr", "45", None),
        ("eGFR 28", "clcr", "28", None),
        ("mức lọc cầu thận 15", "clcr", "15", None),
        ("suy thận 25 ml/phút enoxaparin", "clcr", "25", None),
        ("creatinin 118 micromol/lít", "creatinin", "118", None),
        ("creatinine 2,1 mg/dl", "creatinin", "2.1", None),
    ],
)
def test_a_measure_and_its_value(question, measure, value, comparator):
    renal = hear(question).renal
    assert renal is not None
    assert (renal.measure, renal.value, renal.comparator) == (measure, Decimal(value), comparator)


def test_a_range_has_no_single_value():
    renal = hear("CrCl 10-30 ml/phút").renal
    assert renal is not None
    assert renal.value is None
    assert renal.text == "CrCl 10-30 ml/phút"


@pytest.mark.parametrize(
    ("question", "measure"), [("suy thận nặng", "suy_than"), ("đang lọc máu", "loc_mau"), ("chay than", "loc_mau")]
)
def test_impairment_without_a_number(question, measure):
    renal = hear(question).renal
    assert renal is not None
    assert (renal.measure, renal.value) == (measure, None)


@pytest.mark.parametrize(
    ("question", "impaired"),
    [
        ("creatinin 118 micromol/lít", False),
        ("creatinin 250 micromol/lít", True),
        ("creatinin 0,9 mg/dl", False),
        ("creatinin 2,1 mg/dl", True),
        ("Clcr 60", True),
    ],
)
def test_a_usual_creatinine_is_no_impairment(question, impaired):
    assert ("suy_than" in populations(question)) is impaired


@pytest.mark.parametrize("question", ["ko suy thận", "không bị suy thận", "kali 6.8", "sỏi thận", "độc thận"])
def test_what_is_denied_or_something_else_is_no_renal_function(question):
    assert hear(question).renal is None


@pytest.mark.parametrize(
    ("question", "hepatic"),
    [
        ("xơ gan Child C, pantoprazol", "Child C"),
        ("suy gan nặng", "suy gan nặng"),
        ("không suy gan", None),
        ("hại gan", None),
    ],
)
def test_hepatic_function_as_typed(question, hepatic):
    assert hear(question).hepatic == hepatic


def test_near_is_not_the_liver():
    assert hear("gần 30 tuổi dùng atorvastatin").hepatic is None


@pytest.mark.parametrize("said", ["Clcr 15-25", "Clcr từ 30 đến 50", "Clcr 15 đến 25 ml/phút"])
def test_a_range_of_clearance_is_an_impairment_without_a_value(said):
    frame = hear(f"amoxicilin uống người lớn {said}")
    assert "suy_than" in [p.value for p in frame.populations]
    assert frame.renal is not None
    assert frame.renal.value is None
    assert frame.renal.text == said
