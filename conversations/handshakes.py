"""Who may open a websocket: only our own pages, as with forms."""

import logging
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.db import InterfaceError, OperationalError

logger = logging.getLogger(__name__)

TRY_LATER = 1013


class OwnPagesOnly:
    """Refuses a socket from another origin, and one that comes while the database is away.

    The browser sends cookies to a host whatever the port, so the port is compared too; origins of
    CSRF_TRUSTED_ORIGINS are ours as well. That the host itself is ours is checked before.
    """

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if not is_own(scope["headers"]):
            await WebsocketDenier()(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        except (OperationalError, InterfaceError) as error:
            logger.error("no database for a websocket (%s)", type(error.__cause__).__name__)
            with suppress(OSError, RuntimeError):  # it is closed already
                await send({"type": "websocket.close", "code": TRY_LATER})


def is_own(headers: list[tuple[bytes, bytes]]) -> bool:
    found = dict(headers)
    origin = found.get(b"origin", b"").decode("latin-1").lower()
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    # Of the scheme only the default port: behind a proxy that ends TLS we see http where the browser saw https.
    scheme, _, address = origin.partition("://")
    host = found.get(b"host", b"").decode("latin-1").lower()
    return bool(host) and _address(scheme, address) == _address(scheme, host)


def _address(scheme: str, netloc: str) -> tuple[str | None, int | None] | None:
    try:
        parts = urlsplit(f"//{netloc}")
        return parts.hostname, parts.port or {"http": 80, "https": 443}.get(scheme)
    except ValueError:  # a port that is no number
        return None
