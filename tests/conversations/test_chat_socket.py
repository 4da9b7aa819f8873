"""The websocket end to end: sessions, frames, turns, tabs and threads are real; only the pipeline is a stand-in."""

import asyncio
import json
import threading
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent import futures
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError, connections
from django.db.backends.signals import connection_created
from django.test import Client
from django.utils import timezone

from conversations import answering, chat_work, consumers, sockets, threads
from conversations.intake import REFUSALS, submit_turn
from conversations.interruptions import close_turn
from conversations.models import Conversation, Turn
from duocthu.asgi import application
from rag.outcomes import Outcome
from rag.records import Stage, TurnRecord
from tests.conversations.conftest import FakeEngine, make_user
from tests.conversations.records import abstaining, answered, escalating

# The server bounds its waits for the whole process; the tests beside these wait as long as it takes.
connection_created.disconnect(dispatch_uid="conversations.patience")

pytestmark = pytest.mark.django_db(transaction=True)

Frame = dict[str, Any]
Open = Callable[..., Awaitable["Socket"]]


class Socket:
    """A browser's end of the connection."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def send(self, **frame: Any) -> None:
        await self.communicator.send_to(text_data=json.dumps(frame))

    async def raw(self, text: str) -> None:
        await self.communicator.send_to(text_data=text)

    async def next(self) -> Frame:
        frame: Frame = json.loads(await self.communicator.receive_from(5))
        return frame

    async def until(self, kind: str) -> list[Frame]:
        """Frames up to and with the first of that type."""
        frames = [await self.next()]
        while frames[-1]["type"] != kind:
            frames.append(await self.next())
        return frames

    async def closed_with(self) -> int:
        message = await self.communicator.receive_output(5)
        assert message["type"] == "websocket.close"
        code: int = message["code"]
        return code

    async def leave(self) -> None:
        await self.communicator.disconnect()


@pytest.fixture
async def connect(transactional_db: None) -> AsyncIterator[Open]:
    opened: list[Socket] = []

    async def open_socket(user: User | None, query: str = "", origin: str | None = "http://127.0.0.1") -> Socket:
        headers = [(b"host", b"127.0.0.1")]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if user is not None:
            headers.append((b"cookie", await sync_to_async(cookie_of)(user)))
        socket = Socket(WebsocketCommunicator(application, f"/ws/chat/{query}", headers=headers))
        connected, _ = await socket.communicator.connect(5)
        assert connected
        opened.append(socket)
        return socket

    yield open_socket
    for socket in opened:
        await socket.leave()
    for _ in range(100):
        if not sockets._background:
            break
        await asyncio.sleep(0.02)
    await sync_to_async(close_every_connection)()


def close_every_connection() -> None:
    """The test communicator keeps threads from closing theirs, and the test database could not be dropped."""
    for pool in (threads._TURNS, threads._READS):
        together = threading.Barrier(pool._max_workers)

        def close(together: threading.Barrier = together) -> None:
            connections.close_all()
            together.wait(5)

        futures.wait([pool.submit(close) for _ in range(pool._max_workers)])
    connections.close_all()


def cookie_of(user: User) -> bytes:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}".encode()


@pytest.fixture
def clinician(transactional_db: None) -> User:
    return make_user("bac-si", "clinician")


@pytest.fixture
def other_clinician(transactional_db: None) -> User:
    return make_user("bac-si-khac", "clinician")


class Gate:
    """A pipeline that waits in the middle of a turn until it is let go."""

    def __init__(self, record: TurnRecord | None = None) -> None:
        self.go = threading.Event()
        self.entered = threading.Event()
        self.record = record or answered()

    def __call__(self, request: Any, *, on_stage: Any, cancelled: Any) -> TurnRecord:
        on_stage(Stage.LOOKING_UP)
        self.entered.set()
        while not self.go.wait(0.01):
            if cancelled():
                return abstaining(Outcome.ABSTAIN_INTERRUPTED)
        return self.record


@pytest.fixture
def gate(fake_engine: FakeEngine) -> Gate:
    gate = Gate()
    fake_engine.reply = gate
    return gate


async def test_a_question_is_accepted_then_staged_then_answered_claim_by_claim(
    connect: Open, clinician: User, fake_engine: FakeEngine
) -> None:
    def reply(request: Any, *, on_stage: Any, cancelled: Any) -> TurnRecord:
        for stage in Stage:
            on_stage(stage)
        return answered(claims=2)

    fake_engine.reply = reply
    socket = await connect(clinician)
    await socket.send(type="ask", conversation=None, question="liều paracetamol", client_key="k1")
    frames = await socket.until("done")
    assert [f["type"] for f in frames] == ["accepted", *["stage"] * 4, "claim", "claim", "done"]
    assert [f["stage"] for f in frames if f["type"] == "stage"] == [stage.value for stage in Stage]
    assert frames[0]["number"] == 1
    done = frames[-1]["turn"]
    assert [f["claim"] for f in frames if f["type"] == "claim"] == done["claims"]
    assert {f["turn"] for f in frames[:-1]} == {done["id"]}
    assert frames[-1]["title"] == "liều paracetamol"


async def test_claims_follow_the_commit(connect: Open, clinician: User, fake_engine: FakeEngine) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều")
    claim = (await socket.until("claim"))[-1]
    turn = await Turn.objects.aget(pk=claim["turn"])
    assert turn.status == "done"


async def test_stages_carry_no_clinical_content(connect: Open, clinician: User, gate: Gate) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều")
    stage = (await socket.until("stage"))[-1]
    assert stage.keys() == {"type", "turn", "stage"}
    gate.go.set()
    await socket.until("done")


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "https://127.0.0.1.evil.example",
        "http://127.0.0.1:9999",
        "http://localhost",
    ],
)
async def test_a_foreign_or_missing_origin_is_refused(origin: str | None, clinician: User) -> None:
    headers = [(b"host", b"127.0.0.1"), (b"cookie", await sync_to_async(cookie_of)(clinician))]
    if origin:
        headers.append((b"origin", origin.encode()))
    connected, _ = await WebsocketCommunicator(application, "/ws/chat/", headers=headers).connect()
    assert not connected


async def test_without_a_session_the_socket_is_closed_with_4401(connect: Open) -> None:
    socket = await connect(None)
    assert await socket.closed_with() == 4401


async def test_a_session_key_that_the_database_cannot_hold_is_nobodys() -> None:
    cookie = f'{settings.SESSION_COOKIE_NAME}="abc\\000defgh"'.encode()
    headers = [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1"), (b"cookie", cookie)]
    communicator = WebsocketCommunicator(application, "/ws/chat/", headers=headers)
    await communicator.connect(5)
    assert await Socket(communicator).closed_with() == 4401


async def test_at_another_address_nobody_listens() -> None:
    headers = [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1")]
    connected, _ = await WebsocketCommunicator(application, "/ws/other/", headers=headers).connect()
    assert not connected


async def test_a_socket_that_comes_while_the_database_is_away_is_told_to_try_later(
    clinician: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = [
        (b"host", b"127.0.0.1"),
        (b"origin", b"http://127.0.0.1"),
        (b"cookie", await sync_to_async(cookie_of)(clinician)),
    ]

    def down(*args: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr("channels.auth._get_user_session_key", down)
    connected, code = await WebsocketCommunicator(application, "/ws/chat/", headers=headers).connect()
    assert (connected, code) == (False, 1013)


async def test_an_account_for_programs_only_may_not_chat(connect: Open) -> None:
    program = await sync_to_async(make_user)("benh-vien", "integration")
    socket = await connect(program)
    assert await socket.closed_with() == 4403


BAD = [
    pytest.param("{", "bad_json", id="not JSON"),
    pytest.param('{"type": "sudo"}', "unknown_type", id="unknown type"),
    pytest.param('{"type": "ask", "question": 5}', "bad_message", id="wrong type"),
    pytest.param('{"type": "ask", "question": "' + "a" * 40_000 + '"}', "frame_too_large", id="40 KB"),
    pytest.param(json.dumps({"type": "ask", "question": "  \u200b "}), "blank", id="blank"),
    pytest.param(json.dumps({"type": "ask", "question": "a" * 2001}), "too_long", id="2,001 characters"),
    pytest.param(json.dumps({"type": "ask", "question": "a", "client_key": "k" * 65}), "bad_key", id="long key"),
    pytest.param(
        json.dumps({"type": "ask", "question": "a", "conversation": str(uuid.uuid4())}), "not_found", id="no such one"
    ),
    pytest.param(json.dumps({"type": "resume", "turn": str(uuid.uuid4())}), "not_found", id="resume nothing"),
    pytest.param(json.dumps({"type": "cancel", "turn": str(uuid.uuid4())}), "not_found", id="cancel nothing"),
]


@pytest.mark.parametrize(("text", "code"), BAD)
async def test_a_bad_frame_costs_one_error_and_not_the_connection(
    text: str, code: str, connect: Open, clinician: User, fake_engine: FakeEngine
) -> None:
    socket = await connect(clinician)
    await socket.raw(text)
    error = await socket.next()
    assert (error["type"], error["code"]) == ("error", code)
    assert error["message"]
    await socket.send(type="ask", question="liều")
    assert (await socket.until("done"))[-1]["turn"]["outcome"] == "answered"


@pytest.mark.parametrize("question", ["li\0ều", "liều \ud83d"])
async def test_characters_that_cannot_be_stored_are_refused_as_the_api_refuses_them(
    question: str, connect: Open, clinician: User, fake_engine: FakeEngine
) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question=question)
    error = await socket.next()
    assert (error["code"], error["message"]) == ("invalid", REFUSALS["invalid"].sentence)
    await socket.send(type="ask", question="liều")
    assert (await socket.until("done"))[-1]["turn"]["number"] == 1


async def test_a_binary_frame_costs_one_error(connect: Open, clinician: User) -> None:
    socket = await connect(clinician)
    await socket.communicator.send_to(bytes_data=b"\x00")
    assert (await socket.next())["code"] == "bad_json"


async def test_html_in_a_question_comes_back_as_text(connect: Open, clinician: User, fake_engine: FakeEngine) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question="<script>alert(1)</script> liều")
    assert (await socket.until("done"))[-1]["turn"]["question"] == "<script>alert(1)</script> liều"


async def test_a_second_question_while_one_is_open_is_refused(connect: Open, clinician: User, gate: Gate) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều")
    accepted = await socket.next()
    await socket.send(type="ask", conversation=accepted["conversation"], question="còn trẻ em?")
    assert (await socket.until("error"))[-1]["code"] == "turn_open"
    gate.go.set()
    await socket.until("done")


async def test_a_third_question_at_once_is_refused_as_busy(connect: Open, clinician: User, gate: Gate) -> None:
    socket = await connect(clinician)
    for _ in range(3):
        await socket.send(type="ask", question="liều")
    assert (await socket.until("error"))[-1]["code"] == "busy"
    gate.go.set()
    await socket.until("done")
    await socket.until("done")


async def test_after_an_escalation_the_conversation_is_closed(
    connect: Open, clinician: User, fake_engine: FakeEngine
) -> None:
    fake_engine.reply = escalating()
    socket = await connect(clinician)
    await socket.send(type="ask", question="cho gặp dược sĩ")
    done = (await socket.until("done"))[-1]["turn"]
    assert done["escalation"]["status"] == "escalate"
    await socket.send(type="ask", conversation=done["conversation"], question="liều")
    assert (await socket.next())["code"] == "conversation_closed"


async def test_the_same_key_gives_the_same_turn_and_its_answer_again(
    connect: Open, clinician: User, fake_engine: FakeEngine
) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều", client_key="k1")
    first = await socket.until("done")
    await socket.send(type="ask", question="liều", client_key="k1")
    again = await socket.until("done")
    assert again[-1] == first[-1]
    assert len(fake_engine.requests) == 1


async def test_the_same_key_with_another_question_is_refused(
    connect: Open, clinician: User, fake_engine: FakeEngine
) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều paracetamol", client_key="k1")
    await socket.until("done")
    await socket.send(type="ask", question="liều ibuprofen", client_key="k1")
    assert (await socket.next())["code"] == "key_reused"


async def test_a_question_sent_again_is_answered_even_when_too_many_are_open(
    connect: Open, clinician: User, gate: Gate
) -> None:
    socket = await connect(clinician)
    for key in ("k1", "k2", "k1"):
        await socket.send(type="ask", question="liều", client_key=key)
    accepted = [(await socket.until("accepted"))[-1] for _ in range(3)]
    assert accepted[2]["turn"] == accepted[0]["turn"]
    gate.go.set()
    await socket.until("done")


async def test_a_turn_of_another_process_is_looked_for_at_once_and_not_after_the_long_rest(
    connect: Open, clinician: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "SECONDS_WHILE_OPEN", 0.05)
    turn = await sync_to_async(submit_turn)(conversation=None, owner=clinician, question="liều")
    await Turn.objects.filter(pk=turn.pk).aupdate(
        status="running", claimed_by="elsewhere/1/1", claimed_at=timezone.now()
    )
    socket = await connect(clinician)
    assert await socket.communicator.receive_nothing(0.2)  # it rests for SECONDS_WHILE_IDLE
    await socket.send(type="resume", turn=str(turn.pk))
    await socket.until("stage")
    turn = await Turn.objects.aget(pk=turn.pk)
    await sync_to_async(close_turn)(turn, Outcome.ABSTAIN_INTERRUPTED)
    assert (await asyncio.wait_for(socket.until("done"), 2))[-1]["turn"]["reason"] == "interrupted"


async def test_a_database_that_goes_away_mid_turn_is_told_and_the_turn_still_ends(
    connect: Open, clinician: User, fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "SECONDS_WHILE_OPEN", 0.05)
    monkeypatch.setattr(consumers, "SECONDS_WHILE_IDLE", 0.05)

    def down(turn_id: uuid.UUID, on_stage: Any) -> None:
        Turn.objects.filter(pk=turn_id).update(status="running", claimed_at=timezone.now() - timedelta(minutes=5))
        raise OperationalError("connection refused")

    monkeypatch.setattr(chat_work, "answer", down)
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều")
    frames = await socket.until("done")
    assert [f["code"] for f in frames if f["type"] == "error"] == ["system_error"]
    assert frames[-1]["turn"]["reason"] == "interrupted"


async def test_closing_the_socket_does_not_cancel_the_turn(connect: Open, clinician: User, gate: Gate) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều")
    accepted = await socket.next()
    await asyncio.to_thread(gate.entered.wait, 5)
    await socket.leave()
    gate.go.set()
    back = await connect(clinician)
    await back.send(type="resume", turn=accepted["turn"])
    frames = await back.until("done")
    assert frames[-1]["turn"]["outcome"] == "answered"
    assert [f["type"] for f in frames if f["type"] != "stage"] == ["claim", "done"]


async def test_resume_tells_the_stage_of_a_running_turn_then_its_claims_once(
    connect: Open, clinician: User, gate: Gate
) -> None:
    first = await connect(clinician)
    await first.send(type="ask", question="liều")
    accepted = await first.next()
    await asyncio.to_thread(gate.entered.wait, 5)
    second = await connect(clinician)
    await second.send(type="resume", turn=accepted["turn"])
    assert (await second.next()) == {"type": "stage", "turn": accepted["turn"], "stage": "looking_up"}
    gate.go.set()
    assert [f["type"] for f in await second.until("done")] == ["claim", "done"]
    assert await second.communicator.receive_nothing(0.2)


async def test_resume_of_a_done_turn_sends_every_claim_and_the_turn(
    connect: Open, clinician: User, fake_engine: FakeEngine
) -> None:
    fake_engine.reply = answered(claims=3)
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều")
    first = [f for f in await socket.until("done") if f["type"] in ("claim", "done")]
    await socket.send(type="resume", turn=first[-1]["turn"]["id"])
    assert await socket.until("done") == first


async def test_resume_answers_a_turn_that_nobody_took(connect: Open, clinician: User, fake_engine: FakeEngine) -> None:
    turn = await sync_to_async(submit_turn)(conversation=None, owner=clinician, question="liều")
    socket = await connect(clinician)
    await socket.send(type="resume", turn=str(turn.pk))
    assert (await socket.until("done"))[-1]["turn"]["outcome"] == "answered"


async def test_resume_of_a_turn_whose_process_died_ends_it(connect: Open, clinician: User) -> None:
    turn = await sync_to_async(submit_turn)(conversation=None, owner=clinician, question="liều")
    long_ago = timezone.now() - timedelta(minutes=5)
    await Turn.objects.filter(pk=turn.pk).aupdate(status="running", claimed_at=long_ago)
    socket = await connect(clinician)
    await socket.send(type="resume", turn=str(turn.pk))
    assert (await socket.until("done"))[-1]["turn"]["reason"] == "interrupted"


async def test_cancel_ends_a_running_turn(connect: Open, clinician: User, gate: Gate) -> None:
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều")
    accepted = await socket.next()
    await socket.send(type="cancel", turn=accepted["turn"])
    assert (await socket.until("done"))[-1]["turn"]["reason"] == "interrupted"


async def test_two_people_never_see_each_others_turns(
    connect: Open, clinician: User, other_clinician: User, gate: Gate
) -> None:
    mine = await connect(clinician)
    await mine.send(type="ask", question="liều")
    accepted = await mine.next()
    theirs = await connect(other_clinician, f"?conversation={accepted['conversation']}")
    assert (await theirs.next())["code"] == "not_found"
    for frame in (
        {"type": "resume", "turn": accepted["turn"]},
        {"type": "cancel", "turn": accepted["turn"]},
        {"type": "ask", "question": "liều", "conversation": accepted["conversation"]},
    ):
        await theirs.send(**frame)
        assert (await theirs.next())["code"] == "not_found"
    gate.go.set()
    await mine.until("done")
    assert await theirs.communicator.receive_nothing(0.3)


async def test_a_second_tab_of_the_same_conversation_shows_the_same(connect: Open, clinician: User, gate: Gate) -> None:
    conversation = await Conversation.objects.acreate(owner=clinician)
    asking = await connect(clinician, f"?conversation={conversation.pk}")
    watching = await connect(clinician, f"?conversation={conversation.pk}")
    await asking.send(type="ask", conversation=str(conversation.pk), question="liều")
    accepted = await watching.next()
    gate.go.set()
    here = [f for f in await asking.until("done") if f["type"] != "stage"]
    there = [accepted, *await watching.until("done")]
    assert here == there
    assert await watching.communicator.receive_nothing(0.2)


async def test_a_turn_of_another_process_shows_up_without_a_shared_layer(
    connect: Open, clinician: User, fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "SECONDS_WHILE_IDLE", 0.05)
    conversation = await Conversation.objects.acreate(owner=clinician)
    watching = await connect(clinician, f"?conversation={conversation.pk}")
    turn = await sync_to_async(submit_turn)(conversation=conversation, owner=clinician, question="liều")
    assert (await watching.next())["turn"] == str(turn.pk)
    await sync_to_async(answering.answer_turn)(turn.pk)
    assert [f["type"] for f in await watching.until("done")] == ["claim", "done"]


async def test_a_reconnecting_page_gets_what_it_has_not(
    connect: Open, clinician: User, fake_engine: FakeEngine
) -> None:
    turn = await sync_to_async(submit_turn)(conversation=None, owner=clinician, question="liều")
    await sync_to_async(answering.answer_turn)(turn.pk)
    fresh = await connect(clinician, f"?conversation={turn.conversation_id}")
    assert await fresh.communicator.receive_nothing(0.2)
    behind = await connect(clinician, f"?conversation={turn.conversation_id}&after=0")
    assert [f["type"] for f in await behind.until("done")] == ["accepted", "claim", "done"]


async def test_a_failing_hint_layer_costs_nothing_but_time(
    connect: Open, clinician: User, fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def down(self: Any, *args: Any) -> None:
        raise ConnectionError("redis")

    for method in ("group_add", "group_send", "group_discard"):
        monkeypatch.setattr(f"channels.layers.InMemoryChannelLayer.{method}", down)
    socket = await connect(clinician)
    await socket.send(type="ask", question="liều")
    assert (await socket.until("done"))[-1]["turn"]["outcome"] == "answered"


async def end_session(user: User) -> None:
    await Session.objects.all().adelete()


async def disable(user: User) -> None:
    await User.objects.filter(pk=user.pk).aupdate(is_active=False)


async def change_password(user: User) -> None:
    user.set_password("mat-khau-moi-hoan-toan")
    await user.asave()


async def take_role(user: User) -> None:
    await sync_to_async(user.groups.clear)()


@pytest.mark.parametrize("end", [end_session, disable, change_password, take_role], ids=lambda f: f.__name__)
async def test_a_session_that_has_ended_is_closed(
    end: Callable[[User], Awaitable[None]], connect: Open, clinician: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "SECONDS_BETWEEN_SESSION_CHECKS", 0.05)
    socket = await connect(clinician)
    assert await socket.communicator.receive_nothing(0.2)
    await end(clinician)
    assert await socket.closed_with() == 4401


async def test_a_socket_whose_session_cannot_be_checked_is_closed_in_the_end(
    connect: Open, clinician: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "SECONDS_BETWEEN_SESSION_CHECKS", 0.05)
    socket = await connect(clinician)

    def down(session_key: str) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(chat_work, "person_of_session", down)
    assert await socket.closed_with() == 1013


async def test_a_database_that_was_away_for_a_moment_costs_nothing(
    connect: Open, clinician: User, fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "SECONDS_WHILE_IDLE", 0.02)
    looked = chat_work.turns_after
    failures = iter([OperationalError("connection refused")] * 3)

    def sometimes(*args: Any) -> Any:
        for failure in failures:
            raise failure
        return looked(*args)

    monkeypatch.setattr(chat_work, "turns_after", sometimes)
    conversation = await Conversation.objects.acreate(owner=clinician)
    watching = await connect(clinician)
    await watching.send(type="ask", conversation=str(conversation.pk), question="liều")
    await watching.until("done")
    turn = await sync_to_async(submit_turn)(conversation=conversation, owner=clinician, question="còn trẻ em?")
    assert (await watching.until("accepted"))[-1]["turn"] == str(turn.pk)


def test_sessions_are_checked_often_enough() -> None:
    assert consumers.SECONDS_BETWEEN_SESSION_CHECKS + consumers.SECONDS_WHILE_IDLE <= 60


async def test_twenty_questions_at_once_each_get_their_own_answer(connect: Open, fake_engine: FakeEngine) -> None:
    people = [await sync_to_async(make_user)(f"bac-si-{n}", "clinician") for n in range(20)]
    sockets = [await connect(person) for person in people]
    await asyncio.gather(*(s.send(type="ask", question=f"câu {n}") for n, s in enumerate(sockets)))
    ends = await asyncio.gather(*(s.until("done") for s in sockets))
    assert [frames[-1]["turn"]["question"] for frames in ends] == [f"câu {n}" for n in range(20)]
