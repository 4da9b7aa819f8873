"""A circuit breaker: a provider that keeps failing is left alone for a while, then tried with a single call."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class BreakerState(StrEnum):
    CLOSED = "closed"  # calls go through
    OPEN = "open"  # calls are refused at once
    HALF_OPEN = "half_open"  # one call is out to see whether the provider is back


@dataclass(frozen=True, slots=True)
class Admission:
    """Leave to make one call; every one is given back to `Breaker.settle`."""

    probe: int | None = None  # number of the trial; None: the breaker was closed


class Breaker:
    """One provider as one process sees it. Any number of threads may use it.

    It opens after `failures` failed calls in a row and then admits one call every `pause` seconds; the first of these
    that works closes it. A trial that is never settled delays the next by no more than `pause`.
    """

    def __init__(self, *, failures: int = 5, pause: float = 10.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._failures, self._pause, self._clock = failures, pause, clock
        self._lock = threading.Lock()
        self._failed = 0  # calls in a row
        self._next_probe: float | None = None  # None: closed
        self._probe = 0  # number of the last trial
        self._probing = False
        self._last = ""

    @property
    def state(self) -> BreakerState:
        with self._lock:
            if self._next_probe is None:
                return BreakerState.CLOSED
            return BreakerState.HALF_OPEN if self._probing else BreakerState.OPEN

    def admit(self) -> Admission | None:
        """None: do not call."""
        with self._lock:
            if self._next_probe is None:
                return Admission()
            now = self._clock()
            if now < self._next_probe:
                return None
            self._next_probe = now + self._pause
            self._probe += 1
            self._probing = True
            return Admission(probe=self._probe)

    @property
    def last(self) -> str:
        """How the last call that was not given up ended, in the words of the caller; empty before the first."""
        with self._lock:
            return self._last

    def settle(self, admission: Admission, *, worked: bool | None, ended: str = "") -> None:
        """`worked` None: the call says nothing about the provider (it was cancelled, or given too little time)."""
        with self._lock:
            if worked is not None:
                self._last = ended
            if self._next_probe is None:
                self._count(worked)
            elif admission.probe == self._probe:
                # Calls from before it opened, and trials that took longer than the pause, decide nothing.
                self._probing = False
                if worked:
                    self._failed, self._next_probe = 0, None
                elif worked is False:
                    self._next_probe = self._clock() + self._pause
                else:
                    self._next_probe = self._clock()

    def _count(self, worked: bool | None) -> None:
        if worked:
            self._failed = 0
        elif worked is False:
            self._failed += 1
            if self._failed >= self._failures:
                self._next_probe = self._clock() + self._pause
                self._probing = False
