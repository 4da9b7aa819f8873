"""A claim that is true of a printed sentence, and the ways of editing its text."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rag.passages import Passage


@dataclass(frozen=True)
class Truth:
    """A claim that is true of `printed`, a sentence of the passage."""

    text: str
    passage: Passage
    printed: str


Edit = Callable[[Truth, random.Random], Iterator[str]]


def each(pattern: str, new: str | Callable[[re.Match[str]], str], text: str) -> Iterator[str]:
    for match in re.finditer(pattern, text, re.IGNORECASE):
        put = match.expand(new) if isinstance(new, str) else new(match)
        yield text[: match.start()] + put + text[match.end() :]


def cuts(text: str, *patterns: str) -> Iterator[str]:
    for pattern in patterns:
        yield from each(pattern, "", text)
