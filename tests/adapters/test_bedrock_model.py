"""What only Bedrock does: signed requests, JSON as a tool's arguments, errors with names of their own."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from duocthu.adapters.bedrock_model import BedrockModel, _by_code
from rag.errors import (
    CallFailed,
    MalformedReply,
    ModelDown,
    ModelRefused,
    ModelRequestInvalid,
    ModelThrottled,
    ModelTimeout,
)
from rag.language import Piece, Prompt, ReplyEnd, Stop, TextPiece
from tests.adapters.model_servers import Cut, End, EventStream, Garbage, ModelServer, Refuse, Say, model_server
from tests.prompts import ANSWER, make_prompt

PROFILE = "arn:aws:bedrock:ap-southeast-1:123456789012:inference-profile/apac.test-v1:0"


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIATEST")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not a real secret")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(EventStream()) as told:
        yield told.says(Say("một"), End())


@pytest.fixture
def tool_server() -> Iterator[ModelServer]:
    with model_server(EventStream(from_tool=True)) as told:
        yield told


def model_of(server: ModelServer, model_id: str = "test.model-v1:0", **options: Any) -> BedrockModel:
    return BedrockModel(model_id, "ap-southeast-1", url=f"http://127.0.0.1:{server.port}", **options)


def pieces(model: BedrockModel, prompt: Prompt | None = None) -> list[Piece]:
    return list(model.reply(prompt or make_prompt(), timeout=20.0, cancelled=lambda: False))


@pytest.mark.parametrize("model_id", ["test.model-v1:0", PROFILE])
def test_the_model_is_named_in_the_path_and_the_request_is_signed(server: ModelServer, model_id: str) -> None:
    pieces(model_of(server, model_id))
    request = server.received[0]
    assert request.path.startswith("/model/")
    assert request.path.endswith("/converse-stream")
    assert model_id.rpartition("/")[2].replace(":", "%3A") in request.path
    assert request.headers["authorization"].startswith("AWS4-HMAC-SHA256 Credential=AKIATEST/")
    assert "/ap-southeast-1/bedrock/aws4_request" in request.headers["authorization"]


def test_json_is_asked_for_as_the_arguments_of_a_tool_that_must_be_called(tool_server: ModelServer) -> None:
    tool_server.says(Say('{"y": "Li'), Say('ều"}'), End())
    assert pieces(model_of(tool_server), make_prompt(structure=ANSWER)) == [
        TextPiece('{"y": "Li'), TextPiece('ều"}'), ReplyEnd(Stop.FINISHED, 11, 7),
    ]  # fmt: skip
    sent = tool_server.received[0].body["toolConfig"]
    assert sent["toolChoice"] == {"tool": {"name": "dap_an"}}
    assert sent["tools"][0]["toolSpec"]["inputSchema"] == {"json": ANSWER.schema}


def test_what_is_said_beside_the_tool_is_not_the_answer(server: ModelServer) -> None:
    server.says(Say("Tôi sẽ dùng công cụ."), End())
    assert pieces(model_of(server), make_prompt(structure=ANSWER)) == [ReplyEnd(Stop.FINISHED, 11, 7)]


def test_a_tool_that_nobody_offered_is_no_end(tool_server: ModelServer) -> None:
    tool_server.says(Say("{}"), End())
    assert pieces(model_of(tool_server)) == [ReplyEnd(Stop.OTHER, 11, 7)]


def test_json_is_asked_for_as_formatted_output_where_configured(server: ModelServer) -> None:
    server.says(Say('{"y": "một"}'), End())
    assert pieces(model_of(server, structure="schema"), make_prompt(structure=ANSWER))[0] == TextPiece('{"y": "một"}')
    form = server.received[0].body["outputConfig"]["textFormat"]
    assert form["type"] == "json_schema"
    assert json.loads(form["structure"]["jsonSchema"]["schema"]) == ANSWER.schema
    assert "toolConfig" not in server.received[0].body


def test_a_model_without_either_is_asked_in_words(server: ModelServer) -> None:
    pieces(model_of(server, structure="text"), make_prompt(structure=ANSWER))
    assert not {"toolConfig", "outputConfig"} & server.received[0].body.keys()


def test_a_flipped_bit_is_found_by_its_sum(server: ModelServer) -> None:
    class Flipping(EventStream):
        def text(self, text: str) -> bytes:
            frame = super().text(text)
            return frame.replace(b"500", b"900")

    server.dialect = Flipping()
    server.says(Say("500 mg"), End())
    with pytest.raises(MalformedReply):
        pieces(model_of(server))


def test_without_keys_the_request_is_not_even_sent(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, "/nonexistent")
    with pytest.raises(ModelRequestInvalid, match="NoCredentialsError"):
        pieces(model_of(server))
    assert server.received == []


@pytest.mark.parametrize(
    ("code", "status", "error"),
    [
        ("ThrottlingException", 429, ModelThrottled),
        ("throttlingException", None, ModelThrottled),
        ("ServiceQuotaExceededException", 400, ModelThrottled),
        ("SomethingNew", 429, ModelThrottled),
        ("ModelNotReadyException", 429, ModelDown),
        ("ModelErrorException", 424, ModelDown),
        ("modelStreamErrorException", None, ModelDown),
        ("internalServerException", None, ModelDown),
        ("SomethingNew", 502, ModelDown),
        ("ModelTimeoutException", 408, ModelTimeout),
        ("validationException", None, ModelRequestInvalid),
        ("", None, ModelDown),
        ("ResourceNotFoundException", 404, ModelRequestInvalid),
        ("ExpiredTokenException", 403, ModelRequestInvalid),
    ],
)
def test_errors_are_told_by_their_names(code: str, status: int | None, error: type[CallFailed]) -> None:
    assert type(_by_code(code, status)) is error


# --- as the real stream goes -----------------------------------------------------------------------------------


class Raw(EventStream):
    """Sends these frames instead of what a step says."""

    def __init__(self, *said: bytes) -> None:
        super().__init__()
        self.said = list(said)

    def frames(self, step: Any) -> list[bytes]:
        return self.said


SAY = EventStream()


def delta(**of: Any) -> bytes:
    return SAY.event("contentBlockDelta", {"delta": of, "contentBlockIndex": 0})


def stop(reason: str) -> bytes:
    return SAY.event("messageStop", {"stopReason": reason})


def exception(kind: str, **headers: str) -> bytes:
    named = {":message-type": "exception", ":exception-type": kind} if kind else {":message-type": "error"}
    body = json.dumps({"message": "a secret of the prompt", "originalStatusCode": 424}).encode()
    return EventStream.frame({**named, **headers, ":content-type": "application/json"}, body)


def raw(server: ModelServer, *said: bytes, prompt: Prompt | None = None) -> list[Piece]:
    server.dialect = Raw(*said)
    server.says(Garbage())
    return pieces(model_of(server), prompt)


THOUGHTS = [
    delta(reasoningContent={"text": "Hừm, 50 mg"}),
    delta(reasoningContent={"signature": "abc"}),
    delta(reasoningContent={"redactedContent": "AAAA"}),
    delta(somethingNew={"text": "Hừm"}),
]


def test_thoughts_are_not_the_answer(server: ModelServer) -> None:
    block_ends = SAY.event("contentBlockStop", {"contentBlockIndex": 0})
    assert raw(server, *THOUGHTS, block_ends, delta(text="một"), stop("end_turn")) == [
        TextPiece("một"), ReplyEnd(Stop.FINISHED),
    ]  # fmt: skip


def test_thoughts_and_words_beside_a_tool_are_not_its_arguments(server: ModelServer) -> None:
    said = (*THOUGHTS, delta(text="Tôi gọi công cụ."), delta(toolUse={"input": ""}), delta(toolUse={"input": "{}"}))
    found = raw(server, *said, stop("tool_use"), prompt=make_prompt(structure=ANSWER))
    assert found == [TextPiece("{}"), ReplyEnd(Stop.FINISHED)]


def test_a_tool_that_nobody_asked_for_is_not_the_answer(server: ModelServer) -> None:
    assert raw(server, delta(toolUse={"input": "{}"}), delta(text="một"), stop("tool_use")) == [
        TextPiece("một"), ReplyEnd(Stop.OTHER),
    ]  # fmt: skip


def test_tokens_are_counted_behind_the_stop_and_events_of_another_kind_pass(server: ModelServer) -> None:
    counted = SAY.event("metadata", {"usage": {"inputTokens": 11, "outputTokens": 7, "totalTokens": 18}})
    new = SAY.event("somethingNew", {"text": "Hừm"})
    assert raw(server, new, delta(text="một"), stop("end_turn"), new, counted) == [
        TextPiece("một"), ReplyEnd(Stop.FINISHED, 11, 7),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("reason", "error"),
    [
        ("guardrail_intervened", ModelRefused),
        ("content_filtered", ModelRefused),
        ("malformed_model_output", MalformedReply),
        ("malformed_tool_use", MalformedReply),
    ],
)
def test_a_reply_that_was_stopped_is_not_used(server: ModelServer, reason: str, error: type[CallFailed]) -> None:
    trace = SAY.event("metadata", {"trace": {"guardrail": {"modelOutput": ["a secret of the prompt"]}}})
    with pytest.raises(error) as raised:
        raw(server, delta(text="Xin lỗi, tôi không thể trả lời."), stop(reason), trace)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        pytest.param(exception("throttlingException"), ModelThrottled, id="throttlingException"),
        pytest.param(exception("modelStreamErrorException"), ModelDown, id="modelStreamErrorException"),
        pytest.param(exception("serviceUnavailableException"), ModelDown, id="serviceUnavailableException"),
        pytest.param(exception("internalServerException"), ModelDown, id="internalServerException"),
        pytest.param(exception("validationException"), ModelRequestInvalid, id="validationException"),
        pytest.param(exception("modelTimeoutException"), ModelDown, id="one that the stream does not know"),
        pytest.param(exception("", **{":error-code": "InternalFailure"}), ModelDown, id="an error without a shape"),
        pytest.param(exception("", **{":error-code": "ThrottlingException"}), ModelThrottled, id="throttled, no shape"),
        pytest.param(exception("", **{":error-code": "ModelTimeoutException"}), ModelTimeout, id="slow, no shape"),
    ],
)
def test_an_exception_in_the_stream_ends_the_reply_by_its_kind(
    server: ModelServer, frame: bytes, error: type[CallFailed]
) -> None:
    with pytest.raises(error) as raised:
        raw(server, delta(text="Liều"), frame)
    assert type(raised.value) is error
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("kind", "status", "error"),
    [
        ("ModelErrorException", 424, ModelDown),
        ("ModelNotReadyException", 429, ModelDown),
        ("ThrottlingException", 429, ModelThrottled),
        ("ServiceQuotaExceededException", 400, ModelThrottled),
        ("ModelTimeoutException", 408, ModelTimeout),
        ("ServiceUnavailableException", 503, ModelDown),
        ("ExpiredTokenException", 403, ModelRequestInvalid),
    ],
)
def test_a_refused_request_is_told_by_the_name_of_its_error(
    server: ModelServer, kind: str, status: int, error: type[CallFailed]
) -> None:
    class Refusing(EventStream):
        def refusal(self, kind: str) -> bytes:
            body = b'{"message": "a secret of the prompt"}'
            head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nx-amzn-ErrorType: {kind}:http://a/\r\n"
            return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body

    server.dialect = Refusing()
    server.says(Refuse(kind))
    with pytest.raises(error) as raised:
        pieces(model_of(server))
    assert type(raised.value) is error
    assert "secret" not in str(raised.value)


def test_nothing_of_a_bad_day_is_kept_for_the_next_call(server: ModelServer) -> None:
    model = model_of(server)
    server.before = [(Say("một"), Cut())]
    with pytest.raises(CallFailed):
        pieces(model)
    assert pieces(model)[0] == TextPiece("một")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"model_id": " "}, "Thiếu LANGUAGE_MODEL_ID"),
        ({"model_id": "m" * 201}, "LANGUAGE_MODEL_ID dài quá 200 ký tự"),
        ({"region": ""}, "Thiếu AWS_REGION"),
        ({"url": "may-chu:443"}, "LANGUAGE_MODEL_URL phải là một địa chỉ"),
        ({"structure": "xml"}, "LANGUAGE_MODEL_STRUCTURE là «xml»; chỉ nhận tool, schema, text"),
        ({"temperature": "nóng"}, "LANGUAGE_MODEL_TEMPERATURE là «nóng»"),
        ({"temperature": "1.5"}, "LANGUAGE_MODEL_TEMPERATURE là «1.5»"),
    ],
)
def test_a_wrong_setting_is_told_in_one_sentence(options: dict[str, str], said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{said}[^.]*.*\\.$"):
        BedrockModel(**{"model_id": "m", "region": "ap-southeast-1"} | options)
