"""What a child that reads PDFs is asked, and what it answers: framed pickles over the pipes between the two.

A hostile file may take a child over, so the parent unpickles only the plain values named here.
"""

import io
import pickle
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from formulary.ingest import pages
from formulary.ingest.pdf.limits import Limits
from formulary.ingest.profiles import Profile

_LENGTH = struct.Struct("<I")
LONGEST = 64 * 2**20  # bytes of one message


@dataclass(frozen=True, slots=True)
class Bounds:
    """The first message to a child: what it is allowed."""

    limits: Limits


@dataclass(frozen=True, slots=True)
class Inspect:
    path: Path


@dataclass(frozen=True, slots=True)
class Survey:
    """Look at some pages before all are read. `profile` None: margins are a share of the page."""

    path: Path
    numbers: tuple[int, ...]
    profile: Profile | None


@dataclass(frozen=True, slots=True)
class Read:
    path: Path
    numbers: tuple[int, ...]
    profile: Profile
    usual: frozenset[str]


@dataclass(frozen=True, slots=True)
class Draw:
    path: Path
    number: int
    width_px: int


Request = Inspect | Survey | Read | Draw


@dataclass(frozen=True, slots=True)
class Inspected:
    """`sizes` is width and height of each page in points. `xref_rebuilt`: the file's table of objects was broken."""

    sizes: tuple[tuple[float, float], ...]
    attachments: int
    scripts: int
    xref_rebuilt: bool


@dataclass(frozen=True, slots=True)
class SurveyedPage:
    """`margins` is the lines in the head and foot of the page; `characters` counts what can be seen."""

    number: int
    margins: tuple[str, ...]
    characters: int
    hidden: int
    has_image: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: str


@dataclass(frozen=True, slots=True)
class Done:
    """The request is answered in full."""


_KNOWN = {
    (kind.__module__, kind.__name__): kind
    for kind in (
        *(getattr(pages, name) for name in ["Box", "Style", "Run", "Line", "Cell", "Table"]),
        *(getattr(pages, name) for name in ["HiddenText", "PageDoubt", "PageRead"]),
        Inspected,
        SurveyedPage,
        Refusal,
        Done,
    )
}


class _PlainValues(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _KNOWN:
            raise pickle.UnpicklingError(f"a child sent {module}.{name}")
        return _KNOWN[module, name]


def packed(message: object) -> bytes:
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def unpacked_from_child(body: bytes) -> Any:
    """Raises pickle.UnpicklingError when the child sent anything but plain values."""
    return _PlainValues(io.BytesIO(body)).load()


def split(buffer: bytearray) -> list[bytes]:
    """The complete messages at the start of `buffer`, taken off it. Raises ValueError for one that is too long."""
    found = []
    while len(buffer) >= _LENGTH.size:
        (length,) = _LENGTH.unpack_from(buffer)
        if length > LONGEST:
            raise ValueError("message too long")
        end = _LENGTH.size + length
        if len(buffer) < end:
            break
        found.append(bytes(buffer[_LENGTH.size : end]))
        del buffer[:end]
    return found
