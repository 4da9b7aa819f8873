"""The ATC classification: what its groups are called, and which monographs stand in which."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from formulary.selectors import CodedMonograph, MonographLine

_NAMES = Path(__file__).with_name("atc.toml")
_CODE = re.compile(r"[A-Z](\d\d([A-Z]([A-Z](\d\d)?)?)?)?", re.ASCII)
_LENGTHS = (1, 3, 4, 5, 7)  # characters of a code, by level


@dataclass(frozen=True, slots=True)
class AtcGroup:
    """`name` is empty where we have none; `count` is how many monographs have a code in the group."""

    code: str
    name: str
    count: int = 0
    parts: tuple["AtcGroup", ...] = ()


@dataclass(frozen=True, slots=True)
class CodedLine:
    code: str
    line: MonographLine


@dataclass(frozen=True, slots=True)
class AtcShelf:
    """What stands in one part of a group, by code; a monograph with two codes there stands there twice."""

    group: AtcGroup
    lines: tuple[CodedLine, ...]


def is_code(text: str) -> bool:
    """A code of any level."""
    return _CODE.fullmatch(text) is not None


def name_of(code: str) -> str:
    """In Vietnamese; empty for a group that we have no name for."""
    return _names().get(code, "")


def path_to(code: str) -> tuple[AtcGroup, ...]:
    """The groups that a code stands in, from the main group down, itself last."""
    return tuple(AtcGroup(code[:length], name_of(code[:length])) for length in _LENGTHS if length <= len(code))


def main_groups(monographs: Sequence[CodedMonograph]) -> tuple[AtcGroup, ...]:
    """The main groups that hold a monograph, each with its parts."""
    return _groups(_entries(monographs), 0)


def shelves_of(code: str, monographs: Sequence[CodedMonograph]) -> tuple[AtcShelf, ...]:
    """The monographs of a group under the parts of it, one level further down; under itself at the last level."""
    inside = [entry for entry in _entries(monographs) if entry.code.startswith(code)]
    length = next((length for length in _LENGTHS if length > len(code)), len(code))
    return tuple(
        AtcShelf(_group(part, lines), tuple(lines))
        for part, lines in ((part, list(of_part)) for part, of_part in groupby(inside, lambda e: e.code[:length]))
    )


def without_code(monographs: Iterable[CodedMonograph]) -> tuple[MonographLine, ...]:
    return tuple(monograph.line for monograph in monographs if not any(map(is_code, monograph.atc_codes)))


@cache
def _names() -> dict[str, str]:
    names: dict[str, str] = tomllib.loads(_NAMES.read_text(encoding="utf-8"))["groups"]
    return names


def _entries(monographs: Iterable[CodedMonograph]) -> list[CodedLine]:
    entries = [CodedLine(code, m.line) for m in monographs for code in m.atc_codes if is_code(code)]
    return sorted(entries, key=lambda entry: entry.code)  # within a code in book order


def _groups(entries: Sequence[CodedLine], level: int) -> tuple[AtcGroup, ...]:
    """Two levels: main groups with their parts."""
    length = _LENGTHS[level]
    found = []
    for code, of_code in groupby(entries, lambda entry: entry.code[:length]):
        inside = list(of_code)
        deeper = [entry for entry in inside if len(entry.code) > length]
        found.append(_group(code, inside, _groups(deeper, level + 1) if level == 0 else ()))
    return tuple(found)


def _group(code: str, inside: Iterable[CodedLine], parts: tuple[AtcGroup, ...] = ()) -> AtcGroup:
    return AtcGroup(code, name_of(code), len({entry.line.slug for entry in inside}), parts)
