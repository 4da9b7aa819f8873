"""Weeks of a pregnancy, or of a newborn at its birth: never an age after birth."""

import re
from dataclasses import dataclass

from rag.frames import PRETERM, Finding
from rag.trimesters import of_month, of_weeks
from rag.understanding import lexicon
from rag.understanding.age_units import speaks_of_child
from rag.understanding.numbers import Number
from rag.understanding.phrases import Hit
from rag.understanding.since_last_period import counted_since_last_period
from rag.understanding.utterance import Utterance
from rag.vietnamese import folded_words

_LONGEST_PREGNANCY = 45  # weeks
_MONTHS = 10
_VIABLE, _POSTTERM = 22, 44  # weeks at birth of a child that lives
_WEEK = ("tuần", "week", "weeks", "w")
_LIGHT_NEWBORN_KG = 6
_AND = ("và", "hoặc", "hay", "với", "cùng", "lẫn", "còn", "/", "+")
_OF_PREGNANCY = ("thai", "ở", "lúc", "có", "mang", "bầu", ",")
_NOT_OF_PREGNANCY = ("đầu", "giữa", "cuối", "nay", "qua", "nữa", "rồi", "trước", "tuổi", "điều", "liền")
_OPENS = ("còn", "thế", "vậy", "thì", "nếu", "ở", "khi", "lúc", "là", "à", "dạ", "được", "khoảng", "tầm")
_LASTS = ("trong", "suốt", "mỗi", "cách", "từng", "hàng", "hằng")
_WOMEN = ("pregnant", "breastfeeding", "mother")


@dataclass(frozen=True, slots=True)
class Gestation:
    start: int
    end: int
    weeks: int | None  # None: told in months, or not as a number of weeks
    of_newborn: bool  # the age at birth of a child, not a pregnancy that goes on
    thirds: tuple[int, ...] = ()  # of a pregnancy that is told in months


def gestation_in(u: Utterance) -> Gestation | None:
    """ "thai 14 tuần", "bầu 29 tuần", "31 tuần thai", "có thai tháng thứ 8", "đẻ non 31 tuần", "sơ sinh 34 tuần"."""
    newborn = _speaks_of_newborn(u)
    for number in u.numbers:
        if counted_since_last_period(u, number) is not None:
            continue
        at = _unit_of_pregnancy(u, number)
        if at is not None:
            start, end, unit = at
            weeks = _weeks(number, unit)
            at_birth = speaks_of_child(u) and _birth_word(u, start) is not None
            born = newborn or at_birth or u.says(start, "non") or (weeks is not None and _is_of_light_child(u))
            told = Gestation(start, end, weeks, born, _thirds_of_months(u, number, unit))
            return told if born else _with_joined(u, number, told)
        if tells_weeks_at_birth(u, number):
            return Gestation(
                _birth_word(u, number.start) or number.start, _end_of_weeks(u, number), int(number.value), True
            )
    return None


def _weeks(number: Number, unit: str) -> int | None:
    return int(number.value) if unit == "tuan" and 0 < number.value <= _LONGEST_PREGNANCY else None


def _with_joined(u: Utterance, number: Number, told: Gestation) -> Gestation:
    """ "thai 8 tuần và 32 tuần", "tuần 8 và tuần 20 thai kỳ": what is told of either stage is asked for both."""
    for other in u.numbers:
        at = _counted(u, other)
        if other is number or at is None:
            continue
        start, end, unit = at
        between = range(told.end, start) if start >= told.end else range(end, told.start)
        joined = any(u.says(i, *_AND) for i in between) and all(u.says(i, *_AND, *_OF_PREGNANCY) for i in between)
        if not joined or u.says(end, *_NOT_OF_PREGNANCY):
            continue
        thirds = set(told.thirds) | (of_weeks(told.weeks) if told.weeks is not None else set())
        weeks = _weeks(other, unit)
        thirds |= of_weeks(weeks) if weeks is not None else set(_thirds_of_months(u, other, unit))
        told = Gestation(min(start, told.start), max(end, told.end), None, False, tuple(sorted(thirds)))
    return told


