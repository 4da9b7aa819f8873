"""`manage.py purge_releases --family KEY`: delete the text of old withdrawn releases that nothing cites."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from conversations.stale import are_cited
from formulary import editions, indexing
from formulary.management.database_command import DatabaseCommand
from formulary.models import Edition
from formulary.ports import IndexUnavailable


class Command(DatabaseCommand):
    help = "Xóa nội dung của các lần nạp cũ đã rút mà không câu trả lời đã lưu nào trích; lịch sử và tên ấn bản ở lại."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--family", required=True, help="mã ấn bản, ví dụ «dtqgvn-2018»")
        parser.add_argument("--keep", type=int, default=3, help="số lần nạp mới nhất luôn giữ (mặc định 3)")

    def handle(self, *, family: str, keep: int, **options: Any) -> None:
        if keep < 1:
            raise CommandError("--keep phải từ 1 trở lên")
        releases = list(Edition.objects.filter(family=family).order_by("-release"))
        if not releases:
            raise CommandError(f"không có ấn bản nào mang mã «{family}»")
        for edition in releases[keep:]:
            if reason := _why_it_stays(edition):
                self.stdout.write(f"{edition.key}: giữ lại, {reason}.")
            else:
                editions.purge(edition, actor=None)
                try:
                    indexing.drop(edition)
                except IndexUnavailable:
                    self.stderr.write(f"{edition.key}: máy chủ chỉ mục không trả lời; chỉ mục cũ còn lại.")
                self.stdout.write(f"{edition.key}: đã xóa nội dung.")


def _why_it_stays(edition: Edition) -> str | None:
    if edition.is_current:
        return "đang dùng để trả lời"
    if edition.status != Edition.Status.WITHDRAWN:
        return "chưa rút"
    if edition.monograph_count == 0:
        return "nội dung đã xóa từ trước"
    return "có câu trả lời đã lưu trích nó" if are_cited(edition) else None
