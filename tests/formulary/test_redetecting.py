"""Looking through an edition again: what is new is held, what people decided stays."""

import json
from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import RequestFactory

from formulary import redetecting
from formulary.admin_actions import detect_again
from formulary.editions import quarantine_chunk, release_chunk
from formulary.ingest.defects import hold_book_defects
from formulary.ingest.detectors.reasons import REASONS
from formulary.ingest.rebuilding import book_of_rows
from formulary.models import Chunk, DefectKind, Edition, Finding, QuarantineEvent
from rag.passages import DOSING
from tests.formulary.book import import_files, load_markdown_edition, make_monograph

pytestmark = pytest.mark.django_db

SPLIT, CLEAN, TYPO = "Uống 2 0 mg mỗi ngày.", "Uống 20 mg mỗi ngày.", "Thuốc hấp thu hoăc thải trừ nhanh."


@pytest.fixture
def pharmacist() -> User:
    user = User.objects.create_user("duoc-si", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["quarantine_chunk", "view_edition"]))
    return user


@pytest.fixture
def edition() -> Edition:
    """Imported when nothing was looked for yet."""
    text = make_monograph("a", "A", chi_dinh="Sốt.", duoc_ly=TYPO, lieu_luong_va_cach_dung=f"{SPLIT}\n\n{CLEAN}")
    edition = load_markdown_edition({"a.md": text})
    Finding.objects.all().delete()
    Chunk.objects.update(quarantine_kind=None, quarantine_reason=None)
    return Edition.objects.get(pk=edition.pk)


def dosing(edition: Edition, ordinal: int = 0) -> Chunk:
    return Chunk.objects.get(section__monograph__edition=edition, section_key=DOSING, ordinal=ordinal)


def reword(chunk: Chunk, text: str) -> None:
    Chunk.objects.filter(pk=chunk.pk).update(text=text, end=chunk.start + len(text))


def test_what_is_seen_today_is_written_down_and_held(edition: Edition):
    told = redetecting.run(edition, actor=None)
    assert [(held.block, held.kind) for held in told.held] == [(f"mau/a/{DOSING}/0", "split_number")]
    assert dosing(edition).quarantine_reason == REASONS[DefectKind.SPLIT_NUMBER]
    assert dosing(edition, 1).quarantine_kind is None
    event = QuarantineEvent.objects.latest("id")
    assert (event.action, event.kind, event.actor) == ("held", "split_number", None)
    assert set(Finding.objects.exclude(kind="missing_section").values_list("kind", "severity")) == {
        ("split_number", "number"),
        ("diacritics", "wording"),
    }


def test_looking_again_at_once_changes_nothing(edition: Edition):
    first = redetecting.run(edition, actor=None)
    dates = dict(Finding.objects.values_list("pk", "found_at"))
    second = redetecting.run(edition, actor=None)
    assert first.changed
    assert not second.changed
    assert dict(Finding.objects.values_list("pk", "found_at")) == dates


def test_the_revision_rises_only_when_something_changed(edition: Edition):
    before = edition.revision
    redetecting.run(edition, actor=None)
    assert edition.revision == before + 1
    redetecting.run(edition, actor=None)
    assert edition.revision == before + 1


def test_a_finding_that_is_no_longer_said_goes_and_the_block_stays_held(edition: Edition):
    chunk = dosing(edition, 1)
    reason = REASONS[DefectKind.LOST_UNIT]
    Finding.objects.create(
        edition=edition, chunk=chunk, monograph="a", kind=DefectKind.LOST_UNIT, severity="number", reason=reason
    )
    Chunk.objects.filter(pk=chunk.pk).update(quarantine_kind=DefectKind.LOST_UNIT, quarantine_reason=reason)
    told = redetecting.run(edition, actor=None)
    assert not Finding.objects.filter(chunk=chunk).exists()
    assert dosing(edition, 1).quarantine_kind == DefectKind.LOST_UNIT
    assert told.no_longer_seen == 1


def test_what_a_reader_of_pages_said_is_kept(edition: Edition):
    said = Finding.objects.create(
        edition=edition, chunk=dosing(edition), kind=DefectKind.DOUBTFUL_HEADING, severity="number", reason="tiêu đề mờ"
    )
    of_file = Finding.objects.create(
        edition=edition, page=3, kind=DefectKind.HIDDEN_TEXT, severity="note", reason="chữ không nhìn thấy trên trang"
    )
    redetecting.run(edition, actor=None)
    assert Finding.objects.filter(pk__in=[said.pk, of_file.pk]).count() == 2


