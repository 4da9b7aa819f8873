"""A release is for what was looked at; the same words in another place are held again and say so."""

import pytest
from django.contrib.auth.models import User

from formulary.editions import make_current, purge, quarantine_chunk, release_chunk, withdraw
from formulary.ingest.book import Book
from formulary.ingest.defects import hold_book_defects
from formulary.ingest.detectors.rules import side_by_side_rules_of
from formulary.ingest.load import load_edition
from formulary.kept_meanings import IN_ITSELF
from formulary.models import Chunk, Edition
from rag.passages import DOSING, SECTION_KEYS
from tests.formulary.book import chunk, import_files, make_monograph, read

pytestmark = pytest.mark.django_db

DOSE = "Uống 2.500 mg/ngày, chia 3 lần."
TABLE = "| Độ thanh thải creatinin | Liều uống |\n|---|---|\n| > 30 ml/phút | 500 mg |\n| 10 - 30 ml/phút | 2.500 mg |"
COPIES = "### Người lớn\n\n- Viêm phổi: uống 500 mg/lần, cách 8 giờ/lần.\n- Viêm phổi: uống {} mg/lần, cách 8 giờ/lần."
OTHER = {"b.md": make_monograph("b", "Beta", chi_dinh="Sốt.")}


@pytest.fixture
def pharmacist() -> User:
    return User.objects.create_user("duoc-si")


def load(dosing: str, **sections: str) -> str:
    files = {"a.md": make_monograph("a", "Alpha", **{DOSING: dosing}, **sections)}
    return import_files(files | OTHER).edition


def held(edition: str) -> list[Chunk]:
    return list(
        Chunk.objects.filter(
            section__monograph__edition__key=edition, section_key=DOSING, quarantine_kind__isnull=False
        ).order_by("ordinal")
    )


def release_all(edition: str, pharmacist: User) -> None:
    blocks = held(edition)
    assert blocks
    for block in blocks:
        release_chunk(block, reason="đã so với trang in", actor=pharmacist)


BEFORE_AND_AFTER = [
    pytest.param(f"### Người lớn\n\n{DOSE}", f"### Trẻ em\n\n{DOSE}", id="another heading"),
    pytest.param(f"### Người lớn\n\n{TABLE}", f"### Trẻ sơ sinh\n\n{TABLE}", id="a table for others"),
    pytest.param(f"### Trẻ em\n\n#### Uống\n\n{DOSE}", f"### Trẻ em\n\n#### Tiêm\n\n{DOSE}", id="another route"),
    pytest.param(f"Người lớn:\n\n{DOSE}", f"Trẻ em:\n\n{DOSE}", id="another lead-in"),
    pytest.param(COPIES.format(250), COPIES.format(50), id="the other copy has another number"),
]


@pytest.mark.parametrize(("before", "after"), BEFORE_AND_AFTER)
def test_a_release_does_not_follow_the_words_into_another_meaning(before, after, pharmacist):
    release_all(load(before), pharmacist)
    blocks = held(load(after))
    assert blocks
    assert "từng được giải cách ly" in (blocks[0].quarantine_reason or "")


@pytest.mark.parametrize(("before", "after"), BEFORE_AND_AFTER)
def test_a_release_stays_where_nothing_changed(before, after, pharmacist):
    release_all(load(before), pharmacist)
    assert held(load(before, chi_dinh="Đau.")) == []


@pytest.mark.parametrize(("before", "after"), BEFORE_AND_AFTER)
def test_nor_when_the_other_release_was_staged_before_somebody_released(before, after, pharmacist):
    first, second = load(before), load(after)
    release_all(first, pharmacist)
    waiting = [block.pk for block in held(second)]
    make_current(Edition.objects.get(key=second), actor=pharmacist)
    assert waiting
    assert [block.pk for block in held(second)] == waiting


def test_what_came_back_under_the_heading_that_was_looked_at_is_held_until_somebody_looks(pharmacist):
    adults, children = f"### Người lớn\n\n{DOSE}", f"### Trẻ em\n\n{DOSE}"
    release_all(load(adults), pharmacist)
    load(children)
    (block,) = held(load(adults, chi_dinh="Đau."))
    assert "từng được giải cách ly" in (block.quarantine_reason or "")


def test_a_block_that_a_person_holds_is_held_under_any_heading(pharmacist):
    plain = "Uống 250 mg/lần, ngày 3 lần."
    load(f"### Người lớn\n\n{plain}")
    quarantine_chunk(chunk("a", DOSING, 0), reason="sai trang", actor=pharmacist)
    (block,) = held(load(f"### Trẻ em\n\n{plain}"))
    assert block.quarantine_reason == "sai trang"


def test_a_release_of_a_block_that_is_gone_from_the_shelf_is_for_nothing_any_more(pharmacist):
    first = load(DOSE)
    release_all(first, pharmacist)
    purge(withdraw(Edition.objects.get(key=first), actor=pharmacist), actor=pharmacist)
    assert held(load(DOSE, chi_dinh="Đau."))


def test_a_copy_in_another_monograph_may_have_changed_so_its_release_is_for_once(pharmacist):
    def both(dose: int) -> str:
        doses = {"a": "Uống 500 mg/lần, ngày 3 lần.", "a-2": f"Uống {dose} mg/lần, ngày 3 lần."}
        copies = tuple(read(make_monograph(slug, "Alpha", **{DOSING: text})) for slug, text in doses.items())
        return load_edition(hold_book_defects(Book(copies)), family="mau").edition

    release_all(both(250), pharmacist)
    assert [block.section.monograph.slug for block in held(both(50))] == ["a", "a-2"]


def test_no_fault_that_shows_beside_other_blocks_counts_as_one_of_the_block_itself():
    beside = {rule.kind for section in SECTION_KEYS for rule in side_by_side_rules_of(section)}
    assert not beside & IN_ITSELF
