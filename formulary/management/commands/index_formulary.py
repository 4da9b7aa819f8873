"""`manage.py index_formulary`: embed what has no vector yet and build the search index of an edition."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from formulary import indexing
from formulary.ingest.progress import OnProgress, Progress
from formulary.management.database_command import DatabaseCommand
from formulary.models import Edition

_INTERRUPTED = 130  # what a shell says of a program that Ctrl-C ended


class Command(DatabaseCommand):
    help = "Lập chỉ mục tìm kiếm của một ấn bản. Dừng lúc nào cũng được: lần sau làm tiếp."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--edition", help="mã ấn bản; mặc định: ấn bản đang trả lời")
        parser.add_argument("--rebuild", action="store_true", help="lập lại dù không có gì thay đổi")

    def handle(self, *, edition: str | None, rebuild: bool, **options: Any) -> None:
        which = {"key": edition} if edition else {"is_current": True}
        row = Edition.objects.filter(**which).first()
        if row is None:
            raise CommandError(f"không có ấn bản «{edition}»" if edition else "chưa có ấn bản nào đang trả lời")
        tell, done = self._progress()
        try:
            built = indexing.build(row, on_progress=tell, rebuild=rebuild)
        except indexing.SomebodyBuilds as busy:
            raise CommandError("một tiến trình khác đang lập chỉ mục của ấn bản này") from busy
        except indexing.IndexUnavailable as unavailable:
            raise CommandError(f"không lập được chỉ mục: {unavailable}") from unavailable
        except indexing.EmbedderUnavailable as unavailable:
            raise CommandError(f"không tính được vectơ: {unavailable}") from unavailable
        except KeyboardInterrupt as stopped:
            raise CommandError("đã dừng; lần sau làm tiếp từ chỗ này", returncode=_INTERRUPTED) from stopped
        finally:
            done()
        if not built.changed:
            self.stdout.write(f"Chỉ mục của «{row.key}» đã đủ {built.blocks} khối.")
            return
        self.stdout.write(
            f"Đã lập chỉ mục của «{row.key}»: {built.blocks} khối, tính mới {built.embedded} vectơ,"
            f" trong {built.seconds:.0f} giây."
        )

    def _progress(self) -> tuple[OnProgress, Any]:
        """A line that rewrites itself, for a person who watches; nothing when nobody does."""
        if not self.stderr.isatty():
            return lambda progress: None, lambda: None

        def tell(progress: Progress) -> None:
            self.stderr.write(f"\r\x1b[K{progress.stage} {progress.done}/{progress.total}", ending="")
            self.stderr.flush()

        return tell, lambda: self.stderr.write("\r\x1b[K", ending="")
