"""A dose named in units of activity, where print says what they weigh.

The very sentence of the rule does ("1 mg/kg/lần (100 đvqt/kg/lần)"), or else the sections on doses and forms do with
one voice: "600 mg benzylpenicilin tương ứng với 1 triệu đơn vị".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from rag.dosing.checking import NamedDose
from rag.dosing.rules import DoseRule
from rag.dosing.units import Measure, Unit, converts
from rag.passages import Passage, PrintDoubt
from rag.printed import Segment, segments
from rag.quantities import NUMBER, decimal_of, quantities
from rag.vietnamese import fold

_UNITS = {unit.value: unit for unit in Unit}
_OF_ACTIVITY = (Unit.DVQT, Unit.UNITS)  # a tablet or a millilitre in a bracket is one product's


@dataclass(frozen=True, slots=True)
class Equation:
    """`mass` is what `activity` weighs, as `segment` prints it."""

    mass: Measure
    activity: Measure
    segment: Segment


_MILLION = 1_000_000
_EQUAL = re.compile(
    rf"(?P<mass>{NUMBER.pattern})\s(?P<unit>mg|g|microgam)\b(?P<substance>[^.;:,()\d]*?)\s"
    r"(?:(?:tương ứng|tương đương)(?:\svới)?\s|(?P<bracket>\())"
    rf"(?P<activity>{NUMBER.pattern})(?P<million>\striệu)?\s(?P<of>đơn vị|đvqt)\b(?(bracket)\))",
)


def equations_in(passages: Iterable[Passage], drug: str) -> tuple[Equation, ...]:
    """Every equation of the passages in their order; none where two of them disagree, or one is held back.

    `drug`: its printed name. What weighs so much is the drug itself or one of its salts, never another substance.
    """
    found = [e for p in passages if p.quarantine is None for e in _equations(p, fold(drug).split()[0])]
    agreed = {(e.mass.to(Unit.MG).value / e.activity.value, e.activity.unit) for e in found}
    return tuple(found) if len(agreed) == 1 else ()


def _equations(passage: Passage, drug: str) -> Iterator[Equation]:
    for segment in segments(passage):
        if passage.errata_in(segment.start, segment.end, PrintDoubt.MISPRINT):
            continue
        for said in _EQUAL.finditer(segment.text):
            if said["substance"].strip() and drug not in fold(said["substance"]).split():
                continue
            activity = decimal_of(said["activity"]) * (_MILLION if said["million"] else 1)
            mass = Measure.of(decimal_of(said["mass"]), Unit(said["unit"]))
            if activity and mass.value:
                yield Equation(mass, Measure.of(activity, Unit(said["of"])), segment)


def in_unit_of(rule: DoseRule, named: NamedDose, equations: Sequence[Equation] = ()) -> tuple[NamedDose, str]:
    """The dose as the rule counts, and the line that says how; the dose itself and "" where nothing is to be changed.

    Two equations in one sentence that are not the same equate nothing. `equations`: what the monograph prints apart.
    """
    amount = rule.amount
    if amount is None or converts(named.amount.unit, amount.high.unit):
        return named, ""
    own = _in_unit_of_sentence(rule.quote, named, amount.high.unit)
    return own if own[1] or not equations else _in_unit_of_section(named, equations[0], amount.high.unit)


def needs(rule: DoseRule, named: NamedDose, equations: Sequence[Equation]) -> bool:
    """Is the dose compared with the rule only because of what the monograph prints apart?"""
    return in_unit_of(rule, named, equations) != in_unit_of(rule, named)


def _in_unit_of_sentence(quote: str, named: NamedDose, wanted: Unit) -> tuple[NamedDose, str]:
    own = named.amount.unit
    if own not in _OF_ACTIVITY:
        return named, ""
    found = {(one, other) for one, other in _pairs(quote) if other.unit is own}
    fitting = {pair for pair in found if converts(pair[0].unit, wanted)}
    if len({one.to(wanted).value / other.value for one, other in fitting}) != 1:
        return named, ""
    one, other = next(iter(fitting))
    changed = one * (named.amount.value / other.value)
    line = f"Quy đổi theo chính câu in ({other} = {one}): {named.amount} = {changed}."
    return replace(named, amount=changed), line


def _in_unit_of_section(named: NamedDose, printed: Equation, wanted: Unit) -> tuple[NamedDose, str]:
    """Either way: the dose was named in units and the rule weighs it, or the other way round."""
    own = named.amount
    if own.unit is printed.activity.unit and converts(printed.mass.unit, wanted):
        changed = (printed.mass * (own.value / printed.activity.value)).to(wanted)
    elif wanted is printed.activity.unit and converts(own.unit, printed.mass.unit):
        changed = printed.activity * own.ratio(printed.mass)
    else:
        return named, ""
    line = f"Quy đổi theo câu in «{printed.segment.text}» ({printed.activity} = {printed.mass}): {own} = {changed}."
    return replace(named, amount=changed), line


def _pairs(quote: str) -> list[tuple[Measure, Measure]]:
    """Amounts of which the second stands in a bracket of its own right behind the first, by the same denominators."""
    read = [q for q in quantities(quote) if q.unit in _UNITS and len(q.values) == 1]
    return [
        (_measure(one.values, one.unit), _measure(other.values, other.unit))
        for one, other in pairwise(read)
        if quote[one.end : other.start] == " ("
        and quote[other.end : other.end + 1] == ")"
        and one.per == other.per
        and min(other.values) > 0
    ]


def _measure(values: frozenset[object], unit: str) -> Measure:
    (value,) = values
    return Measure(Fraction(str(value)), _UNITS[unit])
