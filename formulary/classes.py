"""Classes of drugs as the book calls them, what else a drug may meet, and familiar brands: the words of print."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class DrugClass:
    """A class with every way its name is printed, and the substances in it, those of its sub-classes included.

    `atc`: branches of the ATC index of which the drugs belong to it, those of its sub-classes included.
    `asked`: further ways in which a question may call it. What is no drug (food, drink, contrast media) has no members,
    a mineral the salts of it given as drugs. `made_of`: classes of the substances that its preparations consist of.
    """

    name: str
    printed: tuple[str, ...]
    members: tuple[str, ...]
    asked: tuple[str, ...] = ()
    atc: tuple[str, ...] = ()
    only_hides: bool = False  # is itself never meant: its names hide shorter ones inside them
    made_of: tuple[str, ...] = ()


def read_classes(tables: Iterable[Mapping[str, Any]]) -> tuple[DrugClass, ...]:
    """Classes in the order given. Raises ValueError for a class listed twice, an unknown sub-class and a circle."""
    listed: dict[str, Mapping[str, Any]] = {}
    for table in tables:
        if table["name"] in listed:
            raise ValueError(f"nhóm ghi hai lần: {table['name']}")
        listed[table["name"]] = table
    return tuple(
        DrugClass(
            name,
            tuple(table["printed"]),
            tuple(dict.fromkeys(_gathered("members", name, listed, ()))),
            tuple(table.get("asked", ())),
            tuple(dict.fromkeys(_gathered("atc", name, listed, ()))),
            bool(table.get("only_hides", False)),
            tuple(table.get("made_of", ())),
        )
        for name, table in listed.items()
    )


def _gathered(what: str, name: str, listed: Mapping[str, Mapping[str, Any]], above: tuple[str, ...]) -> list[str]:
    """The class's own and its sub-classes' entries under the key `what`."""
    if name not in listed:
        raise ValueError(f"nhóm con không có trong danh sách: {name}")
    if name in above:
        raise ValueError(f"nhóm chứa chính nó: {name}")
    own = list(listed[name].get(what, ()))
    for part in listed[name].get("includes", ()):
        own += _gathered(what, part, listed, (*above, name))
    return own


@cache
def drug_classes() -> tuple[DrugClass, ...]:
    """The curated classes. A substance may stand in several."""
    return read_classes(_file()["class"])


@cache
def other_partners() -> tuple[DrugClass, ...]:
    """What a drug may meet and is no drug: food, drink, tobacco, herbs, contrast media, vaccines."""
    return read_classes(_file()["other"])


@cache
def brands() -> dict[str, tuple[str, ...]]:
    """Familiar brands and the substances in them. For looking up print only: an edition's own list comes first."""
    return {brand: tuple(substances) for brand, substances in _file()["brands"].items()}


@cache
def _file() -> dict[str, Any]:
    with files("formulary").joinpath("classes.toml").open("rb") as file:
        return tomllib.load(file)
