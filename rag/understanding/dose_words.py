"""The words that a named dose is made of: amounts, counted forms, strengths, how often.

What one pattern has read is blanked for the next: the 1,7 of "creatinin 1,7 mg/dl", the 120 of "120 mg/5 ml" and the 3
of "ngày 3 lần" are never taken for a dose.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from rag.quantities import WORD_NUMBERS
from rag.understanding.dose_patterns import (
    AMOUNT,
    BASES,
    COUNTED,
    DAY_BEFORE,
    FORMS,
    HOLDS,
    IN_ONE,
    LATIN,
    NO_DOSE,
    NOT_READ,
    OF_ONE,
    OFTEN,
    PER_ML,
    TIMES_OF_DAY,
    UNITS,
    WEEK_BEFORE,
)
from rag.understanding.dose_shorthand import spelt_out
from rag.vietnamese import fold, has_diacritics

# With its marks: "nam" is five or a man, "sau" six or afterwards.
_MARKED = frozenset({"một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "bẩy", "tám", "chín", "mười", "nửa"})
_FORMS_MARKED = {
    "vien": "viên", "ong": "ống", "lo": "lọ", "goi": "gói", "tui": "túi", "giot": "giọt", "nhat": "nhát", "xit": "xịt",
    "thia": "thìa", "muong": "muỗng", "mieng": "miếng",
}  # fmt: skip
_PARTS = {"nua": Decimal("0.5"), "½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_BARE = re.compile(r"(?<![\w.,/])\d{2,4} ?$")
_WEIGHT_IN_GRAMS = 300  # no dose of this book is larger; a newborn is


class TwoReadings(ValueError):
    """A number that two readers read differently: "1,500 mg"."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """`low`: from, where a range is said. `per`: "kg", "m2" or "". `base`: "lần", "ngày", "tuần", "giờ", "phút", ""."""

    low: Decimal | None
    high: Decimal
    unit: str
    per: str
    base: str


@dataclass(frozen=True, slots=True)
class Strength:
    """`unit` "": a bare number. `ml` None: of one tablet, ampoule or sachet."""

    mass: Decimal
    unit: str
    ml: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Often:
    """`of`: "ngày", "tuần", "giờ" (hours between doses), "chia" (parts of a day's total), "" (not said in what)."""

    low: Decimal | None
    high: Decimal
    of: str


@dataclass(slots=True)
class Said:
    """What a text says of a dose, each kind in the order of the text. `unclear`: some of it has no one reading."""

    amounts: list[Quantity] = field(default_factory=list)
    counts: list[Quantity] = field(default_factory=list)  # `unit` is the form: "viên", "ml"
    strengths: list[Strength] = field(default_factory=list)
    often: list[Often] = field(default_factory=list)
    unclear: bool = False
    named: bool = False  # a dose is named, whether or not it was read


def said_in(text: str) -> Said:
    """`text` as it is read (NFC)."""
    return _Reader(spelt_out(text)).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text.lower()
        self.marked = has_diacritics(text)
        self.rest = fold(text)
        self.said = Said()
        self.times_at: list[int] = []  # where "x 3" begins
        self.often_at: list[int] = []  # where "q6h", "bid" or "mỗi 6 giờ" begins

    def read(self) -> Said:
        said = self.said
        said.unclear = self._is_unclear()
        for pattern in NO_DOSE:
            self.rest = pattern.sub(_blank, self.rest)
        try:
            self._often()
            for match in self._take(PER_ML, but=self._is_of_one):
                ml = number(match["ml"] or "1")
                said.strengths.append(Strength(number(match["mass"]), unit_of(match["unit"]), ml))
            for match in self._take(HOLDS):
                said.strengths.append(Strength(number(match["mass"]), unit_of(match["unit"]), number(match["ml"])))
            self._counted()
            for match in self._take(OF_ONE):
                mass, unit = match["mass"] or match["mass2"], match["unit"] or match["unit2"]
                said.strengths.append(Strength(number(mass), unit_of(unit or "")))
            self._amounts()
        except TwoReadings:
            said.unclear = said.named = True
        if any(re.search(r"\d ?$", self.rest[:at]) for at in self.times_at):
            said.named = said.unclear = True  # "850 x 2": of what unit?
        if any(_BARE.search(self.rest[:at]) for at in self.often_at):
            said.named = said.unclear = True  # "hapacol 250 q6h"
        said.unclear |= re.search(r"[x×*] ?\d", self.rest) is not None
        said.named |= bool(said.amounts or said.counts or (said.strengths and said.often))
        return said

    def _is_unclear(self) -> bool:
        return any(self._is_meant(m) for m in NOT_READ.finditer(self.rest))

    def _is_meant(self, match: re.Match[str]) -> bool:
        """ "tôi 500 mg" is nobody's night, "chuyển sang" no morning."""
        marked = TIMES_OF_DAY.get(match.group().strip())
        return marked is None or not self.marked or self.text[match.start() : match.end()].strip() == marked

    def _take(
        self, pattern: re.Pattern[str], *, but: Callable[[re.Match[str]], bool] = lambda m: False
    ) -> Iterator[re.Match[str]]:
        """Matches, each blanked as it is given. `but`: those that are left for a later pattern."""
        at = 0
        while (match := pattern.search(self.rest, at)) is not None:
            at = match.end()
            if not self._counts_stand(match) or but(match):
                at = match.start() + 1
                continue
            self.rest = self.rest[: match.start()] + " " * len(match.group()) + self.rest[match.end() :]
            yield match

    def _is_of_one(self, match: re.Match[str]) -> bool:
        """ "1 ống 80 mg/2 ml": what the ampoule holds."""
        return match["ml"] is not None and IN_ONE.search(self.rest[: match.start()]) is not None

    def _counts_stand(self, match: re.Match[str]) -> bool:
        """Is every count in words a number as it is written, and every form a form?

        "Sau lần đầu" counts nothing, and "viêm tai nặng uống 400 mg" names no capsule ("nang").
        """
        for group in ("form", "form2"):
            form = match.groupdict().get(group)
            written = self.text[match.start(group) : match.end(group)] if form else ""
            if has_diacritics(written) and written != _FORMS_MARKED.get(form or ""):
                return False
        for group in ("low", "high"):
            word = match.groupdict().get(group)
            if word and word.isalpha():
                written = self.text[match.start(group) : match.end(group)]
                if self.marked and written not in _MARKED:
                    return False
        return True

    def _often(self) -> None:
        for kind, pattern in OFTEN:
            for match in self._take(pattern):
                if kind in ("latin", "giờ"):
                    self.often_at.append(match.start())
                if kind == "latin":
                    self.said.often.append(Often(None, Decimal(LATIN[match["latin"]]), "ngày"))
                    continue
                if match.group()[0] in "x×*":
                    self.times_at.append(match.start())
                high, low = count(match["high"]), match["low"] and count(match["low"])
                if not kind and high == 1 and not low:
                    continue  # "một lần 2 viên", "uống 1 lần": each time, or once
                self.said.often.append(Often(low or None, high, kind))
        self.said.unclear |= re.search(r"\bchia\b", self.rest) is not None

    def _counted(self) -> None:
        for match in self._take(COUNTED):
            form = FORMS[match["form"]]
            low = count(match["low"]) if match["low"] else None
            self.said.counts.append(Quantity(low, count(match["high"]), form, "", self._base(match)))
            if match["mass"] is None:
                continue
            if form in ("ml", "giọt", "nhát", "thìa", "miếng"):
                self.said.unclear = True  # "5 ml 250 mg": of the five, or of one
            self.said.strengths.append(Strength(number(match["mass"]), unit_of(match["unit"] or "")))

    def _amounts(self) -> None:
        for match in self._take(AMOUNT):
            unit = unit_of(match["unit"])
            high, low = number(match["high"], unit), number(match["low"], unit) if match["low"] else None
            if unit == "g" and high >= _WEIGHT_IN_GRAMS:
                continue
            low_unit = unit_of(match["low_unit"] or "")
            if match["again"] or (low_unit and low_unit != unit) or (low is not None and low > high):
                self.said.unclear = True
            per = "" if not match["per"] else "m2" if "m" in match["per"] else "kg"
            self.said.amounts.append(Quantity(low, high, unit, per, self._base(match)))

    def _base(self, match: re.Match[str]) -> str:
        """Per what: as it says behind itself, else in the words before it."""
        base = match["base"] or match.groupdict().get("behind")
        if base:
            word = re.sub(r"^(?: ?/ ?| moi | mot )", "", base)
            return BASES.get(word, "ngày")
        before = self.rest[: match.start()]
        if any(often.of != "chia" for often in self.said.often):
            return ""  # "ngày 500 mg x 3": the day belongs to the three
        return "ngày" if DAY_BEFORE.search(before) else "tuần" if WEEK_BEFORE.search(before) else ""


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


_GROUPED = re.compile(r"[1-9]\d{0,2}(?P<sign>[ .])\d{3}(?:(?P=sign)\d{3})+")


def number(digits: str, unit: str = "") -> Decimal:
    """As people type it: a point before three digits that end in 0 groups thousands ("1.500 mg").

    Several points or blanks can only group: "4.000.000", "1 200 000".

    Raises TwoReadings where people differ: "1,500 mg" is 1,5 mg or 1 500 mg, "1.125 mg" too.
    """
    plain = digits.replace(" ", "")
    if _GROUPED.fullmatch(digits):
        return Decimal(re.sub(r"[ .]", "", digits))
    if plain != digits and not re.fullmatch(r"\d{1,3}(?: 000)+", digits):
        raise TwoReadings(digits)  # "2 500 mg": two and a half thousand, or two of five hundred
    if plain.count(",") + plain.count(".") > 1:
        raise TwoReadings(digits)
    if match := re.fullmatch(r"([1-9]\d{0,2})([.,])(\d{3})", plain):
        if match[2] == "," or unit == "g" or not match[3].endswith("0"):
            raise TwoReadings(digits)
        return Decimal(match[1] + match[3])
    return Decimal(plain.replace(",", "."))


def count(word: str) -> Decimal:
    """ "2", "1,5", "1/2", "nửa", "hai"; a third of a tablet is no decimal and has no reading. Raises TwoReadings."""
    if word in _PARTS:
        return _PARTS[word]
    if word in WORD_NUMBERS:
        return Decimal(WORD_NUMBERS[word])
    over, _, under = word.partition("/")
    if under:
        if under not in ("2", "4"):
            raise TwoReadings(word)
        return Decimal(over) / Decimal(under)
    return number(word)


def unit_of(word: str) -> str:
    return UNITS.get(word, word)
