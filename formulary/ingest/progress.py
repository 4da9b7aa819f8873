"""How far a reader has come, and its being stopped."""

from collections.abc import Callable
from dataclasses import dataclass


class ReadingStopped(Exception):
    """The reader was asked to stop. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Progress:
    """`stage` in Vietnamese; `done` of `total` pages, 0 of 0 when the work has no pages."""

    stage: str
    done: int = 0
    total: int = 0


OnProgress = Callable[[Progress], None]
