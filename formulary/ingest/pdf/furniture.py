"""Running heads, feet and watermarks: what stands on a page but is no part of the text, and the number it shows."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from formulary.ingest.pdf.lines import Row
from formulary.ingest.profiles import Profile

_NUMBER_ALONE = re.compile(r"[-–—\s]*(?:trang\s*)?(\d{1,4})(?:\s*/\s*\d{1,4})?[-–—\s]*", re.IGNORECASE)
_ROMAN_ALONE = re.compile(r"[-–—\s]*[ivxl]{1,7}[-–—\s]*", re.IGNORECASE)
_FIRST_NUMBER = re.compile(r"^\s*(\d{1,4})(?=\s|$)")
_LAST_NUMBER = re.compile(r"(?:^|\s)(\d{1,4})\s*$")
DEFAULT_ZONE = 0.085  # of the page's height, when no profile says where running heads stand


@dataclass(frozen=True, slots=True)
class Furniture:
    """`rest` is the rows that are text; `texts` what was taken off; `printed` the number on paper, None if unshown."""

    rest: list[Row]
    texts: tuple[str, ...]
    printed: int | None


def masked(text: str) -> str:
    """One form for a running line on every page: digits do not count."""
    return re.sub(r"\d+", "#", " ".join(unicodedata.normalize("NFC", text).casefold().split()))


def in_margin(row: Row, *, height: float, profile: Profile | None) -> bool:
    head = profile.head_points if profile else DEFAULT_ZONE * height
    foot = profile.foot_points if profile else DEFAULT_ZONE * height
    return row.base <= head or row.base >= height - foot


def take_off(rows: Sequence[Row], *, height: float, profile: Profile, usual: frozenset[str]) -> Furniture:
    """`usual` holds the masked lines that many pages of the book show in their margins."""
    rest: list[Row] = []
    texts: list[str] = []
    numbers: list[int] = []
    for row in rows:
        texts += _watermarks_taken_off(row, profile)
        if not row.chunks:
            continue
        if not in_margin(row, height=height, profile=profile):
            rest.append(row)
            continue
        text = row.text
        if profile.running_head.search(text):
            texts.append(text)
            numbers += _number_beside_head(text, profile.running_head)
        elif alone := _NUMBER_ALONE.fullmatch(text):
            texts.append(text)
            numbers.append(int(alone[1]))
        elif _ROMAN_ALONE.fullmatch(text) or masked(text) in usual:
            texts.append(text)
        else:
            rest.append(row)
    return Furniture(rest, tuple(texts), numbers[0] if len(set(numbers)) == 1 else None)


def _watermarks_taken_off(row: Row, profile: Profile) -> list[str]:
    """A watermark may stand level with the text of both columns, so each chunk is looked at, and the row as a whole."""
    if not profile.watermarks:
        return []
    if _is_watermark(text := row.text, profile):
        row.chunks = []
        return [text]
    marks = [chunk for chunk in row.chunks if _is_watermark(chunk.text, profile)]
    row.chunks = [chunk for chunk in row.chunks if chunk not in marks]
    return [mark.text for mark in marks]


def _is_watermark(text: str, profile: Profile) -> bool:
    return any(mark.search(text) for mark in profile.watermarks)


def _number_beside_head(text: str, head: re.Pattern[str]) -> list[int]:
    """The page number stands at the outer edge, so across the line from the name of the book."""
    matches = list(head.finditer(text))
    before, after = text[: matches[0].start()], text[matches[-1].end() :]
    number = _FIRST_NUMBER.search(before) or _LAST_NUMBER.search(after)
    return [int(number[1])] if number else []
