"""Who reads evaluations, and what the page shows of them."""

import re
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from conversations.models import EvaluationRun
from conversations.permissions import AUDITOR, CLINICIAN, INTEGRATION, PHARMACIST, ensure_roles
from tests.conversations.conftest import make_user

pytestmark = pytest.mark.django_db

PAGE = "/danh-gia/"
MODES = ("single-shot", "history", "reasoning-loop")


def share(right: int, of: int) -> dict[str, Any]:
    return {"value": right / of, "right": right, "of": of, "interval": [0.5, 0.9], "by": "Wilson"}


def store(mode: str = "history", *, batch: uuid.UUID | None = None, **more: Any) -> EvaluationRun:
    values: dict[str, Any] = {
        "batch": batch or uuid.uuid4(),
        "mode": mode,
        "edition_key": "mau",
        "edition_revision": 2,
        "rag_version": "0123456789ab",
        "prompt_hashes": {"write": "f" * 64},
        "files": ["ca.jsonl"],
        "cases_sha256": "a" * 64,
        "totals": {"cases": 3, "turns": 9, "fatal": 0, "wrong_drug": 0, "outcome": {"right": 8, "of": 9}},
        "metrics": {"follow_up_resolution": share(7, 8)},
    }
    return EvaluationRun.objects.create(**(values | more))


def client_of(role: str) -> Client:
    ensure_roles()
    client = Client()
    client.force_login(make_user("người", role))
    return client


def shown(client: Client, path: str = PAGE) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.mark.parametrize(
    ("role", "status"), [(PHARMACIST, 200), (AUDITOR, 200), (CLINICIAN, 403), (INTEGRATION, 403), ("nobody", 403)]
)
def test_evaluations_are_for_pharmacists_and_auditors(role: str, status: int):
    assert client_of(role).get(PAGE).status_code == status


def test_a_stranger_is_asked_to_log_in():
    assert Client().get(PAGE).headers["Location"].startswith("/login/")


def test_nothing_can_be_sent_to_the_page():
    assert client_of(PHARMACIST).post(PAGE).status_code == 405


def test_without_a_run_the_page_says_so():
    assert "Chưa có lần đánh giá nào được lưu." in shown(client_of(PHARMACIST))


def test_the_modes_of_one_batch_stand_side_by_side_in_one_order():
    batch = uuid.uuid4()
    for mode in reversed(MODES):
        store(mode, batch=batch)
    text = shown(client_of(PHARMACIST))
    assert text.count("Số đo theo chế độ") + text.count("Số đo Từng câu riêng") == 1
    assert text.index("Từng câu riêng") < text.index("Nhớ cuộc hỏi") < text.index("Tra hai lần")


def test_a_number_stands_with_its_interval_and_of_how_many():
    store()
    text = shown(client_of(PHARMACIST))
    assert "87,5 % 50,0 % – 90,0 % 7/8" in text
    assert "88,9 % 8/9" in text


def test_what_was_run_is_named():
    store(model="mo-hinh", is_replayed=True)
    text = shown(client_of(PHARMACIST))
    for said in ("Ấn bản mau (lần sửa 2)", "mô hình mo-hinh, đáp theo bản ghi", "ca.jsonl", "0123456789ab", "«write»"):
        assert said in text


def test_a_fatal_error_is_marked():
    store(totals={"cases": 1, "turns": 1, "fatal": 1, "wrong_drug": 0})
    assert 'class="alarm"' in client_of(PHARMACIST).get(PAGE).content.decode()


def test_a_run_without_a_newer_metric_is_still_shown():
    store(metrics={}, totals={})
    assert "–" in shown(client_of(PHARMACIST))


def test_older_runs_are_on_further_pages():
    for number in range(7):
        store(files=[f"ca{number}.jsonl"])
    client = client_of(PHARMACIST)
    first, second = shown(client), shown(client, f"{PAGE}?trang=2")
    assert ("ca6.jsonl" in first, "ca0.jsonl" in first) == (True, False)
    assert "ca0.jsonl" in second
    assert shown(client, f"{PAGE}?trang=rác") == first


def test_what_a_file_is_called_is_text():
    store(files=["<script>alert(1)</script>"])
    assert "<script>alert(1)" not in client_of(PHARMACIST).get(PAGE).content.decode()


def test_the_way_there_is_shown_to_those_who_may_go_it():
    assert PAGE in client_of(PHARMACIST).get("/formulary/").content.decode()


def test_others_are_not_shown_the_way():
    assert PAGE not in client_of(CLINICIAN).get("/formulary/").content.decode()


def test_a_mode_stands_once_in_a_batch_and_is_one_of_three():
    run = store()
    for mode, batch in (("history", run.batch), ("lạ", uuid.uuid4())):
        with pytest.raises(IntegrityError), transaction.atomic():
            store(mode, batch=batch)
