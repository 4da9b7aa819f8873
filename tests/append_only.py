"""Let transactional tests empty the append-only tables again.

Such a test ends with a TRUNCATE of every table, which the triggers of `conversations` refuse on purpose, in a test
database as in any other. There is no way around them from inside the product, so the test run steps over them as the
database's superuser does: for that one transaction triggers are off. Loaded by `tests/conftest.py`.
"""

from collections.abc import Sequence

from django.db.backends.postgresql.operations import DatabaseOperations

_flush = DatabaseOperations.execute_sql_flush


def _flush_without_triggers(self: DatabaseOperations, sql_list: Sequence[str]) -> None:
    _flush(self, ["SET LOCAL session_replication_role = replica", *sql_list])


DatabaseOperations.execute_sql_flush = _flush_without_triggers
