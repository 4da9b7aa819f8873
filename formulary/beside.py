"""The printed pages beside a monograph: which there are, which is shown first, and the lines to mark on each."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from formulary.addresses import BadAddress
from formulary.file_store import path_of
from formulary.models import SourceFile
from formulary.reader import Span, cited_part
from formulary.selectors import PrintedBlock
from formulary.selectors import sheets as sheets_of
from formulary.sheets import Rect, Sheet, marks

_VERSION = 8  # characters of the file's hash in the address of a picture: enough to never meet an old one


@dataclass(frozen=True, slots=True)
class PageBeside:
    sheet: Sheet
    marks: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class PagesBeside:
    """`pages` in the order of the file; `first` is the one to show, None when there is none.

    `version` changes with the file, so that a browser may keep the pictures for good. `is_lost`: the edition came from
    a file that is no longer kept.
    """

    pages: tuple[PageBeside, ...] = ()
    first: PageBeside | None = None
    version: str = ""
    is_lost: bool = False
    sheets: dict[int, Sheet] = field(default_factory=dict)


def pages_beside(
    file: SourceFile | None, blocks: Sequence[PrintedBlock], mark: Span | None, *, asked: int | None = None
) -> PagesBeside:
    """`asked` is the page of the file that a reader wants to see. Raises BadAddress when the monograph is not on it."""
    numbers = {line.page for block in blocks for line in block.lines}
    sheets = sheets_of(file, numbers) if file is not None and numbers else {}
    if file is None or not sheets:
        if asked is not None:
            raise BadAddress(404, "Chuyên luận này không có ảnh trang in.")
        return PagesBeside()
    if not path_of(file).is_file():
        return PagesBeside(is_lost=True)
    pages = tuple(PageBeside(sheet, _marks(sheet, blocks, mark)) for sheet in sheets.values())
    if asked is not None:
        first = next((page for page in pages if page.sheet.number == asked), None)
        if first is None:
            raise BadAddress(404, "Chuyên luận không có trang này.")
    else:
        first = next((page for page in pages if page.marks), pages[0])
    return PagesBeside(pages, first, file.sha256[:_VERSION], sheets=sheets)


def _marks(sheet: Sheet, blocks: Sequence[PrintedBlock], mark: Span | None) -> tuple[Rect, ...]:
    if mark is None:
        return ()
    cited = next(b for b in blocks if (b.passage.section, b.passage.ordinal) == (mark.section, mark.ordinal))
    return marks(cited.lines, *cited_part(cited.passage, mark), sheet)
