"""A Qdrant server in miniature for tests: the REST calls that our client makes, over loopback, and its bad days.

It checks what it is sent as the real one does: names, dimensions, the key; unknown collections are 404.
"""

import json
import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

API_KEY = "a key"


@dataclass
class Collection:
    config: dict[str, Any]
    points: dict[int, dict[str, Any]] = field(default_factory=dict)
    payload_indexes: set[str] = field(default_factory=set)


@dataclass
class FakeQdrant:
    port: int = 0
    collections: dict[str, Collection] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    delay: float = 0.0  # seconds before each answer
    fails_with: int | None = None  # this status instead of an answer
    fails_after: int | None = None  # so many requests later
    garbles: bool = False  # answers that are no JSON
    loses_points: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def qdrant() -> Iterator[FakeQdrant]:
    fake = FakeQdrant()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(fake))
    server.daemon_threads = True
    fake.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Refused(Exception):
    def __init__(self, status: int, error: str) -> None:
        super().__init__(error)
        self.status = status


def _handler(fake: FakeQdrant) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer()

        do_PUT = do_POST = do_DELETE = do_GET

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            address = urlsplit(self.path)
            query = {key: values[0] for key, values in parse_qs(address.query).items()}
            fake.requests.append((self.command, address.path, query))
            time.sleep(fake.delay)
            if fake.fails_after is not None:
                fake.fails_after -= 1
            if fake.fails_with and (fake.fails_after is None or fake.fails_after < 0):
                self._send(fake.fails_with, {"status": {"error": "on purpose"}, "time": 0.0})
                return
            if self.headers.get("api-key") != API_KEY:
                self._send(401, {"status": {"error": "Must provide an API key"}, "time": 0.0})
                return
            try:
                parts = [unquote(part) for part in address.path.strip("/").split("/")]
                result = _result(fake, self.command, parts, json.loads(body) if body else {})
            except _Refused as refused:
                self._send(refused.status, {"status": {"error": str(refused)}, "time": 0.0})
                return
            self._send(200, {"result": result, "status": "ok", "time": 0.001})

        def _send(self, status: int, answer: Any) -> None:
            data = b"<html>" if fake.garbles else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: Any) -> None:
            """Quiet."""

    return Handler


def _result(fake: FakeQdrant, method: str, parts: list[str], body: dict[str, Any]) -> Any:
    match method, parts:
        case "GET", ["collections"]:
            return {"collections": [{"name": name} for name in fake.collections]}
        case "GET", ["aliases"]:
            return {"aliases": [{"alias_name": a, "collection_name": c} for a, c in fake.aliases.items()]}
        case "POST", ["collections", "aliases"]:
            return _change_aliases(fake, body["actions"])
        case "PUT", ["collections", name]:
            if name in fake.collections or name in fake.aliases:
                raise _Refused(409, f"Collection `{name}` already exists!")
            fake.collections[name] = Collection(body)
            return True
        case "DELETE", ["collections", name]:
            fake.aliases = {a: c for a, c in fake.aliases.items() if c != name}
            return fake.collections.pop(name, None) is not None
        case "PUT", ["collections", name, "index"]:
            _open(fake, name).payload_indexes.add(body["field_name"])
            return {"operation_id": 1, "status": "completed"}
        case "PUT", ["collections", name, "points"]:
            return _upsert(fake, _open(fake, name), body["points"])
        case "POST", ["collections", name, "points", "count"]:
            return {"count": len(_open(fake, name).points)}
        case "POST", ["collections", name, "points", "query", "batch"]:
            return [{"points": _query(_open(fake, name), search)} for search in body["searches"]]
    raise _Refused(404, f"{method} /{'/'.join(parts)} is not known here")


def _open(fake: FakeQdrant, name: str) -> Collection:
    found = fake.collections.get(fake.aliases.get(name, name))
    if found is None:
        raise _Refused(404, f"Not found: Collection `{name}` doesn't exist!")
    return found


def _change_aliases(fake: FakeQdrant, actions: list[dict[str, Any]]) -> bool:
    changed = dict(fake.aliases)
    for action in actions:
        if "delete_alias" in action:
            if changed.pop(action["delete_alias"]["alias_name"], None) is None:
                raise _Refused(404, "no such alias")
        else:
            made = action["create_alias"]
            if made["collection_name"] not in fake.collections:
                raise _Refused(404, "no such collection")
            changed[made["alias_name"]] = made["collection_name"]
    fake.aliases = changed
    return True


def _upsert(fake: FakeQdrant, collection: Collection, points: list[dict[str, Any]]) -> dict[str, Any]:
    sizes = {name: params["size"] for name, params in (collection.config.get("vectors") or {}).items()}
    for point in points:
        for name, vector in point["vector"].items():
            if isinstance(vector, list) and len(vector) != sizes.get(name):
                raise _Refused(400, f"Wrong input: Vector dimension error in `{name}`")
    for point in points[1:] if fake.loses_points else points:
        collection.points[point["id"]] = point
    return {"operation_id": 2, "status": "completed"}


def _query(collection: Collection, search: dict[str, Any]) -> list[dict[str, Any]]:
    using, query = search["using"], search["query"]
    vector = query.get("nearest", query)
    which = [
        p for p in collection.points.values() if using in p["vector"] and _passes(p["payload"], search.get("filter"))
    ]
    everything = [p["vector"][using] for p in collection.points.values() if using in p["vector"]]
    scored = [(_score(vector, p["vector"][using], everything), p["id"]) for p in which]
    if isinstance(vector, dict):
        scored = [(score, pk) for score, pk in scored if score > 0]
    best = sorted(scored, key=lambda pair: (-pair[0], pair[1]))[: search["limit"]]
    return [{"id": pk, "version": 1, "score": score} for score, pk in best]


def _score(asked: Any, held: Any, everything: list[Any]) -> float:
    if isinstance(asked, list):
        return sum(a * b for a, b in zip(asked, held, strict=True))
    weights = dict(zip(held["indices"], held["values"], strict=True))
    return sum(
        value * weights[i] * _idf(i, everything)
        for i, value in zip(asked["indices"], asked["values"], strict=True)
        if i in weights
    )


def _idf(index: int, everything: list[Any]) -> float:
    holding = sum(index in vector["indices"] for vector in everything)
    return math.log(1 + (len(everything) - holding + 0.5) / (holding + 0.5))


def _passes(payload: dict[str, Any], wanted: dict[str, Any] | None) -> bool:
    conditions = (wanted or {}).get("must") or []
    return all(payload[condition["key"]] in condition["match"]["any"] for condition in conditions)
