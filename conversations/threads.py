"""Threads for the websocket's blocking work, apart from the one thread that the sync bridge gives the whole process.

A thread keeps its database connection, so the turns at once plus a few for reads are what one process may hold open.
"""

from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings

P = ParamSpec("P")
R = TypeVar("R")


def turns_at_once(chosen: Mapping[str, Any]) -> int:
    """With a model most of them wait for the network; how many compute at once, `processor` bounds."""
    with_model: int = max(chosen["TURN_THREADS"], chosen["MODEL_TURN_THREADS"])
    without: int = chosen["TURN_THREADS"]
    return with_model if chosen["LANGUAGE_MODEL"] else without


_TURNS = ThreadPoolExecutor(turns_at_once(settings.DUOCTHU), thread_name_prefix="turn")
# Accepting a question or reading a finished turn must not wait behind turns that are being answered.
_READS = ThreadPoolExecutor(2, thread_name_prefix="read")


def for_turns(work: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """`work` as a coroutine function that runs among the turns."""
    return _in(_TURNS, work)


def for_reads(work: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    """`work` as a coroutine function that runs among the short reads and writes."""
    return _in(_READS, work)


def _in(pool: ThreadPoolExecutor, work: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    bridged: Callable[P, Coroutine[Any, Any, R]]
    bridged = database_sync_to_async(work, thread_sensitive=False, executor=pool)
    return bridged
