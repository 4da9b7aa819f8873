"""A dose named in units of activity, where the very sentence prints both: "1 mg/kg/lần (100 đvqt/kg/lần)"."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from rag.dosing.checking import NamedDose
from rag.dosing.rules import DoseRule
from rag.dosing.units import Measure, Unit, converts
from rag.quantities import quantities

_UNITS = {unit.value: unit for unit in Unit}
_OF_ACTIVITY = (Unit.DVQT, Unit.UNITS)  # a tablet or a millilitre in a bracket is one product's


def in_unit_of(rule: DoseRule, named: NamedDose) -> tuple[NamedDose, str]:
    """The dose as the rule counts, and the line that says how; the dose itself and "" where nothing is to be changed.

    Two equations in one sentence that are not the same equate nothing.
    """
    own, amount = named.amount.unit, rule.amount
    if amount is None or own not in _OF_ACTIVITY or converts(own, amount.high.unit):
        return named, ""
    found = {(one, other) for one, other in _pairs(rule.quote) if other.unit is own}
    fitting = {pair for pair in found if converts(pair[0].unit, amount.high.unit)}
    if len({one.to(amount.high.unit).value / other.value for one, other in fitting}) != 1:
        return named, ""
    one, other = next(iter(fitting))
    changed = one * (named.amount.value / other.value)
    line = f"Quy đổi theo chính câu in ({other} = {one}): {named.amount} = {changed}."
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
