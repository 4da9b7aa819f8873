"""The blocking work of the chat's websocket, run in threads: each function is one visit to the database."""

import threading
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import User
from django.http import HttpRequest

from conversations import answering, interruptions
from conversations.client_messages import Ask
from conversations.intake import PERSON, submit_turn
from conversations.models import Conversation, Turn
from conversations.permissions import can_ask, can_use_chat, check_can_ask
from conversations.transcripts import turn_as_dict, turns_as_dicts


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn with the JSON that the page gets of it."""

    turn: Turn
    json: dict[str, Any]
    title: str  # of its conversation


_swept = threading.Event()


def close_what_died_before() -> None:
    """Once in the life of a process: close the turns that this host's earlier processes left open."""
    if not _swept.is_set():
        _swept.set()
        interruptions.close_those_of_dead_processes()


def may_chat(user: User) -> bool:
    return can_use_chat(user) and can_ask(user)


def person_of_session(session_key: str | None) -> User | None:
    """Whose session it is now; None once it has ended, or when the account may no longer use the chat."""
    if not session_key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = auth.get_user(request)
    return user if isinstance(user, User) and may_chat(user) else None


def submit(user: User, message: Ask) -> Turn:
    """Raises IntakeRefused, PermissionDenied."""
    check_can_ask(user)
    return submit_turn(
        conversation=message.conversation,
        owner=user,
        question=message.question,
        client_key=message.client_key,
        limits=PERSON,
    )


def answer(turn_id: uuid.UUID, on_stage: answering.OnStage) -> Shown:
    return _shown(answering.answer_turn(turn_id, on_stage=on_stage))


def cancel(user: User, turn_id: uuid.UUID) -> Shown:
    """Raises Turn.DoesNotExist."""
    return _shown(answering.cancel_turn(turn_id, actor=user))


def read_turn(user: User, turn_id: uuid.UUID) -> Shown:
    """The person's own turn; one whose process is lost is closed first. Raises Turn.DoesNotExist."""
    turn = Turn.objects.select_related("conversation").get(pk=turn_id, conversation__owner=user)
    interruptions.close_if_stale(turn)
    return _shown(turn)


def turns_after(user: User, conversation: uuid.UUID, number: int, known: Collection[uuid.UUID]) -> list[Shown]:
    """The person's turns of the conversation past `number`, in order, without the `known` ones."""
    turns = list(
        Turn.objects.select_related("conversation")
        .filter(conversation=conversation, conversation__owner=user, number__gt=number)
        .exclude(pk__in=known)
        .order_by("number")
    )
    for turn in turns:
        interruptions.close_if_stale(turn)
    return [Shown(turn, json, turn.conversation.title) for turn, json in zip(turns, turns_as_dicts(turns), strict=True)]


def last_done_number(user: User, conversation: uuid.UUID) -> int | None:
    """Number of the last turn that is done, 0 before the first; None when the person has no such conversation."""
    if not Conversation.objects.filter(pk=conversation, owner=user).exists():
        return None
    done = Turn.objects.filter(conversation=conversation, status=Turn.Status.DONE)
    return done.order_by("-number").values_list("number", flat=True).first() or 0


def _shown(turn: Turn) -> Shown:
    return Shown(turn, turn_as_dict(turn), turn.conversation.title)
