"""A provider that keeps failing is left alone, and found again by a single call."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from rag.breakers import Admission, Breaker, BreakerState


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker(failures=3, pause=10.0, clock=clock)


def call(breaker: Breaker, *, worked: bool | None) -> bool:
    """Whether it was let through."""
    admission = breaker.admit()
    if admission is not None:
        breaker.settle(admission, worked=worked)
    return admission is not None


def opened(breaker: Breaker) -> None:
    for _ in range(3):
        assert call(breaker, worked=False)
    assert breaker.state is BreakerState.OPEN


def test_it_opens_after_so_many_failures_in_a_row(breaker: Breaker) -> None:
    opened(breaker)
    assert not call(breaker, worked=True)


def test_a_call_that_works_starts_the_count_again(breaker: Breaker) -> None:
    for worked in (False, False, True, False, False):
        call(breaker, worked=worked)
    assert breaker.state is BreakerState.CLOSED


def test_a_call_that_says_nothing_changes_no_count(breaker: Breaker) -> None:
    for worked in (False, None, False, None, False):
        call(breaker, worked=worked)
    assert breaker.state is BreakerState.OPEN


def test_after_the_pause_one_call_is_let_through_to_try(breaker: Breaker, clock: Clock) -> None:
    opened(breaker)
    clock.now += 9.9
    assert breaker.admit() is None
    clock.now += 0.2
    assert breaker.admit() is not None
    assert breaker.state is BreakerState.HALF_OPEN
    assert breaker.admit() is None


def test_a_trial_that_works_closes_it(breaker: Breaker, clock: Clock) -> None:
    opened(breaker)
    clock.now += 10
    assert call(breaker, worked=True)
    assert breaker.state is BreakerState.CLOSED
    # And the count starts at nothing.
    assert call(breaker, worked=False)
    assert breaker.state is BreakerState.CLOSED


def test_a_trial_that_fails_begins_another_pause(breaker: Breaker, clock: Clock) -> None:
    opened(breaker)
    clock.now += 10
    admission = breaker.admit()
    assert admission is not None
    clock.now += 8  # it took a while to fail
    breaker.settle(admission, worked=False)
    assert breaker.state is BreakerState.OPEN
    clock.now += 9
    assert breaker.admit() is None
    clock.now += 1
    assert breaker.admit() is not None


def test_a_trial_that_says_nothing_lets_the_next_call_try(breaker: Breaker, clock: Clock) -> None:
    opened(breaker)
    clock.now += 10
    assert call(breaker, worked=None)
    assert call(breaker, worked=True)
    assert breaker.state is BreakerState.CLOSED


def test_a_trial_that_is_never_settled_delays_the_next_by_one_pause(breaker: Breaker, clock: Clock) -> None:
    opened(breaker)
    clock.now += 10
    assert breaker.admit() is not None
    clock.now += 10
    assert call(breaker, worked=True)
    assert breaker.state is BreakerState.CLOSED


@pytest.mark.parametrize("worked", [True, False, None])
def test_calls_from_before_it_opened_decide_nothing(breaker: Breaker, clock: Clock, worked: bool | None) -> None:
    early = breaker.admit()
    assert early is not None
    opened(breaker)
    breaker.settle(early, worked=worked)
    assert breaker.state is BreakerState.OPEN
    clock.now += 10
    trial = breaker.admit()
    breaker.settle(early, worked=worked)
    assert breaker.state is BreakerState.HALF_OPEN
    assert trial is not None
    breaker.settle(trial, worked=True)
    assert breaker.state is BreakerState.CLOSED


def test_it_recovers_by_itself_after_an_outage_of_a_minute(breaker: Breaker, clock: Clock) -> None:
    """A turn a second; the provider is away for sixty."""
    outcomes = []
    for second in range(90):
        clock.now = 100.0 + second
        outcomes.append(call(breaker, worked=second >= 60))
    assert sum(outcomes[:60]) <= 3 + 60 / 10
    assert all(outcomes[71:])


def test_of_many_threads_one_makes_the_trial(breaker: Breaker, clock: Clock) -> None:
    opened(breaker)
    clock.now += 10
    together = threading.Barrier(16)

    def admitted(_: int) -> Admission | None:
        together.wait()
        return breaker.admit()

    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(admitted, range(16)))
    assert len([admission for admission in found if admission is not None]) == 1


def test_the_last_call_that_was_not_given_up_is_told():
    breaker = Breaker()
    assert breaker.last == ""
    for worked, ended in ((True, "answered"), (False, "down"), (None, "cancelled")):
        admission = breaker.admit()
        assert admission is not None
        breaker.settle(admission, worked=worked, ended=ended)
    assert breaker.last == "down"
