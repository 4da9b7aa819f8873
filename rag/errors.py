"""What stops a turn: each error names the outcome it ends in."""

from rag.outcomes import Outcome


class TurnStopped(Exception):
    """Raised by a step that cannot go on; the pipeline turns it into an ending."""

    outcome = Outcome.ABSTAIN_SYSTEM_ERROR


class ModelUnavailable(TurnStopped):
    outcome = Outcome.ABSTAIN_MODEL_UNAVAILABLE


class BudgetExhausted(TurnStopped):
    outcome = Outcome.ABSTAIN_BUDGET_EXHAUSTED


class Cancelled(TurnStopped):
    """The asker cancelled the turn while it ran."""

    outcome = Outcome.ABSTAIN_INTERRUPTED
