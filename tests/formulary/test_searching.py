"""Search as the reader's page calls it."""

import time

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from formulary import index_readiness, indexing
from formulary.editions import quarantine_chunk, release_chunk
from formulary.ports import EmbedderUnavailable
from formulary.searching import BEING_BUILT, DOES_NOT_ANSWER, NO_MEANING, TOO_SLOW, fused, search
from formulary.selectors import find_monographs
from tests.formulary.book import chunk, load_markdown_edition, make_monograph
from tests.formulary.fake_index import MemoryIndex
from tests.formulary.search_backends import CountingEmbedder, ids, loaded, searching_with, the_edition

RANKING = st.lists(st.integers(1, 30), unique=True, max_size=30)


# --- fusion ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rankings", "order"),
    [
        pytest.param([(), ()], (), id="nothing"),
        pytest.param([(3, 1, 2)], (3, 1, 2), id="one ranking stays as it is"),
        pytest.param([(1, 2), (2, 3)], (2, 1, 3), id="in both before in one"),
        pytest.param([(5,), (4,)], (4, 5), id="equal: the lower id"),
    ],
)
def test_fusion(rankings, order):
    assert fused(rankings) == order


@given(RANKING, RANKING)
def test_fusion_keeps_everything_once_and_does_not_mind_the_order_of_rankings(one, other):
    found = fused((one, other))
    assert set(found) == set(one) | set(other)
    assert len(found) == len(set(found))
    assert found == fused((other, one))


@given(RANKING.filter(bool), RANKING)
def test_what_is_first_in_both_is_first(one, other):
    best = one[0]
    assert fused((one, [best, *(x for x in other if x != best)]))[0] == best


# --- with an index ---------------------------------------------------------------------------------------------


@pytest.fixture
def index():
    return MemoryIndex()


@pytest.fixture
def embedder():
    return CountingEmbedder()


@pytest.fixture
def edition(db, embedder, index):
    with searching_with(embedder, index):
        edition = loaded()
        indexing.build(edition)
        yield edition


def test_words_and_meaning_rank_and_passages_come_from_the_database(edition, index):
    result = search(edition, "Suy thận")
    assert (result.how, result.notice) == ("vector", None)
    assert set(ids(result.passages)[:2]) == {"alpha/chong_chi_dinh/0", "beta/chong_chi_dinh/1"}
    assert result.passages[0].provenance.edition == "mau"
    assert index.asked[0].meaning is not None


def test_a_search_by_the_index_is_few_queries(edition):
    search(edition, "suy thận")
    with CaptureQueriesContext(connection) as queries:
        search(edition, "suy gan")
    assert len(queries) <= 3


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (
            {"drug_ids": ["alpha"], "section_keys": ["chong_chi_dinh"]},
            {"alpha/chong_chi_dinh/0", "alpha/chong_chi_dinh/1"},
        ),
        ({"section_keys": ["chi_dinh"], "drug_ids": ["beta"]}, {"beta/chi_dinh/0"}),
        ({"drug_ids": ["gamma"]}, set()),
    ],
)
def test_filters_hold(edition, filters, found):
    assert set(ids(search(edition, "suy thận", **filters).passages)) == found


def test_a_limit_holds(edition):
    assert len(search(edition, "suy thận", limit=2).passages) == 2


def test_a_block_that_is_held_is_gone_from_the_next_search_on(edition):
    quarantine_chunk(chunk("beta", "chong_chi_dinh", 1), reason="mờ", actor=User.objects.create_user("duoc-si"))
    for seen in (edition, the_edition()):  # as the index stands, and as the rows do
        assert "beta/chong_chi_dinh/1" not in ids(search(seen, "suy thận").passages)


def test_a_block_that_is_released_is_found_before_the_index_has_it(edition, embedder, index):
    pharmacist = User.objects.create_user("duoc-si")
    quarantine_chunk(chunk("beta", "chong_chi_dinh", 1), reason="mờ", actor=pharmacist)
    indexing.build(the_edition())
    release_chunk(chunk("beta", "chong_chi_dinh", 1), reason="đã đối chiếu", actor=pharmacist)
    index_readiness.forget()
    result = search(the_edition(), "suy thận")
    assert (result.how, result.notice, ids(result.passages)[0]) == ("postgres", BEING_BUILT, "beta/chong_chi_dinh/1")
    indexing.build(the_edition())
    index_readiness.forget()
    assert search(the_edition(), "suy thận").how == "vector"


