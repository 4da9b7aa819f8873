"""Ages in days, weeks, months, years, words and shorthand; never a duration, a dose or a pregnancy."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.frames import Population
from tests.rag.understanding.heard import hear, months, populations


@pytest.mark.parametrize(
    ("question", "age"),
    [
        ("paracetamol bé 5 tuổi", 60),
        ("paracetamol be 5 tuoi", 60),
        ("bệnh nhân 35 tuổi bị sốt", 420),
        ("3 thang tuoi", 3),
        ("bé 2t sốt", 24),
        ("18 thang 11kg", 18),
        ("47t nam", 564),
        ("cháu 25 tuổi", 300),
        ("bé gái 4 tháng rưỡi 6kg", "4.5"),
        ("bé 1 tuổi rưỡi", 18),
        ("bé 3t rưỡi 14kg", 42),
        ("bé 2 tuổi 3 tháng 12kg", 27),
        ("2,5 tuổi", 30),
        ("bé lên năm", 60),
        ("con tôi năm tuổi", 60),
        ("con toi nam tuoi", 60),
        ("cháu mười hai tuổi", 144),
        ("chau muoi lam tuoi", 180),
        ("bà hai mươi mốt tuổi", 252),
        ("bé 9th 8kg", 9),
        ("azithromycin viêm tai giữa 10 tháng 9kg", 10),
        ("gentamicin sơ sinh 60 ngày tuổi thai 32 tuần", 2),
        ("cháu được 5 tháng 6kg2 uống cefixim", 5),
        ("Efferalgan cho bé 10kg 14 tháng", 14),
        ("trẻ vừa tròn 1 tháng tuổi", 1),
        ("bé khoảng 3 tuổi", 36),
        ("pt 65M", 780),
        ("pt 65m on amiodarone", 780),
        ("47F hypertension", 564),
        ("5-year-old child 18 kg paracetamol dose", 60),
        ("18 months old boy", 18),
        ("65 y/o male", 780),
        ("6 yo girl", 72),
        ("for a 6 year old weighing 20 kg", 72),
        ("mẹ 30 tuổi, bé 2 tuổi sốt dùng paracetamol", 24),
        ("bà bầu 35 tuổi bị sốt dùng paracetamol", 420),
        ("THA 15 năm, 58t", 696),
    ],
)
def test_an_age_is_read_in_months(question, age):
    assert hear(question).age_months == months(age)


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("trẻ 10 ngày tuổi", 10),
        ("bé 2 tuần tuổi", 14),
        ("bé 6 tuần tuổi 4,5kg", 42),
        ("trẻ đẻ non 31 tuần, 5 ngày tuổi", 5),
        ("Trẻ mới sinh 2 ngày nặng 3kg1", 2),
        ("con 2 hom nua moi du 1 thang tuoi", 28),
        ("trẻ sinh non 28 tuần nay 3 tuần tuổi", 21),
    ],
)
def test_days_and_weeks_are_parts_of_a_month_of_thirty_days(question, days):
    age = hear(question).age_months
    assert age is not None
    assert abs(age - Decimal(days) / 30) < Decimal("0.0001")


@pytest.mark.parametrize(
    "question",
    [
        "trẻ trên 12 tuổi",
        "trẻ dưới 2 tuổi paracetamol",
        "trẻ 6-12 tuổi",
        "từ 2 đến 6 tuổi",
        "người trên 65 tuổi",
        "trẻ từ 12 tuổi trở lên",
        "gần 3 tuổi",
        "bé chưa đầy 2 tuổi",
        "2 3 tuổi",
        "chừng 17 18",
        "thai 14 tuần",
        "có thai tháng thứ 8",
        "bầu 29 tuần",
        "thai 3 tháng đầu",
        "tuổi thai 30 tuần dùng salbutamol",
        "Sau sinh 3 tuần, nuôi con bằng sữa mẹ",
        "uống 3 ngày không đỡ, paracetamol",
        "cách đây 2 giờ",
        "mỗi 6 giờ",
        "Tháng 3 vừa rồi",
        "điều trị 6 tháng isoniazid",
        "rifampicin lao 6 tháng 45kg",
        "isoniazid dùng 6 tháng 12kg",
        "32 tuần tuổi thai",
        "bé sốt 3 ngày paracetamol",
        "bé 2 ngày chưa đi ngoài",
        "THA 15 năm captopril liều",
        "tăng lên 3 viên",
        "sốt lên 39 độ bé 8kg",
        "sụt 5 kg trong 2 tháng",
        "amoxicilin 500 mg trong 7 ngày",
    ],
)
def test_what_is_no_age_of_this_patient_is_none(question):
    assert hear(question).age_months is None


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("bé 27 ngày tuổi", ["tre_so_sinh"]),
        ("bé đúng 1 tháng tuổi", ["tre_em"]),
        ("trẻ đúng 3 tháng tuổi", ["tre_em"]),
        ("17 tuổi", ["tre_em"]),
        ("18 tuổi", ["nguoi_lon"]),
        ("64 tuổi", ["nguoi_lon"]),
        ("65 tuổi", ["nguoi_cao_tuoi"]),
        ("người trên 65 tuổi", ["nguoi_cao_tuoi"]),
        ("trẻ dưới 2 tuổi", ["tre_em"]),
        ("từ 18 tuổi trở lên", ["nguoi_lon"]),
        ("cháu 25 tuổi", ["nguoi_lon"]),
    ],
)
def test_an_age_names_its_group(question, who):
    assert populations(question) == who


def test_nobody_lives_to_a_hundred_and_fifty():
    frame = hear("150 tuổi dùng captopril")
    assert frame.implausible == ("age_months",)
    assert frame.age_months == 1800


def test_the_last_days_before_a_birthday_are_taken_off():
    assert hear("còn 3 ngày nữa đủ 2 tuổi").age_months == Decimal(24) - Decimal(3) / 30


@given(years=st.integers(1, 110))
def test_no_age_is_read_as_its_last_digit(years):
    for question in (f"bệnh nhân {years} tuổi", f"bn {years} tuoi", f"BN nữ {years}t"):
        assert hear(question).age_months == years * 12


@given(days=st.integers(1, 29))
def test_under_one_month_is_a_newborn(days):
    assert hear(f"trẻ {days} ngày tuổi").populations == (Population.NEONATE,)
