"""Twenty turns at once that need a model, over real connections: what a bad provider does to them and to others."""

import json
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections

from conversations import engine, language_model
from conversations.answering import answer_turn, cancel_turn
from conversations.intake import submit_turn
from conversations.models import Turn
from conversations.permissions import CLINICIAN
from rag.breakers import Breaker, BreakerState
from rag.ports import ConfiguredModel
from tests.adapters.model_servers import (
    BrokenPiece,
    Cut,
    End,
    EventStream,
    Garbage,
    Hang,
    ModelServer,
    Refuse,
    Reset,
    Say,
    ServerSentEvents,
    Slice,
    model_server,
)
from tests.conversations.conftest import make_user
from tests.formulary.book import load_markdown_edition
from tests.model_fakes import FakeClock

pytestmark = pytest.mark.django_db(transaction=True)

TURNS = 20
PATIENCE = 60.0  # on the busiest machine; no test waits for it
WRITTEN, UNWRITTEN = "chỉ định của Exampline", "Exampline"
CLAIM = json.dumps({"cau": [{"text": "Chỉ định: đau đầu, sốt.", "nguon": [1]}], "ra_soat": []})
HOLDS = json.dumps({"ket_luan": [{"so": 1, "dung": True, "vi_sao": ""}]})
BLANK = json.dumps({"cau": [{"text": "   ", "nguon": [1]}], "ra_soat": []})

FAULTS: dict[str, tuple[Any, ...]] = {
    "silence": (Hang(),),
    "silence after a piece": (Say('{"cau": ['), Hang()),
    "a byte at a time": (Slice(1, pause=0.2), *[Say('{"cau": [')] * 100),
    "throttled": (Refuse("throttled"),),
    "5xx": (Refuse("down"),),
    "empty": (),
    "truncated": (Say('{"cau": ['), Cut()),
    "reset": (Reset(),),
    "another program": (Garbage(),),
    "broken piece": (BrokenPiece(),),
    "no json": (Say("Xin lỗi, tôi không thể giúp."), End()),
    "blank": (Say(" \n "), End()),
    "blank claim": (Say(BLANK), End()),
}


@pytest.fixture(params=["bedrock", "openai"])
def server(request: pytest.FixtureRequest, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIATEST")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not a real secret")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    load_markdown_edition()
    engine.names_of_current_edition()
    with model_server(EventStream(from_tool=True) if request.param == "bedrock" else ServerSentEvents()) as told:
        url = f"http://127.0.0.1:{told.port}"
        served = {
            "bedrock": {
                "BACKEND": "duocthu.adapters.bedrock_model.BedrockModel",
                "OPTIONS": {"model_id": "test.model-v1:0", "region": "ap-southeast-1", "url": url},
            },
            "openai": {
                "BACKEND": "duocthu.adapters.openai_model.OpenAIModel",
                "OPTIONS": {"model_id": "may-thu", "url": f"{url}/v1"},
            },
        }
        settings.DUOCTHU = settings.DUOCTHU | {"LANGUAGE_MODEL": request.param, "LANGUAGE_MODELS": served}
        language_model.forget()
        yield told
        language_model.forget()


def submitted(person: User, question: str) -> uuid.UUID:
    return submit_turn(conversation=None, owner=person, question=question).pk


def answered(turn_id: uuid.UUID) -> Turn:
    """In a thread of the test's, which has a connection of its own."""
    try:
        return answer_turn(turn_id)
    finally:
        connections.close_all()


@contextmanager
def all_at_once() -> Iterator[list[tuple[User, uuid.UUID, Future[Turn]]]]:
    """Who asks, what, and what comes of it."""
    people = [make_user(f"bac-si-{number}", CLINICIAN) for number in range(TURNS)]
    turns = [submitted(person, WRITTEN) for person in people]
    with ThreadPoolExecutor(TURNS) as threads:
        running = [threads.submit(answered, turn) for turn in turns]
        yield list(zip(people, turns, running, strict=True))


def wait_until(holds: Callable[[], bool]) -> bool:
    ends = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < ends:
        time.sleep(0.02)
    return holds()


@pytest.mark.parametrize("fault", FAULTS)
def test_every_turn_ends_and_shows_nothing(server: ModelServer, fault: str, settings: Any) -> None:
    settings.DUOCTHU = settings.DUOCTHU | {"TURN_SECONDS": 1.0}
    server.says(*FAULTS[fault])
    started = time.monotonic()
    with all_at_once() as turns:
        ended = [turn.result(PATIENCE) for *_, turn in turns]
    assert time.monotonic() - started < PATIENCE / 2  # not one after the other, nor as long as the server would hang
    assert {(turn.status, turn.outcome) for turn in ended} == {("done", "abstain")}
    assert {turn.reason for turn in ended} <= {"model_unavailable", "budget_exhausted"}
    assert not any(turn.recorded.claims for turn in ended if turn.recorded)
    assert wait_until(lambda: server.open_now == 0)


def test_turns_that_wait_for_a_model_keep_nobody_from_asking(clinician: User, server: ModelServer) -> None:
    server.says(Hang())
    with all_at_once() as turns:
        assert wait_until(lambda: len(server.received) == TURNS)  # every one of them has come as far as its model
        other = answer_turn(submitted(clinician, UNWRITTEN))
        assert (other.status, other.outcome) == ("done", "answered")
        assert not any(turn.done() for *_, turn in turns)
        for person, turn_id, _ in turns:
            cancel_turn(turn_id, actor=person)
        assert {turn.result(PATIENCE).reason for *_, turn in turns} == {"interrupted"}


def test_a_provider_that_is_down_is_left_alone_and_what_needs_no_model_goes_on(
    clinician: User, server: ModelServer
) -> None:
    server.says(Refuse("down"))
    with all_at_once() as turns:
        assert {turn.result(PATIENCE).reason for *_, turn in turns} == {"model_unavailable"}
    served = language_model.configured()
    assert served is not None
    assert served.breaker.state is BreakerState.OPEN
    server.received.clear()
    assert answer_turn(submitted(clinician, WRITTEN)).reason == "model_unavailable"
    assert answer_turn(submitted(clinician, UNWRITTEN)).outcome == "answered"
    assert server.received == []


def test_after_an_outage_of_a_minute_answers_are_written_again_with_nobody_s_help(
    clinician: User, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock()
    served = ConfiguredModel(language_model.made(), Breaker(clock=clock))
    monkeypatch.setattr(language_model, "configured", lambda: served)
    server.says(Refuse("down"))
    with all_at_once() as turns:
        assert {turn.result(PATIENCE).reason for *_, turn in turns} == {"model_unavailable"}
    server.received.clear()
    for _ in range(60):
        clock.now += 1.0
        assert answer_turn(submitted(another(), WRITTEN)).reason == "model_unavailable"
    assert len(server.received) <= 6  # one call looks every ten seconds

    server.before.append((Say(CLAIM), End()))
    server.says(Say(HOLDS), End())
    clock.now += 10.0
    assert answer_turn(submitted(clinician, WRITTEN)).reason == "verified"
    assert served.breaker.state is BreakerState.CLOSED


def another() -> User:
    """Somebody who has not asked yet: how often one person may ask is bounded."""
    return make_user(f"bac-si-{uuid.uuid4()}", CLINICIAN)
