"""Names of drugs with a letter wrong: amiadaron, fusosemid, metronodazol.

Only against names that are known (the book's titles, the list of the world's drugs), one slip at a time, and only for
words that the book itself writes rarely: a spelling that comes again is the book's own.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from rapidfuzz.distance import OSA

from formulary.ingest.detectors.words import drug_words
from formulary.name_words import word_list
from rag.vietnamese import fold

_SHORTEST = 7
_LATIN_WORD = re.compile(rf"[A-Za-z]{{{_SHORTEST},}}")
_OFTEN = 3
_SPELLINGS = (
    ("ph", "f"), ("th", "t"), ("ch", "c"), ("rh", "r"), ("y", "i"), ("k", "c"), ("z", "s"), ("ae", "e"), ("oe", "e"),
    ("w", "v"),
)  # fmt: skip
_DOUBLED = re.compile(r"([a-z])\1")
_ENDING = re.compile(r"(?:es|e|s|um|us|a)$")
# Substances of the body and of chemistry that are one letter from a drug.
_CHEMISTRY_LISTED = "cytosin guanidin thyroxin tyrosin histidin creatin creatinin melanin keratin elastin inulin"
_CHEMISTRY = frozenset(_CHEMISTRY_LISTED.split())
_FAMILIES = re.compile(
    r"(?:sulfat|sulphat|phosphat|fosfat|clorid|chlorid|acetat|tartrat|maleat|fumarat|citrat|nitrat|bromid|iodid)s?$"
)


def spelling_key(word: str) -> str:
    """Equal for two lawful spellings of one name: cephalexin and cefalexin, allopurinol and alopurinol."""
    key = fold(word)
    for long, short in _SPELLINGS:
        key = key.replace(long, short)
    return _ENDING.sub("", _DOUBLED.sub(r"\1", key))


class _Names:
    """Words of names, ready to be looked for by any one slip."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = {word for word in words if len(word) >= _SHORTEST and word.isascii()}
        self.keys = {spelling_key(word) for word in self.words}
        self._near: dict[str, set[str]] = defaultdict(set)
        for word in self.words:
            for shorter in _one_shorter(word):
                self._near[shorter].add(word)

    def near(self, folded: str) -> set[str]:
        return set().union(*(self._near.get(shorter, ()) for shorter in _one_shorter(folded)))

    def knows(self, folded: str) -> bool:
        return folded in self.words or spelling_key(folded) in self.keys


@cache
def _of_the_world() -> _Names:
    return _Names(drug_words())


class KnownDrugs:
    """Names that a rare word may be a slip of: those of the world's drugs, and of the book's own titles."""

    def __init__(self, titles: Iterable[str]) -> None:
        own = {fold(word) for title in titles for word in _LATIN_WORD.findall(title)}
        self._lists = (_of_the_world(), _Names(own - _of_the_world().words))

    def slip_of(self, word: str) -> str | None:
        """The known name that the word misses by one letter, or None; None as well for a lawful spelling."""
        folded = fold(word)
        if _is_ordinary(folded) or any(names.knows(folded) for names in self._lists):
            return None
        near = set().union(*(names.near(folded) for names in self._lists))
        # A slip leaves the first letter alone: "actinomycin" is no slip of "dactinomycin".
        close = sorted(n for n in near if n[0] == folded[0] and OSA.distance(folded, n, score_cutoff=1) == 1)
        return close[0] if close else None


def misspelt_drugs(texts: Iterable[str], known: KnownDrugs) -> dict[str, str]:
    """Rare words that are a slip of a known name, as printed, and the name."""
    seen: dict[str, int] = defaultdict(int)
    for text in texts:
        for match in _LATIN_WORD.finditer(text):
            if _stands_alone(match, text):
                seen[match.group()] += 1
    often = {fold(word) for word, times in _by_fold(seen).items() if times >= _OFTEN}
    slips = {word: known.slip_of(word) for word in seen if fold(word) not in often}
    return {word: name for word, name in slips.items() if name is not None}


def _by_fold(seen: dict[str, int]) -> dict[str, int]:
    times: dict[str, int] = defaultdict(int)
    for word, count in seen.items():
        times[fold(word)] += count
    return times


def _stands_alone(match: re.Match[str], text: str) -> bool:
    """Not a part of a word with marks or of a compound: "N-acetyl", "calcihuyết"."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return not (before.isalpha() or before == "-" or after.isalpha() or after == "-")


def _is_ordinary(folded: str) -> bool:
    return (
        folded in _CHEMISTRY
        or folded.endswith("yl")
        or _FAMILIES.search(folded) is not None
        or any(folded in word_list(heading) for heading in ("classes", "clinical", "english"))
    )


def _one_shorter(word: str) -> Iterator[str]:
    """The word itself and the word without each of its letters: two words one slip apart share one of these."""
    yield word
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]
