"""A loaded book stays for the next run, until something changes that decides which rows a book becomes."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# Reading, writing, the tables, the texts that are multiplied, and how that is done.
_DECIDING = (
    *("formulary/ingest", "formulary/migrations", "formulary/models", "formulary/sample", "formulary/folding.py"),
    *("formulary/errata.py", "rag/passages.py", "rag/vietnamese.py"),
    *("tests/bench/copies.py", "tests/bench/filler.py", "tests/bench/prepare.py"),
)
_CODE = frozenset({".py", ".md", ".txt", ".toml", ".yaml", ".json"})


@cache
def key() -> str:
    """Equal for two states of the code that load the same books."""
    digest = hashlib.sha256()
    for path in _files():
        digest.update(f"{path.relative_to(ROOT)}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def kept(folder: Path) -> dict[str, Any] | None:
    """What `keep` wrote into the folder, or None when it was loaded by other code or not to the end."""
    note = folder / "loaded.json"
    if not note.exists():
        return None
    found: dict[str, Any] = json.loads(note.read_text(encoding="utf-8"))
    return found["book"] if found["key"] == key() else None


def keep(folder: Path, book: dict[str, Any]) -> None:
    (folder / "loaded.json").write_text(json.dumps({"key": key(), "book": book}), encoding="utf-8")


def empty(folder: Path) -> None:
    """A folder with nothing in it; no database may be running there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _files() -> Iterator[Path]:
    for name in _DECIDING:
        path = ROOT / name
        inside = path.rglob("*") if path.is_dir() else (path,)
        yield from sorted(p for p in inside if p.is_file() and p.suffix in _CODE)
