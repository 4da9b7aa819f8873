"""Ages: a number with a unit of age, or a unit of time beside a child; never a duration, a dose or a pregnancy."""

from dataclasses import dataclass
from decimal import Decimal

from rag.frames import Population
from rag.quantities import DAYS_PER_MONTH, MONTHS_PER_YEAR, WEEKS_TO_MONTHS
from rag.slots.settling import CHILDHOOD_ENDS
from rag.understanding import lexicon
from rag.understanding.numbers import Number
from rag.understanding.utterance import Utterance

OLD_AGE_BEGINS = 65 * MONTHS_PER_YEAR
_HALF = Decimal("0.5")

# Months are reckoned as the bands of the book are, so that an age may stand exactly on the edge of one.
_UNITS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("tuổi", "t", "yo", "y", "years", "year"), "year"),
    (("tháng", "th", "months", "month", "mo"), "month"),
    (("tuần", "weeks", "week"), "week"),
    (("ngày", "days", "day"), "day"),
)
_CHILDLIKE = frozenset({"child", "neonate", "nursling"})
_BOUND_BEFORE = (
    "trên", "dưới", "từ", "đến", "quá", "hơn", "chưa", "gần", "ngoài", "<", ">", "≥", "≤", "over", "under",
    "above", "below", "than", "least",
)  # fmt: skip
_LOWER = frozenset({"tren", "tu", "hon", "qua", "ngoai", ">", "≥", "over", "above", "than", "least"})
_JOINS = ("-", "–", "—", "đến", "tới", "to")
_KILO = ("kg", "ký", "kí", "cân")
_BETWEEN = (
    "được", "hiện", "mới", "nay", "này", "là", "trai", "gái", "nam", "nữ", ",", "nhà", "em", "tôi", "chị", "của", "vừa",
    "đúng", "khoảng", "chừng", "tầm",
)  # fmt: skip
_MEASURED = ("mg", "ml", "g", "viên", "lần", "độ", "liều", "gói", "%", "giọt", "đơn vị", "tiếng", "giờ")


@dataclass(frozen=True, slots=True)
class Age:
    """Words `start` to `end`. `months` None: a bound or a rough value ("trên 12 tuổi", "chừng 2 3 tuổi")."""

    months: Decimal | None
    start: int
    end: int
    rule: str
    population: Population | None = None  # of a bound


def ages_in(u: Utterance) -> tuple[Age, ...]:
    found: list[Age] = []
    for i, number in enumerate(u.numbers):
        if found and number.start < found[-1].end:
            continue
        age = _until_birthday(u, i) or _with_unit(u, number) or _by_sex_letter(u, number) or _turned(u, number)
        if age is not None:
            found.append(age)
    return tuple(found)


def population_of(months: Decimal) -> Population:
    if months < 1:
        return Population.NEONATE
    if months < CHILDHOOD_ENDS:
        return Population.CHILD
    return Population.ELDERLY if months >= OLD_AGE_BEGINS else Population.ADULT


def _unit_at(u: Utterance, at: int) -> str | None:
    return next((unit for names, unit in _UNITS if u.says(at, *names)), None)


def _months(value: Decimal, unit: str) -> Decimal:
    if unit == "day":
        return value / DAYS_PER_MONTH
    if unit == "week":
        return value * WEEKS_TO_MONTHS
    return value * MONTHS_PER_YEAR if unit == "year" else value


