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
    kind: DefectKind
    reason: str


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, an item or a table. `page` is None when the source does not say; `hold` when it may be quoted."""

    kind: BlockKind
    text: str
    headings: tuple[str, ...] = ()
    context: Context = field(default_factory=Context)
    page: int | None = None
    hold: Defect | None = None
    line: int = 0


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
class PrintedMonograph:
    """Sections stand in the order of the book."""

    slug: str
    title: str
    bracket: str
    sections: tuple[PrintedSection, ...]
    listed_names: tuple[ListedName, ...] = ()
    file: str = ""

    def blocks_of(self, key: str) -> tuple[Block, ...]:
        return next((s.blocks for s in self.sections if s.key == key), ())

    def pages(self) -> tuple[int, int] | None:
        """First and last printed page, or None when no block has one."""
        pages = [b.page for s in self.sections for b in s.blocks if b.page is not None]
        return (min(pages), max(pages)) if pages else None

    def sha256(self) -> str:
        """Equal for two readings that would give the same rows; where the text stood in a file does not matter."""
        plain = asdict(self)
        del plain["file"]
        for section in plain["sections"]:
            for block in section["blocks"]:
                del block["line"]
        return hashlib.sha256(json.dumps(plain, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Book:
    monographs: tuple[PrintedMonograph, ...]
    source_note: str = ""  # what the files say of where they come from

    def blocks(self) -> Iterator[tuple[PrintedMonograph, PrintedSection, Block]]:
        for monograph in self.monographs:
            for section in monograph.sections:
                for block in section.blocks:
                    yield monograph, section, block
