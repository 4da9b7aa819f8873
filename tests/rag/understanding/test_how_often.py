"""Whether a drug may be given every day stands among its doses, not among its contraindications alone."""

import pytest

from rag.frames import BY_DAY, Intent
from rag.passages import CONTRA, DOSING
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear

BOTH = (DOSING, CONTRA, "than_trong")


@pytest.mark.parametrize(
    ("question", "often"),
    [
        ("methotrexat uống hàng ngày được không", BY_DAY),
        ("methotrexat dùng mỗi ngày được không", BY_DAY),
        ("methotrexat ngày nào cũng uống được không", BY_DAY),
        ("methotrexat bé 5 tuổi uống hàng ngày được không", BY_DAY),
        ("methotrexat tiêm hàng tuần được không", None),
        ("prednisolon uống cách ngày được không", None),
    ],
)
def test_how_often_asks_for_the_doses_and_what_speaks_against_the_drug(question, often):
    frame = hear(question)
    assert (frame.intent, frame.sections) == (Intent.DOSE, BOTH)
    assert frame.rules.get("often") == often


def test_the_patient_told_in_reply_is_still_asked_about_for_every_day():
    frame = talk("methotrexat uống hàng ngày được không", "người lớn")
    assert (frame.intent, frame.sections) == (Intent.DOSE, BOTH)
    assert frame.rules.get("often") == BY_DAY


def test_a_condition_beside_it_is_read_in_every_one_of_the_sections():
    frame = hear("methotrexat uống hàng ngày người lớn viêm khớp dạng thấp được không")
    assert (frame.intent, frame.sections, frame.indication) == (Intent.SECTION, BOTH, "viêm khớp dạng thấp")


@pytest.mark.parametrize(
    "question",
    [
        "methotrexat dùng được không",
        "methotrexat viêm khớp dạng thấp 10 mg mỗi ngày được không",  # a dose is named: it is held against the print
        "dị ứng penicilin uống cefixim hàng ngày được không",
        "bầu uống aspirin hàng ngày được không",
        "tác dụng phụ hàng ngày của aspirin",
    ],
)
def test_other_questions_are_read_as_before(question):
    frame = hear(question)
    assert frame.sections[:1] != (DOSING,)
    assert "often" not in frame.rules
