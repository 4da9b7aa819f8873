"""Search with PostgreSQL alone: the same BM25 as the index, over rows that the index of words finds.

Every block that holds any word of the question is read: so many rows hold each word, so rare is it. The order is that
of the index's ranking by words.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import pairwise
from operator import or_

from django.contrib.postgres.search import SearchQuery, SearchVector, SearchVectorExact
from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet

from formulary.bm25 import query_words, rarity, weight
from formulary.models import Chunk, Edition

_QUERY_CANCELED = "57014"


class TooSlow(Exception):
    """PostgreSQL was not done in the time that was left."""


def ranked_by_words(
    edition_id: int,
    searched: str,
    *,
    drug_ids: Sequence[str] = (),
    section_keys: Sequence[str] = (),
    limit: int,
    seconds: float,
) -> tuple[int, ...]:
    """Primary keys of blocks that are not held back, the best first. Raises TooSlow.

    `searched` is a searchable text, see `formulary.folding`.
    """
    words = query_words(searched)
    if not words:
        return ()
    with _at_most(seconds):
        total = _how_many_released(edition_id)
        found = list(_counted(edition_id, words))
    holding: Counter[str] = Counter()
    for _, _, _, _, count in found:
        holding.update(count.keys())
    rare = {word: rarity(total, holding[word]) for word in words}
    scored = (
        (sum(rare[word] * weight(n, length) for word, n in count.items()), -pk)
        for pk, slug, key, length, count in found
        if (not drug_ids or slug in drug_ids) and (not section_keys or key in section_keys)
    )
    return tuple(-pk for _, pk in heapq.nlargest(limit, scored))


def _released(edition_id: int) -> QuerySet[Chunk]:
    # In no order: the usual one would sort thousands of rows that are ranked here anyway.
    return Chunk.objects.filter(section__monograph__edition_id=edition_id, quarantine_reason__isnull=True).order_by()


def _how_many_released(edition_id: int) -> int:
    """Without reading them: few are held back, and an index knows those. Two queries."""
    blocks = Edition.objects.filter(pk=edition_id).values_list("chunk_count", flat=True).first() or 0
    held = Chunk.objects.filter(section__monograph__edition_id=edition_id, quarantine_kind__isnull=False).count()
    return blocks - held


def _counted(edition_id: int, words: Sequence[str]) -> Iterator[tuple[int, str, str, int, dict[str, int]]]:
    """(pk, drug, section, syllables, how often each word occurs) of every block that holds any of the words."""
    syllables = [word for word in words if " " not in word]
    any_word = reduce(or_, (SearchQuery(word, config="simple", search_type="plain") for word in syllables))
    rows = (
        _released(edition_id)
        .filter(SearchVectorExact(SearchVector("folded_context", "folded", config="simple"), any_word))
        .values_list("pk", "section__monograph__slug", "section_key", "folded_context", "folded")
    )
    occurrences = _Occurrences(words)
    for pk, slug, key, context, folded in rows:
        length = len(context.split()) + len(folded.split())
        yield pk, slug, key, length, occurrences.in_block(context, folded)


class _Occurrences:
    """How often each of the syllables and pairs stands in a block: thousands of blocks are counted for one question.

    Two blanks are put between syllables, because `str.count` does not count what overlaps, and each of "đau đau" needs
    a blank of its own on each side.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._syllables = [(word, f" {word} ") for word in words if " " not in word]
        pairs = [(word, *word.split(" ")) for word in words if " " in word]
        self._pairs = [(word, a, b, f" {a}  {b} ") for word, a, b in pairs if a != b]
        self._doubled = [(word, a) for word, a, b in pairs if a == b]

    def in_block(self, context: str, folded: str) -> dict[str, int]:
        """Of those that occur. A pair does not reach from the one text into the other."""
        text = f"{context}|{folded}".replace(" ", "  ")
        found = {word: n for word, spaced in self._syllables if (n := text.count(spaced))}
        for pair, first, second, spaced in self._pairs:
            if first in found and second in found and (n := text.count(spaced)):
                found[pair] = n
        for pair, syllable in self._doubled:
            if found.get(syllable, 0) > 1:
                both = (pairwise(part.split()) for part in (context, folded))
                found[pair] = sum(a == b == syllable for neighbours in both for a, b in neighbours)
        return {word: n for word, n in found.items() if n}


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raises TooSlow."""
    if seconds <= 0:
        raise TooSlow
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            before = cursor.fetchone()
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [f"{max(1, int(seconds * 1000))}ms"])
            yield
            # The caller may be in a transaction of its own, which outlives ours.
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [before[0] if before else "0"])
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) == _QUERY_CANCELED:
            raise TooSlow from error
        raise
