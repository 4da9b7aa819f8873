"""Weeks that a newborn counts from its mother's last period until now: gestation at birth and age in one number."""

from dataclasses import dataclass

from rag.understanding import lexicon
from rag.understanding.numbers import Number
from rag.understanding.utterance import Utterance

_VIABLE, _LONGEST = 22, 60  # weeks
_WEEK = ("tuần", "week", "weeks", "w")
_WOMEN = ("pregnant", "breastfeeding", "mother")
_CHILDLIKE = ("neonate", "child", "nursling", "suckling")


def _phrases(listed: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in listed.split(", "))


# The book says "tuổi sau kinh" and "chỉnh theo tuổi thai"; the rest is how wards say the same.
_BY_PERIOD = _phrases(
    "pma, postmenstrual, postmenstrual age, post menstrual age, post - menstrual age, postconceptional age, "
    "sau kinh, tuổi sau kinh, tuổi sau kỳ kinh, tuổi sau kỳ kinh cuối, sau kỳ kinh, sau kỳ kinh cuối, "
    "sau kinh cuối, từ kỳ kinh cuối, sau kinh nguyệt, tuổi sau kinh nguyệt, sau kỳ kinh nguyệt, "
    "sau kỳ kinh nguyệt cuối, sau kinh chót, sau kỳ kinh chót, tuổi kinh nguyệt, hậu kinh, tuổi hậu kinh, "
    "sau thụ thai, tuổi sau thụ thai"
)
_CORRECTED = _phrases(
    "chỉnh theo tuổi thai, hiệu chỉnh theo tuổi thai, tuổi chỉnh theo tuổi thai, tuổi thai chỉnh, tuổi thai đã chỉnh, "
    "tuổi thai hiệu chỉnh, tuổi thai đã hiệu chỉnh, tuổi thai điều chỉnh, tuổi hiệu chỉnh, tuổi đã hiệu chỉnh, "
    "tuổi chỉnh, tuổi điều chỉnh, hiệu chỉnh, corrected age, corrected gestational age, corrected"
)
# Of a child the weeks of gestation now are such a count; of a woman they are her pregnancy.
_NOW = _phrases("hiện tại, hiện nay, bây giờ, lúc này, hiện giờ, hiện")
_GESTATION = _phrases("tuổi thai, thai")
_GESTATION_NOW = tuple(part for now in _NOW for thai in _GESTATION for part in (now + thai, thai + now))
_BETWEEN = ("là", "khoảng", "tầm", "được", "đã", "mới", "of", "at", "is", "tính", "theo", "của", "bé")
_OTHER_UNITS = ("ngày", "tháng", "tuổi", "t", "kg", "ký", "kí", "g", "mg", "ml", "giờ", "h", "%", "lần", "viên")


@dataclass(frozen=True, slots=True)
class SinceLastPeriod:
    start: int
    end: int
    weeks: int


def since_last_period_in(u: Utterance) -> SinceLastPeriod | None:
    """ "tuổi sau kinh 31 tuần", "PMA 31", "31 tuần chỉnh theo tuổi thai", "tuổi thai hiện tại 31 tuần"."""
    return next((told for number in u.numbers if (told := counted_since_last_period(u, number)) is not None), None)


def counted_since_last_period(u: Utterance, number: Number) -> SinceLastPeriod | None:
    """None where the number counts something else: an age, or the weeks at birth."""
    weeks = int(number.value)
    if number.value != weeks or not _VIABLE <= weeks <= _LONGEST or u.has(lexicon.PEOPLE, *_WOMEN):
        return None
    before = _skipped(u, number.start - 1, -1)
    if not u.says(number.end, *_WEEK):
        start = None if u.says(number.end, *_OTHER_UNITS) else _ending(u, before + 1, _BY_PERIOD)
        return None if start is None else SinceLastPeriod(start, number.end, weeks)
    child = u.has(lexicon.PEOPLE, *_CHILDLIKE)
    names = _BY_PERIOD + _CORRECTED + (_GESTATION_NOW if child else ())
    end = _after_days(u, number.end + 1)
    if (start := _ending(u, before + 1, names)) is not None:
        return SinceLastPeriod(start, end, weeks)
    behind = _skipped(u, end, 1)
    # "31 tuần tuổi hiệu chỉnh", and "31 tuần tuổi, chỉnh theo tuổi thai"
    for at in (behind, _skipped(u, behind + 1, 1) if u.says(behind, "tuổi") else behind):
        length = _beginning(u, at, names)
        if length and not _opens_another(u, at + length):
            return SinceLastPeriod(number.start, at + length, weeks)
    now, thai = _ending(u, before + 1, _NOW), _beginning(u, end, _GESTATION)
    return SinceLastPeriod(number.start, end + thai, weeks) if child and now is not None and thai else None


def _after_days(u: Utterance, end: int) -> int:
    """Behind the 3 days of "31 tuần 3 ngày"; whole weeks are kept, as they are of the weeks at birth."""
    days = next((n for n in u.numbers if n.start == end and n.value < 7 and u.says(n.end, "ngày")), None)
    return end if days is None or u.says(days.end + 1, "tuổi") else days.end + 1


def _opens_another(u: Utterance, at: int) -> bool:
    """The name in "đẻ lúc 28 tuần, tuổi hiệu chỉnh 31 tuần" belongs to the second number."""
    while at < len(u.words) and u.words[at].is_word:
        at += 1
    return any(n.start == at and u.says(n.end, *_WEEK) for n in u.numbers)


def _skipped(u: Utterance, at: int, step: int) -> int:
    """The first word that is no sign and no filler, from `at` on in the direction of `step`."""
    while 0 <= at < len(u.words) and not u.words[at].is_number:
        if u.words[at].is_word and (not u.says(at, *_BETWEEN) or _beginning(u, at, _CORRECTED)):
            break
        at += step
    return at


def _beginning(u: Utterance, at: int, names: tuple[tuple[str, ...], ...]) -> int:
    """How many words the longest of these names that begins here takes up; 0 for none."""
    return max((len(n) for n in names if all(u.says(at + i, w) for i, w in enumerate(n))), default=0)


def _ending(u: Utterance, end: int, names: tuple[tuple[str, ...], ...]) -> int | None:
    """Where the longest of these names that ends here begins."""
    starts = (end - len(n) for n in names if all(u.says(end - len(n) + i, w) for i, w in enumerate(n)))
    return min(starts, default=None)
