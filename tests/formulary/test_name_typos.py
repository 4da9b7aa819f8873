"""Mistyped names. The regression table belongs to the scorer and the thresholds: change one, read the table again."""

import random
from collections.abc import Iterator

import pytest
from rapidfuzz import fuzz

from formulary import name_typos
from formulary.look_alikes import look_alike_pairs
from formulary.name_index import NameEntry, NameIndex
from formulary.name_typos import TypoIndex
from formulary.other_drugs import other_drugs
from rag.vietnamese import fold
from tests.formulary.shelf import found, index

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
KEYBOARD = {
    "a": "qwsz", "b": "vghn", "c": "xdfv", "d": "serfcx", "e": "wsdr", "f": "drtgvc", "g": "ftyhbv", "h": "gyujnb",
    "i": "ujko", "j": "huikmn", "k": "jiolm", "l": "kop", "m": "njk", "n": "bhjm", "o": "iklp", "p": "ol", "q": "wa",
    "r": "edft", "s": "awedxz", "t": "rfgy", "u": "yhji", "v": "cfgb", "w": "qase", "x": "zsdc", "y": "tghu", "z": "asx",
}  # fmt: skip


def test_scorer_thresholds_and_margins_are_pinned_together():
    pinned = (name_typos.SCORER, name_typos.ACCEPT_AT, name_typos.MARGIN, name_typos.ASK_AT, name_typos.MIN_LETTERS)
    assert pinned == (fuzz.ratio, 88.0, 8.0, 80.0, 5)
    assert (name_typos.STRANGER_MARGIN, name_typos.LOOK_ALIKE_MARGIN, name_typos.PARTNER_AT) == (4.0, 14.0, 55.0)
    assert name_typos.ASK_UNPROMPTED_AT == 84.0


PREDNISONS = ["Prednison", "Prednisolon"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("metfomin", "Metformin"),
        ("azithromicin", "Azithromycin"),
        ("haloperidon", "Haloperidol"),
        ("simvastatinn", "Simvastatin"),
        ("amlodipil", "Amlodipin"),
        ("paracetamon", "Paracetamol"),
        ("omeprazlo", ["Omeprazol"]),
        ("prednisoln", PREDNISONS),
        ("prednisoon", PREDNISONS),
        ("cefoxim", ["Cefixim", "Cefotaxim", "Cefuroxim"]),
        ("lasec", ["Omeprazol", "Furosemid"]),
        ("eferalgann", "Paracetamol"),
        ("eferragan", ["Paracetamol"]),
        ("cefepim", None),
        ("acetohexamid", None),
        ("acetazolamid", None),
        ("dobamin", None),
        ("hydroazin", None),
        ("clorpropazin", None),
        ("esomeprazon", None),
        ("xyibuprofen", ["Ibuprofen"]),
        ("zglibenclamid", "Glibenclamid"),
        ("bactamol", None),
    ],
)
def test_regression_table(typed: str, expected: str | list[str] | None):
    """A title: taken as meant; a list: asked about; None: neither."""
    picked = [span.mention.name for span in index().find(f"{typed} 5 mg") if span.mention]
    asked = [
        option.name for span in index().find(f"{typed} 5 mg") if span.ambiguous for option in span.ambiguous.options
    ]
    assert picked == ([expected] if isinstance(expected, str) else [])
    assert set(asked) == set(expected if isinstance(expected, list) else [])


@pytest.mark.parametrize("typed", ["dobamin", "hydroazin", "clorpropazin", "esomeprazon", "cefepim", "acetohexamid"])
def test_what_is_near_to_a_drug_that_the_edition_lacks_is_named_back(typed: str):
    assert found(f"liều {typed}") == [f"! {typed}"]


def test_a_near_tie_says_why_it_asks():
    (tie,) = index().find("cefoxim")
    (pair,) = index().find("prednisoln")
    assert tie.ambiguous is not None
    assert pair.ambiguous is not None
    assert {tie.ambiguous.why, pair.ambiguous.why} <= {"near_tie", "look_alike"}
    assert pair.ambiguous.why == "look_alike"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("haloperidon", ["Haloperidol"]),  # "Operidon" stands inside it, and is three slips away
        ("operidol", ["? operidol: Domperidon | Haloperidol"]),
        ("operidom", ["? operidom: Domperidon"]),
    ],
)
def test_a_short_brand_inside_the_word_is_no_rival_of_a_name_one_slip_away(typed: str, expected: list[str]):
    listed = (("haloperidol", "Haloperidol", "Haloperidol", "title"), ("domperidon", "Domperidon", "Operidon", "brand"))
    names = NameIndex([NameEntry(*entry) for entry in listed])
    assert found(f"thuốc {typed} 5 mg", names=names) == expected


def test_names_of_four_letters_or_fewer_are_never_guessed():
    names = NameIndex([NameEntry("x", "X", name, "brand") for name in ("Omez", "Sara", "Acc")])
    assert [found(f"thuốc {typed} 5 mg", names=names) for typed in ("omee", "saraa", "acd")] == [
        ["! omee"],
        ["! saraa"],
        [],
    ]


def test_a_mistyped_brand_is_asked_about_even_when_nothing_else_is_near():
    assert found("Efferalgn cho bé 10 kg") == ["? Efferalgn: Paracetamol"]


