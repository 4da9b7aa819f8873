"""What the pipeline needs from outside, one question per method."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rag.frames import AmbiguousName, DrugMention
from rag.passages import Passage


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A drug name found in a question: characters `start` to `end` of the text that was searched."""

    start: int
    end: int
    mention: DrugMention | None = None
    ambiguous: AmbiguousName | None = None
    unknown: str | None = None  # looks like a drug name, is none of ours

    def __post_init__(self) -> None:
        given = [x for x in (self.mention, self.ambiguous, self.unknown) if x is not None]
        if len(given) != 1:
            raise ValueError("a NameSpan is exactly one of mention, ambiguous, unknown")


@runtime_checkable
class DrugNames(Protocol):
    def find(self, text: str) -> tuple[NameSpan, ...]:
        """Every drug name in `text` (NFC), left to right, without overlap.

        Text that merely looks like a name but is an ordinary word is not returned.
        """

    def mentioned(self, drug_id: str, text: str) -> tuple[tuple[int, int], ...]:
        """Spans of printed `text` that name the drug, one of its salts or the group it goes by in the book."""


@runtime_checkable
class PassageStore(Protocol):
    """The current edition. Everything comes from Postgres, so that a quarantine holds at once."""

    def sections(self, drug_ids: Sequence[str], section_keys: Sequence[str]) -> tuple[Passage, ...]:
        """All blocks of those sections, monographs in the order asked, sections and blocks in book order."""

    def monograph(self, drug_id: str) -> tuple[Passage, ...]:
        """Every block in book order; empty when the edition has no such monograph."""

    def by_indication(self, terms: Sequence[str]) -> tuple[Passage, ...]:
        """Blocks of `chi_dinh` that contain any of the terms (diacritics folded, whole syllables)."""


@dataclass(frozen=True, slots=True)
class Ports:
    names: DrugNames
    passages: PassageStore
