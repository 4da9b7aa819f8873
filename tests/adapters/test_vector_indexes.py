"""One behaviour of every index: the embedded one, a server through the real client, and the fake of other tests."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from duocthu.adapters.embedders import HashingEmbedder
from duocthu.adapters.qdrant_edge_index import QdrantEdgeIndex
from duocthu.adapters.qdrant_server_index import QdrantServerIndex
from formulary.bm25 import block_terms, query_terms
from formulary.folding import searchable
from formulary.ports import IndexedBlock, IndexState, IndexUnavailable, Query, Rankings, VectorIndex
from tests.adapters.fake_qdrant import API_KEY, qdrant
from tests.formulary.fake_index import MemoryIndex

EMBEDDER = HashingEmbedder(16)
TEXTS = {
    11: ("alpha", "chi_dinh", "Đau đầu, đau răng"),
    12: ("alpha", "chong_chi_dinh", "Suy thận nặng"),
    13: ("beta", "chi_dinh", "Sốt cao và đau đầu"),
    14: ("beta", "chong_chi_dinh", "Suy gan, suy tim và các tình trạng khác cần theo dõi"),
    15: ("gamma", "chong_chi_dinh", "Suy tim"),
}


@pytest.fixture(params=["memory", "edge", "server"])
def index(request, tmp_path) -> Iterator[VectorIndex]:
    if request.param == "memory":
        yield MemoryIndex()
    elif request.param == "edge":
        edge = QdrantEdgeIndex(tmp_path / "qdrant")
        yield edge
        edge.close()
    else:
        with qdrant() as fake:
            yield QdrantServerIndex(fake.url, api_key=API_KEY)


def blocks(texts=TEXTS, *, with_meaning: bool = True) -> Iterator[IndexedBlock]:
    for pk, (drug, section, text) in texts.items():
        terms = block_terms((searchable(drug), searchable(text)))
        yield IndexedBlock(pk, drug, section, terms, EMBEDDER.query(text) if with_meaning else None)


def query(text: str, *, with_meaning: bool = True, **filters) -> Query:
    return Query(query_terms(searchable(text)), EMBEDDER.query(text) if with_meaning else None, **filters)


def filled(index: VectorIndex) -> VectorIndex:
    index.replace("mau", blocks(), content="c1", dimensions=16)
    return index


def asked(index: VectorIndex, text: str, **options) -> Rankings:
    return index.query("mau", query(text, **options), seconds=5)


def test_it_fits_the_port(index):
    assert isinstance(index, VectorIndex)


def test_it_knows_nothing_at_first(index):
    assert index.state("mau") is None


def test_it_says_what_it_holds(index):
    assert index.replace("mau", blocks(), content="c1", dimensions=16) == IndexState("c1", 5)
    assert index.state("mau") == IndexState("c1", 5)


@pytest.mark.parametrize(
    ("text", "filters", "by_words"),
    [
        ("suy tim", {}, (15, 14, 12)),
        ("đau đầu", {}, (11, 13)),
        ("dau rang", {}, (11, 13)),
        ("suy tim", {"drug_ids": ("alpha", "beta")}, (14, 12)),
        ("suy tim", {"section_keys": ("chi_dinh",)}, ()),
        ("suy beta", {"drug_ids": ("beta",), "section_keys": ("chong_chi_dinh",)}, (14,)),
        ("suy tim", {"limit": 1}, (15,)),
        ("xyzzy", {}, ()),
    ],
)
def test_words_rank_alike_everywhere(index, text, filters, by_words):
    assert asked(filled(index), text, **filters).by_words == by_words


@pytest.mark.parametrize(("pk", "text"), [(pk, text) for pk, (_, _, text) in TEXTS.items()])
def test_a_text_is_nearest_to_itself(index, pk, text):
    ranking = asked(filled(index), text).by_meaning
    assert ranking[0] == pk
    assert len(ranking) == 5


def test_filters_hold_for_meaning_too(index):
    assert set(asked(filled(index), "suy tim", drug_ids=("alpha",)).by_meaning) == {11, 12}


def test_words_alone_can_be_asked_and_indexed(index):
    assert asked(filled(index), "suy tim", with_meaning=False).by_meaning == ()
    index.replace("mau", blocks(with_meaning=False), content="c2", dimensions=None)
    found = index.query("mau", query("suy tim", with_meaning=False), seconds=5)
    assert (found.by_words, found.by_meaning) == ((15, 14, 12), ())


def test_a_new_build_replaces_the_old_one_whole(index):
    filled(index)
    fewer = {pk: TEXTS[pk] for pk in (12, 14)}
    index.replace("mau", blocks(fewer), content="c2", dimensions=16)
    assert index.state("mau") == IndexState("c2", 2)
    assert asked(index, "suy tim").by_words == (14, 12)


def test_the_same_content_can_be_built_again(index):
    filled(filled(index))
    assert asked(index, "suy tim").by_words == (15, 14, 12)


def test_a_build_that_breaks_off_changes_nothing(index):
    filled(index)

    def breaking() -> Iterator[IndexedBlock]:
        yield from blocks({12: TEXTS[12]})
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index.replace("mau", breaking(), content="c2", dimensions=16)
    assert index.state("mau") == IndexState("c1", 5)
    assert asked(index, "suy tim").by_words == (15, 14, 12)


def test_editions_do_not_see_each_other(index):
    filled(index)
    index.replace("mau-r2", blocks({12: TEXTS[12]}), content="c9", dimensions=16)
    assert asked(index, "suy tim").by_words == (15, 14, 12)
    assert index.query("mau-r2", query("suy tim"), seconds=5).by_words == (12,)
    index.drop("mau")
    assert index.state("mau") is None
    assert index.state("mau-r2") == IndexState("c9", 1)


def test_what_is_not_there_can_be_dropped(index):
    index.drop("khac")


def test_more_blocks_than_go_in_one_request(index):
    many = {pk: ("alpha", "chi_dinh", f"đau số {pk}") for pk in range(1, 601)}
    assert index.replace("mau", blocks(many), content="c1", dimensions=16).blocks == 600
    assert asked(index, "so 577", with_meaning=False).by_words[0] == 577


def test_an_empty_edition_can_be_indexed(index):
    assert index.replace("mau", iter(()), content="c0", dimensions=16) == IndexState("c0", 0)
    assert asked(index, "suy tim") == Rankings()


def test_it_is_asked_while_it_is_replaced(index):
    """Every answer is of one whole build, never of none and never of a mixture."""
    filled(index)
    stop = threading.Event()

    def ask() -> set[tuple[int, ...]]:
        seen = set()
        while not stop.is_set():
            seen.add(asked(index, "suy tim", with_meaning=False).by_words)
        return seen

    with ThreadPoolExecutor(3) as threads:
        answers = [threads.submit(ask) for _ in range(3)]
        try:
            for round_ in range(4):
                which = TEXTS if round_ % 2 else {pk: TEXTS[pk] for pk in (12, 14)}
                index.replace("mau", blocks(which), content=f"c{round_}", dimensions=16)
        finally:
            stop.set()
    seen = set().union(*(answer.result() for answer in answers))
    assert seen <= {(15, 14, 12), (14, 12)}


def test_an_edition_that_is_not_there_is_unavailable(index):
    if not isinstance(index, MemoryIndex):
        with pytest.raises(IndexUnavailable):
            asked(index, "suy tim")
