"""Ages: a number with a unit of age, or a unit of time beside a child; never a duration, a dose or a pregnancy."""

from decimal import Decimal

from rag.frames import Population
from rag.quantities import MONTHS_PER_YEAR
from rag.understanding import lexicon
from rag.understanding.age_forms import told_otherwise, told_without_unit
from rag.understanding.age_units import CHILDLIKE, Age, months_of, population_of, speaks_of_child, unit_at
from rag.understanding.gestation import belongs_to_weeks, tells_weeks_at_birth
from rag.understanding.numbers import Number
from rag.understanding.since_last_period import since_last_period_in
from rag.understanding.utterance import Utterance

_HALF = Decimal("0.5")
_INFANT_KG = 20
_LASTS = ("trong", "suốt", "đủ", "mỗi", "cách", "được", "dùng", "uống", "đã", "dài", "x", "sau", "từ")
_NEWBORN_UNTIL = Decimal(1)  # months
_BOUND_BEFORE = (
    "trên", "dưới", "từ", "đến", "quá", "hơn", "chưa", "gần", "ngoài", "<", ">", "≥", "≤", "over", "under",
    "above", "below", "than", "least",
)  # fmt: skip
_LOWER = frozenset({"tren", "tu", "hon", "qua", "ngoai", ">", "≥", "over", "above", "than", "least"})
# "less than 18", "nhỏ hơn 18", "không quá 18": the word before turns them into an upper bound.
_TURNED = frozenset({"than", "hon", "qua"})
_TURNING = ("less", "younger", "lower", "nhỏ", "ít", "trẻ", "bé", "kém", "không", "chưa")
_JOINS = ("-", "–", "—", "đến", "tới", "to")
_DASHES = ("-", "–", "—")
_KILO = ("kg", "ký", "kí", "cân")
_OTHER_UNITS = ("kgs", "kilo", "g", "gam", "gram", "mg", "ml", "mcg", "cm", "độ", "viên", "gói", "ống", "lần")
_BETWEEN = (
    "được", "hiện", "mới", "nay", "này", "là", "trai", "gái", "nam", "nữ", ",", "nhà", "em", "tôi", "chị", "của", "vừa",
    "đúng", "khoảng", "chừng", "tầm", "[", "]", "tên", "(",
)  # fmt: skip
"""Between a child and its age; a masked name stands as "[tên]"."""


def ages_in(u: Utterance) -> tuple[Age, ...]:
    found: list[Age] = []
    since_period = since_last_period_in(u)
    for i, number in enumerate(u.numbers):
        if since_period is not None and since_period.start <= number.start < since_period.end:
            continue
        if found and number.start < found[-1].end:
            continue
        if tells_weeks_at_birth(u, number) or belongs_to_weeks(u, number):
            continue
        age = told_otherwise(u, i) or _with_unit(u, number) or told_without_unit(u, number)
        if age is not None:
            found.append(age)
    return tuple(found)


def _with_unit(u: Utterance, number: Number) -> Age | None:
    at = number.end + (u.says(number.end, "-") and u.says(number.end + 1, "year", "month", "week", "day"))
    unit = unit_at(u, at)
    if unit is None or (u.key(at) in ("t", "th", "y", "mo") and not _joined(u, number, at)):
        return None
    years = unit == "year"
    end = _after_age_words(u, at)
    named = u.says(at, "tuổi") or end > at + 1
    spelt = years and u.says(at, "year", "years")  # also how long: "5 years on aspirin"
    if (spelt and not (named or _weighed(u, end))) or _is_pregnancy(u, number, end, years=years):
        return None
    if not years and not named and not _beside_child(u, number, end, small=unit in ("week", "day")):
        return None
    if number.in_words and years and u.key(end)[:1].isdigit() and not u.says(end + 1, "tháng", *_KILO):
        return None  # "sau tuổi 40"
    if (bound := _bound(u, number, end, unit)) is not None:
        return bound
    if number.value == 0 and unit in ("year", "month") and _months_after(u, end) is None:
        return Age(None, number.start, end, "age.zero", Population.CHILD)  # how many days or months is not said
    months = months_of(number.value, unit)
    if u.says(end, "rưỡi"):
        months += months_of(_HALF, unit)
        end += 1
    elif years and (more := _months_after(u, end)) is not None:
        months += more.value
        end = more.end + 1
    return Age(months, number.start, end, f"age.{unit}")


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
    if small and _born_ago(u, number):
        return True
    if not small and u.says(number.start - 1, "nay", "hiện") and speaks_of_child(u):
        return True  # "sinh non 34 tuần, nay 8 tháng"
    if not _child_before(u, number.start):
        return _weighed(u, end) and (number.start == 0 or _tells_of_infant(u, number, end))
    if not small or end >= len(u.words) or not u.words[end].is_word:
        return True
    return _weighed(u, end) or end in u.drug_words or u.says(end, "bú", "nặng", "cân")


def _weighed(u: Utterance, at: int) -> bool:
    """Does a weight follow, a mark between aside: "8 tháng, 7 kg"?"""
    return any(n.start in (at, at + 1) and u.says(n.end, *_KILO) for n in u.numbers)


