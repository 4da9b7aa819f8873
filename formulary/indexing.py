"""From the rows of an edition to an index of it: outside any request, safe to kill, switched only when complete.

What an index must hold is named by `content_of`: the set of blocks that are not held back, the model of their vectors
and the way their words are counted. An index of another content is not asked.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from django.db import connection

from formulary import backends
from formulary.bm25 import block_terms
from formulary.embedding import Stopped, embed_missing, released_blocks, stored_vectors
from formulary.ingest.progress import OnProgress, Progress
from formulary.models import Edition, SearchIndex
from formulary.ports import Embedder, EmbedderUnavailable, IndexedBlock, IndexUnavailable, VectorIndex
from formulary.selectors import EditionInUse, current_edition

__all__ = [
    "Built",
    "EmbedderUnavailable",
    "IndexUnavailable",
    "SomebodyBuilds",
    "Stopped",
    "build",
    "content_of",
    "drop",
    "forget",
    "keep_up",
    "local_build",
]

logger = logging.getLogger(__name__)

# Rises when blocks are embedded or their words counted in another way.
_SCHEME = 1
_BUILDERS = 0x64756F69  # any number of our own: the first key of the locks, the second is the edition
# Between two batches the interpreter is free for whoever answers a question in the same process.
_BREATH_SECONDS = 0.005
_SECONDS_BETWEEN_LOOKS = 5.0
_SECONDS_AFTER_FAILURE = 30.0

_CONTENT = """
SELECT count(*), COALESCE(md5(string_agg(c.id::text, ',' ORDER BY c.id)), '')
FROM formulary_chunk c
JOIN formulary_section s ON s.id = c.section_id
JOIN formulary_monograph m ON m.id = s.monograph_id
WHERE m.edition_id = %s AND c.quarantine_reason IS NULL
"""

_next_look = 0.0


@dataclass(frozen=True, slots=True)
class Built:
    """`embedded`: texts that had no vector before. `changed` False: everything was there already."""

    edition: str
    blocks: int
    embedded: int
    changed: bool
    seconds: float


class SomebodyBuilds(Exception):
    """Another process is building the index of this edition."""


class _VectorsMissing(Exception):
    """Some block has no vector yet: whoever embeds has not come to an end."""


def content_of(edition: EditionInUse | Edition, embedder: Embedder | None) -> str:
    """One query for each revision of an edition."""
    return _content(edition.id, edition.revision, embedder.model if embedder else "")


@lru_cache(maxsize=16)
def _content(edition_id: int, revision: int, model: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(_CONTENT, [edition_id])
        row = cursor.fetchone()
    return hashlib.sha256(f"{_SCHEME}|{model}|{row}".encode()).hexdigest()[:16]


def build(
    edition: EditionInUse | Edition,
    *,
    on_progress: OnProgress = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
    rebuild: bool = False,
) -> Built:
    """Embed what is missing, then fill the shared index when there is one; `rebuild` even when nothing has changed.

    An index inside each process is built there, from the vectors that this has stored. Raises Stopped, SomebodyBuilds,
    IndexUnavailable, EmbedderUnavailable.
    """
    started = time.monotonic()
    embedder, index = backends.embedder(), backends.vector_index()
    with _only_builder(edition.id):
        content = content_of(edition, embedder)
        if not rebuild and _is_ready(edition, content, embedder, index):
            known = SearchIndex.objects.get(edition_id=edition.id, model=_model(embedder))
            return Built(edition.key, known.blocks, 0, changed=False, seconds=time.monotonic() - started)
        total = sum(len(batch) for batch in released_blocks(edition.id))
        embedded = 0
        if embedder is not None:
            embedded = embed_missing(
                edition.id,
                embedder,
                on_batch=lambda done: on_progress(Progress("Tính vectơ", min(done, total), total)),
                should_stop=should_stop,
            )
        if index is not None and index.is_shared:
            blocks = _told(_blocks(edition.id, embedder), total, on_progress, should_stop)
            try:
                index.replace(edition.key, blocks, content=content, dimensions=_dimensions(embedder))
            except _VectorsMissing as missing:
                raise IndexUnavailable("the edition changed while it was indexed") from missing
        SearchIndex.objects.update_or_create(
            edition_id=edition.id, model=_model(embedder), defaults={"content": content, "blocks": total}
        )
    return Built(edition.key, total, embedded, changed=True, seconds=time.monotonic() - started)


def keep_up(
    *, on_progress: OnProgress = lambda progress: None, should_stop: Callable[[], bool] = lambda: False
) -> Built | None:
    """Build for the edition that answers, when it has changed. None: nothing was to be done, or it must wait.

    For a worker's loop, however often that turns: it looks at most every few seconds, and rests when the index server
    does not answer. Whatever made the index stale, a new edition or a released block, is found here.
    """
    global _next_look
    if time.monotonic() < _next_look:
        return None
    _next_look = time.monotonic() + _SECONDS_BETWEEN_LOOKS
    edition = current_edition()
    if edition is None:
        return None
    try:
        built = build(edition, on_progress=on_progress, should_stop=should_stop)
    except (SomebodyBuilds, Stopped):
        return None
    except (IndexUnavailable, EmbedderUnavailable):
        logger.warning("the index of %s could not be built; trying again later", edition.key, exc_info=True)
        _next_look = time.monotonic() + _SECONDS_AFTER_FAILURE
        return None
    return built if built.changed else None


def drop(edition: EditionInUse | Edition) -> None:
    """Forget the index of an edition whose text is deleted; its vectors stay for releases to come.

    Raises IndexUnavailable.
    """
    SearchIndex.objects.filter(edition_id=edition.id).delete()
    index = backends.vector_index()
    if index is not None:
        index.drop(edition.key)


def forget() -> None:
    """As if nothing had been looked at: for tests."""
    global _next_look
    _next_look = 0.0
    _content.cache_clear()


def local_build(edition: EditionInUse, index: VectorIndex, *, content: str) -> bool:
    """Build this process's own index from stored vectors. False while some are missing. Raises IndexUnavailable."""
    embedder = backends.embedder()
    if embedder is not None and not _has_vectors(edition, content, embedder):
        return False
    try:
        index.replace(edition.key, _blocks(edition.id, embedder), content=content, dimensions=_dimensions(embedder))
    except _VectorsMissing:
        # Not so ready as the row says: whoever builds next looks again.
        SearchIndex.objects.filter(edition_id=edition.id, model=_model(embedder)).delete()
        return False
    return True


