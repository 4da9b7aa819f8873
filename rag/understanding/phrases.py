"""Listed phrases, found in a question in one pass whatever its marks.

A word typed with marks means itself; one typed without stands for every word that folds to it; one whose marks make
no Vietnamese syllable ("huởng") is a slip and counts as typed without.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rag.understanding.syllables import is_syllable
from rag.vietnamese import accent_key, fold, has_diacritics, nfc, tokens

_WORDS_PER_SLIP = 3  # a phrase of three words is still itself with the marks of one word wrong
_Y_ALONE = re.compile(r"^([hklmstv]|qu)y$")


@lru_cache(maxsize=16384)
def word_key(word: str) -> str:
    """What two spellings of one word share: no marks, ky = ki, quy = qui."""
    return _Y_ALONE.sub(r"\1i", fold(word))


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number or sign of the question; a shorthand stands expanded. `start`, `end`: characters of the text."""

    text: str
    key: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return self.text[0].isdecimal()

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha()


@dataclass(frozen=True, slots=True)
class Hit:
    """A listed phrase of a table: words `start` to `end` of the question. `label` says what it means."""

    table: str
    label: str
    start: int
    end: int


@lru_cache(maxsize=16384)
def _means(typed: str, listed: str, exact: bool) -> bool:
    """For words that share a key."""
    if not has_diacritics(typed):
        return not exact or not has_diacritics(listed)
    return accent_key(typed) == accent_key(listed) or not is_syllable(typed)


def _reads(typed: Sequence[Word], listed: Sequence[str], exact: bool, slips: int) -> bool:
    """Do the typed words mean the listed ones, `slips` wrong marks aside ("chông chỉ định")?"""
    for word, meant in zip(typed, listed, strict=True):
        if not _means(word.text, meant, exact):
            slips -= 1
            if slips < 0:
                return False
    return True


def stands_for(word: Word, listed: str, *, exact: bool = False) -> bool:
    """Does the word of a question mean the listed word? `exact`: typing it without marks is not enough."""
    return word.key == word_key(listed) and _means(word.text, listed, exact)


def expand(pattern: str) -> tuple[str, ...]:
    """ "(không|chưa) (được|) dùng" written out; an empty alternative leaves the word away."""
    match = re.search(r"\(([^()]*)\)", pattern)
    if match is None:
        return (" ".join(pattern.split()),)
    choices = match.group(1).split("|")
    return tuple(
        dict.fromkeys(
            whole for c in choices for whole in expand(f"{pattern[: match.start()]}{c}{pattern[match.end() :]}")
        )
    )


@dataclass(frozen=True, slots=True)
class _End:
    table: str
    label: str
    words: tuple[str, ...]
    exact: bool
    slips: int  # words that may bear other marks


@dataclass(slots=True)
class _Node:
    next: dict[str, "_Node"] = field(default_factory=dict)
    ends: list[_End] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Hits:
    """What a scan found, by table, left to right and without overlap inside a table."""

    found: Mapping[str, tuple[Hit, ...]]

    def of(self, table: str) -> tuple[Hit, ...]:
        return self.found.get(table, ())

    def labels(self, table: str) -> frozenset[str]:
        return frozenset(hit.label for hit in self.of(table))

    def labelled(self, table: str, *labels: str) -> tuple[Hit, ...]:
        return tuple(hit for hit in self.of(table) if hit.label in labels)


class Lexicon:
    """Tables of phrases: table -> label -> phrases separated by commas.

    Alternatives stand in brackets; a phrase that starts with "=" must be typed with its marks, one that starts with
    "~" may bear one wrong mark. In `lenient` tables every phrase of three words may.
    """

    def __init__(self, tables: Mapping[str, Mapping[str, str]], *, lenient: Collection[str] = ()) -> None:
        self._root = _Node()
        self._lenient = frozenset(lenient)
        for table, labels in tables.items():
            for label, patterns in labels.items():
                for pattern in patterns.split(","):
                    sign = pattern.strip()[:1]
                    for phrase in expand(pattern.strip().lstrip("=~")):
                        self._add(table, label, phrase, sign)

    def _add(self, table: str, label: str, phrase: str, sign: str) -> None:
        listed = tuple(t.text for t in tokens(nfc(phrase)))
        if not listed:
            raise ValueError(f"empty phrase for {table}/{label}")
        node = self._root
        for word in listed:
            node = node.next.setdefault(word_key(word), _Node())
        slips = 1 if sign == "~" else len(listed) // _WORDS_PER_SLIP if table in self._lenient else 0
        node.ends.append(_End(table, label, listed, sign == "=", 0 if sign == "=" else slips))

    def scan(self, words: Sequence[Word], *, blocked: Collection[int] = (), marked: bool = False) -> Hits:
        """Leftmost, then longest phrase per table; no phrase starts on a blocked word.

        `marked`: the text is typed with marks, so that a word alone that bears none means itself ("gia" is not "già").
        """
        found: dict[str, list[Hit]] = {}
        for start in range(len(words)):
            if start in blocked:
                continue
            here: dict[str, Hit] = {}
            for end, table, label in self._at(words, start, marked=marked):
                here[table] = Hit(table, label, start, end)
            for table, hit in here.items():
                hits = found.setdefault(table, [])
                if not hits or hits[-1].end <= start:
                    hits.append(hit)
        return Hits({table: tuple(hits) for table, hits in found.items()})

    def _at(self, words: Sequence[Word], start: int, *, marked: bool) -> Iterator[tuple[int, str, str]]:
        """Phrases that begin at `start`, shorter ones first, so that the last of a table is its longest."""
        node = self._root
        for at in range(start, len(words)):
            following = node.next.get(words[at].key)
            if following is None:
                return
            node = following
            seen: set[str] = set()
            for listed in node.ends:
                strict = listed.exact or (marked and len(listed.words) == 1)
                typed = words[start : at + 1]
                if listed.table not in seen and _reads(typed, listed.words, strict, listed.slips):
                    seen.add(listed.table)
                    yield at + 1, listed.table, listed.label
