"""Thirds of a pregnancy: those that the patient may be in, and those that print speaks of.

A value at the edge of two thirds stands for both, because authors draw the line in different weeks: what is printed for
either then bears on the patient.
"""

import re
from functools import lru_cache

from rag.frames import QueryFrame
from rag.vietnamese import fold

FIRST, SECOND, THIRD = 1, 2, 3
_SECOND_FROM, _FIRST_TO = 13, 13  # weeks: the thirteenth is counted to either
_THIRD_FROM, _SECOND_TO = 27, 28
_LAST_WEEK = 45

_WHICH = {"dau": FIRST, "giua": SECOND, "cuoi": THIRD}
_ORDINAL = {
    "1": FIRST, "i": FIRST, "nhat": FIRST, "dau": FIRST, "first": FIRST, "dau tien": FIRST,
    "2": SECOND, "ii": SECOND, "hai": SECOND, "giua": SECOND, "second": SECOND,
    "3": THIRD, "iii": THIRD, "ba": THIRD, "cuoi": THIRD, "third": THIRD, "last": THIRD,
}  # fmt: skip
_THREE_MONTHS = re.compile(r"(?<!\d)(?<!\d - )(?:3|ba) thang (dau|giua|cuoi)\b")
_SIX_MONTHS = re.compile(r"\b(?:6|sau|3 - 6) thang (dau|cuoi)\b")
_SOME_MONTHS = re.compile(r"\b(?:nhung thang|cac thang|may thang|thoi gian|giai doan) (dau|cuoi)\b")
_NAMED = re.compile(r"\b(?:tam ca nguyet|quy)(?: thu)? (1|2|3|i{1,3}|nhat|hai|ba|dau|giua|cuoi)\b")
_NEAR_BIRTH = re.compile(
    r"\b(?:truoc|gan|(?<!sau )khi|luc|gan ngay|gan luc)(?: khi| ngay| luc)? (?:sinh|de|chuyen da|du thang)\b"
)
_WEEKS = re.compile(r"\btuan (?:thu )?(\d{1,2})(?: ?(?:-|–|den)(?: tuan)?(?: thu)? ?(\d{1,2}))?")


def of_weeks(weeks: int) -> frozenset[int]:
    """ "8 tuần" is the first third; 13 stands for the first and the second, 27 and 28 for the second and the third."""
    found = {FIRST} if weeks <= _FIRST_TO else set()
    if _SECOND_FROM <= weeks <= _SECOND_TO:
        found.add(SECOND)
    if weeks >= _THIRD_FROM:
        found.add(THIRD)
    return frozenset(found)


def of_month(month: int, *, running: bool) -> frozenset[int]:
    """`running`: the month that is passing ("tháng thứ 4"); else months gone by ("thai 3 tháng")."""
    third = min((month - 1) // 3, 2) + 1
    at_edge = not running and month in (3, 6)
    return frozenset({third, third + 1} if at_edge else {third})


def ordinal(word: str) -> int | None:
    """Which third a folded word after "tam cá nguyệt" or before "trimester" counts."""
    return _ORDINAL.get(word)


def of_patient(frame: QueryFrame) -> frozenset[int]:
    """Empty when nothing tells; what was said in thirds wins over weeks."""
    if frame.trimesters:
        return frozenset(frame.trimesters)
    return of_weeks(frame.pregnancy_weeks) if frame.pregnancy_weeks is not None else frozenset()


# "Tránh dùng cho người mang thai, đặc biệt trong 3 tháng đầu": for all of it, and most of all then.
_ABOVE_ALL = re.compile(
    r"\b(?:dac biet|nhat)(?: la)?(?: trong| o)? (?:3|ba|nhung) thang (?:dau|giua|cuoi)(?: (?:cua )?thai k[iy])?"
)
_FORBIDS = re.compile(r"\b(?:chong chi dinh|tranh dung|tranh|khong (?:duoc |nen )?(?:dung|chi dinh|cho))\b")
_PREGNANT = re.compile(r"\b(?:mang thai|co thai|thai ky|thai ki|thai phu)\b")


@lru_cache(maxsize=16_384)
def printed_in(text: str) -> frozenset[int]:
    """The thirds that a stretch of print about pregnancy is limited to; empty when it speaks of pregnancy as a whole.

    A prohibition for pregnancy as a whole holds for every third, whatever else the sentence says of one of them.
    """
    clauses = re.split(r"[,;:.]", _ABOVE_ALL.sub("", fold(text)))
    if any(_FORBIDS.search(c) and _PREGNANT.search(c) and not _thirds(c) for c in clauses):
        return frozenset()
    return frozenset().union(*(_thirds(c) for c in clauses))


def _thirds(folded: str) -> frozenset[int]:
    found = {_WHICH[m.group(1)] for m in (*_THREE_MONTHS.finditer(folded), *_SOME_MONTHS.finditer(folded))}
    for match in _SIX_MONTHS.finditer(folded):
        found |= {FIRST, SECOND} if match.group(1) == "dau" else {SECOND, THIRD}
    found |= {_ORDINAL[m.group(1)] for m in _NAMED.finditer(folded)}
    if _NEAR_BIRTH.search(folded):
        found.add(THIRD)
    for match in _WEEKS.finditer(folded):
        first, last = int(match.group(1)), int(match.group(2) or match.group(1))
        if 0 < first <= last <= _LAST_WEEK:
            found |= (
                of_weeks(first) | of_weeks(last) | ({SECOND} if first < _SECOND_FROM and last > _SECOND_TO else set())
            )
    return frozenset(found)


WORDS = {FIRST: "3 tháng đầu", SECOND: "3 tháng giữa", THIRD: "3 tháng cuối"}


def in_words(thirds: frozenset[int]) -> str:
    return " hoặc ".join(WORDS[third] for third in sorted(thirds))
