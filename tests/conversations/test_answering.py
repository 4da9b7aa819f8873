"""A turn is answered once, recorded whole, and always ended."""

import logging
import threading
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, OperationalError, connection
from django.utils import timezone

from conversations import answering, mapping, processes
from conversations.answering import answer_turn, cancel_turn, stage_of
from conversations.intake import submit_turn
from conversations.interruptions import close_if_stale, close_turn
from conversations.models import CitedPassage, Claim, QueryFrame, Turn, Verification
from conversations.tasks import close_interrupted_turns
from rag.claims import Citation
from rag.errors import Cancelled
from rag.outcomes import Outcome
from rag.records import Check, Stage, TurnRecord, Verdict
from rag.records import Verification as Checked
from tests.conversations.conftest import FakeEngine
from tests.conversations.records import abstaining, answered, clarifying, escalating, make_claim, make_passage, passed

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(clinician: User) -> Turn:
    return submit_turn(conversation=None, owner=clinician, question="liều paracetamol cho bé 5 tuổi 18 ký uống")


def ended(turn: Turn) -> tuple[str | None, str | None]:
    stored = Turn.objects.get(pk=turn.pk)
    return stored.outcome, stored.reason


def test_an_answer_is_recorded_row_by_row(waiting: Turn, fake_engine: FakeEngine) -> None:
    fake_engine.reply = answered(claims=2)
    turn = Turn.objects.get(pk=answer_turn(waiting.pk).pk)
    assert (turn.status, turn.outcome, turn.reason, turn.route) == ("done", "answered", "verbatim", "one drug")
    assert (turn.edition_key, turn.edition_revision, turn.quoted) == ("mau", 3, ["paracetamol"])
    assert QueryFrame.objects.get(turn=turn).drug_ids == ["paracetamol"]
    assert [p.cited for p in CitedPassage.objects.filter(turn=turn)] == [True, True]
    read = fake_engine.reply.evidence.passages
    assert turn.read == [[p.id, p.provenance.text_sha256, False] for p in read]
    assert len(read) == 3  # one was read and not quoted: kept by id and hash
    assert [c.place for c in Claim.objects.filter(turn=turn)] == [0, 1]
    assert Verification.objects.filter(turn=turn).count() == 4
    assert turn.rag_version
    assert turn.finished_at


def test_a_claim_that_was_dropped_is_kept_but_not_shown(waiting: Turn, fake_engine: FakeEngine) -> None:
    record = answered(claims=2)
    failed = Checked(Check.BAND, Verdict.FAIL, 0, "tuổi ngoài khoảng")
    fake_engine.reply = replace(record, claims=record.claims[1:], verifications=(*passed(1, Check.CITATION), failed))
    turn = answer_turn(waiting.pk)
    assert [c.place for c in Claim.objects.filter(turn=turn)] == [None, 0]
    assert Verification.objects.get(verdict="fail").claim.index == 0


def test_a_turn_is_answered_once(waiting: Turn, fake_engine: FakeEngine) -> None:
    answer_turn(waiting.pk)
    again = answer_turn(waiting.pk)
    assert len(fake_engine.requests) == 1
    assert again.is_done
    assert Claim.objects.count() == 1


def test_a_turn_that_somebody_else_has_taken_is_left_alone(waiting: Turn, fake_engine: FakeEngine) -> None:
    Turn.objects.filter(pk=waiting.pk).update(status="running")
    assert answer_turn(waiting.pk).status == "running"
    assert not fake_engine.requests


def test_an_unknown_turn_is_an_error(fake_engine: FakeEngine) -> None:
    with pytest.raises(Turn.DoesNotExist):
        answer_turn(uuid.uuid4())


def test_a_failing_pipeline_ends_the_turn(
    waiting: Turn, fake_engine: FakeEngine, caplog: pytest.LogCaptureFixture
) -> None:
    fake_engine.reply = RuntimeError("hỏng")
    with caplog.at_level(logging.INFO):
        turn = answer_turn(waiting.pk)
    assert ended(turn) == ("abstain", "system_error")
    assert turn.message
    assert "RuntimeError" in caplog.text
    assert "paracetamol" not in caplog.text