@pytest.mark.parametrize(
    ("typed", "anywhere"),
    [
        ("voltarn", True),  # a brand, 93 to "voltaren"
        ("voltaen", False),  # 86
        ("hagimos", False),  # a brand, 86 to "hagimox"
        ("metfomi", True),  # a substance, 88 to "metformin"
    ],
)
def test_a_word_that_is_faintly_near_to_a_brand_is_asked_about_only_where_drugs_stand(typed: str, anywhere: bool):
    assert found(f"thuốc {typed} rồi")[0].startswith(f"? {typed}")
    assert any(told.startswith("?") for told in found(f"hôm qua {typed} rồi")) is anywhere


@pytest.mark.parametrize(
    ("typed", "behind_a_disease", "elsewhere"),
    [
        ("hagimx", [], ["? hagimx: Amoxicilin"]),  # a brand
        ("zithromx", [], ["? zithromx: Azithromycin"]),
        ("hagimox", ["Amoxicilin"], ["Amoxicilin"]),  # as listed
        ("metfomin", ["Metformin"], ["Metformin"]),  # a substance
        ("omeprazlo", ["? omeprazlo: Omeprazol"], ["? omeprazlo: Omeprazol"]),
    ],
)
def test_where_a_disease_stands_no_word_is_a_mistyped_brand(
    typed: str, behind_a_disease: list[str], elsewhere: list[str]
):
    assert found(f"bệnh {typed} thế nào") == behind_a_disease
    assert found(f"hôm qua {typed} thế nào") == elsewhere


def test_the_prefilter_loses_no_name_that_scores_enough():
    names = sorted({fold(name).replace(" ", "") for group in other_drugs() for name in group if name.isascii()})
    typos = TypoIndex(names)
    chance = random.Random(3)
    for name in chance.sample([n for n in names if len(n) > 5], 60):
        typed = next(slips(name, chance))
        everything = {n for n in names if len(n) >= 5 and fuzz.ratio(typed, n) >= name_typos.ASK_AT}
        assert {near.key for near in typos.near(typed)} == everything


# --- a typo of one name never becomes another drug -------------------------------------------------------------


def slips(name: str, chance: random.Random) -> Iterator[str]:
    """Endless: one letter replaced (any, or by its neighbour on the keyboard), lost, added, or two swapped."""
    letters = [i for i, letter in enumerate(name) if letter.isalpha()]
    while True:
        at = chance.choice(letters)
        before, letter, after = name[:at], name[at], name[at + 1 :]
        slip = chance.choice(
            (
                before + chance.choice(ALPHABET) + after,
                before + chance.choice(KEYBOARD.get(fold(letter), ALPHABET)) + after,
                before + after,
                before + chance.choice(ALPHABET) + letter + after,
                before + after[:1] + letter + after[1:],
            )
        )
        if fold(slip) != fold(name):
            yield slip


def substance(name: str) -> str:
    return SAME.get(fold(name), fold(name))


SAME = {fold(name): names[0] for names in other_drugs() for name in names}
# "Humulin R" and "insulin aspart" are kinds of one drug, and no two drugs to the index.
PAIRED = sorted(
    {
        name
        for pair in look_alike_pairs()
        for name in (pair.one, pair.other)
        if not (pair.may_share_monograph and " " in name)
    }
)


def as_entries(names: list[str]) -> list[NameEntry]:
    return [NameEntry(substance(n), n, n, "brand" if n[0].isupper() else "title") for n in names]


def wrong_drugs(names: NameIndex, mistyped: list[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """(name, typed, drug) for every typed name that was taken for another drug without asking."""
    return [
        (name, typed, span.mention.name)
        for name, typed in mistyped
        for span in names.find(f"liều {typed} người lớn")
        if span.mention and span.mention.id != substance(name)
    ]


@pytest.mark.parametrize("seed", [1, 2])
def test_no_typo_of_a_look_alike_is_taken_for_the_other(seed: int):
    chance = random.Random(seed)
    names = NameIndex(as_entries(PAIRED))
    listed = {fold(name) for name in PAIRED}
    mistyped = [
        (name, typed)
        for name in PAIRED
        for _, typed in zip(range(12), slips(name, chance), strict=False)
        if fold(typed) not in listed  # "Danol" for "Daonil" is no typo that anybody could see
    ]
    assert len(mistyped) > 4_000
    assert wrong_drugs(names, mistyped) == []


def test_no_typo_of_a_drug_that_the_edition_lacks_is_taken_for_one_that_it_has():
    chance = random.Random(5)
    half = chance.sample(PAIRED, len(PAIRED) // 2)
    held = {substance(name) for name in half}
    names = NameIndex(as_entries(half))
    lacking = [name for name in PAIRED if substance(name) not in held]
    mistyped = [(name, typed) for name in lacking for _, typed in zip(range(15), slips(name, chance), strict=False)]
    assert len(mistyped) > 2_000
    assert wrong_drugs(names, mistyped) == []


def test_no_typo_of_a_drug_of_the_world_is_taken_for_one_of_the_shelf():
    chance = random.Random(8)
    wrong = []
    for name in (name for names in other_drugs() for name in names if len(name) > 4):
        right = {span.mention.id for span in index().find(name) if span.mention}
        for _, typed in zip(range(2), slips(name, chance), strict=False):
            picked = {span.mention.id for span in index().find(f"liều {typed} người lớn") if span.mention}
            wrong += [(name, typed, drug) for drug in picked - right]
    assert wrong == []
