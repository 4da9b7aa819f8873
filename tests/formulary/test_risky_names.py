"""Which names an edition's names are taken for: listed, measured, of one family; never their own."""

import pytest

from formulary.look_alikes import LookAlikePair, PairGroup, look_alike_pairs
from formulary.name_index import NameEntry, NameIndex
from rag.frames import DrugMention, How
from rag.ports import LookAlike
from rag.vietnamese import fold
from tests.formulary.shelf import SHELF, index


def book(
    *names: str | tuple[str, str, str], pairs: tuple[LookAlikePair, ...] = (), world: tuple[tuple[str, ...], ...] = ()
) -> NameIndex:
    """Titles, and (title, name, kind) of further names; the id is the title in small letters."""
    further = [name for name in names if not isinstance(name, str)]
    titles = dict.fromkeys(name if isinstance(name, str) else name[0] for name in names)
    entries = [(title, title, "title") for title in titles] + further
    return NameIndex([NameEntry(t.lower(), t, name, kind) for t, name, kind in entries], world=world, pairs=pairs)


def taken_for(names: NameIndex, drug: str, typed: str | None = None) -> list[str]:
    return [name.name for name in names.taken_for(DrugMention(drug, drug, typed or drug, How.TITLE))]


CEPHALOSPORINS = book(
    ("Cefixim", "Hafixim", "brand"), ("Cefepim", "Maxipime", "brand"), ("Paracetamol", "PCM", "alias")
)


def test_two_drugs_of_the_edition_that_are_alike_are_each_told_of_the_other():
    assert taken_for(CEPHALOSPORINS, "cefixim") == ["Cefepim"]
    assert taken_for(CEPHALOSPORINS, "cefepim") == ["Cefixim"]
    assert taken_for(CEPHALOSPORINS, "paracetamol") == []


@pytest.mark.parametrize("typed", ["cefixim", "Cefixime", "CEFIXIM", "cefixim trihydrat", "cèfixim"])
def test_however_the_name_is_spelt(typed: str):
    assert taken_for(CEPHALOSPORINS, "cefixim", typed) == ["Cefepim"]


def test_a_misspelt_name_counts_as_the_title():
    assert taken_for(CEPHALOSPORINS, "cefixim", "xefixin") == ["Cefepim"]


def test_a_brand_is_taken_for_what_looks_like_the_brand():
    names = book(("Pantoprazol", "Hasanloc 40", "brand"), ("Amlodipin", "Hasanlor", "brand"))
    assert taken_for(names, "pantoprazol", "Hasanloc") == ["Hasanlor"]
    assert taken_for(names, "pantoprazol") == []


def test_the_edition_says_which_drug_the_other_name_is():
    names = book(("Pantoprazol", "Hasanloc", "brand"), ("Amlodipin", "Hasanlor", "brand"))
    (found,) = names.taken_for(DrugMention("pantoprazol", "Pantoprazol", "Hasanloc", How.BRAND))
    assert found.drug is not None
    assert (found.drug.id, found.drug.name) == ("amlodipin", "Amlodipin")


def test_a_brand_of_two_drugs_names_neither():
    names = book(("A", "Hasanlor", "brand"), ("B", "Hasanlor", "brand"), ("Pantoprazol", "Hasanloc", "brand"))
    (found,) = names.taken_for(DrugMention("pantoprazol", "Pantoprazol", "Hasanloc", How.BRAND))
    assert found.drug is None


def test_salts_that_two_names_share_make_them_no_more_alike():
    names = book(("Metformin", "Metformin hydroclorid", "inn"), ("Morphin", "Morphin hydroclorid", "inn"))
    assert taken_for(names, "metformin", "metformin hydroclorid") == []


def test_names_of_one_drug_are_no_look_alikes():
    names = book(("Paracetamol", "Paracetamon", "brand"), ("Paracetamol", "Paracetamal", "alias"))
    for typed in ("paracetamol", "Paracetamon", "Paracetamal"):
        assert taken_for(names, "paracetamol", typed) == []


