"""VectorIndex over qdrant-edge-py: inside the process, in files of its own, built from PostgreSQL's rows.

No graph is built over the vectors: comparing a question with every block of a book is exact and takes milliseconds,
the graph takes longer to build than everything else together.

A shard belongs to one process. Each process has a folder that it holds a lock on, so that what a killed process left
behind is known by its free lock and removed. Nothing is kept from one process to the next.
"""

import atexit
import fcntl
import os
import shutil
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import qdrant_edge as edge

from formulary.ports import IndexedBlock, IndexState, IndexUnavailable, Query, Rankings, Terms

_WORDS, _MEANING = "words", "meaning"
_POINTS_AT_ONCE = 256
# The one that answers, and one that somebody reads or compares with.
_MOST_EDITIONS = 2
_LOCK = "lock"


@dataclass(frozen=True, slots=True)
class _Shard:
    state: IndexState
    shard: edge.EdgeShard
    folder: Path
    has_meaning: bool


class QdrantEdgeIndex:
    is_shared = False

    def __init__(self, folder: str | Path) -> None:
        self._base = Path(folder)
        self._own: _OwnFolder | None = None
        self._shards: OrderedDict[str, _Shard] = OrderedDict()
        # One query takes a millisecond or two: taking turns costs less than closing a shard under a reader would.
        self._lock = threading.Lock()

    def state(self, edition: str) -> IndexState | None:
        self._forget_parent()
        found = self._shards.get(edition)
        return None if found is None else found.state

    def replace(
        self, edition: str, blocks: Iterable[IndexedBlock], *, content: str, dimensions: int | None
    ) -> IndexState:
        self._forget_parent()
        try:
            folder = Path(tempfile.mkdtemp(prefix=f"{edition}-", dir=self._own_folder()))
        except OSError as error:
            raise IndexUnavailable(f"no folder for the index: {error}") from error
        try:
            shard, count = _built(folder, blocks, dimensions)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        state = IndexState(content, count)
        with self._lock:
            self._remove(edition)
            self._shards[edition] = _Shard(state, shard, folder, dimensions is not None)
            while len(self._shards) > _MOST_EDITIONS:
                self._remove(next(iter(self._shards)))
        return state

    def query(self, edition: str, query: Query, *, seconds: float) -> Rankings:
        self._forget_parent()
        if not self._lock.acquire(timeout=max(0.0, seconds)):
            raise IndexUnavailable("the index is busy")
        try:
            found = self._shards.get(edition)
            if found is None:
                raise IndexUnavailable(f"nothing is indexed of {edition}")
            self._shards.move_to_end(edition)
            return _ranked(found, query)
        finally:
            self._lock.release()

    def drop(self, edition: str) -> None:
        self._forget_parent()
        with self._lock:
            self._remove(edition)

    def close(self) -> None:
        """Let go of every shard and of the files."""
        with self._lock:
            for edition in list(self._shards):
                self._remove(edition)
            if self._own is not None:
                self._own.remove()
                self._own = None

    def _remove(self, edition: str) -> None:
        gone = self._shards.pop(edition, None)
        if gone is not None:
            gone.shard.close()
            shutil.rmtree(gone.folder, ignore_errors=True)

    def _own_folder(self) -> Path:
        if self._own is None:
            self._own = _OwnFolder(self._base)
        return self._own.path

    def _forget_parent(self) -> None:
        """After a fork the shards are those of the parent, who still uses them."""
        if self._own is not None and self._own.pid != os.getpid():
            # Kept, and never touched: closing them here would write to the parent's files.
            self._inherited = self._shards
            self._own, self._shards, self._lock = None, OrderedDict(), threading.Lock()


