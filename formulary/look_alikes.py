"""Pairs of names that look or sound alike, and are known to be mixed up."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from formulary.name_rules import name_key
from formulary.name_text import cut


@dataclass(frozen=True, slots=True)
class LookAlikePair:
    """Two names, and why mixing them up is dangerous where that needs saying."""

    one: str
    other: str
    note: str = ""


@cache
def look_alike_pairs() -> tuple[LookAlikePair, ...]:
    """The curated list, international names first, then brands."""
    with files("formulary").joinpath("look_alikes.toml").open("rb") as file:
        return tuple(LookAlikePair(*pair) for group in tomllib.load(file).values() for pair in group)


class LookAlikes:
    """Which names are easily taken for a given one; asked by `name_rules.name_key`, so the spelling does not matter."""

    def __init__(self, pairs: Iterable[LookAlikePair]) -> None:
        self._partners: dict[str, dict[str, LookAlikePair]] = {}
        for pair in pairs:
            one, other = _key(pair.one), _key(pair.other)
            self._partners.setdefault(one, {})[other] = pair
            self._partners.setdefault(other, {})[one] = pair

    def partners(self, key: str) -> tuple[str, ...]:
        """Keys of the names that are taken for this one; empty when none is listed."""
        return tuple(self._partners.get(key, ()))

    def pair(self, key: str, other: str) -> LookAlikePair | None:
        return self._partners.get(key, {}).get(other)

    def is_listed(self, one: str, other: str) -> bool:
        """Are these two names, however spelt, a listed pair?"""
        return self.pair(_key(one), _key(other)) is not None


def _key(name: str) -> str:
    return name_key([word.folded for word in cut(name)])


@cache
def look_alikes() -> LookAlikes:
    return LookAlikes(look_alike_pairs())
