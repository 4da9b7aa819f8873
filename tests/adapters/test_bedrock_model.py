"""What only Bedrock does: signed requests, JSON as a tool's arguments, errors with names of their own."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from duocthu.adapters.bedrock_model import BedrockModel, _by_code
from rag.errors import CallFailed, MalformedReply, ModelDown, ModelRequestInvalid, ModelThrottled, ModelTimeout
from rag.language import Piece, Prompt, ReplyEnd, Stop, TextPiece
from tests.adapters.model_servers import Cut, End, EventStream, ModelServer, Say, model_server
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
        ("ResourceNotFoundException", 404, ModelRequestInvalid),
        ("ExpiredTokenException", 403, ModelRequestInvalid),
    ],
)
def test_errors_are_told_by_their_names(code: str, status: int | None, error: type[CallFailed]) -> None:
    assert type(_by_code(code, status)) is error


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
