"""Accounts to try the product with: one for each role, made once."""

import os
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management.base import CommandError
from django.db import transaction

from conversations.permissions import AUDITOR, CLINICIAN, INTEGRATION, PHARMACIST, ROLE_NAMES
from formulary.management.database_command import DatabaseCommand

DEFAULT_PASSWORD = "duocthu-mau-2026"

# Name -> (role, may open the administration pages)
ACCOUNTS = {
    "bac-si": (CLINICIAN, False),
    "duoc-si": (PHARMACIST, True),
    "kiem-toan": (AUDITOR, True),
    "tich-hop": (INTEGRATION, False),
}


class Command(DatabaseCommand):
    help = "Tạo các tài khoản dùng thử nếu chưa có. Không chạy khi HTTPS_ONLY được bật."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.HTTPS_ONLY:
            raise CommandError("HTTPS_ONLY đang bật: máy chủ thật không dùng tài khoản có mật khẩu biết trước.")
        password = os.environ.get("DEMO_PASSWORD") or DEFAULT_PASSWORD
        made = [name for name in ACCOUNTS if self._make(name, password)]
        if made:
            self.stdout.write(f"Đã tạo {', '.join(made)}; mật khẩu: {password}")
        else:
            self.stdout.write("Các tài khoản dùng thử đã có sẵn; mật khẩu không đổi.")

    @transaction.atomic
    def _make(self, name: str, password: str) -> bool:
        role, is_staff = ACCOUNTS[name]
        user, created = User.objects.get_or_create(
            username=name, defaults={"first_name": f"{ROLE_NAMES[role]} (dùng thử)", "is_staff": is_staff}
        )
        if created:
            user.set_password(password)
            user.save(update_fields=["password"])
            user.groups.add(Group.objects.get(name=role))
        return created
