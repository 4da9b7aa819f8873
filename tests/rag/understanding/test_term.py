"""Born before term or at term: told in a word, without a number of weeks."""

import pytest

from rag.frames import PRETERM, Finding
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear


@pytest.mark.parametrize(
    ("question", "preterm"),
    [
        ("paracetamol trẻ sơ sinh thiếu tháng 5 ngày tuổi 1,8 kg", True),
        ("paracetamol tre so sinh thieu thang 5 ngay tuoi 1,8kg", True),
        ("paracetamol trẻ đẻ non 5 ngày tuổi 1,8 kg", True),
        ("paracetamol bé non tháng 5 ngày tuổi 1,8 kg", True),
        ("paracetamol sơ sinh đủ tháng 5 ngày tuổi 3 kg", False),
        ("paracetamol sơ sinh không đẻ non 5 ngày tuổi 3 kg", False),
        ("paracetamol sơ sinh 5 ngày tuổi 3 kg", None),
        ("paracetamol sơ sinh thiếu tháng hay đủ tháng", None),
        ("paracetamol bà bầu dọa đẻ non", None),
        ("paracetamol thai đủ tháng", None),
        ("salbutamol dọa sinh non liều", None),
        ("paracetamol bé 5 tuổi 18 kg", None),
    ],
)
def test_the_word_for_the_term_is_kept(question, preterm):
    expected = () if preterm is None else (Finding(PRETERM, present=preterm),)
    assert tuple(f for f in hear(question).comorbidities if f.name == PRETERM) == expected


def test_weeks_say_more_than_the_word():
    frame = hear("paracetamol trẻ đẻ non 30 tuần 5 ngày tuổi 1,2 kg")
    assert (frame.gestational_weeks, frame.comorbidities) == (30, ())


def test_the_word_alone_in_a_later_turn_belongs_to_the_newborn_spoken_of():
    frame = talk("paracetamol liều sơ sinh 3 ngày tuổi 2 kg truyền tĩnh mạch", "thiếu tháng")
    assert frame.comorbidities == (Finding(PRETERM, present=True),)
    assert frame.drug_ids == ("paracetamol",)
