"""Dose rules in the admin: read beside their print, approved and revoked by those who may, and logged."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client

from formulary.models import DoseRule

pytestmark = pytest.mark.django_db
LIST = "/admin/formulary/doserule/"
QUOTE = "Trẻ em: 10 mg/kg/lần, 3 lần/ngày <b>."


@pytest.fixture
def rule() -> DoseRule:
    return DoseRule.objects.create(
        fingerprint="a" * 64,
        monograph="thu-lieu",
        section="lieu_luong_va_cach_dung",
        text_sha256="b" * 64,
        start=0,
        end=len(QUOTE),
        quote=QUOTE,
        fields={"Liều": "10 mg/kg/lần", "Số lần": "3 lần/ngày"},
    )


def client_with(*codes: str) -> Client:
    user = User.objects.create_user(f"nguoi-{len(codes)}", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_doserule", *codes]))
    client = Client()
    client.force_login(user)
    return client


def act(client: Client, action: str, rule: DoseRule, **data: str):
    return client.post(LIST, {"action": action, "_selected_action": str(rule.pk), **data}, follow=True)


def test_the_reading_stands_beside_the_print(rule):
    page = client_with().get(f"{LIST}{rule.pk}/change/").content.decode()
    assert "10 mg/kg/lần, 3 lần/ngày &lt;b&gt;." in page
    assert "Liều: 10 mg/kg/lần<br>Số lần: 3 lần/ngày" in page


def test_a_pharmacist_approves(rule):
    act(client_with("decide_doserule"), "approve", rule)
    rule.refresh_from_db()
    assert rule.status == DoseRule.Status.APPROVED
    assert str(rule.approved_by) == "nguoi-1"
    assert LogEntry.objects.get().change_message == "Duyệt quy tắc liều"


def test_a_revocation_asks_for_a_reason_and_keeps_it(rule):
    client = client_with("decide_doserule")
    asked = act(client, "revoke", rule)
    rule.refresh_from_db()
    assert "ghi lý do" in asked.content.decode()
    assert rule.status == DoseRule.Status.PROPOSED
    act(client, "revoke", rule, reason="đọc nhầm đường dùng")
    rule.refresh_from_db()
    assert (rule.status, rule.reason) == (DoseRule.Status.REVOKED, "đọc nhầm đường dùng")


def test_who_may_only_read_decides_nothing(rule):
    act(client_with(), "approve", rule)
    rule.refresh_from_db()
    assert rule.status == DoseRule.Status.PROPOSED


def test_a_rule_can_be_neither_edited_nor_deleted(rule):
    client = client_with("decide_doserule", "change_doserule", "delete_doserule")
    assert client.post(f"{LIST}{rule.pk}/change/", {"quote": "khác"}).status_code == 403
    assert client.get(f"{LIST}{rule.pk}/delete/").status_code == 403
    assert client.get(f"{LIST}add/").status_code == 403