def test_a_database_error_in_the_pipeline_ends_the_turn(waiting: Turn, fake_engine: FakeEngine) -> None:
    fake_engine.reply = DatabaseError("mất kết nối")
    assert ended(answer_turn(waiting.pk)) == ("abstain", "system_error")


def unchecked(record: TurnRecord) -> TurnRecord:
    return replace(record, verifications=())


def failed(record: TurnRecord) -> TurnRecord:
    return replace(record, verifications=(*record.verifications, Checked(Check.NUMBERS, Verdict.FAIL, 0)))


def errored(record: TurnRecord) -> TurnRecord:
    return replace(record, verifications=(*record.verifications, Checked(Check.NUMBERS, Verdict.ERROR, 0)))


def uncited(record: TurnRecord) -> TurnRecord:
    bare = (replace(record.claims[0], citations=()),)
    return replace(record, claims=bare, drafted=bare)


def misquoted(record: TurnRecord) -> TurnRecord:
    wrong = (replace(record.claims[0], citations=(Citation(record.evidence.passages[0].id, "500 mg", 0, 6),)),)
    return replace(record, claims=wrong, drafted=wrong)


def undrafted(record: TurnRecord) -> TurnRecord:
    return replace(record, drafted=(make_claim(make_passage(5)),))


def unretrieved(record: TurnRecord) -> TurnRecord:
    elsewhere = (make_claim(make_passage(7)),)
    return replace(record, claims=elsewhere, drafted=elsewhere)


def quarantined(record: TurnRecord) -> TurnRecord:
    held = make_passage(0, quarantine="cột lệch")
    claim = (make_claim(held),)
    return replace(record, evidence=replace(record.evidence, passages=(held,)), claims=claim, drafted=claim)


@pytest.mark.parametrize(
    "spoil",
    [unchecked, failed, errored, uncited, misquoted, undrafted, unretrieved, quarantined],
    ids=lambda f: f.__name__,
)
def test_an_answer_with_a_claim_that_is_not_verified_is_never_shown(
    spoil: Any, waiting: Turn, fake_engine: FakeEngine
) -> None:
    fake_engine.reply = spoil(answered())
    assert ended(answer_turn(waiting.pk)) == ("abstain", "system_error")
    assert not Claim.objects.exists()


def test_an_abstention_shows_no_claim_even_if_it_drafted_some(waiting: Turn, fake_engine: FakeEngine) -> None:
    record = answered()
    fake_engine.reply = replace(record, outcome=Outcome.ABSTAIN_UNGROUNDED, claims=())
    answer_turn(waiting.pk)
    assert Claim.objects.get().place is None
    assert Turn.objects.get().quoted == []


def test_an_escalation_closes_the_conversation(waiting: Turn, fake_engine: FakeEngine) -> None:
    fake_engine.reply = escalating()
    turn = answer_turn(waiting.pk)
    assert turn.conversation.escalated_at == turn.finished_at
    turn.conversation.refresh_from_db()
    assert turn.conversation.escalated_at


def test_a_follow_up_sees_what_was_stored(waiting: Turn, fake_engine: FakeEngine, clinician: User) -> None:
    fake_engine.reply = clarifying()
    first = answer_turn(waiting.pk)
    fake_engine.reply = answered()
    second = answer_turn(submit_turn(conversation=first.conversation, owner=clinician, question="5 tuổi").pk)
    answer_turn(submit_turn(conversation=second.conversation, owner=clinician, question="nói kỹ hơn").pk)
    past = fake_engine.requests[-1].history
    assert [turn.number for turn in past] == [1, 2]
    assert past[0].frame == clarifying().frame
    assert past[0].clarify == clarifying().clarify
    assert past[0].outcome is Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT
    assert past[1].claim_drugs == ("paracetamol",)


def test_a_turn_that_was_not_understood_has_no_frame_in_the_history(
    waiting: Turn, fake_engine: FakeEngine, clinician: User
) -> None:
    fake_engine.reply = RuntimeError("hỏng")
    first = answer_turn(waiting.pk)
    fake_engine.reply = answered()
    answer_turn(submit_turn(conversation=first.conversation, owner=clinician, question="5 tuổi").pk)
    assert fake_engine.requests[-1].history[0].frame is None


