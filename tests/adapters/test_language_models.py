"""The contract of LanguageModel, the same for every provider, against servers that speak their wire formats."""

import json
import socket
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duocthu.adapters.bedrock_model import BedrockModel
from duocthu.adapters.openai_model import OpenAIModel
from rag.breakers import Breaker
from rag.errors import (
    BlankReply,
    CallFailed,
    Cancelled,
    MalformedReply,
    ModelDown,
    ModelRefused,
    ModelRequestInvalid,
    ModelThrottled,
    ModelTimeout,
    TruncatedReply,
    UnfinishedReply,
)
from rag.language import LanguageModel, Piece, Prompt, ReplyEnd, Stop, TextPiece
from rag.model_calls import MeteredModel
from tests.adapters.model_servers import (
    BrokenPiece,
    Cut,
    End,
    EventStream,
    Garbage,
    Gather,
    Hang,
    ModelServer,
    Refuse,
    Reset,
    Say,
    ServerSentEvents,
    Slice,
    Trouble,
    Wait,
    model_server,
)
from tests.prompts import ANSWER, make_prompt

LONG = 20.0  # no test waits for it
MUCH_LONGER = 8.0  # than a call may take, on the busiest machine, and shorter than the servers' patience


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIATEST")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not a real secret")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@pytest.fixture(params=["bedrock", "openai"])
def server(request: pytest.FixtureRequest) -> Iterator[ModelServer]:
    with model_server(EventStream() if request.param == "bedrock" else ServerSentEvents()) as told:
        yield told


def model_of(server: ModelServer, **options: Any) -> LanguageModel:
    url = f"http://127.0.0.1:{server.port}"
    if server.dialect.name == "bedrock":
        return BedrockModel("test.model-v1:0", "ap-southeast-1", url=url, **options)
    return OpenAIModel("test-model", f"{url}/v1", **options)


@pytest.fixture
def model(server: ModelServer) -> LanguageModel:
    return model_of(server)


def pieces(
    model: LanguageModel,
    prompt: Prompt | None = None,
    *,
    timeout: float = LONG,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Piece]:
    return list(model.reply(prompt or make_prompt(), timeout=timeout, cancelled=cancelled))


def text_of(found: list[Piece]) -> str:
    return "".join(piece.text for piece in found if isinstance(piece, TextPiece))


def ask(model: LanguageModel, **changes: Any) -> str:
    """Through the one door, where what all providers share is checked; with no time for a second try."""
    metered = MeteredModel(model, breaker=Breaker(), ends_at=time.monotonic() + LONG)
    return metered.ask(make_prompt(usual_seconds=1000.0, **changes))


# --- an ordinary reply -----------------------------------------------------------------------------------------


def test_both_fit_the_port(model: LanguageModel) -> None:
    assert isinstance(model, LanguageModel)


def test_the_text_comes_in_its_pieces_and_then_one_end(server: ModelServer, model: LanguageModel) -> None:
    server.says(Say("Liều "), Say("500 mg"), End())
    assert pieces(model) == [TextPiece("Liều "), TextPiece("500 mg"), ReplyEnd(Stop.FINISHED, 11, 7)]


def test_tokens_that_were_not_counted_are_none(server: ModelServer, model: LanguageModel) -> None:
    server.says(Say("500 mg"), End(counted=False))
    assert pieces(model)[-1] == ReplyEnd(Stop.FINISHED, None, None)


def test_the_request_holds_the_prompt_and_its_bounds(server: ModelServer, model: LanguageModel) -> None:
    server.says(Say("x"), End())
    pieces(model, make_prompt(system="Hệ thống", user="Câu hỏi", max_tokens=321))
    sent = str(server.received[0].body)
    assert "Hệ thống" in sent
    assert "Câu hỏi" in sent
    assert "321" in sent
    assert "'temperature': 0.0" in sent


def test_a_model_that_takes_no_temperature_gets_none(server: ModelServer) -> None:
    server.says(Say("x"), End())
    pieces(model_of(server, temperature="none"))
    assert "temperature" not in str(server.received[0].body)


