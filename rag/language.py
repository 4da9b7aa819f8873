"""The port to a language model: what a turn may ask, and how the answer comes back, piece by piece.

A model proposes text; nothing it says is shown before it has been checked. No provider is named here.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Structure:
    """The JSON that a reply must be."""

    name: str  # letters, digits, "_" and "-", at most 64: providers refuse others
    schema: Mapping[str, Any]  # JSON Schema of an object


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing to ask of a model.

    With a `structure` the reply is the text of that JSON, however the provider is made to give it. A provider that
    cannot be held to a schema is told of it by the words of the prompt alone, so those must describe it too.
    """

    name: str  # of the template: what the call is for
    sha256: str  # of the template, before anything was filled in
    system: str
    user: str
    max_tokens: int  # of the reply; one that needs more is not used
    usual_seconds: float  # what the call mostly takes: a second try needs more time than that
    most_seconds: float | None = None  # None: all that is left of the turn
    structure: Structure | None = None

    def __post_init__(self) -> None:
        # Providers refuse blank text, one of them with an error that looks like a fault of the network.
        if not self.system.strip() or not self.user.strip():
            raise ValueError(f"the prompt {self.name} is blank")
        if self.max_tokens < 1 or self.usual_seconds <= 0:
            raise ValueError(f"the prompt {self.name} allows no reply")


class Stop(StrEnum):
    """Why the model stopped writing."""

    FINISHED = "finished"
    TOO_LONG = "too_long"  # at `max_tokens`, or at the end of what the model can hold
    OTHER = "other"  # anything else: it did not say all that it meant to say


@dataclass(frozen=True, slots=True)
class TextPiece:
    """The next characters of the reply, as the provider sent them: nothing is trimmed, composed or repaired."""

    text: str


@dataclass(frozen=True, slots=True)
class ReplyEnd:
    """The last piece. Tokens are as the provider counts them; None: it did not say."""

    stop: Stop
    input_tokens: int | None = None
    output_tokens: int | None = None


Piece = TextPiece | ReplyEnd


@runtime_checkable
class LanguageModel(Protocol):
    @property
    def model_id(self) -> str:
        """What the record of a turn calls the model, as its provider names it."""

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        """Pieces of text as they come, then exactly one ReplyEnd.

        At most one request, which ends, with its connection, within `timeout` seconds, soon after `cancelled` says so,
        and when the iterator is closed. `cancelled` is asked in the thread that reads the pieces, many times a second.
        Any number of threads may call at once.

        Raises, instead of going on: ModelTimeout, ModelThrottled, ModelDown, TruncatedReply (no ReplyEnd came),
        MalformedReply (what came is not what the provider's protocol says), ModelRefused, ModelRequestInvalid,
        Cancelled.
        """


class CallOutcome(StrEnum):
    """How one request to a model ended, as the record of the turn keeps it."""

    ANSWERED = "answered"
    TIMEOUT = "timeout"
    THROTTLED = "throttled"
    DOWN = "down"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    REQUEST_INVALID = "request_invalid"
    MALFORMED = "malformed"
    BLANK = "blank"
    UNFINISHED = "unfinished"
    CANCELLED = "cancelled"
    FAULT = "fault"  # an error that nothing foresaw
