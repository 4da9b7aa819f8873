"""The product's application, counting every SQL statement; GET /bench/statements tells how many there were.

BEGIN and COMMIT count. Django's own `SELECT 1` on a kept connection is counted apart: it passes by the query log.
"""

import json
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.backends.signals import connection_created

from duocthu.asgi import application as product

Message = MutableMapping[str, Any]

_connections: list[DatabaseWrapper] = []
_health_checks = 0
_lock = threading.Lock()
_is_usable = DatabaseWrapper.is_usable


def _opened(*, connection: DatabaseWrapper, **kwargs: Any) -> None:
    connection.force_debug_cursor = True
    with _lock:
        if not any(known is connection for known in _connections):
            _connections.append(connection)


def _counted_is_usable(self: DatabaseWrapper) -> bool:
    global _health_checks
    with _lock:
        _health_checks += 1
    return bool(_is_usable(self))


connection_created.connect(_opened)
setattr(DatabaseWrapper, "is_usable", _counted_is_usable)  # noqa: B010  a method is replaced on purpose


async def application(
    scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    if scope["type"] != "http" or scope["path"] != "/bench/statements":
        await product(scope, receive, send)
        return
    counted = {
        "statements": sum(len(connection.queries_log) for connection in list(_connections)),
        "health_checks": _health_checks,
    }
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": json.dumps(counted).encode()})
