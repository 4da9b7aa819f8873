"""Twenty turns at once, through the one door, while their provider has an outage and when it is back."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from duocthu.adapters.bedrock_model import BedrockModel
from duocthu.adapters.openai_model import OpenAIModel
from rag.breakers import Breaker, BreakerState
from rag.errors import TurnStopped
from rag.language import LanguageModel
from rag.model_calls import MeteredModel
from tests.adapters.model_servers import (
    Cut,
    End,
    EventStream,
    Hang,
    ModelServer,
    Refuse,
    Reset,
    Say,
    ServerSentEvents,
    Slice,
    Trouble,
    model_server,
)
from tests.model_fakes import FakeClock
from tests.prompts import make_prompt

TURNS, SECONDS = 20, 1.0
MUCH_LONGER = 8.0  # than any turn may take, on the busiest machine, and shorter than the servers' patience

FAULTS: dict[str, tuple[Any, ...]] = {
    "throttled": (Refuse("throttled"),),
    "5xx": (Refuse("down"),),
    "error in the stream": (Say("Liều"), Trouble("down")),
    "silence": (Hang(),),
    "a byte at a time": (Slice(1, pause=0.1), *[Say("Liều 500 mg ")] * 100),
    "truncated": (Say("Liều"), Cut()),
    "reset": (Reset(),),
    "empty": (),
}


@pytest.fixture(params=["bedrock", "openai"])
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIATEST")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not a real secret")
    with model_server(EventStream() if request.param == "bedrock" else ServerSentEvents()) as told:
        yield told


@pytest.fixture
def model(server: ModelServer) -> LanguageModel:
    url = f"http://127.0.0.1:{server.port}"
    if server.dialect.name == "bedrock":
        return BedrockModel("test.model-v1:0", "ap-southeast-1", url=url)
    return OpenAIModel("test-model", f"{url}/v1")


def turn(model: LanguageModel, breaker: Breaker, seconds: float = SECONDS) -> tuple[str, float]:
    """How it ended and how many seconds after its start."""
    started = time.monotonic()
    meter = MeteredModel(model, breaker=breaker, ends_at=started + seconds)
    try:
        ended = meter.ask(make_prompt(usual_seconds=0.02))
    except TurnStopped as stop:
        ended = type(stop).__name__
    return ended, time.monotonic() - started


def turns_at_once(model: LanguageModel, breaker: Breaker) -> list[tuple[str, float]]:
    with ThreadPoolExecutor(TURNS) as threads:
        return list(threads.map(lambda _: turn(model, breaker), range(TURNS)))


@pytest.mark.parametrize("fault", FAULTS)
def test_every_turn_ends_within_its_time_and_the_provider_is_found_again(
    server: ModelServer, model: LanguageModel, fault: str
) -> None:
    clock = FakeClock()
    breaker = Breaker(pause=10.0, clock=clock)
    server.says(*FAULTS[fault])
    ended = turns_at_once(model, breaker)
    assert "Liều 500 mg" not in {how for how, _ in ended}
    assert max(seconds for _, seconds in ended) < MUCH_LONGER
    assert breaker.state is BreakerState.OPEN

    server.received.clear()
    assert {how for how, _ in turns_at_once(model, breaker)} == {"ModelPaused"}
    assert server.received == []

    clock.now += 10.0  # still down: one call looks, and the pause begins anew
    assert "Liều 500 mg" not in {how for how, _ in turns_at_once(model, breaker)}
    assert len(server.received) < TURNS / 2  # mostly one; more when a busy machine leaves it no time to prove anything

    server.says(Say("Liều 500 mg"), End())
    clock.now += 10.0
    assert turn(model, breaker, seconds=MUCH_LONGER)[0] == "Liều 500 mg"
    assert breaker.state is BreakerState.CLOSED
