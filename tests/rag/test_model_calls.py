"""The one door to the model: what it lets through, what it tries again, what it records."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from rag.breakers import Breaker, BreakerState
from rag.errors import (
    BlankReply,
    BudgetExhausted,
    CallFailed,
    Cancelled,
    MalformedReply,
    ModelDown,
    ModelPaused,
    ModelRefused,
    ModelRequestInvalid,
    ModelThrottled,
    ModelTimeout,
    TruncatedReply,
    UnfinishedReply,
)
from rag.language import CallOutcome, LanguageModel, ReplyEnd, Stop
from rag.model_calls import MeteredModel
from rag.outcomes import Outcome
from rag.prices import Price
from rag.records import ModelCall
from tests.model_fakes import END, FakeClock, ScriptedModel, Step, Takes
from tests.prompts import ANSWER, make_prompt

PASSING = [ModelTimeout, ModelThrottled, ModelDown, TruncatedReply]
LASTING = [ModelRefused, ModelRequestInvalid, MalformedReply]


def metered(*replies: list[Step], seconds: float = 30.0, **changes: Any) -> tuple[MeteredModel, ScriptedModel]:
    clock = FakeClock()
    model = ScriptedModel(replies, clock=clock)
    given: dict[str, Any] = {"breaker": Breaker(clock=clock), "clock": clock, "sleep": clock.sleep}
    return MeteredModel(model, ends_at=clock() + seconds, **given | changes), model


def outcomes(meter: MeteredModel) -> list[CallOutcome]:
    return [call.outcome for call in meter.calls]


def test_the_scripted_model_fits_the_port() -> None:
    assert isinstance(ScriptedModel([[]]), LanguageModel)


# --- an ordinary call ------------------------------------------------------------------------------------------


def test_a_reply_is_recorded_with_what_it_took() -> None:
    meter, _ = metered(["Liều ", Takes(2.5), "500 mg", END])
    assert meter.ask(make_prompt(name="write", sha256="b" * 64)) == "Liều 500 mg"
    assert meter.calls == (ModelCall("write", "b" * 64, "scripted", 2500, 11, 7, CallOutcome.ANSWERED),)


def test_a_written_reply_comes_piece_by_piece() -> None:
    meter, model = metered(["Liều ", "500 mg", END])
    pieces = meter.write(make_prompt())
    assert next(pieces) == "Liều "
    assert meter.calls == ()
    assert list(pieces) == ["500 mg"]
    assert outcomes(meter) == [CallOutcome.ANSWERED]
    assert model.closed == 1


def test_the_time_left_is_the_time_of_the_call() -> None:
    meter, model = metered([Takes(10), "x", END], seconds=30)
    meter.ask(make_prompt())
    meter.ask(make_prompt())
    assert model.timeouts == [30, 20]


def test_a_call_with_a_bound_of_its_own_takes_no_longer_than_that_or_than_is_left() -> None:
    meter, model = metered([Takes(12), "x", END], seconds=30)
    meter.ask(make_prompt(most_seconds=20.0))
    meter.ask(make_prompt(most_seconds=20.0))
    assert model.timeouts == [20, 18]


def test_a_reply_costs_what_its_tokens_cost_and_one_that_was_not_counted_nothing_that_is_known() -> None:
    price = Price(Decimal(1), Decimal(10), "USD")
    meter, _ = metered(["x", END], ["x", ReplyEnd(Stop.FINISHED)], [ModelRefused()], price=price)
    for _ in range(2):
        meter.ask(make_prompt())
    with pytest.raises(ModelRefused):
        meter.ask(make_prompt())
    assert [(call.cost, call.currency) for call in meter.calls] == [
        (Decimal("0.000081"), "USD"),
        (None, "USD"),
        (None, "USD"),
    ]


def test_without_a_price_tokens_are_counted_alone() -> None:
    meter, _ = metered(["x", END])
    meter.ask(make_prompt())
    assert (meter.calls[0].input_tokens, meter.calls[0].cost, meter.calls[0].currency) == (11, None, "")


@pytest.mark.parametrize("tokens", [-1, 2**31])
def test_a_count_that_cannot_be_one_is_not_recorded(tokens: int) -> None:
    meter, _ = metered(["x", ReplyEnd(Stop.FINISHED, tokens, tokens)])
    meter.ask(make_prompt())
    assert (meter.calls[0].input_tokens, meter.calls[0].output_tokens) == (None, None)


def test_the_text_is_neither_trimmed_nor_composed() -> None:
    said = " e\u0323\u0302 10² \n"
    meter, _ = metered([said, END])
    assert meter.ask(make_prompt()) == said


# --- deadline and budget ---------------------------------------------------------------------------------------


def test_past_the_deadline_nothing_is_asked() -> None:
    meter, model = metered(["x", END], seconds=0.0)
    with pytest.raises(BudgetExhausted):
        meter.ask(make_prompt())
    assert model.prompts == []
    assert meter.calls == ()


def test_the_ninth_call_is_refused() -> None:
    meter, model = metered(["x", END])
    for _ in range(8):
        meter.ask(make_prompt())
    with pytest.raises(BudgetExhausted):
        meter.ask(make_prompt())
    assert len(model.prompts) == 8
    assert meter.calls_left == 0


def test_second_tries_count_against_the_budget() -> None:
    meter, model = metered([ModelDown()], ["x", END], budget=2)
    meter.ask(make_prompt())
    with pytest.raises(BudgetExhausted):
        meter.ask(make_prompt())
    assert len(model.prompts) == 2


def test_the_last_call_of_the_budget_is_not_tried_again() -> None:
    meter, model = metered([ModelDown()], budget=1)
    with pytest.raises(ModelDown):
        meter.ask(make_prompt())
    assert len(model.prompts) == 1


def test_many_threads_share_one_budget() -> None:
    meter, model = metered(["x", END])

    def asked(_: int) -> bool:
        try:
            return meter.ask(make_prompt()) == "x"
        except BudgetExhausted:
            return False

    with ThreadPoolExecutor(16) as threads:
        assert sum(threads.map(asked, range(16))) == 8
    assert len(model.prompts) == len(meter.calls) == 8


def test_a_reply_that_is_complete_only_after_the_deadline_is_not_used() -> None:
    # Whatever an adapter does: nothing that came too late is read.
    meter, _ = metered(["x", Takes(31), END])
    with pytest.raises(ModelTimeout):
        meter.ask(make_prompt())
    assert outcomes(meter) == [CallOutcome.TIMEOUT]


@pytest.mark.parametrize("error", [BudgetExhausted, ModelPaused, Cancelled, ModelTimeout, BlankReply])
def test_every_error_names_the_ending_of_the_turn(error: type[Exception]) -> None:
    expected = {BudgetExhausted: Outcome.ABSTAIN_BUDGET_EXHAUSTED, Cancelled: Outcome.ABSTAIN_INTERRUPTED}
    assert error.outcome is expected.get(error, Outcome.ABSTAIN_MODEL_UNAVAILABLE)  # type: ignore[attr-defined]


# --- the second try --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", PASSING)
def test_what_may_pass_is_tried_once_more(error: type[CallFailed]) -> None:
    meter, _ = metered(["Li", error()], ["Liều 500 mg", END])
    assert meter.ask(make_prompt()) == "Liều 500 mg"
    assert outcomes(meter) == [error.call, CallOutcome.ANSWERED]


@pytest.mark.parametrize("error", PASSING)
def test_it_is_never_tried_a_third_time(error: type[CallFailed]) -> None:
    meter, model = metered([error()])
    with pytest.raises(error):
        meter.ask(make_prompt())
    assert len(model.prompts) == 2
    assert outcomes(meter) == [error.call, error.call]


@pytest.mark.parametrize("error", LASTING)
def test_what_will_not_pass_is_not_tried_again(error: type[CallFailed]) -> None:
    meter, model = metered([error()])
    with pytest.raises(error):
        meter.ask(make_prompt())
    assert len(model.prompts) == 1
    assert outcomes(meter) == [error.call]


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ([END], BlankReply),
        ([" \n\u00a0", END], BlankReply),
        (["Liều 500", ReplyEnd(Stop.TOO_LONG, 1, 1)], UnfinishedReply),
        (["Liều 500", ReplyEnd(Stop.OTHER, 1, 1)], UnfinishedReply),
        (["Liều \0 500", END], MalformedReply),
        (["Liều \ud83d", END], MalformedReply),
    ],
)
def test_a_reply_that_cannot_be_used_is_not_tried_again(reply: list[Step], error: type[CallFailed]) -> None:
    meter, model = metered(reply)
    with pytest.raises(error):
        meter.ask(make_prompt())
    assert len(model.prompts) == 1
    assert outcomes(meter) == [error.call]


def test_a_server_that_does_not_stop_is_left() -> None:
    meter, model = metered(["x" * 1000] * 1000)
    with pytest.raises(MalformedReply):
        meter.ask(make_prompt(max_tokens=100))
    assert model.closed == 1


def test_without_an_end_there_is_no_reply() -> None:
    meter, _ = metered(["Liều 500 mg"])
    with pytest.raises(TruncatedReply):
        meter.ask(make_prompt())


@pytest.mark.parametrize(("left", "tries"), [(3.1, 2), (3.0, 1), (0.5, 1)])
def test_the_second_try_needs_more_time_than_the_call_mostly_takes(left: float, tries: int) -> None:
    meter, model = metered([Takes(10), ModelDown()], seconds=10 + left)
    with pytest.raises(ModelDown):
        meter.ask(make_prompt(usual_seconds=3.0))
    assert len(model.prompts) == tries


def test_a_throttled_call_waits_a_moment_and_the_wait_counts() -> None:
    meter, model = metered([ModelThrottled()], ["x", END], seconds=3.4)
    with pytest.raises(ModelThrottled):
        meter.ask(make_prompt(usual_seconds=3.0))
    meter, model = metered([ModelThrottled()], ["x", END], seconds=4.0)
    meter.ask(make_prompt(usual_seconds=3.0))
    assert model.timeouts == [4.0, 3.5]


def test_a_written_reply_is_tried_again_while_nothing_was_handed_out() -> None:
    meter, _ = metered([ModelDown()], ["x", END])
    assert list(meter.write(make_prompt())) == ["x"]


def test_a_written_reply_is_not_begun_again_once_a_piece_was_handed_out() -> None:
    meter, model = metered(["Liều", ModelDown()], ["Liều 500 mg", END])
    pieces = meter.write(make_prompt())
    assert next(pieces) == "Liều"
    with pytest.raises(ModelDown):
        next(pieces)
    assert len(model.prompts) == 1


# --- cancelling ------------------------------------------------------------------------------------------------


def test_a_cancelled_turn_asks_nothing() -> None:
    meter, model = metered(["x", END], cancelled=lambda: True)
    with pytest.raises(Cancelled):
        meter.ask(make_prompt())
    assert model.prompts == []


def test_a_turn_cancelled_between_two_tries_asks_no_more() -> None:
    clock = FakeClock()
    model = ScriptedModel([[Takes(1), ModelDown()]], clock=clock)
    meter = MeteredModel(
        model, breaker=Breaker(), ends_at=clock() + 30, clock=clock, cancelled=lambda: clock() > 1000.5
    )
    with pytest.raises(Cancelled):
        meter.ask(make_prompt())
    assert len(model.prompts) == 1


def test_a_cancelled_call_is_recorded_and_says_nothing_about_the_provider() -> None:
    breaker = Breaker(failures=1)
    meter, _ = metered(["Liều", Cancelled()], breaker=breaker)
    with pytest.raises(Cancelled):
        meter.ask(make_prompt())
    assert outcomes(meter) == [CallOutcome.CANCELLED]
    assert breaker.state is BreakerState.CLOSED


def test_a_reader_who_leaves_ends_the_call_and_it_is_recorded() -> None:
    meter, model = metered(["Liều", "500 mg", END])
    pieces = meter.write(make_prompt())
    next(pieces)
    pieces.close()
    assert model.closed == 1
    assert outcomes(meter) == [CallOutcome.CANCELLED]


# --- beside the turn -------------------------------------------------------------------------------------------


class Endless(ScriptedModel):
    """Replies only that it was cancelled."""

    def reply(self, prompt: Any, *, timeout: float, cancelled: Any) -> Any:
        self.prompts.append(prompt)
        while not cancelled():
            time.sleep(0.01)
        raise Cancelled
        yield


def endless(**changes: Any) -> tuple[MeteredModel, Endless]:
    model, clock = Endless([[]]), FakeClock()
    return MeteredModel(model, breaker=Breaker(), ends_at=clock() + 30, clock=clock, **changes), model


def test_calls_beside_the_turn_give_their_replies() -> None:
    meter, _ = metered(["một", END])
    assert [pending.result() for pending in [meter.begin(make_prompt()) for _ in range(8)]] == ["một"] * 8
    assert len(meter.calls) == 8


def test_what_a_call_beside_the_turn_raises_is_raised_where_it_is_waited_for() -> None:
    meter, _ = metered([ModelRefused()])
    with pytest.raises(ModelRefused):
        meter.begin(make_prompt()).result()


def test_a_stopped_turn_ends_what_is_still_out() -> None:
    meter, _ = endless()
    pending = meter.begin(make_prompt())
    meter.stop()
    with pytest.raises(Cancelled):
        pending.result()
    with pytest.raises(Cancelled):
        meter.ask(make_prompt())


def test_a_turn_that_is_cancelled_while_it_waits_ends_what_is_still_out() -> None:
    asked: list[int] = []
    meter, model = endless(cancelled=lambda: bool(asked.append(threading.get_ident()) or model.prompts))
    pending = meter.begin(make_prompt())
    with pytest.raises(Cancelled):
        pending.result()
    with pytest.raises(Cancelled):
        pending._reply.result(10)
    # It may look into the database, where only the turn's thread has a connection.
    assert set(asked) == {threading.get_ident()}


def test_a_turn_that_ends_early_records_what_was_still_out() -> None:
    meter, model = endless()
    for _ in range(3):
        meter.begin(make_prompt())
    while len(model.prompts) < 3:
        time.sleep(0.01)
    assert [call.outcome for call in meter.close()] == [CallOutcome.CANCELLED] * 3
    assert meter.close() == meter.calls


def test_a_reply_that_nobody_reads_on_ends_with_the_turn() -> None:
    meter, model = metered(["Liều ", "500 mg", END])
    pieces = meter.write(make_prompt())
    next(pieces)
    assert [call.outcome for call in meter.close()] == [CallOutcome.CANCELLED]
    assert model.closed == 1


def test_a_turn_that_is_over_asks_no_more() -> None:
    meter, model = metered(["x", END])
    meter.ask(make_prompt())
    assert outcomes(meter) == [call.outcome for call in meter.close()] == [CallOutcome.ANSWERED]
    with pytest.raises(Cancelled):
        meter.ask(make_prompt())
    assert len(model.prompts) == 1


# --- JSON ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ['{"y": "Liều 500 mg"}', ' {"y": null, "n": 0.5}\n', "{}"])
def test_a_json_object_is_taken_as_it_was_said(said: str) -> None:
    meter, _ = metered([said, END])
    assert meter.ask(make_prompt(structure=ANSWER)) == said


@pytest.mark.parametrize(
    "said",
    ['{"y": "Liều', "Liều 500 mg", '["y"]', '"y"', "7", '{"y": NaN}', '{"y": Infinity}', '```json\n{"y": 1}',
     'Đây:\n```json\n{"y": 1}\n```', '```json\n{"y": 1}\n```\nXong.', '```yaml\n{"y": 1}\n```', '```\n[1]\n```',
     '```json\n{"y": 1}\n```\n```json\n{"y": 2}\n```', '``{"y": 1}``', '````{"y": 1}````', '{"y": 1}\n```',
     '<think>{"y": 1}', 'Nghĩ</think>Đây: {"y": 1}', '{"y": 1}</think>{"y": 2}', 'a</think>b</think>{"y": 1}',
     '{"y": 1} {"y": 2}', '{"y": "\\u0000"}', '{"y": "\\ud83d"}', "[" * 100_000,
     '{"y": 1e999}', '{"y": false, "y": true}', '{"y": {"a": 1, "a": 2}}', '{"y": ' + "9" * 5000 + "}"],
)  # fmt: skip
def test_what_is_no_json_object_is_malformed(said: str) -> None:
    meter, model = metered([said, END])
    with pytest.raises(MalformedReply) as raised:
        meter.ask(make_prompt(structure=ANSWER))
    assert "Liều" not in str(raised.value)
    assert len(model.prompts) == 1


@pytest.mark.parametrize("said", ['```json\n{"y": 1}\n```', '<think>Hừm</think>\n{"y": 1}'])
@pytest.mark.parametrize("size", [1, 3, 100])
def test_what_stands_around_a_json_object_is_not_handed_on(said: str, size: int) -> None:
    pieces: list[Step] = [said[i : i + size] for i in range(0, len(said), size)]
    meter, _ = metered([*pieces, END])
    assert meter.ask(make_prompt(structure=ANSWER)).strip() == '{"y": 1}'
    assert "".join(meter.write(make_prompt(structure=ANSWER))).strip() == '{"y": 1}'
    assert outcomes(meter) == [CallOutcome.ANSWERED] * 2


def test_an_object_in_a_fence_comes_before_the_fence_ends() -> None:
    meter, _ = metered(["```json\n", '{"y": ', "1}", "\n```", END])
    pieces = meter.write(make_prompt(structure=ANSWER))
    assert next(pieces) + next(pieces) == '{"y": 1}'
    assert meter.calls == ()
    assert list(pieces) == []


def test_thoughts_without_an_answer_are_a_blank_reply() -> None:
    meter, _ = metered(["<think>Liều 500 mg</think>\n", END])
    with pytest.raises(BlankReply):
        meter.ask(make_prompt(structure=ANSWER))


def test_a_text_that_need_be_no_json_keeps_its_fence() -> None:
    meter, _ = metered(["```json\n{}\n```", END])
    assert meter.ask(make_prompt()) == "```json\n{}\n```"


def test_a_pair_of_surrogates_in_escapes_is_one_character() -> None:
    meter, _ = metered(['{"y": "\\ud83d\\ude00"}', END])
    assert meter.ask(make_prompt(structure=ANSWER))


# --- the breaker -----------------------------------------------------------------------------------------------


def test_an_open_breaker_refuses_at_once_and_costs_nothing() -> None:
    breaker = Breaker(failures=2)
    meter, model = metered([ModelDown()], breaker=breaker)
    with pytest.raises(ModelDown):
        meter.ask(make_prompt())
    with pytest.raises(ModelPaused):
        meter.ask(make_prompt())
    assert len(model.prompts) == len(meter.calls) == 2
    assert meter.calls_left == 6


@pytest.mark.parametrize(
    ("step", "opens"),
    [
        (ModelTimeout(), True),
        (ModelThrottled(), True),
        (ModelDown(), True),
        (TruncatedReply(), True),
        (ModelRefused(), False),
        (ModelRequestInvalid(), False),
        (MalformedReply(), False),
        (Cancelled(), False),
        (KeyError("a bug"), False),
        (END, False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_only_what_the_provider_owes_opens_it(step: Step, opens: bool) -> None:
    breaker = Breaker(failures=1)
    meter, _ = metered([step], breaker=breaker, budget=1)
    with pytest.raises((CallFailed, Cancelled, KeyError)):
        meter.ask(make_prompt())
    assert (breaker.state is BreakerState.OPEN) is opens


def test_a_call_that_had_too_little_time_is_no_fault_of_the_provider() -> None:
    breaker = Breaker(failures=1)
    meter, _ = metered([ModelTimeout()], breaker=breaker, seconds=2.9)
    with pytest.raises(ModelTimeout):
        meter.ask(make_prompt(usual_seconds=3.0))
    assert breaker.state is BreakerState.CLOSED


def test_an_error_that_nothing_foresaw_is_recorded_and_passed_on() -> None:
    meter, model = metered(["Liều", KeyError("a bug")])
    with pytest.raises(KeyError):
        meter.ask(make_prompt())
    assert outcomes(meter) == [CallOutcome.FAULT]
    assert len(model.prompts) == 1


def test_a_trial_that_the_reader_leaves_does_not_keep_the_breaker_half_open() -> None:
    clock = FakeClock()
    breaker = Breaker(failures=1, pause=10, clock=clock)
    admission = breaker.admit()
    assert admission is not None
    breaker.settle(admission, worked=False)
    clock.now += 10
    meter, _ = metered(["Liều", "500 mg", END], breaker=breaker)
    pieces = meter.write(make_prompt())
    next(pieces)
    pieces.close()
    assert meter.ask(make_prompt()) == "Liều500 mg"
    assert breaker.state is BreakerState.CLOSED


def on_trial(*replies: list[Step]) -> tuple[MeteredModel, Breaker]:
    """A turn that meets an open breaker whose pause is over: its first call looks whether the provider is back."""
    clock = FakeClock()
    breaker = Breaker(failures=1, pause=10.0, clock=clock)
    admission = breaker.admit()
    assert admission is not None
    breaker.settle(admission, worked=False)
    clock.now += 10.0
    return metered(*replies, breaker=breaker, clock=clock)[0], breaker


def test_what_a_turn_asks_beside_the_trial_that_is_being_answered_goes_through() -> None:
    meter, breaker = on_trial(["Liều ", "500 mg", END], ["đúng", END])
    written = meter.write(make_prompt())
    assert next(written) == "Liều "
    assert meter.ask(make_prompt()) == "đúng"
    assert list(written) == ["500 mg"]
    assert breaker.state is BreakerState.CLOSED


def test_another_turn_waits_for_the_end_of_the_trial() -> None:
    meter, breaker = on_trial(["Liều ", "500 mg", END])
    written = meter.write(make_prompt())
    next(written)
    other, _ = metered([END], breaker=breaker)
    with pytest.raises(ModelPaused):
        other.ask(make_prompt())


def test_nothing_rides_on_a_trial_that_failed() -> None:
    meter, breaker = on_trial(["Liều ", TruncatedReply()], ["đúng", END])
    written = meter.write(make_prompt())
    next(written)
    with pytest.raises(TruncatedReply):
        next(written)
    with pytest.raises(ModelPaused):
        meter.ask(make_prompt())
    assert breaker.state is BreakerState.OPEN


def test_a_failure_beside_the_trial_leaves_the_provider_alone() -> None:
    meter, breaker = on_trial(["Liều ", "500 mg", END], [TruncatedReply()])
    next(meter.write(make_prompt()))
    with pytest.raises(ModelPaused):  # on its second try
        meter.ask(make_prompt())
    assert outcomes(meter) == [CallOutcome.TRUNCATED]
    assert breaker.state is BreakerState.OPEN
