"""Places at the processor: bounded, given up while a model is waited for, and always given back."""

from threading import BoundedSemaphore

import pytest

from conversations.processor import place
from conversations.threads import turns_at_once
from rag.breakers import Breaker
from rag.ports import ConfiguredModel
from tests.model_fakes import END, ScriptedModel
from tests.prompts import make_prompt


@pytest.fixture
def places() -> BoundedSemaphore:
    return BoundedSemaphore(1)


def is_free(places: BoundedSemaphore) -> bool:
    free = places.acquire(blocking=False)
    if free:
        places.release()
    return free


def test_a_turn_holds_its_place_until_it_ends(places: BoundedSemaphore) -> None:
    with place(places):
        assert not is_free(places)
    assert is_free(places)


def test_a_turn_that_fails_gives_its_place_back(places: BoundedSemaphore) -> None:
    with pytest.raises(ZeroDivisionError), place(places):
        raise ZeroDivisionError
    assert is_free(places)


def test_the_first_request_to_the_model_gives_the_place_up_and_the_next_gives_up_nothing(
    places: BoundedSemaphore,
) -> None:
    with place(places) as mine:
        served = mine.given_up_for(ConfiguredModel(ScriptedModel([["Liều", END]]), Breaker()))
        assert served is not None
        assert not is_free(places)
        for _ in range(2):
            list(served.model.reply(make_prompt(), timeout=1.0, cancelled=lambda: False))
            assert is_free(places)
    assert is_free(places)


def test_every_turn_meets_the_same_breaker(places: BoundedSemaphore) -> None:
    breaker = Breaker()
    with place(places) as mine:
        served = mine.given_up_for(ConfiguredModel(ScriptedModel([[END]]), breaker))
    assert served is not None
    assert served.breaker is breaker
    assert served.model.model_id == "scripted"


def test_without_a_model_there_is_nothing_to_wait_for(places: BoundedSemaphore) -> None:
    with place(places) as mine:
        assert mine.given_up_for(None) is None


@pytest.mark.parametrize(
    ("model", "computing", "with_model", "expected"),
    [("", 2, 32, 2), ("bedrock", 2, 32, 32), ("openai", 8, 4, 8)],
)
def test_more_turns_run_at_once_where_a_model_is_waited_for(
    model: str, computing: int, with_model: int, expected: int
) -> None:
    chosen = {"LANGUAGE_MODEL": model, "TURN_THREADS": computing, "MODEL_TURN_THREADS": with_model}
    assert turns_at_once(chosen) == expected
