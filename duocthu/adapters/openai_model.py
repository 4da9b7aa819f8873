"""LanguageModel over any OpenAI-compatible server: vLLM, Ollama, llama.cpp on the hospital's own machines."""

from collections.abc import Callable, Generator, Mapping
from typing import Any

import httpx
import openai
from openai._streaming import ServerSentEvent, SSEDecoder
from openai.types.chat import ChatCompletionChunk

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

_CONNECT_SECONDS = 5.0
# "eos_token" is what text-generation-inference said before it said "stop".
_STOPS = {"stop": Stop.FINISHED, "eos_token": Stop.FINISHED, "length": Stop.TOO_LONG}
# The server gave the reply up: vLLM that is put to sleep, restarted or out of memory.
_GIVEN_UP = frozenset({"abort", "error"})
_FILTER = "content_filter"
# The SDK wants a key and reads further headers from the environment; a server in the house gets none that was not
# configured for it.
_NO_KEY = "none"
_NOT_OURS = ("openai-organization", "openai-project")


class OpenAIModel:
    def __init__(
        self, model_id: str, url: str, key: str = "", structure: str = "schema", temperature: str = "0"
    ) -> None:
        """`structure`: `schema` holds the server to the JSON schema; `text` leaves it to the words of the prompt.

        Raises ImproperlyConfigured. Nothing is connected yet.
        """
        self.model_id = options.required(
            model_id, variable="LANGUAGE_MODEL_ID", meaning="tên mô hình, đúng như máy chủ gọi nó"
        )
        meaning = "địa chỉ máy chủ mô hình, ví dụ http://may-chu:8000/v1"
        address = options.required(url, variable="LANGUAGE_MODEL_URL", meaning=meaning)
        self._structure = options.one_of(structure, ("schema", "text"), variable="LANGUAGE_MODEL_STRUCTURE")
        self._temperature = options.temperature(temperature)
        self._key = key.strip()
        self._client = _Client(
            base_url=options.address(address, variable="LANGUAGE_MODEL_URL"),
            api_key=self._key or _NO_KEY,
            max_retries=0,
            # A connection serves one call and is closed with it: nothing that a cut call left unread can reach another.
            http_client=httpx.Client(
                event_hooks={"request": [self._prepare]}, limits=httpx.Limits(max_keepalive_connections=0)
            ),
        )

    def reply(self, prompt: Prompt, *, timeout: float, cancelled: Callable[[], bool]) -> Generator[Piece, None, None]:
        return interruptible(lambda call: self._read(prompt, call), timeout=timeout, cancelled=cancelled)

    def _read(self, prompt: Prompt, call: Call) -> Generator[Piece, None, None]:
        try:
            left = call.seconds_left
            with self._client.chat.completions.create(
                **self._request(prompt),
                stream=True,
                stream_options={"include_usage": True},
                timeout=httpx.Timeout(left, connect=min(left, _CONNECT_SECONDS)),
            ) as chunks:
                yield from _pieces(chunks)
        except (openai.OpenAIError, httpx.HTTPError, httpx.StreamError, ValueError) as error:
            raise _as_ours(error) from error

    def _request(self, prompt: Prompt) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self.model_id,
            "messages": [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}],
            "max_tokens": prompt.max_tokens,
        }
        if self._temperature is not None:
            request["temperature"] = self._temperature
        if prompt.structure is not None and self._structure == "schema":
            schema = {"name": prompt.structure.name, "schema": dict(prompt.structure.schema), "strict": True}
            request["response_format"] = {"type": "json_schema", "json_schema": schema}
        return request

    def _prepare(self, request: httpx.Request) -> None:
        request.extensions["trace"] = _watch
        for name in _NOT_OURS if self._key else (*_NOT_OURS, "authorization"):
            request.headers.pop(name, None)


class _Decoder(SSEDecoder):
    """Also reads what servers in use send beside the standard; contract tests tell when an upgrade changes its names.

    llama.cpp until September 2025 told errors in the stream as a field `error`, which the SDK passes over: the reply
    would look cut off, and a prompt that is too long would be asked again. An event without data keeps the connection.
    """

    def decode(self, line: str) -> ServerSentEvent | None:
        field, _, value = line.partition(":")
        event = super().decode(f'data: {{"error": {value}}}' if field == "error" else line)
        return event if event is not None and event.data.strip() else None


