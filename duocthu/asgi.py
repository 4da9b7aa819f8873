"""The ASGI application: pages over HTTP, the chat over a websocket."""

import os
import sys
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

pages = get_asgi_application()

import duocthu.celery  # noqa: E402, F401  so that pages know the broker that they wake workers through
from conversations.handshakes import OwnPagesOnly  # noqa: E402  these need the apps that the line above loads
from conversations.patience import bound_waiting  # noqa: E402
from conversations.routing import websocket_urlpatterns  # noqa: E402
from duocthu.body_limits import bounded  # noqa: E402

bound_waiting()
# WhiteNoise hands files over synchronously; Django reads them in a thread, which is what small files need.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
# A turn computes for ten milliseconds or so. Taking the interpreter from it every five makes all of twenty late.
sys.setswitchinterval(0.02)

application = ProtocolTypeRouter(
    {
        "http": bounded(pages),
        "websocket": AllowedHostsOriginValidator(OwnPagesOnly(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))),
    }
)
