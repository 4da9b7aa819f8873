"""Model servers in miniature, over loopback: the bytes are those that the real ones send, and so are the bad days.

What happens is told in steps that know no provider; a dialect puts them into bytes. Bedrock's event stream has its
prelude, typed headers and both CRC32 sums; the OpenAI one is server-sent events.
"""

import json
import socket
import ssl
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any, Protocol

# --- what a server does ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Say:
    text: str


@dataclass(frozen=True)
class End:
    """`reason`: finished, too_long, filtered, other."""

    reason: str = "finished"
    counted: bool = True  # tell how many tokens: 11 in, 7 out


@dataclass(frozen=True)
class Wait:
    seconds: float


@dataclass(frozen=True)
class Gather:
    """Wait until so many requests have come."""

    requests: int


@dataclass(frozen=True)
class Slice:
    """From here on every write is cut into pieces of so many bytes, with a pause between them."""

    size: int
    pause: float = 0.0


@dataclass(frozen=True)
class Trouble:
    """An error in the stream: throttled, down, invalid."""

    kind: str


@dataclass(frozen=True)
class Garbage:
    """Well-formed HTTP around something that is no stream of this kind."""


@dataclass(frozen=True)
class BrokenPiece:
    """A frame of the right form whose JSON cannot be read."""


@dataclass(frozen=True)
class Cut:
    """The connection ends in the middle of a frame, politely (FIN)."""


@dataclass(frozen=True)
class Reset:
    """The connection ends rudely (RST)."""


@dataclass(frozen=True)
class Hang:
    """Nothing more comes, and the connection stays."""


@dataclass(frozen=True)
class Refuse:
    """Instead of a stream: throttled (429), down (503), broken (500), slow (408), invalid (400), forbidden (403)."""

    kind: str


Step = Say | End | Wait | Gather | Slice | Trouble | Garbage | BrokenPiece | Cut | Reset | Hang | Refuse
STATUS = {"throttled": 429, "down": 503, "broken": 500, "slow": 408, "invalid": 400, "forbidden": 403}


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]  # names in small letters
    body: dict[str, Any]


@dataclass
class ModelServer:
    dialect: "Dialect"
    port: int = 0
    steps: tuple[Step, ...] = ()
    before: list[tuple[Step, ...]] = field(default_factory=list)  # for the first requests, one after the other
    answers: Callable[["Received"], tuple[Step, ...]] | None = None  # instead of `steps`: what fits the request
    before_head: float = 0.0  # seconds before the status line
    received: list[Received] = field(default_factory=list)
    connections: int = 0  # ever
    open_now: int = 0
    hung_up: threading.Event = field(default_factory=threading.Event)  # the client closed before the reply was over
    over: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def says(self, *steps: Step) -> "ModelServer":
        self.steps = steps
        return self

    def script(self, request: "Received") -> tuple[Step, ...]:
        with self.lock:
            if self.before:
                return self.before.pop(0)
        return self.answers(request) if self.answers else self.steps


