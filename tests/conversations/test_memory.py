"""What lives as long as the process is set aside from garbage collection, when it is built and once more later."""

import gc
from collections.abc import Iterator

import pytest

from conversations import memory


@pytest.fixture(autouse=True)
def _nothing_set_aside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(memory, "_built", None)
    gc.unfreeze()
    gc.collect()
    yield
    gc.unfreeze()


class InACycle:
    """Only the collector can free it."""

    gone = 0

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        InACycle.gone += 1


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> type[InACycle]:
    monkeypatch.setattr(InACycle, "gone", 0)
    return InACycle


def test_what_was_built_is_set_aside() -> None:
    memory.settle(object())
    assert gc.get_freeze_count() > 0


def test_the_next_turn_sets_nothing_aside() -> None:
    built = object()
    memory.settle(built)
    gc.unfreeze()
    memory.settle(built)
    assert gc.get_freeze_count() == 0


def test_what_a_newer_one_replaced_does_not_stay_for_ever(gone: type[InACycle]) -> None:
    memory.settle(gone())
    memory.settle(object())
    assert gone.gone == 1


def test_what_was_only_passing_through_is_freed_some_turns_later(gone: type[InACycle]) -> None:
    built, passing = object(), gone()
    memory.settle(built)
    del passing
    gc.collect()
    assert gone.gone == 0
    for _ in range(memory._AGAIN_AT):
        memory.settle(built)
    assert gone.gone == 1
