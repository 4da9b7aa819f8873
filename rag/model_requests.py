"""One request to a model: what it may take, and what its end says."""

from dataclasses import dataclass

from rag.breakers import Admission
from rag.language import CallOutcome


@dataclass(frozen=True, slots=True)
class Request:
    admission: Admission
    started: float
    seconds: float  # that it may take


def says_of_provider(outcome: CallOutcome, *, enough_time: bool) -> bool | None:
    """What a request says about the provider: see `Breaker.settle`."""
    match outcome:
        case CallOutcome.TIMEOUT:
            return False if enough_time else None
        case CallOutcome.THROTTLED | CallOutcome.DOWN | CallOutcome.TRUNCATED:
            return False
        case CallOutcome.CANCELLED | CallOutcome.FAULT:
            return None
        case _:
            return True  # it answered, even if with something that we cannot use


def token_count(tokens: int | None) -> int | None:
    """A number that cannot be one must not cost the turn its record."""
    return tokens if tokens is not None and 0 <= tokens < 2**31 else None
