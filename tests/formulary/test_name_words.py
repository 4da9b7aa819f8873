"""Ordinary words: what is never taken for a drug name by approximation or by looks."""

import pytest

from formulary.name_words import is_class_word, is_ordinary, is_shorthand, is_telex, word_list
from formulary.other_drugs import other_drugs
from rag.vietnamese import fold


@pytest.mark.parametrize(
    "word",
    [
        "thuoc",
        "nghieng",
        "khuyu",
        "gan",
        "am",
        "uong",
        "patient",
        "doses",
        "lieeuf",
        "bottles",
        "burns",
        "sinh",
        "sonde",
    ],
)
def test_vietnamese_english_and_telex_words_are_ordinary(word: str):
    assert is_ordinary(word)


@pytest.mark.parametrize("word", ["paracetamol", "metfomin", "losec", "zyntalgo", "sara", "clorpropazin", "insulin"])
def test_names_are_not_ordinary(word: str):
    assert not is_ordinary(word)


@pytest.mark.parametrize("word", ["lieeuf", "dungf", "nguwowif", "lowns", "khoong", "dduwowcj", "thuoosc", "tieesng"])
def test_telex_residue_is_read(word: str):
    assert is_telex(word)


@pytest.mark.parametrize("word", ["losec", "lasix", "zinnat", "sara", "seduxen", "voltaren", "xanax"])
def test_brands_are_no_telex(word: str):
    assert not is_telex(word)


@pytest.mark.parametrize("word", ["penicilin", "nsaid", "macrolid", "corticoid", "statin", "ppi", "coumarin"])
def test_classes_are_known(word: str):
    assert is_class_word(word)


@pytest.mark.parametrize("word", ["bn", "tha", "dtd", "tm", "tb", "nl", "pnct", "mg", "inr", "clcr"])
def test_shorthand_is_known(word: str):
    assert is_shorthand(word)


def test_an_unknown_list_is_an_error():
    with pytest.raises(KeyError):
        word_list("không có")


def test_hardly_a_drug_of_the_world_is_listed_as_an_ordinary_word():
    """The exceptions are substances of the body and of the kitchen; listed by an edition they still are drugs."""
    singles = {fold(name) for names in other_drugs() for name in names if " " not in name and len(name) > 4}
    assert {name for name in singles if is_ordinary(name)} <= {"glycerol", "cystein", "methionin"}
