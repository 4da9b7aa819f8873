"""The one door to the model: a turn's budget and deadline, one second try, and a line of record for every request."""

import json
import logging
import re
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from rag.breakers import Admission, Breaker
from rag.errors import (
    BlankReply,
    BudgetExhausted,
    CallFailed,
    Cancelled,
    MalformedReply,
    ModelDown,
    ModelPaused,
    ModelThrottled,
    ModelTimeout,
    TruncatedReply,
    UnfinishedReply,
)
from rag.language import CallOutcome, LanguageModel, Prompt, ReplyEnd, Stop, TextPiece
from rag.records import ModelCall

logger = logging.getLogger(__name__)

TURN_CALLS = 8
# What asking again may mend. A reply that cannot be used is not among them: the same question to the same model would
# pay twice for the same answer.
_PASSING = (ModelTimeout, ModelThrottled, ModelDown)
_THROTTLED_SECONDS = 0.5
# The database stores no NUL, and half a surrogate pair is no character.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
T = TypeVar("T")


class MeteredModel:
    """The model as one turn sees it. Any number of threads may ask; `ends_at` is a reading of `clock`.

    Every request counts against the budget, second tries too. Steps that hold this cannot make a call that is not
    bounded and not recorded.
    """

    def __init__(
        self,
        model: LanguageModel,
        *,
        breaker: Breaker,
        ends_at: float,
        budget: int = TURN_CALLS,
        cancelled: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._model, self._breaker = model, breaker
        self._ends_at, self._clock, self._sleep = ends_at, clock, sleep
        self._cancelled, self._stopped = cancelled, threading.Event()
        self._lock = threading.Lock()
        self._left = budget
        self._calls: list[ModelCall] = []

    @property
    def calls(self) -> tuple[ModelCall, ...]:
        """Every request that has ended, in the order they ended."""
        with self._lock:
            return tuple(self._calls)

    @property
    def calls_left(self) -> int:
        with self._lock:
            return self._left

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._ends_at - self._clock())

    def stop(self) -> None:
        """End every request that is still out, and make no other."""
        self._stopped.set()

    def ask(self, prompt: Prompt) -> str:
        """The whole reply, complete and not blank; the text of a JSON object when the prompt has a structure.

        Raises BudgetExhausted, Cancelled, ModelPaused and CallFailed.
        """
        return self._with_second_try(prompt, lambda: "".join(self._reply(prompt)))

    def write(self, prompt: Prompt) -> Generator[str, None, None]:
        """The reply as it comes. Raises what `ask` raises, possibly at its very end: until then nothing is settled.

        There is no second try once a piece was handed out. Closing the iterator ends the request.
        """

        def begun() -> tuple[str, Generator[str, None, None]]:
            pieces = self._reply(prompt)
            return next(pieces), pieces

        first, rest = self._with_second_try(prompt, begun)
        with closing(rest):
            yield first
            yield from rest

    def _with_second_try(self, prompt: Prompt, call: Callable[[], T]) -> T:
        try:
            return call()
        except _PASSING as error:
            wait = _THROTTLED_SECONDS if isinstance(error, ModelThrottled) else 0.0
            if self.calls_left < 1 or self.seconds_left - wait <= prompt.usual_seconds:
                raise
            self._sleep(wait)
        return call()

    def _reply(self, prompt: Prompt) -> Generator[str, None, None]:
        """One request, recorded however it ends."""
        request = self._admitted(prompt)
        outcome, end, text = CallOutcome.FAULT, None, ""
        try:
            pieces = self._model.reply(prompt, timeout=request.seconds, cancelled=self._is_cancelled)
            with closing(pieces):
                for piece in pieces:
                    self._check_time()
                    match piece:
                        case TextPiece(part):
                            if part:
                                text += part
                                yield part
                        case ReplyEnd():
                            end = piece
            _check(prompt, text, end)
            outcome = CallOutcome.ANSWERED
        except CallFailed as failure:
            outcome = failure.call
            logger.warning("model call %r: %s (%s)", prompt.name, outcome, failure)  # codes only, see ModelUnavailable
            raise
        except (Cancelled, GeneratorExit):
            outcome = CallOutcome.CANCELLED
            raise
        finally:
            self._settle(prompt, request, outcome, end)

    def _admitted(self, prompt: Prompt) -> "_Request":
        if self._is_cancelled():
            raise Cancelled
        seconds = self.seconds_left
        if prompt.most_seconds is not None:
            seconds = min(seconds, prompt.most_seconds)
        if seconds <= 0:
            raise BudgetExhausted
        with self._lock:
            if self._left < 1:
                raise BudgetExhausted
            admission = self._breaker.admit()
            if admission is None:
                raise ModelPaused
            self._left -= 1
        return _Request(admission, self._clock(), seconds)

    def _is_cancelled(self) -> bool:
        return self._stopped.is_set() or self._cancelled()

    def _check_time(self) -> None:
        if self._clock() >= self._ends_at:
            raise ModelTimeout("past the deadline of the turn")

    def _settle(self, prompt: Prompt, request: "_Request", outcome: CallOutcome, end: ReplyEnd | None) -> None:
        enough_time = request.seconds >= prompt.usual_seconds
        self._breaker.settle(request.admission, worked=_worked(outcome, enough_time=enough_time))
        call = ModelCall(
            purpose=prompt.name,
            prompt_sha256=prompt.sha256,
            model=self._model.model_id,
            ms=round((self._clock() - request.started) * 1000),
            input_tokens=_count(end.input_tokens) if end else None,
            output_tokens=_count(end.output_tokens) if end else None,
            outcome=outcome,
        )
        with self._lock:
            self._calls.append(call)


@dataclass(frozen=True, slots=True)
class _Request:
    admission: Admission
    started: float
    seconds: float  # that it may take


def _worked(outcome: CallOutcome, *, enough_time: bool) -> bool | None:
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


def _count(tokens: int | None) -> int | None:
    """A number that cannot be one must not cost the turn its record."""
    return tokens if tokens is not None and 0 <= tokens < 2**31 else None


def _check(prompt: Prompt, text: str, end: ReplyEnd | None) -> None:
    """Raises CallFailed when the reply is not complete, not text or not the JSON that was asked for."""
    if end is None:
        raise TruncatedReply("no end")
    if end.stop is not Stop.FINISHED:
        raise UnfinishedReply(end.stop.value)
    if not text.strip():
        raise BlankReply
    if _NO_TEXT.search(text):
        raise MalformedReply("characters that are no text")
    if prompt.structure is not None:
        _check_json(text)


def _check_json(text: str) -> None:
    def refuse(constant: str) -> NoReturn:
        raise ValueError(constant)

    try:
        value = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        # Not its words: they quote the reply.
        raise MalformedReply("no JSON") from error
    if not isinstance(value, dict):
        raise MalformedReply("JSON, but no object")
    # Once more, for what stood there in escapes.
    unescaped = json.dumps(value, ensure_ascii=False)
    if "\\u0000" in unescaped or _NO_TEXT.search(unescaped):
        raise MalformedReply("characters that are no text")
