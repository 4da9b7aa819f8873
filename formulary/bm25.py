"""BM25 over folded syllables and pairs of neighbouring syllables: the words of a block as a sparse vector.

Vietnamese writes syllables apart, and what joins them to a word is not marked: pairs stand in for words, and no
segmenter has to guess. The weight of a word in a block depends on that block alone; how rare the word is in the edition
(IDF) is a factor of the query, which Qdrant computes from its own points and PostgreSQL's fallback from its rows, by
the same formula.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from formulary.ports import Terms

_SATURATION = 1.2  # k1 and b of the textbook
_LENGTH_MATTERS = 0.75
# A constant rather than the edition's own average, so that a block's vector outlives its neighbours.
_USUAL_SYLLABLES = 60
# A question has at most 2,000 characters; what is longer than this is no search.
_MOST_SYLLABLES = 64


@lru_cache(maxsize=131_072)
def term_id(term: str) -> int:
    """The number of a syllable or of a pair "a b"; the same in every process and release.

    32 bits is what an index takes. Among 100,000 different terms about one pair shares a number; such a pair is taken
    for one term, which moves a rank and shows nothing wrong.
    """
    return crc32(term.encode())


def terms_in(text: str) -> Iterator[str]:
    """Syllables and pairs of a text that `formulary.folding.searchable` made."""
    syllables = text.split()
    yield from syllables
    yield from map(" ".join, pairwise(syllables))


def block_terms(parts: Iterable[str]) -> Terms:
    """The weights of a block. `parts` are searchable texts; a pair does not reach from one into the next."""
    count: Counter[int] = Counter()
    length = 0
    for part in parts:
        count.update(map(term_id, terms_in(part)))
        length += len(part.split())
    ids = sorted(count)
    return Terms(tuple(ids), tuple(weight(count[i], length) for i in ids))


def query_words(text: str) -> tuple[str, ...]:
    """The terms of a searchable question, each once."""
    return tuple(dict.fromkeys(terms_in(" ".join(text.split()[:_MOST_SYLLABLES]))))


def query_terms(text: str) -> Terms:
    ids = sorted({term_id(word) for word in query_words(text)})
    return Terms(tuple(ids), (1.0,) * len(ids))


def weight(count: int, length: int) -> float:
    """Of a term that occurs `count` times in a block of `length` syllables."""
    norm = 1 - _LENGTH_MATTERS + _LENGTH_MATTERS * length / _USUAL_SYLLABLES
    return count * (_SATURATION + 1) / (count + _SATURATION * norm)


def rarity(blocks: int, holding: int) -> float:
    """IDF as Qdrant computes it: of a term that `holding` of `blocks` hold."""
    return math.log(1 + (blocks - holding + 0.5) / (holding + 0.5))
