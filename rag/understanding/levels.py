"""Levels of an electrolyte in blood that are told as a number and mean that it is too high or too low."""

from decimal import Decimal

from rag.understanding.numbers import Number
from rag.understanding.utterance import Utterance

# Serum levels in mmol/lít beyond which most laboratories call them low or high. A level between says nothing: the
# patient is told of nothing then. `None`: no monograph warns of it.
_LOW, _HIGH = {"kali": Decimal("3.5"), "natri": Decimal(130)}, {"kali": Decimal("5.5"), "natri": None}
_BELIEVABLE = {"kali": (Decimal(1), Decimal(10)), "natri": (Decimal(100), Decimal(180))}
_NAMES = {"kali": ("kali", "k"), "natri": ("natri", "na")}
_IN_BLOOD = ("máu", "huyết", "+")
_BETWEEN = (
    "là",
    "=",
    ":",
    "khoảng",
    "tầm",
    "còn",
    "tăng",
    "giảm",
    "lên",
    "xuống",
    "tới",
    "đến",
    "được",
    "hiện",
    "ở",
    "mức",
)
_UNITS = ("mmol", "meq")


def abnormal_levels(u: Utterance) -> tuple[tuple[str, int, int], ...]:
    """(what it is called, first word, end) of "kali máu 5,8", "K+ 2,9", "natri 120 mmol/l"."""
    return tuple(found for number in u.numbers if (found := _abnormal(u, number)) is not None)


def _abnormal(u: Utterance, number: Number) -> tuple[str, int, int] | None:
    at = number.start - 1
    while u.says(at, *_BETWEEN):
        at -= 1
    in_blood = u.says(at, *_IN_BLOOD)
    at -= in_blood
    salt = next((name for name, said in _NAMES.items() if u.says(at, *said)), None)
    if number.in_words or salt is None or not (in_blood or u.says(number.end, *_UNITS)):
        return None
    low, high = _BELIEVABLE[salt]
    if not low <= number.value <= high or u.says(number.end, "-", "–"):
        return None
    too_high = _HIGH[salt]
    if number.value < _LOW[salt]:
        return f"hạ {salt} máu", at, number.end
    return (f"tăng {salt} máu", at, number.end) if too_high is not None and number.value >= too_high else None
