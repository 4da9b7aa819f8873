"""The index of an edition: built once for each revision, whoever asks."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from formulary import names
from formulary.names import names_for
from rag.ports import DrugNames


@pytest.fixture
def reads(monkeypatch):
    """The editions whose rows were read, one entry a read."""
    read = []

    def name_rows(edition_id):
        read.append(edition_id)
        yield "paracetamol", "Paracetamol", "Paracetamol", "title"

    monkeypatch.setattr(names, "name_rows", name_rows)
    monkeypatch.setattr(names, "atc_codes", lambda edition_id: {})
    monkeypatch.setattr(names, "_BUILT", {})
    return read


def test_an_edition_is_read_once_while_its_revision_stays(reads):
    assert names_for(1, 1) is names_for(1, 1)
    assert reads == [1]


def test_a_new_revision_replaces_the_old_index(reads):
    old = names_for(1, 1)
    new = names_for(1, 2)
    assert new is not old
    assert names_for(1, 2) is new
    assert reads == [1, 1]
    assert len(names._BUILT) == 1


def test_a_turn_that_began_before_the_new_revision_gets_the_newest_names(reads):
    new = names_for(1, 2)
    assert names_for(1, 1) is new
    assert reads == [1]


def test_editions_do_not_share_an_index(reads):
    assert names_for(1, 1) is not names_for(2, 1)


def test_threads_that_ask_together_wait_for_one_build(reads):
    start = Barrier(8)

    def ask(_: int) -> DrugNames:
        start.wait()
        return names_for(1, 1)

    with ThreadPoolExecutor(8) as pool:
        built = set(map(id, pool.map(ask, range(8))))
    assert len(built) == 1
    assert reads == [1]


def test_the_index_answers_the_port(reads):
    (span,) = names_for(1, 1).find("liều paracetamol")
    assert span.mention is not None
    assert span.mention.id == "paracetamol"
