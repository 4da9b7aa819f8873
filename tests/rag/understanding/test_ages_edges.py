"""Where an age ends: at a bound, a range, a length of time, a pregnancy, a weight; and the units that stand for years."""

from decimal import Decimal

import pytest

from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear, months, populations

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
