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


def test_drugs_that_must_not_be_combined_are_asked_about_together_not_one_by_one():
    frame = hear("clarithromycin, simvastatin chống chỉ định phối hợp không")
    assert (frame.intent, frame.sections[0]) == (Intent.INTERACTION, "tuong_tac_thuoc")


def test_a_partner_without_a_drug_asks_about_the_drug_that_was_spoken_of():
    frame = hear("uống chung rượu được không")
    assert (frame.intent, frame.drugs, frame.partners) == (Intent.INTERACTION, (), ("rượu",))


@pytest.mark.parametrize("question", ["chống chỉ định của clarithromycin và simvastatin", "thuốc nào trị nghiện rượu"])
def test_two_drugs_on_one_section_and_a_condition_stay_what_they_are(question):
    assert hear(question).intent is not Intent.INTERACTION
