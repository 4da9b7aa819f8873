"""What drugs meet and is no drug of its own: classes, food, drink, contrast media."""

import pytest

from rag.frames import Intent
from rag.understanding.rules import understand
from tests.rag.understanding.fake_names import FakeNames


def hear(question):
    return understand(question, names=FakeNames())


@pytest.mark.parametrize(
    ("question", "partners"),
    [
        ("atorvastatin với nước bưởi", ("nước bưởi",)),
        ("warfarin, metronidazol và rượu", ("rượu",)),
        ("metronidazol với ruou", ("ruou",)),
        ("digoxin với NSAID và macrolid", ("NSAID", "macrolid")),
        ("clarithromycin với thuốc ức chế CYP3A4", ("thuốc ức chế CYP3A4",)),
        ("metformin, aspirin, thuốc cản quang có tương tác không", ("thuốc cản quang",)),
    ],
)
def test_a_class_food_or_contrast_medium_beside_a_drug_is_its_partner(question, partners):
    frame = hear(question)
    assert frame.intent is Intent.INTERACTION
    assert frame.partners == partners
    assert not set(partners) & set(frame.terms)


@pytest.mark.parametrize(
    "question",
    [
        "cefalexin cho người dị ứng macrolid",
        "azithromycin có phải macrolid không",
        "chống chỉ định của ibuprofen và các NSAID khác",
        "nghiện rượu uống paracetamol liều bao nhiêu",
    ],
)
def test_a_class_that_is_an_allergy_or_asked_by_itself_is_none(question):
    assert hear(question).partners == ()