@contextmanager
def model_server(dialect: "Dialect", *, tls: ssl.SSLContext | None = None, port: int = 0) -> Iterator[ModelServer]:
    """`port` 0: whichever is free."""
    told = ModelServer(dialect)
    server = _Server(("127.0.0.1", port), _handler(told))
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    told.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        told.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are what is tested."""


class _ClientLeft(Exception):
    pass


def _handler(told: ModelServer) -> type[StreamRequestHandler]:
    class Handler(StreamRequestHandler):
        connection: socket.socket
        _is_open = True

        def handle(self) -> None:
            with told.lock:
                told.connections += 1
                told.open_now += 1
            try:
                # As the real ones do, it keeps the connection for further requests.
                while self._is_open and (request := _read_request(self.rfile)) is not None:
                    told.received.append(request)
                    self._wait(told.before_head)
                    self._play(told.script(request))
            except (_ClientLeft, OSError):
                told.hung_up.set()
            finally:
                with told.lock:
                    told.open_now -= 1

        def _play(self, steps: tuple[Step, ...]) -> None:
            self._slice: Slice | None = None
            if steps and isinstance(steps[0], Refuse):
                self.connection.sendall(told.dialect.refusal(steps[0].kind))
                return
            head = f"HTTP/1.1 200 OK\r\nContent-Type: {told.dialect.content_type}\r\nTransfer-Encoding: chunked\r\n\r\n"
            self.connection.sendall(head.encode())
            for frame in told.dialect.opening():
                self._send(frame)
            for step in steps:
                if isinstance(step, Wait):
                    self._wait(step.seconds)
                elif isinstance(step, Gather):
                    while len(told.received) < step.requests and not told.over.is_set():
                        self._wait(0.02)
                elif isinstance(step, Slice):
                    self._slice = step
                elif isinstance(step, Hang):
                    self._wait(3600)
                elif isinstance(step, Cut):
                    frame = told.dialect.text("đoạn này không bao giờ tới đủ")
                    self._send(frame[: len(frame) // 2])
                    self._is_open = False
                    return
                elif isinstance(step, Reset):
                    linger = struct.pack("ii", 1, 0)
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    self.connection.close()
                    self._is_open = False
                    return
                else:
                    for frame in told.dialect.frames(step):
                        self._send(frame)
            self.connection.sendall(b"0\r\n\r\n")

        def _send(self, data: bytes) -> None:
            size = self._slice.size if self._slice else len(data)
            for start in range(0, len(data), size):
                part = data[start : start + size]
                self.connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
                if self._slice and self._slice.pause:
                    self._wait(self._slice.pause)

        def _wait(self, seconds: float) -> None:
            """Raises _ClientLeft as soon as the other side has closed."""
            ends = time.monotonic() + seconds
            while (left := ends - time.monotonic()) > 0 and not told.over.is_set():
                self.connection.settimeout(min(left, 0.02))
                with suppress(TimeoutError):
                    if self.connection.recv(1) == b"":
                        raise _ClientLeft
            self.connection.settimeout(None)

    return Handler


def _read_request(stream: Any) -> Received | None:
    """None: the client has closed."""
    line = stream.readline().decode()
    if not line:
        return None
    _, path, _ = line.split(" ")
    headers: dict[str, str] = {}
    while line := stream.readline().decode().strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return Received(path, headers, json.loads(stream.read(int(headers["content-length"]))))


# --- how it is said --------------------------------------------------------------------------------------------


class Dialect(Protocol):
    name: str
    content_type: str

    def opening(self) -> list[bytes]: ...

    def text(self, text: str) -> bytes: ...

    def frames(self, step: Step) -> list[bytes]: ...

    def refusal(self, kind: str) -> bytes: ...


class EventStream:
    """`application/vnd.amazon.eventstream`, as ConverseStream sends it."""

    name = "bedrock"
    content_type = "application/vnd.amazon.eventstream"
    stops = {
        "finished": "end_turn",
        "too_long": "max_tokens",
        "filtered": "guardrail_intervened",
        "other": "stop_sequence",
    }
    errors = {
        "throttled": "ThrottlingException",
        "down": "ServiceUnavailableException",
        "broken": "InternalServerException",
        "slow": "ModelTimeoutException",
        "invalid": "ValidationException",
        "forbidden": "AccessDeniedException",
    }

    def __init__(self, *, from_tool: bool = False) -> None:
        self.from_tool = from_tool

    def opening(self) -> list[bytes]:
        frames = [self.event("messageStart", {"role": "assistant"})]
        if self.from_tool:
            start = {"toolUse": {"toolUseId": "t-1", "name": "dap_an"}}
            frames.append(self.event("contentBlockStart", {"start": start, "contentBlockIndex": 0}))
        return frames

    def text(self, text: str) -> bytes:
        delta = {"toolUse": {"input": text}} if self.from_tool else {"text": text}
        return self.event("contentBlockDelta", {"delta": delta, "contentBlockIndex": 0})

    def frames(self, step: Step) -> list[bytes]:
        match step:
            case Say(text):
                return [self.text(text)]
            case End(reason, counted):
                stop = "tool_use" if self.from_tool and reason == "finished" else self.stops[reason]
                frames = [
                    self.event("contentBlockStop", {"contentBlockIndex": 0}),
                    self.event("messageStop", {"stopReason": stop}),
                ]
                usage = {"inputTokens": 11, "outputTokens": 7, "totalTokens": 18}
                if counted:
                    frames.append(self.event("metadata", {"usage": usage, "metrics": {"latencyMs": 5}}))
                return frames
            case Trouble(kind):
                code = self.errors[kind]
                headers = {
                    ":message-type": "exception",
                    ":exception-type": code[0].lower() + code[1:],
                    ":content-type": "application/json",
                }
                return [self.frame(headers, json.dumps({"message": "a secret of the prompt"}).encode())]
            case BrokenPiece():
                return [self.event("contentBlockDelta", b'{"delta": {"text": "kh')]
            case _:
                return [b"<html>this is a page of a proxy, and long enough for a prelude</html>"]

    def refusal(self, kind: str) -> bytes:
        body = json.dumps({"message": "a secret of the prompt"})
        return _http(STATUS[kind], body, {"x-amzn-ErrorType": self.errors[kind] + ":http://internal.amazon.com/coral/"})

    def event(self, kind: str, payload: dict[str, Any] | bytes) -> bytes:
        headers = {":event-type": kind, ":content-type": "application/json", ":message-type": "event"}
        if isinstance(payload, dict):  # Bedrock pads its frames, so that their length tells nothing
            payload = json.dumps(payload | {"p": "abcdefgh"}, ensure_ascii=False).encode()
        return self.frame(headers, payload)

    @staticmethod
    def frame(headers: dict[str, str], payload: bytes) -> bytes:
        string = 7
        packed = b"".join(
            struct.pack("!B", len(name)) + name.encode() + struct.pack("!BH", string, len(value)) + value.encode()
            for name, value in headers.items()
        )
        prelude = struct.pack("!II", 12 + len(packed) + len(payload) + 4, len(packed))
        message = prelude + struct.pack("!I", zlib.crc32(prelude)) + packed + payload
        return message + struct.pack("!I", zlib.crc32(message))


class ServerSentEvents:
    """`text/event-stream`, as /v1/chat/completions sends it."""

    name = "openai"
    content_type = "text/event-stream; charset=utf-8"
    stops = {"finished": "stop", "too_long": "length", "filtered": "content_filter", "other": "tool_calls"}

    def opening(self) -> list[bytes]:
        return [self.chunk({"role": "assistant", "content": ""})]

    def text(self, text: str) -> bytes:
        return self.chunk({"content": text})

    def frames(self, step: Step) -> list[bytes]:
        match step:
            case Say(text):
                return [self.text(text)]
            case End(reason, counted):
                usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
                frames = [self.chunk({}, finish_reason=self.stops[reason])]
                frames += [self.data(self.body(choices=[], usage=usage))] if counted else []
                return [*frames, b"data: [DONE]\n\n"]
            case Trouble(kind):
                error = {"message": "a secret of the prompt", "type": kind, "code": STATUS[kind]}
                return [self.data({"error": error})]
            case BrokenPiece():
                return [b'data: {"choices": [{"delta": {"content": "kh\n\n']
            case _:
                return [b'data: {"this": "is another program"}\n\n']

    def refusal(self, kind: str) -> bytes:
        error = {"message": "a secret of the prompt", "type": kind, "code": None}
        return _http(STATUS[kind], json.dumps({"error": error}), {})

    def chunk(self, delta: dict[str, Any], finish_reason: str | None = None) -> bytes:
        return self.data(self.body(choices=[{"index": 0, "delta": delta, "finish_reason": finish_reason}]))

    def body(self, **changes: Any) -> dict[str, Any]:
        return {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": "m"} | changes

    def data(self, body: dict[str, Any]) -> bytes:
        return b"data: " + json.dumps(body, ensure_ascii=False).encode() + b"\n\n"


def _http(status: int, body: str, headers: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} X", "Content-Type: application/json", f"Content-Length: {len(body.encode())}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()