def _with_unit(u: Utterance, number: Number) -> Age | None:
    at = number.end + (u.says(number.end, "-") and u.says(number.end + 1, "year", "month", "week", "day"))
    unit = _unit_at(u, at)
    if unit is None or (u.key(at) in ("t", "th", "y", "mo") and not _joined(u, number, at)):
        return None
    years = unit == "year"
    end = _after_age_words(u, at)
    named = u.says(at, "tuổi") or end > at + 1
    if (years and u.says(at, "year", "years") and not named) or _is_pregnancy(u, number, end, years=years):
        return None
    if not years and not named and not _beside_child(u, number, end, small=unit in ("week", "day")):
        return None
    if number.in_words and years and u.key(end)[:1].isdigit() and not u.says(end + 1, "tháng", *_KILO):
        return None  # "sau tuổi 40"
    if (bound := _bound(u, number, end, unit)) is not None:
        return bound
    months = _months(number.value, unit)
    if u.says(end, "rưỡi"):
        months += _months(_HALF, unit)
        end += 1
    elif years and (more := _months_after(u, end)) is not None:
        months += more.value
        end = more.end + 1
    return Age(months, number.start, end, "age.years" if years else "age.small")


def _after_age_words(u: Utterance, at: int) -> int:
    """Where "tuổi", "old", "of age" or the rest of "y/o" after a unit ends."""
    end = at + 1
    if u.says(at, "y") and u.says(end, "/") and u.says(end + 1, "o"):
        return end + 2
    if u.says(end, "of") and u.says(end + 1, "age"):
        return end + 2
    if u.says(end, "-") and u.says(end + 1, "old"):
        return end + 2
    return end + u.says(end, "tuổi", "old")


def _joined(u: Utterance, number: Number, at: int) -> bool:
    """ "6t", or "6 t" after a word for the person; "65 y/o" may stand apart."""
    if u.says(at, "y") and u.says(at + 1, "/"):
        return True
    return u.words[at].start == u.words[number.end - 1].end or u.says(
        number.start - 1, "bé", "cháu", "trẻ", "nam", "nữ"
    )


def _months_after(u: Utterance, at: int) -> Number | None:
    """ "2 tuổi 3 tháng", "1 tuổi rưỡi" aside."""
    return next((n for n in u.numbers if n.start == at and u.says(n.end, "tháng") and n.value < MONTHS_PER_YEAR), None)


def _beside_child(u: Utterance, number: Number, end: int, *, small: bool) -> bool:
    """Months, weeks and days without "tuổi" are an age only of a child: "bé 18 tháng", "18 tháng 11 kg".

    Weeks and days also tell how long ("bé 2 ngày chưa đi ngoài"): after them the clause must end or the child go on
    being described.
    """
    weighed = any(n.start in (end, end + 1) and u.says(n.end, *_KILO) for n in u.numbers)
    if not _child_before(u, number.start):
        return weighed and number.start == 0
    if not small or end >= len(u.words) or not u.words[end].is_word:
        return True
    return weighed or end in u.drug_words or u.says(end, "bú", "nặng", "cân")


def _child_before(u: Utterance, at: int) -> bool:
    """A word for a child right before, or with its sex, its kin or a small verb between."""
    for first in range(at, max(-1, at - 4), -1):
        if any(h.end == first and h.label in _CHILDLIKE for h in u.of(lexicon.PEOPLE)):
            return True
        if u.marked and u.says(first - 1, "con") and first == at:
            return True
        if (weighed := next((n for n in u.numbers if n.end == first - 1 and u.says(n.end, *_KILO)), None)) is not None:
            return _child_before(u, weighed.start)
        if not u.says(first - 1, *_BETWEEN):
            return False
    return False


def _is_pregnancy(u: Utterance, number: Number, end: int, *, years: bool) -> bool:
    """ "thai 14 tuần", "đẻ non 31 tuần", "tháng thứ 8", "3 tháng đầu", "32 tuần tuổi thai": not an age."""
    if u.says(end, "thai") or (not years and u.says(number.start - 1, "thai", "bầu", "non", "thứ", "kỳ")):
        return True
    later = u.says(end, "đầu", "giữa", "cuối", "nay", "nữa", "trước", "sau", "liền", "một", "mới")
    return later and not u.says(number.end, "tuổi", "t")


