"""Uploading a book in the administration, and what its page tells."""

import json

import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from conversations.permissions import AUDITOR, PHARMACIST
from formulary import file_store
from formulary.models import ImportJob, SourceFile

pytestmark = pytest.mark.django_db

ADD = "/admin/formulary/importjob/add/"
LINE = {"id": "1", "drug": "Paracetamol", "section": "Chỉ định", "text": "Sốt.", "page": 3, "source": "", "note": ""}
JSONL = json.dumps(LINE, ensure_ascii=False).encode() + b"\n"


@pytest.fixture(autouse=True)
def files(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    return tmp_path / "files"


def staff(role: str) -> Client:
    user = User.objects.create_user(role, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def client() -> Client:
    return staff(PHARMACIST)


def upload(client: Client, data: bytes = JSONL, name: str = "sach.jsonl", **fields: object):
    return client.post(ADD, {"file": SimpleUploadedFile(name, data), "family": "mau", **fields})


def text(response) -> str:
    return response.content.decode()


def test_an_upload_becomes_a_job_of_the_pharmacist(client):
    response = upload(client, title=" Bản  thử ", companion=SimpleUploadedFile("a.yaml", "- ma: á".encode()))
    job = ImportJob.objects.get()
    assert response["Location"] == reverse("admin:formulary_importjob_change", args=[job.pk])
    assert (job.family, job.title, job.companion, job.profile) == ("mau", "Bản thử", "- ma: á", "")
    assert (job.status, job.requested_by.username, job.file.uploaded_by.username) == ("queued", PHARMACIST, PHARMACIST)
    assert file_store.path_of(job.file).read_bytes() == JSONL


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param({"data": b"PK\x03\x04", "name": "sach.pdf"}, "không phải PDF", id="another format"),
        pytest.param({"data": b"  "}, "Tệp trống", id="blanks"),
        pytest.param({"family": "ấn bản"}, "family", id="a key that fits no address"),
        pytest.param({"profile": "khong-co"}, "profile", id="an unknown profile"),
        pytest.param(
            {"companion": SimpleUploadedFile("a.yaml", b"\xff\xfe")}, "UTF-8", id="a companion that is no text"
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(client, files, changes: dict, sentence: str):
    response = upload(client, **changes)
    assert response.status_code == 200
    assert "Chưa nhận" in text(response)
    assert sentence in text(response)
    assert not ImportJob.objects.exists()
    assert not SourceFile.objects.exists()
    assert not list(files.glob("*"))


def test_a_file_that_is_too_large_is_refused(client, monkeypatch):
    monkeypatch.setattr(file_store, "LARGEST", 10)
    assert "lớn hơn" in text(upload(client))


def test_an_auditor_sees_the_jobs_and_uploads_nothing(client):
    upload(client)
    auditor = staff(AUDITOR)
    job = ImportJob.objects.get()
    assert auditor.get(reverse("admin:formulary_importjob_change", args=[job.pk])).status_code == 200
    assert upload(auditor).status_code == 403
    assert auditor.post(reverse("admin:formulary_importjob_cancel", args=[job.pk])).status_code == 403


def test_a_clinician_sees_nothing_of_it(client):
    upload(client)
    clinician = Client()
    clinician.force_login(User.objects.create_user("bac-si"))
    job = ImportJob.objects.get()
    for name in ("change", "progress"):
        assert clinician.get(reverse(f"admin:formulary_importjob_{name}", args=[job.pk])).status_code == 302


def test_the_page_of_a_waiting_job_says_when_nobody_works(client, settings):
    upload(client)
    page = reverse("admin:formulary_importjob_change", args=[ImportJob.objects.get().pk])
    assert "Chưa có tiến trình nạp nào" in text(client.get(page))
    settings.REDIS_URL = "redis://127.0.0.1:1"
    assert "Chưa có tiến trình nạp nào" not in text(client.get(page))


def test_progress_is_told_to_the_script_and_to_readers_without_one(client):
    upload(client)
    job = ImportJob.objects.get()
    ImportJob.objects.update(status="running", stage="Đọc trang", done=30, total=100)
    told = client.get(reverse("admin:formulary_importjob_progress", args=[job.pk]))
    where = {"stage": "Đọc trang", "done": 30, "total": 100}
    assert told.json() == {"open": True, "taken": True, "state": "Đang chạy", **where}
    assert "no-store" in told["Cache-Control"]
    page = text(client.get(reverse("admin:formulary_importjob_change", args=[job.pk])))
    assert "30/100" in page
    assert '<noscript><meta http-equiv="refresh"' in page


def test_a_job_is_cancelled_from_its_page(client):
    upload(client)
    job = ImportJob.objects.get()
    client.post(reverse("admin:formulary_importjob_cancel", args=[job.pk]))
    job.refresh_from_db()
    assert job.status == "cancelled"
    response = client.post(reverse("admin:formulary_importjob_cancel", args=[job.pk]), follow=True)
    assert "Không hủy được" in text(response)


def test_the_page_of_a_failed_job_says_why_and_that_nothing_changed(client):
    upload(client)
    ImportJob.objects.update(status="failed", finished_at=timezone.now(), message="Tệp có mật khẩu.")
    page = text(client.get(reverse("admin:formulary_importjob_change", args=[ImportJob.objects.get().pk])))
    assert "Tệp có mật khẩu." in page
    assert "ấn bản đang dùng không đổi" in page


def test_the_lists_open(client):
    upload(client)
    for model in ("importjob", "sourcefile", "editionchoice"):
        assert client.get(f"/admin/formulary/{model}/").status_code == 200
