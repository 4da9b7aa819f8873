"""What a reader of files hands over: monographs, sections and blocks as printed, before any row is written."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field

from formulary.models.defect_kinds import DefectKind
from rag.passages import BlockKind
from rag.printed import Context


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """Why a file cannot be read. `line` counts from 1; 0 when the whole file is meant."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.line else f"{self.file}: {self.reason}"


class ImportRefused(Exception):
    """Nothing was written: the files hold these problems."""

    def __init__(self, problems: tuple[ImportProblem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Defect:
    """`reason` is shown to everyone, so it never quotes the text; `evidence` may, and is for pharmacists only."""

    kind: DefectKind
    reason: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class LineBox:
    """Characters `start` to `end` of a block stand in this box of a page of the file.

    `page` counts the pages of the file from 1. Points (1/72 inch) from the page's top left corner, y downwards.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Repair:
    """Characters `start` to `end` of the block's text are not as the file has them: it has `was`. `rule` says why."""

    start: int
    end: int
    was: str
    rule: str


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, an item or a table.

    `page` and `page_to` are printed page numbers: None when the source does not say; `page_to` None means `page`.
    `hold` is None when the block may be quoted. `findings` is everything that detectors said, also what only a
    pharmacist needs to know.
    """

    kind: BlockKind
    text: str
    headings: tuple[str, ...] = ()
    context: Context = field(default_factory=Context)
    page: int | None = None
    hold: Defect | None = None
    line: int = 0
    page_to: int | None = None
    lines: tuple[LineBox, ...] = ()
    repairs: tuple[Repair, ...] = ()
    findings: tuple[Defect, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedSection:
    key: str
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ListedName:
    """A name that the front matter of a file gives, under the key it gives it."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class ReviewedHeading:
    """What a sub-heading says of the blocks below it, as a pharmacist read it; its own words would say otherwise.

    `path` are the sub-headings of the section from the highest rank down to this one.
    """

    section: str
    path: tuple[str, ...]
    context: Context


@dataclass(frozen=True, slots=True)
class PrintedMonograph:
    """Sections stand in the order of the book."""

    slug: str
    title: str
    bracket: str
    sections: tuple[PrintedSection, ...]
    listed_names: tuple[ListedName, ...] = ()
    file: str = ""
    reviewed: tuple[ReviewedHeading, ...] = ()

    def blocks_of(self, key: str) -> tuple[Block, ...]:
        return next((s.blocks for s in self.sections if s.key == key), ())

    def pages(self) -> tuple[int, int] | None:
        """First and last printed page, or None when no block has one."""
        blocks = [b for s in self.sections for b in s.blocks]
        pages = [page for b in blocks for page in (b.page, b.page_to) if page is not None]
        return (min(pages), max(pages)) if pages else None

    def sha256(self) -> str:
        """Equal for two readings that would give the same rows; where the text stood in a file does not matter."""
        plain = asdict(self)
        del plain["file"], plain["reviewed"]  # what was reviewed is already in the blocks' contexts
        for section in plain["sections"]:
            for block in section["blocks"]:
                del block["line"]
        return hashlib.sha256(json.dumps(plain, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class BookFinding:
    """Something about the file that stands in no block. `page` counts the pages of the file from 1."""

    kind: DefectKind
    reason: str
    evidence: str = ""
    page: int | None = None
    monograph: str = ""


@dataclass(frozen=True, slots=True)
class FilePage:
    """A page of the file. `printed` is the page number on paper, None when the page shows none."""

    number: int
    printed: int | None
    width: float
    height: float
    has_text: bool = True


@dataclass(frozen=True, slots=True)
class Book:
    monographs: tuple[PrintedMonograph, ...]
    source_note: str = ""  # what the files say of where they come from
    pages: tuple[FilePage, ...] = ()  # empty when the source has no pages to show
    findings: tuple[BookFinding, ...] = ()

    def blocks(self) -> Iterator[tuple[PrintedMonograph, PrintedSection, Block]]:
        for monograph in self.monographs:
            for section in monograph.sections:
                for block in section.blocks:
                    yield monograph, section, block
