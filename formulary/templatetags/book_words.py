"""Words and figures of the book's pages in the administration."""

from django import template

from formulary.comparison import Change, MonographChange
from formulary.ingest.figures import percent

register = template.Library()

_CHANGES = {
    Change.ADDED: "Thêm",
    Change.REMOVED: "Bỏ",
    Change.REWORDED: "Sửa",
    Change.MOVED_UNDER: "Đổi tiêu đề con",
    Change.HELD: "Nay cách ly",
    Change.RELEASED: "Nay không cách ly",
}


@register.filter
def as_percent(share: float) -> str:
    return percent(share)


@register.filter
def blocks(monograph: MonographChange, change: str) -> int:
    """How many blocks of the monograph changed in this way."""
    return monograph.count(change)


@register.filter
def change_word(change: Change) -> str:
    return _CHANGES[change]
