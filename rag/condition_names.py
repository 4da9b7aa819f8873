"""The curated names of conditions: what the book prints, what else it is called, which forms of it have other names."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from rag.spellings import in_one_spelling
from rag.vietnamese import fold, has_diacritics, nfc, same_word, squeeze, tokens

AS_TYPED = "condition.as_typed"
"""The rule of a frame's condition that is in no list and was taken in the words of the question."""

MAY_MEAN = "condition.may_mean"
"""The rule of a frame's condition that lists what a vague name may mean ("đau bao tử")."""

PREVENTS = "purpose.prevents"
"""The rule of a question for drugs that wants to prevent the condition, not to treat it."""

IN_ATTACK = "condition.attack"
"""The rule, under "attack", of a turn that says "cấp" of an illness ("cơn gút cấp"): its name is kept without it."""

SORTS_PATIENTS = "relation.told_of_each_drug"
"""The rule of a question that wants the drugs for a purpose sorted by whom they suit ("thuốc hạ áp nào dùng được cho
bà bầu"): they are listed for the purpose, and what print says of such a patient is told of each."""


@dataclass(frozen=True, slots=True)
class ConditionName:
    """`also` means the very same condition; `kinds` are forms of it that print calls by names of their own.

    `written_plain`: a single syllable that is the condition even where it is typed without its marks ("gut").
    `as_cause`: print that gives it as the cause of something speaks of this condition ("viêm khớp do gút").
    `may_mean`: the name is everyday speech for several conditions, and is asked about. `within`: wider names under
    which a caution holds for this condition as well ("bệnh tim" for "suy tim").
    """

    name: str
    also: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    written_plain: bool = False
    as_cause: bool = False
    may_mean: tuple[str, ...] = ()
    within: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.also)


def read_condition_names(rows: Iterable[Mapping[str, Any]]) -> tuple[ConditionName, ...]:
    """Rows in the order given. Raises ValueError for a name that two rows claim: it would mean two conditions."""
    found: list[ConditionName] = []
    claimed: dict[tuple[str, ...], str] = {}
    for row in rows:
        listed = ConditionName(
            nfc(row["name"].lstrip("~")),
            tuple(map(nfc, row.get("also", ()))),
            tuple(map(nfc, row.get("kinds", ()))),
            row["name"].startswith("~"),
            row.get("cause", False),
            tuple(map(nfc, row.get("may_mean", ()))),
            tuple(map(nfc, row.get("within", ()))),
        )
        for name in listed.names:
            key = tuple(word.lower() for word in spoken(name))
            if claimed.setdefault(key, listed.name) != listed.name:
                raise ValueError(f"tên ghi ở hai bệnh: {name}")
        found.append(listed)
    return tuple(found)


@cache
def condition_names() -> tuple[ConditionName, ...]:
    with files("rag").joinpath("conditions.toml").open("rb") as file:
        return read_condition_names(tomllib.load(file)["conditions"])


def spoken(text: str) -> tuple[str, ...]:
    """The words and numbers of a name, without dashes and other signs."""
    return tuple(token.text for token in tokens(nfc(text)) if token.is_word or token.is_number)


@lru_cache(maxsize=4096)
def listed_as(asked: str) -> ConditionName | None:
    """The row that bears this name. Typed without any marks it may be several: then the first."""
    words = spoken(asked)
    rows = _by_key().get(tuple(map(fold, words)), ())
    exact = [row for listed, row in rows if all(map(_same_marks, words, listed))]
    if exact or has_diacritics(" ".join(words)):
        lenient = [row for listed, row in rows if all(map(same_word, words, listed))]
        return next(iter(exact or lenient), None)
    return next((row for _, row in rows), None)


def _same_marks(one: str, other: str) -> bool:
    return has_diacritics(one) == has_diacritics(other) and same_word(one, other)


@cache
def _by_key() -> dict[tuple[str, ...], list[tuple[tuple[str, ...], ConditionName]]]:
    keyed: dict[tuple[str, ...], list[tuple[tuple[str, ...], ConditionName]]] = {}
    for row in condition_names():
        for name in row.names:
            words = spoken(name)
            keyed.setdefault(tuple(map(fold, words)), []).append((words, row))
    return keyed


def search_terms(condition: str) -> tuple[str, ...]:
    """The condition and its other names, as typed first; empty for an empty condition.

    A listed name that lost its marks is left away: "viem gan" would be found in "viêm gân".
    """
    asked = squeeze(nfc(condition))
    if not asked:
        return ()
    row = listed_as(asked)
    if row is None:
        return (asked,)
    lost_its_marks = not has_diacritics(asked) and asked.lower() not in (name.lower() for name in row.names)
    return row.names if lost_its_marks else tuple(dict.fromkeys((asked, *row.names)))


def indication_terms(condition: str) -> tuple[str, ...]:
    """What an indication may print for the condition: its names and those of its forms.

    A listed condition is looked for by the names of its row alone: as typed it may have lost its marks ("viem gan" is
    no "viêm gân"). What is written in several ways is looked for in the book's own way as well.
    """
    asked = squeeze(condition)
    if not asked:
        return ()
    row = listed_as(asked)
    names = (*row.names, *row.kinds) if row is not None else (asked,)
    written = in_one_spelling(asked)
    if written == nfc(asked).lower() or not has_diacritics(asked) or written.startswith(_WHAT_DRUGS_DO):
        return tuple(dict.fromkeys(names))
    return tuple(dict.fromkeys((*names, written)))


_WHAT_DRUGS_DO = "hạ "  # "thuốc hạ glucose huyết" is given against the opposite of low glucose


_BLEEDING = re.compile(r"(?:xuất huyết|chảy máu|xuat huyet|chay mau|băng huyết)\b")


@lru_cache(maxsize=1024)
def caution_names(condition: str) -> tuple[str, ...]:
    """Names under which a caution may concern a patient with the condition: itself, wider names and its forms.

    Whoever bleeds somewhere ("xuất huyết não") is concerned by what is printed of bleeding.
    "Loạn năng tuyến giáp" concerns whoever has cường giáp. Never for what a drug is given for.
    """
    row = listed_as(condition)
    bleeds = _BLEEDING.match(nfc(condition).lower())
    any_bleeding = ("chảy máu",) if bleeds else ()
    if row is None:
        return (condition, *any_bleeding)
    wider = [other.name for other in condition_names() if other is not row and set(row.names) & set(other.kinds)]
    return tuple(dict.fromkeys((condition, *any_bleeding, *row.within, *wider, *row.kinds)))
