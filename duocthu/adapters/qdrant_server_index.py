"""VectorIndex over a Qdrant server: a collection for each build of an edition, and an alias that says which one holds.

A collection is called `<prefix>.<edition>.<content>.<when>`, its alias `<prefix>.<edition>`: which content answers is
read off the name behind the alias, and a build that was killed leaves a collection that nothing points at.
"""

import time
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from qdrant_client import QdrantClient, models
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import ApiException

from formulary.ports import IndexedBlock, IndexState, IndexUnavailable, Query, Rankings, Terms

_WORDS, _MEANING = "words", "meaning"
_POINTS_AT_ONCE = 256
_BUILDING_SECONDS = 60
_LOOK_SECONDS = 2
T = TypeVar("T")


class QdrantServerIndex:
    is_shared = True

    def __init__(self, url: str, api_key: str = "", prefix: str = "duocthu", seconds: int = 2) -> None:
        """`seconds`: the longest that a query may take; whole, as the client counts."""
        self._url, self._api_key, self._prefix, self._seconds = url, api_key, prefix, seconds

    def state(self, edition: str) -> IndexState | None:
        name = self._behind_alias(edition)
        if name is None:
            return None
        counted = _asked(lambda: self._client.count(name, exact=True, timeout=_LOOK_SECONDS))
        return IndexState(_content_of(name), counted.count)

    def replace(
        self, edition: str, blocks: Iterable[IndexedBlock], *, content: str, dimensions: int | None
    ) -> IndexState:
        before = self._behind_alias(edition)
        name = f"{self._alias(edition)}.{content}.{time.time_ns():x}"
        _asked(lambda: self._create(name, dimensions))
        try:
            count = self._fill(name, blocks)
            found = _asked(lambda: self._client.count(name, exact=True, timeout=_BUILDING_SECONDS)).count
            if found != count:
                raise IndexUnavailable(f"{count} blocks were sent to {name}, {found} are there")
            self._switch(edition, name, is_first=before is None)
        except BaseException:
            with suppress(IndexUnavailable):
                self._delete(name)
            raise
        with suppress(IndexUnavailable):  # a collection that nothing points at does no harm; the next build removes it
            for other in self._collections(edition):
                if other != name:
                    self._delete(other)
        return IndexState(content, count)

    def query(self, edition: str, query: Query, *, seconds: float) -> Rankings:
        # The client counts in whole seconds and rounds up: less than one cannot be kept to.
        allowed = min(self._seconds, int(seconds))
        if allowed < 1:
            raise IndexUnavailable("no time left to ask the index")
        wanted: list[tuple[str, Any]] = [(_WORDS, _sparse(query.terms))] if query.terms.ids else []
        if query.meaning is not None:
            wanted.append((_MEANING, list(query.meaning)))
        if not wanted:
            return Rankings()
        requests = [
            models.QueryRequest(query=vector, using=using, filter=_filter(query), limit=query.limit)
            for using, vector in wanted
        ]
        answers = _asked(
            lambda: self._client.query_batch_points(self._alias(edition), requests=requests, timeout=allowed)
        )
        if len(answers) != len(wanted):
            raise IndexUnavailable(f"{len(answers)} answers to {len(wanted)} queries")
        ranked = {using: _ids(answer) for (using, _), answer in zip(wanted, answers, strict=True)}
        return Rankings(ranked.get(_WORDS, ()), ranked.get(_MEANING, ()))

    def drop(self, edition: str) -> None:
        for name in self._collections(edition):
            self._delete(name)

    @cached_property
    def _client(self) -> QdrantClient:
        with warnings.catch_warnings():
            # It warns of a key sent over http://; inside a hospital's own network that is the site's choice.
            warnings.simplefilter("ignore", UserWarning)
            return QdrantClient(
                url=self._url, api_key=self._api_key or None, timeout=self._seconds, check_compatibility=False
            )

    def _alias(self, edition: str) -> str:
        return f"{self._prefix}.{edition}"

    def _behind_alias(self, edition: str) -> str | None:
        aliases = _asked(self._client.get_aliases).aliases
        return next((a.collection_name for a in aliases if a.alias_name == self._alias(edition)), None)

    def _collections(self, edition: str) -> list[str]:
        # Keys have no dots: no other edition's name begins like this.
        begins = f"{self._alias(edition)}."
        return [c.name for c in _asked(self._client.get_collections).collections if c.name.startswith(begins)]

    def _create(self, name: str, dimensions: int | None) -> None:
        meaning = {} if dimensions is None else {_MEANING: _dense_params(dimensions)}
        self._client.create_collection(
            name,
            vectors_config=meaning,
            sparse_vectors_config={_WORDS: models.SparseVectorParams(modifier=models.Modifier.IDF)},
            timeout=_BUILDING_SECONDS,
        )
        for field in ("drug_id", "section_key"):
            keyword = models.PayloadSchemaType.KEYWORD
            self._client.create_payload_index(name, field, field_schema=keyword, timeout=_BUILDING_SECONDS)

    def _fill(self, name: str, blocks: Iterable[IndexedBlock]) -> int:
        waiting, count = iter(blocks), 0
        while points := [_point(block) for block in islice(waiting, _POINTS_AT_ONCE)]:
            self._put(name, points)
            count += len(points)
        return count

    def _put(self, name: str, points: list[models.PointStruct]) -> None:
        _asked(lambda: self._client.upsert(name, points, wait=True, timeout=_BUILDING_SECONDS))

    def _switch(self, edition: str, name: str, *, is_first: bool) -> None:
        """In one request: at no moment does the alias point at nothing."""
        alias = self._alias(edition)
        make = models.CreateAliasOperation(create_alias=models.CreateAlias(collection_name=name, alias_name=alias))
        delete = models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=alias))
        acts: list[models.AliasOperations] = [make] if is_first else [delete, make]
        _asked(lambda: self._client.update_collection_aliases(acts, timeout=_BUILDING_SECONDS))

    def _delete(self, name: str) -> None:
        _asked(lambda: self._client.delete_collection(name, timeout=_BUILDING_SECONDS))


