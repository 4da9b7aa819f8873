"""Whether a file is a PDF that we can read: by its content, its size and its pages, never by its name."""

import hashlib
import mmap
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from formulary.ingest.pdf.limits import LIMITS, Limits, PdfRefused
from formulary.ingest.pdf.messages import Inspect, Inspected, Survey, SurveyedPage
from formulary.ingest.pdf.workers import ENDED, Child
from formulary.ingest.profiles import Profile

_HEAD, _TAIL = 1024, 4096  # bytes
_SAMPLE = 24  # pages
_OTHER_KINDS = (
    (b"PK\x03\x04", "Đây là tệp nén hoặc tệp Office, không phải PDF."),
    (b"\xd0\xcf\x11\xe0", "Đây là tệp Office, không phải PDF."),
    (b"{\\rtf", "Đây là tệp RTF, không phải PDF."),
    (b"\x1f\x8b", "Đây là tệp nén, không phải PDF."),
    (b"\x89PNG", "Đây là tệp ảnh, không phải PDF."),
    (b"\xff\xd8\xff", "Đây là tệp ảnh, không phải PDF."),
)
_SCRIPT = "Tệp có mã JavaScript; mã không bao giờ được chạy."
_ATTACHMENT = "Tệp có tệp khác đính kèm; phần đính kèm không được đọc."
_ACTIVE = (
    (re.compile(rb"/JavaScript\b"), _SCRIPT),
    (re.compile(rb"/Launch\b"), "Tệp có lệnh mở chương trình khác; lệnh không bao giờ được chạy."),
    (re.compile(rb"/EmbeddedFiles?\b"), _ATTACHMENT),
    (re.compile(rb"/RichMedia\b|/XFA\s*[\[\d]"), "Tệp có nội dung động; phần này không được đọc."),
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PdfFacts:
    """`size` in bytes; `sizes` is width and height of each page in points. `notes` are sentences for the report."""

    sha256: str
    size: int
    sizes: tuple[tuple[float, float], ...]
    notes: tuple[str, ...]

    @property
    def pages(self) -> int:
        return len(self.sizes)


def accept(path: Path, *, limits: Limits = LIMITS) -> PdfFacts:
    """What is to be known of a readable PDF before its pages are read. Raises PdfRefused."""
    size = check_bytes(path, limits)
    with Child(limits) as child:
        inspected = inspect(child, path, limits)
        check_text(sample(child, path, pages=len(inspected.sizes), layout=None, limits=limits))
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return PdfFacts(sha256, size, inspected.sizes, _notes(path, inspected))


def check_bytes(path: Path, limits: Limits) -> int:
    """The size in bytes. Raises PdfRefused for what is no whole PDF."""
    if not path.is_file():
        raise PdfRefused("Không có tệp này.")
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(_HEAD)
            file.seek(max(0, size - _TAIL))
            tail = file.read()
    except OSError as error:
        raise PdfRefused("Không mở được tệp.") from error
    if size > limits.file_bytes:
        raise PdfRefused(f"Tệp lớn hơn {limits.file_bytes // 2**20} MB, quá giới hạn.")
    if not size:
        raise PdfRefused("Tệp rỗng.")
    other = next((why for magic, why in _OTHER_KINDS if head.startswith(magic)), None)
    if other or b"%PDF-" not in head:
        raise PdfRefused(other or "Tệp này không phải PDF.")
    if b"%%EOF" not in tail:
        raise PdfRefused("Tệp PDF bị cắt cụt: thiếu phần cuối.")
    return size


def inspect(child: Child, path: Path, limits: Limits) -> Inspected:
    """Raises PdfRefused."""
    answers = child.all_answers(Inspect(path), seconds=limits.seconds_to_open)
    return only(answers, Inspected)


def sample(child: Child, path: Path, *, pages: int, layout: Profile | None, limits: Limits) -> tuple[SurveyedPage, ...]:
    """Pages evenly spread over the file. Raises PdfRefused."""
    count = min(pages, _SAMPLE)
    numbers = tuple(sorted({1 + i * pages // count for i in range(count)}))
    seconds = limits.seconds_to_open + limits.seconds_per_page
    answers = child.all_answers(Survey(path, numbers, layout), seconds=seconds)
    return tuple(only([answer], SurveyedPage) for answer in answers)


def check_text(surveyed: Sequence[SurveyedPage]) -> None:
    """Raises PdfRefused for a file of pictures: no sampled page shows a character."""
    if any(page.characters for page in surveyed):
        return
    if any(page.hidden for page in surveyed):
        raise PdfRefused("Tệp là ảnh chụp; lớp chữ ẩn do máy nhận dạng không đủ tin cậy để trích dẫn.")
    if any(page.has_image for page in surveyed):
        raise PdfRefused("Tệp chỉ có ảnh chụp, không có lớp chữ.")
    raise PdfRefused("Tệp không có chữ nào.")


def only(answers: Sequence[object], kind: type[T]) -> T:
    """The one answer of this kind. Raises PdfRefused when the child said something else."""
    if len(answers) != 1 or not isinstance(answers[0], kind):
        raise PdfRefused(ENDED)
    return answers[0]


def _notes(path: Path, inspected: Inspected) -> tuple[str, ...]:
    """What a pharmacist should know of a file that is accepted. Never a reason to refuse it."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        found = [note for mark, note in _ACTIVE if mark.search(content)]
    if inspected.scripts and _SCRIPT not in found:
        found.append(_SCRIPT)
    if inspected.attachments and _ATTACHMENT not in found:
        found.append(_ATTACHMENT)
    if inspected.xref_rebuilt:
        found.append("Bảng tra đối tượng của tệp bị hỏng và đã được dựng lại; hãy đối chiếu số trang với sách.")
    return tuple(found)
