"""`manage.py import_formulary PATH --edition KEY`: files become one edition, all of it or nothing."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.core.validators import validate_slug
from django.db import transaction

from formulary import editions
from formulary.ingest.book import ImportRefused
from formulary.ingest.load import load_edition
from formulary.ingest.reading import read_book
from formulary.ingest.report import ImportReport, report_on
from formulary.management.database_command import DatabaseCommand
from formulary.models import Edition


class Command(DatabaseCommand):
    help = "Nạp một thư mục chuyên luận Markdown hoặc một tệp JSONL thành một ấn bản."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="thư mục .md hoặc tệp .jsonl")
        parser.add_argument("--edition", required=True, help="mã ấn bản, ví dụ «mau»")
        parser.add_argument("--title", help="tên ấn bản, hiện cạnh mỗi trích dẫn")
        parser.add_argument("--current", action="store_true", help="trả lời từ ấn bản này")
        parser.add_argument("--demonstration", action="store_true", help="bản mẫu, không dùng cho điều trị")
        parser.add_argument("--check", action="store_true", help="chỉ kiểm tra tệp, không ghi gì")
        parser.add_argument("--json", action="store_true", help="in báo cáo dạng JSON")

    def handle(self, *, path: Path, edition: str, **options: Any) -> None:
        try:
            validate_slug(edition)
        except ValidationError as error:
            raise CommandError(f"--edition {edition}: chỉ gồm chữ không dấu, số, gạch nối và gạch dưới") from error
        _check_length("--edition", edition, Edition._meta.get_field("key"))
        _check_length("--title", options["title"] or "", Edition._meta.get_field("title"))
        try:
            book = read_book(path)
        except ImportRefused as refused:
            for problem in refused.problems:
                self.stderr.write(str(problem))
            sys.exit(1)
        if options["check"]:
            self._print(report_on(book), current=False, as_json=options["json"])
            return
        with transaction.atomic():
            report = load_edition(
                book, key=edition, title=options["title"], is_demonstration=options["demonstration"] or None
            )
            row = Edition.objects.get(key=edition)
            if options["current"]:
                try:
                    row = editions.make_current(row, actor=None)
                except editions.RefusedAct as refused_act:
                    raise CommandError(str(refused_act)) from refused_act
        self._print(report, current=row.is_current, as_json=options["json"])

    def _print(self, report: ImportReport, *, current: bool, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(report.as_dict() | {"current": current}, ensure_ascii=False, indent=2))
            return
        self.stdout.write(_what_was_done(report))
        if current:
            self.stdout.write("Đang trả lời từ ấn bản này.")
        if report.quarantined:
            self.stdout.write(f"Giữ lại để kiểm tra {len(report.quarantined)} khối:")
        for held in report.quarantined:
            page = f", trang {held.page}" if held.page else ""
            self.stdout.write(f"  {held.monograph}/{held.section}/{held.ordinal}{page}: {held.reason}")
        if report.warnings:
            self.stdout.write(f"Nên xem lại {len(report.warnings)} điểm:")
        for warning in report.warnings:
            self.stdout.write(f"  {warning}")


def _check_length(option: str, value: str, field: Any) -> None:
    """Raises CommandError."""
    if len(value) > field.max_length:
        raise CommandError(f"{option} dài quá {field.max_length} ký tự")


def _what_was_done(report: ImportReport) -> str:
    size = (
        f"{report.monographs} chuyên luận, {sum(map(len, report.sections.values()))} mục, "
        f"{report.chunks} khối, {report.names} tên tra cứu"
    )
    if not report.edition:
        return f"Tệp hợp lệ: {size}. Không ghi gì."
    if not report.changed:
        return f"«{report.title}» ({report.edition}) đã đúng như tệp: {size}. Không ghi gì."
    steps = (("thêm", report.added), ("thay", report.replaced), ("bỏ", report.removed))
    done = ", ".join(f"{verb} {len(slugs)}" for verb, slugs in steps if slugs) or "sửa tên ấn bản"
    return f"«{report.title}» ({report.edition}), lần sửa {report.revision}: {done}; nay có {size}."