def _bound(u: Utterance, number: Number, end: int, unit: str) -> Age | None:
    """ "trên 12 tuổi", "6 - 12 tuổi", "từ 2 tuổi", "12 tuổi trở lên", "2 3 tuổi": a group, not this patient's age."""
    before = number.start - 1
    if u.says(before, "=") and u.says(before - 1, "<", ">"):
        before -= 1
    limited = u.says(before, *_BOUND_BEFORE) or (u.says(before, "đầy", "đủ") and u.says(before - 1, "chưa"))
    in_range = u.says(before, *_JOINS) and any(n.end == before for n in u.numbers)
    opens_range = u.says(end, *_JOINS) and any(n.start == end + 1 for n in u.numbers)
    onward = u.says(end, "trở") and u.says(end + 1, "lên", "xuống")
    if not (limited or in_range or opens_range or onward or is_second_guess(u, number)):
        return None
    lower = u.key(before) in _LOWER or (onward and u.says(end + 1, "lên"))
    inside = _months(number.value, unit) - (0 if lower else Decimal("0.01"))
    return Age(None, number.start, end, "age.bound", population_of(max(inside, Decimal(1))))


def is_second_guess(u: Utterance, number: Number) -> bool:
    """The "18" of "chừng 17 18 ký"."""
    guess = next((n for n in u.numbers if n.end == number.start), None)
    return guess is not None and guess.value < number.value <= guess.value + 3


def _by_sex_letter(u: Utterance, number: Number) -> Age | None:
    """ "65M", "47F", as English notes write age and sex."""
    at = number.end
    letters = ("M", "F", "m", "f") if u.says(number.start - 1, "pt", "patient", "nhân") else ("M", "F")
    joined = at < len(u.words) and u.words[at].start == u.words[at - 1].end
    if joined and u.words[at].text in letters and number.value < 120:
        return Age(number.value * MONTHS_PER_YEAR, number.start, at + 1, "age.sex_letter")
    return None


def _turned(u: Utterance, number: Number) -> Age | None:
    """ "lên ba", "tròn 3": years, of a child; "lên 3 viên" is a dose."""
    if number.value > 15 or u.says(number.end, *_MEASURED) or _unit_at(u, number.end) is not None:
        return None
    if u.says(number.start - 2, "tăng", "nâng", "đẩy", "cơn") or not u.says(number.start - 1, "lên"):
        return None
    child = any(h.label in _CHILDLIKE for h in u.of(lexicon.PEOPLE))
    return Age(number.value * MONTHS_PER_YEAR, number.start - 1, number.end, "age.turned") if child else None


def age_by_unit(u: Utterance) -> Decimal | None:
    """Months of the one number with a unit of time, in reply to "how old": "18 tháng", "10 ngày"."""
    told = [(n, unit) for n in u.numbers if (unit := _unit_at(u, n.end)) is not None]
    if (
        len(told) != 1
        or is_second_guess(u, told[0][0])
        or _is_pregnancy(u, told[0][0], told[0][0].end + 1, years=False)
    ):
        return None
    return _months(told[0][0].value, told[0][1])


def _until_birthday(u: Utterance, index: int) -> Age | None:
    """ "2 hôm nữa mới đủ 1 tháng tuổi": the age less what is missing."""
    gap = u.numbers[index]
    if index + 1 >= len(u.numbers):
        return None
    days = {"ngay": 1, "hom": 1, "tuan": 7, "thang": 30}.get(u.key(gap.end))
    if days is None or not u.says(gap.end + 1, "nữa"):
        return None
    birthday = u.numbers[index + 1]
    between = [u.key(i) for i in range(gap.end + 2, birthday.start)]
    unit = _unit_at(u, birthday.end)
    if unit is None or len(between) > 4 or not set(between) & {"du", "tron", "moi", "la", "duoc"}:
        return None
    months = _months(birthday.value, unit) - gap.value * days / DAYS_PER_MONTH
    end = birthday.end + 1 + u.says(birthday.end + 1, "tuổi")
    return Age(months, gap.start, end, "age.until_birthday") if months > 0 else None
