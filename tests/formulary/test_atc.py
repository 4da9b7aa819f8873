"""The ATC classification over a book's monographs."""

import pytest

from formulary.atc import _names, is_code, main_groups, name_of, path_to, shelves_of, without_code
from formulary.selectors import CodedMonograph, MonographLine
from rag.vietnamese import nfc

MAIN_GROUPS = "ABCDGHJLMNPRSV"


def drug(slug: str, *codes: str) -> CodedMonograph:
    return CodedMonograph(MonographLine(slug, slug.title(), 1), codes)


AMOXICILIN = drug("amoxicilin", "J01CA04")
GENTAMICIN = drug("gentamicin", "D06AX07", "J01GB03", "S01AA11")
RINGER = drug("ringer")
BOOK = [AMOXICILIN, GENTAMICIN, RINGER]


def test_a_drug_with_several_codes_stands_in_each_of_its_groups():
    groups = main_groups(BOOK)
    assert [(group.code, group.count) for group in groups] == [("D", 1), ("J", 2), ("S", 1)]
    assert [(part.code, part.count) for part in groups[1].parts] == [("J01", 2)]


def test_a_group_counts_drugs_not_codes():
    (group,) = main_groups([drug("insulin", "A10AB01", "A10AC01")])
    assert group.count == 1


def test_a_group_shows_its_drugs_under_the_parts_one_level_down():
    shelves = shelves_of("J01", BOOK)
    assert [(s.group.code, [entry.line.slug for entry in s.lines]) for s in shelves] == [
        ("J01C", ["amoxicilin"]),
        ("J01G", ["gentamicin"]),
    ]
    assert shelves[1].group.name == "Kháng sinh aminoglycosid"


def test_a_whole_code_is_a_group_of_its_own():
    (shelf,) = shelves_of("J01CA04", BOOK)
    assert (shelf.group.code, [entry.code for entry in shelf.lines]) == ("J01CA04", ["J01CA04"])


def test_a_group_that_nothing_stands_in_is_empty():
    assert shelves_of("L", BOOK) == ()


def test_drugs_without_a_code_are_not_lost():
    assert [line.slug for line in without_code(BOOK)] == ["ringer"]


def test_the_way_down_to_a_code_names_every_level_that_has_a_name():
    assert [(g.code, bool(g.name)) for g in path_to("J01CA04")] == [
        ("J", True), ("J01", True), ("J01C", True), ("J01CA", False), ("J01CA04", False),
    ]  # fmt: skip


@pytest.mark.parametrize("code", ["J", "J01", "J01C", "J01CA", "J01CA04"])
def test_every_level_is_a_code(code: str):
    assert is_code(code)


@pytest.mark.parametrize("text", ["", "J0", "J01C4", "J01CA0", "j01", "J01CA044", "khong-co", "J٠١"])
def test_what_is_no_code_is_refused(text: str):
    assert not is_code(text)


def test_every_main_group_has_a_name_and_so_has_what_stands_above_every_named_group():
    names = _names()
    assert {code for code in names if len(code) == 1} == set(MAIN_GROUPS)
    for code, name in names.items():
        assert is_code(code)
        assert name == nfc(name).strip()
        assert all(step.name for step in path_to(code))


def test_a_group_without_a_name_has_an_empty_one():
    assert name_of("J01CA") == ""
