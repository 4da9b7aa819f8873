"""A drug that is pointed at, and a name that is not read, in a dialogue."""

import pytest

from rag.asking import ask
from rag.outcomes import Outcome
from tests.factories import make_frame
from tests.rag.understanding.dialogue import talk


@pytest.mark.parametrize("words", ["thuốc kia thì sao", "thuốc còn lại?", "cái kia thì sao"])
@pytest.mark.parametrize(
    ("first", "other"), [("thuốc đầu chống chỉ định", "warfarin"), ("thuốc thứ hai chống chỉ định", "metformin")]
)
def test_the_other_drug_is_the_one_not_spoken_of_now(first, other, words):
    assert talk("metformin và warfarin có tương tác không", first, words).drug_ids == (other,)


def test_a_word_like_a_name_that_is_not_read_is_named_back():
    asked = ask(Outcome.CLARIFY_DRUG, make_frame(drugs=(), terms=("panadon", "răng")), ports=None)
    assert "«panadon»" in asked.question
    assert "răng" not in asked.question
    assert ask(Outcome.CLARIFY_DRUG, make_frame(drugs=()), ports=None).question.startswith("Bạn hỏi về thuốc nào")
