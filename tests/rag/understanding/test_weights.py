"""Body weights in kilograms; never a strength, a dose, a bound or a change."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear, months


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("bé 18kg", 18),
        ("bé 13,5 cân", "13.5"),
        ("bé 14,5 kí", "14.5"),
        ("be 21 ky", 21),
        ("12 can nang paracetamol be", 12),
        ("10 ký 8, hen cấp", "10.8"),
        ("bé 10 ký 8 lạng", "10.8"),
        ("11kg8 viêm tai", "11.8"),
        ("nhóc 3kg8 nóng 38 độ 5", "3.8"),
        ("8kg6", "8.6"),
        ("12kg500", "12.5"),
        ("bé 3kg 200g", "3.2"),
        ("trẻ 16kg 1,5g ceftriaxon", 16),
        ("trẻ 16kg 2 g ceftriaxon", 16),
        ("13 ký rưỡi", "13.5"),
        ("mười bốn ký rưỡi", "14.5"),
        ("hai mươi hai ký", 22),
        ("hai muoi hai ky", 22),
        ("bé chín ký", 9),
        ("bé nặng 27000 gam", 27),
        ("bé nặng 27.000 gam", 27),
        ("cháu nặng 27 000 gam", 27),
        ("bé 3200g", "3.2"),
        ("Sơ sinh 10 ngày tuổi nặng 2900g", "2.9"),
        ("trẻ sinh non 28 tuần nay 3 tuần tuổi 1200g dùng amikacin", "1.2"),
        ("40 lbs", "18.1436948"),
        ("nguoi lon suy than 60 kg", 60),
        ("cân nặng 15, 4 tuổi", 15),
        ("cân nặng: 15", 15),
        ("CN 15 kg", 15),
        ("amikacin 15 mg/kg bé 10kg", 10),
        ("0.9 kg trẻ sơ sinh", "0.9"),
    ],
)
def test_a_weight_is_read_in_kilograms(question, kg):
    assert hear(question).weight_kg == months(kg)


@pytest.mark.parametrize(
    ("question", "kg", "age"),
    [
        pytest.param("bé 10 kg 8 tuổi", 10, 96, id="what follows is an age"),
        pytest.param("11kg8t", 11, 96, id="and so it is when joined"),
        pytest.param("bé 10 kg 18 tháng", 10, 18, id="months"),
        pytest.param("bé 12 kg 3 lần/ngày", 12, None, id="how often"),
        pytest.param("bé 8 kg 120 mg", 8, None, id="a strength"),
    ],
)
def test_a_number_with_its_own_unit_is_no_part_of_the_weight(question, kg, age):
    frame = hear(question)
    assert frame.weight_kg == kg
    assert frame.age_months == age


@pytest.mark.parametrize(
    "question",
    [
        "amoxicilin 500 g",
        "ceftriaxon 1 g x 2",
        "trẻ 5 tuổi uống 500 g amoxicilin",
        "2 - 10 mg/70 kg",
        "15 mg/kg/ngày amikacin",
        "người trên 50 kg",
        "dưới 50 kg",
        "trẻ 10-20 kg",
        "17 hay 18 kg",
        "17 18 kg",
        "chừng 17 18",
        "sụt 5 kg trong 2 tháng",
        "BMI 22 kg/m2",
        "kali 6.8, digoxin",
        "độ lọc 30 ml/phút/1,73m2",
        "nóng 38 độ 5",
    ],
)
def test_what_is_no_weight_of_this_patient_is_none(question):
    assert hear(question).weight_kg is None


@pytest.mark.parametrize(
    ("question", "believable"),
    [
        ("trẻ 4 tuổi nặng 160 kg", False),
        ("bé 200kg", False),
        ("trẻ sơ sinh nặng 0,2 kg", False),
        ("nam 40 tuổi 450 kg", False),
        ("bé 8 tuổi 2 kg", False),
        ("bé 3200 kg", False),
        ("trẻ 4 tuổi nặng 16 kg", True),
        ("cụ bà 84 tuổi nặng 39kg", True),
        ("0.9 kg trẻ sơ sinh", True),
        ("nam 40 tuổi 160 kg", True),
    ],
)
def test_a_weight_that_cannot_be_is_named_and_kept(question, believable):
    frame = hear(question)
    assert frame.weight_kg is not None
    assert frame.implausible == (() if believable else ("weight_kg",))


@given(whole=st.integers(3, 60), tenth=st.integers(1, 9))
def test_kilograms_and_a_tenth_read_alike_however_they_are_written(whole, tenth):
    expected = Decimal(whole) + Decimal(tenth) / 10
    for question in (
        f"bé {whole}kg{tenth}",
        f"bé {whole} ký {tenth}",
        f"bé {whole},{tenth} kg",
        f"be {whole}.{tenth} can",
    ):
        assert hear(question).weight_kg == expected


@given(grams=st.integers(500, 9000))
def test_grams_of_a_child_are_thousandths(grams):
    assert hear(f"bé nặng {grams} gam").weight_kg == Decimal(grams) / 1000


def test_another_weight_alone_is_the_same_patients():
    frame = talk("amoxicilin bé 7 tháng 8kg liều uống", "9kg")
    assert (frame.age_months, frame.weight_kg) == (7, 9)
    assert "age_months" in frame.inherited


@pytest.mark.parametrize("other", ["bé 9kg", "còn 9kg thì sao"])
def test_another_weight_of_somebody_spoken_of_is_somebody_else(other):
    assert talk("amoxicilin bé 7 tháng 8kg liều uống", other).age_months is None


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("liều paracetamol truyền tĩnh mạch người lớn suy gan 45kg", 45),
        ("lieu paracetamol truyen tinh mach nguoi lon suy gan 45kg", 45),
        ("liều acid valproic uống bé 5 tuổi xơ gan 18kg", 18),
        ("lieu paracetamol uong nguoi lon viem gan 45kg", 45),
        ("lieu gentamicin tiem bap nguoi lon suy than 60 kg", 60),
        ("liều paracetamol uống người lớn gần 45kg", None),
        ("lieu paracetamol uong nguoi lon gan 45kg", None),
        ("lieu paracetamol uong nguoi lon nang gan 45kg", None),
        ("liều paracetamol uống người lớn suy gan gần 45kg", None),
        ("lieu paracetamol uong nguoi lon suy gan gan 45kg", None),
    ],
)
def test_the_liver_before_a_weight_is_not_almost(question, kg):
    assert hear(question).weight_kg == (None if kg is None else Decimal(kg))


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("be 4kg nam 2 thang lieu paracetamol uong", 4),
        ("be 8kg nam 9 thang", 8),
        ("BN 70kg nam 60 tuổi DVT, liều enoxaparin", 70),
        ("enoxaparin DVT 70kg nam", 70),
        ("bé 10 ký nữ 3 tuổi", 10),
        ("bé 10 kg sau 2 tuần", 10),
        ("bé 4 cân năm", Decimal("4.5")),
        ("bé 4 kg rưỡi", Decimal("4.5")),
        ("bé 4kg5", Decimal("4.5")),
    ],
)
def test_the_sex_behind_a_weight_adds_nothing_to_it(question, kg):
    assert hear(question).weight_kg == kg