def test_namesakes_are_no_look_alikes():
    names = book(("Salbutamol (hô hấp)", "Albuterol", "inn"), ("Salbutamol (sản khoa)", "Albuterola", "inn"))
    assert taken_for(names, "salbutamol (hô hấp)", "albuterol") == []


def test_a_familiar_brand_of_the_very_substance_is_no_look_alike():
    names = book(("Metronidazol", "Flagyn", "brand"), world=(("Flagyl",),))
    assert taken_for(names, "metronidazol", "Flagyn") == []


def test_a_name_far_from_every_ward_must_be_nearer():
    near, far = (
        book("Cefixim", "Cefepim"),
        book("Cefixim", world=(("cefepim",),)),
    )
    assert taken_for(near, "cefixim") == ["Cefepim"]
    assert taken_for(far, "cefixim") == []
    assert taken_for(book("Rifampicin", world=(("rifamycin",),)), "rifampicin") == ["Rifamycin"]


def test_one_substance_under_two_names_is_told_once():
    pairs = (LookAlikePair("epinephrin", "norepinephrin"), LookAlikePair("adrenalin", "noradrenalin"))
    names = book(("Epinephrin", "Adrenalin", "inn"), world=(("norepinephrin", "noradrenalin"),), pairs=pairs)
    assert len(taken_for(names, "epinephrin")) == 1


def test_brands_of_one_family_are_told_apart():
    names = book(("Paracetamol", "Panadol", "brand"), ("Paracetamol và cafein", "Panadol Extra", "brand"))
    assert taken_for(names, "paracetamol", "Panadol") == ["Panadol Extra"]
    assert taken_for(names, "paracetamol và cafein", "Panadol Extra") == ["Panadol"]


def test_a_brand_behind_a_prefix_is_of_the_family():
    names = book(("Valsartan", "Diovan", "brand"), ("Valsartan và hydroclorothiazid", "Co-Diovan", "brand"))
    assert taken_for(names, "valsartan", "Diovan") == ["Co-Diovan"]


def test_a_brand_with_a_number_is_the_same_brand():
    names = book(("Captopril", "Capoten", "brand"), ("Amlodipin", "Capoten 25", "brand"))
    assert "Capoten" not in taken_for(names, "captopril", "Capoten")


def test_a_combination_and_its_substances_are_told_apart():
    names = book("Trimethoprim", "Sulfamethoxazol và trimethoprim")
    assert taken_for(names, "trimethoprim") == ["Sulfamethoxazol và trimethoprim"]
    assert taken_for(names, "sulfamethoxazol và trimethoprim") == ["Trimethoprim"]


# The list ------------------------------------------------------------------------------------------------------


def test_the_listed_come_first_whatever_the_measure_says():
    pairs = (LookAlikePair("cefixim", "codein"),)
    names = book("Cefixim", "Cefepim", "Codein", pairs=pairs)
    assert taken_for(names, "cefixim") == ["Codein", "Cefepim"]


def test_what_is_only_asked_about_is_not_told_even_where_the_measure_finds_it():
    pairs = (LookAlikePair("cefixim", "cefepim", group=PairGroup.ASKED_ONLY),)
    assert taken_for(book("Cefixim", "Cefepim", pairs=pairs), "cefixim") == []


def test_what_the_list_says_of_the_other_name_is_handed_on_from_either_side():
    pairs = (LookAlikePair("clonidin", "clonazepam", one_is="hạ huyết áp", other_is="chống động kinh"),)
    names = book("Clonidin", "Clonazepam", pairs=pairs)
    (found,) = names.taken_for(DrugMention("clonidin", "Clonidin", "clonidine", How.INN))
    assert (found.name, found.what) == ("Clonazepam", "chống động kinh")
    (found,) = names.taken_for(DrugMention("clonazepam", "Clonazepam", "clonazepam", How.TITLE))
    assert (found.name, found.what) == ("Clonidin", "hạ huyết áp")


