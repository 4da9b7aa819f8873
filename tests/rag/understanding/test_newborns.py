"""Weeks of gestation are neither an age nor a pregnancy."""

from decimal import Decimal

import pytest

from rag.frames import Population
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear, populations


@pytest.mark.parametrize(
    ("question", "weeks", "days"),
    [
        ("paracetamol sơ sinh 34 tuần 3 ngày tuổi 2kg uống", 34, 3),
        ("so sinh 34 tuan 3 ngay tuoi 2kg paracetamol uong", 34, 3),
        ("trẻ sơ sinh 36 tuần gentamicin tiêm tm 2,5kg", 36, None),
        ("trẻ sơ sinh 34 tuần 3 ngày 2kg paracetamol uống", 34, None),  # 34 weeks and 3 days at birth
        ("bé 2kg 36 tuần thai sinh 7 ngày paracetamol uống", 36, 7),
        ("ibuprofen còn ống động mạch trẻ 30 tuần 1.2 kg 3 ngày tuổi", 30, 3),
        ("sơ sinh đủ tháng 10 ngày 3,2kg gentamicin tiêm bắp", None, 10),
        ("paracetamol uống sơ sinh 3,2kg 3 ngày", None, 3),
        ("paracetamol uống bé 34 tuần tuổi thai 3 ngày tuổi 2kg", 34, 3),
        ("paracetamol uống bé 34 tuần thai 3 ngày tuổi 2kg", 34, 3),
        ("amikacin trẻ tuổi thai 28 tuần, sau sinh 10 ngày, 1,2 kg", 28, 10),
        ("amikacin trẻ có tuổi thai 28 tuần, 10 ngày tuổi, 1,2 kg", 28, 10),
        ("amikacin bé sinh ra lúc thai 28 tuần nay 10 ngày", 28, 10),
        ("amikacin bé tuổi thai 28 tuần tiêm bắp", 28, None),
    ],
)
def test_weeks_of_a_newborn_are_its_gestation(question, weeks, days):
    frame = hear(question)
    assert frame.gestational_weeks == weeks
    assert frame.age_months == (None if days is None else Decimal(days) / 30)
    assert frame.pregnancy_weeks is None
    assert populations(question) == ["tre_so_sinh"]


def test_weeks_that_are_called_an_age_are_one():
    assert hear("bé 34 tuần tuổi 8kg paracetamol uống").gestational_weeks is None
    assert hear("bé 34 tuần tuổi 8kg paracetamol uống").age_months > 7


@pytest.mark.parametrize(
    "question",
    [
        "thai 34 tuần gentamicin liều", "mẹ bầu 34 tuần bé nặng 2kg paracetamol", "thai 34 tuần tuổi paracetamol",
        "bầu bé tuổi thai 34 tuần uống paracetamol", "mẹ thai 34 tuần sau sinh 10 ngày uống paracetamol",
    ],
)  # fmt: skip
def test_weeks_of_a_woman_stay_a_pregnancy(question):
    assert hear(question).pregnancy_weeks == 34


def test_an_adult_is_young_and_no_child_with_weeks():
    assert hear("người trẻ tuổi thì liều aspirin").populations == (Population.ADULT,)


def test_a_child_born_early_may_be_months_old():
    frame = hear("bé sinh non 34 tuần nay 8 tháng 7kg paracetamol uống")
    assert (frame.age_months, frame.gestational_weeks, frame.implausible) == (8, 34, ())


@pytest.mark.parametrize("question", ["bé sơ sinh 3 tuổi paracetamol uống", "trẻ sơ sinh 34 tuần tuổi paracetamol"])
def test_a_newborn_of_more_than_a_month_is_asked_about(question):
    assert hear(question).implausible == ("age_months",)


@pytest.mark.parametrize("reply", ["tuổi thai 34 tuần", "thai 34 tuần"])
def test_weeks_told_after_a_newborn_are_that_newborns(reply):
    frame = talk("paracetamol uống trẻ sơ sinh 3 ngày tuổi 2kg", reply)
    assert frame.gestational_weeks == 34
    assert frame.populations == (Population.NEONATE,)
    assert frame.sections == ("lieu_luong_va_cach_dung",)


def test_gestation_is_carried_with_the_newborn():
    frame = talk("gentamicin tiêm bắp sơ sinh 34 tuần 2kg >> age", "3 ngày tuổi")
    assert frame.gestational_weeks == 34
    assert "gestational_weeks" in frame.inherited


def test_another_child_has_another_gestation():
    frame = talk("gentamicin tiêm bắp sơ sinh 34 tuần 3 ngày tuổi 2kg", "bé khác 10 ngày tuổi 3kg")
    assert frame.gestational_weeks is None


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("bé 3 tháng 2,5kg paracetamol uống", ("weight_kg",)),
        ("bé 3 tháng 14kg paracetamol uống", ("weight_kg",)),
        ("bé 8 tháng 18kg paracetamol uống", ("weight_kg",)),
        ("bé 20 tháng 27kg paracetamol uống", ("weight_kg",)),
        ("người lớn 20kg paracetamol uống", ("weight_kg",)),
        ("bệnh nhân 40 tuổi 22kg paracetamol uống", ("weight_kg",)),
        ("bé 8 tháng 9kg paracetamol uống", ()),
        ("bé 20 tháng 12kg paracetamol uống", ()),
        ("người lớn 38kg paracetamol uống", ()),
        ("bé 20kg paracetamol uống", ()),
    ],
)
def test_a_weight_that_does_not_go_with_the_age_is_asked_about(question, fields):
    assert hear(question).implausible == fields


@pytest.mark.parametrize(
    ("turns", "weeks"),
    [
        (("gentamicin liều trẻ sơ sinh >> age+weight", "33 tuần, 3 ngày tuổi, 1,8kg"), 33),
        (("gentamicin liều trẻ sơ sinh >> age+weight", "3 ngày tuổi, 33 tuần, 1,8kg"), 33),
        (("gentamicin liều sơ sinh 3 ngày tuổi", "sinh lúc 33 tuần"), 33),
        (("gentamicin liều bé 3 ngày tuổi đẻ lúc 33 tuần",), 33),
        (("ibuprofen liều bà bầu sinh lúc 39 tuần",), None),
        (("bé 33 tuần tuổi 7kg paracetamol liều",), None),
    ],
)
def test_weeks_at_birth_are_told_in_replies_too(turns, weeks):
    assert talk(*turns).gestational_weeks == weeks


def test_weeks_at_birth_in_a_reply_leave_the_age_as_told():
    frame = talk("gentamicin liều trẻ sơ sinh >> age+weight", "33 tuần, 3 ngày tuổi, 1,8kg")
    assert frame.age_months == Decimal(3) / 30
    assert frame.pregnancy_weeks is None
    assert frame.terms == ()


def test_weeks_alone_in_reply_for_a_newborn_are_no_age():
    frame = talk("gentamicin liều trẻ sơ sinh >> age+weight", "33 tuần")
    assert frame.gestational_weeks == 33
    assert frame.age_months is None
    assert frame.populations == (Population.NEONATE,)
    assert frame.drug_ids == ("gentamicin",)


def test_weeks_in_reply_for_an_infant_are_its_age():
    assert talk("gentamicin liều trẻ em >> age", "33 tuần").gestational_weeks is None
