"""Where a weight ends: at its fraction, a rate, a sign, a range; and the grams and bare numbers that are one."""

import pytest

from rag.understanding.utterance import hear as words_of
from rag.understanding.weights import weights_in
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import NAMES, hear, months


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("bé 12kg8", "12.8"), ("bé 12kg80", "12.8"), ("bé 12kg800", "12.8"), ("bé 12kg8000", 12), ("bé 12 kg 8", "12.8"),
        ("bé 12 kg 80", 12), ("bé 12 kg 8 sốt", 12), ("bé 12 kg, 8", 12), ("bé 12 kg 8 lạng", "12.8"), ("bé 12 kg rưỡi", "12.5"),
        ("bé 12kg 300g", "12.3"), ("bé 12 kg 300 g", "12.3"), ("bé 12 kg 999 g", "12.999"), ("bé 12 kg 300 g/ngày", 12),
        ("bé mười ký tám", "10.8"), ("bé mười ký tám tuổi", 10), ("bé mười ký năm 2024", 10), ("bé mười ký hai lần", 10), ("bé 12kg8 lần", 12),
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
        ("bé nặng 10 - 12", None), ("bé nặng 10-12", None), ("cân nặng 50 đến 60", None), ("cân nặng: 50 - 60", None),
        ("bé nặng 15 - 5 tuổi", 15), ("bé nặng 15 đến khám", 15), ("bé nặng 14 15", None), ("bé nặng 14 15 ký", None), ("bé nặng 14 20 mg", 14), ("cân nặng là 60", 60), ("cân nặng = 60", 60), ("cân nặng: 130", 130), ("cân nặng 60 lần", None),
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


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("bé 12 kg sốt", ["12 kg"]), ("bé 12 kg rưỡi sốt", ["12 kg rưỡi"]), ("bé 12kg8 sốt", ["12kg8"]),
        ("bé 12kg 300g sốt", ["12kg 300g"]), ("bé 1200 g sốt", ["1200 g"]), ("bé 40 lb sốt", ["40 lb"]), ("bé nặng 15, sốt", ["15"]),
        ("bé dưới 10 kg sốt", ["10 kg"]), ("bé -18 kg sốt", ["18 kg"]), ("bé dưới 1500 g sốt", ["1500 g"]), ("bé 15 mg/1200 g", []), ("bé 1200 g/ngày", []), ("bé 12 kg 1000 g", ["12 kg", "1000 g"]), ("bé 10 kg/m2", []), ("bé 10 kg 12 kg", ["10 kg", "12 kg"]),
        ("bé 12kg300g 14kg", ["12kg300g", "14kg"]), ("hai bé 12kg8 và 15kg5", ["12kg8", "15kg5"]),
    ],
)  # fmt: skip
def test_a_weight_takes_up_its_own_words_and_no_others(question, words):
    u = words_of(question, NAMES)
    assert [u.typed(w.start, w.end) for w in weights_in(u)] == words


@pytest.mark.parametrize(
    "unit",
    [
        "tuổi", "t", "tháng", "th", "tuần", "ngày", "giờ", "phút", "mg", "ml", "lần", "viên", "gói", "ống", "mcg", "microgam", "giọt",
        "độ", "%", "nhát", "liều", "năm", "tiếng", "/", "cm", "m",
    ],
)  # fmt: skip
def test_a_number_with_a_unit_of_its_own_is_no_fraction_of_the_kilograms_before_it(unit):
    assert hear(f"bé 12 kg 8{unit}").weight_kg == 12
    assert hear(f"bé 12kg8 {unit}").weight_kg == 12
    assert hear(f"bé nặng 15 {unit}").weight_kg is None


@pytest.mark.parametrize("unit", ["kg", "ký", "cân", "g", "gam"])
def test_a_number_with_a_unit_of_weight_is_no_bare_one(unit):
    assert hear(f"bé 12kg8 {unit}").weight_kg != months("12.8")


@pytest.mark.parametrize(
    "unit", ["tuổi", "t", "tháng", "th", "tuần", "ngày", "mg", "ml", "viên", "gói", "ống", "lần", "độ", "cm"]
)
def test_behind_a_dash_another_fact_ends_no_range_of_weights(unit):
    assert hear(f"bé 10 kg - 5 {unit}").weight_kg == 10
    assert hear(f"bé 10 kg đến 5 {unit}").weight_kg is None


