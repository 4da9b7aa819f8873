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


@pytest.mark.parametrize(
    ("told", "value", "unit"),
    [
        ("cre 180", "180", None), ("cre 180 umol/l", "180", "micromol/lít"), ("Cre: 180 µmol/l", "180", "micromol/lít"),
        ("cre máu 180", "180", None), ("Cr 2.0", "2.0", None), ("Cr 2,0 mg/dl", "2.0", "mg/dl"), ("cr 2,0 mg%", "2.0", "mg/dl"),
        ("SCr 1,8", "1.8", None), ("Scr 220", "220", None), ("creat 180", "180", None), ("creatin máu 180", "180", None),
        ("CRE = 2,1 mg/dl", "2.1", "mg/dl"), ("creatinin 20 mg/l", "20", "mg/lít"), ("creatinin 20 mg/lít", "20", "mg/lít"),
    ],
)  # fmt: skip
def test_a_creatinine_is_read_by_its_short_names(told, value, unit):
    renal = hear(f"amikacin nữ 60 tuổi 50kg {told} tiêm bắp").renal
    assert renal is not None
    assert (renal.measure, renal.value, renal.unit) == ("creatinin", Decimal(value), unit)


@pytest.mark.parametrize(
    "question",
    [
        "paracetamol CR 200 người lớn", "paracetamol cr 200 mg x 2 người lớn", "paracetamol cr 400 uống", "nhiễm CRE 3 ngày gentamicin",
        "nhiễm CRE gentamicin người lớn 60kg", "crom người lớn 200 mg", "gentamicin CRE 2 g/ngày", "creatin 5 g người lớn",
    ],
)  # fmt: skip
def test_the_same_letters_of_other_things_are_no_creatinine(question):
    assert hear(question).renal is None


@pytest.mark.parametrize(
    "told", ["Cl Cr 30", "CrCl 30", "Cr Cl 30", "độ thanh thải cre 30 ml/phút", "creatinin 30 ml/phút"]
)
def test_a_clearance_stays_a_clearance(told):
    renal = hear(f"enoxaparin người lớn {told}").renal
    assert renal is not None
    assert (renal.measure, renal.value) == ("clcr", Decimal(30))


@pytest.mark.parametrize(("told", "impaired"), [("12 mg/l", False), ("20 mg/l", True)])
def test_a_creatinine_in_milligrams_a_litre_is_a_tenth_of_one_a_decilitre(told, impaired):
    assert ("suy_than" in populations(f"amikacin người lớn creatinin {told}")) is impaired
