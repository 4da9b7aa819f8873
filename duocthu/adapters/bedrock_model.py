"""LanguageModel over AWS Bedrock's ConverseStream: any model that it serves.

Keys come as everywhere in AWS: from the role of the machine, the environment or its files, never from our settings.
"""

import json
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import cached_property
from typing import Any

import boto3
import urllib3.exceptions
from botocore.awsrequest import (
    AWSHTTPConnection,
    AWSHTTPConnectionPool,
    AWSHTTPSConnection,
    AWSHTTPSConnectionPool,
)
from botocore.config import Config
from botocore.eventstream import ParserError
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectionError,
    ConnectTimeoutError,
    HTTPClientError,
    ReadTimeoutError,
)
from botocore.parsers import ResponseParserError

from duocthu.adapters import model_options as options
from duocthu.adapters.interruptible import Call, hold, interruptible
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

# The time of a call is kept by `interruptible`; a client's own time-outs are fixed when it is made, and these only end
# what lies before a connection: its opening, and a server that does not take the request.
_CONNECT_SECONDS = 5
_READ_SECONDS = 60
_STOPS = {
    "end_turn": Stop.FINISHED,
    "max_tokens": Stop.TOO_LONG,
    "model_context_window_exceeded": Stop.TOO_LONG,
}
_MALFORMED = ("malformed_model_output", "malformed_tool_use")
_REFUSALS = ("guardrail_intervened", "content_filtered", "refusal")
_VENDORS = (
    ClientError,
    BotoCoreError,
    ParserError,
    ResponseParserError,
    urllib3.exceptions.HTTPError,
    OSError,
    ValueError,
)
_THROTTLED = {"ThrottlingException", "TooManyRequestsException", "ServiceQuotaExceededException"}
_DOWN = {
    "InternalServerException",
    "ModelErrorException",
    "ModelNotReadyException",
    "ModelStreamErrorException",
    "ServiceUnavailableException",
}
_INVALID_IN_STREAM = {"ValidationException", "AccessDeniedException", "ResourceNotFoundException"}


class BedrockModel:
    def __init__(
        self, model_id: str, region: str, url: str = "", structure: str = "tool", temperature: str = "0"
    ) -> None:
        """`structure`: how JSON is asked for. `tool`: as the arguments of a tool that must be called; `schema`: as
        formatted output, where the model offers it; `text`: by the words of the prompt alone.

        `url`: of a private endpoint; empty: AWS's own. Raises ImproperlyConfigured. Nothing is connected yet.
        """
        self.model_id = options.required(
            model_id, variable="LANGUAGE_MODEL_ID", meaning="mã mô hình hoặc inference profile của Bedrock"
        )
        meaning = "vùng AWS có mô hình, ví dụ ap-southeast-1"
        self._region = options.required(region, variable="AWS_REGION", meaning=meaning)
        self._url = options.address(url, variable="LANGUAGE_MODEL_URL") if url.strip() else None
        self._structure = options.one_of(structure, ("tool", "schema", "text"), variable="LANGUAGE_MODEL_STRUCTURE")
        self._temperature = options.temperature(temperature)
        self._lock = threading.Lock()

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        return interruptible(lambda call: self._read(prompt, call), timeout=timeout, cancelled=cancelled)

    def _read(self, prompt: Prompt, call: Call) -> Generator[Piece, None, None]:
        try:
            with self._lock:  # making a client is not safe in threads; using it is
                client = self._client
            if call.is_cut:
                return
            stream = client.converse_stream(**self._request(prompt))["stream"]
            try:
                yield from _pieces(stream, from_tool=self._uses_tool(prompt))
            finally:
                stream.close()
        except _VENDORS as error:
            raise _as_ours(error) from error

    @cached_property
    def _client(self) -> Any:
        """Made at the first call: looking for the machine's role may ask the network."""
        client = boto3.session.Session().client(
            "bedrock-runtime",
            region_name=self._region,
            endpoint_url=self._url,
            config=Config(
                retries={"total_max_attempts": 1, "mode": "standard"},
                connect_timeout=_CONNECT_SECONDS,
                read_timeout=_READ_SECONDS,
            ),
        )
        # botocore has no hook that shows a connection; the contract tests tell when an upgrade changes these names.
        client._endpoint.http_session._pool_classes_by_scheme.update(http=_Pool, https=_SecurePool)
        return client

    def _uses_tool(self, prompt: Prompt) -> bool:
        return prompt.structure is not None and self._structure == "tool"

    def _request(self, prompt: Prompt) -> dict[str, Any]:
        inference: dict[str, Any] = {"maxTokens": prompt.max_tokens}
        if self._temperature is not None:
            inference["temperature"] = self._temperature
        request: dict[str, Any] = {
            "modelId": self.model_id,
            "system": [{"text": prompt.system}],
            "messages": [{"role": "user", "content": [{"text": prompt.user}]}],
            "inferenceConfig": inference,
        }
        if prompt.structure is None:
            return request
        name, schema = prompt.structure.name, dict(prompt.structure.schema)
        if self._structure == "tool":
            tool = {"name": name, "description": name, "inputSchema": {"json": schema}}
            request["toolConfig"] = {"tools": [{"toolSpec": tool}], "toolChoice": {"tool": {"name": name}}}
        elif self._structure == "schema":
            form = {"jsonSchema": {"name": name, "schema": json.dumps(schema, ensure_ascii=False)}}
            request["outputConfig"] = {"textFormat": {"type": "json_schema", "structure": form}}
        return request