def test_a_slow_start_is_waited_for(server: ModelServer, model: LanguageModel) -> None:
    server.before_head = 0.3
    server.says(Wait(0.2), Say("500 mg"), End())
    assert text_of(pieces(model)) == "500 mg"


def test_pieces_are_handed_on_before_the_reply_is_over(server: ModelServer, model: LanguageModel) -> None:
    server.says(Say("Liều"), Hang())
    reply = model.reply(make_prompt(), timeout=LONG, cancelled=lambda: False)
    assert next(reply) == TextPiece("Liều")
    reply.close()


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_text_is_kept_byte_for_byte_wherever_the_network_cuts_it(
    server: ModelServer, model: LanguageModel, form: str, size: int
) -> None:
    said = unicodedata.normalize(form, "Không dùng quá 4 g/ngày; 10² µg, ½ viên\u00a0\u2028«thận trọng»\u0085 ệ 🩺 ")  # type: ignore[arg-type]
    server.says(Slice(size), Say(said), End())
    assert text_of(pieces(model)).encode() == said.encode()


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_text_is_kept_byte_for_byte_wherever_the_model_cuts_it(
    server: ModelServer, model: LanguageModel, form: str
) -> None:
    said = unicodedata.normalize(form, "trẻ đẻ non: 7,5 mg/kg")  # type: ignore[arg-type]
    server.says(*map(Say, said), End())
    assert text_of(pieces(model)) == said


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    said=st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20), max_size=6),
    size=st.integers(1, 40),
)
def test_any_text_is_kept_in_any_cut(server: ModelServer, model: LanguageModel, said: list[str], size: int) -> None:
    server.says(Slice(size), *map(Say, said), End())
    assert pieces(model) == [*map(TextPiece, said), ReplyEnd(Stop.FINISHED, 11, 7)]


def test_another_language_passes_the_adapter(server: ModelServer, model: LanguageModel) -> None:
    # The publish gate judges what is said; an adapter only carries it.
    server.says(Say("The usual dose is 500 mg."), End())
    assert ask(model) == "The usual dose is 500 mg."


def test_twenty_calls_at_once_do_not_wait_for_each_other_or_mix(server: ModelServer, model: LanguageModel) -> None:
    server.says(Say("một"), Gather(20), Say(" hai"), End())
    with ThreadPoolExecutor(20) as threads:
        found = list(threads.map(lambda number: text_of(pieces(model)), range(20)))
    assert found == ["một hai"] * 20


# --- bad days --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("throttled", ModelThrottled),
        ("down", ModelDown),
        ("broken", ModelDown),
        ("slow", ModelTimeout),
        ("invalid", ModelRequestInvalid),
        ("forbidden", ModelRequestInvalid),
    ],
)
def test_a_refused_request_is_told_by_its_kind(
    server: ModelServer, model: LanguageModel, kind: str, error: type[CallFailed]
) -> None:
    server.says(Refuse(kind))
    with pytest.raises(error) as raised:
        pieces(model)
    assert type(raised.value) is error
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("kind", "error"), [("throttled", ModelThrottled), ("down", ModelDown), ("invalid", ModelRequestInvalid)]
)
def test_an_error_inside_the_stream_is_told_by_its_kind(
    server: ModelServer, model: LanguageModel, kind: str, error: type[CallFailed]
) -> None:
    server.says(Say("Liều"), Trouble(kind))
    with pytest.raises(error) as raised:
        pieces(model)
    assert type(raised.value) is error
    assert "secret" not in str(raised.value)


