"""Numbers, units and bands as the book prints them, in exact decimals.

Grammar and examples: decimal comma, blank as thousands sign ("2 500 mg"), ranges "80 - 100", "trên", "dưới",
"từ … trở lên", ages in days, weeks, months and years. Ages are months, weights kilograms, clearances ml/phút.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rag.vietnamese import fold

DAYS_PER_MONTH = Decimal(30)
WEEKS_TO_MONTHS = Decimal(7) / DAYS_PER_MONTH
MONTHS_PER_YEAR = Decimal(12)
KG_PER_LB = Decimal("0.45359237")  # exact, by definition

WORD_NUMBERS = {
    "mot": 1, "hai": 2, "ba": 3, "bon": 4, "nam": 5, "sau": 6, "bay": 7, "tam": 8, "chin": 9, "muoi": 10,
}  # fmt: skip

_DIGITS = r"\d{1,3}(?:[ \u00a0]\d{3})+(?:,\d+)?(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?![.,]?\d)|\d+(?:[.,]\d+)?"
NUMBER = re.compile(rf"(?<![\d.,])(?:{_DIGITS})(?![\d])")
_FRACTIONS = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}


def decimal_of(digits: str) -> Decimal:
    """The value of a printed number: comma is the decimal sign, a blank groups thousands, a point is decimal."""
    return Decimal(digits.replace(" ", "").replace("\u00a0", "").replace(",", "."))


def readings(digits: str) -> frozenset[Decimal]:
    """Every value a number may stand for: "2.500" is 2,5 in the book and 2500 as many people type it.

    Several points can only group: "1.250.000".
    """
    if digits.count(".") > 1:
        return frozenset({Decimal(digits.replace(".", ""))})
    values = {decimal_of(digits)}
    if re.fullmatch(r"\d{1,3}\.\d{3}", digits):
        values.add(Decimal(digits.replace(".", "")))
    return frozenset(values)


def cut_to(places: int, value: Fraction) -> Decimal:
    """The value without what stands behind so many decimals; it is not negative."""
    # Of its digits: a Decimal that is reckoned has no more of them than its context allows.
    return Decimal(f"{value * 10**places // 1}E-{places}")


# --- quantities ------------------------------------------------------------------------------------------------

_UNIT_NAMES: dict[str, str] = {
    "microgam": "microgam", "mcg": "microgam", "µg": "microgam", "μg": "microgam", "ug": "microgam",
    "nanogam": "nanogam", "picogam": "picogam", "mg": "mg", "kg": "kg", "gam": "g", "g": "g",
    "ml": "ml", "lít": "lít", "lit": "lít", "decilít": "decilít", "dl": "decilít", "mEq": "mEq", "mmol": "mmol",
    "micromol": "micromol", "đvqt": "đvqt", "iu": "đvqt", "ui": "đvqt", "đơn vị": "đơn vị", "đv": "đơn vị",
    "%": "%", "giọt": "giọt", "viên": "viên", "ống": "ống", "lọ": "lọ", "nhát": "nhát", "liều": "liều",
    "lần": "lần", "giờ": "giờ", "phút": "phút", "ngày": "ngày", "tuần": "tuần", "tháng": "tháng", "năm": "năm",
    "tuổi": "tuổi", "m2": "m2", "m²": "m2", "mmHg": "mmHg", "kcal": "kcal", "mOsm": "mOsm",
}  # fmt: skip
_CANONICAL = {name.lower(): unit for name, unit in _UNIT_NAMES.items()}
_UNIT = "|".join(sorted(map(re.escape, _CANONICAL), key=len, reverse=True))
_QUANTITY = re.compile(
    rf"(?P<number>(?<![\d.,])(?:{_DIGITS})|[½¼¾])(?![\d,.]*\d)"
    rf"(?:\s?(?P<unit>{_UNIT})(?![^\W\d_]))?"
    # "mg/kg amoxicilin/ngày": a substance may stand between two denominators.
    rf"(?P<per>(?:\s?/\s?(?:24 ?giờ|70 ?kg|{_UNIT})(?![^\W\d_])(?:\s[^\W\d_]{{5,}}(?=/))?)*)",
    re.IGNORECASE,
)
# One unit of mass per line of thought: equal values in g, mg and microgam are equal. đvqt, mEq, mmol never convert.
IN_MG = {"g": Decimal(1000), "mg": Decimal(1), "microgam": Decimal("0.001"), "nanogam": Decimal("0.000001")}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit and denominators: 15, "mg", ("kg", "ngày"). No unit printed: `unit` is ""."""

    values: frozenset[Decimal]
    unit: str
    per: tuple[str, ...]
    start: int
    end: int

    def equal_to(self) -> frozenset[tuple[Decimal, str, tuple[str, ...]]]:
        """What it is equal to, whatever the spelling: 0,5 g, 500 mg and 500000 microgam share a key."""
        if self.unit in IN_MG:
            return frozenset((value * IN_MG[self.unit], "mg", self.per) for value in self.values)
        return frozenset((value, self.unit, self.per) for value in self.values)


