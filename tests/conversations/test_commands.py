"""The commands: exit status 0 only when the command did what it says."""

import json
import uuid
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command, load_command_class
from django.db import OperationalError, ProgrammingError
from django.test import override_settings
from django.utils import timezone

from conversations.intake import submit_turn
from conversations.management.commands import ask
from conversations.management.commands.demo_users import ACCOUNTS, DEFAULT_PASSWORD
from conversations.models import Turn
from conversations.permissions import can_ask
from rag.claims import ClaimRole
from tests.conversations.conftest import FakeEngine
from tests.conversations.records import answered, clarifying

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def an_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask, "current_edition", lambda: "mau")


def run(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def test_ask_prints_the_answer_with_its_source(fake_engine: FakeEngine) -> None:
    fake_engine.reply = answered()
    printed = run("ask", "liều paracetamol")
    assert "0. Trẻ em 4 - 6 tuổi: 240 mg/lần" in printed
    assert "[Paracetamol, Liều lượng và cách dùng, trang 12; Bản mẫu]" in printed


CALCULATION = {
    "kind": "check",
    "named_dose": "150 mg/lần × 3 lần/ngày",
    "named_working": [],
    "inputs": [{"text": "Cân nặng: 11 kg"}],
    "renal": ["Clcr (Cockcroft - Gault) = 30 ml/phút"],
    "notes": ["Chưa so với 1 câu."],
    "rules": [
        {
            "heading": "Trẻ em › Uống",
            "phase": "Liều đầu",
            "once": False,
            "result": {"per_dose": {"text": "55 - 110 mg"}, "per_day": None, "per_week": None, "rate": None},
            "comparisons": [{"text": "Liều mỗi lần 150 mg/lần cao hơn khoảng in."}],
            "steps": [{"text": "5 mg/kg × 11 kg = 55 mg"}],
            "arithmetic_on_user_data": [],
            "notes": [],
            "citation": {"quote": "Trẻ em: 5 - 10 mg/kg/lần.", "page_from": 12},
        }
    ],
}
INTERACTIONS = {
    "drugs": [{"name": "Warfarin"}, {"name": "Ibuprofen"}],
    "pairs": [{"drugs": [0, 1], "found": "class", "not_read": [{"drug": 1, "why": "no_section"}]}],
}


@pytest.mark.parametrize(
    ("of", "lines"),
    [
        (
            {"calculation": CALCULATION},
            [
                "So liều 150 mg/lần × 3 lần/ngày với lời in",
                "Cân nặng: 11 kg",
                "Clcr (Cockcroft - Gault) = 30 ml/phút",
                "Chưa so với 1 câu.",
                "Trẻ em › Uống – Liều đầu",
                "= 55 - 110 mg mỗi lần",
                "* Liều mỗi lần 150 mg/lần cao hơn khoảng in.",
                "5 mg/kg × 11 kg = 55 mg",
                "«Trẻ em: 5 - 10 mg/kg/lần.» (trang 12)",
            ],
        ),
        (
            {"interactions": INTERACTIONS},
            ["Warfarin + Ibuprofen: nêu theo nhóm", "Ibuprofen: chuyên luận không in mục Tương tác thuốc"],
        ),
    ],
)
def test_ask_prints_the_calculation_and_the_pairs(
    of: dict[str, Any], lines: list[str], fake_engine: FakeEngine
) -> None:
    fake_engine.reply = answered(**of)
    printed = [line.strip() for line in run("ask", "liều paracetamol").splitlines()]
    assert [line for line in printed if line in lines] == lines


def test_ask_prints_why_a_sentence_is_shown(fake_engine: FakeEngine) -> None:
    record = answered()
    stricter = tuple(replace(claim, role=ClaimRole.STRICTER) for claim in record.claims)
    fake_engine.reply = replace(record, claims=stricter, drafted=stricter)
    assert "(Chặt chẽ hơn ở mục khác)" in run("ask", "liều paracetamol")


def test_ask_prints_what_may_be_replied(fake_engine: FakeEngine) -> None:
    fake_engine.reply = clarifying()
    assert "  - dưới 1 tuổi" in run("ask", "liều paracetamol cho bé")


def test_ask_prints_the_json_of_the_contract(fake_engine: FakeEngine) -> None:
    turn = json.loads(run("ask", "liều", "--json"))
    assert turn["outcome"] == "answered"
    assert Turn.objects.get().asked_by.username == "dong-lenh"


def test_ask_continues_a_conversation(fake_engine: FakeEngine) -> None:
    first = json.loads(run("ask", "liều", "--json"))
    second = json.loads(run("ask", "còn trẻ em?", "--json", "--conversation", first["conversation"]))
    assert second["number"] == 2


def test_ask_as_somebody(clinician: User, fake_engine: FakeEngine) -> None:
    run("ask", "liều", "--user", clinician.username)
    assert Turn.objects.get().asked_by == clinician


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([" "], id="blank"),
        pytest.param(["liều", "--conversation", "x"], id="no id"),
        pytest.param(["liều", "--conversation", str(uuid.uuid4())], id="no such conversation"),
        pytest.param(["liều", "--user", "ai-do"], id="no such account"),
    ],
)
def test_ask_says_why_it_could_not(arguments: list[str], fake_engine: FakeEngine) -> None:
    with pytest.raises(CommandError, match=r"\.$"):
        run("ask", *arguments)


