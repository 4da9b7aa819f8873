"""A book being spoilt: each clean block keeps its place, whatever is printed there instead."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from formulary.ingest.book import Block, PrintedMonograph, PrintedSection
from rag.passages import BlockKind

Place = tuple[str, str, int]  # slug, section key, ordinal among the section's clean blocks


@dataclass(frozen=True, slots=True)
class Planted:
    """A known defect. `ordinal` counts the clean blocks of the section, as do `touched`, the blocks that it spoils.

    `elsewhere` are blocks of other sections that it spoils: section key and ordinal.
    `bears_number`: a digit, unit, comparator, range or population of a dose is not what it was. `repairable`: a
    reader may give back the clean block instead of holding it; anything else must be held, and never shown. `was` is
    the clean text, `now` the texts printed instead, with a newline where the print breaks the line.
    """

    kind: str
    slug: str
    section: str
    ordinal: int
    bears_number: bool
    note: str
    repairable: bool = False
    touched: tuple[int, ...] = ()
    elsewhere: tuple[tuple[str, int], ...] = ()
    was: str = ""
    now: tuple[str, ...] = ()

    def places(self) -> tuple[Place, ...]:
        """Every clean block that the defect spoils."""
        here = tuple((self.slug, self.section, ordinal) for ordinal in self.touched)
        return here + tuple((self.slug, *other) for other in self.elsewhere)


@dataclass
class Slot:
    """What is printed for one clean block: usually one block, several when it was torn, none when it was moved."""

    clean: Block
    blocks: list[Block]


@dataclass
class DraftSection:
    key: str
    heading: str
    slots: list[Slot]
    copy_of: "DraftSection | None" = None

    def printed(self) -> PrintedSection:
        return PrintedSection(self.key, self.heading, tuple(b for slot in self.slots for b in slot.blocks))


@dataclass
class Draft:
    """`taken` are the places that hold a defect already: one a block, so that each can be told from the others."""

    monographs: tuple[PrintedMonograph, ...]
    sections: dict[str, list[DraftSection]]
    taken: set[Place] = field(default_factory=set)
    hidden: list[tuple[Place, str, str]] = field(default_factory=list)  # place, kind and words of unseen text

    @classmethod
    def of(cls, monographs: tuple[PrintedMonograph, ...]) -> "Draft":
        sections = {
            m.slug: [DraftSection(s.key, s.heading, [Slot(b, [b]) for b in s.blocks]) for s in m.sections]
            for m in monographs
        }
        return cls(monographs, sections)

    def section(self, slug: str, key: str) -> DraftSection | None:
        return next((s for s in self.sections[slug] if s.key == key and s.copy_of is None), None)

    def places(self) -> Iterator[Place]:
        """Places without a defect, in book order."""
        for slug, sections in self.sections.items():
            for section in sections:
                if section.copy_of is None:
                    for ordinal in range(len(section.slots)):
                        if (slug, section.key, ordinal) not in self.taken:
                            yield slug, section.key, ordinal

    def slot(self, place: Place) -> Slot:
        section = self.section(place[0], place[1])
        assert section is not None
        return section.slots[place[2]]

    def take(self, planted: Planted) -> Planted:
        """Notes the defect; returns it with `touched` filled."""
        planted = replace(planted, touched=planted.touched or (planted.ordinal,))
        self.taken.update(planted.places())
        return planted

    def is_free(self, slug: str, key: str) -> bool:
        """Does no block of the section hold a defect?"""
        return not any(place[:2] == (slug, key) for place in self.taken)

    def printed_ordinal(self, place: Place) -> int:
        """Where the first block printed for a clean block stands among the printed blocks of its section."""
        section = self.section(place[0], place[1])
        assert section is not None
        return sum(len(slot.blocks) for slot in section.slots[: place[2]])

    def clean(self) -> tuple[PrintedMonograph, ...]:
        """The monographs as they would be printed without the defects."""
        return tuple(replace(m, sections=tuple(self._clean(m.slug, s) for s in m.sections)) for m in self.monographs)

    def _clean(self, slug: str, section: PrintedSection) -> PrintedSection:
        drafted = self.section(slug, section.key)
        return replace(section, blocks=tuple(slot.clean for slot in drafted.slots)) if drafted else section

    def bad(self) -> tuple[PrintedMonograph, ...]:
        """The monographs as they are printed."""
        return tuple(
            replace(m, sections=tuple(s.printed() for s in self.sections[m.slug] if s.printed().blocks))
            for m in self.monographs
        )


def shuffled(places: list[Place], rng: random.Random) -> list[Place]:
    rng.shuffle(places)
    return places


def is_prose(block: Block) -> bool:
    return block.kind is not BlockKind.TABLE
