"""Where an age ends: at a bound, a range, a length of time, a pregnancy, a weight; and the units that stand for years."""

from decimal import Decimal

import pytest

from rag.understanding.ages import ages_in
from rag.understanding.utterance import hear as words_of
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import NAMES, hear, months, populations

FIVE_DAYS, TEN_DAYS = Decimal(5) / 30, Decimal(10) / 30


@pytest.mark.parametrize(
    ("question", "age"),
    [
        ("bé tuổi = 4 tuổi", 48), ("bé 5 tuổi đến khám", 60), ("bé 6 tháng - 18 kg", 6), ("5 tuổi - 18 kg", 60),
        ("5 years of age", 60), ("5 years old", 60), ("5 years 18 kg", 60), ("3 months of age boy", 3), ("năm tuổi 40 kg", 60),
        ("bé 0 tuổi 3 tháng", 3), ("bé 0 ngày tuổi", 0), ("bé 2 tuổi 11 tháng", 35), ("bé 2 tuổi rưỡi", 30),
        ("trẻ sinh non 34 tuần, nay 8 tháng", 8), ("bé nay 8 tháng", 8), ("8 tháng, 7 kg", 8), ("8 tháng 7 kg", 8),
        ("bé gái nhà tôi được 8 tháng", 8), ("con 8 tháng", 8), ("con tôi 8 tháng", 8), ("bé 7 kg 8 tháng", 8),
        ("6t", 72), ("bé 6 t", 72), ("bé đầy 3 tháng tuổi", 3), ("bé thứ 2 3 tuổi", 36), ("65 y/o male", 780),
        ("bé 3 tháng tuổi nay ho", 3), ("bé 6 tháng tuổi một ngày uống mấy lần", 6), ("bé 3 tuổi mới ốm", 36),
    ],
)  # fmt: skip
def test_an_age_stays_one_beside_what_is_none(question, age):
    assert hear(question).age_months == months(age)


@pytest.mark.parametrize(
    "question",
    [
        "trẻ <= 2 tuổi", "trẻ < 2 tuổi", "trẻ >= 12 tuổi", "trẻ > 5 tuổi", "bé chưa đầy 3 tháng tuổi", "bé chưa đủ 3 tháng tuổi",
        "6 tháng đến 2 tuổi", "5 tuổi - 12 tuổi", "trẻ 12 tuổi trở xuống", "trẻ không quá 2 tuổi", "bé 3 4 tuổi", "bé 3 6 tuổi",
        "bé 0 tuổi", "bé 0 tháng", "5 years child", "5 years on aspirin", "cho 6 t", "bệnh nhân 6 t", "mẹ sau sinh 7 ngày",
        "bé 5 ngày sốt", "bé ho 5 ngày", "thai 20 tuần tuổi", "32 tuần tuổi thai", "bầu 8 tháng", "đẻ non 31 tuần",
        "thai kỳ 12 tuần", "bé 3 tháng trước", "bé 3 tháng nay ho", "bé 3 tháng một lần", "trong 3 tháng tuổi đầu", "tuổi 40 kg", "sau tuổi bốn mươi",
    ],
)  # fmt: skip
def test_a_bound_a_length_of_time_and_a_pregnancy_are_no_age(question):
    assert hear(question).age_months is None


