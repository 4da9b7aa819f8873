"""The ASGI application: pages over HTTP, the chat over a websocket."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from conversations.routing import websocket_urlpatterns  # noqa: E402  needs the apps that the line above loads

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
