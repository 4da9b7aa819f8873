"""Pictures of pages for the reader, drawn by one child per process that stays for the next page."""

import atexit
import threading
from pathlib import Path

from formulary.ingest.pdf.limits import LIMITS, Limits, PdfRefused
from formulary.ingest.pdf.messages import Draw
from formulary.ingest.pdf.workers import ENDED, Child


class _Draughtsman:
    """PDFium draws one page at a time, so there is one child and one lock. A child that failed is replaced."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._child: Child | None = None

    def draw(self, request: Draw) -> bytes:
        with self._lock:
            if self._child is None or not self._child.is_running:
                self._dismiss()
                self._child = Child(self._limits)
            try:
                answers = self._child.all_answers(request, seconds=self._limits.seconds_to_draw)
            except PdfRefused:
                self._dismiss()
                raise
        if len(answers) != 1 or not isinstance(answers[0], bytes):
            raise PdfRefused(ENDED)
        return answers[0]

    def dismiss(self) -> None:
        with self._lock:
            self._dismiss()

    def _dismiss(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None


_DRAUGHTSMAN = _Draughtsman(LIMITS)


def page_png(path: Path, number: int, *, width_px: int) -> bytes:
    """Page `number`, counted from 1, as PNG about `width_px` wide; less when the page is very long.

    Safe to call from several threads; they wait for each other. Raises PdfRefused.
    """
    return _DRAUGHTSMAN.draw(Draw(path, number, width_px))


@atexit.register
def dismiss() -> None:
    """Let the child go; the next picture starts another."""
    _DRAUGHTSMAN.dismiss()