@pytest.mark.parametrize(
    "question",
    [
        "bé sinh 5 ngày vàng da", "bé sinh được 5 ngày vàng da", "bé mới sinh 5 ngày vàng da", "bé 5 ngày bú kém",
        "bé 5 ngày nặng 3 kg", "bé 5 ngày 3 kg", "bé 5 ngày paracetamol", "bé 5 ngày, sốt", "bé 5 ngày",
    ],
)  # fmt: skip
def test_days_are_the_age_of_a_child_that_is_described_by_them(question):
    assert hear(question).age_months == FIVE_DAYS


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("trên 1 tháng tuổi", ["tre_em"]), ("từ 1 tháng tuổi trở lên", ["tre_em"]),
        ("dưới 1 tháng tuổi", ["tre_so_sinh"]), ("dưới 28 ngày tuổi", ["tre_so_sinh"]), ("trẻ dưới 7 ngày tuổi", ["tre_so_sinh"]),
        ("bé dưới 2 tuần tuổi", ["tre_so_sinh"]), ("trẻ 5 - 10 ngày tuổi", ["tre_so_sinh"]), ("trên 7 ngày tuổi", ["tre_em"]),
        ("trẻ 5 ngày - 2 tháng tuổi", ["tre_em"]), ("18 tuổi - 60 tuổi", ["nguoi_lon"]), ("từ 18 tuổi đến 60 tuổi", ["nguoi_lon"]),
        ("6 tuổi đến 18 tuổi", ["tre_em"]), ("dưới 32 ngày tuổi", ["tre_em"]), ("trẻ dưới 2 tháng tuổi", ["tre_em"]), ("trẻ dưới 1 tuổi", ["tre_em"]),
        ("dưới 18 tuổi", ["tre_em"]), ("trên 18 tuổi", ["nguoi_lon"]), ("không quá 18 tuổi", ["tre_em"]),
        ("18 tuổi trở xuống", ["tre_em"]), ("18 tuổi trở lên", ["nguoi_lon"]),
        ("dưới 65 tuổi", ["nguoi_lon"]), ("từ 65 tuổi", ["nguoi_cao_tuoi"]),
    ],
)  # fmt: skip
def test_a_bound_names_the_group_on_its_own_side(question, who):
    assert populations(question) == who


@pytest.mark.parametrize(
    ("told", "age"),
    [
        ("18 tháng", 18), ("10 ngày", TEN_DAYS), ("5 tuổi", 60), ("17 18 tháng", None), ("thai 20 tuần", None),
        ("3 tháng đầu", None), ("3 tháng 10 ngày", None),
    ],
)  # fmt: skip
def test_in_reply_to_how_old_one_number_with_its_unit_is_enough(told, age):
    found = talk("paracetamol bé liều uống 12 kg >> age", told).age_months
    assert found == months(age)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("bé 2 tuổi sốt", ["2 tuổi"]), ("bé 2 tuổi rưỡi sốt", ["2 tuổi rưỡi"]), ("bé 2 tuổi 3 tháng sốt", ["2 tuổi 3 tháng"]),
        ("bé 8 tháng tuổi sốt", ["8 tháng tuổi"]), ("bé 5t sốt", ["5t"]), ("65 y/o male", ["65 y/o"]), ("5 years old boy", ["5 years old"]),
        ("5 years of age boy", ["5 years of age"]), ("5-year-old boy", ["5-year-old"]), ("trẻ trên 12 tuổi sốt", ["12 tuổi"]),
        ("bé 0 tuổi sốt", ["0 tuổi"]), ("mẹ 30 tuổi, bé 2 tuổi", ["30 tuổi", "2 tuổi"]), ("mẹ 30 tuổi 2 tuổi bé", ["30 tuổi", "2 tuổi"]), ("2 tuổi 6 tháng", ["2 tuổi 6 tháng"]),
        ("bé 6t 20 kg", ["6t"]), ("5 years of pain", []), ("60 kg, 5 years of aspirin", []), ("65 y on dialysis", []),
    ],
)  # fmt: skip
def test_an_age_takes_up_its_own_words_and_no_others(question, words):
    u = words_of(question, NAMES)
    assert [u.typed(a.start, a.end) for a in ages_in(u)] == words


@pytest.mark.parametrize(
    ("question", "age"),
    [
        ("bé 5 tuổi", 60), ("bé 5t", 60), ("pt 5yo", 60), ("pt 5y", 60), ("5 years old", 60), ("5 year old", 60), ("bé 5 tháng", 5),
        ("bé 5th", 5), ("boy 5 months", 5), ("boy 1 month", 1), ("boy 5mo", 5), ("bé 3 tuần", Decimal("0.7")), ("boy 3 weeks", Decimal("0.7")),
        ("boy 1 week", Decimal(7) / 30), ("bé 5 ngày", FIVE_DAYS), ("boy 5 days", FIVE_DAYS), ("boy 1 day", Decimal(1) / 30),
    ],
)  # fmt: skip
def test_ages_have_many_units(question, age):
    found = hear(question).age_months
    assert found is not None
    assert abs(found - age) < Decimal("1e-20")


