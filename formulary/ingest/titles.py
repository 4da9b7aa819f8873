"""Where monographs begin: a title in capitals that its own first lines confirm.

Capitals alone open nothing: "Tên chung quốc tế", "Mã ATC" or "Loại thuốc" within the next lines confirm a title. A
line that is set like the confirmed titles and is not confirmed itself closes the monograph above it all the same, so
that the text behind it is never taken for that monograph's; it is reported and read by nobody. The title of a part of
the book closes it too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from formulary.ingest.headings import section_key
from formulary.ingest.paragraphs import Placed, PlacedLine
from formulary.ingest.profiles import Profile
from rag.vietnamese import fold, nfc, squeeze

_LONGEST, _SHORTEST = 160, 3
_CAPITALS = 0.75  # share of the letters
_LINES_TO_CONFIRM = 3
_LONGEST_TITLE_LINES = 4
_CONFIRMING = frozenset({"ten_chung_quoc_te", "ma_atc", "loai_thuoc"})
_WHOLE_BRACKET = re.compile(r"\([^()]{2,60}\)\s*\*?")
_BRACKET = re.compile(r"(?P<title>[^()]+?)\s*\((?P<bracket>[^()]+)\)\s*\*?")


@dataclass(frozen=True, slots=True)
class Title:
    """`first` and `behind` are indices of the stream: the title's first line, and what comes after its last."""

    first: int
    behind: int
    text: str
    is_confirmed: bool
    is_part_of_book: bool = False  # "PHỤ LỤC 1"

    @property
    def parts(self) -> tuple[str, str]:
        """The title and what stands in its bracket."""
        match = _BRACKET.fullmatch(self.text)
        return (squeeze(match["title"]), squeeze(match["bracket"])) if match else (self.text, "")


def titles(items: Sequence[Placed], profile: Profile) -> list[Title]:
    """Every title in order, and the lines that are none and close a monograph all the same."""
    candidates = [replace(t, is_part_of_book=_is_part(t.text, profile)) for t in _candidates(items)]
    confirmed = [t for t in candidates if t.is_confirmed and not t.is_part_of_book]
    sizes = Counter(_size(items, title) for title in confirmed)
    usual = {size for size, count in sizes.items() if count * 10 >= len(confirmed)}
    return [
        replace(title, is_confirmed=title.is_confirmed and not title.is_part_of_book)
        for title in candidates
        if title.is_confirmed or title.is_part_of_book or _size(items, title) in usual
    ]


def _candidates(items: Sequence[Placed]) -> Iterator[Title]:
    i = 0
    while i < len(items):
        if not _begins_title(items[i]):
            i += 1
            continue
        behind = i + 1
        while behind < len(items) and behind - i < _LONGEST_TITLE_LINES and _continues(items[i], items[behind]):
            behind += 1
        text = squeeze(" ".join(nfc(item.text) for item in items[i:behind] if isinstance(item, PlacedLine))).rstrip("*")
        if _SHORTEST <= len(text) <= _LONGEST:
            yield Title(i, behind, text.strip(), _is_confirmed(items, behind))
        i = behind


def _begins_title(item: Placed) -> bool:
    return isinstance(item, PlacedLine) and item.is_bold and _is_capitals(item.text) and _is_no_heading(item.text)


def _continues(first: Placed, item: Placed) -> bool:
    if not (isinstance(first, PlacedLine) and isinstance(item, PlacedLine)):
        return False
    if _WHOLE_BRACKET.fullmatch(item.text):
        return True  # in whatever type: it may tell two monographs of one drug apart
    if not item.is_bold:
        return False
    if item.text.startswith("("):
        return True
    opens_bracket = first.text.count("(") > first.text.count(")")
    same_size = item.line.runs[0].style.size == first.line.runs[0].style.size
    return opens_bracket or (same_size and _is_capitals(item.text) and _is_no_heading(item.text))


def _is_capitals(text: str) -> bool:
    letters = [c for c in text.partition("(")[0] if c.isalpha()]
    return len(letters) >= _SHORTEST and sum(c.isupper() for c in letters) >= _CAPITALS * len(letters)


def _is_no_heading(text: str) -> bool:
    return section_key(text) is None and not text.endswith((".", ":", ";"))


def _is_confirmed(items: Sequence[Placed], behind: int) -> bool:
    lines = [item for item in items[behind : behind + _LINES_TO_CONFIRM] if isinstance(item, PlacedLine)]
    return any(section_key(line.text.partition(":")[0]) in _CONFIRMING for line in lines)


def _is_part(text: str, profile: Profile) -> bool:
    return any(fold(text).startswith(fold(words)) for words in profile.false_titles)


def _size(items: Sequence[Placed], title: Title) -> float:
    item = items[title.first]
    return item.line.runs[0].style.size if isinstance(item, PlacedLine) else 0.0
