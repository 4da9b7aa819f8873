"""The curated lists: look-alikes, namesakes, drugs of the world."""

import pytest

from formulary.homonyms import Homonyms, homonyms
from formulary.look_alikes import LookAlikePair, LookAlikes, PairGroup, look_alike_pairs, look_alikes, read_pairs
from formulary.name_rules import name_key
from formulary.other_drugs import other_drugs
from rag.vietnamese import fold, nfc

TITLES = ("Salbutamol (dùng trong hô hấp)", "Salbutamol (dùng trong sản khoa)")


def test_the_list_is_long_and_holds_no_pair_twice():
    pairs = [frozenset((fold(pair.one), fold(pair.other))) for pair in look_alike_pairs()]
    assert len(pairs) >= 120
    assert len(set(pairs)) == len(pairs)
    assert all(len(pair) == 2 for pair in pairs)


def test_no_pair_is_one_name_spelt_twice():
    assert [p for p in look_alike_pairs() if name_key([fold(p.one)]) == name_key([fold(p.other)])] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("acetazolamid", "acetohexamid"),
        ("Prednisolone", "Prednisone"),
        ("losec", "Lasix"),
        ("chlorpromazine", "chlorpropamide"),
        ("dopamin", "dobutamin"),
        ("hydroxyzine", "hydralazine"),
        ("cefepime", "cefixime"),
    ],
)
def test_a_pair_is_found_either_way_and_however_it_is_spelt(one: str, other: str):
    assert look_alikes().is_listed(one, other)
    assert look_alikes().is_listed(other, one)


def test_names_that_are_no_pair_are_not_listed():
    assert not look_alikes().is_listed("paracetamol", "warfarin")


def test_a_name_of_several_pairs_knows_all_its_partners():
    listed = LookAlikes([LookAlikePair("a", "b"), LookAlikePair("c", "a", "vì sao")])
    assert set(listed.partners("a")) == {"b", "c"}
    pair = listed.pair("a", "c")
    assert pair is not None
    assert pair.note == "vì sao"


def test_a_row_says_why_the_pair_matters_or_what_each_name_is():
    assert read_pairs({"brands": [["A", "B"], ["A", "C", "vì sao"], ["A", "D", "là a", "là d"]]}) == (
        LookAlikePair("A", "B", group=PairGroup.BRANDS),
        LookAlikePair("A", "C", "vì sao", group=PairGroup.BRANDS),
        LookAlikePair("A", "D", one_is="là a", other_is="là d", group=PairGroup.BRANDS),
    )


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ({"brands": [["A"]]}, "2, 3 hoặc 4 phần"),
        ({"brands": [["A", "B", "c", "d", "e"]]}, "2, 3 hoặc 4 phần"),
        ({"other": [["A", "B"]]}, "other"),
    ],
)
def test_a_row_of_another_form_and_an_unknown_group_are_refused(groups, said: str):
    with pytest.raises(ValueError, match=said):
        read_pairs(groups)


@pytest.mark.parametrize(("key", "partner"), [("clonidin", ("Clonazepam", "b")), ("clonazepam", ("Clonidine", "a"))])
def test_the_partner_comes_with_what_it_is(key: str, partner: tuple[str, str]):
    assert LookAlikePair("Clonidine", "Clonazepam", one_is="a", other_is="b").partner(key) == partner


def test_notes_are_short_and_carry_no_dose():
    texts = [t for pair in look_alike_pairs() for t in (pair.note, pair.one_is, pair.other_is) if t]
    assert [t for t in texts if len(t) > 90] == []
    assert [t for t in texts if any(f" {unit}" in f"{t} " for unit in ("mg", "g ", "ml", "mg/kg"))] == []


def test_every_listed_text_is_composed():
    texts = [t for pair in look_alike_pairs() for t in (pair.one, pair.other, pair.note, pair.one_is, pair.other_is)]
    texts += [name for names in other_drugs() for name in names]
    assert all(text == nfc(text) and text == text.strip() for text in texts)


def test_the_world_list_is_long_and_names_nothing_twice():
    names = [fold(name) for names in other_drugs() for name in names]
    assert len(other_drugs()) >= 600
    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("hen cấp", TITLES[0]),
        ("con hen suyen", TITLES[0]),
        ("hẹn gặp lại", None),
        ("chuyển dạ sớm", TITLES[1]),
        ("hen, dọa đẻ non", None),
        ("người lớn", None),
    ],
)
def test_hints_decide_between_namesakes(text: str, meant: str | None):
    assert homonyms().meant("Salbutamol", TITLES, text) == meant


def test_hints_of_another_name_decide_nothing():
    assert homonyms().meant("Paracetamol", TITLES, "hen") is None


def test_hints_decide_nothing_when_two_titles_fit_them():
    listed = Homonyms([{"name": "A", "reading": [{"title_has": ["x"], "hints": ["hen"]}]}])
    assert listed.meant("A", ("A (x một)", "A (x hai)"), "hen") is None
