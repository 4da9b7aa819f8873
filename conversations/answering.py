"""Answer a turn: take it, run the pipeline once, record everything, and only then let it be shown."""

import logging
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from conversations import bulk, engine
from conversations.interruptions import close_turn
from conversations.json_values import Undecodable
from conversations.mapping import ending_of, record_rows, request_for
from conversations.models import Claim, ModelCall, Turn, Verification
from conversations.models.record import RecordRows
from conversations.processes import this_process, working_on
from rag.outcomes import Kind, Outcome
from rag.records import Stage, TurnRequest

logger = logging.getLogger(__name__)

# A value lives six turns and a chain of our own questions four; further back only names of drugs are looked for.
HISTORY_TURNS = 20

OnStage = Callable[[Stage], None]


def answer_turn(turn_id: uuid.UUID, *, on_stage: OnStage = lambda stage: None) -> Turn:
    """Answer a waiting turn and return it done. Safe to call twice, and from several processes.

    A turn that somebody else has taken, or that is done, is returned as it stands. No transaction is open while the
    pipeline runs. Whatever goes wrong in there ends the turn as `abstain/system_error`. Raises Turn.DoesNotExist,
    and DatabaseError when the database is gone (the turn is then closed as interrupted later).
    """
    with working_on(turn_id):
        return _take_and_answer(turn_id, on_stage)


def _take_and_answer(turn_id: uuid.UUID, on_stage: OnStage) -> Turn:
    started = time.monotonic()
    waiting = Turn.objects.filter(pk=turn_id, status=Turn.Status.WAITING)
    mine = waiting.update(
        status=Turn.Status.RUNNING,
        claimed_by=this_process(),
        claimed_at=timezone.now(),
        attempts=F("attempts") + 1,
    )
    if not mine:
        return Turn.objects.select_related("conversation").get(pk=turn_id)
    with _Watch(turn_id) as watch:
        turn = Turn.objects.select_related("conversation").get(pk=turn_id)
        if turn.cancel_requested_at:  # before the watch was set up
            watch.stop()
        try:
            answer = engine.run(
                _request(turn), on_stage=lambda stage: watch.reached(stage, on_stage), cancelled=watch.is_cancelled
            )
            return _record(turn, answer, started)
        except Exception:
            # Whatever it was: the asker gets an ending, and the log the traceback.
            logger.exception("turn %s failed", turn.pk)
            if not close_turn(turn, Outcome.ABSTAIN_SYSTEM_ERROR):
                turn.refresh_from_db()
            return turn


def cancel_turn(turn_id: uuid.UUID, *, actor: User) -> Turn:
    """Ask a turn of the actor's to stop; it ends as `abstain/interrupted` unless it is done first.

    Raises Turn.DoesNotExist when the turn is not the actor's.
    """
    turn = Turn.objects.select_related("conversation").get(pk=turn_id, asked_by=actor)
    if turn.status != Turn.Status.WAITING or not close_turn(turn, Outcome.ABSTAIN_INTERRUPTED):
        running = Turn.objects.filter(pk=turn_id, status=Turn.Status.RUNNING)
        running.update(cancel_requested_at=timezone.now())
        turn.refresh_from_db()
    _Watch.cancel(turn_id)
    return turn


def stage_of(turn_id: uuid.UUID) -> Stage | None:
    """Where a turn that this process is answering has come to; None when it is not answering it."""
    watch = _Watch.running.get(turn_id)
    return None if watch is None else watch.stage


class _Watch:
    """A turn that this process is answering: its stage, and whether it should stop."""

    running: dict[uuid.UUID, "_Watch"] = {}
    SECONDS_BETWEEN_LOOKS = 1.0

    def __init__(self, turn_id: uuid.UUID) -> None:
        self.turn_id = turn_id
        self.stage: Stage | None = None
        self._stop = threading.Event()
        self._looked = time.monotonic()

    def __enter__(self) -> "_Watch":
        self.running[self.turn_id] = self
        return self

    def __exit__(self, *args: object) -> None:
        self.running.pop(self.turn_id, None)

    @classmethod
    def cancel(cls, turn_id: uuid.UUID) -> None:
        watch = cls.running.get(turn_id)
        if watch is not None:
            watch.stop()

    def stop(self) -> None:
        self._stop.set()

    def reached(self, stage: Stage, tell: OnStage) -> None:
        self.stage = stage
        try:
            tell(stage)
        except Exception:
            # A notice that cannot be delivered must not stop the turn.
            logger.debug("stage of turn %s could not be told", self.turn_id, exc_info=True)

    def is_cancelled(self) -> bool:
        """Another process may have been told to stop or to close it, so the row is looked at once a second."""
        now = time.monotonic()
        if not self._stop.is_set() and now - self._looked >= self.SECONDS_BETWEEN_LOOKS:
            self._looked = now
            wanted = Turn.objects.filter(pk=self.turn_id, status=Turn.Status.RUNNING, cancel_requested_at__isnull=True)
            if not wanted.exists():
                self._stop.set()
        return self._stop.is_set()


def _request(turn: Turn) -> TurnRequest:
    """The question with the conversation's last turns. A store that cannot be read leaves the turn without memory."""
    if turn.number == 1:
        return TurnRequest(question=turn.question)
    earlier = Turn.objects.filter(conversation_id=turn.conversation_id, number__lt=turn.number)
    try:
        history = earlier.select_related("frame").order_by("-number")[:HISTORY_TURNS]
        return request_for(turn, history)
    except (DatabaseError, Undecodable):
        logger.exception("history of turn %s could not be read", turn.pk)
        return replace(request_for(turn, ()), history_unavailable=True)


def _record(turn: Turn, answer: engine.Answer, started: float) -> Turn:
    """One transaction writes the whole record and ends the turn; or nothing, when the turn was closed meanwhile."""
    rows = record_rows(turn, answer.record)
    ending = ending_of(answer.record) | {
        "status": Turn.Status.DONE,
        "edition_key": answer.edition_key,
        "edition_revision": answer.edition_revision,
        "rag_version": engine.rag_version(),
        "finished_at": timezone.now(),
        "ms": round((time.monotonic() - started) * 1000),
    }
    try:
        with transaction.atomic():
            _write(turn, rows, ending)
    except (IntegrityError, _TakenAway):
        turn.refresh_from_db()
        if not turn.is_done:
            raise
        logger.warning("turn %s was closed while it was being answered", turn.pk)
        return turn
    for name, value in ending.items():
        setattr(turn, name, value)
    turn.recorded = rows
    return turn


class _TakenAway(Exception):
    """The turn is no longer ours to end."""


def _write(turn: Turn, rows: RecordRows, ending: dict[str, Any]) -> None:
    if rows.frame is not None:
        rows.frame.save(force_insert=True)
    bulk.insert(rows.passages)
    Claim.objects.bulk_create(rows.claims)
    Verification.objects.bulk_create(rows.verifications)
    ModelCall.objects.bulk_create(rows.model_calls)
    ours = Turn.objects.filter(pk=turn.pk, status=Turn.Status.RUNNING, attempts=turn.attempts)
    if not ours.update(**ending):
        raise _TakenAway
    if ending["outcome"] == Kind.ESCALATE:
        turn.conversation.escalated_at = ending["finished_at"]
        turn.conversation.save(update_fields=["escalated_at"])
