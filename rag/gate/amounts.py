"""Amounts with everything that belongs to them: value, unit, denominators, range, limit, how often.

Two amounts are the same only when all of it is: 0,5 g is 500 mg; 15 mg is not 15 mg/kg; "tối đa 4 g" is not "4 g";
6 hours is not "every 6 hours"; one end of a range is not the range.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

Key = frozenset[tuple[Decimal, str, tuple[str, ...]]]
"""Every reading of a number with its unit and denominators; "2.500" has two, and equals only itself."""

TIMES = frozenset({"giờ", "ngày", "tuần", "tháng", "phút"})
MASSES = frozenset({"g", "mg", "microgam", "nanogam", "picogam"})
_COUNTS = frozenset({"lần", "liều", "năm", "%"})


class Limit(StrEnum):
    """How an amount bounds."""

    NONE = ""
    MAXIMUM = "≤"
    MINIMUM = "≥"
    ABOVE = ">"
    BELOW = "<"
    UP_TO = "đến"
    LEFT = "còn"  # "giảm còn 75 %" leaves what "giảm 75 %" takes away
    TIMES = "gấp"


class Measures(StrEnum):
    """What an amount is of: the first three say for whom, the rest how much."""

    AGE = "tuổi"
    WEIGHT = "cân nặng"
    CLEARANCE = "thanh thải"
    DOSE = "liều"


@dataclass(frozen=True, slots=True)
class Amount:
    """`ends`: one key for a number, two for a range, each with its own limit; further ones stand behind slashes.

    Characters `start` to `end` of the spelt text, the words of its limit included.
    """

    ends: tuple[tuple[Key, Limit], ...]
    joined_by: str
    measures: Measures
    start: int
    end: int

    def same_as(self, other: "Amount") -> bool:
        return self.joined_by == other.joined_by and self.measures is other.measures and self.ends == other.ends

    @property
    def limit(self) -> Limit:
        return self.ends[0][1]

    @property
    def family(self) -> tuple[str, bool]:
        """Amounts of one family can be taken for one another: all of a substance; all times; all counts."""
        unit = next(iter(self.ends[-1][0]))[1]
        return unit if unit in TIMES or unit in _COUNTS else "", self.limit is Limit.MAXIMUM