def test_what_is_listed_of_a_substance_holds_under_its_other_names_but_not_under_a_brand():
    pairs = (LookAlikePair("paracetamol", "parecoxib"),)
    names = book(("Paracetamol", "Acetaminophen", "inn"), ("Paracetamol", "Hapacol", "brand"), pairs=pairs)
    assert taken_for(names, "paracetamol", "acetaminophen") == ["Parecoxib"]
    assert taken_for(names, "paracetamol", "Hapacol") == []


def test_a_listed_pair_of_one_drug_is_none_unless_the_list_says_that_they_are_kinds():
    def insulin(group: PairGroup) -> list[str]:
        pairs = (LookAlikePair("Humalog", "Humulin", group=group),)
        names = book(("Insulin", "Humalog", "brand"), ("Insulin", "Humulin", "brand"), pairs=pairs)
        return taken_for(names, "insulin", "Humalog")

    assert insulin(PairGroup.BRANDS) == []
    assert insulin(PairGroup.PRODUCTS) == ["Humulin"]


def test_what_is_listed_of_one_kind_does_not_hold_of_another():
    pairs = (
        LookAlikePair("insulin aspart", "insulin detemir", group=PairGroup.KINDS),
        LookAlikePair("insulin glargin", "insulin glulisin", group=PairGroup.KINDS),
    )
    kinds = ("aspart", "detemir", "glargin", "glulisin")
    names = book("Insulin", *(("Insulin", f"Insulin {kind}", "inn") for kind in kinds), pairs=pairs)
    assert taken_for(names, "insulin", "insulin aspart") == ["Insulin detemir"]
    assert taken_for(names, "insulin") == []


def test_a_kind_of_a_drug_is_no_drug_that_the_edition_lacks():
    pairs = (LookAlikePair("insulin aspart", "insulin detemir", group=PairGroup.KINDS),)
    (span,) = book("Insulin", pairs=pairs).find("liều insulin aspart")
    assert span.mention is not None


def test_the_beginning_of_a_printed_brand_is_no_drug_that_the_edition_lacks():
    pairs = (LookAlikePair("Actrapid", "Insulatard", group=PairGroup.PRODUCTS),)
    names = book(("Insulin", "Actrapid HM", "brand"), pairs=pairs)
    assert all(span.unknown is None for span in names.find("liều Actrapid"))


NAMES = [
    (title, name) for title, kinds in SHELF.items() for names in ({"title": [title]} | kinds).values() for name in names
]


def of_shelf(title: str, name: str) -> tuple[LookAlike, ...]:
    return index().taken_for(DrugMention(title.lower().replace(" ", "-"), title, name, How.TITLE))


@pytest.mark.parametrize(("title", "name"), NAMES)
def test_no_drug_of_the_shelf_is_taken_for_one_of_its_own_names(title: str, name: str):
    own = {fold(n) for t, n in NAMES if t == title}
    assert [found.name for found in of_shelf(title, name) if fold(found.name) in own] == []
    assert [found.name for found in of_shelf(title, name) if found.drug and found.drug.name == title] == []


@pytest.mark.parametrize("title", SHELF)
def test_two_titles_of_the_shelf_are_taken_for_each_other_or_neither_for_the_other(title: str):
    for found in of_shelf(title, title):
        if found.drug is not None:
            assert title in [back.drug.name for back in of_shelf(found.drug.name, found.drug.name) if back.drug]


WARNED = [pair for pair in look_alike_pairs() if pair.warns and not pair.may_share_monograph]


@pytest.mark.parametrize("pair", WARNED, ids=lambda pair: f"{pair.one} / {pair.other}")
def test_every_listed_pair_that_warns_is_told_from_both_sides(pair: LookAlikePair):
    names = book(pair.one, pair.other, pairs=(pair,))
    assert taken_for(names, pair.one.lower(), pair.one) == [pair.other[:1].upper() + pair.other[1:]]
    assert taken_for(names, pair.other.lower(), pair.other) == [pair.one[:1].upper() + pair.one[1:]]
