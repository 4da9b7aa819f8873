"""Values belong to the patient: not to the mother, the other child or the month before."""

from decimal import Decimal

import pytest

from tests.rag.understanding.heard import hear, months, populations


@pytest.mark.parametrize(
    ("question", "age", "kg"),
    [
        ("mẹ 30 tuổi 55kg, bé 5 tuổi 18kg paracetamol", 60, 18),
        ("me 30 tuoi 55kg, be 5 tuoi 18kg paracetamol", 60, 18),
        ("mẹ 55kg, bé 5 tuổi paracetamol uống", 60, None),
        ("bé 5 tuổi, mẹ nói nặng 18kg, paracetamol uống", 60, 18),
        ("mẹ cho con bú 55kg, bé 3 tháng 6kg, ibuprofen uống liều", None, 55),
        ("bé 3 tháng 6kg bú mẹ, mẹ uống ibuprofen liều bao nhiêu", None, None),
        ("bé 5 tuổi tháng trước 17kg nay 18kg paracetamol uống", 60, 18),
        ("bé lúc sinh 3,2kg nay 8 tháng 9kg paracetamol uống", 8, 9),
        ("bé 5 tuổi bị hen từ lúc 2 tuổi, 18kg, prednisolon uống", 60, 18),
        ("bé sinh nhật 10 tuổi hôm qua, 33kg, digoxin uống", 120, 33),
        ("paracetamol uống bé 13kg 400g 2 tuổi", 24, "13.4"),
    ],
)
def test_values_of_others_and_of_the_past_are_not_the_patients(question, age, kg):
    frame = hear(question)
    assert frame.age_months == months(age)
    assert frame.weight_kg == (None if kg is None else Decimal(str(kg)))


@pytest.mark.parametrize(
    "question",
    [
        "paracetamol uống hai bé 3 tuổi 14kg và 6 tuổi 20kg",
        "bé 5 tuổi 18kg và bé 3 tuổi 14kg paracetamol uống",
        "be 5 tuoi 18kg va be 3 tuoi 14kg paracetamol uong",
    ],
)
def test_of_two_children_neither_is_picked(question):
    frame = hear(question)
    assert (frame.age_months, frame.weight_kg) == (None, None)
    assert frame.is_paediatric


def test_of_two_weights_that_no_body_has_neither_is_picked():
    assert hear("bé 5 tuổi 18 kg hay 20 kg paracetamol uống").weight_kg is None


@pytest.mark.parametrize(
    ("question", "age"),
    [
        ("bé 1/2 tuổi 7kg paracetamol uống", 6),
        ("bé 5/6 tuổi 8kg paracetamol uống", 10),
        ("bé 0 tuổi 4kg paracetamol uống", None),
        ("bé 0 ngày tuổi 3kg paracetamol uống", 0),
        ("ibuprofen oral 8 years 25 kg", 96),
        ("bé 3th 6kg paracetamol uống", 3),
        ("bé [tên] 18 tháng 10 kg paracetamol uống", 18),
    ],
)
def test_ages_of_other_shapes(question, age):
    assert hear(question).age_months == months(age)


@pytest.mark.parametrize(("question", "kg"), [("bé 5 tuổi nặng 18 paracetamol", 18), ("bệnh nặng 3 ngày", None)])
def test_a_child_may_weigh_a_bare_number(question, kg):
    assert hear(question).weight_kg == kg


@pytest.mark.parametrize(
    "question",
    [
        "chồng tôi 60 tuổi 70kg, con 5 tuổi 18kg, liều ibuprofen uống cho con",
        "con 5 tuổi 18kg, chồng tôi 60 tuổi 70kg, liều ibuprofen uống cho con",
        "mẹ 30 tuổi 55kg, bé 5 tuổi 18kg, liều ibuprofen cho bé",
        "liều ibuprofen uống cho cháu 5 tuổi 18kg, ông 70 tuổi",
    ],
)
def test_the_values_of_the_child_count_where_the_dose_is_for_the_child(question):
    frame = hear(question)
    assert (frame.age_months, frame.weight_kg) == (60, 18)
    assert [p.value for p in frame.populations] == ["tre_em"]


