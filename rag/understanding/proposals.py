"""What a model says that a turn asks: places in closed lists and quotations, never a name or a sentence of its own."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from typing import Any, TypeVar

from rag.errors import MalformedReply
from rag.language import Structure

MOST_PICKS = 6
_LONGEST_QUOTE = 200  # characters
T = TypeVar("T")


class Meaning(IntEnum):
    """Places in the list of what may be asked, counted from 1."""

    SECTION = 1
    DRUGS_FOR_CONDITION = 2
    NOT_CLEAR = 3


@dataclass(frozen=True, slots=True)
class Pick:
    """Entry `number`, counted from 1, of an offered list, because of the words `quote`."""

    number: int
    quote: str


@dataclass(frozen=True, slots=True)
class ReadValue:
    """Months, kilograms, or renal function as it was given."""

    value: Decimal
    quote: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reply of the right shape. Nothing of it holds before it is verified (`rag.understanding.agreeing`)."""

    meaning: Meaning
    drugs: tuple[Pick, ...] = ()
    sections: tuple[Pick, ...] = ()
    populations: tuple[Pick, ...] = ()
    routes: tuple[Pick, ...] = ()
    condition: str | None = None  # the words that name it
    age_months: ReadValue | None = None
    weight_kg: ReadValue | None = None
    renal: ReadValue | None = None


_QUOTE = {"type": "string"}


def _list_of(**properties: Any) -> dict[str, Any]:
    one = {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }
    return {"type": "array", "items": one}


_PICKS = _list_of(so={"type": "integer", "minimum": 1}, trich=_QUOTE)
_VALUES = _list_of(gia_tri={"type": "number"}, trich=_QUOTE)
_PROPERTIES: dict[str, dict[str, Any]] = {
    "y_hoi": {"type": "integer", "enum": [meaning.value for meaning in Meaning]},
    "thuoc": _PICKS,
    "muc": _PICKS,
    "benh": _list_of(trich=_QUOTE),
    "doi_tuong": _PICKS,
    "duong_dung": _PICKS,
    "tuoi_thang": _VALUES,
    "can_nang_kg": _VALUES,
    "than": _VALUES,
}
STRUCTURE = Structure(
    "reading",
    {"type": "object", "additionalProperties": False, "required": list(_PROPERTIES), "properties": _PROPERTIES},
)


def proposal_of(reply: str) -> Proposal:
    """Raises MalformedReply for anything but the asked object: what is half right is not used in part."""
    try:
        told = json.loads(reply, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise MalformedReply("no JSON") from error
    if not isinstance(told, dict) or told.keys() != _PROPERTIES.keys():
        raise MalformedReply("a reading of another form")
    meaning = told["y_hoi"]
    if type(meaning) is not int or meaning not in [m.value for m in Meaning]:
        raise MalformedReply("a meaning that was not offered")
    condition = _at_most_one(_quoted(item, ()) for item in _items(told["benh"]))
    return Proposal(
        meaning=Meaning(meaning),
        drugs=_picks(told["thuoc"]),
        sections=_picks(told["muc"]),
        populations=_picks(told["doi_tuong"]),
        routes=_picks(told["duong_dung"]),
        condition=condition,
        age_months=_at_most_one(map(_value, _items(told["tuoi_thang"]))),
        weight_kg=_at_most_one(map(_value, _items(told["can_nang_kg"]))),
        renal=_at_most_one(map(_value, _items(told["than"]))),
    )


def _items(listed: object) -> list[dict[str, Any]]:
    if not isinstance(listed, list) or len(listed) > MOST_PICKS or not all(isinstance(item, dict) for item in listed):
        raise MalformedReply("a list of another form")
    return listed


def _quoted(item: dict[str, Any], others: Iterable[str]) -> str:
    quote = item.get("trich")
    if item.keys() != {"trich", *others} or not isinstance(quote, str):
        raise MalformedReply("an entry of another form")
    if not quote.strip() or len(quote) > _LONGEST_QUOTE:
        raise MalformedReply("a quotation that is blank or too long")
    return quote


def _picks(listed: object) -> tuple[Pick, ...]:
    found = []
    for item in _items(listed):
        quote, number = _quoted(item, ("so",)), item["so"]
        if type(number) is not int or number < 1:
            raise MalformedReply("a place that is none")
        found.append(Pick(number, quote))
    return tuple(found)


def _value(item: dict[str, Any]) -> ReadValue:
    quote, value = _quoted(item, ("gia_tri",)), item["gia_tri"]
    if type(value) not in (int, Decimal):
        raise MalformedReply("a value that is no number")
    return ReadValue(Decimal(value), quote)


def _at_most_one(found: Iterable[T]) -> T | None:
    listed = list(found)
    if len(listed) > 1:
        raise MalformedReply("several where one was asked for")
    return listed[0] if listed else None
