"""A worker's own line to the database, beside the transaction in which it writes a book.

It says what must be seen at once, progress above all, and holds a lock for as long as the worker lives: PostgreSQL lets
go of it the moment the process is gone, so that a dead worker's job is free without anyone waiting for a time-out. The
lock belongs to the session: a pooler that shares sessions between clients must not stand in between.
"""

import time
from types import TracebackType
from typing import Any

from django.db import connection

from formulary.ingest.progress import Progress

_JOBS = 0x64756F6A  # any number of our own: the first key of the locks, the second is the job
_WORKERS = 0x64756F77
_SECONDS_BETWEEN_WORDS = 0.5

_OPEN_JOBS = "SELECT id FROM formulary_importjob WHERE status IN ('queued', 'running') ORDER BY requested_at, id"
_START = """
UPDATE formulary_importjob
SET status = 'running', attempts = attempts + 1, started_at = now(), heartbeat_at = now(), stage = '', done = 0,
total = 0
WHERE id = %s AND status IN ('queued', 'running') RETURNING attempts, cancel_requested
"""
_PROGRESS = """
UPDATE formulary_importjob SET stage = %s, done = %s, total = %s, heartbeat_at = now()
WHERE id = %s AND status = 'running'
"""
_WORKERS_ALIVE = """
SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2 AND database =
(SELECT oid FROM pg_database WHERE datname = current_database()))
"""


class Lane:
    """Use as a context manager. Every statement is a transaction of its own. Raises DatabaseError."""

    def __init__(self) -> None:
        self._connection = connection.copy()
        self._told = self._looked = 0.0
        self._cancelled = False

    def __enter__(self) -> "Lane":
        self._all("SELECT pg_advisory_lock_shared(%s, 0)", _WORKERS)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def take(self) -> tuple[int, int, bool] | None:
        """(id, attempt, whether it is to be cancelled) of the oldest job that no living worker holds; None: no such."""
        for (job,) in self._all(_OPEN_JOBS):
            if not self._all("SELECT pg_try_advisory_lock(%s, %s)", _JOBS, job)[0][0]:
                continue
            started = self._all(_START, job)
            if started:
                self._told = self._looked = 0.0
                self._cancelled = bool(started[0][1])
                return job, started[0][0], self._cancelled
            self.let_go(job)  # it ended between the look and the lock
        return None

    def let_go(self, job: int) -> None:
        self._all("SELECT pg_advisory_unlock(%s, %s)", _JOBS, job)

    def tell(self, job: int, progress: Progress) -> None:
        """At most twice a second; what is said in between is dropped."""
        now = time.monotonic()
        if now - self._told >= _SECONDS_BETWEEN_WORDS:
            self._told = now
            done = min(progress.done, progress.total)
            self._all(_PROGRESS, progress.stage[:100], done, progress.total, job)

    def is_cancelled(self, job: int) -> bool:
        """Looked up at most twice a second."""
        now = time.monotonic()
        if not self._cancelled and now - self._looked >= _SECONDS_BETWEEN_WORDS:
            self._looked = now
            wanted = self._all("SELECT cancel_requested FROM formulary_importjob WHERE id = %s", job)
            self._cancelled = bool(wanted and wanted[0][0])
        return self._cancelled

    def _all(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._connection.cursor() as cursor:
            cursor.execute(statement, values)
            return list(cursor.fetchall()) if cursor.description else []


def a_worker_lives() -> bool:
    """Whether any worker is connected now; a job that is submitted to nobody would wait without a word."""
    with connection.cursor() as cursor:
        cursor.execute(_WORKERS_ALIVE, [_WORKERS])
        row = cursor.fetchone()
    return bool(row and row[0])
