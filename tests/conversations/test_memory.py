"""What lives as long as the process is set aside from garbage collection, once for each thing built."""

import gc
from collections.abc import Iterator

import pytest

from conversations import memory


@pytest.fixture(autouse=True)
def _as_at_the_start() -> Iterator[None]:
    before = list(memory._settled)
    memory._settled.clear()
    yield
    memory._settled[:] = before
    gc.unfreeze()


class Node:
    gone = 0

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        Node.gone += 1


def test_what_was_built_is_set_aside() -> None:
    gc.unfreeze()
    memory.settle(Node())
    assert gc.get_freeze_count() > 0


def test_the_same_thing_is_set_aside_once() -> None:
    built = Node()
    memory.settle(built)
    gc.unfreeze()
    memory.settle(built)
    assert gc.get_freeze_count() == 0


def test_what_a_newer_one_replaced_does_not_stay_for_ever() -> None:
    gc.collect()
    Node.gone = 0
    memory.settle(Node())  # in a cycle with itself: only the collector can free it
    memory.settle(object())
    assert Node.gone == 1
