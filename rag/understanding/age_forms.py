"""Ages told in another way than a number and its unit: "1/2 tuổi", "65M", "lên ba", "2 hôm nữa đủ 1 tháng"."""

from rag.quantities import DAYS_PER_MONTH, MONTHS_PER_YEAR
from rag.understanding.age_units import Age, months_of, speaks_of_child, unit_at
from rag.understanding.numbers import Number
from rag.understanding.utterance import Utterance

_MEASURED = ("mg", "ml", "g", "viên", "lần", "độ", "liều", "gói", "%", "giọt", "đơn vị", "tiếng", "giờ")


def told_otherwise(u: Utterance, index: int) -> Age | None:
    """The age of number `index` in one of these forms, tried before a plain unit."""
    return _until_birthday(u, index) or _part_of_year(u, u.numbers[index])


def told_without_unit(u: Utterance, number: Number) -> Age | None:
    return _by_sex_letter(u, number) or _turned(u, number)


def _part_of_year(u: Utterance, number: Number) -> Age | None:
    """ "1/2 tuổi", "5/6 tuổi", "nửa tuổi": months of a first year."""
    if u.says(number.start - 1, "/") or not u.says(number.end, "/"):
        return None
    whole = next((n for n in u.numbers if n.start == number.end + 1), None)
    if whole is None or not u.says(whole.end, "tuổi") or not 0 < number.value < whole.value:
        return None
    months = MONTHS_PER_YEAR * number.value / whole.value
    return Age(months, number.start, whole.end + 1, "age.part_of_year")


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
    if number.value > 15 or u.says(number.end, *_MEASURED) or unit_at(u, number.end) is not None:
        return None
    if u.says(number.start - 2, "tăng", "nâng", "đẩy", "cơn") or not u.says(number.start - 1, "lên"):
        return None
    if not speaks_of_child(u):
        return None
    return Age(number.value * MONTHS_PER_YEAR, number.start - 1, number.end, "age.turned")


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
    unit = unit_at(u, birthday.end)
    if unit is None or len(between) > 4 or not set(between) & {"du", "tron", "moi", "la", "duoc"}:
        return None
    months = months_of(birthday.value, unit) - gap.value * days / DAYS_PER_MONTH
    end = birthday.end + 1 + u.says(birthday.end + 1, "tuổi")
    return Age(months, gap.start, end, "age.until_birthday") if months > 0 else None
