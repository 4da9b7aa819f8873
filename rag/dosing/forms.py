"""From milligrams to millilitres and tablets: arithmetic on what the asker or the printed forms say, and marked so."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rag.dosing.amounts import Range
from rag.dosing.units import Measure, Unit, converts, shown
from rag.passages import Passage
from rag.quantities import decimal_of
from rag.vietnamese import fold

ON_USERS_DATA = "Phép tính trên số liệu người hỏi đưa ra, không có trong sách"
QUARTERS = 4  # a scored tablet is broken into halves or quarters, never finer


@dataclass(frozen=True, slots=True)
class Strength:
    """So much of the drug in `ml` millilitres, or in one tablet (`ml` None). `printed`: the monograph lists it."""

    amount: Measure
    ml: Fraction | None
    text: str
    printed: bool


_TABLET_LINE = re.compile(r"^[^:.]*\bvien\b[^:]*:", re.IGNORECASE)
_COMPOUND = re.compile(r"\bphoi hop\b|\bva\b|\+|/")
_EACH = re.compile(r"(?<![\d,/])(\d{1,3}(?:[ \u00a0]\d{3})+(?:,\d+)?|\d+(?:,\d+)?)\s?(microgam|mg|g)(?![^\W\d_]|\s?/)")
_UNIT = {"microgam": Unit.MICROGAM, "mg": Unit.MG, "g": Unit.G}


def printed_tablets(forms: Sequence[Passage]) -> tuple[Strength, ...]:
    """Strengths of single-substance tablets and capsules that the section on forms lists, once each."""
    found = [
        s for p in forms if p.quarantine is None for line in re.split(r"\n|(?<=\.)\s", p.text) for s in _tablets(line)
    ]
    return tuple({s.amount.to(s.amount.unit): s for s in found}.values())


def _tablets(line: str) -> Iterator[Strength]:
    lead = _TABLET_LINE.match(fold(line))
    if lead is None or _COMPOUND.search(fold(line)):
        return
    for match in _EACH.finditer(line, lead.end()):
        amount = Measure.of(decimal_of(match[1]), _UNIT[match[2]])
        yield Strength(amount, None, f"viên {amount}", printed=True)


def in_tablets(dose: Range, strengths: Sequence[Strength]) -> tuple[str, ...]:
    """One line a printed strength that the dose is made of in whole tablets or quarters; none is rounded."""
    return tuple(line for s in strengths if s.printed and s.ml is None for line in _line(dose, s))


def _line(dose: Range, strength: Strength) -> Iterator[str]:
    if not converts(dose.high.unit, strength.amount.unit):
        return
    ends = [end for end in (dose.low, dose.high) if end is not None]
    counts = [end.ratio(strength.amount) for end in ends]
    if any((count * QUARTERS).denominator != 1 for count in counts):
        return
    said = shown(counts[0]) if len(set(counts)) == 1 else f"{shown(counts[0])} - {shown(counts[-1])}"
    printed_in = "hàm lượng in ở mục Dạng thuốc và hàm lượng"
    yield f"{dose} : {strength.amount}/viên = {said} viên {strength.amount} ({printed_in})"


def in_own_tablets(named: str, dose: Range, strength: Measure) -> str:
    """Of the strength that the asker has, broken tablets and all: the count is shown as it is, never rounded up.

    `named`: "mỗi lần", "mỗi ngày". Raises UnitMismatch for a strength of another kind of unit.
    """
    ends = [end.ratio(strength) for end in (dose.low, dose.high) if end is not None]
    said = shown(ends[0]) if len(set(ends)) == 1 else f"{shown(ends[0])} - {shown(ends[-1])}"
    return f"{ON_USERS_DATA}: {named} {dose} : {strength}/viên = {said} viên {strength}"


def lists(strengths: Sequence[Strength], number: Decimal, unit: str) -> bool:
    """Is a tablet of that strength printed? `unit` "": a bare number, which is held against every unit."""
    if not unit:
        return any(s.amount.value == number for s in strengths)
    asked = Measure.of(number, Unit(unit))
    return any(converts(s.amount.unit, asked.unit) and s.amount.to(asked.unit) == asked for s in strengths)


def in_millilitres(dose: Range, strength: Strength) -> str:
    """Raises ValueError for a strength without millilitres, UnitMismatch for one of another kind of unit."""
    if strength.ml is None or strength.amount.value == 0:
        raise ValueError("a volume needs an amount in millilitres")
    per_ml = strength.amount / strength.ml
    ends = [end.ratio(per_ml) for end in (dose.low, dose.high) if end is not None]
    said = shown(ends[0]) if len(set(ends)) == 1 else f"{shown(ends[0])} - {shown(ends[-1])}"
    return f"{ON_USERS_DATA}: {dose} : ({strength.amount}/{shown(strength.ml)} ml) = {said} ml"
