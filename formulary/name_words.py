"""The word lists of name recognition, and which words of a question are ordinary: never a name by approximation."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

from rag.understanding.syllables import is_plain_syllable
from rag.vietnamese import fold

# Telex writes marks with letters: a tone letter (mostly last), doubled vowels, dd and w.
_TELEX_TONE = re.compile(r"(?<=[a-z])[sfrxj]$")
_TELEX_TONE_INSIDE = re.compile(r"(?<=[aeiouyw])[sfrxj]")
_TELEX_SHAPE = re.compile(r"aa|ee|oo|dd|w")
_ORDINARY = ("classes", "shorthand", "clinical", "english", "run_together")


@cache
def _lists() -> dict[str, frozenset[str]]:
    text = files("formulary").joinpath("name_words.txt").read_text(encoding="utf-8")
    return {heading: frozenset(words) for heading, words in _sections(text)}


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Blocks under `[heading]` lines; words between white space; `#` opens a comment line."""
    heading, words = "", list[str]()
    for line in text.splitlines():
        if line.startswith("["):
            if heading:
                yield heading, words
            heading, words = line.strip("[] "), []
        elif not line.startswith("#"):
            words += [fold(word) for word in line.split()]
    yield heading, words


def word_list(heading: str) -> frozenset[str]:
    """A list of `name_words.txt`, folded. Raises KeyError for a heading that is not there."""
    return _lists()[heading]


def is_telex(folded: str) -> bool:
    """A Vietnamese syllable left in Telex keystrokes: "lieeuf", "nguwowif", "dduwowcj"."""
    shaped = _TELEX_SHAPE.sub(lambda m: m.group()[0].replace("w", ""), folded)
    readings = {shaped, _TELEX_TONE.sub("", shaped)}
    if shaped != folded:
        readings.add(_TELEX_TONE_INSIDE.sub("", shaped, count=1))
    return any(plain != folded and is_plain_syllable(plain) for plain in readings)


def is_class_word(folded: str) -> bool:
    """A class of drugs ("penicilin", "NSAID", "statin"): names no single drug and is none that we lack."""
    return folded in word_list("classes")


def is_shorthand(folded: str) -> bool:
    """Shorthand of clinicians and units (BN, TM, THA, mg): never a drug, whatever a brand list says."""
    return folded in word_list("shorthand")


@lru_cache(maxsize=16384)
def is_ordinary(folded: str) -> bool:
    """A Vietnamese syllable, typed cleanly or in Telex, or a listed word that is no drug name."""
    return (
        is_plain_syllable(folded)
        or any(folded in word_list(heading) for heading in _ORDINARY)
        or (folded.endswith("s") and folded[:-1] in word_list("english"))
        or is_telex(folded)
    )
