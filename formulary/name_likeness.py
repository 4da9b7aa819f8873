"""How alike two names look and sound: the computed half of look-alikes.

The measure is the one that drug regulators use. FDA's POCA takes the mean of a spelling and a sound score; for the
spelling it uses BI-SIM (G. Kondrak and B. Dorr, "Identification of Confusable Drug Names", COLING 2004), the share of
letter pairs that two names have in the same order, which counts the beginning of a name twice. Here the sound score is
BI-SIM of how both names are heard in Vietnamese (`name_sounds`). FDA calls names highly similar from 70 % on ("Best
Practices in Developing Proprietary Names for Human Prescription Drug Products", 2020). That screens names for a
reviewer; a notice that stands above answers must be right more often, so it takes 75 % here, and between the two only
names that differ in nothing but one syllable. A drug that the edition lacks is named back as unknown when it is typed,
and most are never on the ward: with one of those a name must be alike to 80 %.

All of it works on `name_rules.name_key`: marks, final -e, ll/l, ph/f do not matter.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import Postfix, Prefix

from formulary.name_sounds import sound_key

ALIKE_AT = 0.75
STRANGER_ALIKE_AT = 0.80  # where the edition lacks the other drug
SYLLABLE_AT = 0.70  # where one syllable is all that differs
NEAR_AT = 70.0  # of 100, by insertions and deletions: six letters with two of them replaced are not near
SAME_SOUND_AT = 0.60  # of the letters, where both are heard alike
MIN_LETTERS = 5
_MIN_BASE = 6  # letters behind the syllables in front
_MOST_IN_FRONT = 4  # letters: "levo"
_SYLLABLE = 3  # letters
_SYLLABLES_IN_FRONT = re.compile(r"(?:[^aeiou]*[aeiou]+)+[^aeiou]?")  # "es", "fos", "levo"; not "cipr"


class Likeness(StrEnum):
    """Why two names are easily taken for each other."""

    LISTED = "listed"  # in the curated list
    SOUND = "sound"
    ALIKE = "alike"
    SYLLABLE = "syllable"
    IN_FRONT = "in_front"
    BRAND_FAMILY = "brand_family"  # one brand begins or ends the other
    COMBINATION = "combination"  # one is a substance of the other


@dataclass(frozen=True, slots=True)
class Alike:
    """`score` from 0 to 1: the mean of spelling and sound."""

    why: Likeness
    score: float


def alike(one: str, other: str) -> Alike | None:
    """Whether two name keys are easily taken for each other; the order does not matter."""
    if one == other or min(len(one), len(other)) < MIN_LETTERS or fuzz.ratio(one, other) < NEAR_AT:
        return None
    spelling, score = bi_sim(one, other), likeness(one, other)
    if spelling >= SAME_SOUND_AT and _heard(one) == _heard(other):
        return Alike(Likeness.SOUND, score)
    if score >= ALIKE_AT:
        return Alike(Likeness.ALIKE, score)
    if score >= SYLLABLE_AT and _differ_in_one_syllable(one, other):
        return Alike(Likeness.SYLLABLE, score)
    return Alike(Likeness.IN_FRONT, score) if _has_syllables_in_front(one, other) else None


def likeness(one: str, other: str) -> float:
    """The mean of spelling and sound, from 0 to 1; 0 when one is empty."""
    return (bi_sim(one, other) + bi_sim(_heard(one), _heard(other))) / 2


def bi_sim(one: str, other: str) -> float:
    """The longest common sequence of letter pairs, half a point for half a pair, by the longer name; 0 to 1.

    The first letter is written twice, so that it counts as often as any other.
    """
    if not (one and other):
        return 0.0
    a, b = one[0] + one, other[0] + other
    above = [0.0] * len(b)
    for i in range(1, len(a)):
        row = [0.0] * len(b)
        for j in range(1, len(b)):
            pair = ((a[i - 1] == b[j - 1]) + (a[i] == b[j])) / 2
            row[j] = max(above[j], row[j - 1], above[j - 1] + pair)
        above = row
    return above[-1] / max(len(one), len(other))


@lru_cache(maxsize=32768)
def _heard(key: str) -> str:
    return sound_key((key,))


def _differ_in_one_syllable(one: str, other: str) -> bool:
    """The same beginning and ending around at most three letters that differ: "digoxin", "digitoxin"."""
    begin = Prefix.similarity(one, other)
    end = Postfix.similarity(one[begin:], other[begin:])
    return begin >= 3 and end >= 2 and max(len(one), len(other)) - begin - end <= _SYLLABLE


def _has_syllables_in_front(one: str, other: str) -> bool:
    """One is the other behind a syllable or two: "esomeprazol", "levocetirizin"."""
    longer, shorter = sorted((one, other), key=len, reverse=True)
    front = longer.removesuffix(shorter)
    return (
        len(shorter) >= _MIN_BASE
        and front != longer
        and len(front) <= _MOST_IN_FRONT
        and _SYLLABLES_IN_FRONT.fullmatch(front) is not None
    )
