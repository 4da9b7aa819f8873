"""Search in the text of an edition, by words and by meaning. The index ranks; PostgreSQL says what is shown.

Exact look-ups, by title, name or section, are `formulary.selectors` and touch nothing of this.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from formulary import backends, index_readiness
from formulary.bm25 import query_terms
from formulary.folding import searchable
from formulary.indexing import content_of
from formulary.models import Chunk
from formulary.ports import EmbedderUnavailable, IndexUnavailable, Query, Rankings, Vector, VectorIndex
from formulary.selectors import EditionInUse, passages
from formulary.word_search import TooSlow, ranked_by_words
from rag.passages import Passage
from rag.vietnamese import nfc, squeeze

logger = logging.getLogger(__name__)

BEING_BUILT = "Chỉ mục tìm kiếm đang được lập; tạm thời chỉ tìm theo từ, chưa tìm theo nghĩa."
DOES_NOT_ANSWER = "Chỉ mục tìm kiếm không trả lời; tạm thời chỉ tìm theo từ, chưa tìm theo nghĩa."
NO_MEANING = "Mô hình tìm theo nghĩa không chạy được; tạm thời chỉ tìm theo từ."
TOO_SLOW = "Tìm quá lâu nên đã dừng. Hãy dùng ít từ hơn, hoặc chọn thuốc hay mục cần tìm."

_SECONDS = 2.0  # when the caller sets no deadline
_EMBEDDING_SECONDS = 0.1  # with less than this left a question is not embedded
_CHARACTERS = 500  # what is longer is no search
_CANDIDATES = 100  # from each ranking
_RANK_CONSTANT = 60  # of reciprocal rank fusion, as in the paper that proposed it


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best first. `notice` is for the reader: why the search was less than it should be."""

    passages: tuple[Passage, ...]
    how: Literal["vector", "postgres"]
    notice: str | None = None


def search(
    edition: EditionInUse,
    query: str,
    *,
    drug_ids: Sequence[str] = (),
    section_keys: Sequence[str] = (),
    limit: int = 20,
    deadline: float | None = None,
) -> SearchResult:
    """Blocks that are not held back. Empty filters mean everything; `deadline` is a moment of `time.monotonic`.

    Falls back to PostgreSQL, and says so, when the index is missing, stale or down or the
    embedder does not run; it never raises for that.
    """
    deadline = time.monotonic() + _SECONDS if deadline is None else deadline
    query = squeeze(nfc(query))[:_CHARACTERS]
    searched = searchable(query)
    if not searched.strip():
        return SearchResult((), "postgres")
    notice = None
    index = backends.vector_index()
    if index is not None:
        notice = BEING_BUILT
        try:
            rankings = _asked(index, edition, query, searched, drug_ids, section_keys, deadline)
        except IndexUnavailable:
            rankings, notice = None, DOES_NOT_ANSWER
        except EmbedderUnavailable:
            logger.warning("the question could not be embedded; search goes by words", exc_info=True)
            rankings, notice = None, NO_MEANING
        if rankings is not None:
            found = fused((rankings.by_words, rankings.by_meaning))
            return SearchResult(_shown(edition, found, limit), "vector")
    try:
        words = ranked_by_words(
            edition.id,
            searched,
            drug_ids=drug_ids,
            section_keys=section_keys,
            limit=limit,
            seconds=deadline - time.monotonic(),
        )
    except TooSlow:
        return SearchResult((), "postgres", TOO_SLOW)
    return SearchResult(_shown(edition, words, limit), "postgres", notice)


def nearest_in_meaning(
    edition: EditionInUse, query: str, *, section_keys: Sequence[str], limit: int, deadline: float
) -> tuple[Passage, ...]:
    """Released blocks, the nearest first; empty when the index is not ready or the time does not suffice to ask it.

    `deadline` is a moment of `time.monotonic`. Raises IndexUnavailable, EmbedderUnavailable.
    """
    index, embedder = backends.vector_index(), backends.embedder()
    query = squeeze(nfc(query))[:_CHARACTERS]
    if index is None or embedder is None or not query or deadline - time.monotonic() <= _EMBEDDING_SECONDS:
        return ()
    rankings = _asked(index, edition, query, searchable(query), (), section_keys, deadline)
    return _shown(edition, rankings.by_meaning, limit) if rankings is not None else ()


def fused(rankings: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Reciprocal rank fusion: what stands high in several rankings comes first. Equal: the lower id."""
    score: dict[int, float] = {}
    for ranking in rankings:
        for rank, chunk in enumerate(ranking, start=1):
            score[chunk] = score.get(chunk, 0.0) + 1 / (_RANK_CONSTANT + rank)
    return tuple(sorted(score, key=lambda chunk: (-score[chunk], chunk)))


def _asked(
    index: VectorIndex,
    edition: EditionInUse,
    query: str,
    searched: str,
    drug_ids: Sequence[str],
    section_keys: Sequence[str],
    deadline: float,
) -> Rankings | None:
    """None: the index is not ready. Raises IndexUnavailable, EmbedderUnavailable."""
    embedder = backends.embedder()
    with index_readiness.asking(edition.key):
        if not index_readiness.is_ready(index, edition, content_of(edition, embedder)):
            return None
        meaning = None
        if embedder is not None and deadline - time.monotonic() > _EMBEDDING_SECONDS:
            meaning = _embedded(embedder.model, query)
        wanted = Query(query_terms(searched), meaning, tuple(drug_ids), tuple(section_keys), _CANDIDATES)
        return index.query(edition.key, wanted, seconds=deadline - time.monotonic())


def forget() -> None:
    """As if nothing had been asked: for tests that change the embedder."""
    _embedded.cache_clear()


@lru_cache(maxsize=256)
def _embedded(model: str, query: str) -> Vector | None:
    """Raises EmbedderUnavailable."""
    embedder = backends.embedder()
    return embedder.query(query) if embedder is not None and embedder.model == model else None


def _shown(edition: EditionInUse, ranked: Sequence[int], limit: int) -> tuple[Passage, ...]:
    """The first of those that PostgreSQL still has and does not hold back."""
    rows = Chunk.objects.filter(
        pk__in=ranked, section__monograph__edition_id=edition.id, quarantine_reason__isnull=True
    )
    there = set(rows.values_list("pk", flat=True))
    best = [pk for pk in ranked if pk in there][:limit]
    place = {pk: i for i, pk in enumerate(best)}
    which = Chunk.objects.filter(pk__in=best).values_list("pk", "section__monograph__slug", "section_key", "ordinal")
    by_id = {f"{edition.key}/{slug}/{key}/{ordinal}": place[pk] for pk, slug, key, ordinal in which}
    found = passages(edition, pk__in=best, quarantine_reason__isnull=True)
    return tuple(sorted(found, key=lambda passage: by_id[passage.id]))
