"""Monographs that share their title, and the words of a question that tell which one is meant."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rag.vietnamese import Phrase, find_phrase, fold, nfc, tokens


class Homonyms:
    def __init__(self, listed: Iterable[Mapping[str, Any]]) -> None:
        """`listed`: tables with `name` and `reading`, each reading with `title_has` and `hints`."""
        self._readings = {
            fold(nfc(homonym["name"])): tuple(
                (
                    tuple(fold(nfc(part)) for part in reading["title_has"]),
                    tuple(map(Phrase.of, reading["hints"])),
                )
                for reading in homonym["reading"]
            )
            for homonym in listed
        }

    def meant(self, name: str, printed_titles: Iterable[str], text: str) -> str | None:
        """The one printed title that the words of `text` decide for; None when they decide for none or for several."""
        asked = tokens(text)
        readings = [
            titles
            for titles, hints in self._readings.get(fold(name), ())
            if any(next(find_phrase(hint, asked), None) for hint in hints)
        ]
        if len(readings) != 1:
            return None
        fitting = [title for title in printed_titles if any(part in fold(title) for part in readings[0])]
        return fitting[0] if len(fitting) == 1 else None


@cache
def homonyms() -> Homonyms:
    with files("formulary").joinpath("homonyms.toml").open("rb") as file:
        return Homonyms(tomllib.load(file)["homonym"])
