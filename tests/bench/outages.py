"""The real server while its model has a bad day: twenty questions at once in every fault, and an outage that ends."""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.adapters.model_servers import (
    BrokenPiece,
    Cut,
    Dialect,
    End,
    EventStream,
    Hang,
    Received,
    Refuse,
    Reset,
    Say,
    ServerSentEvents,
    Slice,
    Step,
    Trouble,
    model_server,
)
from tests.bench.client import Answered, chatting
from tests.bench.progress import tell
from tests.bench.rehearsed import faithful
from tests.bench.server import Prepared, prepare, serving, stop_database

TURNS = 20
WRITTEN, UNWRITTEN = "chỉ định của amlodipin", "Prednisolon"
BEGUN = '{"cau": [{"text": "'
FAULTS: dict[str, tuple[float, tuple[Step, ...]]] = {  # seconds before the status line, and what follows
    "slow start": (90.0, ()),
    "silence": (0.0, (Say(BEGUN), Hang())),
    "a byte a second": (0.0, (Slice(1, pause=1.0), *[Say(BEGUN)] * 100)),
    "throttled": (0.0, (Refuse("throttled"),)),
    "throttled in the stream": (0.0, (Say(BEGUN), Trouble("throttled"))),
    "5xx": (0.0, (Refuse("down"),)),
    "empty": (0.0, ()),
    "truncated": (0.0, (Say(BEGUN), Cut())),
    "reset": (0.0, (Reset(),)),
    "broken piece": (0.0, (BrokenPiece(),)),
    "malformed": (0.0, (Say("Xin lỗi, tôi không thể giúp."), End())),
    "blank": (0.0, (Say(" \n "), End())),
}
OUTAGE_SECONDS = 15.0
PATIENCE = 60.0
_SECONDS_BETWEEN_ASKS = 1.0


def measure(base: Path, *, monographs: int) -> dict[str, Any]:
    """Seconds. `latest`: of the twenty; `beside_ms`: of a question that needs no model, asked while they wait."""
    prepared = prepare(base, monographs=monographs, people=(2 * (len(FAULTS) + 1)) * (TURNS + 1) + 8)
    people = iter(prepared.sessions)
    try:
        faults = {
            f"{dialect.name}: {fault}": _in_fault(prepared, dialect, people, fault)
            for dialect in (EventStream(from_tool=True), ServerSentEvents())
            for fault in (*FAULTS, "nobody accepts")
        }
        outage = _outage(prepared, people)
    finally:
        stop_database(prepared.var)
    return {"faults": faults, "outage": outage}


def _settings(dialect: Dialect, port: int) -> dict[str, str]:
    url = f"http://127.0.0.1:{port}"
    common = {"LANGUAGE_MODEL": dialect.name, "LANGUAGE_MODEL_ID": "test.model-v1:0", "LOG_LEVEL": "CRITICAL"}
    if dialect.name == "openai":
        return common | {"LANGUAGE_MODEL_URL": f"{url}/v1"}
    keys = {"AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": "none", "AWS_EC2_METADATA_DISABLED": "true"}
    return common | keys | {"LANGUAGE_MODEL_URL": url, "AWS_REGION": "ap-southeast-1"}


def _in_fault(prepared: Prepared, dialect: Dialect, people: Iterator[str], fault: str) -> dict[str, Any]:
    """In a server of its own, whose breaker has seen nothing yet."""
    tell(f"outages: {dialect.name}, {fault}")
    with _bad_server(dialect, fault) as port, serving(prepared, settings=_settings(dialect, port)) as server:
        sessions = [next(people) for _ in range(TURNS + 1)]
        turns, beside = asyncio.run(_all_at_once(server.port, sessions))
    return {
        "latest": round(max(turn.ms for turn in turns) / 1000, 2),
        "beside_ms": round(beside.ms),
        "outcomes": dict(Counter(f"{turn.turn['outcome']}/{turn.turn['reason']}" for turn in turns)),
        "shown": sum(bool(turn.turn["claims"]) for turn in turns),
    }


@contextmanager
def _bad_server(dialect: Dialect, fault: str) -> Iterator[int]:
    if fault in FAULTS:
        with model_server(dialect) as told:
            told.before_head, told.steps = FAULTS[fault]
            yield told.port
        return
    with socket.create_server(("127.0.0.1", 0), backlog=0) as deaf:  # one waits to be accepted, the others to be heard
        address = deaf.getsockname()
        with socket.create_connection(address), _waiting(address):
            yield address[1]


@contextmanager
def _waiting(address: tuple[str, int]) -> Iterator[None]:
    """A second one, should the system let it in too."""
    second = socket.socket()
    second.setblocking(False)
    second.connect_ex(address)
    try:
        yield
    finally:
        second.close()


async def _all_at_once(port: int, sessions: Sequence[str]) -> tuple[list[Answered], Answered]:
    async with AsyncExitStack() as opened:
        chats = [await opened.enter_async_context(chatting(port, session)) for session in sessions]
        *waiting, other = chats
        await other.ask(UNWRITTEN)  # what a process builds once is built
        asks = [asyncio.create_task(chat.ask(WRITTEN)) for chat in waiting]
        await asyncio.sleep(2.0)
        beside = await other.ask(UNWRITTEN)
        return await asyncio.gather(*asks), beside


def _outage(prepared: Prepared, people: Iterator[str]) -> dict[str, Any]:
    """The provider is gone for a while and comes back at the same address; nobody touches the service."""
    tell("outages: the provider is gone and comes back")
    dialect = ServerSentEvents()
    with _provider(dialect) as port:
        pass
    with serving(prepared, settings=_settings(dialect, port)) as server:
        with _provider(dialect, port):
            before = asyncio.run(_asked(server.port, next(people), seconds=0.0))
        during = asyncio.run(_asked(server.port, next(people), seconds=OUTAGE_SECONDS))
        came_back = time.monotonic()
        with _provider(dialect, port):
            after = asyncio.run(_asked(server.port, next(people), seconds=PATIENCE, until="verified"))
            recovered = time.monotonic() - came_back
    return {
        "before": [turn.turn["reason"] for turn in before],
        "during": dict(Counter(turn.turn["reason"] for turn in during)),
        "latest_during_ms": round(max(turn.ms for turn in during)),
        "after": [turn.turn["reason"] for turn in after],
        "recovered_seconds": round(recovered, 1) if after[-1].turn["reason"] == "verified" else None,
    }


@contextmanager
def _provider(dialect: Dialect, port: int = 0) -> Iterator[int]:
    with model_server(dialect, port=port) as told:
        told.answers = _answers
        yield told.port


def _answers(request: Received) -> tuple[Step, ...]:
    said = faithful(request.body["messages"][1]["content"])
    return (*(Say(said[at : at + 40]) for at in range(0, len(said), 40)), End())


async def _asked(port: int, session: str, *, seconds: float, until: str = "") -> list[Answered]:
    """Once a second, at least once, until the time is over or a turn ends for the reason `until`."""
    ends = time.monotonic() + seconds
    found: list[Answered] = []
    async with chatting(port, session) as chat:
        while True:
            found.append(await chat.ask(WRITTEN))
            if time.monotonic() >= ends or found[-1].turn["reason"] == until:
                return found
            await asyncio.sleep(_SECONDS_BETWEEN_ASKS)
