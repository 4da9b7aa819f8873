"""The websocket of the chat page: questions in; stages, verified claims and finished turns out.

A turn belongs to its row, not to the socket: closing the page cancels nothing, and whatever a socket has not seen it
reads from the rows. Between sockets only hints travel ({turn, status}), never content; where hints cannot travel,
because another process answers and no layer is shared, the rows are looked at twice a second while a turn is open.
"""

import asyncio
import logging
import uuid
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from conversations import chat_work, server_messages
from conversations.answering import stage_of
from conversations.chat_work import Shown
from conversations.client_messages import Ask, BadFrame, Cancel, Resume, parse
from conversations.intake import IntakeRefused
from conversations.models import Turn
from conversations.sockets import Socket
from conversations.threads import for_reads, for_turns
from rag.records import Stage

logger = logging.getLogger(__name__)

UNAUTHENTICATED, FORBIDDEN, TRY_LATER = 4401, 4403, 1013
NOT_FOUND = "Không tìm thấy lượt hỏi này."
FAILED = "Hệ thống gặp lỗi. Xin thử lại sau ít phút."

SECONDS_WHILE_OPEN = 0.5
SECONDS_WHILE_IDLE = 5.0
SECONDS_BETWEEN_SESSION_CHECKS = 30.0


class ChatConsumer(Socket):
    async def connect(self) -> None:
        self.user: User = self.scope["user"]
        self.conversation: uuid.UUID | None = None
        self.after = 0  # turns of the conversation up to this number are on the page already
        self.announced: set[uuid.UUID] = set()
        self.shown: set[uuid.UUID] = set()
        self.own: set[uuid.UUID] = set()  # being answered for this very socket
        self.awaited: set[uuid.UUID] = set()  # being answered for another one
        await super().connect()
        if not self.user.is_authenticated:
            await self.leave(UNAUTHENTICATED)
        elif not await for_reads(chat_work.may_chat)(self.user):
            await self.leave(FORBIDDEN)
        else:
            await for_reads(chat_work.close_what_died_before)()
            await self._watch_asked_conversation()
            self.in_background(self._keep_looking())

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if self.conversation is not None:
            await self.layer("group_discard", _group(self.conversation), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.gone:
            return
        try:
            message = parse(text_data)
            if isinstance(message, Ask):
                await self._ask(message)
            elif isinstance(message, Resume):
                await self._resume(message.turn)
            else:
                await self._cancel(message)
        except (BadFrame, IntakeRefused) as refused:
            await self._error(refused.code, refused.message)
        except Turn.DoesNotExist:
            await self._error("not_found", NOT_FOUND)
        except PermissionDenied as denied:
            await self._error("forbidden", str(denied))
        except Exception:
            # One frame that fails must not cost the reader the connection.
            logger.exception("a frame could not be handled")
            await self._error("system_error", FAILED)

    async def turn_hint(self, event: dict[str, Any]) -> None:
        """Another socket of this conversation says that a turn began or ended."""
        if uuid.UUID(event["turn"]) not in self.own:
            self.wake.set()

    # What the three messages do.

    async def _ask(self, message: Ask) -> None:
        turn = await for_reads(chat_work.submit)(self.user, message)
        await self._watch(turn.conversation_id, after=turn.number - 1)
        await self._accepted(turn)
        self._begin(turn)

    async def _resume(self, turn_id: uuid.UUID) -> None:
        found = await for_reads(chat_work.read_turn)(self.user, turn_id)
        turn = found.turn
        await self._watch(turn.conversation_id, after=turn.number - 1)
        if turn.is_done:
            await self._show(found, again=True)
        elif turn.pk in self.own:
            await self._stage(turn.pk, stage_of(turn.pk))
        elif turn.status == Turn.Status.WAITING:
            self._begin(turn)  # taking it is safe even when another socket does the same
        else:
            self.announced.add(turn.pk)
            self._await(turn.pk)
            await self._stage(turn.pk, stage_of(turn.pk))

    async def _cancel(self, message: Cancel) -> None:
        found = await for_reads(chat_work.cancel)(self.user, message.turn)
        if found.turn.is_done:
            await self._show(found, again=True)

    def _begin(self, turn: Turn) -> None:
        self.own.add(turn.pk)
        self.in_background(self._answer(turn))

    async def _answer(self, turn: Turn) -> None:
        loop = asyncio.get_running_loop()

        def on_stage(stage: Stage) -> None:
            loop.call_soon_threadsafe(lambda: self.in_background(self._stage(turn.pk, stage)))

        try:
            await self._hint(turn, "running")
            answered = await for_turns(chat_work.answer)(turn.pk, on_stage)
        except Exception:
            # The database is gone; when it is back the turn will be found, and closed if nobody answered it.
            self._await(turn.pk)
            await self._error("system_error", FAILED)
            raise
        finally:
            self.own.discard(turn.pk)
        if answered.turn.is_done:
            await self._show(answered, again=True)  # a repeated question deserves its answer again
            await self._hint(turn, "done")
        else:
            self._await(turn.pk)

    # What this socket's conversation has that the page has not.

    async def _watch_asked_conversation(self) -> None:
        """`?conversation=<id>` names the conversation that the page shows; `&after=<n>` its last turn there."""
        asked = parse_qs(self.scope.get("query_string", b"").decode("ascii", "replace"))
        try:
            conversation = uuid.UUID(asked["conversation"][0])
            after = int(asked["after"][0]) if "after" in asked else None
        except (KeyError, ValueError):
            return
        last_done = await for_reads(chat_work.last_done_number)(self.user, conversation)
        if last_done is None:
            await self._error("not_found", "Không tìm thấy cuộc hỏi này.")
            return
        await self._watch(conversation, after=last_done if after is None else after)
        await self._catch_up()

    async def _watch(self, conversation: uuid.UUID, *, after: int) -> None:
        if conversation == self.conversation:
            return
        if self.conversation is not None:
            await self.layer("group_discard", _group(self.conversation), self.channel_name)
        self.conversation, self.after = conversation, after
        self.awaited.clear()
        await self.layer("group_add", _group(conversation), self.channel_name)

    async def _catch_up(self) -> None:
        """Send what began or ended in the conversation without this socket."""
        if self.conversation is None:
            return
        conversation = self.conversation
        known = frozenset(self.shown)
        for found in await for_reads(chat_work.turns_after)(self.user, conversation, self.after, known):
            turn = found.turn
            if turn.pk in self.own or conversation != self.conversation:
                continue
            if turn.pk not in self.announced:
                await self._accepted(turn)
            if turn.is_done:
                await self._show(found)
            else:
                self._await(turn.pk)

    async def _keep_looking(self) -> None:
        seen = asyncio.get_running_loop().time()  # when the session was last known to be good
        while True:
            await self._rest(SECONDS_WHILE_OPEN if self.awaited else SECONDS_WHILE_IDLE)
            if self.gone:
                return
            now = asyncio.get_running_loop().time()
            try:
                await self._catch_up()
                if now - seen >= SECONDS_BETWEEN_SESSION_CHECKS:
                    await self._check_session()
                    seen = now
            except Exception:
                # A database that is away comes back; this loop would not.
                logger.warning("a socket could not look for turns", exc_info=True)
                if now - seen >= 2 * SECONDS_BETWEEN_SESSION_CHECKS:
                    await self.leave(TRY_LATER)

    def _await(self, turn: uuid.UUID) -> None:
        """Look for its ending often, from now on and not only after the rest that has begun."""
        if turn not in self.awaited:
            self.awaited.add(turn)
            self.wake.set()

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.wake.wait(), min(seconds, SECONDS_BETWEEN_SESSION_CHECKS))
        self.wake.clear()

    async def _check_session(self) -> None:
        user = await for_reads(chat_work.person_of_session)(self.scope["session"].session_key)
        if user is None or user.pk != self.user.pk:
            await self.leave(UNAUTHENTICATED)
        else:
            self.user = user  # with today's rights

    # What is sent.

    async def _accepted(self, turn: Turn) -> None:
        self.announced.add(turn.pk)
        await self.say(server_messages.accepted(turn))

    async def _stage(self, turn: uuid.UUID, stage: Stage | None) -> None:
        # None: another process answers it, and only that process knows.
        await self.say(server_messages.stage(turn, stage or Stage.UNDERSTANDING))

    async def _show(self, found: Shown, *, again: bool = False) -> None:
        """Once on this socket, unless the page asks again."""
        self.awaited.discard(found.turn.pk)
        if found.turn.pk in self.shown and not again:
            return
        self.shown.add(found.turn.pk)
        await self.say(*server_messages.answer(found))

    async def _error(self, code: str, message: str) -> None:
        await self.say(server_messages.error(code, message))

    async def _hint(self, turn: Turn, status: str) -> None:
        hint = {"type": "turn.hint", "turn": str(turn.pk), "status": status}
        await self.layer("group_send", _group(turn.conversation_id), hint)


def _group(conversation: uuid.UUID) -> str:
    return f"conversation.{conversation.hex}"