class _OwnFolder:
    """A folder that is this process's for as long as it lives."""

    def __init__(self, base: Path) -> None:
        base.mkdir(parents=True, exist_ok=True)
        self.pid = os.getpid()
        # Making the folder and taking its lock is one act to whoever looks for abandoned ones.
        with (base / _LOCK).open("w") as gate:
            fcntl.flock(gate, fcntl.LOCK_EX)
            _remove_abandoned(base)
            self.path = Path(tempfile.mkdtemp(prefix=f"{self.pid}-", dir=base))
            self._held = (self.path / _LOCK).open("w")
            fcntl.flock(self._held, fcntl.LOCK_EX)
        atexit.register(self.remove)

    def remove(self) -> None:
        if self.pid == os.getpid():
            atexit.unregister(self.remove)
            shutil.rmtree(self.path, ignore_errors=True)
            self._held.close()


def _remove_abandoned(base: Path) -> None:
    for folder in base.iterdir():
        if not folder.is_dir():
            continue
        try:
            with (folder / _LOCK).open("a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue  # somebody lives there
        shutil.rmtree(folder, ignore_errors=True)


def _built(folder: Path, blocks: Iterable[IndexedBlock], dimensions: int | None) -> tuple[edge.EdgeShard, int]:
    """Raises IndexUnavailable, and what `blocks` raises."""
    shard = _asked(lambda: edge.EdgeShard.create(str(folder), _config(dimensions)))
    try:
        for field in ("drug_id", "section_key"):
            keyword = edge.UpdateOperation.create_field_index(field, edge.PayloadSchemaType.Keyword)
            _asked(lambda keyword=keyword: shard.update(keyword))
        waiting, count = iter(blocks), 0
        while points := [_point(block) for block in islice(waiting, _POINTS_AT_ONCE)]:
            _asked(lambda points=points: shard.update(edge.UpdateOperation.upsert_points(points)))
            count += len(points)
    except BaseException:
        shard.close()
        raise
    return shard, count


def _config(dimensions: int | None) -> edge.EdgeConfig:
    return edge.EdgeConfig(
        vectors={} if dimensions is None else {_MEANING: edge.EdgeVectorParams(dimensions, edge.Distance.Dot)},
        sparse_vectors={_WORDS: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)},
        # What a crash would lose is built again from PostgreSQL.
        wal_enabled=False,
    )


def _point(block: IndexedBlock) -> edge.Point:
    vectors: dict[str, Any] = {_WORDS: _sparse(block.terms)}
    if block.meaning is not None:
        vectors[_MEANING] = list(block.meaning)
    return edge.Point(block.chunk, vectors, {"drug_id": block.drug_id, "section_key": block.section_key})


def _sparse(terms: Terms) -> edge.SparseVector:
    return edge.SparseVector(list(terms.ids), list(terms.weights))


def _ranked(found: _Shard, query: Query) -> Rankings:
    which = _filter(query)
    wanted: list[tuple[str, Any]] = [(_WORDS, _sparse(query.terms))] if query.terms.ids else []
    if found.has_meaning and query.meaning is not None:
        wanted.append((_MEANING, list(query.meaning)))
    requests = [
        edge.QueryRequest(query.limit, query=edge.Query.Nearest(vector, using=using), filter=which)
        for using, vector in wanted
    ]
    answers = _asked(lambda: found.shard.query_batch(edge.QueryBatchRequest(requests))) if requests else []
    ranked = {using: _ids(points) for (using, _), points in zip(wanted, answers, strict=True)}
    return Rankings(ranked.get(_WORDS, ()), ranked.get(_MEANING, ()))


def _ids(points: Sequence[edge.ScoredPoint]) -> tuple[int, ...]:
    """Equal scores in the order of the ids, so that the same question gives the same page."""
    return tuple(int(point.id) for point in sorted(points, key=lambda point: (-point.score, point.id)))


def _filter(query: Query) -> edge.Filter | None:
    conditions: list[Any] = [
        edge.FieldCondition(field, match=edge.MatchAny(list(values)))
        for field, values in (("drug_id", query.drug_ids), ("section_key", query.section_keys))
        if values
    ]
    return edge.Filter(must=conditions) if conditions else None


def _asked(call: Any) -> Any:
    """Raises IndexUnavailable."""
    try:
        return call()
    except Exception as error:  # the library raises nothing more special than that
        raise IndexUnavailable(str(error)) from error
