"""The log says where something failed and never what was asked."""

import logging
import sys

import pytest
from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, OperationalError, connection, transaction
from django.test import Client

from conversations.logs import PlacesOnly
from tests.conversations.conftest import make_user

ASKED = "liều paracetamol cho ông An"


def logged(error: BaseException) -> str:
    try:
        raise error
    except BaseException:  # noqa: BLE001  whatever it is
        found = sys.exc_info()
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, "turn %s failed", ("7",), found)
    return PlacesOnly("{levelname} {message}", style="{").format(record)


@pytest.mark.parametrize("error", [ValueError(ASKED), KeyError(ASKED), DataError(ASKED), IntegrityError(ASKED)])
def test_words_that_may_quote_a_question_are_withheld(error: Exception) -> None:
    line = logged(error)
    assert line.startswith("ERROR turn 7 failed")
    assert type(error).__name__ in line
    assert f'File "{__file__}"' in line
    assert ASKED not in line


def test_what_led_to_an_error_is_told_in_the_same_way() -> None:
    error = RuntimeError(ASKED)
    error.__cause__ = ValueError(ASKED)
    error.__cause__.__context__ = error  # a circle
    line = logged(error)
    assert line.index("ValueError") < line.index("RuntimeError")
    assert ASKED not in line


def test_the_machines_own_words_are_kept_without_their_details() -> None:
    assert "connection refused" in logged(OperationalError("connection refused"))
    assert ASKED not in logged(OperationalError(f"deadlock detected\nDETAIL: {ASKED}"))


@pytest.mark.django_db
def test_a_refused_row_is_not_quoted(clinician: User) -> None:
    insert = (
        "INSERT INTO conversations_turn (id, conversation_id, number, question, folded, masked, asked_by_id, client_key,"
        " status, attempts, claimed_by, message, route, notices, pointers, limits, missing, extra, quoted, edition_key,"
        " rag_version, created_at) VALUES (gen_random_uuid(), gen_random_uuid(), 0, %s, '', '{}', %s, '',"
        " 'waiting', 0, '', '', '', '[]', '[]', '{}', '[]', '{}', '{}', '', '', now())"
    )
    with pytest.raises(IntegrityError, match=ASKED) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(insert, [ASKED, clinician.pk])
    assert ASKED not in logged(caught.value)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "value"), [("log_min_error_statement", "panic"), ("log_error_verbosity", "terse")])
def test_the_embedded_server_logs_no_statement_and_no_row(name: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        assert cursor.fetchone() == (value,)


@pytest.mark.django_db
def test_a_refused_request_costs_one_line(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.force_login(make_user("chương-trình", "integration"))
    assert client.get("/chat/").status_code == 403
    (record,) = (record for record in caplog.records if record.name == "django.request")
    assert record.exc_info
    line = PlacesOnly("{levelname} {name} {message}", style="{").format(record)
    assert line == "WARNING django.request Forbidden (Permission denied): /chat/"
    assert record.exc_info
