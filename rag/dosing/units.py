"""Exact amounts in the units that the book prints.

Only masses convert among themselves. đvqt, đơn vị, mEq, mmol, ml, giọt and counted forms stay what they are: between
them stand a substance, a strength or a device, never a factor.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from rag.quantities import cut_to


class Unit(StrEnum):
    """A unit of an amount, as the book writes it."""

    G = "g"
    MG = "mg"
    MICROGAM = "microgam"
    NANOGAM = "nanogam"
    PICOGAM = "picogam"
    DVQT = "đvqt"
    UNITS = "đơn vị"  # of insulin; no international unit, although both are shortened to "đv"
    MEQ = "mEq"
    MMOL = "mmol"
    ML = "ml"
    DROP = "giọt"
    PUFF = "nhát"
    TABLET = "viên"
    AMPOULE = "ống"


_IN_MG: dict[Unit, Fraction] = {
    Unit.G: Fraction(1000),
    Unit.MG: Fraction(1),
    Unit.MICROGAM: Fraction(1, 1000),
    Unit.NANOGAM: Fraction(1, 1_000_000),
    Unit.PICOGAM: Fraction(1, 1_000_000_000),
}


class UnitMismatch(ArithmeticError):
    """Two amounts whose units have no fixed factor were compared or added."""


def converts(one: Unit, other: Unit) -> bool:
    return one is other or (one in _IN_MG and other in _IN_MG)


@dataclass(frozen=True, slots=True)
class Measure:
    """A non-negative amount with its unit. Equal only when value and unit are; `compare` converts."""

    value: Fraction
    unit: Unit

    def __post_init__(self) -> None:
        if self.value < 0:
            raise ValueError("an amount cannot be negative")

    @classmethod
    def of(cls, number: Decimal | Fraction | int | str, unit: Unit) -> "Measure":
        """`number` as a string has a decimal point. Floats are refused: they are not what was written."""
        if isinstance(number, float):
            raise TypeError("an amount is never a float")
        return cls(Fraction(number), unit)

    def to(self, unit: Unit) -> "Measure":
        """Raises UnitMismatch."""
        if unit is self.unit:
            return self
        if not converts(self.unit, unit):
            raise UnitMismatch(f"{self.unit} không đổi được sang {unit}")
        return Measure(self.value * _IN_MG[self.unit] / _IN_MG[unit], unit)

    def __mul__(self, factor: Fraction | int) -> "Measure":
        return Measure(self.value * factor, self.unit)

    def __truediv__(self, divisor: Fraction | int) -> "Measure":
        return Measure(self.value / divisor, self.unit)

    def __sub__(self, other: "Measure") -> "Measure":
        """In the unit of the first. Raises UnitMismatch, and ValueError when the second is larger."""
        return Measure(self.value - other.to(self.unit).value, self.unit)

    def ratio(self, other: "Measure") -> Fraction:
        """How many times the other this is. Raises UnitMismatch, ZeroDivisionError."""
        return self.value / other.to(self.unit).value

    def exceeds(self, other: "Measure") -> bool:
        """Raises UnitMismatch."""
        return self.value > other.to(self.unit).value

    def __str__(self) -> str:
        return f"{shown(self.value)} {self.unit}"


def smaller(one: Measure, other: Measure) -> Measure:
    """The smaller amount in the unit of the first. Raises UnitMismatch."""
    return other.to(one.unit) if one.exceeds(other) else one


def larger(one: Measure, other: Measure) -> Measure:
    """The larger amount in the unit of the first. Raises UnitMismatch."""
    return one if one.exceeds(other) else other.to(one.unit)


# --- how numbers are shown -------------------------------------------------------------------------------------

_PLACES = 2  # decimals of a value from 1 upwards
_PLACES_BELOW_ONE = 4
_SIGNIFICANT = 3  # digits that a small value keeps at least: 0,000125 g cut to four places would lose a fifth
ABOUT = "≈ "


def is_shown_exactly(value: Fraction) -> bool:
    return Fraction(_cut(value)) == value


def shown(value: Fraction) -> str:
    """As the book prints numbers: decimal comma, blank between thousands. "≈ " before what was cut short.

    Digits are cut off, never rounded up: what is shown cannot pass a maximum that the value keeps to.
    """
    cut = _cut(value)
    return ("" if Fraction(cut) == value else ABOUT) + printed(cut)


def printed(number: Decimal) -> str:
    """Every digit of a number, in the book's spelling."""
    plain = f"{number:f}"
    whole, _, decimals = plain.partition(".")
    decimals = decimals.rstrip("0")
    grouped = f"{int(whole):,}".replace(",", " ")
    return f"{grouped},{decimals}" if decimals else grouped


def rounded(value: Fraction) -> str:
    """A percentage or a laboratory value, rounded half up; no dose, which could pass a maximum that way."""
    places = _places(value)
    half_up = cut_to(places, value + Fraction(1, 2 * 10**places))
    return ("" if Fraction(half_up) == value else ABOUT) + printed(half_up)


def _cut(value: Fraction) -> Decimal:
    return cut_to(_places(value), value)


def _places(value: Fraction) -> int:
    if value >= 1 or value == 0:
        return _PLACES
    zeros = 0  # behind the comma
    while value * 10 ** (zeros + 1) < 1:
        zeros += 1
    return max(_PLACES_BELOW_ONE, zeros + _SIGNIFICANT)


def as_text(value: Fraction) -> str:
    """For machines: an exact decimal where there is one ("11.25"), else a fraction ("100/3")."""
    denominator = value.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    # Digits by hand: a Decimal would round to the precision of its context.
    digits = str((value * 10**places).numerator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