def bare_weeks(u: Utterance) -> tuple[int, int, int] | None:
    """(weeks, first word, end) of "tuần 32", "tuần thứ 32", or of "32 tuần" where it is all that is told.

    Only of a pregnancy that was spoken of before: elsewhere they may count a treatment.
    """
    if len(u.numbers) != 1 or speaks_of_child(u):
        return None
    number = u.numbers[0]
    at = _counted(u, number)
    weeks = _weeks(number, at[2]) if at is not None else None
    if at is None or weeks is None or number.value != weeks or u.says(at[1], "tuổi"):
        return None
    start, end, _ = at
    running = start < number.start and not u.says(start - 1, *_LASTS)
    alone = not (u.drugs or u.labels(lexicon.SECTIONS) - {"how_about"} or u.of(lexicon.ROUTES))
    first = all(not u.words[i].is_word or u.says(i, *_OPENS) for i in range(start))
    return (weeks, start, end) if running or (alone and first) else None


def _counted(u: Utterance, number: Number) -> tuple[int, int, str] | None:
    """(first word, end, "tuan" or "thang") of a number beside a unit of time, whatever it counts."""
    if u.says(number.end, *_WEEK):
        return number.start, number.end + 1, "tuan"
    if u.says(number.end, "tháng"):
        return number.start, number.end + 1, "thang"
    back = number.start - 1 - u.says(number.start - 1, "thứ")
    if u.says(back, "tuần", "tháng"):
        return back, number.end, "tuan" if u.says(back, "tuần") else "thang"
    return None


def _thirds_of_months(u: Utterance, number: Number, unit: str) -> tuple[int, ...]:
    """ "bầu tháng thứ 5", "thai 7 tháng"."""
    months = int(number.value)
    if unit != "thang" or not 0 < months <= _MONTHS or number.value != months:
        return ()
    running = u.says(number.start - 1, "thứ", "tháng")
    return tuple(sorted(of_month(months, running=running)))


def tells_weeks_at_birth(u: Utterance, number: Number) -> bool:
    """The 34 of "sơ sinh 34 tuần" or "sinh lúc 34 tuần": of a newborn, and no "tuổi" behind."""
    if not u.says(number.end, *_WEEK) or not _VIABLE <= number.value <= _POSTTERM or u.says(number.end + 1, "tuổi"):
        return False
    if counted_since_last_period(u, number) is not None:
        return False
    return _speaks_of_newborn(u) or _birth_word(u, number.start) is not None


def weeks_of_birth(u: Utterance) -> int | None:
    """The only number said, when it counts weeks at which a child may be born."""
    if len(u.numbers) != 1 or u.drugs or counted_since_last_period(u, u.numbers[0]) is not None:
        return None
    number = u.numbers[0]
    counts = u.says(number.end, *_WEEK) and not u.says(number.end + 1, "tuổi")
    return int(number.value) if counts and _VIABLE <= number.value <= _POSTTERM else None


def _birth_word(u: Utterance, start: int) -> int | None:
    """Where "sinh lúc" or "đẻ ở tuần" before the weeks at `start` begins; None for a woman who is to give birth."""
    at = start - 1
    while u.says(at, "lúc", "ở", "khi", "được", "tuần", "thứ", "mới", "ra"):
        at -= 1
    born = at < start - 1 and u.says(at, "sinh", "đẻ") and not u.says(at - 1, "dự", "sau", "sắp", "chờ", "sơ")
    return at if born and not u.has(lexicon.PEOPLE, *_WOMEN) else None


def _speaks_of_newborn(u: Utterance) -> bool:
    """A word for one, or somebody whose age is told in days."""
    if any(not calls_unborn(u, hit) for hit in u.hits.labelled(lexicon.PEOPLE, "neonate")):
        return True
    days = any(u.says(n.end, "ngày") and u.says(n.end + 1, "tuổi") for n in u.numbers)
    return days and not u.has(lexicon.PEOPLE, *_WOMEN)


