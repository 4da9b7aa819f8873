"""Amounts with everything that belongs to them: value, unit, denominators, range, limit, how often.

Two amounts are the same only when all of it is: 0,5 g is 500 mg; 15 mg is not 15 mg/kg; "tối đa 4 g" is not "4 g";
6 hours is not "every 6 hours"; one end of a range is not the range.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from rag.quantities import Quantity, quantities

_Key = frozenset[tuple[Decimal, str, tuple[str, ...]]]


class Limit(StrEnum):
    """How an amount bounds."""

    NONE = ""
    MAXIMUM = "≤"
    MINIMUM = "≥"
    ABOVE = ">"
    BELOW = "<"
    UP_TO = "đến"
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

    ends: tuple[tuple[_Key, Limit], ...]
    joined_by: str
    measures: Measures
    start: int
    end: int

    def same_as(self, other: "Amount") -> bool:
        return (
            self.joined_by == other.joined_by
            and self.measures is other.measures
            and len(self.ends) == len(other.ends)
            and all(
                one is two and not mine.isdisjoint(theirs)
                for (mine, one), (theirs, two) in zip(self.ends, other.ends, strict=True)
            )
        )

    @property
    def limit(self) -> Limit:
        return self.ends[0][1]

    @property
    def family(self) -> tuple[str, bool]:
        """Amounts of one family can be taken for one another: all of a substance; all times; all counts."""
        unit = next(iter(self.ends[-1][0]))[1]
        return unit if unit in _TIME or unit in _COUNTS else "", self.limit is Limit.MAXIMUM

    @property
    def bounds_dose(self) -> bool:
        return self.measures is Measures.DOSE and self.limit in (Limit.MAXIMUM, Limit.MINIMUM)


_FILLER = r"(?:\s(?:là|cho phép|khoảng|chừng|tới|đến|được|chỉ|liều|tổng liều|từ))*:?\s?"
_PER = r"(?P<per>\s(?:mỗi|hàng|hằng|1|trong) (?:lần|ngày|tuần))?"
_BEFORE: tuple[tuple[Limit, re.Pattern[str]], ...] = tuple(
    (limit, re.compile(rf"(?:^|(?<=[\s(;,:.])){words}{_PER}{_FILLER}$"))
    for limit, words in (
        (Limit.MAXIMUM, r"(?:(?:liều )?(?:tối đa|nhiều nhất|cao nhất)(?:,? không quá)?|không (?:quá|trên|lớn hơn|cao hơn|nhiều hơn)|≤)"),
        (Limit.MINIMUM, r"(?:(?:liều )?(?:tối thiểu|ít nhất|thấp nhất)|không (?:dưới|ít hơn|thấp hơn|nhỏ hơn)|≥)"),
        (Limit.ABOVE, r"(?:trên|lớn hơn|cao hơn|nhiều hơn|hơn|vượt quá|quá|>)"),
        (Limit.BELOW, r"(?:dưới|nhỏ hơn|thấp hơn|ít hơn|chưa đến|chưa đầy|chưa đủ|<)"),
        (Limit.TIMES, r"(?:gấp)"),
        (Limit.UP_TO, r"(?:lên đến|lên tới|tăng đến|đến|tới)"),
    )
)  # fmt: skip
_EVERY = re.compile(r"(?:^|(?<=[\s(;,:.]))(?:cách nhau|cách|cứ mỗi|cứ|mỗi)\s(?:khoảng )?$")
EVERY = "mỗi lần cách nhau"
_LOOSE = re.compile(r"(?:^|(?<=\s))(?:khoảng|chừng|từ|trong vòng|trong|kéo dài)\s$")
_EACH = re.compile(r"(?:^|(?<=[\s(,;:]))(?:mỗi|hàng|hằng|1) (lần|ngày|tuần)(?: (?:dùng|uống|tiêm|truyền|cho|liều|đặt|hít|bôi|nhỏ|tối đa))*\s?$")
_UPWARDS = re.compile(r"\s(?:trở lên|hoặc hơn|trở đi)\b")
_DOWNWARDS = re.compile(r"\s(?:trở xuống|hoặc ít hơn)\b")
_LARGEST = re.compile(r"\s(?:là )(?:liều )?tối đa\b")
_ONCE = re.compile(r"(?:\s?/lần| 1 lần)\b")
_OF_AGE = re.compile(r"\s?tuổi\b")
_TO = re.compile(r"\s?(?P<sign>-|đến|tới)(?P<below> dưới| ?<| không quá)?\s?")
_TIME = frozenset({"giờ", "ngày", "tuần", "tháng", "phút"})
_COUNTS = frozenset({"lần", "liều", "năm", "%"})
_CLEARANCE_NAMED = re.compile(r"clcr|lọc cầu thận|gfr|clearance|thanh thải|creatinin")
_CLEARED = re.compile(r"(?:clcr|mức lọc cầu thận|gfr|clearance)[^\d.;]{0,25}$")


def amounts(text: str) -> tuple[Amount, ...]:
    """Every number of a text in `rag.gate.spelling`, left to right, each once."""
    found: list[Amount] = []
    # The digits of CYP3A4, H2 and B12 are part of a name.
    read = [q for q in quantities(text) if not text[q.start - 1 : q.start].isalpha()]
    at = 0
    while at < len(read):
        amount, used = _amount(text, read, at, found[-1].end if found else 0)
        found.append(amount)
        at += used
        while at < len(read) and read[at].start < amount.end:
            at += 1  # the "1 lần" of "6 giờ 1 lần"
    return tuple(found)


def _amount(text: str, read: list[Quantity], at: int, after: int) -> tuple[Amount, int]:
    members, sign, open_high = [read[at]], "", Limit.NONE
    while at + len(members) < len(read):
        here, there = members[-1], read[at + len(members)]
        between = text[_end(text, here) : there.start]
        joint = _TO.fullmatch(between)
        if joint and not sign:
            sign = "-"
            open_high = {None: Limit.NONE, " dưới": Limit.BELOW, "<": Limit.BELOW, " <": Limit.BELOW, " không quá": Limit.MAXIMUM}[joint["below"]]
        elif between in ("/", " : ", ":", "+") and sign in ("", between):
            sign = between
        else:
            break
        members.append(there)
        if sign == "-":
            break
    first, last = members[0], members[-1]
    unit, end = _unit(text, last), _end(text, last)
    timed = unit in _TIME
    start, limit, per = _limit_before(text, first.start, after)
    if per and timed:
        start, per = first.start, ""  # "mỗi lần truyền 30 phút": the words stay words
    if up := _UPWARDS.match(text, end):
        limit, end = Limit.MINIMUM, up.end()
    elif down := _DOWNWARDS.match(text, end):
        limit, end = Limit.MAXIMUM, down.end()
    elif largest := _LARGEST.match(text, end):
        limit, end = Limit.MAXIMUM, largest.end()
    elif limit is Limit.NONE and unit.endswith("tuổi") and len(members) == 1 and text[start:].startswith("từ "):
        limit = Limit.MINIMUM
    within = re.match(r"trong\b", text[start:]) is not None
    every = False
    if timed and (spaced := _EVERY.search(text[after:start])):
        start, every = after + spaced.start(), True
    if timed and not within and (once := _ONCE.match(text, end)):
        every, end = True, once.end()
    elif timed and not within and last.per == ("lần",):
        every = True
    keys = [_key(text, member, last, per, every=every) for member in members]
    limits = [limit, *([open_high] * (len(members) - 1))]
    measures = _measures(text, first, last, unit, keys[-1])
    return Amount(tuple(zip(keys, limits, strict=True)), sign, measures, start, end), len(members)


def _end(text: str, quantity: Quantity) -> int:
    of_age = _OF_AGE.match(text, quantity.end) if quantity.unit in _TIME | {"năm"} else None
    return of_age.end() if of_age else quantity.end


def _unit(text: str, quantity: Quantity) -> str:
    return text[quantity.start : _end(text, quantity)].lstrip("0123456789.,½¼¾ ") if not quantity.per else quantity.unit


def _limit_before(text: str, start: int, after: int) -> tuple[int, Limit, str]:
    """Where the words of the limit begin, the limit, and "ngày" of "mỗi ngày 4 g"."""
    before, per = text[after:start], ""
    for limit, pattern in _BEFORE:
        if match := pattern.search(before):
            begin = match.start()
            per = (match["per"] or "").split(" ")[-1] if match["per"] else ""
            if each := _EACH.search(before[:begin] + " "):
                per, begin = each[1], each.start()
            return after + begin, limit, per
    if each := _EACH.search(before):
        return after + each.start(), Limit.NONE, each[1]
    if loose := _LOOSE.search(before):
        return after + loose.start(), Limit.NONE, ""
    return start, Limit.NONE, ""


def _key(text: str, member: Quantity, last: Quantity, per: str, *, every: bool) -> _Key:
    denominators = member.per
    if every:
        denominators = (EVERY,)  # "cách 6 giờ", "6 giờ/lần", "6 giờ một lần"
    elif per and not set(denominators) & {"lần", "ngày", "tuần", "giờ", "phút"} and member.unit not in _TIME:
        denominators = (*denominators, per)
    unit = member.unit or last.unit
    if _end(text, member) > member.end or (member.unit in ("", last.unit) and _end(text, last) > last.end):
        unit += " tuổi"
    return frozenset((value, name + (" tuổi" if unit.endswith("tuổi") and not name.endswith("tuổi") else ""), denominators) for value, name, _ in member.equal_to())


def _measures(text: str, first: Quantity, last: Quantity, unit: str, key: _Key) -> Measures:
    if unit.endswith("tuổi"):
        return Measures.AGE
    if last.unit == "kg" and not last.per:
        return Measures.WEIGHT
    named = _CLEARED.search(text[: first.start]) is not None
    if named or (last.unit == "ml" and last.per == ("phút",) and _CLEARANCE_NAMED.search(text)):
        return Measures.CLEARANCE
    return Measures.DOSE
