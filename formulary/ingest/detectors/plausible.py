"""Numbers that no frequency, interval, age or dose has: two numbers ran together, or a unit lost its first letters."""

import re
from decimal import Decimal

from formulary.ingest.detectors.printed_units import NUMBER, value_of
from formulary.ingest.detectors.views import View, evidence, found

_N = rf"(?<![\w,./])(?P<n>{NUMBER})\s?"
# What is counted, and the most that a sentence about dosing ever counts of it.
_LIMITS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(rf"\bchia (?:lam |deu |thanh |ra )*{_N}(?:lan|lieu)\b"), 12),
    (re.compile(rf"{_N}lan(?:\s?/\s?(?:ngay|24 gio)| moi ngay| mot ngay| trong ngay)\b"), 24),
    (re.compile(rf"{_N}(?:tuoi|nam tuoi)\b"), 110),
    (re.compile(rf"{_N}thang tuoi\b"), 240),
    (re.compile(rf"{_N}kg\b(?!\s?/)"), 300),
    (re.compile(rf"{_N}(?:g|gam)\s?/\s?(?:lan|ngay|24 gio|lieu)\b"), 250),
    (re.compile(rf"{_N}(?:g|gam)\s?/\s?kg\b"), 20),
    (re.compile(rf"{_N}(?:vien|ong|lo|goi)\s?/\s?(?:lan|lieu)\b"), 30),
)
_INTERVAL = re.compile(rf"\bcach (?:nhau )?(?:moi )?{_N}gio\b(?! \d)")
# "11/2 viên" for 1½.
_GLUED_FRACTION = re.compile(r"(?<![\d/,.])[1-9]1/[234]\s?(?:vien|ong|goi|thia|lieu|lo)\b")
_ANY_UP_TO = 18


def improbable_number(view: View) -> str | None:
    """`chia 34 lần`, `cách 46 giờ`, `612 tuổi`, `500 g/lần`, `11/2 viên`."""
    for pattern, most in _LIMITS:
        for match in pattern.finditer(view.folded):
            if value_of(match["n"]) > most:
                return evidence(view.text, match.start(), match.end())
    for match in _INTERVAL.finditer(view.folded):
        if not _is_an_interval(value_of(match["n"])):
            return evidence(view.text, match.start(), match.end())
    return found(_GLUED_FRACTION, view, folded=True)


def _is_an_interval(hours: Decimal) -> bool:
    """Short ones may have any length ("cách 15 giờ"); longer ones run in steps of four or six hours."""
    return hours <= _ANY_UP_TO or hours % 4 == 0 or hours % 6 == 0
