"""How long a server process waits for the database. Commands wait as long as it takes."""

from typing import Any

from django.conf import settings
from django.db.backends.signals import connection_created

LOCK_SECONDS, STATEMENT_SECONDS = 5.0, 10.0
"""For a row that somebody else holds; for one statement in all. Never more than a turn may take."""


def bound_waiting() -> None:
    """From now on in this process: a wait past its bound is an OperationalError, not a thread lost to everyone."""
    connection_created.connect(_tell, dispatch_uid="conversations.patience")


def _tell(connection: Any, **kwargs: Any) -> None:
    most = settings.DUOCTHU["TURN_SECONDS"]
    lock, statement = (f"{round(1000 * min(seconds, most))}ms" for seconds in (LOCK_SECONDS, STATEMENT_SECONDS))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('lock_timeout', %s, false), set_config('statement_timeout', %s, false)",
            [lock, statement],
        )
