"""What stops a turn: each error names the outcome it ends in."""

from rag.language import CallOutcome
from rag.outcomes import Outcome


class TurnStopped(Exception):
    """Raised by a step that cannot go on; the pipeline turns it into an ending."""

    outcome = Outcome.ABSTAIN_SYSTEM_ERROR


class ModelUnavailable(TurnStopped):
    """The model gave no usable reply. Messages name codes and numbers, never the prompt or the reply."""

    outcome = Outcome.ABSTAIN_MODEL_UNAVAILABLE


class ModelPaused(ModelUnavailable):
    """Not asked: the last calls failed, and the provider is left alone for a while."""


class CallFailed(ModelUnavailable):
    """A request was made and failed."""

    call = CallOutcome.FAULT


class ModelTimeout(CallFailed):
    """No complete reply within the time that the call was given."""

    call = CallOutcome.TIMEOUT


class ModelThrottled(CallFailed):
    """Too many requests, says the provider."""

    call = CallOutcome.THROTTLED


class ModelDown(CallFailed):
    """Not reached, or it failed on its own side."""

    call = CallOutcome.DOWN


class TruncatedReply(ModelDown):
    """The connection ended before the reply did."""

    call = CallOutcome.TRUNCATED


class ModelRefused(CallFailed):
    """The provider's filter, or the model itself, would not answer."""

    call = CallOutcome.REFUSED


class ModelRequestInvalid(CallFailed):
    """The provider rejects what we sent: settings, rights or the request itself. Asking again cannot help."""

    call = CallOutcome.REQUEST_INVALID


class BadReply(CallFailed):
    """A complete reply that cannot be used."""


class MalformedReply(BadReply):
    call = CallOutcome.MALFORMED


class BlankReply(BadReply):
    call = CallOutcome.BLANK


class UnfinishedReply(BadReply):
    """The model stopped before it had said everything."""

    call = CallOutcome.UNFINISHED


class BudgetExhausted(TurnStopped):
    outcome = Outcome.ABSTAIN_BUDGET_EXHAUSTED


class Cancelled(TurnStopped):
    """The asker cancelled the turn while it ran."""

    outcome = Outcome.ABSTAIN_INTERRUPTED
