"""The measure of look-alikes: what it finds, what it leaves, and that neither order nor spelling matters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulary import name_likeness
from formulary.name_likeness import Likeness, alike, bi_sim, likeness
from formulary.name_rules import name_key
from formulary.name_text import cut

KEYS = st.text("abcdeiklmnoprstuxz", min_size=1, max_size=14)


def key(name: str) -> str:
    return name_key([word.folded for word in cut(name)])


def test_the_thresholds_are_the_measured_ones():
    assert (name_likeness.ALIKE_AT, name_likeness.SYLLABLE_AT, name_likeness.STRANGER_ALIKE_AT) == (0.75, 0.70, 0.80)
    assert (name_likeness.NEAR_AT, name_likeness.SAME_SOUND_AT, name_likeness.MIN_LETTERS) == (70.0, 0.60, 5)


@pytest.mark.parametrize(
    ("one", "other", "score"),
    [
        ("zantac", "zantac", 1.0),
        ("ab", "ac", 0.75),  # aa-ab against aa-ac: a whole pair and a half
        ("abc", "xyz", 0.0),
        ("", "abc", 0.0),
        ("toradol", "tramadol", 0.6875),
    ],
)
def test_bi_sim_counts_pairs_of_letters(one: str, other: str, score: float):
    assert bi_sim(one, other) == pytest.approx(score)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("prednisolon", "prednison", Likeness.ALIKE),
        ("carbamazepin", "oxcarbazepin", Likeness.ALIKE),
        ("nifedipin", "nimodipin", Likeness.ALIKE),
        ("isosorbid dinitrat", "isosorbid mononitrat", Likeness.ALIKE),
        ("rifampicin", "rifamycin", Likeness.ALIKE),
        ("domperidon", "droperidol", Likeness.ALIKE),
        ("Hasanloc", "Hasanlor", Likeness.ALIKE),
        ("Flucofast", "Glucofast", Likeness.ALIKE),
        ("Doromax", "Doromox", Likeness.ALIKE),
        ("Augxicine", "Auschicin", Likeness.SOUND),
        ("cefixim", "cefepim", Likeness.SYLLABLE),
        ("digoxin", "digitoxin", Likeness.SYLLABLE),
        ("omeprazol", "esomeprazol", Likeness.ALIKE),
        ("cetirizin", "levocetirizin", Likeness.IN_FRONT),
        ("salbutamol", "levosalbutamol", Likeness.IN_FRONT),
        ("epinephrin", "norepinephrin", Likeness.IN_FRONT),
        ("phenytoin", "fosphenytoin", Likeness.IN_FRONT),
        ("morphin", "apomorphin", Likeness.IN_FRONT),
    ],
)
def test_names_that_are_taken_for_each_other_are_found(one: str, other: str, why: Likeness):
    found = alike(key(one), key(other))
    assert found is not None
    assert found.why is why


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("paracetamol", "warfarin"),
        ("atorvastatin", "simvastatin"),  # one class, one ending
        ("enalapril", "captopril"),
        ("ciprofloxacin", "ofloxacin"),  # "cipr" is no syllable
        ("ciprofloxacin", "levofloxacin"),
        ("metronidazol", "omeprazol"),
        ("ibuprofen", "ketoprofen"),
        ("amikacin", "gentamicin"),
        ("paracetamol", "piracetam"),
        ("Acitys", "Apitim"),  # two of six letters
        ("Atoris", "Allorin"),
        ("PPI", "PPA"),
        ("codein", "codein"),
    ],
)
def test_names_that_are_told_apart_are_left(one: str, other: str):
    assert alike(key(one), key(other)) is None


@pytest.mark.parametrize("spelt", ["prednisolone", "PREDNISOLON", "Prednisolón"])
@pytest.mark.parametrize("other", ["prednisone", "Prednison"])
def test_spelling_and_marks_do_not_matter(spelt: str, other: str):
    assert alike(key(spelt), key(other)) == alike(key("prednisolon"), key("prednison"))


@pytest.mark.parametrize(("spelt", "printed"), [("amoxicillin", "amoxicilin"), ("cephalexin", "cefalexin")])
def test_double_letters_and_ph_do_not_matter(spelt: str, printed: str):
    assert alike(key(spelt), key("ampicillin")) == alike(key(printed), key("ampicilin"))


@given(KEYS, KEYS)
def test_neither_name_comes_first(one: str, other: str):
    assert alike(one, other) == alike(other, one)
    assert likeness(one, other) == likeness(other, one)


@given(KEYS, KEYS)
def test_the_measure_lies_between_nothing_and_one(one: str, other: str):
    assert 0 <= bi_sim(one, other) <= 1
    assert bi_sim(one, one) == 1


@given(KEYS)
def test_a_name_is_no_look_alike_of_itself(name: str):
    assert alike(name, name) is None
