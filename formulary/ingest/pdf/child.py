"""The process that touches PDFium: `python -m formulary.ingest.pdf.child`, asked over stdin, answering on stdout.

It may use little memory, write no file, and lives no longer than the pipe from its parent.
"""

import os
import pickle
import queue
import resource
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium

from formulary.ingest.pdf.drawing import draw_page
from formulary.ingest.pdf.furniture import in_margin
from formulary.ingest.pdf.limits import Limits, PdfRefused
from formulary.ingest.pdf.lines import rows_of
from formulary.ingest.pdf.messages import (
    Done,
    Draw,
    Inspect,
    Inspected,
    Read,
    Refusal,
    Request,
    Survey,
    SurveyedPage,
    packed,
    split,
)
from formulary.ingest.pdf.page import read_page, read_raw_page

_REASONS = {
    pdfium.FPDF_ERR_FILE: "Không mở được tệp.",
    pdfium.FPDF_ERR_FORMAT: "Tệp PDF bị hỏng hoặc bị cắt cụt.",
    pdfium.FPDF_ERR_PASSWORD: "Tệp PDF có mật khẩu; hãy gỡ mật khẩu rồi nạp lại.",
    pdfium.FPDF_ERR_SECURITY: "Tệp PDF dùng kiểu mã hóa không đọc được.",
}
_TOO_BIG = "Tệp cần quá nhiều bộ nhớ để đọc."


def main() -> None:
    requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    limits = requests.get().limits
    _restrict(limits)
    while True:
        request = requests.get()
        try:
            for answer in answers(request, limits):
                _send(answer)
            _send(Done())
        except PdfRefused as refused:
            _send(Refusal(refused.reason))
        except (MemoryError, RecursionError):
            _send(Refusal(_TOO_BIG))


def answers(request: Request, limits: Limits) -> Iterator[object]:
    """Raises PdfRefused."""
    with open_document(request.path) as document:
        match request:
            case Inspect():
                yield _inspected(document, limits)
            case Survey():
                for number in request.numbers:
                    yield _surveyed(document, number, request, limits)
            case Read():
                for number in request.numbers:
                    yield read_page(document, number, profile=request.profile, usual=request.usual, limits=limits)
            case Draw():
                yield draw_page(document, request.number, width_px=request.width_px, limits=limits)


@contextmanager
def open_document(path: Path) -> Iterator[Any]:
    document = pdfium.FPDF_LoadDocument(os.fsencode(path), None)
    if not document:
        raise PdfRefused(_REASONS.get(pdfium.FPDF_GetLastError(), "Tệp PDF không đọc được."))
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


def _inspected(document: Any, limits: Limits) -> Inspected:
    count = pdfium.FPDF_GetPageCount(document)
    if count <= 0:
        raise PdfRefused("Tệp PDF không có trang nào.")
    if count > limits.pages:
        raise PdfRefused(f"Tệp có hơn {limits.pages} trang, quá giới hạn.")
    size = pdfium.FS_SIZEF()
    sizes = []
    for i in range(count):
        if not pdfium.FPDF_GetPageSizeByIndexF(document, i, size):
            raise PdfRefused(f"Trang {i + 1} của tệp bị hỏng, không mở được.")
        sizes.append((round(size.width, 2), round(size.height, 2)))
    return Inspected(
        sizes=tuple(sizes),
        attachments=max(0, pdfium.FPDFDoc_GetAttachmentCount(document)),
        scripts=max(0, pdfium.FPDFDoc_GetJavaScriptActionCount(document)),
        xref_rebuilt=not pdfium.FPDF_DocumentHasValidCrossReferenceTable(document),
    )


def _surveyed(document: Any, number: int, request: Survey, limits: Limits) -> SurveyedPage:
    raw = read_raw_page(document, number, limits=limits)
    rows = rows_of(raw.glyphs.glyphs)
    return SurveyedPage(
        number=number,
        margins=tuple(row.text for row in rows if in_margin(row, height=raw.height, profile=request.profile)),
        characters=len(raw.glyphs.glyphs),
        hidden=sum(len(text.text) for text in raw.glyphs.hidden),
        has_image=raw.has_image,
    )


def _listen(requests: "queue.SimpleQueue[Any]") -> None:
    """The parent is trusted: it made the pipe. When the pipe closes the parent is gone, and so are we."""
    buffer = bytearray()
    while data := os.read(sys.stdin.fileno(), 1 << 16):
        buffer += data
        for body in split(buffer):
            message = pickle.loads(body)
            requests.put(message)
    os._exit(0)


def _restrict(limits: Limits) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _send(message: object) -> None:
    data = memoryview(packed(message))
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]


if __name__ == "__main__":
    main()
