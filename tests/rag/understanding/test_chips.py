"""An indication that we offered is the answer to our question, whatever else its words could ask."""

import pytest

from rag.frames import Intent
from rag.outcomes import Outcome
from rag.passages import DOSING
from rag.records import Clarification, PastTurn
from rag.slots import carry_over
from rag.understanding.rules import understand
from tests.rag.understanding.heard import NAMES

CHIPS = ("dự phòng huyết khối trong phẫu thuật", "dự phòng huyết khối ở người bệnh nội khoa", "đau thắt ngực")
QUESTION = "liều enoxaparin người lớn dự phòng huyết khối"


def reply(text):
    first = understand(QUESTION, names=NAMES)
    asked = Clarification("?", "indication", CHIPS)
    history = (PastTurn(1, QUESTION, first, Outcome.CLARIFY_AMBIGUOUS_INDICATION, asked),)
    return carry_over(understand(text, names=NAMES, history=history), history, number=2)


@pytest.mark.parametrize(
    ("typed", "chip"),
    [
        (CHIPS[0], CHIPS[0]),
        ("Dự phòng huyết khối trong phẫu thuật.", CHIPS[0]),
        ("du phong huyet khoi trong phau thuat", CHIPS[0]),
        ("nội khoa", CHIPS[1]),
        ("đau thắt ngực", CHIPS[2]),
    ],
)
def test_an_offered_indication_is_taken_for_the_dose_that_was_asked(typed, chip):
    frame = reply(typed)
    assert (frame.indication, frame.intent, frame.sections) == (chip, Intent.DOSE, (DOSING,))
    assert frame.drug_ids == ("enoxaparin",)


@pytest.mark.parametrize("typed", ["dự phòng huyết khối", "chống chỉ định", "paracetamol người lớn uống"])
def test_words_of_several_chips_and_new_requests_choose_none(typed):
    assert reply(typed).indication not in CHIPS
