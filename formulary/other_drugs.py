"""Drugs of the world by name: what a typed name may be although the edition does not hold it."""

from functools import cache
from importlib.resources import files


@cache
def other_drugs() -> tuple[tuple[str, ...], ...]:
    """One tuple a substance, all its names; the first is the Vietnamised international name."""
    text = files("formulary").joinpath("other_drugs.txt").read_text(encoding="utf-8")
    lines = (line.strip() for line in text.splitlines())
    return tuple(tuple(name.strip() for name in line.split("|")) for line in lines if line and not line.startswith("#"))