def test_what_a_person_released_from_this_fault_is_not_held_again(edition: Edition, pharmacist: User):
    redetecting.run(edition, actor=None)
    release_chunk(dosing(edition), reason="đã đối chiếu", actor=pharmacist)
    assert redetecting.run(edition, actor=None).held == ()
    Finding.objects.all().delete()  # not even when nothing is known of what was found
    assert redetecting.run(edition, actor=None).held == ()
    assert dosing(edition).quarantine_kind is None


def test_a_fault_that_was_there_when_a_person_released_the_block_is_no_news(edition: Edition, pharmacist: User):
    reword(dosing(edition), "Uống 2 0 mg mỗi ngày, chia 2 lấn.")
    redetecting.run(edition, actor=None)
    release_chunk(dosing(edition), reason="đã đối chiếu cả khối", actor=pharmacist)
    assert redetecting.run(edition, actor=None).held == ()


def test_another_fault_holds_a_released_block_again(edition: Edition, pharmacist: User):
    redetecting.run(edition, actor=None)
    release_chunk(dosing(edition), reason="đã đối chiếu", actor=pharmacist)
    reword(dosing(edition), "Uống 2 0 mg mỗi ngày, chia 2 lấn.")
    assert [held.kind for held in redetecting.run(edition, actor=None).held] == ["confused_unit"]


def test_what_a_person_holds_stays_theirs(edition: Edition, pharmacist: User):
    quarantine_chunk(dosing(edition), reason="chờ trang in", actor=pharmacist)
    assert redetecting.run(edition, actor=None).held == ()
    chunk = dosing(edition)
    assert (chunk.quarantine_kind, chunk.quarantine_reason) == (DefectKind.PERSON, "chờ trang in")
    assert Finding.objects.filter(chunk=chunk, kind="split_number").exists()


def test_rows_give_back_the_book_that_was_imported():
    files = {
        "a.md": make_monograph("a", "A", chi_dinh="Sốt.", lieu_luong_va_cach_dung=f"### Trẻ em\n- {SPLIT}\n\n{CLEAN}")
    }
    import_files(files)
    edition = Edition.objects.get(key="mau")
    chunks = Chunk.objects.select_related("section__monograph").order_by("section__position", "ordinal")
    book = hold_book_defects(book_of_rows(chunks, edition))
    stored = {(c.section_key, c.ordinal): (c.text, c.quarantine_kind, c.quarantine_reason) for c in chunks}
    rebuilt = {
        (section.key, i): (b.text, b.hold.kind if b.hold else None, b.hold.reason if b.hold else None)
        for monograph in book.monographs
        for section in monograph.sections
        for i, b in enumerate(section.blocks)
    }
    assert rebuilt == stored


def test_the_command_says_what_it_did(edition: Edition):
    out = StringIO()
    call_command("detect_defects", edition="mau", json=True, stdout=out)
    told = json.loads(out.getvalue())
    assert (told["blocks"], told["changed"], len(told["held"])) == (4, True, 1)
    out = StringIO()
    call_command("detect_defects", edition="mau", stdout=out)
    assert "không có gì mới" in out.getvalue()


def test_the_command_refuses_an_edition_that_is_not_there():
    with pytest.raises(CommandError, match="không có ấn bản"):
        call_command("detect_defects", edition="khong-co")


# --- from the list of editions ---------------------------------------------------------------------------------


class Page:
    def __init__(self) -> None:
        self.said: list[str] = []

    def message_user(self, request: object, message: str, level: int) -> None:
        self.said.append(message)


def act(user: User, chosen: object) -> list[str]:
    request, page = RequestFactory().post("/"), Page()
    request.user = user
    detect_again(page, request, chosen)
    return page.said


def test_a_pharmacist_starts_it_from_the_list_of_editions(edition: Edition, pharmacist: User):
    said = act(pharmacist, Edition.objects.all())
    assert said == ["Đã dò 4 khối: thêm 3 phát hiện, bỏ 0, cách ly mới 1 khối."]
    assert LogEntry.objects.get().get_change_message() == redetecting.WHAT


def test_who_may_not_hold_blocks_may_not_start_it(edition: Edition):
    with pytest.raises(PermissionDenied):
        act(User.objects.create_user("y-ta", is_staff=True), Edition.objects.all())
    assert not Finding.objects.exists()


def test_a_whole_printed_book_is_left_to_the_command_line(edition: Edition, pharmacist: User):
    Edition.objects.update(chunk_count=100_000)
    assert act(pharmacist, Edition.objects.all()) == [
        "Ấn bản này lớn; hãy chạy trên máy chủ: manage.py detect_defects --edition mau"
    ]
    assert not Finding.objects.exists()


def test_one_edition_at_a_time(edition: Edition, pharmacist: User):
    assert act(pharmacist, Edition.objects.none()) == ["Chọn đúng một ấn bản."]
