"""Whether the index of an edition can be asked now; what this process lacks is built while nobody waits for it."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

from formulary.indexing import local_build
from formulary.ports import IndexUnavailable, VectorIndex
from formulary.selectors import EditionInUse

logger = logging.getLogger(__name__)

_SHARED_STATE_SECONDS = 5.0
_REST_SECONDS = 10.0

_lock = threading.Lock()
_builder: threading.Thread | None = None
_next_build: dict[str, float] = {}  # by content
_resting_until: dict[str, float] = {}  # by edition
_shared_content: dict[str, tuple[float, str | None]] = {}  # by edition: when it was looked up, what it was


def is_ready(index: VectorIndex, edition: EditionInUse, content: str) -> bool:
    """Whether the index holds this content. If not, and it is this process's own, it is being built from now on.

    Of a shared index: as it was at most five seconds ago. Raises IndexUnavailable.
    """
    if _held(index, edition.key) == content:
        return True
    if not index.is_shared:
        _build_soon(edition, index, content)
    return False


@contextmanager
def asking(edition: str) -> Iterator[None]:
    """An index that failed a moment ago is not asked, else every page would wait for it. Raises IndexUnavailable."""
    if time.monotonic() < _resting_until.get(edition, 0.0):
        raise IndexUnavailable("it did not answer a moment ago")
    try:
        yield
    except IndexUnavailable:
        _resting_until[edition] = time.monotonic() + _REST_SECONDS
        logger.warning("the search index does not answer", exc_info=True)
        raise


def wait_until_built(seconds: float) -> None:
    """Until nothing is being built in this process, or the time is over."""
    building = _builder
    if building is not None:
        building.join(seconds)


def forget() -> None:
    """As if nothing had been asked or built: for tests, after the thread has ended."""
    _next_build.clear()
    _resting_until.clear()
    _shared_content.clear()


def _held(index: VectorIndex, edition: str) -> str | None:
    """Raises IndexUnavailable."""
    if index.is_shared and edition in _shared_content:
        looked, content = _shared_content[edition]
        if time.monotonic() - looked < _SHARED_STATE_SECONDS:
            return content
    state = index.state(edition)
    content = state.content if state else None
    _shared_content[edition] = (time.monotonic(), content)
    return content


def _build_soon(edition: EditionInUse, index: VectorIndex, content: str) -> None:
    """One build at a time; the same content again only after a rest."""
    global _builder
    with _lock:
        if (_builder is not None and _builder.is_alive()) or time.monotonic() < _next_build.get(content, 0.0):
            return
        _next_build.clear()
        _next_build[content] = time.monotonic() + _REST_SECONDS
        _builder = threading.Thread(target=_build, args=(edition, index, content), name="search index", daemon=True)
        _builder.start()


def _build(edition: EditionInUse, index: VectorIndex, content: str) -> None:
    try:
        local_build(edition, index, content=content)
    except (IndexUnavailable, DatabaseError):
        logger.warning("the search index could not be built; search goes by words", exc_info=True)
    finally:
        connection.close()
