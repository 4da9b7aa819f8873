"""A server process does not wait for the database without end."""

import threading
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.signals import connection_created

from conversations import patience
from conversations.answering import answer_turn
from conversations.intake import submit_turn
from tests.conversations.conftest import FakeEngine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    connected = list(connection_created.receivers)
    monkeypatch.setattr(patience, "LOCK_SECONDS", 0.2)
    patience.bound_waiting()
    connection.close()
    yield
    connection_created.receivers[:] = connected
    connection.close()


def setting(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(%s)", [name])
        value: str = cursor.fetchone()[0]
        return value


def test_every_connection_has_its_bounds(impatient: None) -> None:
    assert (setting("lock_timeout"), setting("statement_timeout")) == ("200ms", "10s")


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """Somebody holds the claims: nobody can write an answer."""
    holding, go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE conversations_claim IN EXCLUSIVE MODE")
            holding.set()
            go.wait(10)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    assert holding.wait(5)
    yield go
    go.set()
    holder.join()


def test_a_turn_whose_rows_cannot_be_written_ends_in_time(
    impatient: None, held: threading.Event, clinician: User, fake_engine: FakeEngine
) -> None:
    turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều").pk)
    assert (turn.outcome, turn.reason) == ("abstain", "system_error")


def test_a_wait_that_is_too_long_is_an_error_of_the_machine(impatient: None, held: threading.Event) -> None:
    with pytest.raises(OperationalError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE conversations_claim IN EXCLUSIVE MODE")
