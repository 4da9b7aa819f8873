"""Ages and weights at their edges: what is a bound, what is a guess, what belongs to a dose and not to the patient."""

from itertools import pairwise

import pytest

from rag.understanding.numbers import numbers_in
from rag.understanding.shorthand import written_out
from rag.vietnamese import tokens
from tests.rag.understanding.heard import hear, months, populations

CHILD, ADULT, OLD = ["tre_em"], ["nguoi_lon"], ["nguoi_cao_tuoi"]


@pytest.mark.parametrize(
    ("bound", "who"),
    [
        ("trên 18 tuổi", ADULT), ("> 18 tuổi", ADULT), ("≥ 18 tuổi", ADULT), (">= 18 tuổi", ADULT), ("từ 18 tuổi", ADULT),
        ("hơn 18 tuổi", ADULT), ("lớn hơn 18 tuổi", ADULT), ("quá 18 tuổi", ADULT), ("ngoài 18 tuổi", ADULT),
        ("18 tuổi trở lên", ADULT), ("từ 18 tuổi trở lên", ADULT), ("over 18 years old", ADULT),
        ("above 18 years old", ADULT), ("more than 18 years old", ADULT), ("older than 18 years old", ADULT),
        ("dưới 18 tuổi", CHILD), ("< 18 tuổi", CHILD), ("≤ 18 tuổi", CHILD), ("<= 18 tuổi", CHILD), ("đến 18 tuổi", CHILD),
        ("chưa 18 tuổi", CHILD), ("chưa đầy 18 tuổi", CHILD), ("chưa đủ 18 tuổi", CHILD), ("gần 18 tuổi", CHILD),
        ("18 tuổi trở xuống", CHILD), ("từ 18 tuổi trở xuống", CHILD), ("không quá 18 tuổi", CHILD),
        ("chưa quá 18 tuổi", CHILD), ("nhỏ hơn 18 tuổi", CHILD), ("ít hơn 18 tuổi", CHILD), ("trẻ hơn 18 tuổi", CHILD),
        ("bé hơn 18 tuổi", CHILD), ("kém hơn 18 tuổi", CHILD), ("under 18 years old", CHILD),
        ("below 18 years old", CHILD), ("less than 18 years old", CHILD), ("younger than 18 years old", CHILD),
        ("lower than 18 years old", CHILD),
        ("trên 65 tuổi", OLD), ("từ 65 tuổi", OLD), ("dưới 65 tuổi", ADULT), ("at least 65 years old", OLD),
    ],
)  # fmt: skip
def test_a_bound_names_the_group_on_its_own_side_and_no_age(bound, who):
    frame = hear(f"liều paracetamol {bound}")
    assert frame.age_months is None
    assert [p.value for p in frame.populations] == who


@pytest.mark.parametrize(
    "said",
    [
        "trẻ 6 - 12 tuổi", "trẻ 6-12 tuổi", "trẻ 6 – 12 tuổi", "trẻ 6 — 12 tuổi", "trẻ 6 đến 12 tuổi", "trẻ 6 tới 12 tuổi",
        "trẻ 6 tháng - 2 tuổi", "trẻ 6 tháng đến 2 tuổi", "child 6 to 12 years old", "bé 2 3 tuổi", "bé 2 4 tuổi", "bé 2 5 tuổi",
    ],
)  # fmt: skip
def test_two_ages_are_a_range_or_a_guess_and_no_age(said):
    assert hear(said).age_months is None


@pytest.mark.parametrize(
    ("said", "age", "kg"),
    [
        ("5 tuổi - 18 kg", 60, 18), ("5 tuổi – 18 kg", 60, 18), ("bé 17 kg - 5 tuổi", 60, 17),
        ("bé 17 kg - 250 mg", None, 17), ("bé 5 tuổi-18 kg", 60, 18),
    ],
)  # fmt: skip
def test_another_fact_behind_a_dash_is_no_end_of_a_range(said, age, kg):
    frame = hear(said)
    assert (frame.age_months, frame.weight_kg) == (months(age), months(kg))


