"""What people do to an edition."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from formulary.editions import (
    RefusedAct,
    add_alias,
    change_alias,
    make_current,
    purge,
    quarantine_chunk,
    release_chunk,
    roll_back,
    rollback_target,
    withdraw,
)
from formulary.models import DrugName, Edition, EditionChoice, QuarantineEvent
from formulary.selectors import current_edition, name_rows
from rag.passages import DOSING
from tests.formulary.book import EXAMPLE, chunk, load_markdown_edition

pytestmark = pytest.mark.django_db


@pytest.fixture
def pharmacist():
    return User.objects.create_user("duoc-si")


@pytest.fixture
def edition():
    return load_markdown_edition()


def revision() -> int:
    return Edition.objects.get(key="mau").revision


def test_there_is_no_current_edition_before_the_first_import():
    assert current_edition() is None


def test_the_current_edition_is_read_in_one_query(edition, django_assert_num_queries):
    with django_assert_num_queries(1):
        used = current_edition()
    assert used is not None
    assert (used.id, used.key, used.is_demonstration) == (edition.pk, "mau", True)


def test_making_an_edition_current_retires_the_one_before(edition, pharmacist):
    other = load_markdown_edition(key="moi", current=False)
    make_current(other, actor=pharmacist)
    used = current_edition()
    assert used is not None
    assert used.key == "moi"
    assert Edition.objects.get(key="moi").made_current_by == pharmacist
    assert Edition.objects.get(key="mau").status == "published"


def test_making_the_current_edition_current_again_changes_nothing(edition, pharmacist):
    make_current(edition, actor=pharmacist)
    assert Edition.objects.get().made_current_by is None


def test_the_database_refuses_a_second_current_edition(edition):
    other = load_markdown_edition(key="moi", current=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        Edition.objects.filter(pk=other.pk).update(
            is_current=True, status="published", published_at=edition.published_at
        )


def second_release(**changes: str) -> Edition:
    """The same book with other words: its second release, staged."""
    words = changes or {"Đau đầu, sốt.": "Đau răng."}
    text = EXAMPLE
    for old, new in words.items():
        text = text.replace(old, new)
    return load_markdown_edition({"vi-du.md": text}, current=False)


def test_every_choice_is_written_down_with_who_made_it(edition, pharmacist):
    make_current(second_release(), actor=pharmacist)
    rows = EditionChoice.objects.order_by("id").values_list("edition__key", "actor__username", "is_rollback")
    assert list(rows) == [("mau", None, False), ("mau-r2", "duoc-si", False)]


def test_the_database_refuses_to_change_the_history_of_choices(edition):
    for act in (lambda: EditionChoice.objects.update(actor=None), lambda: EditionChoice.objects.all().delete()):
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            act()


def test_going_back_makes_the_edition_before_current_again_in_one_step(edition, pharmacist):
    make_current(second_release(), actor=pharmacist)
    assert roll_back(actor=pharmacist) == edition
    used = current_edition()
    assert used is not None
    assert used.key == "mau"
    assert EditionChoice.objects.first().is_rollback


def test_going_back_twice_goes_back_further_and_not_forth_again(edition, pharmacist):
    second = second_release()
    third = second_release(**{"Đau đầu, sốt.": "Đau lưng."})
    for release in (second, third):
        make_current(release, actor=pharmacist)
    assert [roll_back(actor=pharmacist).key for _ in range(2)] == ["mau-r2", "mau"]
    with pytest.raises(RefusedAct, match="không có ấn bản nào trước đó"):
        roll_back(actor=pharmacist)


def test_what_was_undone_is_not_gone_back_to_after_another_choice(edition, pharmacist):
    second = second_release()
    third = second_release(**{"Đau đầu, sốt.": "Đau lưng."})
    make_current(second, actor=pharmacist)
    roll_back(actor=pharmacist)
    make_current(third, actor=pharmacist)
    assert roll_back(actor=pharmacist).key == "mau"


def test_a_withdrawn_release_is_passed_over_when_going_back(edition, pharmacist):
    second = second_release()
    third = second_release(**{"Đau đầu, sốt.": "Đau lưng."})
    for release in (second, third):
        make_current(release, actor=pharmacist)
    withdraw(second, actor=pharmacist)
    assert rollback_target() == edition


def test_the_first_edition_has_nothing_to_go_back_to(edition):
    assert rollback_target() is None


def test_a_block_held_after_a_release_was_staged_is_held_when_it_is_published(edition, pharmacist):
    staged = second_release(**{"Exampline.": "Exampline hydroclorid."})
    quarantine_chunk(chunk("vi-du", "chi_dinh", 0), reason="sai trang", actor=pharmacist)
    make_current(staged, actor=pharmacist)
    block = chunk("vi-du", "chi_dinh", 0, key="mau-r2")
    assert block.quarantine_reason == "sai trang"
    event = QuarantineEvent.objects.get(edition=staged, kind="person")
    assert (event.actor, event.origin) == (pharmacist, "mau/vi-du/chi_dinh/0")
    assert Edition.objects.get(key="mau-r2").revision > staged.revision


def test_a_block_released_after_a_release_was_staged_is_free_when_it_is_published(edition, pharmacist):
    staged = second_release()
    release_chunk(chunk("vi-du", DOSING, 4), reason="đã đối chiếu", actor=pharmacist)
    make_current(staged, actor=pharmacist)
    assert chunk("vi-du", DOSING, 4, key="mau-r2").quarantine_kind is None


def test_a_decision_on_the_release_itself_is_not_undone_by_an_older_one(edition, pharmacist):
    staged = second_release(**{"Exampline.": "Exampline hydroclorid."})
    quarantine_chunk(chunk("vi-du", "chi_dinh", 0), reason="sai trang", actor=pharmacist)
    quarantine_chunk(chunk("vi-du", "chi_dinh", 0, key="mau-r2"), reason="nghi ngờ", actor=pharmacist)
    release_chunk(chunk("vi-du", "chi_dinh", 0, key="mau-r2"), reason="đúng", actor=pharmacist)
    make_current(staged, actor=pharmacist)
    assert chunk("vi-du", "chi_dinh", 0, key="mau-r2").quarantine_kind is None


def test_an_alias_added_after_a_release_was_staged_is_found_when_it_is_published(edition, pharmacist):
    staged = second_release()
    add_alias(edition.monographs.get(), name="Hãng Mới", actor=pharmacist)
    make_current(staged, actor=pharmacist)
    assert "Hãng Mới" in {name for _, _, name, _ in name_rows(staged.pk)}


def test_another_familys_decisions_stay_with_it(edition, pharmacist):
    other = load_markdown_edition(key="moi", current=False)
    quarantine_chunk(chunk("vi-du", "chi_dinh", 0), reason="sai trang", actor=pharmacist)
    add_alias(edition.monographs.get(), name="Hãng Mới", actor=pharmacist)
    make_current(other, actor=pharmacist)
    assert chunk("vi-du", "chi_dinh", 0, key="moi").quarantine_kind is None
    assert "Hãng Mới" not in {name for _, _, name, _ in name_rows(other.pk)}


def test_the_current_edition_cannot_be_withdrawn_nor_one_twice(edition, pharmacist):
    with pytest.raises(RefusedAct, match="đang trả lời"):
        withdraw(edition, actor=pharmacist)
    staged = second_release()
    withdraw(staged, actor=pharmacist)
    with pytest.raises(RefusedAct, match="đã rút rồi"):
        withdraw(staged, actor=pharmacist)


def test_only_a_withdrawn_release_loses_its_text_and_keeps_its_histories(edition, pharmacist):
    staged = second_release()
    with pytest.raises(RefusedAct, match="đã rút"):
        purge(staged, actor=pharmacist)
    withdraw(staged, actor=pharmacist)
    purge(staged, actor=pharmacist)
    staged.refresh_from_db()
    assert (staged.monograph_count, staged.monographs.count()) == (0, 0)
    assert QuarantineEvent.objects.filter(edition=staged).exists()
    assert edition.monographs.count() == 1


def test_a_withdrawn_edition_cannot_answer(pharmacist):
    edition = load_markdown_edition(current=False)
    Edition.objects.update(status="withdrawn")
    with pytest.raises(RefusedAct, match="đã rút"):
        make_current(edition, actor=pharmacist)


def test_an_empty_edition_cannot_answer(pharmacist):
    empty = Edition.objects.create(key="rong", family="rong", title="Rỗng")
    with pytest.raises(RefusedAct, match="chưa có chuyên luận"):
        make_current(empty, actor=pharmacist)


def test_quarantine_holds_the_block_names_the_actor_and_raises_the_revision(edition, pharmacist):
    before = revision()
    quarantine_chunk(chunk("vi-du", "chi_dinh", 0), reason="  chưa   đối chiếu ", actor=pharmacist)
    assert chunk("vi-du", "chi_dinh", 0).quarantine_reason == "chưa đối chiếu"
    event = QuarantineEvent.objects.first()
    assert event is not None
    assert (event.action, event.actor, event.chunk_key) == ("held", pharmacist, "mau/vi-du/chi_dinh/0")
    assert revision() == before + 1


def test_release_lets_the_block_go_and_keeps_the_history(edition, pharmacist):
    block = chunk("vi-du", "chi_dinh", 0)
    quarantine_chunk(block, reason="chưa đối chiếu", actor=pharmacist)
    release_chunk(block, reason="đúng như trang 12", actor=pharmacist)
    assert chunk("vi-du", "chi_dinh", 0).quarantine_kind is None
    history = QuarantineEvent.objects.filter(chunk_key="mau/vi-du/chi_dinh/0").values_list("action", flat=True)
    assert list(history) == ["released", "held"]


@pytest.mark.parametrize("reason", ["", "   ", "\u00a0"])
def test_an_act_without_a_reason_is_refused(edition, pharmacist, reason: str):
    with pytest.raises(RefusedAct, match="lý do"):
        quarantine_chunk(chunk("vi-du", "chi_dinh", 0), reason=reason, actor=pharmacist)


def test_a_block_is_held_or_released_only_once(edition, pharmacist):
    with pytest.raises(RefusedAct, match="không bị cách ly"):
        release_chunk(chunk("vi-du", "chi_dinh", 0), reason="x", actor=pharmacist)
    quarantine_chunk(chunk("vi-du", "chi_dinh", 0), reason="x", actor=pharmacist)
    with pytest.raises(RefusedAct, match="đã được cách ly"):
        quarantine_chunk(chunk("vi-du", "chi_dinh", 0), reason="x", actor=pharmacist)


def test_a_block_that_an_import_replaced_is_told_so(edition, pharmacist):
    block = chunk("vi-du", "chi_dinh", 0)
    block.pk += 10_000
    with pytest.raises(RefusedAct, match="không còn trong ấn bản"):
        quarantine_chunk(block, reason="x", actor=pharmacist)


def test_an_alias_is_found_at_once_and_a_withdrawn_one_no_more(edition, pharmacist):
    before = revision()
    alias = add_alias(edition.monographs.get(), name=" Hãng  Mới ", actor=pharmacist)
    assert ("vi-du", "Ví dụ", "Hãng Mới", "alias") in set(name_rows(edition.pk))
    change_alias(alias, name="Hãng Mới", is_withdrawn=True, actor=pharmacist)
    assert "Hãng Mới" not in {name for _, _, name, _ in name_rows(edition.pk)}
    assert revision() == before + 2


def test_a_withdrawn_alias_can_be_added_again(edition, pharmacist):
    alias = add_alias(edition.monographs.get(), name="Hãng Mới", actor=pharmacist)
    change_alias(alias, name="Hãng Mới", is_withdrawn=True, actor=pharmacist)
    again = add_alias(edition.monographs.get(), name="Hãng Mới", actor=pharmacist)
    assert (again.pk, again.is_withdrawn) == (alias.pk, False)


@pytest.mark.parametrize("name", ["", "123", "VÍ DỤ", "vi du", "examplin", "x" * 101])
def test_a_name_that_says_nothing_new_is_no_alias(edition, pharmacist, name: str):
    with pytest.raises(RefusedAct):
        add_alias(edition.monographs.get(), name=name, actor=pharmacist)


def test_a_printed_name_cannot_be_changed(edition, pharmacist):
    brand = DrugName.objects.get(name="Examplin")
    with pytest.raises(RefusedAct, match="chỉ sửa được bí danh"):
        change_alias(brand, name="Khác", is_withdrawn=False, actor=pharmacist)


def test_names_are_read_in_one_query_with_the_printed_title(edition, django_assert_num_queries):
    with django_assert_num_queries(1):
        rows = list(name_rows(edition.pk))
    assert ("vi-du", "Ví dụ", "VD", "abbreviation") in rows
