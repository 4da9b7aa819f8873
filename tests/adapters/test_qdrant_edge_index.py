"""What only an index inside the process has: a folder of its own, and other processes beside it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from duocthu.adapters.qdrant_edge_index import QdrantEdgeIndex
from formulary.ports import IndexState, IndexUnavailable
from tests.adapters.test_vector_indexes import TEXTS, asked, blocks, filled

ROOT = Path(__file__).resolve().parents[2]

BUILD_AND_WAIT = """
import sys, time
from duocthu.adapters.qdrant_edge_index import QdrantEdgeIndex
from tests.adapters.test_vector_indexes import filled
index = filled(QdrantEdgeIndex(sys.argv[1]))
print("built", flush=True)
time.sleep(float(sys.argv[2]))
"""


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "qdrant"


@pytest.fixture
def index(folder):
    made = QdrantEdgeIndex(folder)
    yield made
    made.close()


def another_process(folder: Path, seconds: float) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", BUILD_AND_WAIT, str(folder), str(seconds)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "built\n"
    return process


def owners(folder: Path) -> set[int]:
    return {int(path.name.partition("-")[0]) for path in folder.iterdir() if path.is_dir()}


def test_nothing_is_written_before_something_is_built(index, folder):
    assert index.state("mau") is None
    assert not folder.exists()


def test_a_process_that_ends_takes_its_files_along(folder):
    another_process(folder, 0).wait(30)
    assert owners(folder) == set()


def test_what_a_killed_process_left_is_removed_by_the_next(index, folder):
    killed = another_process(folder, 60)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait(30)
    assert owners(folder) == {killed.pid}
    filled(index)
    assert owners(folder) == {os.getpid()}
    assert asked(index, "suy tim").by_words == (15, 14, 12)


def test_processes_beside_each_other_keep_their_own(index, folder):
    other = another_process(folder, 60)
    try:
        filled(index)
        assert owners(folder) == {os.getpid(), other.pid}
    finally:
        other.kill()
        other.wait(30)


def test_a_replaced_build_leaves_no_files(index, folder):
    filled(filled(index))
    assert len([path for path in next(folder.glob("*-*")).iterdir() if path.is_dir()]) == 1


def test_a_build_that_breaks_off_leaves_no_files(index, folder):
    def breaking():
        yield from blocks()
        raise ValueError("cut off")

    with pytest.raises(ValueError, match="cut off"):
        index.replace("mau", breaking(), content="c1", dimensions=16)
    assert [path for path in next(folder.glob("*-*")).iterdir() if path.is_dir()] == []


def test_two_editions_are_kept_and_the_one_asked_longest_ago_goes(index):
    for edition in ("a", "b"):
        index.replace(edition, blocks(), content=edition, dimensions=16)
    index.query("a", _query(), seconds=1)
    index.replace("c", blocks(), content="c", dimensions=16)
    assert [index.state(edition) is not None for edition in "abc"] == [True, False, True]


def test_a_folder_that_cannot_be_written_is_unavailable(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(IndexUnavailable):
        filled(QdrantEdgeIndex(tmp_path / "file"))


def test_vectors_of_the_wrong_length_are_refused(index):
    filled(index)
    with pytest.raises(IndexUnavailable):
        index.replace("mau", blocks({12: TEXTS[12]}), content="c2", dimensions=8)
    assert index.state("mau") == IndexState("c1", 5)


def test_a_busy_index_is_not_waited_for_longer_than_allowed(index):
    filled(index)
    with index._lock, pytest.raises(IndexUnavailable, match="busy"):
        index.query("mau", _query(), seconds=0.05)


def test_a_forked_child_starts_with_nothing_and_leaves_the_parents_files_alone(index):
    filled(index)
    child = os.fork()
    if child == 0:
        os._exit(0 if index.state("mau") is None else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert asked(index, "suy tim").by_words == (15, 14, 12)


def _query():
    from tests.adapters.test_vector_indexes import query

    return query("suy tim")