def test_a_history_that_cannot_be_read_leaves_the_turn_without_memory(
    waiting: Turn, fake_engine: FakeEngine, clinician: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answer_turn(waiting.pk)
    # A frame as a later or damaged release might have left it.
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute('UPDATE conversations_queryframe SET data = \'{"intent": "poetry"}\'')
        cursor.execute("SET session_replication_role = DEFAULT")
    turn = answer_turn(submit_turn(conversation=first.conversation, owner=clinician, question="5 tuổi").pk)
    assert fake_engine.requests[-1].history_unavailable
    assert fake_engine.requests[-1].history == ()
    assert ended(turn) == ("answered", "verbatim")


def test_stages_are_told_and_a_listener_that_fails_does_not_stop_the_turn(
    waiting: Turn, fake_engine: FakeEngine
) -> None:
    told: list[Stage] = []

    def listener(stage: Stage) -> None:
        told.append(stage)
        raise ConnectionError("trình duyệt đã đóng")

    def reply(request: Any, *, on_stage: Any, cancelled: Any) -> TurnRecord:
        on_stage(Stage.UNDERSTANDING)
        assert stage_of(waiting.pk) is Stage.UNDERSTANDING
        on_stage(Stage.VERIFYING)
        return answered()

    fake_engine.reply = reply
    turn = answer_turn(waiting.pk, on_stage=listener)
    assert told == [Stage.UNDERSTANDING, Stage.VERIFYING]
    assert ended(turn) == ("answered", "verbatim")
    assert stage_of(waiting.pk) is None


def test_a_waiting_turn_can_be_cancelled(waiting: Turn, fake_engine: FakeEngine, clinician: User) -> None:
    cancel_turn(waiting.pk, actor=clinician)
    assert ended(answer_turn(waiting.pk)) == ("abstain", "interrupted")
    assert not fake_engine.requests


def test_a_running_turn_sees_that_it_was_cancelled(waiting: Turn, fake_engine: FakeEngine, clinician: User) -> None:
    def reply(request: Any, *, on_stage: Any, cancelled: Any) -> TurnRecord:
        assert not cancelled()
        cancel_turn(waiting.pk, actor=clinician)
        assert cancelled()
        return abstaining(Cancelled.outcome)

    fake_engine.reply = reply
    assert ended(answer_turn(waiting.pk)) == ("abstain", "interrupted")


def test_a_running_turn_sees_that_another_process_cancelled_it(
    waiting: Turn, fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering._Watch, "SECONDS_BETWEEN_LOOKS", 0.0)

    def reply(request: Any, *, on_stage: Any, cancelled: Any) -> TurnRecord:
        assert not cancelled()
        Turn.objects.filter(pk=waiting.pk).update(cancel_requested_at=timezone.now())
        assert cancelled()
        return abstaining(Cancelled.outcome)

    fake_engine.reply = reply
    assert ended(answer_turn(waiting.pk)) == ("abstain", "interrupted")


def test_a_running_turn_sees_that_it_was_closed(
    waiting: Turn, fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering._Watch, "SECONDS_BETWEEN_LOOKS", 0.0)

    def reply(request: Any, *, on_stage: Any, cancelled: Any) -> TurnRecord:
        close_turn(Turn.objects.get(pk=waiting.pk), Outcome.ABSTAIN_INTERRUPTED)
        assert cancelled()
        return abstaining(Cancelled.outcome)

    fake_engine.reply = reply
    assert ended(answer_turn(waiting.pk)) == ("abstain", "interrupted")


def test_nobody_cancels_somebody_elses_turn(waiting: Turn, other_clinician: User) -> None:
    with pytest.raises(Turn.DoesNotExist):
        cancel_turn(waiting.pk, actor=other_clinician)


def test_a_done_turn_stays_as_it_is_when_cancelled(waiting: Turn, fake_engine: FakeEngine, clinician: User) -> None:
    answer_turn(waiting.pk)
    assert cancel_turn(waiting.pk, actor=clinician).outcome == "answered"


def test_an_answer_that_comes_after_the_turn_was_closed_is_not_recorded(waiting: Turn, fake_engine: FakeEngine) -> None:
    def reply(request: Any, *, on_stage: Any, cancelled: Any) -> TurnRecord:
        assert close_turn(Turn.objects.get(pk=waiting.pk), Outcome.ABSTAIN_INTERRUPTED)
        return answered()

    fake_engine.reply = reply
    turn = answer_turn(waiting.pk)
    assert turn.reason == "interrupted"
    assert ended(turn) == ("abstain", "interrupted")
    assert not Claim.objects.exists()


@pytest.mark.parametrize(
    ("mark", "age", "closed"),
    [
        pytest.param(processes.this_process(), timedelta(seconds=5), 0, id="alive and young"),
        pytest.param(processes.this_process(), timedelta(seconds=61), 1, id="past twice its time"),
        pytest.param("another-host/1/1", timedelta(seconds=5), 0, id="another host, young"),
        pytest.param("another-host/1/1", timedelta(seconds=61), 1, id="another host, too old"),
        pytest.param("dead", timedelta(seconds=1), 1, id="dead process"),
        pytest.param("reused", timedelta(seconds=1), 1, id="number used by a new process"),
    ],
)
def test_an_interrupted_turn_is_closed(mark: str, age: timedelta, closed: int, waiting: Turn) -> None:
    host, number, _ = processes.this_process().split("/")
    mark = {"dead": f"{host}/4194000/1", "reused": f"{host}/{number}/1"}.get(mark, mark)
    Turn.objects.filter(pk=waiting.pk).update(status="running", claimed_by=mark, claimed_at=timezone.now() - age)
    assert close_interrupted_turns() == closed
    assert ended(waiting) == (("abstain", "interrupted") if closed else (None, None))


def test_a_turn_that_this_process_dropped_is_closed_when_it_is_looked_at(
    waiting: Turn, fake_engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(answering, "_record", away)
    monkeypatch.setattr(answering, "close_turn", away)
    with pytest.raises(OperationalError):
        answer_turn(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.status == "running"
    close_if_stale(waiting)
    assert ended(waiting) == ("abstain", "interrupted")


def test_a_turn_that_this_process_works_on_is_not_closed_by_a_look(waiting: Turn, fake_engine: FakeEngine) -> None:
    def reply(request: Any, *, on_stage: Any, cancelled: Any) -> TurnRecord:
        answer_turn(waiting.pk)  # the same question from another tab
        looked_at = Turn.objects.get(pk=waiting.pk)
        close_if_stale(looked_at)
        assert looked_at.status == "running"
        return answered()

    fake_engine.reply = reply
    assert answer_turn(waiting.pk).outcome == "answered"


def test_a_turn_that_nobody_took_is_closed_in_time(waiting: Turn) -> None:
    assert close_interrupted_turns() == 0
    assert close_interrupted_turns(timedelta(0)) == 1
    assert ended(waiting) == ("abstain", "interrupted")


def test_a_masked_question_reaches_the_pipeline_masked(clinician: User, fake_engine: FakeEngine) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="BN Nguyễn Văn Mẫu uống paracetamol liều nào")
    answer_turn(turn.pk)
    assert "Mẫu" not in fake_engine.requests[0].question


def test_every_outcome_can_be_stored(clinician: User, fake_engine: FakeEngine) -> None:
    for outcome in Outcome:
        fake_engine.reply = abstaining(outcome)
        turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều").pk)
        assert ended(turn) == (outcome.kind, outcome.reason)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_answer_a_turn_once(waiting: Turn, fake_engine: FakeEngine) -> None:
    start = threading.Barrier(4)
    ends: list[Turn] = []

    def work() -> None:
        start.wait()
        ends.append(answer_turn(waiting.pk))
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(ends) == 4
    assert len(fake_engine.requests) == 1
    assert Claim.objects.count() == 1


def test_the_record_holds_the_text_as_shown(waiting: Turn, fake_engine: FakeEngine) -> None:
    answer_turn(waiting.pk)
    stored = CitedPassage.objects.get(cited=True)
    shown = answered().evidence.passages[0]
    assert (stored.text, stored.key, stored.page_from) == (shown.text, shown.id, shown.provenance.page_from)
    assert mapping.frame_of(QueryFrame.objects.get()) == answered().frame