def test_an_index_of_the_edition_before_is_not_asked(edition, index):
    load_markdown_edition({"c.md": make_monograph("gamma", "Gamma", chi_dinh="Suy tim.")})
    result = search(the_edition(), "suy tim")
    assert (result.how, result.notice, ids(result.passages)) == ("postgres", BEING_BUILT, ["mau-r2/gamma/chi_dinh/0"])
    assert index.asked == []


def test_an_id_that_the_database_does_not_know_is_left_out(edition, index):
    state, blocks = index.held["mau"]
    index.held["mau"] = (
        state,
        [*blocks, *(type(b)(9_999_999, b.drug_id, b.section_key, b.terms, b.meaning) for b in blocks[:1])],
    )
    assert len(search(edition, "đau đầu", limit=50).passages) == len(blocks)


def test_an_index_that_is_down_is_named_and_postgresql_answers(edition, index, caplog):
    search(edition, "suy thận")
    index.is_down = True
    result = search(edition, "suy thận")
    assert (result.how, result.notice, ids(result.passages)[0]) == (
        "postgres",
        DOES_NOT_ANSWER,
        "beta/chong_chi_dinh/1",
    )
    assert "suy thận" not in caplog.text


def test_an_index_that_failed_is_left_alone_for_a_while(edition, index):
    index_readiness.forget()
    index.is_down = True
    search(edition, "suy thận")
    index.is_down = False
    assert search(edition, "suy thận").notice == DOES_NOT_ANSWER
    index_readiness.forget()
    assert search(edition, "suy thận").how == "vector"


def test_a_question_is_embedded_once(edition, embedder, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(embedder, "query", lambda text: asked.append(text) or [1.0, *[0.0] * 31])
    search(edition, "suy  thận")
    search(edition, "suy thận")
    assert asked == ["suy thận"]


def test_a_model_that_does_not_run_is_named_and_postgresql_answers(edition, embedder, monkeypatch):
    def broken(text):
        raise EmbedderUnavailable("no engine")

    monkeypatch.setattr(embedder, "query", broken)
    result = search(edition, "suy thận")
    assert (result.how, result.notice, ids(result.passages)[0]) == ("postgres", NO_MEANING, "beta/chong_chi_dinh/1")


def test_with_little_time_left_words_alone_are_asked(edition, index):
    search(edition, "suy gan", deadline=time.monotonic() + 0.05)
    assert index.asked[-1].meaning is None


def test_with_no_time_left_it_says_so(db):
    with searching_with(None, None):
        result = search(loaded(), "suy gan", deadline=time.monotonic() - 1)
    assert (result.passages, result.notice) == ((), TOO_SLOW)


@pytest.mark.parametrize("query", ["", " ", "…", "%", "\u200b", "\x00"])
def test_a_query_without_a_word_finds_nothing_and_asks_nobody(edition, index, query):
    assert search(edition, query).passages == ()
    assert index.asked == []


def test_without_an_index_postgresql_answers_and_nothing_is_amiss(db):
    with searching_with(None, None):
        result = search(loaded(), "suy thận")
    assert (result.how, result.notice, ids(result.passages)[0]) == ("postgres", None, "beta/chong_chi_dinh/1")


def test_exact_look_ups_do_not_touch_the_index(edition, index):
    index.is_down = True
    assert [line.slug for line in find_monographs(edition, "alpha")] == ["alpha"]


# --- an index inside the process -------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_first_search_starts_the_building_and_does_not_wait(embedder):
    own = MemoryIndex(is_shared=False)
    with searching_with(embedder, own):
        edition = loaded()
        indexing.build(edition)
        first = search(edition, "suy thận")
        assert (first.how, first.notice) == ("postgres", BEING_BUILT)
        index_readiness.wait_until_built(30)
        assert search(edition, "suy thận").how == "vector"
        assert own.builds == 1


@pytest.mark.django_db(transaction=True)
def test_a_build_that_fails_is_not_repeated_at_once(embedder, caplog):
    own = MemoryIndex(is_shared=False)
    with searching_with(embedder, own):
        edition = loaded()
        indexing.build(edition)
        own.state = lambda edition: None
        own.is_down = True
        for _ in range(3):
            assert search(edition, "suy thận").notice == BEING_BUILT
            index_readiness.wait_until_built(30)
    assert caplog.text.count("could not be built") == 1
