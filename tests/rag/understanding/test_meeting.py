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
        ("amikacin và thuốc giãn cơ", ("thuốc giãn cơ",)),
        ("amiodaron với thuốc kéo dài QT", ("thuốc kéo dài QT",)),
        ("thuốc kéo dài QT với amiodaron", ("thuốc kéo dài QT",)),
        ("metronidazol không được uống cùng rượu đúng không", ("rượu",)),
        ("uống isoniazid có kiêng rượu không", ("rượu",)),
        ("uống metronidazol có được nhậu không", ("nhậu",)),
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
        "gentamicin với furosemid tiêm chung được không",
        "thuốc huyết áp amlodipin với metformin",
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


@pytest.mark.parametrize(
    "question",
    [
        "warfarin không được dùng với aspirin đúng không",
        "chống chỉ định khi dùng warfarin với aspirin",
        "vancomycin + gentamicin có độc thận không",
        "kiêng ăn gì khi uống warfarin",
    ],
)
def test_what_must_not_be_taken_together_is_read_in_the_interactions(question):
    frame = hear(question)
    assert (frame.intent, frame.sections[0]) == (Intent.INTERACTION, "tuong_tac_thuoc")


def test_a_drug_that_is_taken_now_and_a_contrast_medium_ask_for_no_dose():
    frame = hear("đang uống metformin mà phải chụp cản quang")
    assert "lieu_luong_va_cach_dung" not in frame.sections
    assert {"chong_chi_dinh", "than_trong", "tuong_tac_thuoc"} <= set(frame.sections)


@pytest.mark.parametrize(
    ("question", "together"),
    [
        ("amiodaron với clarithromycin kéo dài QT", True),
        ("clarithromycin với amiodaron có kéo dài khoảng QT không", True),
        ("tác dụng phụ của amiodaron với clarithromycin", False),
        ("amiodaron có kéo dài QT không", False),
    ],
)
def test_an_effect_behind_two_joined_drugs_asks_what_they_do_together(question, together):
    frame = hear(question)
    assert (frame.intent is Intent.INTERACTION, frame.partners) == (together, ())


@pytest.mark.parametrize(
    "question",
    [
        "paracetamol cai rượu người lớn",
        "paracetamol sảng rượu cấp người lớn",
        "paracetamol ngộ độc rượu",
        "paracetamol lợi sữa",
    ],
)
def test_a_state_that_is_named_after_what_is_drunk_is_no_partner(question):
    frame = hear(question)
    assert frame.partners == ()
    assert frame.intent is not Intent.INTERACTION
