"""Close the turns that no answer will come for; run at start-up and from time to time."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError

from conversations.tasks import close_interrupted_turns
from formulary.management.database_command import DatabaseCommand

_LONGEST = timedelta(days=365).total_seconds()


class Command(DatabaseCommand):
    help = "Đóng các lượt hỏi bị gián đoạn: tiến trình đã chết, hoặc quá hai lần thời hạn của một lượt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--older-than", type=float, metavar="GIÂY", help="thay cho hai lần thời hạn của một lượt")

    def handle(self, *args: Any, **options: Any) -> None:
        seconds: float | None = options["older_than"]
        if seconds is not None and not 0 <= seconds <= _LONGEST:  # and so no NaN
            raise CommandError(f"--older-than phải là số giây từ 0 đến {_LONGEST:.0f}.")
        closed = close_interrupted_turns(None if seconds is None else timedelta(seconds=seconds))
        self.stdout.write(f"Đã đóng {closed} lượt hỏi bị gián đoạn.")