def _tells_of_infant(u: Utterance, number: Number, end: int) -> bool:
    """ "Azithromycin viêm tai giữa 10 tháng 9 kg": nobody lighter is treated for so long; "lao 6 tháng 45 kg" is."""
    light = any(n.start in (end, end + 1) and u.says(n.end, *_KILO) and n.value <= _INFANT_KG for n in u.numbers)
    return light and not u.says(number.start - 1, *_LASTS)


def _born_ago(u: Utterance, number: Number) -> bool:
    """ "bé … sinh 7 ngày", "sinh được 3 ngày"; "sau sinh 7 ngày" is the mother's, unless a child is told with weeks."""
    before = number.start - 1 - u.says(number.start - 1, "được", "mới")
    of_child = any(n is not number and u.says(n.end, "tuần") for n in u.numbers)
    born = u.says(before, "sinh", "đẻ") and (of_child or not u.says(before - 1, "sau"))
    born = born or (of_child and u.says(before, "nay", "hiện"))
    mother = u.has(lexicon.PEOPLE, "breastfeeding", "mother")
    return born and not mother and speaks_of_child(u)


def _child_before(u: Utterance, at: int) -> bool:
    """A word for a child right before, or with its sex, its kin or a small verb between."""
    for first in range(at, max(0, at - 5), -1):
        if any(h.end == first and h.label in CHILDLIKE for h in u.of(lexicon.PEOPLE)):
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
    of_thai = u.says(number.start - 1, "thai", "bầu", "non", "thứ", "kỳ") and not _closes_weeks(u, number.start - 1)
    if (u.says(end, "thai") and not _begins_weeks(u, end)) or (not years and of_thai):
        return True
    if u.says(end, "đầu", "giữa", "cuối"):
        return not u.says(number.end, "tuổi", "t")
    later = u.says(end, "nay", "nữa", "trước", "sau", "liền", "một", "mới")
    return later and not u.says(end - 1, "tuổi", "t")  # "6 tháng tuổi một ngày mấy lần" stays an age


def _closes_weeks(u: Utterance, at: int) -> bool:
    """The "thai" of "28 tuần tuổi thai 10 ngày tuổi" belongs to the weeks before it."""
    weeks = at - 1 - u.says(at - 1, "tuổi")
    return u.says(at, "thai") and any(n.end == weeks and u.says(weeks, "tuần") for n in u.numbers)


def _begins_weeks(u: Utterance, at: int) -> bool:
    """The "thai" of "5 ngày tuổi thai 32 tuần" opens a count of its own; that of "32 tuần tuổi thai" closes one."""
    told = any(n.start == at + 1 and u.says(n.end, "tuần") for n in u.numbers)
    return told and u.says(at - 1, "tuổi") and not u.says(at - 2, "tuần")


def _bound(u: Utterance, number: Number, end: int, unit: str) -> Age | None:
    """ "trên 12 tuổi", "6 - 12 tuổi", "từ 2 tuổi", "12 tuổi trở lên", "2 3 tuổi": a group, not this patient's age."""
    before = number.start - 1
    if u.says(before, "=") and u.says(before - 1, "<", ">"):
        before -= 1
    limited = u.says(before, *_BOUND_BEFORE) or (u.says(before, "đầy", "đủ") and u.says(before - 1, "chưa"))
    in_range = u.says(before, *_JOINS) and any(
        n.end == before or (n.end == before - 1 and unit_at(u, n.end) is not None) for n in u.numbers
    )
    opens_range = u.says(end, *_JOINS) and any(n.start == end + 1 and not _measures(u, n) for n in u.numbers)
    onward = u.says(end, "trở") and u.says(end + 1, "lên", "xuống")
    if not (limited or in_range or opens_range or onward or is_second_guess(u, number)):
        return None
    turned = u.key(before) in _TURNED and u.says(before - 1, *_TURNING)
    lower = u.says(end + 1, "lên") if onward else (opens_range or u.key(before) in _LOWER) and not turned
    inside = months_of(number.value, unit) - (0 if lower else Decimal("0.01"))
    if lower:
        inside = max(inside, _NEWBORN_UNTIL)  # "trên 7 ngày tuổi": most of those are children
    return Age(None, number.start, end, "age.bound", population_of(inside))


def _measures(u: Utterance, number: Number) -> bool:
    """The "18 kg" of "5 tuổi - 18 kg": after a dash stands another fact, no end of a range of ages."""
    return u.says(number.start - 1, *_DASHES) and u.says(number.end, *_KILO, *_OTHER_UNITS)


def is_second_guess(u: Utterance, number: Number) -> bool:
    """The "18" of "chừng 17 18 ký"."""
    guess = next((n for n in u.numbers if n.end == number.start), None)
    if guess is None or u.says(guess.start - 1, "thứ"):
        return False
    return guess.value < number.value <= guess.value + 3


def age_by_unit(u: Utterance) -> Decimal | None:
    """Months of the one number with a unit of time, in reply to "how old": "18 tháng", "10 ngày"."""
    told = [(n, unit) for n in u.numbers if (unit := unit_at(u, n.end)) is not None]
    if since_last_period_in(u) is not None:
        return None
    if (
        len(told) != 1
        or is_second_guess(u, told[0][0])
        or _is_pregnancy(u, told[0][0], told[0][0].end + 1, years=False)
    ):
        return None
    return months_of(told[0][0].value, told[0][1])
