"""The numbers of what a model wrote, read against the print that it cites.

By reading numbers only, and by none of the rules and tables of the gate: a score that asked the gate would find nothing
that the gate overlooks.
"""

from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise

from rag.quantities import Quantity, quantities
from rag.vietnamese import nfc, tokens

_OF_BODY = frozenset({"kg", "m2"})
_SPELT = {"một": 1, "hai": 2, "ba": 3, "bốn": 4, "năm": 5, "sáu": 6, "bảy": 7, "tám": 8, "chín": 9, "mười": 10}
_Meaning = tuple[Decimal, str, frozenset[str]]


def foreign_numbers(text: str, printed: Iterable[str]) -> tuple[str, ...]:
    """Numbers of the text, as written, that are not printed with that unit and per that kilogram or square metre.

    0,5 g is 500 mg, 15 mg is not 15 mg/kg, "2 lần" stands in "hai lần"; a number without a unit needs its value alone.
    """
    printed = list(printed)
    numbers = [number for one in printed for number in quantities(one)]
    meanings = set().union(*map(_meanings, numbers), *map(_spelt_out, printed))
    values = {value for value, *_ in meanings} | {value for number in numbers for value in number.values}

    def stands(number: Quantity) -> bool:
        has_unit = bool(number.unit or number.per)
        return bool(_meanings(number) & meanings if has_unit else number.values & values)

    return tuple(text[number.start : number.end] for number in quantities(text) if not stands(number))


def _meanings(number: Quantity) -> set[_Meaning]:
    """Other denominators may be told in words: "mỗi ngày 4 g"."""
    return {(value, unit, _OF_BODY & set(per)) for value, unit, per in number.equal_to()}


def _spelt_out(printed: str) -> set[_Meaning]:
    """Numbers in words with the word behind them, which may be their unit: "hai lần". "Năm" alone is mostly a year."""
    words = [token.text.lower() for token in tokens(nfc(printed))]
    return {(Decimal(_SPELT[word]), behind, frozenset()) for word, behind in pairwise([*words, ""]) if word in _SPELT}
