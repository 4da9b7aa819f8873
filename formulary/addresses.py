"""What an address of the reader asks for: an edition, a monograph, the cited characters, a page of the file."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict

from formulary.models import Edition, SourceFile
from formulary.reader import Span
from formulary.selectors import EditionInUse, PrintedBlock, printed_blocks
from rag.passages import SECTION_TITLES

_LONGEST_NUMBER = 9  # digits


class BadAddress(Exception):
    """What the address asks for does not make sense, or is not in the book: the status and one sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class OpenEdition:
    """`file` is None when the edition came from no single file."""

    in_use: EditionInUse
    file: SourceFile | None


def sees_everything(request: HttpRequest) -> bool:
    """May look at editions that are not published."""
    return request.user.has_perm("formulary.view_edition")


def open_edition(request: HttpRequest, key: str) -> OpenEdition:
    """Raises BadAddress."""
    row = Edition.objects.select_related("source_file").filter(key=key).first()
    if row is None or (row.status == Edition.Status.STAGED and not sees_everything(request)):
        raise BadAddress(404, "Không có ấn bản này.")
    found = EditionInUse(row.pk, row.key, str(row), row.revision, row.is_demonstration, row.is_current)
    return OpenEdition(found, row.source_file)


def open_blocks(edition: EditionInUse, slug: str, section: str | None = None) -> list[PrintedBlock]:
    """The blocks of a monograph or of one section of it. Raises BadAddress."""
    if section is not None and section not in SECTION_TITLES:
        raise BadAddress(404, "Sách không có mục này.")
    blocks = printed_blocks(edition, slug, section)
    if not blocks:
        what = "chuyên luận này" if section is None else f"mục «{SECTION_TITLES[section]}» của thuốc này"
        raise BadAddress(404, f"Ấn bản không có {what}.")
    return blocks


def cited_span(asked: QueryDict, blocks: Sequence[PrintedBlock], *, section: str | None = None) -> Span | None:
    """`k` names a block of the section, `tu` and `den` the cited characters of it; None when nothing is named.

    Without `section` the address names it too, as `muc`. Raises BadAddress.
    """
    given = {key: _number(asked, key, "Vị trí trích dẫn") for key in ("k", "tu", "den") if key in asked}
    if not given:
        return None
    section = section if section is not None else asked.get("muc")
    if section is None or "k" not in given or ("tu" in given) != ("den" in given):
        raise BadAddress(400, "Vị trí trích dẫn cần mục, số thứ tự của khối, và cả chỗ bắt đầu lẫn chỗ kết thúc.")
    named = (p for p in (block.passage for block in blocks) if (p.section, p.ordinal) == (section, given["k"]))
    passage = next(named, None)
    if passage is None:
        raise BadAddress(404, "Mục không có khối này.")
    start, end = given.get("tu", 0), given.get("den", len(passage.text))
    if not start < end <= len(passage.text):
        raise BadAddress(400, "Vị trí trích dẫn nằm ngoài khối.")
    return Span(section, passage.ordinal, start, end)


def asked_sheet(asked: QueryDict) -> int | None:
    """The page of the file that `xem` names. Raises BadAddress."""
    return _number(asked, "xem", "Số trang") if "xem" in asked else None


def asked_width(asked: QueryDict, widths: Sequence[int], default: int) -> int:
    """Pixels. Raises BadAddress."""
    width = _number(asked, "w", "Độ rộng") if "w" in asked else default
    if width not in widths:
        raise BadAddress(400, f"Ảnh trang chỉ có độ rộng {', '.join(map(str, widths))} điểm ảnh.")
    return width


def _number(asked: QueryDict, key: str, what: str) -> int:
    value = asked.get(key, "")
    if not (value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER):
        raise BadAddress(400, f"{what} phải là số.")
    return int(value)
