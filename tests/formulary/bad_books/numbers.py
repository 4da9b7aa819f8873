"""Defects of numbers and units: each spoils one text of a dose, or says that it cannot."""

import random
import re

from formulary.printing.faces import KERN

_UNIT = r"(?:mg|g|microgam|nanogam|ml|đvqt|đơn vị|mEq|mmol)"
_DOSE = re.compile(rf"(?<![\d,./])(?P<number>\d+(?:,\d+)?)(?= {_UNIT}\b)")
# "trong 3 ngày" and "trong 24 giờ đầu" read right without their number: no text can tell.
_BOUND = re.compile(
    r"(?P<word>\b(?:[Tt]rên|[Dd]ưới|[Tt]ừ|[Ss]au|[Cc]ách|[Tt]rong|[Tt]ối đa|quá)) (?P<number>\d+(?:,\d+)?) "
    r"(?=(?:tháng|tuổi|tuần|ngày|giờ|phút|kg|lần)\b)(?!\w+ (?:đầu|trước|sau|cuối)\b)(?<!rong \d )(?<!rong \d\d )(?<!ách \d )"
)
_RANGE_WITH_UNIT = re.compile(rf"(?P<range>\d+(?:,\d+)? - \d+(?:,\d+)?) {_UNIT}(?:/[\w²]+)*(?=[.,;)]|$)")
# Three figures behind a comma that is lost would read as thousands: no text can tell them from a right number.
_DECIMAL = re.compile(r"(?<![\d,])\d+,(?:\d{1,2}|\d{4,})(?![\d,])")
_PER = re.compile(r"(?<=\b(?:mg|ml)/)(?=(?:kg|ngày|lần|phút|giờ)\b)|(?<=\bg/)(?=(?:kg|ngày|lần)\b)")
_THOUSANDS = re.compile(r"(?<![\d,])\d{1,3} \d{3}(?![\d,])")
_UNIT_OF_DOSE = re.compile(rf"(?<=\d ){_UNIT}\b")


def _one(pattern: re.Pattern[str], text: str, rng: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def _put(text: str, match: re.Match[str], new: str, group: int | str = 0) -> str:
    return text[: match.start(group)] + new + text[match.end(group) :]


def lost_number(text: str, rng: random.Random) -> str | None:
    match = _one(_BOUND, text, rng)
    return _put(text, match, f"{match['word']} ") if match else None


def lost_unit(text: str, rng: random.Random) -> str | None:
    match = _one(_RANGE_WITH_UNIT, text, rng)
    return _put(text, match, match["range"]) if match else None


def letter_for_digit(text: str, rng: random.Random) -> str | None:
    doses = [m for m in _DOSE.finditer(text) if re.search(r"[01]", m["number"])]
    if not doses:
        return None
    dose = rng.choice(doses)
    at = rng.choice([i for i, c in enumerate(dose["number"]) if c in "01"])
    letter = {"1": "l", "0": "O"}[dose["number"][at]]
    return _put(text, dose, dose["number"][:at] + letter + dose["number"][at + 1 :], "number")


def split_number(text: str, rng: random.Random) -> str | None:
    """A gap inside a number, drawn or real, never where a thousands blank would stand."""
    doses = [m for m in _DOSE.finditer(text) if re.fullmatch(r"\d{2,3}", m["number"])]
    if not doses:
        return None
    dose = rng.choice(doses)
    cut = rng.randint(1, len(dose["number"]) - 1)
    return _put(text, dose, dose["number"][:cut] + rng.choice((" ", KERN)) + dose["number"][cut:], "number")


def comma_lost(text: str, rng: random.Random) -> str | None:
    """`0,5` as `05`, `2,5` as `2 5`: no book prints them, while `25` for `2,5` is as good a number as any."""
    match = _one(_DECIMAL, text, rng)
    if match is None:
        return None
    whole, part = match.group().split(",")
    return _put(text, match, whole + part if whole == "0" else f"{whole} {part}")


def comma_turned(text: str, rng: random.Random) -> str | None:
    match = _one(_DECIMAL, text, rng)
    return _put(text, match, match.group().replace(",", rng.choice(".;'"))) if match else None


def broken_per(text: str, rng: random.Random) -> str | None:
    """`mg/` at the end of a line and `kg` at the start of the next."""
    match = _one(_PER, text, rng)
    return _put(text, match, "\n") if match else None


def tilde_for_thin_space(text: str, rng: random.Random) -> str | None:
    match = _one(_THOUSANDS, text, rng)
    return _put(text, match, match.group().replace(" ", "~")) if match else None


def replacement_character(text: str, rng: random.Random) -> str | None:
    """U+FFFD in place of a digit, or of a letter of the unit."""
    match = _one(rng.choice((_DOSE, _UNIT_OF_DOSE)), text, rng)
    if match is None:
        return None
    at = rng.randrange(match.start(), match.end())
    return text[:at] + "\ufffd" + text[at + 1 :]


def garbled(text: str, rng: random.Random) -> str | None:
    """About a line around a dose, as a scan that nothing was made of."""
    match = _one(_DOSE, text, rng)
    if match is None:
        return None
    start = text.rfind(" ", 0, max(1, match.start() - 14)) + 1
    end = text.find(" ", min(len(text), match.end() + 14))
    end = len(text) if end < 0 else end
    scraps = ["mũit", "=", "ị", "8", "xy", "gàng", "iẩ", "}o", "ưn", "t'", "ặgh", "|", "rh", "ơc", "ýt", "~"]
    return text[:start] + " ".join(rng.choices(scraps, k=max(6, (end - start) // 4))) + text[end:]


def another_digit(text: str, rng: random.Random) -> str | None:
    """A right-looking number that is not the one: only a second copy can tell."""
    doses = [m for m in _DOSE.finditer(text) if m["number"][0] in "123456789"]
    if not doses:
        return None
    dose = rng.choice(doses)
    return _put(text, dose, str(int(dose["number"][0]) % 9 + 1) + dose["number"][1:], "number")


def lost_dash(text: str, rng: random.Random) -> str | None:
    """`10 20 mg`; never before three figures, because `200 400` is a right number of thousands."""
    match = _one(re.compile(rf"(?<=\d) - (?!\d{{3}}\b)(?=\d+(?:,\d+)? {_UNIT}\b)"), text, rng)
    return _put(text, match, " ") if match else None


def lost_slash(text: str, rng: random.Random) -> str | None:
    match = _one(re.compile(r"(?<=mg/kg)/(?=(?:ngày|lần|giờ|phút)\b)|(?<=mg)/(?=(?:ngày|lần)\b)"), text, rng)
    return _put(text, match, " ") if match else None
