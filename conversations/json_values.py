"""Frozen dataclasses as JSON and back without loss: Decimals as strings, enums by value, tuples as lists.

Decoding follows the type hints of the class, so a field added to a `rag` value is stored without a change here, and a
row written before that field existed reads with the field's default.
"""

import dataclasses
import types
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class Undecodable(ValueError):
    """Stored JSON does not fit the class it should become."""


def encode(value: object) -> Any:
    """JSON-ready form of a dataclass, enum, Decimal, tuple, frozenset, dict or plain value."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Decimal):
        return str(value)
    if dataclasses.is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, frozenset | set):
        return sorted(encode(item) for item in value)  # one order, so that equal frames give equal rows
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {str(key): encode(item) for key, item in value.items()}
    raise TypeError(f"{type(value).__name__} has no stored form")


def decode(kind: type[T], data: Any) -> T:
    """The value of type `kind` that `encode` gave `data` for. Raises Undecodable."""
    try:
        value: T = _decode(kind, data)
    except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise Undecodable(f"{kind.__name__}: {error}") from error
    return value


@cache
def _fields(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _decode(kind: Any, data: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        (other,) = (arm for arm in get_args(kind) if arm is not type(None))
        return None if data is None else _decode(other, data)
    if origin in _CONTAINERS:
        return _CONTAINERS[origin](get_args(kind), data)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = _fields(kind)
        return kind(**{name: _decode(hints[name], data[name]) for name in hints if name in data})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    if kind is Decimal:
        return Decimal(_exactly(str, data))
    if kind is Any:
        return data
    return _exactly(kind, data)


def _exactly(kind: type, data: Any) -> Any:
    # type(), because a bool is an int to isinstance.
    if type(data) is not kind:
        raise TypeError(f"expected {kind.__name__}, found {type(data).__name__}")
    return data


_CONTAINERS: dict[Any, Callable[[tuple[Any, ...], Any], Any]] = {
    tuple: lambda args, data: tuple(_decode(args[0], item) for item in _exactly(list, data)),
    frozenset: lambda args, data: frozenset(_decode(args[0], item) for item in _exactly(list, data)),
    dict: lambda args, data: {key: _decode(args[1], item) for key, item in _exactly(dict, data).items()},
}
