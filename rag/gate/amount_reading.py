"""Find the amounts of a text in `rag.gate.spelling`, with the words that bound them before and behind."""

import re
from dataclasses import dataclass

from rag.gate.amounts import MASSES, TIMES, Amount, Key, Limit, Measures
from rag.quantities import Quantity, quantities

_FILLER = r"(?:\s(?:là|cho phép|khoảng|chừng|tới|đến|được|chỉ|liều|từ))*:?\s?"
_PER = r"(?P<per>\s(?:mỗi|hàng|hằng|1|trong) (?:lần|ngày|tuần))?"
_BEFORE: tuple[tuple[Limit, re.Pattern[str]], ...] = tuple(
    (limit, re.compile(rf"(?:^|(?<=[\s(;,:.])){words}{_PER}{_FILLER}$"))
    for limit, words in (
        (Limit.MAXIMUM, r"(?:(?:liều )?(?:tối đa|nhiều nhất|cao nhất)(?:,? không quá)?|không (?:quá|trên|lớn hơn|cao hơn|nhiều hơn)|≤)"),
        (Limit.MINIMUM, r"(?:(?:liều )?(?:tối thiểu|ít nhất|thấp nhất)|không (?:dưới|ít hơn|thấp hơn|nhỏ hơn)|≥)"),
        (Limit.ABOVE, r"(?:trên|lớn hơn|cao hơn|nhiều hơn|hơn|vượt quá|quá|>)"),
        (Limit.BELOW, r"(?:dưới|nhỏ hơn|thấp hơn|ít hơn|chưa đến|chưa đầy|chưa đủ|<)"),
        (Limit.TIMES, r"(?:gấp)"),
        (Limit.LEFT, r"(?:(?:xuống |chỉ )?còn|xuống)(?: (?:bằng|đến|tới))?"),
        (Limit.UP_TO, r"(?:lên đến|lên tới|tăng đến|đến|tới)"),
    )
)  # fmt: skip
_BEHIND: tuple[tuple[Limit, re.Pattern[str]], ...] = (
    (Limit.MINIMUM, re.compile(r"\s(?:trở lên|hoặc hơn|trở đi)\b")),
    (Limit.MAXIMUM, re.compile(r"\s(?:trở xuống|hoặc ít hơn)\b")),
    (Limit.MAXIMUM, re.compile(r"\slà (?:liều )?tối đa\b")),
)
_HIGH_END = {
    "dưới": Limit.BELOW,
    "<": Limit.BELOW,
    "không quá": Limit.MAXIMUM,
}
_TO = re.compile(r"\s?(?:-|đến|tới)\s?(?P<high>dưới|<|không quá)?\s?")
_JOINTS = frozenset({"/", " : ", ":", "+"})
_SPACED = re.compile(r"(?:^|(?<=[\s(;,:.]))(?:cách nhau|cách|cứ mỗi|cứ|mỗi)\s(?:khoảng )?$")
_ONCE = re.compile(r"(?:\s?/lần| 1 lần)\b")
_LOOSE = re.compile(r"(?:^|(?<=\s))(?:khoảng|chừng|từ|trong vòng|trong|kéo dài)\s$")
_EACH = re.compile(
    r"(?:^|(?<=[\s(,;:]))(?:mỗi|hàng|hằng|1) (?P<per>lần|ngày|tuần)"
    r"(?: (?:dùng|uống|tiêm|truyền|cho|liều|đặt|hít|bôi|nhỏ|tối đa))*\s?$"
)
_OF_AGE = re.compile(r"\s?tuổi\b")
_CLEARANCE = r"clcr|lọc cầu thận|gfr|clearance|thanh thải"
_OF_CLEARANCE = re.compile(rf"(?:{_CLEARANCE})[^\d.;]{{0,25}}$")
_TELLS_OF_CLEARANCE = re.compile(rf"{_CLEARANCE}|creatinin")
_OF_BOTH_ENDS = frozenset({"lần", "ngày"})
EVERY = "mỗi lần cách nhau"


def amounts(text: str) -> tuple[Amount, ...]:
    """Every number, left to right, each once."""
    found: list[Amount] = []
    # The digits of CYP3A4, H2 and B12 are part of a name.
    numbers = [_Number.of(q, text) for q in quantities(text) if not text[q.start - 1 : q.start].isalpha()]
    while numbers:
        amount, used = _first(text, numbers, found[-1].end if found else 0)
        found.append(amount)
        # Not the "1 lần" of "6 giờ 1 lần".
        numbers = [n for n in numbers[used:] if n.start >= amount.end]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Number:
    """A number with its unit; "tuổi" behind a length of time makes it an age."""

    read: Quantity
    unit: str
    start: int
    end: int

    @classmethod
    def of(cls, read: Quantity, text: str) -> "_Number":
        aged = _OF_AGE.match(text, read.end) if read.unit in TIMES | {"năm"} else None
        return cls(read, f"{read.unit} tuổi" if aged else read.unit, read.start, aged.end() if aged else read.end)