@pytest.mark.parametrize(
    ("said", "age"),
    [
        ("bé 5t", 60), ("bé 5 t", 60), ("cháu 5 t", 60), ("trẻ 5 t", 60), ("nam 50 t", 600), ("nữ 50 t", 600), ("6 yo girl", 72),
        ("65 y/o", 780), ("65y/o man", 780), ("3 years old", 36), ("1 year old", 12), ("3-year-old boy", 36),
        ("3 months of age", 3), ("1 month old", 1), ("bé 0 tuổi 5 tháng", 5), ("bé 2 tuổi 11 tháng", 35),
        ("bé 2 tuổi 12 tháng", 24), ("bé 2 tuổi rưỡi", 30), ("bé 2 tháng rưỡi", "2.5"), ("18 tháng 11 kg", 18),
        ("cháu trai 8 tháng", 8), ("bé gái nhà tôi 8 tháng", 8), ("bé, 8 tháng", 8), ("bé 10 kg 8 tháng", 8), ("con 8 tháng", 8),
        ("bé được 8 tháng", 8), ("bé hiện 8 tháng", 8), ("bé mới 8 tháng", 8), ("bé này 8 tháng", 8), ("bé là 8 tháng", 8),
        ("bé nhà em 8 tháng", 8), ("bé của chị 8 tháng", 8), ("bé vừa đúng 8 tháng", 8), ("bé chừng 8 tháng", 8),
        ("bé khoảng 8 tháng", 8), ("bé tầm 8 tháng", 8), ("bé (8 tháng)", 8), ("mười tuổi", 120), ("mười một tuổi", 132),
        ("hai mươi tư tuổi", 288), ("hai mươi lăm tuổi", 300), ("ba mươi nhăm tuổi", 420), ("hai chục tuổi", 240),
        ("bẩy tuổi", 84), ("bảy tuổi", 84), ("bé bốn tuổi", 48), ("bé tám tuổi", 96), ("be sau tuoi", 72), ("chín tuổi", 108),
        ("bé ba tuổi", 36), ("bé một tuổi", 12), ("bé hai tuổi", 24),
    ],
)  # fmt: skip
def test_an_age_is_read_whatever_its_form(said, age):
    assert hear(said).age_months == months(age)


@pytest.mark.parametrize(
    "said",
    [
        "6 y girl", "18 tháng", "thuốc 18 tháng", "bé 0 tuổi", "bé 0 tháng", "bé 3 ngày sốt", "bé 3 tuần sốt",
        "sau sinh 7 ngày", "mẹ sinh 7 ngày", "thai 32 tuần", "bầu 3 tháng", "đẻ non 31 tuần", "tháng thứ 8",
        "bé 3 tháng đầu", "bé 3 tháng giữa", "bé 3 tháng cuối", "bé 3 tháng trước", "bé 3 tháng nữa", "bé 3 tháng liền",
        "bé 3 tháng nay", "bé sốt 3 tháng", "dùng 3 tháng cho bé", "điều trị 6 tuần",
    ],
)  # fmt: skip
def test_a_time_that_is_nobodys_age_is_none(said):
    assert hear(said).age_months is None


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("bé 3 tuần", 21), ("bé 3 tuần bú kém", 21), ("bé 3 tuần nặng 4 kg", 21), ("bé 3 ngày 3 kg", 3), ("bé sinh 7 ngày", 7),
        ("bé sinh được 3 ngày", 3), ("bé mới đẻ 3 ngày", 3), ("bé 3 ngày", 3), ("3 tuần 4 kg", 21), ("bé đẻ được 3 ngày sốt", 3),
        ("3 weeks old", 21), ("3 days old", 3), ("1 week old", 7),
    ],
)  # fmt: skip
def test_days_and_weeks_of_a_newborn_are_its_age(said, days):
    age = hear(said).age_months
    assert age is not None
    assert round(age * 30, 6) == days


# --- weights -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["kg", "kgs", "ký", "kí", "cân", "kilo", "kilogam", "kilogram", "kilograms"])
def test_a_kilogram_has_many_names(unit):
    assert hear(f"bé 18 {unit}").weight_kg == 18


@pytest.mark.parametrize("unit", ["lb", "lbs", "pound", "pounds"])
def test_a_pound_is_turned_into_kilograms_exactly(unit):
    assert hear(f"child 40 {unit}").weight_kg == months("18.14369480")
    assert hear(f"child 22 {unit}").weight_kg == months("9.97903214")


@pytest.mark.parametrize(
    ("said", "kg"),
    [
        ("bé 18 kg rưỡi", "18.5"), ("bé 3 kg 200 g", "3.2"), ("bé 3 kg 999 gam", "3.999"), ("bé 3 kg 200 g/ngày", 3),
        ("bé 10 kg 8", "10.8"), ("bé 10 kg tám", "10.8"), ("bé 10 kg mười", 10), ("bé 10 kg 85", 10), ("bé 10kg85", "10.85"),
        ("bé 10kg850", "10.85"), ("bé 10kg8500", 10), ("bé 10 kg 8 lạng", "10.8"), ("bé nặng 400 g", "0.4"),
        ("bé nặng 400 gr", "0.4"), ("bé nặng 3000 gram", 3), ("bé nặng 3000 grams", 3), ("bé nặng 27.000 g", 27),
        ("bé nặng 400.000 g", 400), ("nặng 500 g", "0.5"), ("cân nặng khoảng 3000 g", 3), ("bé 500 g", "0.5"),
        ("cân nặng 15", 15), ("cân nặng là 15", 15), ("cân nặng = 15", 15), ("cân nặng: 15", 15), ("bé nặng 15", 15),
        ("bé nặng 120", 120), ("bé nặng 2", 2), ("17 21 kg", 21),
    ],
)  # fmt: skip
def test_a_weight_is_read_whatever_its_form(said, kg):
    assert hear(said).weight_kg == months(kg)


