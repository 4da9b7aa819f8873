"""Where printed text of the book names a drug: by a proper name, or by the group that other monographs put it in."""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from formulary.name_entries import Listed, NameEntry
from formulary.name_rules import CONNECTORS, name_key, without_salts
from formulary.name_text import Word, cut
from rag.frames import How
from rag.vietnamese import nfc

_LONGEST_NAME = 8  # words
_BLOCKS_KEPT = 16_384
_SHORT = 4  # letters: a group of so few (PPI) counts only in capitals, as printed
_NOT_IN_BOOK = (How.BRAND, How.ABBREVIATION)


class Mentions:
    """Whole words, whatever their marks and spelling. The book speaks of no brands and no abbreviations of names."""

    def __init__(self, listed: Iterable[Listed], groups: Iterable[NameEntry]) -> None:
        self._owners = defaultdict[str, set[str | None]](set)
        self._groups = defaultdict[str, set[tuple[str, ...]]](set)
        for name in listed:
            if name.how not in _NOT_IN_BOOK:
                self._owners[name_key(name.words)].add(name.drug_id)
                self._owners[name_key(without_salts(name.words))].add(name.drug_id)
        for entry in groups:
            self._groups[entry.drug_id].add(_printed(cut(nfc(entry.name))))
        # Print does not change while an index lives, and the same blocks are read for every pair.
        self.spans = lru_cache(maxsize=_BLOCKS_KEPT)(self._spans)

    def _spans(self, drug_id: str, text: str) -> tuple[tuple[int, int], ...]:
        """Characters of `text`, left to right. A longer name of another drug hides a shorter one inside it."""
        words, groups = cut(text), self._groups.get(drug_id, set())
        spans, at = list[tuple[int, int]](), 0
        while at < len(words):
            last, is_ours = self._longest(words, at, drug_id, groups)
            if is_ours:
                spans.append((words[at].start, words[last - 1].end))
            at = last
        return tuple(spans)

    def _longest(
        self, words: tuple[Word, ...], first: int, drug_id: str, groups: set[tuple[str, ...]]
    ) -> tuple[int, bool]:
        """Where the longest name that begins at `first` ends, and whether it is the drug's; the next word when none."""
        last = first + 1
        while last < len(words) and last - first < _LONGEST_NAME and words[last].continues:
            last += 1
        for end in range(last, first, -1):
            window = words[first:end]
            if _printed(window) in groups:
                return end, True
            folded = [word.folded for word in window]
            if {folded[0], folded[-1]} & CONNECTORS:
                continue
            owners = self._owners.get(name_key(folded))
            if owners is not None:
                return end, drug_id in owners
        return first + 1, False


def _printed(words: tuple[Word, ...]) -> tuple[str, ...]:
    """Folded, but a short single word keeps its capitals."""
    if len(words) == 1 and len(words[0].text) <= _SHORT:
        return (words[0].text,)
    return tuple(word.folded for word in words)
