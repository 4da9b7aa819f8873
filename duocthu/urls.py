"""Where each address goes."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("conversations.api.urls")),
    path("formulary/", include("formulary.urls")),
    path("", include("conversations.urls")),
]
