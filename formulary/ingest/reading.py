"""A path to a book with its defects held: the one way in for every format."""

from dataclasses import replace
from pathlib import Path

from formulary.ingest.book import Book, ImportProblem, ImportRefused
from formulary.ingest.defects import hold_defects
from formulary.ingest.jsonl import read_jsonl
from formulary.ingest.markdown import read_folder


def read_book(path: Path) -> Book:
    """A folder of Markdown monographs or a `.jsonl` file. Raises ImportRefused."""
    if path.is_dir():
        book = read_folder(path)
    elif path.is_file() and path.suffix == ".jsonl":
        book = read_jsonl(path)
    else:
        reason = "chỉ nạp được thư mục tệp .md hoặc tệp .jsonl" if path.exists() else "không có tệp hay thư mục này"
        raise ImportRefused((ImportProblem(str(path), 0, reason),))
    return replace(book, monographs=tuple(map(hold_defects, book.monographs)))