def _content_of(name: str) -> str:
    return name.rsplit(".", 2)[-2]


def _dense_params(dimensions: int) -> models.VectorParams:
    return models.VectorParams(size=dimensions, distance=models.Distance.DOT)


def _sparse(terms: Terms) -> models.SparseVector:
    return models.SparseVector(indices=list(terms.ids), values=list(terms.weights))


def _point(block: IndexedBlock) -> models.PointStruct:
    vectors: dict[str, Any] = {_WORDS: _sparse(block.terms)}
    if block.meaning is not None:
        vectors[_MEANING] = list(block.meaning)
    payload = {"drug_id": block.drug_id, "section_key": block.section_key}
    return models.PointStruct(id=block.chunk, vector=vectors, payload=payload)


def _filter(query: Query) -> models.Filter | None:
    conditions: list[models.Condition] = [
        models.FieldCondition(key=field, match=models.MatchAny(any=list(values)))
        for field, values in (("drug_id", query.drug_ids), ("section_key", query.section_keys))
        if values
    ]
    return models.Filter(must=conditions) if conditions else None


def _ids(answer: models.QueryResponse) -> tuple[int, ...]:
    """Equal scores in the order of the ids, so that the same question gives the same page."""
    points = sorted(answer.points, key=lambda point: (-point.score, str(point.id)))
    if not all(isinstance(point.id, int) for point in points):
        raise IndexUnavailable("a point that is no block of ours")
    return tuple(int(point.id) for point in points)


def _asked(call: Callable[[], T]) -> T:
    """Raises IndexUnavailable."""
    try:
        return call()
    except (ApiException, QdrantException, ValueError, AssertionError) as error:
        # The last two: what the client makes of an answer that is no JSON, or JSON of another shape.
        raise IndexUnavailable(str(error).partition("\n")[0]) from error
