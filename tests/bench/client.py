"""A browser's websocket, reduced to asking and waiting for the finished turn."""

import asyncio
import json
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

ANSWER_SECONDS = 40
FIRST_SECONDS = 240  # the first turn of a server also builds the index of names, whatever else the machine does


@dataclass(frozen=True, slots=True)
class Answered:
    """`ms` from sending the question to having the whole turn."""

    ms: float
    turn: dict[str, Any]


class Refused(Exception):
    """The server answered with an error frame."""


class Chat:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def ask(
        self, question: str, *, conversation: str | None = None, patience: float = ANSWER_SECONDS
    ) -> Answered:
        """Raises Refused, and TimeoutError when no turn comes."""
        asked = {"type": "ask", "conversation": conversation, "question": question, "client_key": str(uuid.uuid4())}
        started = time.perf_counter()
        await self._socket.send(json.dumps(asked, ensure_ascii=False))
        own: str | None = None
        while True:
            frame = json.loads(await asyncio.wait_for(self._socket.recv(), patience))
            if frame["type"] == "error":
                raise Refused(f"{frame['code']}: {frame['message']}")
            if frame["type"] == "accepted":
                own = frame["turn"]
            if frame["type"] == "done" and frame["turn"]["id"] == own:
                return Answered((time.perf_counter() - started) * 1000, frame["turn"])


@asynccontextmanager
async def chatting(port: int, session: str) -> AsyncIterator[Chat]:
    origin = f"http://127.0.0.1:{port}"
    headers = {"Cookie": f"sessionid={session}"}
    async with connect(f"ws://127.0.0.1:{port}/ws/chat/", additional_headers=headers, origin=origin) as socket:  # type: ignore[arg-type]
        yield Chat(socket)
