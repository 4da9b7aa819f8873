"""Commands that need the database: when it is not there or not prepared, one sentence and exit status 1."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError, ProgrammingError

_NO_SUCH_TABLE_OR_COLUMN = {"42P01", "42703"}


class DatabaseCommand(BaseCommand):
    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except (OperationalError, InterfaceError) as error:
            # Only the first line: the rest is for whoever runs the database.
            raise CommandError(f"không dùng được cơ sở dữ liệu: {str(error).strip().partition(chr(10))[0]}") from error
        except ProgrammingError as error:
            if getattr(error.__cause__, "sqlstate", None) not in _NO_SUCH_TABLE_OR_COLUMN:
                raise
            raise CommandError("cơ sở dữ liệu chưa được chuẩn bị; hãy chạy trước: manage.py migrate") from error
