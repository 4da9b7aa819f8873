"""Names written as they are heard."""

import pytest

from formulary.name_index import NameEntry, NameIndex
from formulary.name_sounds import sound_key
from tests.formulary.shelf import found


@pytest.mark.parametrize(
    ("heard", "name"),
    [
        ("pa ra xê ta môn", "paracetamol"),
        ("pa ra xe ta mon", "paracetamol"),
        ("ba ra xê ta môn", "paracetamol"),
        ("am pi xi lin", "ampicilin"),
        ("a mốc xi xi lin", "amoxicilin"),
        ("ốp mê pra zôn", "omeprazol"),
        ("xi pờ rô phờ lóc xa xin", "ciprofloxacin"),
        ("a zi trô mai xin", "azithromycin"),
        ("ca tô prin", "captopril"),
        ("mét pho min", "metformin"),
        ("xan bu ta môn", "salbutamol"),
        ("phu rô xê mít", "furosemid"),
        ("đi a dê pam", "diazepam"),
        ("mê tờ rô ni đa zôn", "metronidazol"),
        ("ăm lô đi pin", "amlodipin"),
        ("xê phu rô xim", "cefuroxim"),
        ("xê ti ri din", "cetirizin"),
        ("gen ta mi xin", "gentamicin"),
        ("đi clo phê nắc", "diclofenac"),
        ("ba na đôn", "panadol"),
        ("ép phê ran gan", "efferalgan"),
    ],
)
def test_a_name_sounds_like_its_syllables(heard: str, name: str):
    assert sound_key(heard.split()) == sound_key([name])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cefixim", "cefepim"),
        ("prednison", "prednisolon"),
        ("amoxicilin", "ampicilin"),
        ("ciprofloxacin", "ofloxacin"),
        ("haloperidol", "domperidon"),
    ],
)
def test_different_names_sound_different(one: str, other: str):
    assert sound_key([one]) != sound_key([other])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("pa ra xê ta môn uống cách nhau mấy tiếng", ["Paracetamol"]),
        ("lieu pa ra xe ta mon", ["Paracetamol"]),
        ("uống am pi xi lin được không", ["Ampicilin"]),
        ("ốp mê pra zôn", ["Omeprazol"]),
        ("mẹ uống a mốc xi xi lin", ["Amoxicilin"]),
        ("cho bé ba na đôn", ["Paracetamol"]),
    ],
)
def test_syllables_are_found_in_a_question(question: str, expected: list[str]):
    assert found(question) == expected


def test_a_sound_that_two_drugs_share_is_asked_about():
    names = NameIndex([NameEntry(n, n, n, "title") for n in ("Clobetasol", "Clobetason")])
    assert found("clo bê ta sôn", names=names) == ["? clo bê ta sôn: Clobetasol | Clobetason"]


@pytest.mark.parametrize(
    "question",
    [
        "dùng thận trọng cho người suy thận tăng dần",
        "trên thận và dạng tác dụng kéo dài",
        "bé ho có đờm, sổ mũi, ăn kém thì cho uống gì",
        "bao nhiêu là đủ cho bà bầu ba tháng đầu",
        "lúc đó có cần đo lại hay không",
    ],
)
def test_ordinary_syllables_sound_like_nothing(question: str):
    assert found(question) == []


@pytest.mark.parametrize(
    ("brand", "heard", "is_heard"),
    [("Florin", "phờ lô rin", True), ("Flora", "phờ lô ra", False), ("Floranin", "phờ lô ra nin", True)],
)
def test_what_sounds_like_a_name_of_five_letters_is_no_name(brand: str, heard: str, is_heard: bool):
    names = NameIndex([NameEntry("x", "Xyzomab", brand, "brand")], world=(), pairs=())
    assert (found(f"bé uống {heard} rồi", names=names) == ["Xyzomab"]) is is_heard


@pytest.mark.parametrize(("drugs", "offered"), [(1, 1), (2, 2), (6, 6), (7, 0)])
def test_a_sound_that_more_drugs_share_than_can_be_offered_says_nothing(drugs: int, offered: int):
    titles = [f"Xyzomab {letter}" for letter in "abcdefgh"[:drugs]]
    names = NameIndex([NameEntry(t, t, "Xarelamon", "brand") for t in titles], world=(), pairs=())
    told = found("bé uống xa rê la môn rồi", names=names)
    assert sum(title in " ".join(told) for title in titles) == offered
