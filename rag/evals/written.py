"""The numbers of what a model wrote, read against the print that it cites.

By reading numbers only, and by none of the rules of the gate: a score that asked the gate would find nothing that the
gate overlooks.
"""

from collections.abc import Iterable
from decimal import Decimal

from rag.quantities import WORD_NUMBERS, Quantity, quantities
from rag.vietnamese import tokens

_OF_BODY = frozenset({"kg", "m2"})
_WORD_OF = {Decimal(value): word for word, value in WORD_NUMBERS.items()}
_Meaning = tuple[Decimal, str, frozenset[str]]


def foreign_numbers(text: str, printed: Iterable[str]) -> tuple[str, ...]:
    """Numbers of the text, as written, that are not printed with that unit and per that kilogram or square metre.

    0,5 g is 500 mg, 15 mg is not 15 mg/kg, "2 lần" stands in "hai lần"; a number without a unit needs its value alone.
    """
    printed = list(printed)
    numbers = [number for one in printed for number in quantities(one)]
    meanings = set().union(*map(_meanings, numbers))
    values = {value for number in numbers for value in number.values}
    words = {token.folded for one in printed for token in tokens(one)}
    spelt_out = {value for value, word in _WORD_OF.items() if word in words}

    def stands(number: Quantity) -> bool:
        has_unit = bool(number.unit or number.per)
        found = _meanings(number) & meanings if has_unit else number.values & values
        return bool(found or number.values & spelt_out)

    return tuple(text[number.start : number.end] for number in quantities(text) if not stands(number))


def _meanings(number: Quantity) -> set[_Meaning]:
    """Other denominators may be told in words: "mỗi ngày 4 g"."""
    return {(value, unit, _OF_BODY & set(per)) for value, unit, per in number.equal_to()}