class _Client(openai.OpenAI):
    def _make_sse_decoder(self) -> SSEDecoder:
        return _Decoder()


def _watch(event: str, info: Mapping[str, Any]) -> None:
    if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
        hold(info["return_value"].get_extra_info("socket"))


def _pieces(chunks: "openai.Stream[ChatCompletionChunk]") -> Generator[Piece, None, None]:
    stop: Stop | None = None
    tokens: tuple[int | None, int | None] = (None, None)
    for chunk in chunks:
        # The SDK builds its objects without checking: anything may be missing or of another type. Its warnings of that
        # would quote the reply.
        told: Any = chunk.to_dict(warnings=False) if isinstance(chunk, ChatCompletionChunk) else None
        match told:
            case {"choices": [{"finish_reason": str(reason)} as choice, *_]} if reason:
                yield from _text(choice)
                if reason == _FILTER:
                    raise ModelRefused(_FILTER)
                if reason in _GIVEN_UP:
                    raise TruncatedReply(f"given up by the server: {reason}")
                stop = _STOPS.get(reason, Stop.OTHER)
            case {"choices": [{"delta": _} as choice, *_]}:
                yield from _text(choice)
            case {"choices": []} | {"choices": None}:
                pass  # the count of tokens comes by itself
            case {"usage": {**_counted}} if "choices" not in told:
                pass  # and with some servers in a chunk that has no choices at all
            case _:
                raise MalformedReply("a chunk that is none")
        match told:
            case {"usage": {"prompt_tokens": int(read), "completion_tokens": int(written)}}:
                tokens = (read, written)
    if stop is None:
        raise TruncatedReply("the stream ended without a reason to")
    yield ReplyEnd(stop, *tokens)


def _text(choice: Mapping[str, Any]) -> Generator[TextPiece, None, None]:
    match choice.get("delta"):
        case {"refusal": str(refusal)} if refusal:
            raise ModelRefused("refusal")
        case {"content": str(content)}:
            if content:
                yield TextPiece(content)
        case {"content": other} if other is not None:
            raise MalformedReply("content that is no text")
        case None | {}:
            pass  # `{}` is any mapping: who speaks, what the model thinks
        case _:
            raise MalformedReply("a piece that is none")


def _as_ours(error: Exception) -> CallFailed:
    match error:
        case openai.APITimeoutError() | httpx.TimeoutException():
            return ModelTimeout("no answer in time")
        case openai.APIConnectionError():
            return ModelDown("not reached")
        case openai.APIStatusError():
            return _by_status(error.status_code, error.code)
        case openai.APIResponseValidationError():
            return MalformedReply("not the answer of such a server")
        case openai.APIError():
            return _in_stream(error)
        case UnicodeDecodeError() | httpx.TransportError():
            return TruncatedReply("the connection was lost")
        case ValueError() | httpx.HTTPError() | httpx.StreamError():
            return MalformedReply("not the stream of such a server")
    return ModelRequestInvalid(type(error).__name__)


def _by_status(status: int, code: str | None) -> CallFailed:
    if code == _FILTER:
        return ModelRefused(_FILTER)
    if status == 408:
        return ModelTimeout(f"HTTP {status}")
    if status == 429:
        return ModelThrottled(f"HTTP {status}")
    return ModelDown(f"HTTP {status}") if status >= 500 else ModelRequestInvalid(f"HTTP {status}")


def _in_stream(error: openai.APIError) -> CallFailed:
    """An error that came instead of the next chunk. Servers put a status or a word there, as they please."""
    told = error.body if isinstance(error.body, Mapping) else {}
    named = {str(told.get(key)).lower() for key in ("code", "type", "status")}
    for status in (400, 401, 403, 404, 408, 422, 429):
        if str(status) in named:
            return _by_status(status, None)
    if any("rate_limit" in name or "ratelimit" in name or "too_many" in name for name in named):
        return ModelThrottled("in the stream")
    if any(_FILTER in name for name in named):
        return ModelRefused("in the stream")
    return ModelDown("in the stream")
