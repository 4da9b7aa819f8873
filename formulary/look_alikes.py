"""Pairs of names that look or sound alike, and are known to be mixed up: the curated list."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from formulary.name_rules import name_key
from formulary.name_text import cut


class PairGroup(StrEnum):
    """The groups of the list."""

    INN = "inn"
    SAME_STEM = "same_stem"  # salts, isomers, combinations
    BRANDS = "brands"
    KINDS = "kinds"  # of one drug, printed in one monograph: insulin aspart, insulin detemir
    PRODUCTS = "products"  # of one drug, printed in one monograph
    ASKED_ONLY = "asked_only"  # counts for a mistyped name; an answer to the right name says nothing


@dataclass(frozen=True, slots=True)
class LookAlikePair:
    """Two names. `note` says why mixing them up harms, or `one_is` and `other_is` what each is. None is print."""

    one: str
    other: str
    note: str = ""
    one_is: str = ""
    other_is: str = ""
    group: PairGroup = PairGroup.INN

    @property
    def warns(self) -> bool:
        """Does an answer to the one name say that it is not the other?"""
        return self.group is not PairGroup.ASKED_ONLY

    @property
    def may_share_monograph(self) -> bool:
        """May both be names of one drug of the edition, and still not be the same to give?"""
        return self.group in (PairGroup.KINDS, PairGroup.PRODUCTS)

    def partner(self, key: str) -> tuple[str, str]:
        """The other name than the one with this key, and what it is; "" when the list does not say."""
        return (self.one, self.one_is) if _key(self.other) == key else (self.other, self.other_is)


def read_pairs(groups: Mapping[str, Sequence[Sequence[str]]]) -> tuple[LookAlikePair, ...]:
    """Pairs in the order given. Raises ValueError for an unknown group and a row of no known form."""
    return tuple(_pair(row, PairGroup(group)) for group, rows in groups.items() for row in rows)


def _pair(row: Sequence[str], group: PairGroup) -> LookAlikePair:
    match row:
        case [one, other]:
            return LookAlikePair(one, other, group=group)
        case [one, other, note]:
            return LookAlikePair(one, other, note, group=group)
        case [one, other, one_is, other_is]:
            return LookAlikePair(one, other, one_is=one_is, other_is=other_is, group=group)
    raise ValueError(f"cặp tên dễ nhầm phải có 2, 3 hoặc 4 phần: {list(row)}")


@cache
def look_alike_pairs() -> tuple[LookAlikePair, ...]:
    """The curated list, international names first."""
    with files("formulary").joinpath("look_alikes.toml").open("rb") as file:
        return read_pairs(tomllib.load(file))


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
