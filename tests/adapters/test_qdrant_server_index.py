"""What only a server can do to us."""

import socket
import time

import pytest

from duocthu.adapters.qdrant_server_index import QdrantServerIndex
from formulary.ports import IndexState, IndexUnavailable
from tests.adapters.fake_qdrant import API_KEY, qdrant
from tests.adapters.test_vector_indexes import TEXTS, asked, blocks, filled, query


@pytest.fixture
def server():
    with qdrant() as fake:
        yield fake


@pytest.fixture
def index(server):
    return QdrantServerIndex(server.url, api_key=API_KEY, seconds=1)


def everything(index):
    yield "state", lambda: index.state("mau")
    yield "query", lambda: index.query("mau", query("suy tim"), seconds=5)
    yield "replace", lambda: index.replace("mau", blocks(), content="c2", dimensions=16)
    yield "drop", lambda: index.drop("mau")


def assert_all_unavailable(index):
    for name, call in everything(index):
        with pytest.raises(IndexUnavailable):
            call()
        assert name


def test_a_server_that_refuses_connections_is_unavailable():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert_all_unavailable(QdrantServerIndex(f"http://127.0.0.1:{port}"))


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 503])
def test_a_server_that_answers_with_an_error_is_unavailable(server, index, status):
    filled(index)
    server.fails_with = status
    assert_all_unavailable(index)


def test_a_server_that_answers_nonsense_is_unavailable(server, index):
    filled(index)
    server.garbles = True
    assert_all_unavailable(index)


def test_a_wrong_key_is_unavailable(server):
    assert_all_unavailable(QdrantServerIndex(server.url, api_key="another"))


def test_a_slow_server_is_given_up_in_time(server, index):
    filled(index)
    server.delay = 3
    started = time.monotonic()
    with pytest.raises(IndexUnavailable):
        index.query("mau", query("suy tim"), seconds=5)
    assert time.monotonic() - started < 2


def test_less_than_a_second_is_no_time_to_ask_a_server(server, index):
    filled(index)
    server.requests.clear()
    with pytest.raises(IndexUnavailable, match="no time left"):
        index.query("mau", query("suy tim"), seconds=0.9)
    assert server.requests == []


def test_a_query_is_one_request_and_says_its_time_limit(server, index):
    filled(index)
    server.requests.clear()
    asked(index, "suy tim")
    assert server.requests == [("POST", "/collections/duocthu.mau/points/query/batch", {"timeout": "1"})]


def test_drug_and_section_have_payload_indexes_and_words_their_rarity(server, index):
    filled(index)
    (collection,) = server.collections.values()
    assert collection.payload_indexes == {"drug_id", "section_key"}
    assert collection.config["sparse_vectors"]["words"]["modifier"] == "idf"
    assert collection.config["vectors"]["meaning"] == {"size": 16, "distance": "Dot"}
    assert set(collection.points[12]["payload"]) == {"drug_id", "section_key"}


def test_only_the_collection_that_answers_is_kept(server, index):
    filled(index)
    index.replace("mau", blocks(), content="c2", dimensions=16)
    (name,) = server.collections
    assert name.startswith("duocthu.mau.c2.")
    assert server.aliases == {"duocthu.mau": name}


@pytest.mark.parametrize("requests", range(7))
def test_a_server_that_fails_at_any_moment_of_a_build_keeps_the_old_index(server, index, requests):
    filled(index)
    server.fails_with, server.fails_after = 500, requests
    with pytest.raises(IndexUnavailable):
        index.replace("mau", blocks({12: TEXTS[12]}), content="c2", dimensions=16)
    server.fails_with = server.fails_after = None
    assert index.state("mau") == IndexState("c1", 5)
    assert asked(index, "suy tim").by_words == (15, 14, 12)
    index.replace("mau", blocks({12: TEXTS[12]}), content="c2", dimensions=16)
    assert len(server.collections) == 1


def test_a_server_that_fails_while_the_old_collection_is_removed_has_the_new_index(server, index):
    filled(index)
    server.fails_with, server.fails_after = 500, 7
    index.replace("mau", blocks({12: TEXTS[12]}), content="c2", dimensions=16)
    server.fails_with = server.fails_after = None
    assert index.state("mau") == IndexState("c2", 1)
    assert len(server.collections) == 2
    filled(index)
    assert len(server.collections) == 1


def test_a_server_that_loses_points_is_not_switched_to(server, index):
    filled(index)
    server.loses_points = True
    with pytest.raises(IndexUnavailable, match=r"5 blocks were sent to .* 4 are there"):
        index.replace("mau", blocks(), content="c2", dimensions=16)
    assert index.state("mau") == IndexState("c1", 5)


def test_installations_that_share_a_server_keep_apart(server):
    one, other = (QdrantServerIndex(server.url, api_key=API_KEY, prefix=prefix) for prefix in ("mot", "hai"))
    filled(one)
    assert other.state("mau") is None
    other.drop("mau")
    assert one.state("mau") == IndexState("c1", 5)
