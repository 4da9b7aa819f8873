"""Jobs: submitted once, taken by one worker, run to an end or given back."""

import json
import time
from collections.abc import Callable
from threading import Thread

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection

from formulary import file_store, jobs
from formulary.ingest.book import ImportProblem, ImportRefused
from formulary.ingest.progress import Progress, ReadingStopped
from formulary.job_lane import Lane, a_worker_lives
from formulary.jobs import AlreadyEnded, cancel, run_next, submit
from formulary.models import Edition, ImportJob, SourceFile

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def files(tmp_path, settings):
    settings.VAR_DIR = tmp_path


@pytest.fixture
def pharmacist() -> User:
    return User.objects.create_user("duoc-si")


@pytest.fixture
def lane():
    with Lane() as lane:
        yield lane


def soon(happens: Callable[[], bool]) -> bool:
    """The database needs a moment to see that a connection is gone."""
    return any(happens() or time.sleep(0.01) for _ in range(200))


def make_file(text: str = "Sốt.") -> SourceFile:
    line = {"id": "1", "drug": "Paracetamol", "section": "Chỉ định", "text": text, "page": 3, "source": "", "note": ""}
    stored = file_store.keep([(json.dumps(line, ensure_ascii=False) + "\n").encode()])
    return file_store.row_of(stored, name="sach.jsonl", actor=None)


def make_job(text: str = "Sốt.", family: str = "mau") -> ImportJob:
    return submit(file=make_file(text), family=family, title="Bản thử", actor=None)


def ended(job: ImportJob) -> ImportJob:
    job.refresh_from_db()
    return job


def read_with(monkeypatch, act) -> None:
    monkeypatch.setattr(jobs, "read_book", lambda path, **options: act(**options))


def test_a_job_becomes_a_staged_release(lane):
    job = make_job()
    assert run_next(lane)
    edition = Edition.objects.get()
    assert (edition.key, edition.title, edition.status, edition.source_file) == ("mau", "Bản thử", "staged", job.file)
    assert (ended(job).status, job.edition, job.attempts) == ("done", edition, 1)
    assert job.message == "«Bản thử» (mau), lần nạp 1: thêm 1 chuyên luận."
    assert job.report["figures"]["blocks"] == 1


def test_without_a_job_there_is_nothing_to_do(lane):
    assert not run_next(lane)


def test_jobs_are_taken_in_the_order_of_their_coming(lane):
    first, second = make_job("Sốt."), make_job("Ho.")
    run_next(lane)
    assert (ended(first).status, ended(second).status) == ("done", "queued")


def test_the_same_request_while_it_waits_is_the_same_job():
    assert make_job() == make_job()
    assert ImportJob.objects.count() == 1


def test_the_same_file_again_is_nothing_new_and_is_not_read(lane, monkeypatch):
    make_job()
    run_next(lane)
    monkeypatch.setattr(jobs, "read_book", None)
    again = make_job()
    run_next(lane)
    assert (ended(again).status, again.message) == ("done", "Không có gì mới: «Bản thử» (mau) đã đúng như tệp.")
    assert Edition.objects.count() == 1


def test_a_file_that_is_refused_fails_with_the_reasons(lane, monkeypatch):
    def refuse(**options):
        raise ImportRefused((ImportProblem("/var/x.pdf", 0, "Tệp có mật khẩu."), ImportProblem("x", 3, "id trùng")))

    read_with(monkeypatch, refuse)
    job = make_job()
    run_next(lane)
    assert (ended(job).status, job.message) == ("failed", "Tệp có mật khẩu.\nDòng 3: id trùng")
    assert not Edition.objects.exists()


def test_whatever_else_goes_wrong_fails_the_job_and_not_the_worker(lane, monkeypatch):
    read_with(monkeypatch, lambda **options: 1 / 0)
    job = make_job()
    assert run_next(lane)
    assert ended(job).status == "failed"
    assert "ZeroDivision" not in job.message


def test_a_file_that_is_gone_fails_with_a_sentence(lane):
    job = make_job()
    file_store.path_of(job.file).unlink()
    run_next(lane)
    assert (ended(job).status, job.message) == ("failed", "Không còn tệp «sach.jsonl» trong kho tệp; hãy tải lên lại.")


