"""A block as detectors look at it: its text, folded once, and its words."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from formulary.ingest.book import Block
from formulary.ingest.vietnamese_words import is_misspelt
from formulary.tables import rows_of
from rag.passages import DOSING, BlockKind
from rag.vietnamese import fold

BRANDS = "ten_thuong_mai"
ADR = "tac_dung_khong_mong_muon"
_WORD = re.compile(r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]+")  # raised and lowered digits are no letters
_DIGIT = re.compile(r"\d")
_AROUND = 30


@dataclass(frozen=True)
class View:
    """`text` is the block's, or that of a sub-heading above it."""

    block: Block
    section: str
    text: str

    @classmethod
    def of(cls, block: Block, section: str) -> "View":
        return cls(block, section, block.text)

    @cached_property
    def folded(self) -> str:
        """As long as `text`: offsets carry over."""
        return fold(self.text)

    @cached_property
    def lower(self) -> str:
        """Lower case with marks; as long as `text` for every letter of the book."""
        return self.text.lower()

    @cached_property
    def words(self) -> tuple[re.Match[str], ...]:
        """Runs of letters, in order."""
        return tuple(_WORD.finditer(self.text))

    @cached_property
    def has_digits(self) -> bool:
        return _DIGIT.search(self.text) is not None

    @cached_property
    def misspelt(self) -> tuple[re.Match[str], ...]:
        """The words that can be no words of the book."""
        return tuple(word for word in self.words if not word.group().isascii() and is_misspelt(word.group()))

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Header and rows of a table; empty for prose."""
        return rows_of(self.text) if self.is_table else ()

    @property
    def is_table(self) -> bool:
        return self.block.kind is BlockKind.TABLE

    @property
    def is_dosing(self) -> bool:
        return self.section == DOSING


Detector = Callable[[View], str | None]
"""The evidence for pharmacists, or None when there is nothing to say."""

BlocksDetector = Callable[[Sequence[View]], dict[int, str]]
"""Evidence by the index of the block, for what shows only in blocks side by side."""


def evidence(text: str, start: int, end: int) -> str:
    """The place with a little of what stands around it."""
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    return (
        ("…" if start > _AROUND else "") + before + text[start:end] + after + ("…" if len(text) > end + _AROUND else "")
    )


def found(pattern: re.Pattern[str], view: View, *, folded: bool = False, lower: bool = False) -> str | None:
    """Evidence for the first match of a pattern in the text, in its folded or in its lower-case form."""
    match = pattern.search(view.folded if folded else view.lower if lower else view.text)
    return evidence(view.text, match.start(), match.end()) if match else None
