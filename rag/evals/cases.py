"""Question cases: one JSON object a line, read strictly, so that a typing slip can never pass for a right answer."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn

from rag.frames import Population, Route
from rag.outcomes import Kind, Outcome
from rag.passages import SECTION_KEYS

KINDS = frozenset(kind.value for kind in Kind)
# `smalltalk` is the one reason of an answered turn that the cases name.
REASONS = frozenset(outcome.reason for outcome in Outcome)
SLOTS = frozenset({"drug", "section", "population", "age", "weight", "route", "indication", "condition", "amount"})


class CaseError(Exception):
    """A case file that cannot be run; says where and why."""

    def __init__(self, source: str, line: int, why: str) -> None:
        super().__init__(f"{source}, dòng {line}: {why}")
        self.source, self.line, self.why = source, line, why


@dataclass(frozen=True, slots=True)
class Expected:
    """What one turn should give. `None` means that the key is absent: not scored.

    `outcomes` are all acceptable, the first preferred. Weights are kilograms, ages months.
    """

    outcomes: tuple[str, ...]
    reasons: tuple[str, ...] | None = None
    drugs: tuple[str, ...] | None = None
    unknown_drugs: tuple[str, ...] | None = None
    sections: tuple[str, ...] | None = None
    populations: tuple[str, ...] | None = None
    weight_kg: Decimal | None = None
    age_months: Decimal | None = None
    route: str | None = None
    asks: tuple[str, ...] | None = None
    carried: tuple[str, ...] | None = None
    must_not: tuple[str, ...] = ()

    @property
    def preferred(self) -> str:
        return self.outcomes[0]


@dataclass(frozen=True, slots=True)
class CaseTurn:
    question: str
    expected: Expected
    printed: Mapping[str, Any]  # `expected` as the file has it, for the report


@dataclass(frozen=True, slots=True)
class Case:
    """Turns of one conversation. `kind`: the family first, then features, joined with ";"."""

    id: str
    kind: str
    turns: tuple[CaseTurn, ...]
    why: str = ""

    @property
    def family(self) -> str:
        return self.kind.split(";")[0]

    @property
    def features(self) -> tuple[str, ...]:
        return tuple(self.kind.split(";")[1:])


def read_cases(text: str, *, source: str) -> tuple[Case, ...]:
    """Raises CaseError at the first line that is not a case; lines count from 1, blank lines are passed over."""
    cases: list[Case] = []
    seen: set[str] = set()
    # Not splitlines(): a question may hold U+2028 or U+0085.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        case = _case(line, source, number)
        if case.id in seen:
            raise CaseError(source, number, f"trùng id {case.id}")
        seen.add(case.id)
        cases.append(case)
    if not cases:
        raise CaseError(source, 1, "không có ca nào")
    return tuple(cases)


def _case(line: str, source: str, number: int) -> Case:
    def refuse(why: str) -> NoReturn:
        raise CaseError(source, number, why)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(found := dict(pairs)) < len(pairs):
            refuse("một khóa đứng hai lần trong cùng đối tượng")
        return found

    def no_number(name: str) -> NoReturn:
        refuse(f"{name} không phải là số")

    try:
        data = json.loads(line, parse_float=Decimal, parse_constant=no_number, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        refuse(f"không phải JSON ({error.msg}, cột {error.colno})")
    _keys(data, {"id", "kind", "turns"}, {"why"}, "ca", refuse)
    for key in ("id", "kind", "why"):
        if key in data and not isinstance(data[key], str):
            refuse(f"{key} phải là chuỗi")
    if not data["id"] or not all(data["kind"].split(";")):
        refuse("id và kind không được rỗng")
    if not isinstance(data["turns"], list) or not data["turns"]:
        refuse("turns phải là danh sách có ít nhất một lượt")
    turns = tuple(_turn(turn, refuse) for turn in data["turns"])
    return Case(data["id"], data["kind"], turns, data.get("why", ""))


_Refuse = Callable[[str], NoReturn]


def _keys(data: Any, needed: set[str], allowed: set[str], what: str, refuse: _Refuse) -> None:
    if not isinstance(data, dict):
        refuse(f"{what} phải là đối tượng JSON")
    if missing := needed - data.keys():
        refuse(f"{what} thiếu khóa {', '.join(sorted(missing))}")
    if unknown := data.keys() - needed - allowed:
        refuse(f"{what} có khóa lạ {', '.join(sorted(unknown))}")


def _turn(data: Any, refuse: _Refuse) -> CaseTurn:
    _keys(data, {"question", "expected"}, set(), "lượt", refuse)
    if not isinstance(data["question"], str):
        refuse("question phải là chuỗi")
    expected = data["expected"]
    _keys(expected, {"outcome"}, set(_READERS), "expected", refuse)
    values = {_READERS[key][0]: _READERS[key][1](key, value, refuse) for key, value in expected.items()}
    if not values["outcomes"]:
        refuse("outcome không được rỗng")
    return CaseTurn(data["question"], Expected(**values), expected)


_Reader = Callable[[str, Any, _Refuse], Any]


def _texts(key: str, value: Any, refuse: _Refuse) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        refuse(f"{key} phải là danh sách chuỗi")
    return tuple(value)


def _one_of(words: frozenset[str], *, several: bool, single: bool = True) -> _Reader:
    def read(key: str, value: Any, refuse: _Refuse) -> Any:
        items: tuple[str, ...]
        if isinstance(value, str) and single:
            items = (value,)
        elif several:
            items = _texts(key, value, refuse)
        else:
            refuse(f"{key} phải là chuỗi")
        if unknown := [item for item in items if item not in words]:
            refuse(f"{key} có giá trị lạ {', '.join(unknown)}")
        return items if several else items[0]

    return read


def _number(key: str, value: Any, refuse: _Refuse) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or value < 0:
        refuse(f"{key} phải là số không âm")
    return Decimal(value)


_READERS: dict[str, tuple[str, _Reader]] = {
    "outcome": ("outcomes", _one_of(KINDS, several=True)),
    "reason": ("reasons", _one_of(REASONS, several=True)),
    "drugs": ("drugs", _texts),
    "unknown_drugs": ("unknown_drugs", _texts),
    "sections": ("sections", _one_of(frozenset(SECTION_KEYS), several=True, single=False)),
    "population": ("populations", _one_of(frozenset(p.value for p in Population), several=True)),
    "weight_kg": ("weight_kg", _number),
    "age_months": ("age_months", _number),
    "route": ("route", _one_of(frozenset(r.value for r in Route), several=False)),
    "asks": ("asks", _one_of(SLOTS, several=True, single=False)),
    "carried": ("carried", _one_of(SLOTS, several=True, single=False)),
    "must_not": ("must_not", _texts),
}
"""Key of `expected` -> the field of Expected it fills, and how its value is read."""
