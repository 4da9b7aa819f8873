"""Rules over any ending: how often we may ask again, and what an escalation carries."""

from typing import Any

from rag import wording
from rag.frames import QueryFrame
from rag.outcomes import Kind, Outcome
from rag.passages import Evidence
from rag.records import PastTurn

SAME_SLOT = 2  # the same slot is asked at most twice in a row of clarifications
IN_A_ROW = 4

# What a person takes over. Every other abstention stays one, and waits in the pharmacists' queue.
_TAKEN_OVER = {Outcome.ABSTAIN_BUDGET_EXHAUSTED: Outcome.ESCALATE_BUDGET_EXHAUSTED}
_TAKEN_OVER_WHEN_RETRIED = {Outcome.ABSTAIN_UNGROUNDED: Outcome.ESCALATE_UNGROUNDED}


def taken_over(outcome: Outcome, *, retried: bool) -> Outcome:
    """The outcome, or the escalation that the policy makes of it. `retried`: a model wrote the answer twice."""
    found = _TAKEN_OVER.get(outcome, outcome)
    return _TAKEN_OVER_WHEN_RETRIED.get(found, found) if retried else found


def bounded(outcome: Outcome, slot: str | None, history: tuple[PastTurn, ...]) -> Outcome:
    """The outcome, or `clarify_exhausted` when we have already asked as often as we may. Any other ending resets."""
    if outcome.kind is not Kind.CLARIFY:
        return outcome
    streak: list[str] = []
    for past in reversed(history):
        if past.outcome is None or past.outcome.kind is not Kind.CLARIFY:
            break
        streak.append(past.clarify.slot if past.clarify else "")
    if len(streak) >= IN_A_ROW or (slot and streak.count(slot) >= SAME_SLOT):
        return Outcome.ESCALATE_CLARIFY_EXHAUSTED
    return outcome


def escalation(
    outcome: Outcome, message: str, frame: QueryFrame, evidence: Evidence, history: tuple[PastTurn, ...]
) -> dict[str, Any]:
    """The hand-off signal of the contract: topics for the person who takes over, never a clinical value."""
    return {
        "status": "escalate",
        "message": message,
        "reason": outcome.reason,
        "handoff_context": {
            "rewritten_query": wording.topic(frame),
            "top_chunks": [
                {"chunk_id": p.id, "score": 1.0, "title": f"{p.monograph_name} – {p.section_title}"}
                for p in evidence.passages[:5]
            ],
            "conversation_summary": summary(history),
            "user_profile": {},
        },
    }


def summary(history: tuple[PastTurn, ...]) -> str:
    """One line a turn: what was asked about and how it ended, by topic."""
    lines = [
        f"Lượt {past.number}: {wording.topic(past.frame)} ({past.outcome.value if past.outcome else 'chưa xong'})"
        for past in history
        if past.frame is not None
    ]
    return "\n".join(lines[-12:])
