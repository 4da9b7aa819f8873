"""Spellings of one name give one key; names of different substances do not."""

import pytest

from formulary.name_rules import base_of_brand, name_key, spelling, substance_key, without_salts
from formulary.other_drugs import other_drugs
from rag.vietnamese import fold


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("omeprazole", "omeprazol"),
        ("amoxicillin", "amoxicilin"),
        ("methotrexate", "methotrexat"),
        ("azithromycin", "azitromicin"),
        ("cephalexin", "cefalexin"),
        ("chlorpromazine", "clorpromazin"),
        ("acyclovir", "aciclovir"),
        ("simvastatinn", "simvastatin"),
        ("oestradiol", "estradiol"),
        ("paracetamolum", "paracetamol"),
        ("phenytoine", "phenitoin"),
        ("cholestyramine", "colestiramin"),
    ],
)
def test_spellings_of_one_word_are_equal(one: str, other: str):
    assert spelling(one) == spelling(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cefixim", "cefepim"),
        ("prednison", "prednisolon"),
        ("acetazolamid", "acetohexamid"),
        ("clonidin", "quinidin"),
        ("losec", "lasix"),
        ("dopamin", "dobutamin"),
    ],
)
def test_look_alikes_stay_apart(one: str, other: str):
    assert spelling(one) != spelling(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("acid valproic", "natri valproat"),
        ("acid valproic", "valproic acid"),
        ("acid acetylsalicylic", "acetylsalicylat lysin"),
        ("codein phosphat", "codeine"),
        ("amoxicilin va kali clavulanat", "amoxicillin and potassium clavulanate"),
        ("amoxicilin va kali clavulanat", "amoxicilin acid clavulanic"),
        ("metformin", "metformin hydrochloride"),
        ("natri clorid", "sodium chloride"),
        ("sat sulfat", "ferrous sulfate"),
        ("prednisolon natri phosphat", "prednisolon"),
    ],
)
def test_names_of_one_substance_have_one_key(one: str, other: str):
    assert substance_key(one.split()) == substance_key(other.split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("natri clorid", "kali clorid"),
        ("calci gluconat", "sat gluconat"),
        ("bac sulfadiazin", "sulfadiazin"),
        ("calci polystyren sulfonat", "natri polystyren sulfonat"),
        ("amoxicilin", "amoxicilin va kali clavulanat"),
        ("acid nicotinic", "nicotin"),
        ("acid folic", "acid folinic"),
        ("benzathin benzylpenicilin", "benzylpenicilin"),
        ("isosorbid dinitrat", "isosorbid mononitrat"),
        ("tenofovir alafenamid", "tenofovir disoproxil"),
        ("magnesi sulfat", "magnesi hydroxid"),
    ],
)
def test_names_of_different_substances_have_different_keys(one: str, other: str):
    assert substance_key(one.split()) != substance_key(other.split())


def test_no_two_substances_of_the_world_list_share_a_key():
    substances: dict[str, set[str]] = {}
    for names in other_drugs():
        for name in names:
            substances.setdefault(substance_key(fold(name).split()), set()).add(names[0])
    assert {key: firsts for key, firsts in substances.items() if len(firsts) > 1} == {}


def test_a_salt_alone_is_kept():
    assert without_salts(("natri", "clorid")) == ("natri", "clorid")
    assert without_salts(("warfarin", "natri")) == ("warfarin",)


def test_a_connecting_word_does_not_count():
    assert name_key(("amoxicilin", "va", "kali", "clavulanat")) == name_key(("amoxicilin", "kali", "clavulanat"))


@pytest.mark.parametrize(
    ("brand", "base"),
    [
        ("tylenol 8 hour", "tylenol"),
        ("panfor sr 500", "panfor"),
        ("gofen 400 clearcap", "gofen"),
        ("pred forte", "pred forte"),
        ("augmentin sr", "augmentin"),
        ("losec", "losec"),
        ("8 hour", "8 hour"),
    ],
)
def test_a_brand_is_known_without_its_strength_and_form(brand: str, base: str):
    assert base_of_brand(brand.split()) == tuple(base.split())
