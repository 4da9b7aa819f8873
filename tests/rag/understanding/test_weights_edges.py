"""Where a weight ends: at its fraction, a rate, a sign, a range; and the grams and bare numbers that are one."""

import pytest

from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear, months


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("bé 12kg8", "12.8"), ("bé 12kg80", "12.8"), ("bé 12kg800", "12.8"), ("bé 12kg8000", 12), ("bé 12 kg 8", "12.8"),
        ("bé 12 kg 80", 12), ("bé 12 kg 8 sốt", 12), ("bé 12 kg, 8", 12), ("bé 12 kg 8 lạng", "12.8"), ("bé 12 kg rưỡi", "12.5"),
        ("bé 12kg 300g", "12.3"), ("bé 12 kg 300 g", "12.3"), ("bé 12 kg 999 g", "12.999"), ("bé 12 kg 300 g/ngày", 12),
        ("bé mười ký tám", "10.8"), ("bé mười ký tám tuổi", 10), ("bé mười ký hai lần", 10), ("bé 12kg8 lần", 12),
        ("bé 12kg5 tuổi", 12), ("bé 12kg5t", 12), ("bé 12kg 5 ml", 12),
    ],
)  # fmt: skip
def test_what_follows_the_kilograms_is_a_part_of_them_only_where_it_can_be(question, kg):
    assert hear(question).weight_kg == months(kg)


@pytest.mark.parametrize("unit", ["kg", "kgs", "ký", "kí", "cân", "kilo", "kilogam", "kilogram", "kilograms"])
def test_kilograms_have_many_names(unit):
    assert hear(f"bé 12 {unit}").weight_kg == 12


@pytest.mark.parametrize(
    ("question", "kg"),
    [("40 lb", "18.1436948"), ("40 lbs", "18.1436948"), ("bé 40 pound", "18.1436948"), ("40 pounds", "18.1436948")],
)
def test_pounds_are_reckoned_exactly(question, kg):
    assert hear(question).weight_kg == months(kg)


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("-18 kg", None), ("bé -18 kg", None), ("5 tuổi -18 kg", None), ("bé - 18 kg", 18), ("5 tuổi-18 kg", 18), ("5 tuổi - 18 kg", 18),
    ],
)  # fmt: skip
def test_a_sign_before_a_weight_is_no_dash(question, kg):
    assert hear(question).weight_kg == months(kg)


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("trẻ 10 - 20 kg", None), ("trẻ 10 kg - 20 kg", None), ("bé 10 đến 12 kg", None), ("bé 10 kg đến 12 kg", None),
        ("bé 10 hoặc 12 kg", None), ("bé 10 kg tới 12 kg", None), ("trẻ 10 kg - 5 tuổi", 10), ("10 kg hay 5 tuổi", 10),
        ("bé 10 kg đến khám", 10), ("bé 10 kg - 120 mg", 10), ("bé 5 tuổi - 10 kg", 10), ("bé dưới 10 kg", None), ("bé hơn 10 kg", None),
        ("bé chưa 10 kg", None), ("tăng 2 kg", None), ("sụt 2 kg", None), ("10 kg/ngày", None), ("10 kg/m2", None),
        ("bé 10 cân bằng", None), ("bé 10 cân nhắc", None),
    ],
)  # fmt: skip
def test_a_range_a_bound_and_a_rate_are_no_weight_of_this_patient(question, kg):
    assert hear(question).weight_kg == months(kg)


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("bé 400 g", "0.4"), ("bé 399 g", None), ("bé nặng 1200 g", "1.2"), ("nặng 1200 g", "1.2"), ("1200 g", None),
        ("trẻ sơ sinh 1200 gr", "1.2"), ("bé uống 1200 g", None), ("bé paracetamol 1200 g", None), ("bé 3 1200 g", None),
        ("bé 1200 g/ngày", None), ("15 mg/1200 g bé", None), ("bé 1200-1500 g", None), ("bé dưới 1500 g", None),
        ("bé 27.000 gam", 27), ("27.000 gam", None), ("bé 1.200 gram", "1.2"), ("1500 g bé sơ sinh", "1.5"),
    ],
)  # fmt: skip
def test_grams_weigh_a_child_that_is_not_given_them(question, kg):
    assert hear(question).weight_kg == months(kg)


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("bé nặng 15", 15), ("bé nặng 2", 2), ("bé nặng 1", None), ("bé nặng 120", 120), ("bé nặng 121", None), ("bé nặng mười", None),
        ("bé nặng 15 mg", None), ("bé nặng: 15", 15), ("bé nặng là 15", 15), ("người lớn nặng 60", None), ("cân nặng 60", 60),
        ("cân nặng là 60", 60), ("cân nặng = 60", 60), ("cân nặng: 130", 130), ("cân nặng 60 lần", None),
    ],
)  # fmt: skip
def test_a_number_without_a_unit_weighs_where_the_words_before_it_do(question, kg):
    assert hear(question).weight_kg == months(kg)


@pytest.mark.parametrize(
    ("told", "kg"),
    [("2200g", "2.2"), ("400 g", "0.4"), ("399 g", None), ("2200 g/ngày", None), ("2200 g 3 lần", None), ("12 kg", 12)],
)
def test_in_reply_to_how_heavy_grams_of_a_person_are_enough(told, kg):
    assert talk("paracetamol bé 2 tháng liều uống >> weight", told).weight_kg == months(kg)


@pytest.mark.parametrize(
    ("told", "kg"),
    [
        ("bé nặng gấp đôi", None),
        ("bé nhẹ hơn", None),
        ("bé nhẹ đi", None),
        ("bé tăng thêm 2 kg", None),
        ("bé nặng quá", 12),
    ],
)
def test_a_weight_that_has_changed_by_nobody_knows_what_is_forgotten(told, kg):
    assert talk("paracetamol bé 2 tuổi 12 kg liều uống", told).weight_kg == months(kg)
