"""A search index for tests: what it was given, ranked by plain arithmetic, and made to fail on demand."""

from collections.abc import Iterable

from formulary.bm25 import rarity
from formulary.ports import IndexedBlock, IndexState, IndexUnavailable, Query, Rankings


class MemoryIndex:
    def __init__(self, *, is_shared: bool = True) -> None:
        self.is_shared = is_shared
        self.held: dict[str, tuple[IndexState, list[IndexedBlock]]] = {}
        self.is_down = False
        self.asked: list[Query] = []
        self.builds = 0

    def state(self, edition: str) -> IndexState | None:
        self._answer()
        return self.held[edition][0] if edition in self.held else None

    def replace(
        self, edition: str, blocks: Iterable[IndexedBlock], *, content: str, dimensions: int | None
    ) -> IndexState:
        self._answer()
        everything = list(blocks)
        assert all((block.meaning is None) == (dimensions is None) for block in everything)
        self.held[edition] = (IndexState(content, len(everything)), everything)
        self.builds += 1
        return self.held[edition][0]

    def query(self, edition: str, query: Query, *, seconds: float) -> Rankings:
        self._answer()
        self.asked.append(query)
        _, blocks = self.held[edition]
        which = [
            block
            for block in blocks
            if (not query.drug_ids or block.drug_id in query.drug_ids)
            and (not query.section_keys or block.section_key in query.section_keys)
        ]
        rare = {i: rarity(len(blocks), sum(i in block.terms.ids for block in blocks)) for i in query.terms.ids}
        words = {
            block.chunk: sum(rare.get(i, 0.0) * w for i, w in zip(block.terms.ids, block.terms.weights, strict=True))
            for block in which
        }
        meaning = {
            block.chunk: sum(a * b for a, b in zip(block.meaning, query.meaning, strict=True))
            for block in which
            if block.meaning is not None and query.meaning is not None
        }
        return Rankings(_best({c: s for c, s in words.items() if s}, query.limit), _best(meaning, query.limit))

    def drop(self, edition: str) -> None:
        self._answer()
        self.held.pop(edition, None)

    def _answer(self) -> None:
        if self.is_down:
            raise IndexUnavailable("down")


def _best(scores: dict[int, float], limit: int) -> tuple[int, ...]:
    return tuple(sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:limit])
