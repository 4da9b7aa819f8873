"""The pages' addresses."""

from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.generic import RedirectView

from conversations import evaluation_views, health, views

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="chat"), name="home"),
    path("login/", views.Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("chat/", views.chat, name="chat"),
    path("chat/pharmacist/", views.call_pharmacist, name="chat-pharmacist"),
    path("chat/<uuid:pk>/", views.conversation, name="conversation"),
    path("chat/<uuid:pk>/rename/", views.rename, name="conversation-rename"),
    path("chat/<uuid:pk>/pharmacist/", views.call_pharmacist, name="conversation-pharmacist"),
    path("chat/turns/<uuid:pk>/feedback/", views.feedback, name="turn-feedback"),
    path("danh-gia/", evaluation_views.evaluations, name="evaluations"),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
]
