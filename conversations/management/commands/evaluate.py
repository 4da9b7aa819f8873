"""Run question cases through whole turns, in one mode or several, and score them."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError

from conversations import language_model
from conversations.evaluating import evaluated, store
from formulary.management.database_command import DatabaseCommand
from formulary.models import Edition
from formulary.retrieval import EditionInUse, current_edition
from rag.evals.cases import Case, CaseError, read_cases
from rag.evals.replay import RecordingError, RecordingModel, read_recording
from rag.evals.report import as_markdown, as_text
from rag.evals.variants import VARIANTS, in_variant
from rag.language import LanguageModel
from rag.modes import Mode


class Command(DatabaseCommand):
    help = "Chạy các ca câu hỏi qua trọn một lượt hỏi đáp và in điểm. Không lưu các lượt; --store lưu kết quả."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cases", nargs="+", type=Path, metavar="CASES", help="tệp ca, mỗi dòng một đối tượng JSON")
        parser.add_argument(
            "--mode",
            action="append",
            choices=[mode.value for mode in Mode],
            help="lặp lại để so nhiều chế độ; mặc định: history (cuộc hỏi thật)",
        )
        parser.add_argument("--variant", choices=sorted(VARIANTS), help="cùng câu hỏi bỏ dấu, hoặc ở dạng NFD")
        parser.add_argument("--edition", metavar="KEY", help="mã ấn bản; mặc định là ấn bản đang dùng")
        source = parser.add_mutually_exclusive_group()
        source.add_argument("--live", action="store_true", help="có mô hình: hỏi mô hình đặt ở LANGUAGE_MODEL")
        source.add_argument(
            "--replay", type=Path, metavar="FILE", help="có mô hình: đáp theo tệp đã ghi, không nối mạng"
        )
        parser.add_argument("--record", type=Path, metavar="FILE", help="cùng --live: ghi mọi lời đáp vào tệp mới này")
        parser.add_argument("--note", default="", help="cùng --record: một câu nói tệp ghi từ đâu mà có")
        parser.add_argument("--store", action="store_true", help="lưu kết quả để dược sĩ xem ở trang đánh giá")
        shape = parser.add_mutually_exclusive_group()
        shape.add_argument("--json", action="store_true", help="in một đối tượng JSON")
        shape.add_argument("--markdown", action="store_true", help="in bảng so các chế độ")

    def handle(self, *args: Any, **options: Any) -> None:
        modes = [Mode(mode) for mode in dict.fromkeys(options["mode"] or [Mode.HISTORY])]
        variant, files = options["variant"], options["cases"]
        cases = _read(files)
        if variant:
            cases = [in_variant(case, variant) for case in cases]
        edition = _edition(options["edition"])
        with _model(options) as model:
            reports = [
                evaluated(
                    cases,
                    mode,
                    edition=edition,
                    model=model,
                    # A recording tells what it took then, not what it would cost now.
                    price=language_model.price() if options["live"] else None,
                    files=files,
                    variant=variant,
                    warm=len(modes) > 1 and mode is modes[0],
                )
                for mode in modes
            ]
        if options["store"]:
            store(reports)
        self.stdout.write(_as_asked(reports, options))


def _as_asked(reports: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> str:
    """One mode gives the object of the case format; several give one such object a mode, under `modes`."""
    if options["markdown"]:
        return as_markdown(reports)
    if options["json"]:
        several = {"modes": {report["run"]["mode"]: report for report in reports}}
        return json.dumps(reports[0] if len(reports) == 1 else several, ensure_ascii=False, indent=1)
    texts = [as_text(report) for report in reports]
    return "\n\n".join([*texts, as_markdown(reports)] if len(reports) > 1 else texts)


@contextmanager
def _model(options: Mapping[str, Any]) -> Iterator[LanguageModel | None]:
    """The model of the run: none, the recorded one, or the configured one, its replies written down when asked."""
    if options["record"] and not options["live"]:
        raise CommandError("--record cần --live: chỉ ghi được lời đáp của mô hình thật", returncode=2)
    if options["replay"]:
        yield _replayed(options["replay"])
    elif not options["live"]:
        yield None
    elif not options["record"]:
        yield _live()
    else:
        model = _live()
        try:
            file = options["record"].open("x", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"không ghi được {options['record']}: {error}") from error
        with file:
            yield RecordingModel(model, file, about=options["note"])


def _live() -> LanguageModel:
    if not settings.DUOCTHU["LANGUAGE_MODEL"]:
        raise CommandError("--live cần LANGUAGE_MODEL", returncode=2)
    try:
        return language_model.made()
    except ImproperlyConfigured as error:
        raise CommandError(str(error), returncode=2) from error


def _replayed(path: Path) -> LanguageModel:
    try:
        return read_recording(_text(path), source=str(path))
    except RecordingError as error:
        raise CommandError(str(error)) from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"không đọc được {path}: {error}") from error


def _read(paths: list[Path]) -> list[Case]:
    cases: dict[str, Case] = {}
    for path in paths:
        try:
            found = read_cases(_text(path), source=str(path))
        except CaseError as error:
            raise CommandError(str(error)) from error
        for case in found:
            if case.id in cases:
                raise CommandError(f"{path}: id {case.id} đã có trong tệp trước")
            cases[case.id] = case
    return list(cases.values())


def _edition(key: str | None) -> EditionInUse:
    if key is None:
        current = current_edition()
        if current is None:
            raise CommandError("chưa có ấn bản nào được dùng để trả lời")
        return current
    columns = ("id", "key", "title", "revision", "is_demonstration")
    row = Edition.objects.filter(key=key).values_list(*columns).first()
    if row is None:
        raise CommandError(f"không có ấn bản {key}")
    return EditionInUse(*row)
