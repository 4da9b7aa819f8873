"""Through Celery: a message only says that a worker should look."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker

from formulary import tasks
from formulary.models import Edition, ImportJob
from tests.formulary.test_jobs import make_job, soon
from tests.services import lacks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def files(tmp_path, settings):
    settings.VAR_DIR = tmp_path


def make_app(broker: str) -> Celery:
    """The product's own settings behind another broker; an application of its own keeps no old connections."""
    app = Celery("test")
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.broker_url = broker
    app.finalize()
    return app


def test_the_task_runs_every_job_that_waits():
    jobs = [make_job("Sốt."), make_job("Ho.")]
    tasks.run_import_jobs()
    for job in jobs:
        job.refresh_from_db()
    assert [job.status for job in jobs] == ["done", "done"]
    assert Edition.objects.count() == 2


def test_a_message_that_comes_twice_does_no_harm():
    make_job()
    tasks.run_import_jobs()
    tasks.run_import_jobs()
    assert Edition.objects.count() == 1


def test_without_a_broker_nobody_is_called(settings, monkeypatch):
    settings.REDIS_URL = ""
    monkeypatch.setattr(tasks, "current_app", None)
    tasks.wake_workers()


def test_a_broker_that_is_away_keeps_nobody_waiting_and_the_job_stays(settings, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1:1"
    monkeypatch.setattr(tasks, "current_app", make_app(settings.REDIS_URL))
    job = make_job()
    started = time.monotonic()
    tasks.wake_workers()
    assert time.monotonic() - started < 5
    job.refresh_from_db()
    assert job.status == "queued"


@pytest.fixture
def redis() -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        lacks("redis-server is not installed (Debian: apt-get install redis-server)")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    assert soon(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
    yield f"redis://127.0.0.1:{port}/0"
    server.terminate()
    server.wait()


def test_a_worker_behind_redis_is_woken_and_runs_the_job(redis, settings, monkeypatch):
    settings.REDIS_URL = redis
    app = make_app(redis)
    monkeypatch.setattr(tasks, "current_app", app)
    with start_worker(app, perform_ping_check=False, pool="solo"):
        job = make_job()
        tasks.wake_workers()
        assert soon(lambda: ImportJob.objects.filter(pk=job.pk, status="done").exists())


def test_a_task_may_not_outlive_the_time_after_which_its_message_comes_again(settings):
    assert settings.CELERY_TASK_ACKS_LATE
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"] > settings.CELERY_TASK_TIME_LIMIT
