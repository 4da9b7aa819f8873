"""Turns that no answer will come for: every turn ends, if not with an answer then with a reason."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from conversations.models import OPEN, Turn
from conversations.processes import has_dropped, is_dead
from rag import messages
from rag.outcomes import Outcome


def stale_after() -> timedelta:
    """An open turn older than this has lost its process: twice the time that a turn may take."""
    return timedelta(seconds=2 * settings.DUOCTHU["TURN_SECONDS"])


def is_stale(turn: Turn) -> bool:
    """True when an open turn will certainly, or in all likelihood, never be answered."""
    if turn.is_done:
        return False
    if turn.claimed_by and (is_dead(turn.claimed_by) or has_dropped(turn.claimed_by, turn.pk)):
        return True
    return (turn.claimed_at or turn.created_at) < timezone.now() - stale_after()


def close_turn(turn: Turn, outcome: Outcome) -> bool:
    """End an open turn without an answer. False when somebody ended it before.

    The fields of `turn` are brought up to date when it is True.
    """
    now = timezone.now()
    ending = {
        "status": Turn.Status.DONE,
        "outcome": outcome.kind.value,
        "reason": outcome.reason,
        "message": messages.ENDINGS[outcome],
        "limits": {"model_calls": 0, "seconds": 0.0},
        "finished_at": now,
        "ms": round((now - (turn.claimed_at or turn.created_at)).total_seconds() * 1000),
    }
    if not Turn.objects.filter(pk=turn.pk, status__in=OPEN).update(**ending):
        return False
    for name, value in ending.items():
        setattr(turn, name, value)
    return True


def close_if_stale(turn: Turn) -> None:
    """Close the turn when its process is lost; whoever looks at it then sees an ending."""
    if is_stale(turn):
        close_turn(turn, Outcome.ABSTAIN_INTERRUPTED)


def close_interrupted(*, older_than: timedelta | None = None) -> int:
    """Close the open turns of dead processes, and those past their time. Returns how many were closed.

    `older_than` replaces twice the time limit; a turn whose process lives on this host still only goes by age.
    """
    cutoff = timezone.now() - (stale_after() if older_than is None else older_than)
    too_old = Q(claimed_at__lt=cutoff) | Q(claimed_at__isnull=True, created_at__lt=cutoff)
    open_turns = Turn.objects.filter(status__in=OPEN)
    return _close_all(open_turns.filter(too_old)) + close_those_of_dead_processes()


def close_those_of_dead_processes() -> int:
    """Close what this host's earlier processes left open. Returns how many were closed."""
    claimed = Turn.objects.filter(status=Turn.Status.RUNNING)
    return _close_all(turn for turn in claimed if is_dead(turn.claimed_by))


def _close_all(turns: Iterable[Turn]) -> int:
    return sum(close_turn(turn, Outcome.ABSTAIN_INTERRUPTED) for turn in turns)
