"""`manage.py print_formulary FOLDER OUT.pdf`: Markdown monographs become a two-column book and its companion file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from formulary.ingest.book import ImportRefused
from formulary.ingest.companion import companion_text
from formulary.ingest.markdown import read_folder
from formulary.ingest.pdf_book import pdf_hash
from formulary.printing.faces import Unprintable
from formulary.printing.layout import TITLE, lay_out
from formulary.printing.pdf import write_pdf


class Command(BaseCommand):
    help = "In một thư mục chuyên luận Markdown thành sách PDF hai cột, kèm tệp .yaml để nạp lại."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="thư mục .md")
        parser.add_argument("out", type=Path, help="tệp .pdf sẽ ghi; tệp đi kèm cùng tên, đuôi .yaml")
        parser.add_argument("--title", default=TITLE, help="tên in ở trang bìa")
        parser.add_argument("--new", nargs="*", default=(), metavar="MÃ", help="chuyên luận mới, in kèm dấu *")

    def handle(self, *, folder: Path, out: Path, title: str, new: list[str], **options: Any) -> None:
        if out.suffix != ".pdf":
            raise CommandError(f"{out}: tên tệp phải có đuôi .pdf")
        try:
            book = read_folder(folder)
        except ImportRefused as refused:
            for problem in refused.problems:
                self.stderr.write(str(problem))
            sys.exit(1)
        if unknown := sorted(set(new) - {monograph.slug for monograph in book.monographs}):
            raise CommandError(f"--new: không có chuyên luận «{unknown[0]}» trong thư mục")
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            pages = lay_out(book.monographs, title=title, new=new)
            write_pdf(pages, out, title=title)
            out.with_suffix(".yaml").write_text(
                companion_text(book.monographs, pdf_sha256=pdf_hash(out)), encoding="utf-8"
            )
        except Unprintable as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"không ghi được {out}: {error.strerror}") from error
        self.stdout.write(f"Đã in {len(book.monographs)} chuyên luận, {len(pages)} trang vào {out}.")
