"""The one door to the model: a turn's budget and deadline, one second try, and a line of record for every request."""

import logging
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TypeVar

from rag.breakers import Admission, Breaker
from rag.errors import (
    BudgetExhausted,
    CallFailed,
    Cancelled,
    MalformedReply,
    ModelDown,
    ModelPaused,
    ModelThrottled,
    ModelTimeout,
)
from rag.language import CallOutcome, LanguageModel, Prompt, ReplyEnd, TextPiece
from rag.model_requests import Request, says_of_provider, token_count
from rag.prices import Price
from rag.records import ModelCall
from rag.replies import check_reply
from rag.unwrapping import Unwrapping

logger = logging.getLogger(__name__)

TURN_CALLS = 8
# What asking again may mend. A reply that cannot be used is not among them: the same question to the same model would
# pay twice for the same answer.
_PASSING = (ModelTimeout, ModelThrottled, ModelDown)
_FAILED = frozenset({CallOutcome.TIMEOUT, CallOutcome.THROTTLED, CallOutcome.DOWN, CallOutcome.TRUNCATED})
_THROTTLED_SECONDS = 0.5
# No tokenizer's tokens are longer on average. A server that does not keep to `max_tokens` must not fill the memory.
_CHARACTERS_OF_A_TOKEN = 64
_SECONDS_BETWEEN_LOOKS = 0.05
_CLOSING_SECONDS = 0.5
T = TypeVar("T")


