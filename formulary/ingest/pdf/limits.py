"""How much of a file we are ready to read, and how we say no."""

from dataclasses import dataclass


class PdfRefused(Exception):
    """The file cannot be read. `reason` is one Vietnamese sentence for the person who brought it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PdfStopped(Exception):
    """The caller asked to stop; the children are gone."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes, points (1/72 inch), seconds. `memory` is the address space of one child.

    The 2018 book has 1,600 pages of about 6,000 characters: every bound leaves it a wide margin.
    """

    file_bytes: int = 400 * 2**20
    pages: int = 5_000
    page_points: float = 14_400
    characters: int = 150_000
    objects: int = 200_000
    rulings: int = 6_000
    crossings: int = 60_000
    memory: int = 1024 * 2**20
    seconds_per_page: float = 20
    seconds_to_open: float = 30
    seconds_to_draw: float = 15
    pixels: int = 12_000_000


LIMITS = Limits()
