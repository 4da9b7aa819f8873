"""How an edition is laid out: one data file an edition, so that a new printing needs no code."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rag.passages import SECTION_TITLES

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class SubheadingStyle:
    """What the characters of a sub-heading of one rank look like; None: it does not matter."""

    bold: bool | None = None
    italic: bool | None = None
    min_size: float = 0.0
    max_size: float = float("inf")


@dataclass(frozen=True, slots=True)
class Profile:
    """`head_points` and `foot_points` are points from the top and the bottom edge of the page.

    `columns` is how many columns most pages have.

    `subheadings` are ranked; when there is but one, the rank of a sub-heading is learnt from what it says.
    `sections` gives the section key of headings that only this edition has.
    """

    key: str
    title: str
    running_head: re.Pattern[str]
    watermarks: tuple[re.Pattern[str], ...]
    head_points: float
    foot_points: float
    full_width: float
    columns: int
    subheadings: tuple[SubheadingStyle, ...]
    sections: dict[str, str]
    false_titles: tuple[str, ...]


class UnknownProfile(ValueError):
    """No data file of this name. The message names those that there are."""


@cache
def profile_keys() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def profile(key: str) -> Profile:
    """The profile in `profiles/<key>.toml`. Raises UnknownProfile."""
    if key not in profile_keys():
        raise UnknownProfile(f"không có hồ sơ «{key}»; hiện có: {', '.join(profile_keys())}")
    data = tomllib.loads((_FOLDER / f"{key}.toml").read_text(encoding="utf-8"))
    unknown = sorted(set(data["sections"].values()) - set(SECTION_TITLES))
    if unknown:
        raise ValueError(f"profiles/{key}.toml: no such section: {', '.join(unknown)}")
    return Profile(
        key=key,
        title=data["title"],
        running_head=re.compile(data["running_head"]),
        watermarks=tuple(map(re.compile, data["watermarks"])),
        head_points=float(data["head_points"]),
        foot_points=float(data["foot_points"]),
        full_width=float(data["full_width"]),
        columns=int(data["columns"]),
        subheadings=tuple(SubheadingStyle(**style) for style in data["subheadings"]),
        sections=dict(data["sections"]),
        false_titles=tuple(data["false_titles"]["words"]),
    )
