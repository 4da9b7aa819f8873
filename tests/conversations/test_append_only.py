"""What is recorded stays as it was: proved with raw SQL, with query sets, and against the model methods."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from conversations import models as rows
from conversations.answering import answer_turn
from conversations.feedback import give_feedback
from conversations.intake import submit_turn
from rag.records import ModelCall
from tests.conversations.conftest import FakeEngine
from tests.conversations.records import answered

pytestmark = pytest.mark.django_db

RECORD = (rows.QueryFrame, rows.CitedPassage, rows.Claim, rows.Verification, rows.ModelCall)
TABLES = (*RECORD, rows.Feedback, rows.Turn, rows.Conversation)


def names(models: tuple) -> list:
    return [pytest.param(model, id=model.__name__) for model in models]


@pytest.fixture
def recorded(clinician: User, fake_engine: FakeEngine) -> rows.Turn:
    """A turn that is done, with at least one row of every kind."""
    fake_engine.reply = answered(model_calls=(ModelCall("write", "0" * 64, "none", 1, 2, 3),))
    turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều paracetamol").pk)
    give_feedback(turn=turn, actor=clinician, kind="right")
    return turn


def refused(act: Callable[[], Any], *, by_trigger: bool = True) -> bool:
    try:
        with transaction.atomic():
            act()
    except IntegrityError as error:
        return not by_trigger or "refused" in str(error)
    return False


def sql(statement: str) -> Callable[[], Any]:
    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    return run


@pytest.mark.parametrize("model", names(TABLES))
def test_there_is_a_row_to_protect(model: Any, recorded: rows.Turn) -> None:
    assert model.objects.exists()


@pytest.mark.parametrize("model", names((*RECORD, rows.Feedback)))
def test_raw_sql_cannot_update_a_recorded_row(model: Any, recorded: rows.Turn) -> None:
    assert refused(sql(f"UPDATE {model._meta.db_table} SET turn_id = turn_id"))


@pytest.mark.parametrize("model", names(TABLES))
def test_raw_sql_cannot_delete(model: Any, recorded: rows.Turn) -> None:
    assert refused(sql(f"DELETE FROM {model._meta.db_table}"))


@pytest.mark.parametrize("model", names(TABLES))
def test_raw_sql_cannot_truncate(model: Any, recorded: rows.Turn) -> None:
    sql("SET CONSTRAINTS ALL IMMEDIATE")()  # else the foreign keys of this test's own rows would refuse it first
    assert refused(sql(f"TRUNCATE {model._meta.db_table} CASCADE"))


@pytest.mark.parametrize("model", names((*RECORD, rows.Feedback)))
def test_a_query_set_cannot_update_a_recorded_row(model: Any, recorded: rows.Turn) -> None:
    assert refused(lambda: model.objects.update(turn=recorded))


@pytest.mark.parametrize("model", names(TABLES))
def test_a_query_set_cannot_delete_past_the_collector(model: Any, recorded: rows.Turn) -> None:
    assert refused(lambda: model.objects.all()._raw_delete(using="default"))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"message": "khác"}, id="message"),
        pytest.param({"outcome": "abstain", "reason": "no_evidence"}, id="outcome"),
        pytest.param({"status": "waiting", "outcome": None, "reason": None, "finished_at": None}, id="asked again"),
        pytest.param({"question": "câu khác"}, id="question"),
    ],
)
def test_a_turn_that_is_done_does_not_change(change: dict, recorded: rows.Turn) -> None:
    assert refused(lambda: rows.Turn.objects.filter(pk=recorded.pk).update(**change))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"question": "câu khác"}, id="question"),
        pytest.param({"number": 7}, id="number"),
        pytest.param({"client_key": "k"}, id="key"),
        pytest.param({"created_at": timezone.now()}, id="time"),
    ],
)
def test_what_was_asked_does_not_change_while_it_is_open(change: dict, clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều paracetamol")
    assert refused(lambda: rows.Turn.objects.filter(pk=turn.pk).update(**change))


def test_a_running_turn_does_not_wait_again(clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều paracetamol")
    rows.Turn.objects.filter(pk=turn.pk).update(status="running")
    assert refused(lambda: rows.Turn.objects.filter(pk=turn.pk).update(status="waiting"))


def test_no_claim_can_be_added_to_a_turn_that_is_done(recorded: rows.Turn) -> None:
    late = rows.Claim(turn=recorded, index=9, place=None, text="thêm", role="answer", citations=[])
    assert refused(lambda: late.save(force_insert=True))


def test_no_record_is_taken_before_the_turn_runs(clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều paracetamol")
    assert refused(lambda: rows.QueryFrame(turn=turn, intent="dose", understood_by="rules", data={}).save())


def test_a_conversation_keeps_its_owner(recorded: rows.Turn, other_clinician: User) -> None:
    assert refused(lambda: rows.Conversation.objects.update(owner=other_clinician))


def test_a_conversation_given_to_a_pharmacist_is_not_opened_again(recorded: rows.Turn) -> None:
    rows.Conversation.objects.update(escalated_at=timezone.now())
    assert refused(lambda: rows.Conversation.objects.update(escalated_at=None))


def test_a_conversation_may_be_renamed(recorded: rows.Turn) -> None:
    assert rows.Conversation.objects.update(title="Bé 18 kg") == 1


# The constraints: what must hold of any row, whoever writes it.


def test_there_is_one_open_turn_per_conversation(clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều paracetamol")
    second = rows.Turn(conversation=turn.conversation, number=2, question="liều", folded="lieu", asked_by=clinician)
    assert refused(lambda: second.save(force_insert=True), by_trigger=False)


def test_turn_numbers_are_unique(recorded: rows.Turn, clinician: User) -> None:
    same = rows.Turn(conversation=recorded.conversation, number=1, question="liều", folded="lieu", asked_by=clinician)
    assert refused(lambda: same.save(force_insert=True), by_trigger=False)


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param({}, id="no outcome and no time"),
        pytest.param({"outcome": "answered", "reason": "verbatim"}, id="no time"),
        pytest.param({"finished_at": timezone.now()}, id="no outcome"),
        pytest.param({"outcome": "answered", "reason": "no_evidence", "finished_at": timezone.now()}, id="not a pair"),
        pytest.param({"outcome": "guessed", "reason": "verbatim", "finished_at": timezone.now()}, id="no such kind"),
    ],
)
def test_a_done_turn_has_an_ending_of_the_contract(ending: dict, clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều paracetamol")
    assert refused(lambda: rows.Turn.objects.filter(pk=turn.pk).update(status="done", **ending), by_trigger=False)


def test_an_open_turn_has_no_ending(clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều paracetamol")
    ending = {"outcome": "answered", "reason": "verbatim", "finished_at": timezone.now()}
    assert refused(lambda: rows.Turn.objects.filter(pk=turn.pk).update(**ending), by_trigger=False)


def test_a_shown_claim_without_a_citation_is_not_stored(clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều paracetamol")
    rows.Turn.objects.filter(pk=turn.pk).update(status="running")
    bare = rows.Claim(turn=turn, index=0, place=0, text="500 mg", role="answer", citations=[])
    assert refused(lambda: bare.save(force_insert=True), by_trigger=False)
