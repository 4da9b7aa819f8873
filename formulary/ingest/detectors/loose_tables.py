"""Tables that were printed without rules, and notes that came between the halves of a sentence."""

import re
from collections.abc import Iterator, Sequence

from formulary.ingest.detectors.views import View
from rag.passages import BlockKind

_OPEN = re.compile(r"[^.;:!?…)\]]$")
_SHORT = 70
_FEWEST_ROWS = 2
_AMOUNT = re.compile(r"\d ?(?:mg|g|gam|microgam|nanogam|ml|đvqt|đv|mmol|mEq|viên|giọt|ống|gói|%)(?![^\W_])")
_DOSE_ALONE = re.compile(
    r"(?:tối đa |uống |tiêm )?\d[\d ,.–-]*\s?(?:mg|g|gam|microgam|nanogam|ml|đvqt|đv|mmol|viên|giọt|ống|gói)"
    r"(?: ?/ ?[\w ]+?)*(?: ?x ?\d+ lần(?: ?/ ?ngày)?)?[.;]?",
    re.IGNORECASE,
)
_NOTE = re.compile(r"[*†‡¹²³⁴⁵⁶⁷⁸⁹]|\(\d\)\s")
# A sentence of the book never ends in one of these.
_HANGING = re.compile(
    r"\b(?:không|tối đa|tối thiểu|là|và|hoặc|của|cho|từ|đến|tới|trên|dưới|quá|cách|mỗi|chia|làm|với|do|để|khi|nếu"
    r"|trong|ở|bằng|khoảng|trẻ em|trẻ|người lớn|người bệnh|người|phải|nên|được|cần|chưa|uống|tiêm|truyền"
    r"|liều|sau|trước)$"
)


def loose_tables(views: Sequence[View]) -> dict[int, str]:
    """Short lines that end without a mark and print doses: rows of a table without rules.

    A label may stand a row higher or lower than its dose, so that none of the rows can be trusted; nor can what stands
    under a label that was taken for a sub-heading.
    """
    held: dict[int, str] = {}
    start = 0
    while start < len(views):
        end = start
        while end < len(views) and _is_row(views[end]):
            end += 1
        rows = views[start:end]
        doses = [row for row in rows if _AMOUNT.search(row.text)]
        alone = len(rows) == 1 and _DOSE_ALONE.fullmatch(rows[0].text) is not None
        if doses and (len(rows) >= _FEWEST_ROWS or alone):
            shown = " / ".join(row.text for row in rows[:3])
            held |= dict.fromkeys(range(start, end), shown)
            held |= dict.fromkeys(_under_labels(views, end, {row.block.headings for row in rows}), shown)
        start = max(end, start + 1)
    return held


def _is_row(view: View) -> bool:
    from_page = bool(view.block.lines) and view.block.kind is BlockKind.PARAGRAPH
    ends_open = _OPEN.search(view.text) is not None or _DOSE_ALONE.fullmatch(view.text) is not None
    return from_page and len(view.text) <= _SHORT and ends_open


def _under_labels(views: Sequence[View], end: int, paths: set[tuple[str, ...]]) -> Iterator[int]:
    """What stands behind the rows under a label of theirs that the reader took for a sub-heading."""
    labels = {path for path in paths if path}
    if (len(paths) > 1 or () in paths) and end < len(views) and (last := views[end].block.headings):
        labels.add(last)  # the label of the last row, when doses stand a row too high
    for i in range(end, len(views)):
        if views[i].block.headings not in labels:
            return
        yield i


def notes_between(views: Sequence[View]) -> dict[int, str]:
    """`- … tối đa` / `* Liều tính theo …` / `2 g/ngày`: a note of the foot of a column cuts an item in two.

    The note may have taken the rest into itself; what follows it in lower case or with a number is the rest too.
    """
    held: dict[int, str] = {}
    for i in range(1, len(views)):
        before, view = views[i - 1], views[i]
        if before.is_table or view.is_table or not before.block.lines or not _stops_short(before):
            continue
        if _NOTE.match(view.text):
            held |= dict.fromkeys((i - 1, i), f"{before.text[-30:]} / {view.text[:30]}")
            if i + 1 < len(views) and _may_go_on(views[i + 1]):
                held[i + 1] = views[i + 1].text[:60]
        elif view.block.kind is BlockKind.PARAGRAPH and view.text[0].isdigit():
            held |= dict.fromkeys((i - 1, i), f"{before.text[-30:]} / {view.text[:30]}")
    for i, view in enumerate(views):
        if view.block.lines and not view.is_table and _HANGING.search(view.lower) and len(view.text.split()) > 3:
            held.setdefault(i, view.text[-60:])
    return held


def _stops_short(view: View) -> bool:
    """Without a mark at its end, though marks stand inside it, or in a word that ends no sentence."""
    if not _OPEN.search(view.text):
        return False
    return re.search(r"[.;:,] ", view.text) is not None or _HANGING.search(view.lower) is not None


def _may_go_on(view: View) -> bool:
    """Prose that begins in lower case or with a number; items begin with a sign of their own."""
    return not view.is_table and view.block.kind is BlockKind.PARAGRAPH and not view.text[0].isupper()
