"""What all pages of the book in the administration share: much can be read, nothing can be deleted."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:  # Django's classes take no parameters at run time
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


def actor_of(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the admin lets nobody else in
    return request.user


class NothingIsDeleted(ModelAdmin):
    actions: Any = []

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnly(NothingIsDeleted):
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