def test_ask_fails_when_the_system_did(fake_engine: FakeEngine) -> None:
    fake_engine.reply = RuntimeError("hỏng")
    with pytest.raises(CommandError):
        run("ask", "liều")


def test_ask_without_an_edition_says_so_and_writes_nothing(
    fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ask, "current_edition", lambda: None)
    with pytest.raises(CommandError, match="import_formulary"):
        run("ask", "liều")
    assert not Turn.objects.exists()


class UndefinedTable(Exception):
    sqlstate = "42P01"


ON_THE_DATABASE = [
    ["ask", "liều"],
    ["evaluate", "cases.jsonl"],
    ["demo_users"],
    ["close_interrupted"],
    ["import_formulary", "sach", "--edition", "mau"],
]


@pytest.mark.parametrize("arguments", ON_THE_DATABASE, ids=lambda arguments: arguments[0])
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OperationalError("connection refused\nIs the server running?"), "^không dùng được.*: connection refused$"),
        (ProgrammingError("relation does not exist"), "manage.py migrate$"),
    ],
    ids=["away", "not migrated"],
)
def test_a_database_that_cannot_be_used_is_one_sentence(
    arguments: list[str], error: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error.__cause__ = UndefinedTable()

    def fails(*args: Any, **kwargs: Any) -> None:
        raise error

    command = load_command_class("formulary" if arguments[0] == "import_formulary" else "conversations", arguments[0])
    monkeypatch.setattr(type(command), "handle", fails)
    with pytest.raises(CommandError, match=sentence):
        run(*arguments)


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "-1"])
def test_a_time_that_is_none_closes_nothing(seconds: str) -> None:
    with pytest.raises(CommandError, match=r"--older-than .*\.$"):
        run("close_interrupted", f"--older-than={seconds}")


def test_the_terminals_account_cannot_log_in(fake_engine: FakeEngine) -> None:
    run("ask", "liều")
    assert not User.objects.get(username="dong-lenh").has_usable_password()


def test_demo_users_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEMO_PASSWORD", raising=False)
    assert DEFAULT_PASSWORD in run("demo_users")
    User.objects.get(username="bac-si").delete()
    second = run("demo_users")
    assert "Đã tạo bac-si;" in second
    assert "có sẵn" in run("demo_users")
    assert User.objects.filter(username__in=ACCOUNTS).count() == 4


def test_demo_users_take_their_password_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMO_PASSWORD", "mot-mat-khau-khac")
    run("demo_users")
    clinician = User.objects.get(username="bac-si")
    assert clinician.check_password("mot-mat-khau-khac")
    assert can_ask(clinician)


@override_settings(HTTPS_ONLY=True)
def test_demo_users_are_not_made_on_a_real_server() -> None:
    with pytest.raises(CommandError, match="HTTPS_ONLY"):
        run("demo_users")
    assert not User.objects.exists()


def test_close_interrupted_says_how_many(clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều")
    Turn.objects.filter(pk=turn.pk).update(status="running", claimed_at=timezone.now() - timedelta(minutes=5))
    assert run("close_interrupted") == "Đã đóng 1 lượt hỏi bị gián đoạn.\n"
    assert run("close_interrupted", "--older-than", "0") == "Đã đóng 0 lượt hỏi bị gián đoạn.\n"