@pytest.mark.parametrize(
    "said",
    [
        "bé 18 cân nhắc", "bé 18 kg/m2", "-18 kg", "bé -18 kg", "bé 5 tuổi -18 kg", "bé 17 hay 18 kg", "bé 17 hoặc 18 kg",
        "bé 17 - 18 kg", "bé 17 đến 18 kg", "bé 17 tới 18 kg", "bé 17 kg đến 18 kg", "bé 17 kg - 18 kg", "17 20 kg", "17 18 kg",
        "bé nặng 399 g", "bé uống 500 g", "bé dùng 500 g", "bé x 500 g", "bé tiêm 500 g", "bé truyền 500 g", "bé liều 500 g",
        "bé pha 500 g", "bé amoxicilin 500 g", "500 g", "nặng trên 3000 g", "bé nặng 3000 g/ngày", "bé nặng 121", "bé nặng 1",
        "bé nặng mười lăm", "nặng 15", "bé nặng 15 mg", "bé nặng 15 ngày", "bé nặng 15 giờ", "bé nặng 15 lần", "bé nặng 15 viên",
        "tăng 5 kg", "giảm 5 kg", "sụt 5 kg", "mất 5 kg", "thêm 5 kg", "lên 5 kg", "mỗi 5 kg", "per 5 kg", "over 50 kg",
        "under 50 kg", "above 50 kg", "below 50 kg", "less than 50 kg", "gần 50 kg", "chưa 50 kg", "hơn 50 kg", "quá 50 kg",
        "ngoài 50 kg", "từ 50 kg", "trên 50 kg", "dưới 50 kg", "< 50 kg", "> 50 kg", "≥ 50 kg", "≤ 50 kg", "mg/5 kg",
    ],
)  # fmt: skip
def test_what_is_no_weight_of_the_patient_is_none(said):
    assert hear(said).weight_kg is None


# --- numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("một hai ba bốn năm sáu bảy tám chín mười", "1 2 3 4 5 6 7 8 9 10"), ("bẩy", "7"), ("mười một", "11"),
        ("mười lăm", "15"), ("mười nhăm", "15"), ("mười tư", "14"), ("hai mươi", "20"), ("hai mươi mốt", "21"),
        ("chín mươi chín", "99"), ("ba chục", "30"), ("27 000", "27000"), ("270 000", "270000"), ("2700 000", "2700 0"),
        ("0 000", "0 0"), ("27 00", "27 0"), ("27  000", "27 0"), ("13,5", "13.5"), ("13, 5", "13 5"), ("13 ,5", "13 5"),
        ("1.5", "1.5"), ("27.000", "27.000"), ("1 000,5", "1000.5"), ("5", "5"), ("", ""),
    ],
)  # fmt: skip
def test_numbers_are_read_left_to_right_without_overlap(text, values):
    found = numbers_in(written_out(tokens(text)), marked=True)
    assert " ".join(str(n.value) for n in found) == values
    assert all(a.end <= b.start for a, b in pairwise(found))


@pytest.mark.parametrize("text", ["sau khi", "nam giới", "bay hơi", "tam thất", "chin", "bon"])
def test_in_a_text_with_marks_a_word_without_them_is_no_number(text):
    assert numbers_in(written_out(tokens(text)), marked=True) == ()


@pytest.mark.parametrize(
    ("text", "value"), [("sau tuoi", 6), ("nam tuoi", 5), ("bay tuoi", 7), ("tam tuoi", 8), ("chin tuoi", 9)]
)
def test_in_a_text_without_marks_it_may_be_one(text, value):
    assert hear(f"be {text}").age_months == value * 12


def test_the_group_of_an_age_changes_on_the_birthday():
    assert [populations(f"bé {a}") for a in ("29 ngày tuổi", "30 ngày tuổi", "17 tuổi")] == [
        ["tre_so_sinh"],
        CHILD,
        CHILD,
    ]
    assert [populations(f"{a} tuổi") for a in (18, 64, 65)] == [ADULT, ADULT, OLD]
