"""`manage.py detect_defects --edition KEY`: look through an edition again, hold what is newly suspected."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from formulary import redetecting
from formulary.management.database_command import DatabaseCommand
from formulary.models import Edition


class Command(DatabaseCommand):
    help = "Chạy lại bộ dò lỗi trên một ấn bản đã nạp; khối mới bị nghi được cách ly, không khối nào được thả."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--edition", required=True, help="mã ấn bản, ví dụ «mau»")
        parser.add_argument("--json", action="store_true", help="in kết quả dạng JSON")

    def handle(self, *, edition: str, **options: Any) -> None:
        row = Edition.objects.filter(key=edition).first()
        if row is None:
            raise CommandError(f"không có ấn bản «{edition}»")
        told = redetecting.run(row, actor=None)
        if options["json"]:
            self.stdout.write(json.dumps(told.as_dict(), ensure_ascii=False, indent=2))
            return
        self.stdout.write(redetecting.in_words(told))
        for held in told.held:
            page = f", trang {held.page}" if held.page else ""
            self.stdout.write(f"  {held.block}{page}: {held.reason}")
