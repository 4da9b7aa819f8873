"""Which process works on a turn, and whether that process still lives and still works on it."""

import os
import socket
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

_at_work: Counter[uuid.UUID] = Counter()  # a turn that is sent twice is looked at twice at once
_lock = threading.Lock()


def _started(pid: int) -> str:
    """A mark of when the process started, so that a reused number is not taken for the old process; "" if unknown."""
    try:
        # After the name, which may contain blanks and brackets, field 20 is the start time in clock ticks.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


@cache
def _mark(pid: int) -> str:
    return f"{socket.gethostname()}/{pid}/{_started(pid)}"


def this_process() -> str:
    """host/number/start: kept with every turn that this process takes."""
    return _mark(os.getpid())  # looked up each time, because a forked worker has another number


def is_dead(mark: str) -> bool:
    """True only when the process ran on this host and is certainly gone; another host's processes are not judged."""
    parts = mark.split("/")
    if len(parts) != 3 or parts[0] != socket.gethostname() or not parts[1].isdigit():
        return False
    pid, started = int(parts[1]), parts[2]
    try:
        with suppress(PermissionError):  # it is there, and belongs to another user
            os.kill(pid, 0)  # signal 0 is never delivered: it only asks whether the process is there
    except ProcessLookupError:
        return True
    return _started(pid) != started


@contextmanager
def working_on(turn_id: uuid.UUID) -> Iterator[None]:
    """From before a turn is taken until after it is given back."""
    with _lock:
        _at_work[turn_id] += 1
    try:
        yield
    finally:
        with _lock:
            _at_work[turn_id] -= 1
            if not _at_work[turn_id]:
                del _at_work[turn_id]


def has_dropped(mark: str, turn_id: uuid.UUID) -> bool:
    """True when this very process took the turn and no longer works on it: the database went away in between."""
    return mark == this_process() and turn_id not in _at_work
