"""What the log may hold: where something failed, never what was asked."""

import logging
import traceback
from copy import copy
from types import TracebackType

from django.db import InterfaceError, OperationalError, ProgrammingError

# Errors of the machine, whose words are about the machine. Any other error may quote the question that led to it,
# and the database quotes whole rows.
_ABOUT_THE_MACHINE = (OSError, ImportError, OperationalError, InterfaceError, ProgrammingError)
_WITHHELD = "(message withheld: it may quote a question)"

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class PlacesOnly(logging.Formatter):
    """Tracebacks with every file and line, and without the words of errors that may quote a question.

    A request that was refused (4xx) is no fault of the code: one line tells it.
    """

    def format(self, record: logging.LogRecord) -> str:
        if 400 <= getattr(record, "status_code", 500) < 500:
            record = copy(record)  # other handlers may want it whole
            record.exc_info = record.exc_text = None
        return super().format(record)

    def formatException(self, ei: _ExcInfo) -> str:
        error = ei[1]
        return "" if error is None else "\n".join(_told(error, set()))


def _told(error: BaseException, seen: set[int]) -> list[str]:
    seen.add(id(error))
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [*_told(cause, seen), "", "which led to:", ""] if cause is not None and id(cause) not in seen else []
    if error.__traceback__ is not None:
        lines += ["Traceback (most recent call last):", *_frames(error.__traceback__)]
    return [*lines, _name(error)]


def _frames(trace: TracebackType) -> list[str]:
    return [line.rstrip("\n") for line in traceback.format_tb(trace)]


def _name(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if not isinstance(error, _ABOUT_THE_MACHINE):
        return f"{name} {_WITHHELD}"
    # DETAIL, CONTEXT and the statement itself stand on further lines.
    return f"{name}: {str(error).strip().splitlines()[0]}" if str(error).strip() else name
