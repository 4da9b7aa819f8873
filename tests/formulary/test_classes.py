"""The table of drug classes and brands: complete enough, free of slips, and read strictly."""

import re

import pytest

from formulary.classes import brands, drug_classes, other_partners, read_classes
from formulary.name_rules import name_key, without_salts
from formulary.name_text import cut
from formulary.other_drugs import other_drugs

# Salts and minerals, and insulin, are no lines of the list of the world's drugs.
UNLISTED = {"insulin", "kali clorid", "nhôm hydroxyd", "magnesi hydroxyd", "calci carbonat", "natri bicarbonat"}


def key(name: str, *, bare: bool = False) -> str:
    words = [word.folded for word in cut(name)]
    return name_key(without_salts(words) if bare else words)


KNOWN = {key(name, bare=bare) for line in other_drugs() for name in line for bare in (False, True)}


def test_the_table_is_as_large_as_the_book_needs():
    assert len(drug_classes()) >= 40
    assert sum(len(one.members) for one in drug_classes()) >= 350


def test_every_member_is_a_drug_of_the_world():
    unknown = {m for one in drug_classes() for m in one.members if key(m) not in KNOWN}
    assert unknown == UNLISTED


def test_every_brand_holds_known_substances():
    assert {s for substances in brands().values() for s in substances if key(s) not in KNOWN} == set()


def test_no_printed_name_stands_twice():
    names = [key(name) for one in drug_classes() for name in one.printed]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_name_means_two_classes_or_two_other_partners():
    """By letters alone: marks tell "trà" from "tra" only where both are typed."""
    meant: dict[str, set[str]] = {}
    for one in (*drug_classes(), *other_partners()):
        for name in (*one.printed, *one.asked):
            meant.setdefault(key(name), set()).add(one.name)
    assert {name: of for name, of in meant.items() if len(of) > 1} == {}


def test_every_branch_of_the_atc_index_is_written_as_the_index_writes_it():
    branches = [branch for one in drug_classes() for branch in one.atc]
    assert len(set(branches)) >= 80
    assert [b for b in branches if not re.fullmatch(r"[A-Z]\d\d(?:[A-Z](?:[A-Z](?:\d\d)?)?)?", b)] == []


def test_a_class_holds_the_branches_of_its_sub_classes():
    of = {one.name: one.atc for one in drug_classes()}
    assert {"C03C", "C03A", "C03D"} <= set(of["thuốc lợi tiểu"])
    assert {"B01AA", "B01AF", "B01AB"} <= set(of["thuốc chống đông máu"])


def test_no_class_name_is_a_single_short_word_in_small_letters():
    short = [n for one in drug_classes() for n in one.printed if len(n) <= 4 and not n.isupper()]
    assert short == []


@pytest.mark.parametrize(
    ("member", "of"),
    [
        ("prednisolon", "corticosteroid"),
        ("warfarin", "thuốc chống đông máu"),
        ("acid acetylsalicylic", "thuốc chống viêm không steroid"),
        ("enalapril", "thuốc làm tăng kali huyết"),
        ("glimepirid", "thuốc chống đái tháo đường"),
        ("furosemid", "thuốc lợi tiểu"),
        ("amoxicilin", "beta-lactam"),
    ],
)
def test_a_class_holds_the_drugs_of_its_sub_classes(member: str, of: str):
    assert member in next(one for one in drug_classes() if one.name == of).members


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ([{"name": "a", "printed": ["a"]}, {"name": "a", "printed": ["b"]}], "hai lần"),
        ([{"name": "a", "printed": ["a"], "includes": ["b"]}], "không có trong danh sách"),
        ([{"name": "a", "printed": ["a"], "includes": ["a"]}], "chứa chính nó"),
    ],
)
def test_a_faulty_table_is_refused(tables: list[dict[str, object]], said: str):
    with pytest.raises(ValueError, match=said):
        read_classes(tables)
