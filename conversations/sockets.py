"""A websocket whose reader may leave at any moment, and what it may do in the background."""

import asyncio
import json
import logging
from collections.abc import Coroutine
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from conversations.server_messages import Frame

logger = logging.getLogger(__name__)

_background: set[asyncio.Task[None]] = set()  # the loop itself holds tasks only weakly


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    async def connect(self) -> None:
        self.gone = False
        self.wake = asyncio.Event()  # there is something to look for, or the socket is gone
        self.sending = asyncio.Lock()
        await self.accept()  # before a refusal too: only then does the browser learn its code

    async def disconnect(self, code: int) -> None:
        self.is_gone()

    def is_gone(self) -> None:
        self.gone = True
        self.wake.set()

    async def leave(self, code: int) -> None:
        if not self.gone:
            self.is_gone()
            await self.close(code=code)

    async def say(self, *frames: Frame) -> None:
        """In this order and nothing in between. A reader who has left is no error."""
        async with self.sending:
            for frame in frames:
                if self.gone:
                    return
                try:
                    await self.send(text_data=json.dumps(frame, ensure_ascii=False))
                except (OSError, RuntimeError):  # how servers say that the connection is closed
                    self.is_gone()

    async def layer(self, method: str, *args: Any) -> None:
        """Hints only save time: a layer that is down is logged, and the rows are looked at instead."""
        try:
            await getattr(self.channel_layer, method)(*args)
        except Exception:
            # Each layer has errors of its own.
            logger.warning("channel layer: %s failed", method, exc_info=True)

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Goes on when the socket is gone. Nobody awaits it, so the log is the only place that learns of an error."""

        async def logged() -> None:
            try:
                await work
            except Exception:
                logger.exception("background work of a socket failed")

        task = asyncio.get_running_loop().create_task(logged())
        _background.add(task)
        task.add_done_callback(_background.discard)
