"""A drug that is pointed at, and a name that is not read, in a dialogue."""

import pytest

from tests.rag.understanding.dialogue import talk


@pytest.mark.parametrize("words", ["thuốc kia thì sao", "thuốc còn lại?", "cái kia thì sao"])
@pytest.mark.parametrize(
    ("first", "other"), [("thuốc đầu chống chỉ định", "warfarin"), ("thuốc thứ hai chống chỉ định", "metformin")]
)
def test_the_other_drug_is_the_one_not_spoken_of_now(first, other, words):
    assert talk("metformin và warfarin có tương tác không", first, words).drug_ids == (other,)
