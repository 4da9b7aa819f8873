"""`manage.py run_jobs`: read the books that people uploaded, one after the other, beside the web server."""

import logging
import signal
import threading
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.db import InterfaceError, OperationalError, close_old_connections

from formulary import indexing
from formulary.job_lane import Lane
from formulary.jobs import is_one_waiting, run_next
from formulary.management.database_command import DatabaseCommand

logger = logging.getLogger(__name__)

_SECONDS_BETWEEN_LOOKS = 1.0
_SECONDS_WITHOUT_DATABASE = 5.0


class Command(DatabaseCommand):
    help = (
        "Nạp các tệp đang chờ, rồi lập chỉ mục tìm kiếm. Chạy cho đến khi được bảo dừng (SIGTERM, Ctrl-C); "
        "việc dở dang trở lại hàng chờ."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="dừng khi không còn tệp nào chờ")

    def handle(self, *, once: bool, **options: Any) -> None:
        stopped = threading.Event()

        def stop(number: int, frame: FrameType | None) -> None:
            stopped.set()

        before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            while not stopped.is_set():
                try:
                    self._work(stopped, once=once)
                except (OperationalError, InterfaceError):
                    if once:
                        raise
                    # A job that was cut off is taken again when the database is back.
                    logger.exception("no database; looking again in %s s", _SECONDS_WITHOUT_DATABASE)
                    close_old_connections()
                    stopped.wait(_SECONDS_WITHOUT_DATABASE)
                if once:
                    return
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _work(self, stopped: threading.Event, *, once: bool) -> None:
        """Until stopped, or with `once` until no job waits. Raises OperationalError, InterfaceError."""
        with Lane() as lane:
            while not stopped.is_set():
                close_old_connections()
                if run_next(lane, should_stop=stopped.is_set):
                    continue
                # Embedding a whole book takes long and goes on where it stopped: a file that waits comes first.
                indexing.keep_up(should_stop=lambda: stopped.is_set() or is_one_waiting())
                if once:
                    return
                stopped.wait(_SECONDS_BETWEEN_LOOKS)