def test_progress_is_seen_while_the_book_is_being_read(lane, monkeypatch):
    seen = []

    def read(on_progress, **options):
        on_progress(Progress("Đọc trang", 30, 100))
        on_progress(Progress("Đọc trang", 31, 100))  # too soon to be told
        seen.append(ImportJob.objects.values_list("status", "stage", "done", "total").get())
        raise ReadingStopped

    read_with(monkeypatch, read)
    make_job()
    run_next(lane, should_stop=lambda: True)
    assert seen == [("running", "Đọc trang", 30, 100)]


def test_a_waiting_job_is_cancelled_at_once(pharmacist, lane):
    job = make_job()
    cancel(job, actor=pharmacist)
    assert (ended(job).status, job.message) == ("cancelled", "duoc-si đã hủy.")
    assert not run_next(lane)


def test_a_running_job_is_cancelled_at_the_next_page(pharmacist, lane, monkeypatch):
    job = make_job()

    def read(should_stop, **options):
        assert not should_stop()
        cancel(job, actor=pharmacist)
        lane._looked = 0.0  # half a second later
        assert should_stop()
        raise ReadingStopped

    read_with(monkeypatch, read)
    run_next(lane)
    assert (ended(job).status, job.message) == ("cancelled", "duoc-si đã hủy.")


def test_what_has_ended_cannot_be_cancelled(pharmacist, lane):
    job = make_job()
    run_next(lane)
    with pytest.raises(AlreadyEnded):
        cancel(job, actor=pharmacist)


def test_a_worker_that_is_told_to_stop_gives_the_job_back_untried(lane, monkeypatch):
    def read(**options):
        raise ReadingStopped

    read_with(monkeypatch, read)
    job = make_job()
    run_next(lane, should_stop=lambda: True)
    assert (ended(job).status, job.attempts) == ("queued", 0)


def test_two_workers_never_run_the_same_job(lane, monkeypatch):
    others = []

    def read(**options):
        def look():
            with Lane() as other:
                others.append(other.take())
            connection.close()

        thread = Thread(target=look)
        thread.start()
        thread.join()
        raise ReadingStopped

    read_with(monkeypatch, read)
    make_job()
    run_next(lane, should_stop=lambda: True)
    assert others == [None]


def test_a_job_whose_worker_died_is_taken_by_the_next():
    job = make_job()
    with Lane() as dead:
        dead.take()  # and never let go: the connection ends with the process
    assert ended(job).status == "running"
    with Lane() as lane:
        assert soon(lambda: run_next(lane))
    assert (ended(job).status, job.attempts) == ("done", 2)


def test_a_job_that_killed_three_workers_is_given_up():
    job = make_job()
    for _ in range(3):
        with Lane() as dead:
            assert soon(lambda dead=dead: dead.take() is not None)
    with Lane() as lane:
        assert soon(lambda: run_next(lane))
    assert ended(job).status == "failed"
    assert "3 lần" in job.message


def test_a_cancelled_job_whose_worker_died_ends_as_cancelled(pharmacist):
    job = make_job()
    with Lane() as dead:
        dead.take()
    cancel(job, actor=pharmacist)
    with Lane() as lane:
        assert soon(lambda: run_next(lane))
    assert ended(job).status == "cancelled"
    assert not Edition.objects.exists()


def test_a_database_that_goes_away_is_the_workers_trouble_and_not_the_jobs_end(lane, monkeypatch):
    def gone(**options):
        raise OperationalError

    read_with(monkeypatch, gone)
    job = make_job()
    with pytest.raises(OperationalError):
        run_next(lane)
    assert ended(job).status == "running"
    assert lane.take() == (job.pk, 2, False)


def test_a_job_that_was_ended_by_another_writes_nothing(lane, monkeypatch):
    job = make_job()
    real = jobs.load_edition

    def load(*args, **kwargs):
        ImportJob.objects.filter(pk=job.pk).update(status="cancelled", finished_at="2026-01-01T00:00Z")
        return real(*args, **kwargs)

    monkeypatch.setattr(jobs, "load_edition", load)
    run_next(lane)
    assert not Edition.objects.exists()


def test_it_shows_whether_any_worker_lives():
    assert soon(lambda: not a_worker_lives())
    with Lane():
        assert a_worker_lives()
    assert soon(lambda: not a_worker_lives())