def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of the text in order, each with the unit that follows it.

    The first number of a range takes the unit of the second ("30 - 60 mg", "từ 100 mg đến 150 mg/kg/ngày" does not:
    it names its own).
    """
    found: list[Quantity] = []
    for match in _QUANTITY.finditer(text):
        digits = match["number"]
        values = frozenset({_FRACTIONS[digits]}) if digits in _FRACTIONS else readings(digits)
        unit = _CANONICAL[match["unit"].lower()] if match["unit"] else ""
        per = tuple(_per_unit(part) for part in re.split(r"\s?/\s?", match["per"]) if part)
        found.append(Quantity(values, unit, per, match.start(), match.end()))
    for i in range(len(found) - 2, -1, -1):
        here, following = found[i], found[i + 1]
        between = text[here.end : following.start]
        if not here.unit and not here.per and re.fullmatch(r"\s?(?:-|–|đến|tới)\s?", between):
            found[i] = Quantity(here.values, following.unit, following.per, here.start, here.end)
    return tuple(found)


def _per_unit(part: str) -> str:
    words = part.strip().lower()
    if words.replace(" ", "") == "24giờ":
        return "ngày"
    return _CANONICAL.get(words) or _CANONICAL.get(words.split()[0], words)


# --- bands -----------------------------------------------------------------------------------------------------


class Fit(StrEnum):
    """How a value stands to a printed band."""

    INSIDE = "inside"
    EDGE = "edge"  # exactly an open end ("trên 50 kg" and 50 kg): shown, and said
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Band:
    """A printed range of ages, weights or clearances. An open end of None has no limit."""

    low: Decimal | None
    high: Decimal | None
    low_closed: bool = True
    high_closed: bool = True
    start: int = 0
    end: int = 0

    def fit(self, value: Decimal) -> Fit:
        if self.low is not None:
            if value < self.low:
                return Fit.OUTSIDE
            if value == self.low and not self.low_closed:
                return Fit.EDGE
        if self.high is not None:
            if value > self.high:
                return Fit.OUTSIDE
            if value == self.high and not self.high_closed:
                return Fit.EDGE
        return Fit.INSIDE

    def meets(self, other: "Band") -> bool:
        """Do the two ranges share a value?"""
        return _reaches(self, other) and _reaches(other, self)

    def holds(self, other: "Band") -> bool:
        """Does every value of the other stand in this one?"""
        starts = self.low is None or (other.low is not None and other.low >= self.low)
        if self.high is None or other.high is None:
            return starts and self.high is None
        inside = other.high < self.high or (other.high == self.high and (self.high_closed or not other.high_closed))
        return starts and inside


def _reaches(one: Band, other: Band) -> bool:
    if one.high is None or other.low is None:
        return True
    return one.high > other.low or (one.high == other.low and one.high_closed and other.low_closed)


_NUM = r"(?:\d+(?:[.,]\d+)?|mot|hai|ba|bon|nam|sau|bay|tam|chin|muoi(?: mot| hai)?)"
# "28 - 32 tuần tuổi thai" counts weeks of gestation, not of life.
_AGE_UNIT = r"(?:ngay tuoi|tuan tuoi(?! (?:thai|sau kinh)\b)|thang tuoi|nam tuoi|tuoi|thang|tuan|ngay|nam)"
_AT_LEAST = r"(?:>=|≥|tu|it nhat)"
_ABOVE = r"(?:>|tren|lon hon|qua)"
_AT_MOST = r"(?:<=|≤|khong qua|toi da)"
_BELOW = r"(?:<|duoi|nho hon|chua du)"
_DASH = r"(?:-|–|den duoi|den|toi)"
_AGE = re.compile(
    rf"(?P<r_low>{_ABOVE}|{_AT_LEAST})?\s?(?<![\w/,.])(?P<r_a>{_NUM})\s?(?P<r_ua>{_AGE_UNIT})?\s?(?P<dash>{_DASH})\s?"
    rf"(?P<r_high>{_BELOW}|{_AT_MOST})?\s?(?P<r_b>{_NUM})\s?(?P<r_ub>{_AGE_UNIT})\b"
    rf"|(?P<cmp>{_ABOVE}|{_AT_LEAST}|{_AT_MOST}|{_BELOW})\s?(?P<c_n>{_NUM})\s?(?P<c_u>{_AGE_UNIT})\b(?P<c_up>\s(?:tro len|tro xuong))?"
    rf"|(?<![\w/,.])(?P<u_n>{_NUM})\s?(?P<u_u>{_AGE_UNIT})\s(?P<u_up>tro len|tro xuong)"
)
_CHILD_BEFORE = re.compile(r"(?:tre(?: em| nho)?|so sinh|be|nhu nhi)\b[^.;:]{0,30}$")
_GESTATION_AFTER = re.compile(r"[^.;:]{0,25}(?:tuoi thai|thai ky|tuoi sau kinh)")
_GESTATION_BEFORE = re.compile(r"(?:tuoi thai|tuoi sau kinh|chinh theo tuoi)[^.;:]{0,40}$")
_NEWBORN_BEFORE = re.compile(r"(?:so sinh|de non|thieu thang)[^.;:]{0,20}$")


def _placed(
    match: re.Match[str], low: Decimal | None, high: Decimal | None, low_closed: bool = True, high_closed: bool = True
) -> Band:
    return Band(low, high, low_closed, high_closed, match.start(), match.end())


def _number(word: str) -> Decimal:
    if word[0].isdigit():
        return decimal_of(word)
    first, _, rest = word.partition(" ")
    return Decimal(WORD_NUMBERS[first] + (WORD_NUMBERS[rest] if rest else 0))


def _months(value: Decimal, unit: str) -> Decimal:
    if unit.startswith("ngay"):
        return value / DAYS_PER_MONTH
    if unit.startswith("tuan"):
        return value * WEEKS_TO_MONTHS
    if unit.startswith("thang"):
        return value
    return value * MONTHS_PER_YEAR


def _is_age(folded: str, match: re.Match[str], unit: str) -> bool:
    # "trong 4 tuần", "3 - 6 tháng" are lengths of treatment unless a child stands before them.
    return unit.endswith("tuoi") or _CHILD_BEFORE.search(folded[: match.start()]) is not None


def _is_gestation(folded: str, match: re.Match[str], unit: str) -> bool:
    if unit != "tuan":
        return False
    before, after = folded[: match.start()], folded[match.end() :]
    # "Trẻ sơ sinh < 32 tuần": weeks without "tuổi" count a newborn from its mother's last period.
    return any((_GESTATION_AFTER.match(after), _GESTATION_BEFORE.search(before), _NEWBORN_BEFORE.search(before)))


def _age_matches(text: str) -> Iterator[tuple[Band, str, bool]]:
    """(band in the unit's own numbers as months, unit, is gestational age in weeks)."""
    folded = fold(text)
    for m in _AGE.finditer(folded):
        unit = m["r_ub"] or m["c_u"] or m["u_u"]
        gestational = _is_gestation(folded, m, unit)
        if not gestational and not _is_age(folded, m, unit):
            continue

        def scaled(number: str, of: str, weeks: bool = gestational) -> Decimal:
            return _number(number) if weeks else _months(_number(number), of)

        if m["r_b"]:
            low_unit = m["r_ua"] or unit
            # "28 - 32 tuần": both numbers count weeks of gestation.
            low, high = sorted((scaled(m["r_a"], low_unit), scaled(m["r_b"], unit)))
            below = bool(m["r_high"] and re.fullmatch(_BELOW, m["r_high"])) or m["dash"] == "den duoi"
            above = bool(m["r_low"] and re.fullmatch(_ABOVE, m["r_low"]))
            yield _placed(m, low, high, not above, not below), unit, gestational
        elif m["c_n"]:
            yield _compared(m, scaled(m["c_n"], unit), m["cmp"], downwards=_is_down(m["c_up"])), unit, gestational
        else:
            value = scaled(m["u_n"], unit)
            up = m["u_up"] == "tro len"
            yield _placed(m, value if up else None, None if up else value), unit, gestational


def age_bands(text: str) -> tuple[Band, ...]:
    """Printed age ranges in months ("Trẻ em 4 - 6 tuổi", "trên 12 tuần tuổi", "từ ba tháng đến 12 tuổi")."""
    return tuple(band for band, _, gestational in _age_matches(text) if not gestational)


TERM = Decimal(37)  # completed weeks; birth before them is preterm (WHO, ICD-10 P07.3)
PRETERM_BORN = Band(None, TERM, high_closed=False)
TERM_BORN = Band(TERM, None)
_BORN_EARLY = re.compile(r"\b(?:tre|so sinh)\b[^.:;]{0,15}\b(?:thieu thang|de non|sinh non|non thang)\b")
_BORN_AT_TERM = re.compile(r"\b(?:tre|so sinh)\b[^.:;]{0,15}\bdu thang\b")


def gestation_bands(text: str) -> tuple[Band, ...]:
    """Printed ranges of gestational age in weeks ("28 - 32 tuần chỉnh theo tuổi thai"), or what the word for it means."""
    in_weeks = tuple(band for band, _, gestational in _age_matches(text) if gestational)
    term = term_printed(text)
    return in_weeks or ((term,) if term else ())


def term_printed(text: str) -> Band | None:
    """Weeks at birth that "thiếu tháng" or "đủ tháng" of a newborn stands for; None for neither, or for both."""
    folded = fold(text)
    early, full = _BORN_EARLY.search(folded), _BORN_AT_TERM.search(folded)
    if bool(early) == bool(full):
        return None
    return PRETERM_BORN if early else TERM_BORN


_SINCE_LAST_PERIOD = re.compile(r"\b(?:tuoi sau kinh|chinh theo tuoi thai)\b")


def counts_from_last_period(text: str) -> bool:
    """Are its weeks those of gestation at birth and the weeks since? Both names stand in the book."""
    return _SINCE_LAST_PERIOD.search(fold(text)) is not None


_WEIGHT = re.compile(
    rf"(?P<low>{_ABOVE}|{_AT_LEAST})?\s?(?<![\w/,.])(?P<a>\d+(?:,\d+)?)\s?(?:kg)?\s?{_DASH}\s?(?P<high>{_BELOW}|{_AT_MOST})?\s?"
    rf"(?P<b>\d+(?:,\d+)?)\s?kg\b"
    rf"|(?P<cmp>{_ABOVE}|{_AT_LEAST}|{_AT_MOST}|{_BELOW}|can nang (?:den|toi))\s?(?P<n>\d+(?:,\d+)?)\s?kg\b"
    rf"(?P<n_up>\s(?:tro len|tro xuong))?"
    rf"|(?<![\w/,.])(?P<u_n>\d+(?:,\d+)?)\s?kg\s(?P<up>tro len|tro xuong)"
)
_RENAL_CUE = r"(?:cl\s?cr|crcl|(?:do |he so )?thanh thai(?: creatinin)?|(?:muc|toc do|do) loc(?: cau than)?|gfr|mlct)"
_CLEARANCE = re.compile(
    rf"(?:{_RENAL_CUE}[^\d<>≤≥.;]{{0,25}}?)?"
    rf"(?:(?P<low>{_ABOVE}|{_AT_LEAST})?\s?(?<![\w/,.])(?P<a>\d+)\s?(?:ml ?/ ?(?:phut|ph|min))?\s?{_DASH}\s?(?P<high>{_BELOW}|{_AT_MOST})?\s?(?P<b>\d+)"
    rf"|(?P<cmp>{_ABOVE}|{_AT_LEAST}|{_AT_MOST}|{_BELOW})\s?(?P<n>\d+)"
    rf"|(?<![\w/,.])(?P<u_n>\d+)(?=(?:\s?ml ?/ ?(?:phut|ph|min))?\s(?:tro len|tro xuong)))"
    rf"(?P<unit>\s?ml ?/ ?(?:phut|ph|min))?(?P<n_up>\s(?:tro len|tro xuong))?"
)


def _is_down(words: str | None) -> bool:
    return words is not None and words.strip() == "tro xuong"


def _compared(match: re.Match[str], value: Decimal, sign: str, *, downwards: bool = False) -> Band:
    """`downwards`: "trở xuống" stands behind the number, so that "từ 10 tuổi trở xuống" ends at ten."""
    if downwards or sign.startswith("can nang"):
        return _placed(match, None, value)
    if re.fullmatch(_ABOVE, sign):
        return _placed(match, value, None, low_closed=False)
    if re.fullmatch(_AT_LEAST, sign):
        return _placed(match, value, None)
    if re.fullmatch(_AT_MOST, sign):
        return _placed(match, None, value)
    return _placed(match, None, value, high_closed=False)


def weight_bands(text: str) -> tuple[Band, ...]:
    """Printed weight ranges in kg ("10 - 50 kg", "dưới 40 kg"); "mg/kg" and "mg/70 kg" are none."""
    bands = []
    for m in _WEIGHT.finditer(fold(text)):
        if m["b"]:
            above = bool(m["low"] and re.fullmatch(_ABOVE, m["low"]))
            below = bool(m["high"] and re.fullmatch(_BELOW, m["high"])) or "den duoi" in m.group()
            bands.append(_placed(m, decimal_of(m["a"]), decimal_of(m["b"]), not above, not below))
        elif m["n"]:
            bands.append(_compared(m, decimal_of(m["n"]), m["cmp"], downwards=_is_down(m["n_up"])))
        else:
            up = m["up"] == "tro len"
            value = decimal_of(m["u_n"])
            bands.append(_placed(m, value if up else None, None if up else value))
    return tuple(bands)


def clearance_bands(text: str, *, in_clearance_column: bool = False) -> tuple[Band, ...]:
    """Printed creatinine clearances in ml/phút; in prose a name (Clcr …) or the unit must stand with the number."""
    folded = fold(text)
    bands = []
    for m in _CLEARANCE.finditer(folded):
        named = re.match(_RENAL_CUE, m.group()) is not None
        if not (named or m["unit"] or in_clearance_column):
            continue
        if re.match(r"\s?(?:mg|g\b|ml\b(?! ?/ ?p)|gio|lan|ngay|kg|tuoi|%)", folded[m.end() :]):
            continue
        if m["b"]:
            low, high = sorted((Decimal(m["a"]), Decimal(m["b"])))
            above = bool(m["low"] and re.fullmatch(_ABOVE, m["low"]))
            below = bool(m["high"] and re.fullmatch(_BELOW, m["high"])) or "den duoi" in m.group()
            bands.append(_placed(m, low, high, not above, not below))
        else:
            value, sign = (m["n"], m["cmp"]) if m["n"] else (m["u_n"], "tu")
            bands.append(_compared(m, Decimal(value), sign, downwards=_is_down(m["n_up"])))
    return tuple(bands)