def test_nursing_is_no_dose_for_the_child():
    assert hear("ibuprofen liều mẹ 30 tuổi 55kg đang cho con bú 5 tháng").age_months != 5


@pytest.mark.parametrize(
    "question",
    [
        "mẹ đang cho con bú, bé 2 tháng 5 kg sốt, liều paracetamol uống cho bé",
        "me dang cho con bu, be 2 thang 5 kg sot, lieu paracetamol uong cho be",
        "mẹ cho con bú, liều amoxicilin cho bé 2 tháng 5 kg uống",
        "vợ tôi có thai 8 tuần, con 5 tuổi 18 kg sốt, liều paracetamol uống",
        "thai phụ 8 tuần và bé 5 tuổi 18 kg, liều paracetamol uống cho bé",
        "vợ bầu 3 tháng cuối, bé 5 tuổi 18 kg, liều paracetamol uống cho bé",
        "bố suy thận Clcr 20, bé 5 tuổi 18 kg, liều ibuprofen uống cho bé",
        "mẹ suy gan, bé 5 tuổi 18 kg, liều paracetamol uống cho bé",
    ],
)
def test_what_is_told_of_a_relative_is_not_the_childs_whose_dose_is_asked(question):
    frame = hear(question)
    assert populations(question) == ["tre_em"]
    assert frame.age_months is not None
    assert frame.weight_kg is not None
    assert (frame.renal, frame.hepatic, frame.pregnancy_weeks, frame.trimesters) == (None, None, None, ())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("mẹ đang cho con bú bé 2 tháng 5 kg, liều paracetamol uống cho mẹ", ["phu_nu_cho_con_bu"]),
        ("mẹ cho con bú, bé 2 tháng 5 kg, mẹ uống paracetamol được không", ["phu_nu_cho_con_bu"]),
        ("mẹ đang cho con bú, liều paracetamol có an toàn cho bé không", ["phu_nu_cho_con_bu"]),
        ("vợ tôi có thai 8 tuần, con 5 tuổi 18 kg, liều paracetamol uống cho vợ", ["phu_nu_co_thai"]),
    ],
)
def test_the_mother_stays_the_patient_where_the_drug_is_hers(question, expected):
    frame = hear(question)
    assert populations(question) == expected
    assert (frame.age_months, frame.weight_kg) == (None, None)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("chồng suy thận Clcr 20, vợ liều ibuprofen", None),
        ("chồng suy thận Clcr 20, liều ibuprofen cho vợ", None),
        ("chồng tôi suy thận Clcr 20, liều ibuprofen uống", 20),
        ("vợ hỏi: chồng suy thận Clcr 20, liều ibuprofen", 20),
        ("bé 5 tuổi 18 kg suy thận Clcr 20, bố hỏi liều ibuprofen uống cho bé", 20),
        ("be 5 tuoi 18kg, chong chi dinh va lieu ibuprofen uong, Clcr 20", 20),
    ],
)
def test_the_kidneys_are_those_of_the_one_who_takes_the_drug(question, value):
    renal = hear(question).renal
    assert (renal.value if renal else None) == value


def test_a_pregnant_girl_is_one_patient_and_the_child_of_a_pregnant_woman_is_not():
    girl = hear("bé gái 14 tuổi có thai 8 tuần, 45 kg, liều paracetamol uống cho bé")
    assert (girl.age_months, girl.weight_kg, girl.pregnancy_weeks) == (168, 45, 8)
    woman = hear("liều paracetamol cho bà bầu 8 tuần, đang có con 3 tuổi")
    assert (woman.age_months, woman.pregnancy_weeks) == (None, 8)
