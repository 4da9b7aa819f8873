"""Where the websocket is."""

from django.urls import path

from conversations.consumers import ChatConsumer

websocket_urlpatterns = [path("ws/chat/", ChatConsumer.as_asgi())]
