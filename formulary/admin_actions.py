"""Acts on a whole edition that the list of editions offers."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest

from formulary import redetecting
from formulary.models import Edition

_MOST_BLOCKS = 20_000  # about five seconds; a whole printed book is looked through from the command line


@admin.action(description=redetecting.WHAT)
def detect_again(page: Any, request: HttpRequest, chosen: QuerySet[Edition]) -> None:
    """For people who may hold and release blocks. `page` is the list of editions."""
    if not isinstance(request.user, User) or not request.user.has_perm("formulary.quarantine_chunk"):
        raise PermissionDenied
    edition = chosen.first()
    if edition is None or chosen.count() != 1:
        page.message_user(request, "Chọn đúng một ấn bản.", messages.ERROR)
    elif edition.chunk_count > _MOST_BLOCKS:
        said = f"Ấn bản này lớn; hãy chạy trên máy chủ: manage.py detect_defects --edition {edition.key}"
        page.message_user(request, said, messages.WARNING)
    else:
        told = redetecting.run(edition, actor=request.user)
        page.message_user(request, redetecting.in_words(told), messages.SUCCESS)
