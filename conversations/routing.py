"""Where the websocket is."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from conversations.consumers import ChatConsumer

websocket_urlpatterns = [
    path("ws/chat/", ChatConsumer.as_asgi()),
    re_path(r"", WebsocketDenier.as_asgi()),  # elsewhere nobody listens, which is no error of ours
]
