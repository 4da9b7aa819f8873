"""Requests that arrive in the same instant, against the real database."""

import threading
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection

from conversations.intake import IntakeRefused, open_conversation, submit_turn
from conversations.models import Conversation, Turn

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(count: int, act: Callable[[], Turn]) -> tuple[list[Turn], list[str]]:
    """What `count` threads that start together get: turns, and codes of refusals."""
    start = threading.Barrier(count)
    turns: list[Turn] = []
    refusals: list[str] = []

    def work() -> None:
        start.wait()
        try:
            turns.append(act())
        except IntakeRefused as refused:
            refusals.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return turns, refusals


def test_a_request_sent_twenty_times_at_once_is_one_turn(clinician: User) -> None:
    conversation = open_conversation(owner=clinician)
    turns, refusals = at_once(
        20, lambda: submit_turn(conversation=conversation, owner=clinician, question="liều", client_key="k")
    )
    assert (len({turn.pk for turn in turns}), refusals) == (1, [])
    assert Turn.objects.count() == 1


def test_an_opening_request_sent_twenty_times_at_once_opens_one_conversation(clinician: User) -> None:
    turns, refusals = at_once(
        20, lambda: submit_turn(conversation=None, owner=clinician, question="liều", client_key="k")
    )
    assert (len({turn.pk for turn in turns}), refusals) == (1, [])
    assert (Conversation.objects.count(), Turn.objects.count()) == (1, 1)


def test_of_eight_different_questions_at_once_one_is_taken(clinician: User) -> None:
    conversation = open_conversation(owner=clinician)
    turns, refusals = at_once(8, lambda: submit_turn(conversation=conversation, owner=clinician, question="liều"))
    assert len(turns) == 1
    assert refusals == ["turn_open"] * 7
