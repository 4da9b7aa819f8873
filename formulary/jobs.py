"""The long work of reading a book, outside any request: submit, take, run, cancel.

A job is a row. Workers take the oldest open one; the lock that goes with it is let go when its worker dies, so that the
next worker takes it again. Everything that a reading writes is one transaction: a job that is interrupted at any moment
has written nothing.
"""

import logging
from collections.abc import Callable

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from formulary import file_store
from formulary.ingest.book import ImportRefused
from formulary.ingest.inputs import already_read, input_hash
from formulary.ingest.load import Source, load_edition
from formulary.ingest.progress import Progress, ReadingStopped
from formulary.ingest.reading import read_book
from formulary.ingest.report import ImportReport, nothing_new, what_was_done
from formulary.job_lane import Lane
from formulary.models import Edition, ImportJob, SourceFile

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
_GIVEN_UP = f"Tiến trình nạp đã dừng đột ngột {MOST_ATTEMPTS} lần; không thử lại nữa."
_MOST_PROBLEMS = 20
_OPEN = (ImportJob.Status.QUEUED, ImportJob.Status.RUNNING)


def is_one_waiting() -> bool:
    """Whether a file waits to be read. One query."""
    return ImportJob.objects.filter(status=ImportJob.Status.QUEUED).exists()


class AlreadyEnded(ValueError):
    """The job has ended: there is nothing to cancel."""


def submit(
    *,
    file: SourceFile,
    family: str,
    title: str = "",
    profile: str = "",
    companion: str = "",
    is_demonstration: bool = False,
    actor: User | None,
) -> ImportJob:
    """Queue the file. The same request while it is still waiting or running gives the first job back."""
    wanted = {"file": file, "family": family, "profile": profile, "companion": companion}
    with transaction.atomic():
        SourceFile.objects.select_for_update().get(pk=file.pk)
        waiting = ImportJob.objects.filter(**wanted, status__in=_OPEN, cancel_requested=False).first()
        if waiting is not None:
            return waiting
        return ImportJob.objects.create(**wanted, title=title, is_demonstration=is_demonstration, requested_by=actor)


def cancel(job: ImportJob, *, actor: User) -> None:
    """A waiting job ends at once, a running one when its worker next looks. Raises AlreadyEnded."""
    said = f"{actor.get_username()} đã hủy."
    waiting = ImportJob.objects.filter(pk=job.pk, status=ImportJob.Status.QUEUED)
    if waiting.update(status=ImportJob.Status.CANCELLED, finished_at=timezone.now(), message=said):
        return
    running = ImportJob.objects.filter(pk=job.pk, status=ImportJob.Status.RUNNING)
    if not running.update(cancel_requested=True, message=said):
        raise AlreadyEnded("lần nạp này đã kết thúc")


def run_next(lane: Lane, *, should_stop: Callable[[], bool] = lambda: False) -> bool:
    """Take a job and bring it to an end. False when no job waits.

    When `should_stop` says so the job goes back to the queue as if it had not been tried. Raises OperationalError or
    InterfaceError when the database goes away; the job is then taken again by whoever comes next.
    """
    taken = lane.take()
    if taken is None:
        return False
    pk, attempt, is_cancelled = taken
    try:
        if is_cancelled:
            _end(pk, ImportJob.Status.CANCELLED)
        elif attempt > MOST_ATTEMPTS:
            _end(
                pk, ImportJob.Status.FAILED, f"Tiến trình nạp đã dừng đột ngột {MOST_ATTEMPTS} lần; không thử lại nữa."
            )
        else:
            _run(ImportJob.objects.select_related("file").get(pk=pk), lane, should_stop)
    finally:
        lane.let_go(pk)
    return True


def _run(job: ImportJob, lane: Lane, should_stop: Callable[[], bool]) -> None:
    try:
        _read_and_load(job, lane, lambda: should_stop() or lane.is_cancelled(job.pk))
    except ReadingStopped:
        if lane.is_cancelled(job.pk):
            _end(job.pk, ImportJob.Status.CANCELLED)
        else:
            mine = ImportJob.objects.filter(pk=job.pk, status=ImportJob.Status.RUNNING)
            mine.update(status=ImportJob.Status.QUEUED, attempts=job.attempts - 1, stage="", done=0, total=0)
    except ImportRefused as refused:
        _end(job.pk, ImportJob.Status.FAILED, _problems(refused))
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        # Whatever a file does to a reader, the next job must run; the log has the traceback.
        logger.exception("import job %s failed", job.pk)
        _end(job.pk, ImportJob.Status.FAILED, "Lỗi trong lúc nạp; người quản trị xem nhật ký của tiến trình nạp.")


def _read_and_load(job: ImportJob, lane: Lane, should_stop: Callable[[], bool]) -> None:
    """Raises ImportRefused, ReadingStopped."""
    file = job.file
    path = file_store.path_of(file)
    if not path.exists():
        _end(job.pk, ImportJob.Status.FAILED, f"Không còn tệp «{file.name}» trong kho tệp; hãy tải lên lại.")
        return
    key = input_hash(file_sha256=file.sha256, companion=job.companion, profile=job.profile)
    known = already_read(job.family, key)
    if known is not None:
        _end(job.pk, ImportJob.Status.DONE, nothing_new(known.title, known.key), edition=known)
        return

    def tell(progress: Progress) -> None:
        lane.tell(job.pk, progress)

    book = read_book(
        path,
        profile=job.profile or None,
        companion=job.companion or None,
        on_progress=tell,
        should_stop=should_stop,
    )
    with transaction.atomic():
        report = load_edition(
            book,
            family=job.family,
            title=job.title or None,
            is_demonstration=job.is_demonstration or None,
            source=Source(file, job.profile, key),
            on_progress=tell,
            should_stop=should_stop,
        )
        edition = Edition.objects.get(key=report.edition)
        message = what_was_done(report)
        if not _end(job.pk, ImportJob.Status.DONE, message, edition=edition, report=_kept(report)):
            raise ReadingStopped  # ended by someone else meanwhile: nothing is written


def _end(
    pk: int,
    status: ImportJob.Status,
    message: str = "",
    *,
    edition: Edition | None = None,
    report: dict[str, object] | None = None,
) -> bool:
    """False when the job had ended before. An empty message leaves what is there."""
    ending = {"status": status, "finished_at": timezone.now(), "edition": edition, "report": report}
    if message:
        ending["message"] = message
    return ImportJob.objects.filter(pk=pk, status__in=_OPEN).update(**ending) == 1


def _problems(refused: ImportRefused) -> str:
    # Without the path: that is a place on the server, and people know their file by its name.
    lines = [f"Dòng {p.line}: {p.reason}" if p.line else p.reason for p in refused.problems[:_MOST_PROBLEMS]]
    if len(refused.problems) > _MOST_PROBLEMS:
        lines.append(f"… và {len(refused.problems) - _MOST_PROBLEMS} lỗi khác.")
    return "\n".join(lines)


def _kept(report: ImportReport) -> dict[str, object]:
    """What only the import itself knows; everything else is told from the rows of the edition."""
    told = report.as_dict()
    return {name: told[name] for name in ("figures", "added", "replaced", "removed", "warnings")}
