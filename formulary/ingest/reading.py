"""A path to a book with its defects held: the one way in for every format."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from formulary.ingest.book import Book, ImportProblem, ImportRefused
from formulary.ingest.defects import hold_defects
from formulary.ingest.jsonl import read_jsonl
from formulary.ingest.markdown import read_folder


class ReadingStopped(Exception):
    """The reader was asked to stop. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Progress:
    """`stage` in Vietnamese; `done` of `total` pages, 0 of 0 when the work has no pages."""

    stage: str
    done: int = 0
    total: int = 0


OnProgress = Callable[[Progress], None]


def read_book(
    path: Path,
    *,
    profile: str | None = None,
    companion: str | None = None,
    on_progress: OnProgress = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Book:
    """A folder of Markdown monographs, a `.jsonl` file or a PDF. Raises ImportRefused, ReadingStopped.

    `profile`: key of a layout profile, None to recognise it by the running heads. `companion`: the text of the YAML
    file that goes with a PDF; None takes the file of the same name beside it, if there is one.
    """
    if path.is_dir():
        book = read_folder(path)
    elif path.is_file() and path.suffix == ".jsonl":
        book = read_jsonl(path)
    else:
        reason = (
            "chỉ nạp được thư mục tệp .md, tệp .jsonl hoặc tệp .pdf"
            if path.exists()
            else "không có tệp hay thư mục này"
        )
        raise ImportRefused((ImportProblem(str(path), 0, reason),))
    return replace(book, monographs=tuple(map(hold_defects, book.monographs)))