def calls_unborn(u: Utterance, hit: Hit) -> bool:
    """The "bé tuổi thai 28 tuần" of a woman who is told to be pregnant."""
    return u.says(hit.end - 1, "thai") and u.has(lexicon.PEOPLE, "pregnant", "mother")


def belongs_to_weeks(u: Utterance, number: Number) -> bool:
    """The 3 of "sơ sinh 34 tuần 3 ngày": days of the same count, unless they are called an age."""
    weeks = next((n for n in u.numbers if n.end + 1 == number.start), None)
    if weeks is None or not tells_weeks_at_birth(u, weeks):
        return False
    return u.says(number.end, "ngày") and number.value < 7 and not u.says(number.end + 1, "tuổi")


def _end_of_weeks(u: Utterance, number: Number) -> int:
    days = next((n for n in u.numbers if n.start == number.end + 1), None)
    return days.end + 1 if days is not None and belongs_to_weeks(u, days) else number.end + 1


def _is_of_light_child(u: Utterance) -> bool:
    """ "bé 2kg 36 tuần thai sinh 7 ngày": a child is described, and no woman is."""
    if not speaks_of_child(u) or u.has(lexicon.PEOPLE, "pregnant", "adult", "mother"):
        return False
    light = any(u.says(n.end, "kg", "ký", "kí") and n.value < _LIGHT_NEWBORN_KG for n in u.numbers)
    return light or any(u.says(n.start - 1, "sinh", "đẻ") and u.says(n.end, "ngày") for n in u.numbers)


def _unit_of_pregnancy(u: Utterance, number: Number) -> tuple[int, int, str] | None:
    """(first word, end, "tuan" or "thang") when the number counts a pregnancy."""
    first = number.start
    unit = "tuan" if u.says(number.end, *_WEEK) else "thang" if u.says(number.end, "tháng") else ""
    end = number.end + bool(unit)
    if not unit and u.says(first - 1, "thứ", "tuần", "tháng"):
        back = first - 1 - u.says(first - 1, "thứ")
        unit = "tuan" if u.says(back, "tuần") else "thang" if u.says(back, "tháng") else ""
        first = back
    if not unit:
        return None
    if u.says(end, "tuổi") and u.says(end + 1, "thai"):
        return first, end + 2, unit
    if u.says(end, "thai", "pregnant", "gestation"):
        return first, end + 1, unit
    before = first - 1
    while u.says(before, "được", "khoảng", "tầm", "kỳ", "ở", "lúc", "là", "mới", ":", "phụ", "của", "for"):
        before -= 1
    if u.says(before, "thai", "bầu", "non", "pregnant"):
        return before, end, unit
    return None


_EARLY = r"(?:thieu thang|non thang|de non|sinh non|preterm|premature)"
_SAID_EARLY = re.compile(rf"(?<!doa )(?<!co )(?<!ngua )(?<!phong )\b{_EARLY}\b")
_OF_NEWBORNS = re.compile(r"(?<!thai )\b(?:thieu|non|du) thang\b")
_SAID_AT_TERM = re.compile(rf"\b(?:du thang|full term|khong (?:phai |bi )?(?:la )?(?:tre )?{_EARLY})\b")


def term_of_newborn(u: Utterance) -> Finding | None:
    """ "thiếu tháng", "đủ tháng" of a newborn: born before or after 37 weeks; None when neither or both are said."""
    text = folded_words(u.reading.text)
    if u.has(lexicon.PEOPLE, *_WOMEN) or not (u.has(lexicon.PEOPLE, "neonate") or _OF_NEWBORNS.search(text)):
        return None
    at_term = _SAID_AT_TERM.search(text) is not None
    early = _SAID_EARLY.search(_SAID_AT_TERM.sub(" ", text)) is not None
    return Finding(PRETERM, present=early) if early is not at_term else None
