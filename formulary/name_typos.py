"""Names that are nearly spelt: which is near enough to be meant, which must be asked about.

Scorer, thresholds and margins belong together: another scorer gives other numbers. `test_name_typos.py` pins them.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from formulary.look_alikes import LookAlikes

SCORER = fuzz.ratio  # insertions and deletions only: a replaced or swapped letter counts twice
_SLIPS = OSA.distance  # letters put in, left out, replaced, or swapped with the next
ACCEPT_AT = 88.0
MARGIN = 8.0  # to the nearest name of another drug of the edition
STRANGER_MARGIN = 4.0  # to the nearest drug that the edition does not hold
LOOK_ALIKE_MARGIN = 14.0  # to a listed look-alike of the nearest name
ASK_AT = 80.0  # where drugs stand: behind "thuốc", before a strength
ASK_UNPROMPTED_AT = 84.0  # anywhere else
PARTNER_AT = 55.0  # a listed look-alike of the nearest name is offered with it from here on
MIN_LETTERS = 5
MAX_OPTIONS = 6
_ROUNDING = 1e-9
_SOME = re.compile(rb"[^\0]")
_BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


@dataclass(frozen=True, slots=True)
class Near:
    """A known name by its key, and how near it is (0-100)."""

    key: str
    score: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """`accepted` is the key that is meant; else `asked` holds the keys to choose from, nearest first; else neither."""

    accepted: str | None = None
    asked: tuple[str, ...] = ()
    is_look_alike: bool = False


NOTHING = Judgement()


class TypoIndex:
    """Known names by key, found by shared letter pairs before any is scored.

    A set of names is a number with one bit for each: a book has tens of thousands, and every word that is no name is
    looked for among them.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = tuple(sorted({key for key in keys if len(key) >= MIN_LETTERS}))
        self._known = frozenset(self._keys)
        self._bytes = len(self._keys) // 8 + 1
        holding = defaultdict[str, bytearray](lambda: bytearray(self._bytes))
        of_length = defaultdict[int, bytearray](lambda: bytearray(self._bytes))
        for number, key in enumerate(self._keys):
            for bits in (of_length[len(key)], *(holding[pair] for pair in _letter_pairs(key))):
                bits[number // 8] |= 1 << number % 8
        self._holding = {pair: int.from_bytes(bits, "little") for pair, bits in holding.items()}
        self._of_length = {length: int.from_bytes(bits, "little") for length, bits in of_length.items()}

    def __contains__(self, key: str) -> bool:
        return key in self._known

    def near(self, typed: str, *, at_least: float = ASK_AT) -> tuple[Near, ...]:
        """Every known name that scores `at_least`, nearest first; ties in alphabetical order."""
        if len(typed) < MIN_LETTERS:
            return ()
        found = process.extract(typed, self._pool(typed, at_least), scorer=SCORER, score_cutoff=at_least, limit=None)
        return tuple(sorted((Near(key, score) for key, score, _ in found), key=lambda near: (-near.score, near.key)))

    def _pool(self, typed: str, at_least: float) -> list[str]:
        """Names that can reach the score.

        With n letters typed and a distance of at most t = 1 - score of both lengths, at most 4 n t / (1 + t) letter
        pairs break: a letter too many breaks two. All others are whole in the name that is meant, and the lengths
        differ by no more than the distance.
        """
        far = 1 - at_least / 100
        pairs = set(_letter_pairs(typed))
        whole = max(1, len(pairs) - int(4 * len(typed) * far / (1 + far)))
        # Bits of the names that hold at least so many of the pairs.
        holding = [self._as_long(typed, far), *[0] * whole]
        for pair in pairs:
            held = self._holding.get(pair, 0)
            for count in range(whole, 0, -1):
                holding[count] |= holding[count - 1] & held
        return self._names(holding[whole])

    def _as_long(self, typed: str, far: float) -> int:
        """Bits of the names whose length alone does not put them too far."""
        n = len(typed)
        fitting = (bits for m, bits in self._of_length.items() if abs(n - m) <= far * (n + m) + _ROUNDING)
        return reduce(or_, fitting, 0)

    def _names(self, bits: int) -> list[str]:
        data = bits.to_bytes(self._bytes, "little")
        return [
            self._keys[8 * match.start() + bit] for match in _SOME.finditer(data) for bit in _BITS[data[match.start()]]
        ]


def _is_far(typed: str, best: str, rival: str) -> bool:
    """One slip of the keyboard makes the word of `best`, three or more that of the rival.

    The score alone flatters short names that stand inside the word: "haloperidon" holds a brand "Operidon".
    """
    return _SLIPS(typed, best) == 1 and _SLIPS(typed, rival) >= 3


def _letter_pairs(key: str) -> list[str]:
    return [key[i : i + 2] for i in range(len(key) - 1)]


def judge(
    typed: str,
    near: tuple[Near, ...],
    look_alikes: LookAlikes,
    *,
    drugs_of: Callable[[str], Hashable],
    is_ours: Callable[[str], bool],
    may_accept: Callable[[str], bool],
) -> Judgement:
    """What a mistyped word stands for.

    `drugs_of` gives equal values for keys of the same drug (or drugs); `is_ours` says whether the edition holds it;
    `may_accept` whether a key may be meant without asking.
    """
    if not near:
        return NOTHING
    best = near[0]
    rivals = [n for n in near if drugs_of(n.key) != drugs_of(best.key)]
    clear = all(
        best.score - n.score >= (MARGIN if is_ours(n.key) else STRANGER_MARGIN) or _is_far(typed, best.key, n.key)
        for n in rivals
    )
    partners = [
        Near(key, SCORER(typed, key)) for key in look_alikes.partners(best.key) if drugs_of(key) != drugs_of(best.key)
    ]
    close_partner = any(p.score > best.score - LOOK_ALIKE_MARGIN for p in partners)
    if best.score >= ACCEPT_AT and clear and not close_partner and may_accept(best.key):
        return Judgement(accepted=best.key)
    asked = [n for n in near if n.score > best.score - MARGIN]
    if is_ours(best.key):
        asked += sorted((p for p in partners if p.score >= PARTNER_AT), key=lambda p: -p.score)
    return Judgement(asked=tuple(dict.fromkeys(n.key for n in asked)), is_look_alike=close_partner)
