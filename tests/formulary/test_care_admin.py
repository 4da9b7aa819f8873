"""Errata are kept by pharmacists in the administration; findings are read there by whoever keeps an eye on the book."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from conversations.permissions import AUDITOR, CLINICIAN, PHARMACIST
from formulary.models import Edition, Erratum, Finding
from rag.passages import DOSING
from tests.formulary.book import chunk, load_markdown_edition
from tests.formulary.printed_edition import load_printed_edition

pytestmark = pytest.mark.django_db

ERRATA, FINDINGS = "/admin/formulary/erratum/", "/admin/formulary/finding/"
GIVEN = {
    "family": "",
    "monograph": "vi-du",
    "section": DOSING,
    "printed": "500 mg/lần, cách 6 giờ",
    "kind": "misprint",
    "note": "In «500 mg», mục khác in 50 mg.",
    "evidence": "Cùng chuyên luận, mục Quá liều.",
    "reviewed_by": "Tổ dược lâm sàng",
}


def staff(role: str) -> Client:
    user = User.objects.create_user(role, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def edition() -> Edition:
    return load_markdown_edition()


@pytest.fixture
def client(edition) -> Client:
    return staff(PHARMACIST)


def told(response) -> str:
    return response.content.decode()


def add(client: Client, **changes: str) -> str:
    return told(client.post(f"{ERRATA}add/", GIVEN | changes, follow=True))


def act(client: Client, action: str, entry: Erratum, **data: str) -> str:
    return told(client.post(ERRATA, {"action": action, "_selected_action": str(entry.pk), **data}, follow=True))


def added(client: Client) -> Erratum:
    add(client)
    return Erratum.objects.get(is_shipped=False)


# --- errata ----------------------------------------------------------------------------------------------------


def test_an_entry_is_added_under_the_pharmacists_name_and_written_onto_the_block(client):
    entry = added(client)
    assert (entry.changed_by.username, entry.note) == (PHARMACIST, GIVEN["note"])
    assert chunk("vi-du", DOSING, 0).errata[0][2:] == ["misprint", GIVEN["note"]]
    assert "1 khối của 1 ấn bản" in told(client.get(f"{ERRATA}{entry.pk}/change/"))


def test_blanks_of_the_form_are_not_part_of_the_print(client):
    add(client, printed="  500 mg/lần,  cách 6 giờ ")
    assert Erratum.objects.get(is_shipped=False).printed == GIVEN["printed"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"printed": "500 mg"}, "ít nhất 8 ký tự"),
        ({"printed": "- - - - - -"}, "ít nhất 8 ký tự"),
        ({"monograph": "khong-co"}, "Không ấn bản nào có chuyên luận"),
        ({"family": "khong-co"}, "Không có ấn bản nào mang mã này"),
        ({"note": ""}, "bắt buộc"),
    ],
)
def test_what_makes_no_sense_is_refused_on_the_form(client, changes: dict[str, str], sentence: str):
    assert sentence in add(client, **changes)
    assert not Erratum.objects.filter(is_shipped=False).exists()


def test_the_same_print_twice_is_refused(client):
    added(client)
    assert "Đã có đính chính cho đúng đoạn in này" in add(client, note="Lời khác.")
    assert Erratum.objects.get(is_shipped=False).note == GIVEN["note"]


def test_a_print_that_no_block_has_is_kept_and_told(client):
    assert "Chưa khối nào in đúng lời này" in add(client, printed="900 mg/lần, cách 6 giờ")
    assert Erratum.objects.filter(is_shipped=False).exists()


def test_words_are_changed_and_the_print_is_not(client):
    entry = added(client)
    client.post(f"{ERRATA}{entry.pk}/change/", GIVEN | {"note": "Lời mới.", "printed": "250 mg/lần khác"})
    entry.refresh_from_db()
    assert (entry.note, entry.printed) == ("Lời mới.", GIVEN["printed"])
    assert chunk("vi-du", DOSING, 0).errata[0][3] == "Lời mới."


def test_what_is_shipped_is_not_reworded(client):
    shipped = Erratum.objects.filter(is_shipped=True)[0]
    assert client.post(f"{ERRATA}{shipped.pk}/change/", GIVEN).status_code == 403
    assert client.get(f"{ERRATA}{shipped.pk}/change/").status_code == 200


def test_an_entry_is_withdrawn_and_used_again_with_a_reason_each(client):
    entry = added(client)
    assert "Lý do" in act(client, "withdraw", entry)
    assert "Cần ghi lý do" in act(client, "withdraw", entry, reason=" ")
    assert chunk("vi-du", DOSING, 0).errata
    act(client, "withdraw", entry, reason="nhà xuất bản xác nhận in đúng")
    assert chunk("vi-du", DOSING, 0).errata == []
    assert "đã rút rồi" in act(client, "withdraw", entry, reason="lần nữa")
    act(client, "use_again", entry, reason="rút nhầm")
    assert chunk("vi-du", DOSING, 0).errata
    said = [log.get_change_message() for log in LogEntry.objects.filter(object_id=entry.pk).order_by("id")[1:]]
    assert said == ["Rút: nhà xuất bản xác nhận in đúng", "Dùng lại: rút nhầm"]


def test_an_auditor_reads_errata_and_changes_none(client):
    entry, auditor = added(client), staff(AUDITOR)
    assert GIVEN["printed"] in told(auditor.get(ERRATA))
    assert auditor.get(f"{ERRATA}{entry.pk}/change/").status_code == 200
    assert auditor.post(f"{ERRATA}{entry.pk}/change/", GIVEN).status_code == 403
    assert auditor.post(f"{ERRATA}add/", GIVEN).status_code == 403
    act(auditor, "withdraw", entry, reason="x")
    assert not Erratum.objects.get(pk=entry.pk).is_withdrawn


@pytest.mark.parametrize("page", [ERRATA, FINDINGS])
def test_a_clinician_sees_neither_list(page: str):
    assert staff(CLINICIAN).get(page).status_code == 403


def test_nothing_is_deleted(client):
    assert client.post(f"{ERRATA}{added(client).pk}/delete/", {"post": "yes"}).status_code == 403


# --- findings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [PHARMACIST, AUDITOR])
def test_findings_are_listed_and_only_read(edition, role: str):
    client, row = staff(role), Finding.objects.all()[0]
    assert row.reason in told(client.get(f"{FINDINGS}{row.pk}/change/"))
    assert client.get(f"{FINDINGS}add/").status_code == 403
    assert client.post(f"{FINDINGS}{row.pk}/change/", {"reason": "khác"}).status_code == 403


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("kind__exact=writer", {"writer"}),
        ("severity__exact=note", {"file_note"}),
        ("q=vi-du", {"writer"}),
        ("q=khong-co", set()),
    ],
)
def test_findings_are_narrowed_down(client, edition, query: str, kinds: set[str]):
    Finding.objects.create(edition=edition, kind="file_note", severity="note", reason="ghi chú")
    assert {row.kind for row in client.get(f"{FINDINGS}?{query}").context["cl"].queryset} == kinds


def test_findings_are_narrowed_down_to_an_edition(client, edition):
    other = load_markdown_edition(key="moi", current=False)
    rows = client.get(f"{FINDINGS}?edition__id__exact={other.pk}").context["cl"].queryset
    assert {row.edition_id for row in rows} == {other.pk}


def test_a_finding_leads_to_its_block(client):
    row = Finding.objects.filter(chunk__isnull=False)[0]
    asked = f"?muc={row.chunk.section_key}&amp;k={row.chunk.ordinal}"
    assert reverse("monograph", args=["mau", "vi-du"]) + asked in told(client.get(FINDINGS))
    opened = client.get(reverse("monograph", args=["mau", "vi-du"]) + asked.replace("&amp;", "&"))
    assert opened.status_code == 200


def test_a_finding_about_a_page_leads_to_the_page():
    edition, client = load_printed_edition(), staff(PHARMACIST)
    Finding.objects.create(edition=edition, page=4, kind="hidden_text", severity="note", reason="chữ ẩn")
    page = reverse("page-image", args=[edition.key, 4])
    assert page in told(client.get(FINDINGS))
    assert client.get(page).status_code == 200


def test_a_finding_about_a_page_of_a_book_without_pages_has_no_link(client, edition):
    row = Finding.objects.create(edition=edition, page=4, kind="file_note", severity="note", reason="ghi chú")
    assert "trang 4 của tệp" in told(client.get(f"{FINDINGS}{row.pk}/change/"))


def test_evidence_stays_text(client, edition):
    Finding.objects.create(edition=edition, kind="file_note", severity="note", reason="x", evidence="<img onerror=x>")
    assert "<img onerror" not in told(client.get(FINDINGS))
