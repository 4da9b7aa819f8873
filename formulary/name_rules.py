"""Spelling rules: which typed form may stand for which printed name.

A rule only proposes: what it proposes counts when exactly one drug of the edition answers to it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from formulary.name_words import word_list

CONNECTORS = frozenset({"va", "and", "et"})
FORMS = word_list("forms")
_SPELLINGS = (("ph", "f"), ("th", "t"), ("rh", "r"), ("ch", "c"), ("ck", "c"), ("y", "i"), ("ae", "e"), ("oe", "e"))
_DOUBLED = re.compile(r"([bcdfghj-np-tv-z])\1+")
_LATIN_END = re.compile(r"(?<=[a-z]{6})um$")
_ACID_END = re.compile(r"(?<=[a-z]{5})(?:ic|at)$")


@lru_cache(maxsize=131_072)  # all words of all names: each is asked for by several tables as they are built
def spelling(folded: str) -> str:
    """Equal for spellings of one word: final -e, ll/l, th/t, ph/f, ch/c, y/i, ae/e, doubled consonants, Latin -um."""
    for typed, meant in _SPELLINGS:
        folded = folded.replace(typed, meant)
    if len(folded) > 4:
        folded = folded.removesuffix("e")
    return _LATIN_END.sub("", _DOUBLED.sub(r"\1", folded))


_METAL_OF = {
    spelling(word): spelling(metal) for word, _, metal in (pair.partition("=") for pair in word_list("metals"))
}
_LEADING = frozenset(map(spelling, word_list("leading_metals")))
_SALTS = frozenset(map(spelling, word_list("salts"))) | _METAL_OF.keys()


def is_salt(folded: str) -> bool:
    """A word that names a salt, an ester or water of crystallisation, not the substance."""
    return spelling(folded) in _SALTS


def is_metal(folded: str) -> bool:
    return spelling(folded) in _METAL_OF


def without_salts(words: Sequence[str]) -> tuple[str, ...]:
    """The substance alone; all the words when nothing but a metal would be left of them ("natri clorid")."""
    kept = list(words)
    while len(kept) > 1 and is_salt(kept[-1]):
        kept.pop()
    while len(kept) > 1 and spelling(kept[0]) in _LEADING:
        kept.pop(0)
    if all(is_metal(word) for word in kept) or sum(map(len, kept)) < 4:
        return tuple(words)
    return tuple(kept)


def name_key(words: Sequence[str]) -> str:
    """Equal for spellings of one name; salts still count. Connecting words do not."""
    return "".join(_word_key(word) for word in _without_connectors(words))


def substance_key(words: Sequence[str]) -> str:
    """Equal for names of one substance: salts and "acid" left out, -ic for -at ("acid valproic", "natri valproat").

    In a combination "kali" before the second part goes too: "amoxicilin và kali clavulanat", "amoxicilin clavulanat".
    """
    kept = without_salts(_without_connectors(words))
    if len(kept) > 1:
        bare = [word for i, word in enumerate(kept) if word != "acid" and not (i and spelling(word) in _LEADING)]
        kept = tuple(bare or kept)
    return "".join(_ACID_END.sub("~", _word_key(word)) for word in kept)


def _without_connectors(words: Sequence[str]) -> Sequence[str]:
    return [word for word in words if word not in CONNECTORS] or words


def _word_key(folded: str) -> str:
    key = spelling(folded)
    return _METAL_OF.get(key, key)


def base_of_brand(words: Sequence[str]) -> tuple[str, ...]:
    """The brand before its first number and its form: "Tylenol 8 Hour" -> "tylenol", "Panfor SR-500" -> "panfor"."""
    first_number = next((i for i, word in enumerate(words) if word[0].isdigit()), len(words))
    kept = list(words[:first_number] or words)
    while len(kept) > 1 and kept[-1] in FORMS:
        kept.pop()
    return tuple(kept)


def parts_of(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The substances of a combination: "amoxicilin và kali clavulanat". Nothing for a single substance."""
    joints = [-1, *(i for i, word in enumerate(words) if word in CONNECTORS), len(words)]
    if len(joints) > 2:
        yield from (words[a + 1 : b] for a, b in pairwise(joints) if b > a + 1)
