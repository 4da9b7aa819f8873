"""What only OpenAI-compatible servers do: keys that are optional, JSON by response_format, refusals of the model."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from duocthu.adapters.openai_model import OpenAIModel
from rag.errors import (
    CallFailed,
    MalformedReply,
    ModelDown,
    ModelRefused,
    ModelRequestInvalid,
    ModelThrottled,
    ModelTimeout,
    TruncatedReply,
)
from rag.language import Piece, Prompt, ReplyEnd, Stop, TextPiece
from tests.adapters.model_servers import End, Garbage, ModelServer, Say, ServerSentEvents, Slice, model_server
from tests.prompts import ANSWER, make_prompt


class Raw(ServerSentEvents):
    """Sends these frames instead of what a step says."""

    def __init__(self, *said: bytes) -> None:
        self.said = list(said)

    def frames(self, step: Any) -> list[bytes]:
        return self.said


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(ServerSentEvents()) as told:
        yield told.says(Say("một"), End())


def model_of(server: ModelServer, **options: Any) -> OpenAIModel:
    return OpenAIModel("test-model", f"http://127.0.0.1:{server.port}/v1", **options)


def pieces(model: OpenAIModel, prompt: Prompt | None = None) -> list[Piece]:
    return list(model.reply(prompt or make_prompt(), timeout=20.0, cancelled=lambda: False))


def raw(server: ModelServer, *said: bytes) -> list[Piece]:
    server.dialect = Raw(*said)
    server.says(Garbage())
    return pieces(model_of(server))


def test_the_request_goes_to_chat_completions_as_a_stream(server: ModelServer) -> None:
    pieces(model_of(server))
    request = server.received[0]
    assert request.path == "/v1/chat/completions"
    assert request.body["model"] == "test-model"
    assert request.body["stream"] is True
    assert [message["role"] for message in request.body["messages"]] == ["system", "user"]


def test_no_key_is_sent_that_was_not_configured(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # A key of another service in the environment is none of this server's business.
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "sk-of-another-service")
    pieces(model_of(server))
    assert "sk-of-another-service" not in str(server.received[0])
    assert "authorization" not in server.received[0].headers


def test_a_configured_key_is_sent_and_none_of_the_environment(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "sk-of-another-service")
    pieces(model_of(server, key=" a-key\n"))
    assert server.received[0].headers["authorization"] == "Bearer a-key"
    assert "sk-of-another-service" not in str(server.received[0])


def test_json_is_asked_for_by_its_schema(server: ModelServer) -> None:
    pieces(model_of(server), make_prompt(structure=ANSWER))
    assert server.received[0].body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "dap_an", "schema": ANSWER.schema, "strict": True},
    }


@pytest.mark.parametrize(("options", "structure"), [({"structure": "text"}, ANSWER), ({}, None)])
def test_a_server_without_schemas_is_asked_in_words(server: ModelServer, options: Any, structure: Any) -> None:
    pieces(model_of(server, **options), make_prompt(structure=structure))
    assert "response_format" not in server.received[0].body


def test_a_refusal_of_the_model_is_one(server: ModelServer) -> None:
    with pytest.raises(ModelRefused):
        raw(server, server.dialect.chunk({"refusal": "Tôi không thể giúp."}))  # type: ignore[attr-defined]


SAY = ServerSentEvents()
ONE = [TextPiece("một"), ReplyEnd(Stop.FINISHED)]


@pytest.mark.parametrize(
    "thought",
    [
        pytest.param({"reasoning_content": "Hừm"}, id="vLLM and llama.cpp"),
        pytest.param({"content": None, "reasoning_content": "Hừm"}, id="DeepSeek"),
        pytest.param({"content": "", "reasoning": "Hừm"}, id="Ollama"),
        pytest.param(
            {"content": "", "reasoning_details": [{"type": "reasoning.text", "text": "Hừm"}]}, id="OpenRouter"
        ),
        pytest.param({"content": None, "function_call": {"name": "f", "arguments": "Hừm"}}, id="an old tool"),
        pytest.param({"tool_calls": [{"index": 0, "function": {"name": "f", "arguments": '{"y": "Hừm'}}]}, id="a tool"),
    ],
)
def test_thinking_aloud_and_calls_of_tools_are_not_the_answer(server: ModelServer, thought: dict[str, Any]) -> None:
    assert raw(server, SAY.chunk(thought), SAY.chunk({"content": "một"}, finish_reason="stop")) == ONE


def test_a_reply_that_ends_by_calling_a_tool_is_not_finished(server: ModelServer) -> None:
    called = {"tool_calls": [{"index": 0, "id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
    assert raw(server, SAY.chunk(called), SAY.chunk({}, finish_reason="tool_calls")) == [ReplyEnd(Stop.OTHER)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 1000])
def test_comments_and_any_line_end_are_part_of_the_protocol(server: ModelServer, end: bytes, size: int) -> None:
    server.dialect = Raw(
        *(b": ping\n\n".replace(b"\n", end) for _ in range(3)),
        SAY.chunk({"content": "một"}, finish_reason="stop").replace(b"\n", end),
        b": OPENROUTER PROCESSING\n\n".replace(b"\n", end),
        b"data: [DONE]\n\n".replace(b"\n", end),
    )
    server.says(Slice(size), Garbage())
    assert pieces(model_of(server)) == ONE


@pytest.mark.parametrize(
    "kept", [b"data:\n\n", b"data: \n\n", b"retry: 3000\n\n", b"event: ping\n\n", b"id: 7\n\n\n\n"]
)
def test_an_event_without_data_only_keeps_the_connection(server: ModelServer, kept: bytes) -> None:
    assert raw(server, kept, SAY.chunk({"content": "một"}), kept, SAY.chunk({}, finish_reason="stop"), kept) == ONE


@pytest.mark.parametrize(
    "chunks",
    [
        pytest.param((SAY.chunk({"content": "một"}), SAY.chunk({}, finish_reason="stop")), id="no [DONE]"),
        pytest.param(
            (SAY.chunk({"content": "một"}, finish_reason="stop"), b"data: [DONE]"), id="[DONE] without an end"
        ),
        pytest.param((SAY.chunk({"content": "một"}, finish_reason="eos_token"),), id="text-generation-inference"),
        pytest.param(
            (SAY.chunk({"content": "một"}, finish_reason=""), SAY.chunk({}, finish_reason="stop")), id="Ollama"
        ),
        pytest.param(
            (
                SAY.data(SAY.body(choices=[], prompt_filter_results=[])),
                SAY.chunk({"content": "một"}, finish_reason="stop"),
            ),
            id="Azure",
        ),
        pytest.param(
            (
                SAY.data(SAY.body(choices=[{"index": 0, "delta": {"content": "một"}}])),
                SAY.data(SAY.body(choices=[{"index": 0, "delta": None, "finish_reason": "stop"}])),
            ),
            id="no reason before the last, and no delta there",
        ),
        pytest.param(
            (
                SAY.chunk({"role": "assistant"}),
                SAY.chunk({"role": "assistant", "content": "một"}, finish_reason="stop"),
            ),
            id="the role by itself, and again",
        ),
    ],
)
def test_what_servers_send_otherwise_gives_the_same_reply(server: ModelServer, chunks: tuple[bytes, ...]) -> None:
    assert raw(server, *chunks) == ONE


@pytest.mark.parametrize(
    "counted",
    [
        pytest.param((SAY.data(SAY.body(choices=[], usage={"prompt_tokens": 11, "completion_tokens": 7})),), id="vLLM"),
        pytest.param((SAY.data(SAY.body(usage={"prompt_tokens": 11, "completion_tokens": 7})),), id="without choices"),
        pytest.param(
            (SAY.data(SAY.body(choices=None, usage={"prompt_tokens": 11, "completion_tokens": 7})),), id="null"
        ),
        pytest.param(
            (
                SAY.data(
                    SAY.body(
                        choices=[{"index": 0, "delta": {}, "finish_reason": "stop"}],
                        usage={"prompt_tokens": 11, "completion_tokens": 7},
                    )
                ),
            ),
            id="with the reason",
        ),
    ],
)
def test_tokens_are_counted_wherever_the_count_stands(server: ModelServer, counted: tuple[bytes, ...]) -> None:
    running = SAY.data(SAY.body(choices=[], usage={"prompt_tokens": 11, "completion_tokens": 1}))
    found = raw(server, running, SAY.chunk({"content": "một"}, finish_reason="stop"), *counted)
    assert found == [TextPiece("một"), ReplyEnd(Stop.FINISHED, 11, 7)]


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None, "completion_tokens": 7}, {"total_tokens": 18}])
def test_a_count_that_is_not_told_is_none(server: ModelServer, usage: Any) -> None:
    chunks = (SAY.chunk({"content": "một"}, finish_reason="stop"), SAY.data(SAY.body(choices=[], usage=usage)))
    assert raw(server, *chunks) == ONE


@pytest.mark.parametrize("reason", ["abort", "error"])
def test_a_reply_that_the_server_gave_up_is_cut_off(server: ModelServer, reason: str) -> None:
    with pytest.raises(TruncatedReply):
        raw(server, SAY.chunk({"content": "một"}), SAY.chunk({}, finish_reason=reason), b"data: [DONE]\n\n")


def test_a_stream_that_ends_before_a_reason_is_cut_off_even_when_it_says_that_it_is_done(server: ModelServer) -> None:
    with pytest.raises(TruncatedReply):
        raw(server, SAY.chunk({"content": "một"}), b"data: [DONE]\n\n")


@pytest.mark.parametrize(
    "said",
    [
        b"data: 7\n\n",
        b"data: []\n\n",
        b"data: null\n\n",
        b'data: {"choices": 7}\n\n',
        b'data: {"choices": [7]}\n\n',
        b'data: {"choices": [{}]}\n\n',
        b'data: {"choices": [{"delta": {"content": 7}}]}\n\n',
        b'data: {"choices": [{"delta": {"content": ["x"]}}]}\n\n',
        b'data: {"choices": [{"delta": 7}]}\n\n',
        b'data: {"choices": [{"delta": {"content": [{"type": "thinking", "thinking": []}]}}]}\n\n',
        b'data: {"object": "chat.completion.chunk"}\n\n',
        b'data: {"usage": null}\n\n',
    ],
)
def test_a_chunk_of_another_shape_is_malformed(server: ModelServer, said: bytes) -> None:
    with pytest.raises(MalformedReply):
        raw(server, said)


def test_a_page_instead_of_a_stream_is_no_reply(server: ModelServer) -> None:
    with pytest.raises(TruncatedReply):
        raw(server, b"<html>Please log in.</html>")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ('{"message": "secret", "code": 429}', ModelThrottled),
        ('{"message": "secret", "type": "rate_limit_exceeded"}', ModelThrottled),
        ('{"message": "secret", "code": "400"}', ModelRequestInvalid),
        ('{"message": "secret", "code": 408}', ModelTimeout),
        ('{"message": "secret", "code": "content_filter"}', ModelRefused),
        ('{"message": "secret", "code": 500, "type": "InternalServerError"}', ModelDown),
        ('{"message": "secret"}', ModelDown),
        ('"secret"', ModelDown),
    ],
)
def test_errors_in_the_stream_are_told_by_code_or_word(
    server: ModelServer, error: str, expected: type[CallFailed]
) -> None:
    with pytest.raises(expected) as raised:
        raw(server, b'data: {"error": ' + error.encode() + b"}\n\n")
    assert type(raised.value) is expected
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (b'error: {"code": 400, "message": "secret", "type": "invalid_request_error"}\n\n', ModelRequestInvalid),
        (b'error: {"code": 500, "message": "secret", "type": "server_error"}\n\n', ModelDown),
        (b'event: error\ndata: {"error": {"message": "secret", "code": 429}}\n\n', ModelThrottled),
        (b'data: {"error": {"message": "secret", "type": "BadRequestError", "code": 400}}\n\n', ModelRequestInvalid),
        (
            b'data: {"error": {"message": "secret", "type": "exceed_context_size_error", "code": 400}}\n\n',
            ModelRequestInvalid,
        ),
        (b'data: {"error": "secret: model runner has unexpectedly stopped"}\n\n', ModelDown),
        (b"error: secret\n\n", MalformedReply),
    ],
)
def test_errors_in_the_stream_are_found_wherever_servers_put_them(
    server: ModelServer, said: bytes, expected: type[CallFailed]
) -> None:
    with pytest.raises(expected) as raised:
        raw(server, SAY.chunk({"content": "một"}), said, b"data: [DONE]\n\n")
    assert type(raised.value) is expected
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"model_id": ""}, "Thiếu LANGUAGE_MODEL_ID"),
        ({"url": ""}, "Thiếu LANGUAGE_MODEL_URL"),
        ({"url": "ftp://may-chu"}, "LANGUAGE_MODEL_URL phải là một địa chỉ"),
        ({"url": "http://"}, "LANGUAGE_MODEL_URL phải là một địa chỉ"),
        ({"url": "http://may-chu:cổng"}, "LANGUAGE_MODEL_URL phải là một địa chỉ"),
        ({"url": "http://a:b@may-chu"}, "LANGUAGE_MODEL_URL không được chứa tên hay mật khẩu"),
        ({"structure": "tool"}, "LANGUAGE_MODEL_STRUCTURE là «tool»; chỉ nhận schema, text"),
    ],
)
def test_a_wrong_setting_is_told_in_one_sentence(options: dict[str, str], said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{said}[^.]*.*\\.$") as raised:
        OpenAIModel(**{"model_id": "m", "url": "http://may-chu:8000/v1", "key": "a-key"} | options)
    assert "a-key" not in str(raised.value)
