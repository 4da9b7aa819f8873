"""What a reader of a bad book would quote wrongly, and what it holds back without need."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from formulary.ingest.book import Block, Book, PrintedMonograph
from rag.vietnamese import nfc
from tests.formulary.bad_books.draft import Planted
from tests.formulary.bad_books.making import BadBook

_LIKE = 0.5  # share of words from which a text is taken for what was planted


@dataclass(frozen=True, slots=True)
class Wrong:
    """A block that may be quoted though the clean book does not have it; `planted` is the likely cause, or None."""

    slug: str
    section: str
    text: str
    headings: tuple[str, ...]
    planted: Planted | None

    @property
    def bears_number(self) -> bool:
        return self.planted is not None and self.planted.bears_number


def wrongly_shown(bad: BadBook, book: Book) -> list[Wrong]:
    """Blocks of `book` that are not held, and whose section, sub-headings or text are not those of a clean block.

    Of two copies that disagree, neither may be shown: the clean one of them counts too.
    """
    clean = {_key(m, key, b) for m in bad.clean for key, b in _blocks(m)}
    disputed = {(p.slug, p.section, p.was): p for p in bad.planted if p.kind == "conflicting_copy"}
    by_slug: dict[str, list[Planted]] = defaultdict(list)
    for planted in bad.planted:
        by_slug[planted.slug].append(planted)
    wrong = []
    for monograph in book.monographs:
        for key, block in _blocks(monograph):
            if block.hold is not None:
                continue
            dispute = disputed.get((monograph.slug, key, block.text))
            if dispute is not None or _key(monograph, key, block) not in clean:
                cause = dispute or _cause(block, key, by_slug[monograph.slug])
                wrong.append(Wrong(monograph.slug, key, block.text, block.headings, cause))
    return wrong


def held_without_need(bad: BadBook, book: Book) -> tuple[int, int]:
    """How many blocks that no defect touches are held, and how many such blocks were read."""
    spoilt = {place for planted in bad.planted for place in planted.places()}
    whole = {
        _key(m, s.key, b)
        for m in bad.clean
        for s in m.sections
        for ordinal, b in enumerate(s.blocks)
        if (m.slug, s.key, ordinal) not in spoilt and b.hold is None
    }
    read = [b for m in book.monographs for key, b in _blocks(m) if _key(m, key, b) in whole]
    return sum(1 for block in read if block.hold is not None), len(read)


def _blocks(monograph: PrintedMonograph) -> Iterator[tuple[str, Block]]:
    for section in monograph.sections:
        for block in section.blocks:
            yield section.key, block


def _key(monograph: PrintedMonograph, section: str, block: Block) -> tuple[str, str, tuple[str, ...], str]:
    return monograph.slug, section, block.headings, block.text


def _cause(block: Block, section: str, planted: list[Planted]) -> Planted | None:
    words = _words(block.text)

    def likeness(candidate: Planted) -> float:
        printed = max((_shared(words, _words(text)) for text in candidate.now), default=0.0)
        return max(printed, 0.9 * _shared(words, _words(candidate.was))) + 0.2 * (candidate.section == section)

    best = max(planted, key=likeness, default=None)
    return best if best is not None and likeness(best) >= _LIKE else None


@lru_cache(maxsize=4096)
def _words(text: str) -> Counter[str]:
    return Counter(nfc(text).split())


def _shared(a: Counter[str], b: Counter[str]) -> float:
    """How much of the shorter text stands in the longer one."""
    shorter = min(a.total(), b.total())
    return (a & b).total() / shorter if shorter else 0.0
