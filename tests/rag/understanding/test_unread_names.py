"""The dose of something that nothing knows is never answered with the drug of the turn before."""

import pytest

from rag.slots.remembered import UNREAD
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear

BEFORE = "liều paracetamol uống bé 1 tuổi 10 kg"


@pytest.mark.parametrize(
    "question",
    [
        "liều oresol",
        "liều ORS",
        "liều men tiêu hóa",
        "liều men vi sinh",
        "liều nước muối",
        "liều kali",
        "liều glucose",
        "liều vitamin K",
        "liều than hoạt",
        "liều thuốc oresol cho bé",
        "lieu oresol",
        "thế liều oresol thì sao",
        "còn xyzmab",
        "còn xyzmab thì sao",
    ],
)
def test_no_drug_is_put_in_the_place_of_a_name_that_is_not_known(question):
    frame = talk(BEFORE, question)
    assert frame.drugs == ()
    assert frame.terms


@pytest.mark.parametrize(
    "question",
    [
        "liều tối đa",
        "liều duy trì",
        "liều thông thường",
        "liều ban đầu",
        "liều trung bình",
        "liều bổ sung",
        "liều theo cân nặng",
        "liều cho người béo phì",
        "liều hạ sốt",
        "liều dự phòng",
        "liều đặt hậu môn",
        "liều dạng viên",
        "liều khuyến cáo",
        "liều tiếp theo",
        "liều buổi tối",
        "liều nhắc lại",
        "liều bé này",
        "liều thuốc đó",
        "liều thuốc này",
        "còn buổi tối",
        "con buoi toi thi sao",
        "quá liều",
    ],
)
def test_words_that_tell_which_dose_leave_it_the_dose_of_the_drug_before(question):
    assert talk(BEFORE, question).drug_ids == ("paracetamol",)


def test_a_drug_that_is_only_blamed_is_not_dosed_for_a_name_that_is_not_known():
    frame = hear("liều glucose hạ đường huyết do metformin")
    assert frame.drugs == ()
    assert frame.rules["drugs"] == UNREAD


def test_the_name_that_is_told_next_takes_the_place():
    frame = talk(BEFORE, "liều oresol >> drug", "ibuprofen")
    assert frame.drug_ids == ("ibuprofen",)
    assert frame.weight_kg == 10
