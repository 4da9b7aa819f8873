"""Real workers, killed without warning: the published edition stays whole, nothing half is seen, the next run is right.

DUOCTHU_KILLS says at how many random moments; a long run takes 50.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django.db import connection

from formulary import file_store
from formulary.editions import make_current
from formulary.job_lane import Lane
from formulary.jobs import run_next, submit
from formulary.models import Chunk, Edition, ImportJob, Monograph, SourceFile
from tests.formulary.book import load_markdown_edition

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("DUOCTHU_KILLS", "5"))
DRUGS = 120
SECONDS_TO_START = 30


@pytest.fixture
def environment(tmp_path, settings) -> dict[str, str]:
    settings.VAR_DIR = tmp_path
    params = connection.get_connection_params()
    password = f":{quote(params['password'], safe='')}" if params.get("password") else ""
    where = urlencode({name: params[name] for name in ("host", "port") if params.get(name)})
    address = f"{params['user']}{password}@/{params['dbname']}?{where}"
    return {**os.environ, "DATABASE_URL": f"postgres://{address}", "DUOCTHU_VAR": str(tmp_path)}


@pytest.fixture
def file(environment) -> SourceFile:
    lines = [
        {
            "id": f"{n} {section}",
            "drug": f"Thuốc số {n}",
            "section": section,
            "text": f"{section} của thuốc {n}: 5 mg.",
            "page": n,
        }
        for n in range(1, DRUGS + 1)
        for section in ("Chỉ định", "Chống chỉ định", "Thận trọng")
    ]
    text = "\n".join(json.dumps({**line, "source": "", "note": ""}, ensure_ascii=False) for line in lines)
    return file_store.row_of(file_store.keep([text.encode()]), name="sach.jsonl", actor=None)


@pytest.fixture
def published() -> Edition:
    return make_current(load_markdown_edition(), actor=None)


def worker(environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "manage.py", "run_jobs", "--once"]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def wait_until_running(job: ImportJob, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while ImportJob.objects.filter(pk=job.pk, status="queued").exists():
        assert process.poll() is None, process.stdout and process.stdout.read()
        assert time.monotonic() < deadline
        time.sleep(0.002)


def finish(job: ImportJob) -> None:
    """The next worker; the database may need a moment to see that the one before is gone."""
    with Lane() as lane:
        for _ in range(200):
            if run_next(lane) or not ImportJob.objects.filter(pk=job.pk, status__in=("queued", "running")).exists():
                return
            time.sleep(0.01)


def text_of(edition: Edition) -> list[tuple[object, ...]]:
    rows = Chunk.objects.filter(section__monograph__edition=edition)
    return list(rows.order_by("pk").values_list("pk", "text", "quarantine_kind", "section__key"))


def moments(seconds: float) -> Iterator[float]:
    chance = random.Random()
    return (chance.uniform(0, seconds) for _ in range(KILLS))


def test_a_worker_may_be_killed_at_any_moment(environment, file, published):
    before = text_of(published)
    started = time.monotonic()
    submit(file=file, family="thu", actor=None)
    with Lane() as lane:
        run_next(lane)
    assert ImportJob.objects.get().status == "done", ImportJob.objects.get().message
    usual = time.monotonic() - started
    told = []
    for n, moment in enumerate(moments(1.2 * usual)):
        job = submit(file=file, family=f"thu-{n}", actor=None)
        process = worker(environment)
        wait_until_running(job, process)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        process.wait()
        job.refresh_from_db()
        told.append((round(moment, 3), job.status))
        # Whatever the moment: all of the release or nothing of it, and the one that answers as it was.
        assert Monograph.objects.filter(edition__family=job.family).count() in (0, DRUGS), told
        assert (job.status == "done") == Edition.objects.filter(family=job.family).exists(), told
        assert text_of(published) == before, told
        assert Edition.objects.get(is_current=True) == published, told
        finish(job)
        job.refresh_from_db()
        assert job.status == "done", told
        assert job.edition is not None
        assert job.edition.chunk_count == len(text_of(job.edition)) == 3 * DRUGS, told
        assert Edition.objects.filter(family=job.family).count() == 1, told


def test_a_worker_that_is_asked_to_stop_ends_well_and_leaves_the_job_to_the_next(environment, file):
    job = submit(file=file, family="thu", actor=None)
    process = worker(environment)
    wait_until_running(job, process)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=20) == 0
    job.refresh_from_db()
    assert job.status in ("queued", "done")
    finish(job)
    job.refresh_from_db()
    assert (job.status, job.attempts) == ("done", 1)