@pytest.mark.parametrize(
    ("unit", "low", "high"), [("kg", 10, 12), ("lb", 20, 25), ("g", 1200, 1500), ("gam", 900, 1500)]
)
@pytest.mark.parametrize("words", ["{} {} {} {}", "từ {} {} {} {}", "nặng {} {} {} {}"])
@pytest.mark.parametrize("join", ["-", "–", "đến", "tới"])
def test_a_range_is_no_weight_whatever_its_unit(words, join, unit, low, high):
    assert hear(f"bé {words.format(f'{low} {unit}', join, high, unit)}").weight_kg is None
    assert hear(f"bé {words.format(low, join, high, unit)}").weight_kg is None


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("bé 900 g - 1,2 kg", None), ("bé nặng 900 g đến 1,2 kg", None), ("bé 1200 g đến 1500 g", None), ("paracetamol 1 g - bé 20 kg", 20),
        ("paracetamol 1 g - 20 kg", 20), ("bé dưới 40 lb", None), ("bé hơn 40 lb", None), ("bé tăng 2 lb", None), ("bé 39 40 lb", None),
        ("-40 lb", None), ("bé -1500 g", None), ("bé - 1500 g", "1.5"), ("5 tuổi - 40 lb", "18.1436948"), ("bé 40 lb - 5 tuổi", "18.1436948"),
        ("bé dưới 1500 g", None), ("bé nặng hơn 1500 g", None),
    ],
)  # fmt: skip
def test_a_bound_a_guess_and_a_sign_are_no_weight_whatever_their_unit(question, kg):
    assert hear(question).weight_kg == months(kg)


@pytest.mark.parametrize("dash", ["-", "–", "—"])
def test_any_dash_opens_a_range_of_weights_or_parts_two_facts(dash):
    assert hear(f"trẻ 10 {dash} 20 kg").weight_kg is None
    assert hear(f"trẻ 10 kg {dash} 20 kg").weight_kg is None
    assert hear(f"trẻ 10 kg {dash} 5 tuổi").weight_kg == 10
    assert hear(f"5 tuổi {dash} 10 kg").weight_kg == 10


@pytest.mark.parametrize("end", ["", ",", ".", "?", ", ", " .", ",,", "..."])
def test_a_number_may_be_the_last_word(end):
    assert hear(f"bé nặng 15{end}").weight_kg == 15
    assert hear(f"bé 12kg8{end}").weight_kg == months("12.8")


@pytest.mark.parametrize(
    "word",
    [
        "trên", "dưới", "từ", "quá", "hơn", "chưa", "gần", "ngoài", "mỗi", "<", ">", "≥", "≤", "/", "over", "under", "above", "below",
        "than", "per", "tăng", "giảm", "sụt", "mất", "thêm", "lên",
    ],
)  # fmt: skip
def test_a_word_of_a_bound_or_of_a_change_before_it_makes_it_no_weight(word):
    assert hear(f"bé {word} 10 kg").weight_kg is None


@pytest.mark.parametrize(
    "word",
    ["uống", "dùng", "tiêm", "truyền", "liều", "cho", "x", "pha", "ngày", "lần", "viên", "gói", "lọ", "ống", "+"],
)
def test_grams_behind_a_word_of_giving_weigh_no_child(word):
    assert hear(f"bé {word} 1200 g").weight_kg is None
    assert hear("bé trai 1200 g").weight_kg == months("1.2")


@pytest.mark.parametrize("child", ["bé", "trẻ sơ sinh", "bé đang bú mẹ", "trẻ bú mẹ"])
def test_whatever_a_child_is_called_its_grams_and_its_bare_number_weigh_it(child):
    assert hear(f"{child}, 1500 g").weight_kg == months("1.5")
    assert hear(f"{child} nặng 5").weight_kg == 5


@pytest.mark.parametrize("word", ["gấp", "hơn", "thêm", "khác", "kém"])
@pytest.mark.parametrize("heavy", ["nặng", "cân"])
def test_heavier_than_it_was_leaves_no_weight(heavy, word):
    assert talk("paracetamol bé 2 tuổi 12 kg liều uống", f"bé {heavy} {word}").weight_kg is None


@pytest.mark.parametrize("word", ["hơn", "bớt", "đi"])
def test_lighter_than_it_was_leaves_no_weight(word):
    assert talk("paracetamol bé 2 tuổi 12 kg liều uống", f"bé nhẹ {word}").weight_kg is None


@pytest.mark.parametrize(
    ("question", "kg"),
    [
        ("suy gan 45 kg", 45), ("xơ gan 45 kg", 45), ("viêm gan 45 kg", 45), ("bệnh gan 45 kg", 45), ("ung thư gan 45 kg", 45),
        ("ghép gan 45 kg", 45), ("người lớn bị gan 45 kg", 45), ("gần 45 kg", None), ("nguoi lon gan 45 kg", None), ("suy than 60 kg", 60),
        ("suy gan 60 kg", 60), ("nguoi lon suy gan 60 kg", 60), ("ghep than 60 kg", 60), ("heavier than 60 kg", None),
    ],
)  # fmt: skip
def test_an_organ_before_a_weight_is_no_bound(question, kg):
    assert hear(question).weight_kg == months(kg)
