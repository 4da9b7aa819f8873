"""Pictures of pages, drawn once per width and kept on disk under the hash of the file; the oldest give way."""

import logging
import threading
import uuid
from pathlib import Path

from django.conf import settings

from formulary.file_store import path_of
from formulary.ingest.pdf.images import page_png
from formulary.ingest.pdf.limits import PdfRefused
from formulary.models import SourceFile

WIDTHS = (600, 1000, 1600)
"""Pixels."""

KEPT_BYTES = 1024 * 1024 * 1024
"""Of all pictures together: the whole book in the middle width has a third of that."""

_SWEEP_EVERY = 16 * 1024 * 1024  # bytes written by this process; looking through the folder takes time

logger = logging.getLogger(__name__)


class NoPicture(Exception):
    """The page cannot be shown. The message is one sentence in Vietnamese."""


class _Kept:
    """The pictures on disk. PDFium draws one page at a time, so whoever waits finds the page drawn meanwhile."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._written = _SWEEP_EVERY  # another process may have filled the folder before

    def picture(self, file: SourceFile, number: int, width: int) -> bytes:
        kept = _folder() / file.sha256 / f"{number}-{width}.png"
        if (picture := _read(kept)) is not None:
            return picture
        with self._one_at_a_time:
            if (picture := _read(kept)) is not None:
                return picture
            picture = _draw(file, number, width)
            self._keep(kept, picture)
        return picture

    def _keep(self, path: Path, picture: bytes) -> None:
        """A disk that is full costs time, not the page."""
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                part.write_bytes(picture)
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)
            self._written += len(picture)
            if self._written >= _SWEEP_EVERY:
                self._written = 0
                forget_oldest(KEPT_BYTES)
        except OSError as error:
            logger.warning("page picture not kept (%s)", type(error).__name__)


_KEPT = _Kept()


def page_picture(file: SourceFile, number: int, *, width: int) -> bytes:
    """Page `number` of the file, counted from 1, as PNG. `width` is one of WIDTHS. Raises NoPicture."""
    return _KEPT.picture(file, number, width)


def forget_oldest(most: int) -> None:
    """Remove the pictures that were drawn first until the rest takes at most this many bytes. Raises OSError."""
    found = []
    for path in _folder().glob("*/*"):
        try:
            state = path.stat()
        except FileNotFoundError:
            continue  # another process removed it
        found.append((state.st_mtime, state.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found, key=lambda entry: entry[0]):
        if total <= most:
            return
        path.unlink(missing_ok=True)
        total -= size


def _draw(file: SourceFile, number: int, width: int) -> bytes:
    if file.kind != SourceFile.Kind.PDF:
        raise NoPicture("Ấn bản này không nạp từ tệp PDF nên không có ảnh trang.")
    path = path_of(file)
    if not path.is_file():
        raise NoPicture("Tệp PDF gốc không còn trên máy chủ nên không xem được ảnh trang.")
    try:
        return page_png(path, number, width_px=width)
    except PdfRefused as refused:
        logger.warning("page %s of %s not drawn: %s", number, file.sha256, refused.reason)
        raise NoPicture(f"Không vẽ được trang này. {refused.reason}") from refused


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "page-images"