@pytest.mark.parametrize(
    ("question", "age"),
    [
        ("60 kg on aspirin for 5 years", None), ("5 years 3 tablets", None), ("5 years 18 kg", 60), ("5 years, 18 kg", 60),
        ("18 kg 5 years", None), ("12 kg bệnh 8 tháng", None), ("8 tháng 3 lần 7 kg", None),
    ],
)  # fmt: skip
def test_years_and_months_are_an_age_where_the_weight_follows_them(question, age):
    assert hear(question).age_months == months(age)


@pytest.mark.parametrize(
    "word",
    [
        "trên", "dưới", "từ", "đến", "quá", "hơn", "chưa", "gần", "ngoài", "<", ">", "≥", "≤", "over", "under", "above", "below",
        "than", "least",
    ],
)  # fmt: skip
def test_a_word_of_a_bound_before_it_makes_it_no_age(word):
    assert hear(f"trẻ {word} 5 tuổi").age_months is None


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("trên", "nguoi_lon"), ("từ", "nguoi_lon"), ("hơn", "nguoi_lon"), ("quá", "nguoi_lon"), ("ngoài", "nguoi_lon"), (">", "nguoi_lon"),
        ("≥", "nguoi_lon"), ("over", "nguoi_lon"), ("above", "nguoi_lon"), ("older than", "nguoi_lon"), ("at least", "nguoi_lon"),
        ("dưới", "tre_em"), ("<", "tre_em"), ("≤", "tre_em"), ("under", "tre_em"), ("below", "tre_em"), ("less than", "tre_em"),
        ("younger than", "tre_em"), ("lower than", "tre_em"), ("nhỏ hơn", "tre_em"), ("ít hơn", "tre_em"), ("trẻ hơn", "tre_em"),
        ("bé hơn", "tre_em"), ("kém hơn", "tre_em"), ("không quá", "tre_em"), ("chưa quá", "tre_em"), ("không hơn", "tre_em"),
    ],
)  # fmt: skip
def test_a_bound_is_from_or_up_to_as_its_words_say(words, who):
    assert who in populations(f"paracetamol {words} 18 tuổi")
    assert {"nguoi_lon", "tre_em"} - {who} - set(populations(f"paracetamol {words} 18 tuổi"))


@pytest.mark.parametrize("join", ["-", "–", "—", "đến", "tới", "to"])
def test_both_ends_of_a_range_of_ages_are_no_age(join):
    assert hear(f"trẻ 5 {join} 12 tuổi").age_months is None
    assert hear(f"trẻ 5 tuổi {join} 12 tuổi").age_months is None


@pytest.mark.parametrize(
    "unit",
    [
        "kg", "ký", "kí", "cân", "kgs", "kilo", "g", "gam", "gram", "mg", "ml", "mcg", "cm", "độ", "viên", "gói", "ống", "lần",
    ],
)  # fmt: skip
def test_behind_a_dash_another_fact_ends_no_range_of_ages(unit):
    assert hear(f"5 tuổi - 18 {unit}").age_months == 60
    assert hear(f"5 tuổi đến 18 {unit}").age_months is None


@pytest.mark.parametrize(
    "between",
    [
        "được", "hiện", "mới", "nay", "này", "là", "trai", "gái", "nam", "nữ", ",", "nhà", "nhà em", "nhà tôi", "nhà chị", "của tôi", "vừa",
        "đúng", "khoảng", "chừng", "tầm", "gái [tên]", "(",
    ],
)  # fmt: skip
def test_small_words_may_stand_between_a_child_and_its_months_or_days(between):
    assert hear(f"bé {between} 8 tháng").age_months == 8
    assert hear(f"bé {between} 10 ngày").age_months == TEN_DAYS


@pytest.mark.parametrize("unit", ["kg", "ký", "kí", "cân"])
def test_a_weight_may_stand_between_a_child_and_its_months(unit):
    assert hear(f"bé 7 {unit} 8 tháng").age_months == 8


@pytest.mark.parametrize("word", ["đầu", "giữa", "cuối", "nữa", "trước", "sau", "liền", "một", "mới", "nay"])
def test_months_of_something_else_are_no_age(word):
    assert hear(f"bé 3 tháng {word}").age_months is None
