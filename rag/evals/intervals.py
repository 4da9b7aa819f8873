"""95 % confidence intervals: Wilson's for shares, a bootstrap over whole cases for medians and means.

Turns of one case hang together, so the bootstrap draws cases. It cannot tell 0 of n from never, which is why shares
have Wilson's interval; that takes turns as independent and is a little too narrow where cases are long.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from math import sqrt

SHARE, DRAWN = "Wilson", "bootstrap theo ca"
_Z = 1.959964  # of the normal distribution, two-sided 95 %
_DRAWS, _SEED = 1_000, 20_261_130

Interval = tuple[float, float]


def wilson(right: float, of: int) -> Interval | None:
    """Of a share; None when nothing was counted. Half points are counted as such."""
    if of == 0:
        return None
    share = right / of
    centre = share + _Z**2 / (2 * of)
    spread = _Z * sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2))
    whole = 1 + _Z**2 / of
    return round(max(0.0, (centre - spread) / whole), 4), round(min(1.0, (centre + spread) / whole), 4)


def drawn(by_case: Mapping[str, Sequence[float]], statistic: Callable[[Sequence[float]], float]) -> Interval | None:
    """Of any statistic of the values, cases drawn with replacement, always in the same way; None without values."""
    groups = [values for values in by_case.values() if values]
    if not groups:
        return None
    chance = random.Random(_SEED)
    found = sorted(
        statistic([value for group in chance.choices(groups, k=len(groups)) for value in group]) for _ in range(_DRAWS)
    )
    return round(found[int(0.025 * _DRAWS)], 2), round(found[int(0.975 * _DRAWS) - 1], 2)
