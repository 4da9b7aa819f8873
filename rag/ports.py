"""What the pipeline needs from outside, one question per method."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from rag.breakers import Breaker
from rag.frames import AmbiguousName, DrugMention, DrugOption
from rag.language import LanguageModel
from rag.passages import Passage
from rag.prices import Price


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


class Naming(StrEnum):
    """How print names a drug."""

    ITSELF = "itself"
    PART = "part"  # one substance of a combination
    MEMBER = "member"  # of a class that was asked about, one drug or a narrower class
    CLASS = "class"  # only a class that it belongs to


@dataclass(frozen=True, slots=True)
class PrintedName:
    """Characters `start` to `end` of printed text name a drug, or a class that was asked about (`names_class`)."""

    start: int
    end: int
    naming: Naming = Naming.ITSELF
    names_class: bool = False


@runtime_checkable
class DrugNames(Protocol):
    def find(self, text: str) -> tuple[NameSpan, ...]:
        """Every drug name in `text` (NFC), left to right, without overlap.

        Text that merely looks like a name but is an ordinary word is not returned.
        """

    def is_ordinary(self, word: str) -> bool:
        """Is the word, as typed, one of everyday speech or of the clinic, and no name that was not recognised?"""

    def mentioned(self, drug: str, text: str) -> tuple[PrintedName, ...]:
        """Where printed `text` names the drug or a salt of it, a part of it, or a class that it belongs to.

        `drug`: an id of the edition, or words as they were typed (a substance or brand that the edition lacks, a class,
        food and drink).
        """

    def partners(self, text: str) -> tuple[tuple[int, int], ...]:
        """Characters of a question (NFC) that name what a drug may meet and is no single drug: a class, food, drink.

        Left to right, without overlap; never inside a drug's name.
        """


@dataclass(frozen=True, slots=True)
class LookAlike:
    """A name that is easily taken for a drug's. `drug`: what it names in the edition, None when the edition lacks it.

    `what` it is and `why` mixing the two up harms are words of a curated list, not of the book; "" when it has none.
    """

    name: str
    drug: DrugOption | None = None
    what: str = ""
    why: str = ""


@runtime_checkable
class LookAlikeNames(Protocol):
    def taken_for(self, drug: DrugMention) -> tuple[LookAlike, ...]:
        """Names that this drug, as it was typed, is easily taken for, nearest first; never one of its own, except where
        its monograph prints several kinds that are not the same to give (insulins)."""


class NoLookAlikes:
    """No name is taken for another."""

    def taken_for(self, drug: DrugMention) -> tuple[LookAlike, ...]:
        return ()


@runtime_checkable
class PassageStore(Protocol):
    """The current edition. Everything comes from Postgres, so that a quarantine holds at once."""

    def sections(self, drug_ids: Sequence[str], section_keys: Sequence[str]) -> tuple[Passage, ...]:
        """All blocks of those sections, monographs in the order asked, sections and blocks in book order."""

    def monograph(self, drug_id: str) -> tuple[Passage, ...]:
        """Every block in book order; empty when the edition has no such monograph."""

    def by_indication(self, terms: Sequence[str]) -> tuple[Passage, ...]:
        """Blocks of `chi_dinh` that contain any of the terms, in their text or a heading (folded, whole syllables)."""


@runtime_checkable
class IndicationMeanings(Protocol):
    def near(self, condition: str, *, seconds: float) -> tuple[Passage, ...]:
        """Released blocks of `chi_dinh` whose meaning is nearest to the words, the nearest first.

        Empty when nothing can tell in time: no model, an index that is not built yet or does not answer. Never raises
        for that. Nearness is no statement that a block is about the condition.
        """


class NoMeanings:
    """Nothing is compared by meaning."""

    def near(self, condition: str, *, seconds: float) -> tuple[Passage, ...]:
        return ()


@runtime_checkable
class DoseApprovals(Protocol):
    def fingerprints(self, drug_ids: Sequence[str]) -> frozenset[str]:
        """Of the dose rules of these drugs that a pharmacist approved (`rag.dosing.approval`)."""


class NothingApproved:
    """No rule is approved: no dose is calculated."""

    def fingerprints(self, drug_ids: Sequence[str]) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True, slots=True)
class ConfiguredModel:
    """The model that writes, the breaker that every turn of the process shares, and what its provider charges."""

    model: LanguageModel
    breaker: Breaker
    price: Price | None = None  # None: not configured


@dataclass(frozen=True, slots=True)
class Ports:
    names: DrugNames
    passages: PassageStore
    approvals: DoseApprovals = field(default_factory=NothingApproved)
    look_alikes: LookAlikeNames = field(default_factory=NoLookAlikes)
    meanings: IndicationMeanings = field(default_factory=NoMeanings)
    model: ConfiguredModel | None = None  # None: rules and quotation answer
    seconds_left: Callable[[], float] = lambda: 0.0
    """Of the turn; `rag.pipeline` sets it."""
