"""A path to a book with its defects held: the one way in for every format."""

from collections.abc import Callable
from pathlib import Path

from formulary.ingest.book import Book, ImportProblem, ImportRefused
from formulary.ingest.defects import hold_book_defects
from formulary.ingest.jsonl import read_jsonl
from formulary.ingest.markdown import read_folder
from formulary.ingest.pdf_book import companion_of, read_pdf, with_checked_tables
from formulary.ingest.progress import OnProgress, Progress, ReadingStopped

__all__ = ["OnProgress", "Progress", "ReadingStopped", "read_book"]


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
        return _held(read_folder(path), on_progress)
    if path.is_file() and path.suffix.lower() == ".jsonl":
        return _held(read_jsonl(path), on_progress)
    if path.is_file() and path.suffix.lower() == ".pdf":
        notes = companion_of(path, companion)
        book = read_pdf(path, profile_key=profile, companion=notes, on_progress=on_progress, should_stop=should_stop)
        return with_checked_tables(_held(book, on_progress), notes)
    only = "chỉ nạp được thư mục tệp .md, tệp .jsonl hoặc tệp .pdf"
    raise ImportRefused((ImportProblem(str(path), 0, only if path.exists() else "không có tệp hay thư mục này"),))


def _held(book: Book, on_progress: OnProgress) -> Book:
    on_progress(Progress("Dò lỗi"))
    return hold_book_defects(book)
