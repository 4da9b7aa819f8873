"""Weeks since the mother's last period hold the age already: they are no weeks at birth, and no age."""

from decimal import Decimal

import pytest

from rag.frames import Population
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear


@pytest.mark.parametrize(
    "told",
    [
        "tuổi sau kinh 31 tuần", "31 tuần tuổi sau kinh", "tuổi sau kinh là 31 tuần", "tuổi sau kinh: 31 tuần", "PMA 31 tuần",
        "PMA 31", "PMA = 31w", "31 tuần PMA", "postmenstrual age 31 weeks", "31 tuần chỉnh theo tuổi thai",
        "31 tuần tuổi, chỉnh theo tuổi thai", "tuổi thai hiệu chỉnh 31 tuần", "31 tuần tuổi hiệu chỉnh", "tuổi chỉnh 31 tuần",
        "tuổi thai hiện tại 31 tuần", "hiện tại 31 tuần tuổi thai", "tuổi sau kỳ kinh cuối 31 tuần", "tuổi sau kinh 31 tuần 3 ngày",
        "tuổi sau kinh nguyệt 31 tuần", "31 tuần sau kỳ kinh nguyệt cuối", "tuoi sau kinh 31 tuan", "31 tuan chinh theo tuoi thai",
    ],
)  # fmt: skip
def test_weeks_until_now_are_neither_an_age_nor_weeks_at_birth(told):
    frame = hear(f"gentamicin trẻ sơ sinh {told}, 1,4 kg, tiêm tĩnh mạch")
    assert (frame.postmenstrual_weeks, frame.gestational_weeks, frame.age_months) == (31, None, None)
    assert frame.populations == (Population.NEONATE,)
    assert frame.implausible == ()


@pytest.mark.parametrize(
    "told",
    [
        "31 tuần", "tuổi thai 31 tuần", "tuổi thai lúc sinh 31 tuần", "đẻ non 31 tuần", "sinh lúc 31 tuần", "31 tuần thai",
        "đẻ lúc 31 tuần nay 10 ngày tuổi",
    ],
)  # fmt: skip
def test_weeks_at_birth_stay_weeks_at_birth(told):
    frame = hear(f"gentamicin trẻ sơ sinh {told} 1,4 kg tiêm tĩnh mạch")
    assert (frame.postmenstrual_weeks, frame.gestational_weeks) == (None, 31)


@pytest.mark.parametrize(
    "told", ["đẻ lúc 28 tuần, hiện tuổi thai hiệu chỉnh 31 tuần", "PMA 31 tuần, tuổi thai lúc sinh 28 tuần"]
)
def test_both_counts_are_kept_apart(told):
    frame = hear(f"gentamicin trẻ sơ sinh {told}, 1,4kg, 21 ngày tuổi")
    assert (frame.postmenstrual_weeks, frame.gestational_weeks) == (31, 28)


def test_the_age_beside_them_is_still_read():
    assert hear("gentamicin tuổi sau kinh 31 tuần 10 ngày tuổi 1,4kg").age_months == Decimal(10) / 30


@pytest.mark.parametrize(
    "question",
    [
        "thai phụ tuổi thai hiện tại 31 tuần dùng paracetamol", "bầu 31 tuần paracetamol",
        "gentamicin hiệu chỉnh 30 mg người lớn", "PMA 31 ngày gentamicin", "metformin nam 31 tuổi",
    ],
)  # fmt: skip
def test_other_counts_are_none(question):
    assert hear(question).postmenstrual_weeks is None


def test_a_corrected_count_replaces_the_other_one():
    question = "gentamicin trẻ sơ sinh tuổi sau kinh 31 tuần 1,4kg 10 ngày tuổi tiêm tĩnh mạch"
    again = talk(question, "à nhầm, tuổi sau kinh 33 tuần")
    assert (again.postmenstrual_weeks, again.gestational_weeks) == (33, None)
    at_birth = talk(question, "à nhầm, đẻ non 29 tuần")
    assert (at_birth.postmenstrual_weeks, at_birth.gestational_weeks) == (None, 29)
    assert at_birth.age_months == Decimal(10) / 30
