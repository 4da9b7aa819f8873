"""The book in the admin: readable, hardly changeable, never deletable."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client

from formulary.models import DrugName, Edition, QuarantineEvent
from tests.formulary.book import chunk, load_markdown_edition

pytestmark = pytest.mark.django_db
MODELS = ["edition", "monograph", "drugname", "section", "chunk", "quarantineevent"]


@pytest.fixture
def edition() -> Edition:
    return load_markdown_edition()


@pytest.fixture
def pharmacist() -> User:
    user = User.objects.create_user("duoc-si", is_staff=True)
    codes = ["quarantine_chunk", "publish_edition", "add_drugname", "change_drugname", *(f"view_{m}" for m in MODELS)]
    user.user_permissions.set(Permission.objects.filter(codename__in=codes))
    return user


@pytest.fixture
def client(pharmacist) -> Client:
    client = Client()
    client.force_login(pharmacist)
    return client


@pytest.mark.parametrize("model", MODELS)
def test_every_list_and_row_opens(client, edition, model: str):
    response = client.get(f"/admin/formulary/{model}/")
    assert response.status_code == 200
    row = response.context["cl"].queryset.first()
    assert client.get(f"/admin/formulary/{model}/{row.pk}/change/").status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_nothing_can_be_deleted_even_by_a_superuser(edition, model: str):
    client = Client()
    client.force_login(User.objects.create_superuser("admin"))
    row = client.get(f"/admin/formulary/{model}/").context["cl"].queryset.first()
    assert client.get(f"/admin/formulary/{model}/{row.pk}/delete/").status_code == 403
    assert b"delete_selected" not in client.get(f"/admin/formulary/{model}/").content


@pytest.mark.parametrize("model", ["edition", "monograph", "section", "chunk", "quarantineevent"])
def test_the_printed_book_cannot_be_edited(client, edition, model: str):
    row = client.get(f"/admin/formulary/{model}/").context["cl"].queryset.first()
    assert client.post(f"/admin/formulary/{model}/{row.pk}/change/", {"text": "khác"}).status_code == 403
    assert client.get(f"/admin/formulary/{model}/add/").status_code == 403


def act(client: Client, action: str, pk: int, **data: str):
    return client.post("/admin/formulary/chunk/", {"action": action, "_selected_action": str(pk), **data}, follow=True)


def test_a_quarantine_asks_for_a_reason_first(client, edition):
    block = chunk("vi-du", "chi_dinh", 0)
    response = act(client, "quarantine", block.pk)
    assert "Lý do" in response.content.decode()
    assert chunk("vi-du", "chi_dinh", 0).quarantine_kind is None
    assert "Cần ghi lý do" in act(client, "quarantine", block.pk, reason="  ").content.decode()


def test_a_quarantine_and_a_release_are_written_under_the_name_of_the_pharmacist(client, edition, pharmacist):
    block = chunk("vi-du", "chi_dinh", 0)
    act(client, "quarantine", block.pk, reason="sai trang")
    assert chunk("vi-du", "chi_dinh", 0).quarantine_reason == "sai trang"
    act(client, "release", block.pk, reason="đã đối chiếu")
    assert chunk("vi-du", "chi_dinh", 0).quarantine_reason is None
    assert list(QuarantineEvent.objects.filter(actor=pharmacist).values_list("action", flat=True)) == [
        "released",
        "held",
    ]
    assert LogEntry.objects.count() == 2


def test_a_refused_act_is_told(client, edition):
    response = act(client, "release", chunk("vi-du", "chi_dinh", 0).pk, reason="x")
    assert "khối không bị cách ly" in response.content.decode()


def test_without_the_permission_there_is_no_such_act(client, edition, pharmacist):
    pharmacist.user_permissions.remove(Permission.objects.get(codename="quarantine_chunk"))
    act(client, "quarantine", chunk("vi-du", "chi_dinh", 0).pk, reason="x")
    assert chunk("vi-du", "chi_dinh", 0).quarantine_kind is None


@pytest.mark.parametrize(("value", "count"), [("co", 1), ("khong", 7), ("writer", 1), ("person", 0)])
def test_blocks_are_filtered_by_their_quarantine(client, edition, value: str, count: int):
    response = client.get(f"/admin/formulary/chunk/?cach_ly={value}")
    assert response.context["cl"].queryset.count() == count


def test_an_alias_is_added_reworded_and_withdrawn(client, edition, pharmacist):
    monograph = edition.monographs.get()
    client.post("/admin/formulary/drugname/add/", {"monograph": monograph.pk, "name": "Hãng Mới"})
    alias = DrugName.objects.get(name="Hãng Mới")
    assert (alias.kind, alias.source, alias.changed_by) == ("alias", "curated", pharmacist)
    url = f"/admin/formulary/drugname/{alias.pk}/change/"
    client.post(url, {"monograph": monograph.pk, "name": "Hãng Mới Hơn", "is_withdrawn": "on"})
    alias.refresh_from_db()
    assert (alias.name, alias.is_withdrawn) == ("Hãng Mới Hơn", True)


def test_an_alias_that_is_taken_is_refused_on_the_form(client, edition):
    data = {"monograph": edition.monographs.get().pk, "name": "examplin"}
    response = client.post("/admin/formulary/drugname/add/", data)
    assert "chuyên luận đã có tên này" in response.content.decode()


def test_a_printed_name_is_read_only(client, edition):
    brand = DrugName.objects.get(name="Examplin")
    response = client.post(f"/admin/formulary/drugname/{brand.pk}/change/", {"name": "Khác", "is_withdrawn": "on"})
    assert response.status_code == 403
