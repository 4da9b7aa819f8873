"""The administration shows every row of a turn on one page, and changes none."""

from dataclasses import replace
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from conversations.answering import answer_turn
from conversations.feedback import give_feedback
from conversations.intake import submit_turn
from conversations.models import Conversation, Turn
from rag.outcomes import Outcome
from rag.records import Check, ModelCall, Verdict, Verification
from tests.conversations.conftest import FakeEngine, make_user
from tests.conversations.records import TEXT, answered

pytestmark = pytest.mark.django_db

CALL = ModelCall("write", "a" * 64, "mô-hình-thử", 1, 1500, 200, cost=Decimal("0.00215"), currency="USD")


def staff(role: str | None) -> Client:
    user = make_user("quản-trị", role or "")
    user.is_staff = True
    user.is_superuser = role is None
    user.save()
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def turn(clinician: User, fake_engine: FakeEngine) -> Turn:
    fake_engine.reply = answered(model_calls=(CALL,))
    turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều <b>paracetamol</b>").pk)
    give_feedback(turn=turn, actor=clinician, kind="incomplete", text="thiếu liều tối đa")
    return turn


@pytest.mark.parametrize("role", ["pharmacist", "auditor", None])
def test_one_page_shows_every_row(role: str | None, turn: Turn) -> None:
    page = staff(role).get(reverse("admin:conversations_turn_change", args=[turn.pk])).content.decode()
    for what in (
        "liều &lt;b&gt;paracetamol&lt;/b&gt;",  # the question, as text
        "dose-words",  # a rule of the frame
        "one drug",  # the routing row
        f"“0. {TEXT}”",  # a citation's quote
        "Khối đã đọc",
        "numbers: pass",
        "mô-hình-thử",
        "1.500 vào, 200 ra",
        "0,00215 USD",
        "thiếu liều tối đa",
        "&quot;outcome&quot;: &quot;answered&quot;",  # the contract's JSON
    ):
        assert what in page, what
    assert "<b>paracetamol" not in page


@pytest.mark.parametrize("role", ["pharmacist", "auditor", None])
def test_nothing_can_be_changed_or_deleted(role: str | None, turn: Turn) -> None:
    client = staff(role)
    change = reverse("admin:conversations_turn_change", args=[turn.pk])
    assert client.post(change, {"message": "khác"}).status_code == 403
    assert client.post(reverse("admin:conversations_turn_delete", args=[turn.pk]), {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:conversations_turn_add")).status_code == 403
    thread = reverse("admin:conversations_conversation_change", args=[turn.conversation_id])
    assert client.post(thread, {"title": "khác"}).status_code == 403
    assert Turn.objects.get().message == turn.message
    assert Conversation.objects.get().title == turn.conversation.title


def test_the_list_tells_how_many_calls_a_turn_took_and_what_they_cost(turn: Turn) -> None:
    page = staff("auditor").get(reverse("admin:conversations_turn_changelist")).content.decode()
    assert '<td class="field-calls">1</td><td class="field-cost">0,00215 USD</td>' in page


def test_why_a_claim_was_refused_and_by_which_gate_stands_beside_it(clinician: User, fake_engine: FakeEngine) -> None:
    refused = Verification(Check.NUMBERS, Verdict.FAIL, 0, "số không có trong đoạn trích: «40 g»; gate 2")
    record = answered()
    fake_engine.reply = replace(
        record,
        outcome=Outcome.ABSTAIN_UNGROUNDED,
        claims=(),
        drafted=record.claims,
        verifications=(refused,),
        model_calls=(CALL,),
    )
    turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều").pk)
    page = staff("pharmacist").get(reverse("admin:conversations_turn_change", args=[turn.pk])).content.decode()
    for told in ("numbers: fail số không có trong đoạn trích: «40 g»; gate 2", "không hiển thị", "a" * 64, "answered"):
        assert told in page, told


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 1),
        ("?outcome=answered", 1),
        ("?outcome=abstain", 0),
        ("?reason=verbatim", 1),
        ("?reason=no_evidence", 0),
        ("?feedback=incomplete", 1),
        ("?feedback=right", 0),
        ("?q=LIEU", 1),
        ("?q=liều", 1),
        ("?q=warfarin", 0),
    ],
)
def test_turns_are_found_by_how_they_ended(query: str, found: int, turn: Turn) -> None:
    page = staff("pharmacist").get(reverse("admin:conversations_turn_changelist") + query)
    assert page.context["cl"].result_count == found


def test_a_conversation_lists_its_turns(turn: Turn) -> None:
    address = reverse("admin:conversations_conversation_change", args=[turn.conversation_id])
    page = staff("auditor").get(address).content.decode()
    assert reverse("admin:conversations_turn_change", args=[turn.pk]) in page


@pytest.mark.parametrize("role", ["clinician", "integration"])
def test_other_roles_see_nothing_even_as_staff(role: str, turn: Turn) -> None:
    address = reverse("admin:conversations_turn_change", args=[turn.pk])
    assert staff(role).get(address).status_code == 403


def test_a_turn_that_failed_has_a_page_too(clinician: User, fake_engine: FakeEngine) -> None:
    fake_engine.reply = RuntimeError("hỏng")
    turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều").pk)
    address = reverse("admin:conversations_turn_change", args=[turn.pk])
    assert "trước khi được hiểu" in staff("auditor").get(address).content.decode()


def test_the_administration_names_the_product_and_its_filters_in_vietnamese(turn: Turn) -> None:
    client = staff(None)
    index = client.get(reverse("admin:index")).content.decode()
    assert "Quản trị Dược thư" in index
    assert "Sách, cuộc hỏi và tài khoản" in index
    assert "Django" not in index
    every_turn = reverse("admin:conversations_turn_changelist")
    for address in (every_turn, f"{every_turn}?status=done", reverse("admin:formulary_chunk_changelist")):
        page = client.get(address).content.decode()
        assert "Theo " in page
        for foreign in ("Bởi", "counts", "Clear all", "Django"):
            assert foreign not in page, foreign
    assert "Theo kết cục" in client.get(every_turn).content.decode()