def _first(text: str, numbers: list[_Number], after: int) -> tuple[Amount, int]:
    """The amount that begins with the first number, and how many numbers it uses. `after`: where the last one ended."""
    members, sign, high = _members(text, numbers)
    first, last = members[0], members[-1]
    start, limit, per = _before(text, first.start, after)
    if per and last.unit in TIMES:
        start, per = first.start, ""  # "mỗi lần truyền 30 phút": the words stay words
    behind = next(((kind, m) for kind, p in _BEHIND if (m := p.match(text, last.end))), None)
    end = behind[1].end() if behind else last.end
    if behind and limit is not Limit.NONE:
        end = last.end  # "dưới 6 tuổi trở lên" is no "6 tuổi trở lên": the words behind stay words
    elif behind:
        limit = behind[0]
    elif limit is Limit.NONE and last.unit.endswith("tuổi") and len(members) == 1 and text.startswith("từ ", start):
        limit = Limit.MINIMUM  # "từ 12 tuổi"
    every = False
    if last.unit in TIMES and not text.startswith("trong ", start):
        spaced, once = _SPACED.search(text[after:start]), _ONCE.match(text, end)
        every = bool(spaced or once or last.read.per == ("lần",))
        start = after + spaced.start() if spaced else start
        end = once.end() if once else end
    keys = [_key(member, last, per, every=every) for member in members]
    limits = [limit, *[high] * (len(members) - 1)]
    measures = _measures(text, first, last)
    return Amount(tuple(zip(keys, limits, strict=True)), sign, measures, start, end), len(members)


def _members(text: str, numbers: list[_Number]) -> tuple[list[_Number], str, Limit]:
    """The ends of a range, or what slashes join; the sign between; the limit of the higher end ("đến dưới 6 tuổi")."""
    members, sign = [numbers[0]], ""
    for there in numbers[1:]:
        between = text[members[-1].end : there.start]
        if not sign and (to := _TO.fullmatch(between)) and _comparable(members[0].unit, there.unit):
            return [*members, there], "-", _HIGH_END.get(to["high"], Limit.NONE)
        if between not in _JOINTS or sign not in ("", between):
            break
        sign = between
        members.append(there)
    return members, sign, Limit.NONE


def _comparable(low: str, high: str) -> bool:
    """May the two be ends of one range? "12 giờ/lần đến 2 g" is none."""
    families = (MASSES, {*TIMES, "năm", *(f"{t} tuổi" for t in (*TIMES, "năm")), "tuổi"})
    return low in ("", high) or any({low, high} <= set(family) for family in families)


def _before(text: str, start: int, after: int) -> tuple[int, Limit, str]:
    """Where the words of the limit begin, the limit, and "ngày" of "mỗi ngày 4 g"."""
    before = text[after:start]
    for limit, pattern in _BEFORE:
        if match := pattern.search(before):
            per = (match["per"] or "").split(" ")[-1]
            if each := _EACH.search(before[: match.start()] + " "):
                return after + each.start(), limit, each["per"]
            return after + match.start(), limit, per
    if each := _EACH.search(before):
        return after + each.start(), Limit.NONE, each["per"]
    if loose := _LOOSE.search(before):
        return after + loose.start(), Limit.NONE, ""
    return start, Limit.NONE, ""


def _key(member: _Number, last: _Number, per: str, *, every: bool) -> Key:
    denominators = member.read.per
    if not denominators and set(last.read.per) <= _OF_BOTH_ENDS:
        denominators = last.read.per  # "500 mg - 1 g/lần"; what is per kilogram or m2 is printed with each
    if every:
        denominators = (EVERY,)  # "cách 6 giờ", "6 giờ/lần", "6 giờ một lần"
    elif per and not set(denominators) & {"lần", *TIMES} and member.unit not in TIMES:
        denominators = (*denominators, per)
    # "3 - 6 tháng tuổi": the first number is an age too.
    of_age = member.unit.endswith("tuổi") or (last.unit.endswith("tuổi") and member.read.unit == last.read.unit)
    return frozenset(
        (value, f"{unit} tuổi" if of_age and not unit.endswith("tuổi") else unit, denominators)
        for value, unit, _ in member.read.equal_to()
    )


def _measures(text: str, first: _Number, last: _Number) -> Measures:
    if last.unit.endswith("tuổi"):
        return Measures.AGE
    if last.unit == "kg" and not last.read.per:
        return Measures.WEIGHT
    rate = last.unit == "ml" and last.read.per == ("phút",)
    if _OF_CLEARANCE.search(text[: first.start]) or (rate and _TELLS_OF_CLEARANCE.search(text)):
        return Measures.CLEARANCE
    return Measures.DOSE
