"""Files that editions come from, kept once under the hash of what they hold, and never changed."""

import hashlib
import json
import os
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User

from formulary.models import SourceFile

MEGABYTE = 1024 * 1024
LARGEST = 400 * MEGABYTE
"""Bytes. The printed book with its scanned figures has a third of that."""

_AT_A_TIME = MEGABYTE
_HEAD = 64 * 1024  # enough to tell what a file is
_PDF_MARK_WITHIN = 1024  # bytes: readers of PDF look no further

Kind = SourceFile.Kind


class FileRefused(ValueError):
    """The file is not taken. The message is one sentence in Vietnamese."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """`size` in bytes. `is_new` is False when the same file was kept before."""

    sha256: str
    kind: SourceFile.Kind
    size: int
    path: Path
    is_new: bool


def keep(pieces: Iterable[bytes]) -> StoredFile:
    """Write the pieces to disk, hashed on the way, and give the whole its lasting name. Raises FileRefused, OSError.

    A file is there whole or not at all, also after a power cut.
    """
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{uuid.uuid4().hex}.part"
    try:
        sha256, size = _write(part, pieces)
        with part.open("rb") as file:
            kind = kind_of(file.read(_HEAD))
        path = _path(sha256, kind)
        is_new = not path.exists()
        if is_new:
            part.chmod(0o444)
            part.replace(path)
            _sync_folder(folder)
    finally:
        part.unlink(missing_ok=True)
    return StoredFile(sha256, kind, size, path, is_new)


def pieces_of(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_AT_A_TIME):
            yield piece


def hash_of(path: Path) -> str:
    """SHA-256 in hexadecimal. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def kind_of(head: bytes) -> SourceFile.Kind:
    """What a file is by how it begins, whatever its name says. Raises FileRefused."""
    if not head.strip():
        raise FileRefused("Tệp trống.")
    if b"%PDF-" in head[:_PDF_MARK_WITHIN]:
        return Kind.PDF
    if _is_jsonl(head):
        return Kind.JSONL
    raise FileRefused("Tệp không phải PDF cũng không phải JSONL (mỗi dòng một đối tượng JSON, UTF-8).")


def row_of(stored: StoredFile, *, name: str, actor: User | None) -> SourceFile:
    """The row of a kept file; the first name that it came under stays."""
    row, _ = SourceFile.objects.get_or_create(
        sha256=stored.sha256,
        defaults={
            "name": Path(name.replace("\\", "/")).name[-255:] or stored.sha256,
            "kind": stored.kind,
            "size": stored.size,
            "uploaded_by": actor,
        },
    )
    return row


def path_of(file: SourceFile) -> Path:
    """Where the file lies; it may have been removed by whoever runs the machine."""
    return _path(file.sha256, Kind(file.kind))


def forget(stored: StoredFile) -> None:
    """Remove a file that was kept a moment ago and that no row names."""
    if stored.is_new and not SourceFile.objects.filter(sha256=stored.sha256).exists():
        stored.path.unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "files"


def _path(sha256: str, kind: SourceFile.Kind) -> Path:
    return _folder() / f"{sha256}.{kind.value}"


def _write(part: Path, pieces: Iterable[bytes]) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with part.open("xb") as file:
        for piece in pieces:
            size += len(piece)
            if size > LARGEST:
                raise FileRefused(f"Tệp lớn hơn {LARGEST // MEGABYTE} MB.")
            digest.update(piece)
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest(), size


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _is_jsonl(head: bytes) -> bool:
    """The first line is a JSON object; one that is longer than the head need only begin like one."""
    try:
        # A head that is not the whole file may end in the middle of a letter.
        text = head.decode("utf-8-sig", errors="strict" if len(head) < _HEAD else "ignore")
    except UnicodeDecodeError:
        return False
    first, newline, _ = text.lstrip().partition("\n")
    if not first.startswith("{"):
        return False
    if not newline and len(head) == _HEAD:
        return True
    try:
        return isinstance(json.loads(first), dict)
    except ValueError:
        return False
