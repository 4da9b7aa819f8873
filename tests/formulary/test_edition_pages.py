"""Releases in the administration: compared, published after a look, gone back from, reported on."""

import json

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse

from conversations.permissions import AUDITOR, PHARMACIST
from formulary.grave_findings import grave_findings
from formulary.models import Chunk, Edition, EditionChoice, Finding
from rag.passages import DOSING
from tests.formulary.book import EXAMPLE, import_files, load_markdown_edition, make_monograph

pytestmark = pytest.mark.django_db

OTHER_DOSE = EXAMPLE.replace("500 mg/lần", "250 mg/lần").replace("Đau đầu, sốt.", "Đau đầu và sốt.")


@pytest.fixture
def current() -> Edition:
    return load_markdown_edition()


@pytest.fixture
def staged(current) -> Edition:
    return load_markdown_edition({"vi-du.md": OTHER_DOSE}, current=False)


def staff(role: str) -> Client:
    user = User.objects.create_user(role, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def client() -> Client:
    return staff(PHARMACIST)


def address(name: str, *args: object) -> str:
    return reverse(f"admin:formulary_edition_{name}", args=args)


def page(client: Client, name: str, *args: object, query: str = "") -> str:
    response = client.get(address(name, *args) + query)
    assert response.status_code == 200
    return response.content.decode()


WHY = "Ba mục thiếu đã được so với trang in, sách cũng không có."


def seen(client: Client, edition: Edition) -> str:
    return client.get(address("compare", edition.pk)).context["seen"]


def test_the_comparison_counts_and_lists_the_monographs_that_differ(client, staged):
    shown = client.get(address("compare", staged.pk))
    assert [m.slug for m in shown.context["page"]] == ["vi-du"]
    assert shown.context["comparison"].numbers == 1
    assert "gồm 1 khối đổi số liệu" in shown.content.decode()


def test_one_monograph_is_told_word_by_word_with_numbers_marked(client, staged):
    told = page(client, "compare_monograph", staged.pk, "vi-du")
    assert '<del class="number">500</del><ins class="number">250</ins>' in told
    assert "<del>,</del><ins> và</ins>" in told


def test_numbers_alone_can_be_asked_for(client, staged):
    told = page(client, "compare_monograph", staged.pk, "vi-du", query="?so_lieu=1")
    assert "250" in told
    assert "<ins> và</ins>" not in told
    assert "ẩn 1 khối" in told


def test_a_filter_that_leaves_nothing_says_so(client, current):
    words = load_markdown_edition({"vi-du.md": EXAMPLE.replace("Đau đầu", "Nhức đầu")}, current=False)
    assert "theo bộ lọc này" in page(client, "compare", words.pk, query="?so_lieu=on")
    assert "Ví dụ" in page(client, "compare", words.pk, query="?loai=reworded")


def test_seven_hundred_monographs_are_many_pages(client, current):
    import_files({f"{n}.md": make_monograph(f"t{n}", f"Thuốc {n}", chi_dinh="Sốt.") for n in range(120)})
    shown = client.get(address("compare", Edition.objects.get(key="mau-r2").pk))
    assert len(shown.context["page"]) == 50
    assert "Trang 1 trong 3" in shown.content.decode()


def test_the_first_edition_has_nothing_to_be_compared_with(client):
    first = load_markdown_edition(current=False)
    assert "Chưa có ấn bản nào đang dùng" in page(client, "compare", first.pk)
    client.post(address("publish", first.pk), {"seen": seen(client, first), "confirmed": "on"})
    assert Edition.objects.get().is_current


def test_publishing_asks_for_a_look_and_names_who_did_it(client, staged):
    client.post(address("publish", staged.pk), {"seen": seen(client, staged)})
    assert not Edition.objects.get(pk=staged.pk).is_current
    client.post(address("publish", staged.pk), {"seen": seen(client, staged), "confirmed": "on"})
    published = Edition.objects.get(pk=staged.pk)
    assert published.is_current
    assert published.made_current_by.username == PHARMACIST


def test_what_changed_since_it_was_looked_at_is_not_published(client, staged):
    looked_at = seen(client, staged)
    Edition.objects.filter(pk=staged.pk).update(revision=staged.revision + 1)
    response = client.post(address("publish", staged.pk), {"seen": looked_at, "confirmed": "on"}, follow=True)
    assert "Chưa công bố" in response.content.decode()
    assert not Edition.objects.get(pk=staged.pk).is_current


def missing(edition: Edition, section: str = "Chống chỉ định") -> Finding:
    return Finding.objects.create(
        edition=edition, monograph="vi-du", kind="missing_section", severity="note", reason="x", evidence=section
    )


def test_a_file_with_grave_findings_is_published_only_with_a_written_reason(client, staged):
    missing(staged)
    told = page(client, "compare", staged.pk)
    assert "chuyên luận thiếu mục «Chống chỉ định»" in told
    assert "Vì sao vẫn dùng được" in told
    for reason in ("", "   ", "ok"):
        answer = {"seen": seen(client, staged), "confirmed": "on", "reason": reason}
        response = client.post(address("publish", staged.pk), answer, follow=True)
        assert "tệp còn phát hiện nặng" in response.content.decode()
    assert not Edition.objects.get(pk=staged.pk).is_current


def test_the_reason_is_kept_with_the_choice(client, staged):
    missing(staged)
    answer = {"seen": seen(client, staged), "confirmed": "on", "reason": f"  {WHY} "}
    client.post(address("publish", staged.pk), answer)
    choice = EditionChoice.objects.get(edition=staged)
    assert (choice.reason, choice.actor.username) == (WHY, PHARMACIST)
    assert WHY in client.get(reverse("admin:formulary_editionchoice_changelist")).content.decode()


def test_a_file_without_grave_findings_needs_no_reason(client, staged):
    assert "Vì sao vẫn dùng được" not in page(client, "compare", staged.pk)
    client.post(address("publish", staged.pk), {"seen": seen(client, staged), "confirmed": "on"})
    assert EditionChoice.objects.get(edition=staged).reason == ""


@pytest.mark.parametrize(
    "kind",
    [
        "section_order", "stray_text", "hidden_text", "unconfirmed_title", "page_without_text", "page_out_of_sequence",
        "doubtful_heading",
    ],
)  # fmt: skip
def test_a_finding_on_the_file_stands_in_the_way_and_one_that_holds_its_block_does_not(kind: str, staged):
    block = Chunk.objects.filter(section__monograph__edition=staged).first()
    row = Finding.objects.create(edition=staged, chunk=block, kind=kind, severity="note", reason="x")
    assert grave_findings(staged) == ()
    Finding.objects.filter(pk=row.pk).update(chunk=None)
    assert [(found.kind, found.count) for found in grave_findings(staged)] == [(kind, 1)]


def test_a_note_and_another_missing_section_are_no_grave_findings(staged):
    missing(staged, "Chỉ định")
    Finding.objects.create(edition=staged, kind="file_note", severity="note", reason="tệp có chữ ký số")
    assert grave_findings(staged) == ()


def test_going_back_asks_first_and_then_takes_one_step(client, current, staged):
    client.post(address("publish", staged.pk), {"seen": seen(client, staged), "confirmed": "on"})
    assert "lần nạp 1, mau" in page(client, "roll_back")
    assert Edition.objects.get(is_current=True) == staged
    client.post(address("roll_back"), {"target": current.pk})
    assert Edition.objects.get(is_current=True) == current


def test_going_back_to_something_else_than_was_shown_asks_again(client, current, staged):
    client.post(address("publish", staged.pk), {"seen": seen(client, staged), "confirmed": "on"})
    client.post(address("roll_back"), {"target": staged.pk})
    assert Edition.objects.get(is_current=True) == staged


def test_a_staged_release_is_withdrawn_after_a_question(client, staged):
    assert "Rút ấn bản" in page(client, "withdraw", staged.pk)
    client.post(address("withdraw", staged.pk))
    assert Edition.objects.get(pk=staged.pk).status == "withdrawn"


def test_a_refused_act_is_told(client, current):
    response = client.post(address("withdraw", current.pk), follow=True)
    assert "Không làm được: đang trả lời từ ấn bản này" in response.content.decode()


@pytest.mark.parametrize("act", ["publish", "withdraw"])
def test_an_auditor_looks_and_changes_nothing(act: str, staged):
    auditor = staff(AUDITOR)
    assert "Công bố ấn bản này" not in page(auditor, "compare", staged.pk)
    assert auditor.post(address(act, staged.pk), {"seen": "x", "confirmed": "on"}).status_code == 403
    assert auditor.post(address("roll_back")).status_code == 403


def test_without_the_right_to_see_editions_there_is_nothing_to_see(staged):
    user = User.objects.create_user("khac", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_chunk"))
    client = Client()
    client.force_login(user)
    for name, arguments in (("compare", []), ("compare_monograph", ["vi-du"]), ("report", []), ("download", ["json"])):
        assert client.get(address(name, staged.pk, *arguments)).status_code == 403


def test_the_list_leads_to_the_comparison(client, staged):
    response = client.post(
        "/admin/formulary/edition/", {"action": "compare_and_publish", "_selected_action": str(staged.pk)}
    )
    assert response["Location"] == address("compare", staged.pk)


def test_the_page_of_an_edition_leads_to_what_can_be_done_with_it(client, current, staged):
    assert address("withdraw", staged.pk) in page(client, "change", staged.pk)
    assert address("withdraw", current.pk) not in page(client, "change", current.pk)
    assert address("report", staged.pk) in page(client, "change", staged.pk)


def test_the_report_shows_what_is_held_and_what_is_missing(client, current):
    told = page(client, "report", current.pk)
    assert "1 (12,5 %)" in told
    assert "người soạn giữ lại" in told
    assert "1: vi-du" in told  # no contraindications


def test_the_report_is_also_json_and_markdown(client, current):
    figures = json.loads(client.get(address("download", current.pk, "json")).content)
    assert (figures["edition"], figures["blocks"], figures["held"]) == ("mau", 8, {"writer": 1})
    assert figures["missing"] == {"chong_chi_dinh": ["vi-du"]}
    text = client.get(address("download", current.pk, "md")).content.decode()
    assert "| Mục liều có khối cách ly | 1 trong 1 (100,0 %) |" in text
    assert client.get(address("download", current.pk, "xml")).status_code == 404


def test_text_of_the_book_stays_text(client, current):
    files = {"vi-du.md": make_monograph("vi-du", "Ví dụ", **{DOSING: "Clcr <img onerror=x 30 ml/phút & hơn"})}
    other = load_markdown_edition(files, current=False)
    assert "<img" not in page(client, "compare_monograph", other.pk, "vi-du")