def test_the_sdk_makes_one_request_and_no_more(server: ModelServer, model: LanguageModel) -> None:
    for kind in ("throttled", "down", "broken", "slow"):
        server.received.clear()
        server.says(Refuse(kind))
        with pytest.raises(CallFailed):
            pieces(model)
        assert len(server.received) == 1


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param((), id="empty"),
        pytest.param((Say("Liều 500 mg"),), id="no end"),
        pytest.param((Say("Liều"), Cut()), id="cut inside a frame"),
        pytest.param((Say("Liều"), Reset()), id="reset"),
        pytest.param((Reset(),), id="reset at once"),
    ],
)
def test_a_reply_that_ends_before_its_end_is_truncated(
    server: ModelServer, model: LanguageModel, steps: tuple[Any, ...]
) -> None:
    server.says(*steps)
    with pytest.raises(TruncatedReply):
        pieces(model)


@pytest.mark.parametrize("step", [Garbage(), BrokenPiece()], ids=["another program", "broken piece"])
def test_what_is_no_reply_of_this_protocol_is_malformed(server: ModelServer, model: LanguageModel, step: Any) -> None:
    server.says(Say("Liều"), step, Say(" 500 mg"), End())
    with pytest.raises(MalformedReply):
        pieces(model)


def test_nobody_listens_is_down(server: ModelServer) -> None:
    with model_server(server.dialect) as gone:
        nobody = model_of(gone)
    with pytest.raises(ModelDown):
        pieces(nobody)


def test_the_filter_of_the_provider_refuses(server: ModelServer, model: LanguageModel) -> None:
    server.says(Say("Liều"), End("filtered"))
    with pytest.raises(ModelRefused):
        pieces(model)


@pytest.mark.parametrize(("reason", "stop"), [("too_long", Stop.TOO_LONG), ("other", Stop.OTHER)])
def test_a_reply_that_stopped_early_says_so_and_is_not_used(
    server: ModelServer, model: LanguageModel, reason: str, stop: Stop
) -> None:
    server.says(Say("Liều 500"), End(reason))
    assert pieces(model)[-1] == ReplyEnd(stop, 11, 7)
    with pytest.raises(UnfinishedReply):
        ask(model)


@pytest.mark.parametrize("said", ["", " \n\u00a0 "])
def test_a_blank_reply_is_not_used(server: ModelServer, model: LanguageModel, said: str) -> None:
    server.says(Say(said), End())
    with pytest.raises(BlankReply):
        ask(model)


@pytest.mark.parametrize(
    "said",
    ['{"y": "Liều', "Xin lỗi, tôi không thể giúp.", '["y"]', '{"y": NaN}', "```json\n{}", "Đây: ```json\n{}\n```",
     "```json\n{}\n```\nChúc bạn khỏe.", "<think>{}", "Hừm</think>Đây: {}"],
)  # fmt: skip
def test_a_reply_that_is_not_the_json_asked_for_is_not_used(server: ModelServer, said: str) -> None:
    server.says(Say(said), End())
    with pytest.raises(MalformedReply):
        ask(model_of(server, structure="text"), structure=ANSWER)


@pytest.mark.parametrize(
    "said",
    ['```json\n{"y": "500 mg"}\n```', '```\n{"y": "500 mg"}\n```\n', '<think>\n{"y": "50 mg"}?\n</think>\n{"y": "500 mg"}',
     'Có lẽ 50 mg.\n</think>\n\n```json\n{"y": "500 mg"}\n```'],
)  # fmt: skip
@pytest.mark.parametrize("size", [1, 1000])
def test_json_in_a_fence_or_behind_thoughts_is_read_without_them(server: ModelServer, said: str, size: int) -> None:
    server.says(*(Say(said[i : i + size]) for i in range(0, len(said), size)), End())
    assert json.loads(ask(model_of(server, structure="text"), structure=ANSWER)) == {"y": "500 mg"}


# --- the time of a call ----------------------------------------------------------------------------------------

FOREVER = {
    "before the status line": (30.0, ()),
    "before the first piece": (0.0, (Hang(),)),
    "between pieces": (0.0, (Say("Liều"), Hang())),
    "a byte at a time": (0.0, (Slice(1, pause=0.1), *[Say("Liều 500 mg ")] * 100, End())),
}


