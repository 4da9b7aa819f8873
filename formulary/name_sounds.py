"""Names as they are heard: "pa ra xê ta môn", "ốp mê pra zôn", "xi pờ rô phờ lóc xa xin"."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rag.vietnamese import fold

# A consonant that Vietnamese cannot say alone gets a short vowel: "phờ lóc" is "floc".
_SPELT_CONSONANT = re.compile(r"([^\W\d_aeiouyơờ]+)[ơờ]")
# In order. Merged are sounds that speakers or writers exchange: s/x, z/d/gi, b/p, c/k/q, final l/n, final stops.
_SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"ph", "f"), (r"th", "t"), (r"kh", "k"), (r"gh", "g"), (r"ng(?=[^aeiouy]|$)|nh", "n"),
        (r"ch|q(?:u(?=[aeiouy]))?", "k"),
        (r"sc(?=[eiy])|x|c(?=[eiy])", "s"), (r"c", "k"), (r"z|j|gi(?=[aeou])", "d"), (r"w", "v"), (r"b", "p"),
        (r"ay|ai|ei|y", "i"), (r"ae|oe", "e"), (r"ou", "u"),
        (r"r(?=[^aeiou]|$)", ""), (r"l(?=[^aeiou]|$)", "n"),
        (r"[ptkdg](?=[^aeiourlh])", ""), (r"[td]$", "t"), (r"[kg]$", "k"),
        (r"(?<=...)e$", ""), (r"(.)\1+", r"\1"),
    )
)  # fmt: skip


@lru_cache(maxsize=16384)
def _sounded(folded: str) -> str:
    for pattern, sound in _SOUNDS:
        folded = pattern.sub(sound, folded)
    return folded


def sound_key(words: Sequence[str]) -> str:
    """Equal for names that sound alike when read aloud in Vietnamese; `words` with their marks, as typed."""
    return _sounded("".join(_heard(word) for word in words))


def _heard(word: str) -> str:
    alone = _SPELT_CONSONANT.fullmatch(word.lower())
    return fold(alone.group(1) if alone else word)