def _is_ready(
    edition: EditionInUse | Edition, content: str, embedder: Embedder | None, index: VectorIndex | None
) -> bool:
    if not _has_vectors(edition, content, embedder):
        return False
    if index is None or not index.is_shared:
        return True
    state = index.state(edition.key)
    return state is not None and state.content == content


def _has_vectors(edition: EditionInUse | Edition, content: str, embedder: Embedder | None) -> bool:
    known = SearchIndex.objects.filter(edition_id=edition.id, model=_model(embedder), content=content)
    return known.exists()


def _blocks(edition_id: int, embedder: Embedder | None) -> Iterator[IndexedBlock]:
    """Raises _VectorsMissing."""
    for batch in released_blocks(edition_id):
        vectors = stored_vectors(embedder.model, (block.sha256 for block in batch)) if embedder else {}
        for block in batch:
            meaning = vectors.get(block.sha256)
            if embedder is not None and meaning is None:
                raise _VectorsMissing
            terms = block_terms((block.folded_context, block.folded))
            yield IndexedBlock(block.chunk, block.drug_id, block.section_key, terms, meaning)
        time.sleep(_BREATH_SECONDS)


def _told(
    blocks: Iterator[IndexedBlock], total: int, on_progress: OnProgress, should_stop: Callable[[], bool]
) -> Iterator[IndexedBlock]:
    """Raises Stopped."""
    for done, block in enumerate(blocks):
        if done % 100 == 0:
            if should_stop():
                raise Stopped
            on_progress(Progress("Lập chỉ mục", min(done, total), total))
        yield block


@contextmanager
def _only_builder(edition_id: int) -> Iterator[None]:
    """Held by the database session: PostgreSQL lets go of it when the process dies. Raises SomebodyBuilds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [_BUILDERS, edition_id])
        row = cursor.fetchone()
    if not (row and row[0]):
        raise SomebodyBuilds
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [_BUILDERS, edition_id])


def _model(embedder: Embedder | None) -> str:
    return embedder.model if embedder else ""


def _dimensions(embedder: Embedder | None) -> int | None:
    return embedder.dimensions if embedder else None
