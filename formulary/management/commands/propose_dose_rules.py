"""Read the dose rules of an edition from its print, for pharmacists to approve."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from formulary import dose_rules
from formulary.management.database_command import DatabaseCommand
from formulary.models import Edition


class Command(DatabaseCommand):
    help = "Đọc quy tắc liều từ lời in của một ấn bản; dược sĩ duyệt trong trang quản trị."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--edition", metavar="KEY", help="mã ấn bản; mặc định là ấn bản đang dùng")
        parser.add_argument("--refused", action="store_true", help="in cả những câu không đọc thành quy tắc, và vì sao")

    def handle(self, *args: Any, **options: Any) -> None:
        which = {"key": options["edition"]} if options["edition"] else {"is_current": True}
        edition = Edition.objects.filter(**which).first()
        if edition is None:
            raise CommandError("không có ấn bản này" if options["edition"] else "chưa có ấn bản nào đang dùng")
        found = dose_rules.propose_for(edition)
        self.stdout.write(
            f"{edition.key}: {found.new} quy tắc mới, {found.kept} đã biết; đang dùng {found.approved}, "
            f"thu hồi {found.revoked}; {len(found.refused)} câu không đọc thành quy tắc"
        )
        if options["refused"]:
            for refusal in found.refused:
                self.stdout.write(f"  {refusal.passage}: {refusal.reason}: {refusal.quote}")
