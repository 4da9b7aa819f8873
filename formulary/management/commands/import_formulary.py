"""`manage.py import_formulary PATH --edition KEY`: files become a new release of an edition, all of it or nothing."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.core.validators import validate_slug
from django.db import transaction

from formulary import editions, file_store
from formulary.grave_findings import grave_findings
from formulary.ingest.book import Book, ImportRefused
from formulary.ingest.figures import in_words
from formulary.ingest.inputs import already_read, input_hash
from formulary.ingest.load import Source, load_edition
from formulary.ingest.profiles import UnknownProfile, profile
from formulary.ingest.progress import OnProgress, Progress
from formulary.ingest.reading import read_book
from formulary.ingest.report import ImportReport, nothing_new, report_on, what_was_done
from formulary.management.database_command import DatabaseCommand
from formulary.models import Edition
from formulary.selectors import a_person_chose
from formulary.signals import edition_published

_INTERRUPTED = 130  # what a shell says of a program that Ctrl-C ended


@dataclass(frozen=True, slots=True)
class _Request:
    path: Path
    family: str
    title: str | None
    profile: str
    companion: str
    is_demonstration: bool
    make_current: bool
    as_json: bool


class Command(DatabaseCommand):
    help = "Nạp tệp PDF, tệp JSONL hoặc thư mục chuyên luận Markdown thành một lần nạp mới của một ấn bản."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="tệp .pdf, tệp .jsonl hoặc thư mục .md")
        parser.add_argument("--edition", required=True, help="mã ấn bản, ví dụ «mau»")
        parser.add_argument("--title", help="tên ấn bản, hiện cạnh mỗi trích dẫn")
        parser.add_argument("--profile", default="", help="hồ sơ trình bày của tệp PDF; mặc định: nhận theo đầu trang")
        parser.add_argument("--companion", type=Path, help="tệp YAML đi kèm PDF; mặc định: tệp cùng tên bên cạnh")
        parser.add_argument("--current", action="store_true", help="trả lời từ lần nạp này")
        parser.add_argument(
            "--unless-chosen",
            action="store_true",
            help="với --current: giữ nguyên ấn bản mà một người đã chọn để trả lời",
        )
        parser.add_argument("--demonstration", action="store_true", help="bản mẫu, không dùng cho điều trị")
        parser.add_argument("--check", action="store_true", help="chỉ kiểm tra tệp, không ghi gì")
        parser.add_argument("--json", action="store_true", help="in báo cáo dạng JSON")

    def handle(self, *, path: Path, edition: str, **options: Any) -> None:
        try:
            validate_slug(edition)
        except ValidationError as error:
            raise CommandError(f"--edition {edition}: chỉ gồm chữ không dấu, số, gạch nối và gạch dưới") from error
        _check_length("--edition", edition, Edition._meta.get_field("family"))
        _check_length("--title", options["title"] or "", Edition._meta.get_field("title"))
        if options["profile"]:
            try:
                profile(options["profile"])
            except UnknownProfile as unknown:
                raise CommandError(f"--profile: {unknown}") from unknown
        request = _Request(
            path=path,
            family=edition,
            title=options["title"],
            profile=options["profile"],
            companion=_companion(path, options["companion"]),
            is_demonstration=options["demonstration"],
            make_current=options["current"] and not (options["unless_chosen"] and a_person_chose()),
            as_json=options["json"],
        )
        try:
            self._check(request) if options["check"] else self._import(request)
        except ImportRefused as refused:
            for problem in refused.problems:
                self.stderr.write(str(problem))
            sys.exit(1)
        except KeyboardInterrupt:
            self.stderr.write("Đã hủy, không ghi gì.")
            sys.exit(_INTERRUPTED)

    def _check(self, request: _Request) -> None:
        self._print(report_on(self._read(request)), request, is_current=False)

    def _import(self, request: _Request) -> None:
        is_file = request.path.is_file()
        key = ""
        if is_file:
            file_sha256 = file_store.hash_of(request.path)
            key = input_hash(file_sha256=file_sha256, companion=request.companion, profile=request.profile)
            known = already_read(request.family, key)
            if known is not None and _is_named(known, request):
                self._say_nothing_new(known, request)
                return
        book = self._read(request)
        if not is_file:
            self._write(request, book, lambda: Source())
            return
        try:
            stored = file_store.keep(file_store.pieces_of(request.path))
        except file_store.FileRefused as refused:
            raise CommandError(str(refused)) from refused
        try:
            self._write(
                request,
                book,
                lambda: Source(file_store.row_of(stored, name=request.path.name, actor=None), request.profile, key),
            )
        finally:
            file_store.forget(stored)

    def _read(self, request: _Request) -> Book:
        """Raises ImportRefused."""
        tell, done = self._progress()
        try:
            return read_book(
                request.path,
                profile=request.profile or None,
                companion=request.companion or None,
                on_progress=tell,
            )
        finally:
            done()

    def _write(self, request: _Request, book: Book, source: Callable[[], Source]) -> None:
        tell, done = self._progress()
        with transaction.atomic():
            try:
                report = load_edition(
                    book,
                    family=request.family,
                    title=request.title,
                    is_demonstration=request.is_demonstration or None,
                    source=source(),
                    on_progress=tell,
                )
            finally:
                done()
            row = self._chosen(Edition.objects.get(key=report.edition), request)
        self._print(report, request, is_current=row.is_current)

    def _chosen(self, edition: Edition, request: _Request) -> Edition:
        if not request.make_current or edition.is_current:
            return edition
        try:
            edition = editions.make_current(edition, actor=None)
        except editions.RefusedAct as refused:
            raise CommandError(str(refused)) from refused
        for found in grave_findings(edition):
            self.stderr.write(f"Trả lời từ lần nạp này dù tệp còn phát hiện nặng: {found.label} ({found.count}).")
        transaction.on_commit(lambda: self._tell_consequences(edition, request))
        return edition

    def _tell_consequences(self, edition: Edition, request: _Request) -> None:
        for _, sentence in edition_published.send_robust(sender=Edition, edition=edition):
            if isinstance(sentence, str) and not request.as_json:
                self.stdout.write(sentence)

    def _say_nothing_new(self, known: Edition, request: _Request) -> None:
        with transaction.atomic():
            known = self._chosen(known, request)
        if request.as_json:
            said = {"edition": known.key, "title": known.title, "changed": False, "current": known.is_current}
            self.stdout.write(json.dumps(said, ensure_ascii=False, indent=2))
            return
        self.stdout.write(nothing_new(known.title, known.key))
        if known.is_current:
            self.stdout.write("Đang trả lời từ ấn bản này.")

    def _progress(self) -> tuple[OnProgress, Callable[[], None]]:
        """A line that rewrites itself, for a person who watches; nothing when nobody does."""
        if not self.stderr.isatty():
            return lambda progress: None, lambda: None

        def tell(progress: Progress) -> None:
            count = f" {progress.done}/{progress.total}" if progress.total else ""
            self.stderr.write(f"\r\x1b[K{progress.stage}{count}", ending="")
            self.stderr.flush()

        return tell, lambda: self.stderr.write("\r\x1b[K", ending="")

    def _print(self, report: ImportReport, request: _Request, *, is_current: bool) -> None:
        if request.as_json:
            self.stdout.write(json.dumps(report.as_dict() | {"current": is_current}, ensure_ascii=False, indent=2))
            return
        if report.edition:
            self.stdout.write(what_was_done(report))
        else:
            self.stdout.write("Tệp hợp lệ. Không ghi gì.")
        if is_current:
            self.stdout.write("Đang trả lời từ ấn bản này.")
        for what, how_much in in_words(report.figures):
            self.stdout.write(f"  {what}: {how_much}")
        if report.quarantined:
            self.stdout.write(f"Giữ lại để kiểm tra {len(report.quarantined)} khối:")
        for held in report.quarantined:
            page = f", trang {held.page}" if held.page else ""
            self.stdout.write(f"  {held.monograph}/{held.section}/{held.ordinal}{page}: {held.reason}")
        if report.warnings:
            self.stdout.write(f"Nên xem lại {len(report.warnings)} điểm:")
        for warning in report.warnings:
            self.stdout.write(f"  {warning}")


def _is_named(edition: Edition, request: _Request) -> bool:
    """The release is called what the request wants it to be called."""
    same_title = request.title is None or request.title == edition.title
    return same_title and (edition.is_demonstration or not request.is_demonstration)


def _companion(path: Path, companion: Path | None) -> str:
    """The text of the file that goes with a PDF; empty when there is none. Raises CommandError."""
    beside = path.with_suffix(".yaml")
    if companion is None and path.is_file() and beside.is_file():
        companion = beside
    if companion is None:
        return ""
    try:
        return companion.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"--companion {companion}: không đọc được tệp văn bản UTF-8 này") from error


def _check_length(option: str, value: str, field: Any) -> None:
    """Raises CommandError."""
    if len(value) > field.max_length:
        raise CommandError(f"{option} dài quá {field.max_length} ký tự")
