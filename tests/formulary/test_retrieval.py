"""The passage store over the database."""

import pytest
from django.contrib.auth.models import User

from formulary.editions import quarantine_chunk
from formulary.retrieval import EditionPassages, current_edition
from rag.frames import Population, Route
from rag.passages import DOSING, BlockKind
from rag.ports import PassageStore
from tests.formulary.book import chunk, load_markdown_edition, make_monograph

pytestmark = pytest.mark.django_db

FILES = {
    "a.md": make_monograph("a", "Alpha", page=3, chi_dinh="Đau đầu.\n\nViêm khớp dạng thấp.", chong_chi_dinh="Dị ứng."),
    "b.md": make_monograph("b", "Beta", bracket="dùng ngoài", page=7, chi_dinh="Sốt.", chong_chi_dinh="Suy gan."),
}


@pytest.fixture
def store() -> EditionPassages:
    load_markdown_edition(FILES)
    edition = current_edition()
    assert edition is not None
    return EditionPassages(edition)


def ids(passages) -> list[str]:
    return [passage.id for passage in passages]


def test_it_is_a_passage_store(store):
    assert isinstance(store, PassageStore)


def test_sections_of_several_drugs_are_one_query(store, django_assert_num_queries):
    with django_assert_num_queries(1):
        found = store.sections(["b", "a"], ["chong_chi_dinh", "chi_dinh"])
    assert ids(found) == [
        "mau/b/chi_dinh/0",
        "mau/b/chong_chi_dinh/0",
        "mau/a/chi_dinh/0",
        "mau/a/chi_dinh/1",
        "mau/a/chong_chi_dinh/0",
    ]


def test_a_drug_asked_twice_comes_once(store):
    assert ids(store.sections(["a", "b", "a"], ["chong_chi_dinh"])) == [
        "mau/a/chong_chi_dinh/0",
        "mau/b/chong_chi_dinh/0",
    ]


@pytest.mark.parametrize(
    ("drugs", "keys"), [([], ["chi_dinh"]), (["a"], []), (["c"], ["chi_dinh"]), (["a"], ["tuong_ky"])]
)
def test_what_the_book_does_not_have_is_empty(store, drugs, keys):
    assert store.sections(drugs, keys) == ()


def test_a_monograph_comes_whole_in_book_order(store, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert ids(store.monograph("a")) == ["mau/a/chi_dinh/0", "mau/a/chi_dinh/1", "mau/a/chong_chi_dinh/0"]
    assert store.monograph("c") == ()


def test_a_passage_says_where_it_stands():
    load_markdown_edition()
    edition = current_edition()
    assert edition is not None
    child = EditionPassages(edition).sections(["vi-du"], [DOSING])[1]
    assert (child.monograph_name, child.kind, child.headings) == ("Ví dụ", BlockKind.ITEM, ("Trẻ em", "Uống"))
    assert (child.populations, child.routes) == ((Population.CHILD,), (Route.ORAL,))
    assert child.provenance.is_complete
    assert (child.provenance.page_from, child.provenance.edition) == (13, "mau")
    assert child.url == f"/formulary/mau/vi-du/#{DOSING}-1"


def test_two_monographs_of_one_name_are_told_apart_by_the_bracket(store):
    assert store.monograph("b")[0].monograph_name == "Beta (dùng ngoài)"


def test_a_quarantine_holds_from_the_next_read_on(store):
    assert store.monograph("a")[0].quarantine is None
    quarantine_chunk(chunk("a", "chi_dinh", 0), reason="sai trang", actor=User.objects.create_user("duoc-si"))
    assert store.monograph("a")[0].quarantine == "sai trang"


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        (["đau đầu"], ["mau/a/chi_dinh/0"]),
        (["DAU DAU"], ["mau/a/chi_dinh/0"]),
        (["viem khop", "sot"], ["mau/a/chi_dinh/1", "mau/b/chi_dinh/0"]),
        (["khop dang"], ["mau/a/chi_dinh/1"]),
        (["sotx"], []),
        (["au"], []),
        (["dị ứng"], []),
        (["%"], []),
        ([""], []),
        ([], []),
    ],
)
def test_indications_are_matched_by_whole_syllables_without_marks(store, terms, found):
    assert ids(store.by_indication(terms)) == found


def test_a_heading_above_indications_is_matched_as_their_text_is(db):
    printed = "### Động kinh\n\nCơn lớn.\n\n### Chỉ định khác\n\nĐau dây thần kinh tam thoa."
    load_markdown_edition({"a.md": make_monograph("a", "Alpha", chi_dinh=printed)}, key="mau")
    found = EditionPassages(current_edition()).by_indication(["động kinh"])
    assert [p.text for p in found] == ["Cơn lớn."]


def test_indications_are_one_query(store, django_assert_num_queries):
    with django_assert_num_queries(1):
        store.by_indication(["sốt", "ho", "đau"])


def test_another_edition_is_not_read(store):
    load_markdown_edition({"a.md": make_monograph("a", "Alpha", chi_dinh="Khác.")}, key="cu", current=False)
    assert [p.text for p in store.sections(["a"], ["chi_dinh"])] == ["Đau đầu.", "Viêm khớp dạng thấp."]