def _pieces(stream: Iterable[Mapping[str, Any]], *, from_tool: bool) -> Generator[Piece, None, None]:
    stop: Stop | None = None
    tokens: tuple[int | None, int | None] = (None, None)
    for event in stream:
        match event:
            case {"contentBlockDelta": {"delta": {"toolUse": {"input": str(text)}}}}:
                if from_tool and text:
                    yield TextPiece(text)
            case {"contentBlockDelta": {"delta": {"text": str(text)}}}:
                # Beside a tool's arguments it is chatter.
                if text and not from_tool:
                    yield TextPiece(text)
            case {"contentBlockDelta": {"delta": _}}:
                pass  # reasoning, say
            case {"contentBlockDelta": _}:
                # botocore makes this of an event that it cannot read: a piece of the text would be missing.
                raise MalformedReply("a piece that cannot be read")
            case {"messageStop": {"stopReason": str(reason)}}:
                if reason in _REFUSALS:
                    raise ModelRefused(reason)
                if reason in _MALFORMED:
                    raise MalformedReply(reason)
                is_the_tool = from_tool and reason == "tool_use"
                stop = Stop.FINISHED if is_the_tool else _STOPS.get(reason, Stop.OTHER)
            case {"metadata": {"usage": {"inputTokens": int(read), "outputTokens": int(written)}}}:
                tokens = (read, written)
    if stop is None:
        raise TruncatedReply("the stream ended without a reason to")
    yield ReplyEnd(stop, *tokens)


def _as_ours(error: Exception) -> CallFailed:
    match error:
        case ClientError():
            told = error.response
            return _by_code(str(told["Error"].get("Code", "")), told.get("ResponseMetadata", {}).get("HTTPStatusCode"))
        case ConnectTimeoutError() | ReadTimeoutError() | urllib3.exceptions.ReadTimeoutError() | TimeoutError():
            return ModelTimeout("no answer in time")
        case ConnectionError() | HTTPClientError():
            return ModelDown("not reached")
        case urllib3.exceptions.HTTPError() | OSError():
            return TruncatedReply("the connection was lost")
        case ParserError() | ResponseParserError() | ValueError():
            return MalformedReply("not an event stream")
    return ModelRequestInvalid(type(error).__name__)  # no keys, say


def _by_code(code: str, status: int | None) -> CallFailed:
    """In the stream errors have no status, and their code begins with a small letter; it is empty for an error that
    botocore does not know there. By then the request had been taken: what is not known to be about it, is the server's.
    """
    name = code[:1].upper() + code[1:]
    told = f"{name} {status or 'in the stream'}"
    if name in _THROTTLED:
        return ModelThrottled(told)
    if name == "ModelTimeoutException" or status == 408:
        return ModelTimeout(told)
    if name in _DOWN or (status or 0) >= 500:
        return ModelDown(told)
    if status is None and name not in _INVALID_IN_STREAM:
        return ModelDown(told)
    return ModelThrottled(told) if status == 429 else ModelRequestInvalid(told)


class _Held:
    """A connection that the call of this thread can cut."""

    sock: Any

    def connect(self) -> None:
        super().connect()  # type: ignore[misc]
        hold(self.sock)


class _OfOneCall:
    """A connection serves one call and is closed with it: nothing that a cut call left unread can reach another."""

    def _put_conn(self, conn: Any) -> None:
        if conn is not None:
            conn.close()


class _Connection(_Held, AWSHTTPConnection):  # type: ignore[misc]
    pass


class _SecureConnection(_Held, AWSHTTPSConnection):  # type: ignore[misc]
    pass


class _Pool(_OfOneCall, AWSHTTPConnectionPool):  # type: ignore[misc]
    ConnectionCls = _Connection


class _SecurePool(_OfOneCall, AWSHTTPSConnectionPool):  # type: ignore[misc]
    ConnectionCls = _SecureConnection
