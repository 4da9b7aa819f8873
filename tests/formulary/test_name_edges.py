"""Where a name ends and another begins: connectors, combinations, brackets, short brands and letters too many."""

import pytest

from formulary.look_alikes import LookAlikePair
from formulary.name_index import NameEntry, NameIndex
from formulary.name_rules import parts_of
from formulary.name_text import cut
from formulary.name_typos import TypoIndex
from rag.ports import Naming
from rag.vietnamese import nfc
from tests.formulary.shelf import drug_id, found, index


def words_found(question):
    return [nfc(question)[span.start : span.end] for span in index().find(nfc(question))]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("amoxicilline và warfarine", ["amoxicilline", "warfarine"]), ("warfarine và", ["warfarine"]),
        ("và warfarine", ["warfarine"]), ("liều warfarine với digoxine", ["warfarine", "digoxine"]),
        ("amoxicillin và kali clavulanat", ["amoxicillin và kali clavulanat"]),
    ],
)  # fmt: skip
def test_a_connecting_word_at_the_edge_of_a_name_is_no_part_of_it(question, words):
    assert words_found(question) == words


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("amoxicilin", []), ("natri clorid", []), ("amoxicilin va kali clavulanat", ["amoxicilin", "kali clavulanat"]),
        ("a va b va c", ["a", "b", "c"]), ("va a", ["a"]), ("a va", ["a"]),
    ],
)  # fmt: skip
def test_only_a_combination_has_parts(words, parts):
    assert [" ".join(part) for part in parts_of(words.split())] == parts


COMBINATIONS = NameIndex(
    NameEntry(drug_id(title), title, title, "title")
    for title in ("Amoxicilin và kali clavulanat", "Sulfamethoxazol và trimethoprim", "Amoxicilin")
)


@pytest.mark.parametrize(
    ("typed", "text", "named"),
    [
        ("trimethoprim", "dùng cùng sulfamethoxazol và trimethoprim", True), ("trimethoprim", "dùng cùng amoxicilin và kali clavulanat", False),
        ("trimethoprim", "dùng cùng trimethoprim", True), (drug_id("Amoxicilin"), "dùng cùng amoxicilin và kali clavulanat", False),
    ],
)  # fmt: skip
def test_a_drug_that_the_edition_lacks_is_met_in_its_own_combinations_only(typed, text, named):
    assert bool(COMBINATIONS.mentioned(typed, text)) is named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("NSAID (trừ aspirin)", False), ("(trừ aspirin)", False), ("không gồm aspirin", False), ("không phải là aspirin", False),
        ("thuốc không thuộc nhóm aspirin", False), ("thuốc thuộc nhóm aspirin", True), ("ngoài trừ aspirin", False),
        ("gồm aspirin; ibuprofen thì không", True), ("trừ aspirin ở bên ngoài", True), ("thải trừ aspirin", True),
    ],
)  # fmt: skip
def test_a_drug_that_is_left_out_is_not_named(text, named):
    names = index().mentioned(drug_id("Acid acetylsalicylic"), nfc(text))
    assert bool([n for n in names if n.naming is Naming.ITSELF]) is named


def test_a_combination_names_its_parts_under_its_own_title():
    titles = ("Xyzamol và abcamid", "Xyzamol", "Abcamid")
    names = NameIndex(NameEntry(drug_id(title), title, title, "title") for title in titles)
    (name,) = names.mentioned(drug_id(titles[0]), "dùng cùng xyzamol")
    assert name.naming is Naming.PART


@pytest.mark.parametrize(
    ("text", "before"),
    [("(trừ aspirin", ["(", ""]), ("a, b", ["", ","]), ("a - b", ["", "-"]), ("a\u200b b", ["", ""]), ("-a", ["-"])],
)
def test_what_stands_before_each_word_is_kept(text, before):
    assert [word.before for word in cut(text)] == before


@pytest.mark.parametrize(("brand", "typed", "known"), [("Abcd 500", "abcd", True), ("Abc 500", "abc", False)])
def test_a_brand_of_three_letters_is_not_known_without_its_strength(brand, typed, known):
    names = NameIndex([NameEntry("x", "Xyzomab", "Xyzomab", "title"), NameEntry("x", "Xyzomab", brand, "brand")])
    assert ("Xyzomab" in found(f"thuốc {typed} là gì", names=names)) is known
    assert "Xyzomab" in found(f"thuốc {brand} là gì", names=names)


def test_a_name_is_found_among_letters_too_many():
    assert [n.key for n in TypoIndex(["abcdefghij"]).near("abxcdxefxghxij")] == ["abcdefghij"]


def test_a_listed_look_alike_with_which_a_printed_brand_begins_is_no_drug_that_the_edition_lacks():
    entries = [NameEntry("i", "Insulin", "Insulin", "title"), NameEntry("i", "Insulin", "Actrapid HM", "brand")]
    pairs = [LookAlikePair("Actrapid", "Insulin xyzin")]
    assert found("thuốc actrapid là gì", names=NameIndex(entries, world=(), pairs=pairs)) == ["? actrapid: Insulin"]
    assert found("thuốc actrapid là gì", names=NameIndex(entries[:1], world=(), pairs=pairs)) == ["! actrapid"]
    assert found("thuốc insulin xyzin là gì", names=NameIndex(entries, world=(), pairs=pairs)) == ["! insulin xyzin"]


@pytest.mark.parametrize(("drugs", "is_asked"), [(2, True), (6, True), (7, False)])
def test_a_brand_of_more_drugs_than_can_be_offered_is_named_back(drugs, is_asked):
    titles = [f"Xyzomab {letter}" for letter in "abcdefg"[:drugs]]
    names = NameIndex([NameEntry(t, t, "Abcmed", "brand") for t in titles], world=(), pairs=())
    assert found("thuốc Abcmed", names=names) == ["? Abcmed: " + " | ".join(titles) if is_asked else "! Abcmed"]
