"""The API's addresses."""

from django.urls import path, re_path

from conversations.api import schema_views, views

urlpatterns = [
    path("v1/conversations/", views.Conversations.as_view(), name="api-conversations"),
    path("v1/conversations/<uuid:pk>/", views.ConversationDetail.as_view(), name="api-conversation"),
    path("v1/conversations/<uuid:pk>/turns/", views.Turns.as_view(), name="api-turns"),
    path("v1/turns/<uuid:pk>/", views.TurnDetail.as_view(), name="api-turn"),
    path("v1/turns/<uuid:pk>/inspection/", views.TurnInspection.as_view(), name="api-turn-inspection"),
    path("schema/", schema_views.Schema.as_view(), name="api-schema"),
    path("docs/", schema_views.Docs.as_view(), name="api-docs"),
    re_path(r"^([\s\S]*/)?$", views.Nothing.as_view()),  # with a slash at its end, so that a missing one is still added
]
