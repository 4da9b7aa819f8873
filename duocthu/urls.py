"""Where each address goes."""

from django.contrib import admin
from django.urls import include, path

admin.site.site_title = admin.site.site_header = "Quản trị Dược thư"
admin.site.index_title = "Sách, cuộc hỏi và tài khoản"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("conversations.api.urls")),
    path("formulary/", include("formulary.urls")),
    path("", include("conversations.urls")),
]
