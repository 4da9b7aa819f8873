"""What search needs from outside: a model that turns text into vectors, and an index that ranks blocks by them.

Neither holds anything that cannot be made again from PostgreSQL, and neither gives text: an index returns the ids of
blocks, and what is shown is read from the database.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

Vector = Sequence[float]
"""Of length 1, so that the inner product of two is their likeness."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A sparse vector: the numbers of the words that occur, ascending, and their weights."""

    ids: tuple[int, ...] = ()
    weights: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexedBlock:
    """A block on its way into an index. `meaning` is None when no embedder is configured."""

    chunk: int  # primary key
    drug_id: str
    section_key: str
    terms: Terms
    meaning: Vector | None


@dataclass(frozen=True, slots=True)
class Query:
    """Empty filters mean everything. `limit` is per ranking."""

    terms: Terms
    meaning: Vector | None
    drug_ids: tuple[str, ...] = ()
    section_keys: tuple[str, ...] = ()
    limit: int = 100


@dataclass(frozen=True, slots=True)
class Rankings:
    """Primary keys of blocks, the best first, by each of the two measures."""

    by_words: tuple[int, ...] = ()
    by_meaning: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexState:
    """What an index holds of an edition. `content` is what `replace` was given."""

    content: str
    blocks: int


class IndexUnavailable(Exception):
    """The index did not answer, or not in time, or with nonsense."""


class EmbedderUnavailable(Exception):
    """The model cannot be loaded or does not answer."""


@runtime_checkable
class Embedder(Protocol):
    """`query` and `passages` may raise EmbedderUnavailable."""

    @property
    def model(self) -> str:
        """Names the vectors: two embedders of one model give the same vector for the same text."""

    @property
    def dimensions(self) -> int: ...

    def query(self, text: str) -> Vector: ...

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """As many as there are texts, in their order."""


@runtime_checkable
class VectorIndex(Protocol):
    """Every method may raise IndexUnavailable."""

    @property
    def is_shared(self) -> bool:
        """True: one index for all processes, which whoever publishes builds. False: each process builds its own."""

    def state(self, edition: str) -> IndexState | None:
        """None when the index holds nothing of the edition."""

    def replace(
        self, edition: str, blocks: Iterable[IndexedBlock], *, content: str, dimensions: int | None
    ) -> IndexState:
        """Build aside and switch: until all blocks are in, queries see what was there before.

        `dimensions` None: the blocks have no meaning. What `blocks` raises is passed on, and nothing is switched.
        """

    def query(self, edition: str, query: Query, *, seconds: float) -> Rankings: ...

    def drop(self, edition: str) -> None:
        """Forget the edition; nothing happens when it is not there."""