class MeteredModel:
    """The model as one turn sees it. Any number of threads may ask; `ends_at` is a reading of `clock`.

    Every request counts against the budget, second tries too. Steps that hold this cannot make a call that is not
    bounded and not recorded.

    `cancelled` is asked only in the thread that made this, which is the turn's: it may look into the database, and
    other threads have no connection of their own to it. They end with `stop`.
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
        price: Price | None = None,
    ) -> None:
        self._model, self._breaker, self._price = model, breaker, price
        self._ends_at, self._clock, self._sleep = ends_at, clock, sleep
        self._cancelled, self._thread, self._stopped = cancelled, threading.get_ident(), threading.Event()
        self._lock = threading.Condition()
        self._left, self._out = budget, 0
        self._calls: list[ModelCall] = []
        self._written: list[Generator[str, None, None]] = []
        # Leave for the one call by which the breaker looks whether the provider is back, once that call is answered.
        # What the turn asks beside it belongs to the same trial: refused, it would cost the turn that found it back.
        self._trial: Admission | None = None

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
        """Let every request that is still out end, and make no other."""
        self._stopped.set()

    def close(self) -> tuple[ModelCall, ...]:
        """In the turn's thread, at its end, however it ends: `stop`, and every request that was made, recorded."""
        self.stop()
        for pieces in self._written:  # one that nobody reads on would never see that it is to stop
            with suppress(ValueError):  # another thread is just reading it, and will see
                pieces.close()
        with self._lock:
            self._lock.wait_for(lambda: not self._out, timeout=_CLOSING_SECONDS)
        return self.calls

    def ask(self, prompt: Prompt) -> str:
        """The whole reply, complete and not blank; of one with a structure the text of its JSON object alone.

        Raises BudgetExhausted, Cancelled, ModelPaused and CallFailed.
        """
        return self._with_second_try(prompt, lambda: "".join(self._reply(prompt)))

    def write(self, prompt: Prompt) -> Generator[str, None, None]:
        """The reply as it comes. Raises what `ask` raises, possibly at its very end: until then nothing is settled.

        There is no second try once a piece was handed out. Closing the iterator ends the request.
        """

        pieces = self._pieces(prompt)
        self._written.append(pieces)
        return pieces

    def _pieces(self, prompt: Prompt) -> Generator[str, None, None]:
        def begun() -> tuple[str, Generator[str, None, None]]:
            pieces = self._reply(prompt)
            return next(pieces), pieces

        first, rest = self._with_second_try(prompt, begun)
        with closing(rest):
            yield first
            yield from rest

    def begin(self, prompt: Prompt) -> "Pending":
        """`ask` in a thread of its own, while the turn goes on."""
        reply: Future[str] = Future()

        def run() -> None:
            try:
                reply.set_result(self.ask(prompt))
            except BaseException as error:  # noqa: BLE001  whatever it is, `result` raises it
                reply.set_exception(error)

        threading.Thread(target=run, name="model call beside the turn", daemon=True).start()
        return Pending(self, reply)

    def check(self) -> None:
        """For the turn's thread while it waits for others. Raises Cancelled, and then `stop` has been called."""
        if self._is_cancelled():
            raise Cancelled

    def _with_second_try(self, prompt: Prompt, call: Callable[[], T]) -> T:
        try:
            return call()
        except _PASSING as error:
            pause = _THROTTLED_SECONDS if isinstance(error, ModelThrottled) else 0.0
            if self.calls_left < 1 or self.seconds_left - pause <= prompt.usual_seconds:
                raise
            self._sleep(pause)
            try:
                return call()
            except BudgetExhausted:
                raise error from None  # calls beside it took the last one: the provider failed, nobody ran out of time

    def _reply(self, prompt: Prompt) -> Generator[str, None, None]:
        """One request, recorded however it ends."""
        request = self._admitted(prompt)
        outcome, end, text = CallOutcome.FAULT, None, ""
        wrapping = None if prompt.structure is None else Unwrapping()
        try:
            pieces = self._model.reply(prompt, timeout=request.seconds, cancelled=self._is_cancelled)
            with closing(pieces):
                for piece in pieces:
                    self._check_time()
                    match piece:
                        case TextPiece(part):
                            text += part
                            if len(text) > prompt.max_tokens * _CHARACTERS_OF_A_TOKEN:
                                raise MalformedReply("longer than was asked for")
                            if part:
                                self._is_answered(request)
                            if known := part if wrapping is None else wrapping.feed(part):
                                yield known
                        case ReplyEnd():
                            end = piece
            check_reply(prompt, text, end)  # with it nothing is held back any more
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

    def _admitted(self, prompt: Prompt) -> Request:
        self.check()
        seconds = self.seconds_left
        if prompt.most_seconds is not None:
            seconds = min(seconds, prompt.most_seconds)
        if seconds <= 0:
            raise BudgetExhausted
        with self._lock:
            if self._left < 1:
                failing = bool(self._calls) and self._calls[-1].outcome in _FAILED
                raise ModelPaused if failing else BudgetExhausted  # else the turn asked for too much
            admission = self._breaker.admit() or self._trial
            if admission is None:
                raise ModelPaused
            self._left -= 1
            self._out += 1
        return Request(admission, self._clock(), seconds)

    def _is_answered(self, request: Request) -> None:
        if request.admission.probe is not None:
            with self._lock:
                self._trial = request.admission

    def _is_cancelled(self) -> bool:
        if threading.get_ident() == self._thread and not self._stopped.is_set() and self._cancelled():
            self.stop()
        return self._stopped.is_set()

    def _check_time(self) -> None:
        if self._clock() >= self._ends_at:
            raise ModelTimeout("past the deadline of the turn")

    def _settle(self, prompt: Prompt, request: Request, outcome: CallOutcome, end: ReplyEnd | None) -> None:
        enough_time = request.seconds >= prompt.usual_seconds
        worked = says_of_provider(outcome, enough_time=enough_time)
        self._breaker.settle(request.admission, worked=worked, ended=outcome.value)
        read = token_count(end.input_tokens) if end else None
        wrote = token_count(end.output_tokens) if end else None
        call = ModelCall(
            purpose=prompt.name,
            prompt_sha256=prompt.sha256,
            model=self._model.model_id,
            ms=round((self._clock() - request.started) * 1000),
            input_tokens=read,
            output_tokens=wrote,
            outcome=outcome,
            cost=self._price.of(read, wrote) if self._price else None,
            currency=self._price.currency if self._price else "",
        )
        with self._lock:
            self._calls.append(call)
            self._out -= 1
            if request.admission == self._trial:
                self._trial = None
            self._lock.notify_all()


@dataclass(frozen=True, slots=True)
class Pending:
    """A reply that is on its way."""

    _model: MeteredModel
    _reply: Future[str]

    def result(self) -> str:
        """In the turn's thread. Raises what `MeteredModel.ask` raises."""
        while not wait((self._reply,), timeout=_SECONDS_BETWEEN_LOOKS).done:
            self._model.check()
        return self._reply.result()
