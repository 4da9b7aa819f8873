"""What is said not to be so fills no slot and is not inherited."""

import pytest

from rag.frames import Population
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear, routes

CHILD = "liều paracetamol uống bé 5 tuổi 18kg"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("gentamicin không phải tiêm bắp, tiêm tĩnh mạch người lớn", ["tiem_tinh_mach"]),
        ("gentamicin tiêm tĩnh mạch chứ không phải tiêm bắp người lớn", ["tiem_tinh_mach"]),
        ("gentamicin khong phai tiem bap, tiem tinh mach nguoi lon", ["tiem_tinh_mach"]),
        ("amoxicilin liều không phải uống lúc đói", ["uong"]),
    ],
)
def test_a_denied_way_of_giving_is_none(question, expected):
    assert routes(question) == expected


@pytest.mark.parametrize(
    "question", ["liều không phải ibuprofen mà paracetamol", "liều paracetamol chứ không phải ibuprofen"]
)
def test_a_denied_drug_is_not_asked_about(question):
    assert hear(question).drug_ids == ("paracetamol",)


def test_a_denied_value_is_not_the_patients():
    frame = hear("bé này 3 tháng chứ không phải 3 tuổi, 6kg không phải 16kg, paracetamol uống")
    assert (frame.age_months, frame.weight_kg) == (3, 6)


@pytest.mark.parametrize(
    ("said", "months", "kg"),
    [
        ("bé không nặng 20kg mà 12kg, 3 tuổi", 36, 12),
        ("bé 3 tuổi không phải 20 ký mà 12 ký", 36, 12),
        ("nặng 50kg à nhầm 15kg, bé 4 tuổi", 48, 15),
        ("bé 4 tuổi 50 ký à quên, 15 ký", 48, 15),
        ("bé 4 tuổi nặng 50kg, xin lỗi nặng 15kg", 48, 15),
        ("bé 14 tuổi à nhầm 4 tuổi, 15 ký", 48, 15),
        ("bé 4 tuổi nặng 15kg không nặng lắm", 48, 15),
        ("bé 4 tuổi à nhầm thuốc, 15 ký", 48, 15),  # another kind of value takes the place of none
    ],
)
def test_of_a_value_corrected_within_the_sentence_the_later_one_holds(said, months, kg):
    frame = hear(f"{said} paracetamol uống tính liều")
    assert (frame.age_months, frame.weight_kg) == (months, kg)


def test_a_corrected_drug_takes_the_place_of_the_old_one():
    frame = talk("liều ibuprofen uống người lớn", "không phải ibuprofen mà paracetamol")
    assert frame.drug_ids == ("paracetamol",)
    assert frame.populations == (Population.ADULT,)


def test_a_drug_that_is_only_denied_is_not_inherited():
    assert talk("liều ibuprofen uống người lớn", "không phải ibuprofen").drugs == ()


def test_a_way_of_giving_that_is_only_denied_is_not_inherited():
    assert talk("gentamicin tiêm bắp người lớn", "không phải tiêm bắp").routes == ()


def test_a_way_of_giving_is_corrected_in_the_next_turn():
    frame = talk("gentamicin tiêm bắp người lớn", "không phải tiêm bắp, tiêm tĩnh mạch")
    assert [r.value for r in frame.routes] == ["tiem_tinh_mach"]


def test_a_denied_group_takes_its_values_with_it():
    frame = talk(CHILD, "không phải bé, người lớn")
    assert frame.populations == (Population.ADULT,)
    assert (frame.age_months, frame.weight_kg) == (None, None)


def test_a_present_finding_replaces_an_absent_one():
    frame = talk("liều warfarin người lớn uống, không chảy máu", "có chảy máu")
    assert [(f.name, f.present) for f in frame.comorbidities] == [("xuất huyết", True)]


@pytest.mark.parametrize(
    ("reply", "months"), [("à không 8 tháng", 8), ("bé này 3 tháng chứ không phải 3 tuổi", 3), ("à nhầm, 3 tháng", 3)]
)
def test_an_age_corrected_by_years_puts_the_weight_in_doubt(reply, months):
    frame = talk("liều paracetamol uống bé 3 tuổi 14kg", reply)
    assert frame.age_months == months
    assert frame.weight_kg is None


def test_an_age_corrected_a_little_keeps_the_weight():
    frame = talk(CHILD, "à nhầm, bé 4 tuổi")
    assert (frame.age_months, frame.weight_kg) == (48, 18)
