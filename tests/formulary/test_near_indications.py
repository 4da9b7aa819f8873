"""Indications near in meaning, from the search index: only indications, only released, and nothing when it cannot tell."""

import pytest

from formulary import indexing
from formulary.editions import quarantine_chunk
from formulary.near_indications import NearIndications
from formulary.ports import EmbedderUnavailable, IndexUnavailable
from tests.conversations.conftest import make_user
from tests.formulary.book import chunk
from tests.formulary.fake_index import MemoryIndex
from tests.formulary.search_backends import CountingEmbedder, ids, loaded, searching_with


@pytest.fixture
def index():
    return MemoryIndex()


@pytest.fixture
def edition(db, index):
    with searching_with(CountingEmbedder(), index):
        edition = loaded()
        indexing.build(edition)
        yield edition


def near(edition, seconds=5.0):
    return NearIndications(edition).near("đau đầu dữ dội", seconds=seconds)


def test_only_indications_are_near_however_alike_other_sections_are(edition):
    found = near(edition)
    assert found
    assert {passage.section for passage in found} == {"chi_dinh"}


def test_a_block_that_is_held_back_is_not_offered(edition):
    quarantine_chunk(chunk("beta", "chi_dinh", 0), reason="sai trang", actor=make_user("duoc-si"))
    indexing.build(edition)
    assert "beta/chi_dinh/0" not in ids(near(edition))


def test_without_time_nothing_is_asked(edition, index):
    assert near(edition, seconds=0.01) == ()
    assert index.asked == []


@pytest.mark.parametrize(
    "backends", [(None, MemoryIndex()), (CountingEmbedder(), None), (CountingEmbedder(), MemoryIndex())]
)
def test_without_a_model_an_index_or_a_built_index_there_is_nothing(db, backends):
    with searching_with(*backends):
        assert near(loaded()) == ()


@pytest.mark.parametrize("error", [IndexUnavailable, EmbedderUnavailable])
def test_a_failure_is_nothing_to_the_turn(edition, monkeypatch, error):
    def fails(*args, **kwargs):
        raise error("down")

    monkeypatch.setattr("formulary.near_indications.nearest_in_meaning", fails)
    assert near(edition) == ()
