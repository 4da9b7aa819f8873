"""Which names a monograph is found under, and which pieces of print are refused."""

import pytest

from formulary.ingest.drug_names import atc_codes, names_of
from formulary.models import DrugName
from tests.formulary.book import EXAMPLE, make_monograph, read

Kind, Source = DrugName.Kind, DrugName.Source


def names(text: str) -> set[tuple[str, str]]:
    return {(name.name, name.kind.value) for name in names_of(read(text))[0]}


def test_every_source_gives_its_names():
    assert names(EXAMPLE) == {
        ("Ví dụ", "title"),
        ("Exampline", "inn"),
        ("Example", "vietnamised"),
        ("VD", "abbreviation"),
        ("Tên Hãng", "alias"),
        ("thuốc ví dụ", "group"),
        ("Ví Dụ 500", "brand"),
        ("Examplin", "brand"),
    }


def test_a_name_says_where_it_comes_from():
    sources = {name.name: name.source for name in names_of(read())[0]}
    assert sources["Examplin"] is Source.SECTION
    assert sources["Tên Hãng"] is Source.FRONT_MATTER


def test_the_title_is_the_bare_title_without_its_bracket():
    text = make_monograph("a", "Salbutamol", bracket="dùng trong hô hấp", chi_dinh="Hen.")
    assert names(text) == {("Salbutamol", "title")}


def test_an_international_line_is_split_at_its_marks():
    text = make_monograph("a", "A", ten_chung_quoc_te="Epinephrine (Adrenaline); insulin, human.")
    assert {n for n, kind in names(text) if kind == "inn"} == {"Epinephrine", "Adrenaline", "insulin", "human"}


@pytest.mark.parametrize(
    ("title", "other", "kind"),
    [
        ("Amoxicilin", "Amoxicillin", Kind.SPELLING),
        ("Omeprazol", "Omeprazole", Kind.SPELLING),
        ("Paracetamol", "Acetaminophen", Kind.VIETNAMISED),
        ("Metformin", "Metformin hydroclorid", Kind.VIETNAMISED),
    ],
)
def test_another_spelling_of_the_title_is_told_from_another_name(title: str, other: str, kind: DrugName.Kind):
    text = make_monograph("a", title, chi_dinh="Sốt.").replace(f"ten: {title}", f"ten: {title}\nten_khac: [{other}]")
    assert (other, kind.value) in names(text)


def test_brands_keep_strengths_hyphens_and_quotes():
    text = make_monograph(
        "a", "A", ten_thuong_mai='Acete 80; pms-Mexcold 150; Pyme - Ibu; Captolin "Kojar"; Tylenol 8 Hour.'
    )
    assert {n for n, kind in names(text) if kind == "brand"} == {
        "Acete 80",
        "pms-Mexcold 150",
        "Pyme - Ibu",
        'Captolin "Kojar"',
        "Tylenol 8 Hour",
    }


@pytest.mark.parametrize("item", ["Vantef. Globulin miễn dịch", "Tên rất dài của một mục đã chạy sang chuyên luận sau"])
def test_a_brand_list_that_ran_on_is_refused_with_a_warning(item: str):
    found, warnings = names_of(read(make_monograph("a", "A", ten_thuong_mai=f"Brufen; {item}.")))
    assert [n.name for n in found if n.kind is Kind.BRAND] == ["Brufen"]
    assert len(warnings) == 1


def test_a_brand_may_equal_the_title():
    text = make_monograph("a", "Morphin", ten_thuong_mai="Morphin; Osaphine.")
    assert {("Morphin", "title"), ("Morphin", "brand")} <= names(text)


def test_codes_are_read_from_the_atc_line():
    text = make_monograph("a", "A", ma_atc="N01AF03, N05CA19; B05BB.")
    assert atc_codes(read(text)) == ("N01AF03", "N05CA19", "B05BB")
    assert atc_codes(read(make_monograph("a", "A", ma_atc="Không có."))) == ()