@pytest.fixture(params=FOREVER, ids=str)
def slow_server(server: ModelServer, request: pytest.FixtureRequest) -> ModelServer:
    server.before_head, steps = FOREVER[request.param]
    return server.says(*steps)


def test_a_call_ends_when_its_time_is_up_and_takes_the_connection_along(slow_server: ModelServer) -> None:
    model = model_of(slow_server)
    started = time.monotonic()
    with pytest.raises(ModelTimeout):
        pieces(model, timeout=0.6)
    assert time.monotonic() - started < MUCH_LONGER
    assert wait_until(lambda: slow_server.open_now == 0)


def test_a_cancelled_call_ends_and_takes_the_connection_along(slow_server: ModelServer) -> None:
    seen: list[float] = []

    def cancelled() -> bool:
        """A little after the request has arrived."""
        if slow_server.received and not seen:
            seen.append(time.monotonic())
        return bool(seen) and time.monotonic() > seen[0] + 0.3

    with pytest.raises(Cancelled):
        pieces(model_of(slow_server), cancelled=cancelled)
    assert slow_server.hung_up.wait(5)


def test_a_name_that_cannot_be_looked_up_holds_nobody(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # The resolver of the system knows no time-out of ours.
    looked_up, go_on = socket.getaddrinfo, threading.Event()

    def slow(*args: Any, **kwargs: Any) -> Any:
        go_on.wait(30)
        return looked_up(*args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    started = time.monotonic()
    with pytest.raises(ModelTimeout):
        pieces(model_of(server), timeout=0.4)
    assert time.monotonic() - started < MUCH_LONGER
    go_on.set()
    # The connection that opens now is closed at once.
    assert wait_until(lambda: not [t for t in threading.enumerate() if t.name == "model call"])
    assert server.received == []


def test_a_reader_who_leaves_takes_the_connection_along(server: ModelServer, model: LanguageModel) -> None:
    server.says(Say("Liều"), Hang())
    reply = model.reply(make_prompt(), timeout=LONG, cancelled=lambda: False)
    next(reply)
    reply.close()
    assert server.hung_up.wait(5)


def test_a_call_that_is_cancelled_at_once_says_so(server: ModelServer, model: LanguageModel) -> None:
    server.says(Hang())
    with pytest.raises(Cancelled):
        pieces(model, cancelled=lambda: True)


def test_twenty_calls_of_which_half_are_cancelled_leave_the_others_whole(
    server: ModelServer, model: LanguageModel
) -> None:
    server.says(Say("một"), Wait(0.6), Say(" hai"), End())

    def call(number: int) -> str:
        ends = time.monotonic() + 0.3
        try:
            return text_of(pieces(model, cancelled=lambda: number % 2 == 1 and time.monotonic() > ends))
        except Cancelled:
            return "bỏ"

    with ThreadPoolExecutor(20) as threads:
        assert list(threads.map(call, range(20))) == ["một hai", "bỏ"] * 10


def test_every_call_has_a_connection_of_its_own(server: ModelServer, model: LanguageModel) -> None:
    # A pooled one could hand what a cut call left unread to the next.
    server.says(Say("một"), End())
    for _ in range(3):
        pieces(model)
    server.says(Refuse("throttled"))
    with pytest.raises(ModelThrottled):
        pieces(model)
    assert len(server.received) == server.connections == 4
    assert wait_until(lambda: server.open_now == 0)


def wait_until(holds: Callable[[], bool]) -> bool:
    ends = time.monotonic() + 5
    while not holds() and time.monotonic() < ends:
        time.sleep(0.02)
    return holds()


def test_after_every_bad_day_no_thread_is_left(server: ModelServer, model: LanguageModel) -> None:
    for steps in ((Hang(),), (Say("Liều"), Hang()), (Cut(),), (Refuse("down"),)):
        server.says(*steps)
        with pytest.raises((CallFailed, Cancelled)):
            pieces(model, timeout=0.2)
    assert wait_until(lambda: not [t for t in threading.enumerate() if t.name == "model call"])
