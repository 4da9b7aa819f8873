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
from tests.adapters.model_servers import End, Garbage, ModelServer, Say, ServerSentEvents, model_server
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


def test_thinking_aloud_is_not_the_answer(server: ModelServer) -> None:
    say = ServerSentEvents()
    found = raw(server, say.chunk({"reasoning_content": "Hừm"}), say.chunk({"content": "một"}, finish_reason="stop"))
    assert found == [TextPiece("một"), ReplyEnd(Stop.FINISHED)]


def test_comments_and_windows_line_ends_are_part_of_the_protocol(server: ModelServer) -> None:
    chunk = ServerSentEvents().chunk({"content": "một"}, finish_reason="stop").replace(b"\n", b"\r\n")
    assert raw(server, b": ping\n\n", chunk, b"data: [DONE]\r\n\r\n") == [TextPiece("một"), ReplyEnd(Stop.FINISHED)]


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
