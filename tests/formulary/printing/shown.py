"""Ways for tests to look at printed pages."""

from collections import defaultdict
from functools import cache

from formulary.ingest.book import Block, PrintedMonograph
from formulary.ingest.markdown import read_folder, read_monograph
from formulary.printing.placed import Address, PlacedPage, PrintedLine, Role, truth
from formulary.tables import rows_of
from rag.passages import BlockKind
from tests.formulary.book import EXAMPLE, SAMPLE


@cache
def sample() -> tuple[PrintedMonograph, ...]:
    return read_folder(SAMPLE).monographs


def example(body: str, *, title: str = "Ví dụ", slug: str = "vi-du", bracket: str = "") -> PrintedMonograph:
    """A monograph of the three confirming lines and `body`, written in Markdown."""
    head = [f"ma: {slug}", f"ten: {title}", *([f"ngoac: {bracket}"] if bracket else [])]
    text = "\n".join(["---", *head, "---", f"# {title.upper()}", "", "[trang 1]", "", *_CONFIRMING, body])
    return read_monograph(text, file=f"{slug}.md")


_CONFIRMING = (
    "## Tên chung quốc tế\nExampline.\n",
    "## Mã ATC\nA01BC02.\n",
    "## Loại thuốc\nThuốc ví dụ.\n",
)


def shown_text(block: Block) -> str:
    """What paper shows of a block, without its blanks."""
    text = "".join(cell for row in rows_of(block.text) for cell in row) if block.kind is BlockKind.TABLE else block.text
    return "".join(text.split())


def printed_blocks(pages: tuple[PlacedPage, ...]) -> dict[tuple[str, str, int], list[Address]]:
    """Addresses of all printed lines by block, in the order in which they were set, repeated headers left out."""
    found: dict[tuple[str, str, int], list[Address]] = defaultdict(list)
    for line in truth(pages):
        if line.at is not None and line.role is not Role.REPEATED:
            found[(line.at.slug, line.at.section, line.at.ordinal)].append(line.at)
    return found


def lines_of(pages: tuple[PlacedPage, ...], role: Role) -> list[PrintedLine]:
    return [line for line in truth(pages) if line.role is role]


__all__ = ["EXAMPLE", "example", "lines_of", "printed_blocks", "sample", "shown_text"]
