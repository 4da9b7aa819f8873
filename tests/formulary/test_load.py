"""An import writes all of it or nothing, nothing twice, and keeps what people decided."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, connections, transaction
from hypothesis import given
from hypothesis import strategies as st

from formulary.editions import add_alias, change_alias, quarantine_chunk, release_chunk
from formulary.folding import searchable
from formulary.ingest.book import Block, Book, ImportRefused, PrintedMonograph, PrintedSection
from formulary.ingest.load import load_edition
from formulary.ingest.rows import Draft, chunk_rows, section_rows
from formulary.models import Chunk, DefectKind, DrugName, Edition, Monograph, QuarantineEvent, Section
from rag.passages import DOSING, BlockKind
from tests.formulary.book import EXAMPLE, chunk, import_files, load_markdown_edition, make_monograph

pytestmark = pytest.mark.django_db


@pytest.fixture
def pharmacist():
    return User.objects.create_user("duoc-si")


def two_drugs(**changes: str) -> dict[str, str]:
    files = {
        "a.md": make_monograph("a", "Alpha", chi_dinh="Đau đầu.", chong_chi_dinh="Dị ứng."),
        "b.md": make_monograph("b", "Beta", chi_dinh="Sốt.\n\nHo."),
    }
    return files | {f"{name}.md": text for name, text in changes.items()}


def test_an_import_writes_monographs_sections_blocks_and_names():
    report = import_files({"vi-du.md": EXAMPLE})
    edition = Edition.objects.get(key="mau")
    assert (edition.monograph_count, edition.section_count, edition.chunk_count) == (1, 4, 8)
    assert edition.name_count == report.names == 8
    monograph = edition.monographs.get()
    assert (monograph.page_from, monograph.page_to) == (12, 13)


def test_a_new_edition_is_staged_and_not_current():
    import_files(two_drugs())
    edition = Edition.objects.get()
    assert (edition.status, edition.is_current, edition.revision) == ("staged", False, 1)


def test_every_block_stands_at_its_offsets_in_its_section():
    import_files({"vi-du.md": EXAMPLE})
    for row in Chunk.objects.select_related("section"):
        assert row.section.text[row.start : row.end] == row.text


# Not fixed to the database: the offsets are reckoned before anything is written.
@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=1, max_size=8))
def test_offsets_hold_for_any_text(texts: list[str]):
    blocks = tuple(Block(BlockKind.PARAGRAPH, text) for text in texts)
    draft = Draft.of(PrintedMonograph("a", "A", "", (PrintedSection("chi_dinh", "Chỉ định", blocks),)))
    sections = list(section_rows(draft, monograph=Monograph()))
    for row in chunk_rows(sections):
        assert row.section.text[row.start : row.end] == row.text


def test_the_same_files_again_write_nothing():
    import_files(two_drugs())
    before = list(Chunk.objects.values_list("pk", flat=True))
    report = import_files(two_drugs())
    assert not report.changed
    assert list(Chunk.objects.values_list("pk", flat=True)) == before
    assert Edition.objects.get().revision == 1


def test_only_the_monograph_that_changed_is_replaced():
    import_files(two_drugs())
    kept = Monograph.objects.get(slug="b").pk
    report = import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh="Đau răng.")))
    assert (report.added, report.replaced, report.removed) == ((), ("a",), ())
    assert Monograph.objects.get(slug="b").pk == kept
    assert chunk("a", "chi_dinh", 0).text == "Đau răng."
    assert Edition.objects.get().revision == 2


def test_a_monograph_whose_file_is_gone_goes_and_a_new_one_comes_in_book_order():
    import_files(two_drugs())
    files = {"b.md": two_drugs()["b.md"], "aa.md": make_monograph("aa", "Acid", chi_dinh="Đau.")}
    report = import_files(files)
    assert (report.added, report.removed) == (("aa",), ("a",))
    assert list(Monograph.objects.order_by("position").values_list("slug", flat=True)) == ["aa", "b"]


def test_a_malformed_file_leaves_the_edition_as_it_was():
    import_files(two_drugs())
    with pytest.raises(ImportRefused):
        import_files(two_drugs(a="không phải chuyên luận"))
    assert Edition.objects.get().revision == 1
    assert chunk("a", "chi_dinh", 0).text == "Đau đầu."


def test_a_failure_while_writing_leaves_the_edition_as_it_was(monkeypatch):
    import_files(two_drugs())

    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("formulary.ingest.load.chunk_rows", fail)
    with pytest.raises(RuntimeError):
        import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh="Đau răng.")))
    assert chunk("a", "chi_dinh", 0).text == "Đau đầu."


def test_an_import_of_one_edition_leaves_the_others_alone():
    import_files(two_drugs(), key="cu")
    import_files({"a.md": make_monograph("a", "Alpha", chi_dinh="Khác.")}, key="moi")
    assert chunk("a", "chi_dinh", 0, key="cu").text == "Đau đầu."


def test_title_and_demonstration_mark_stay_unless_they_are_given():
    load_edition(Book(()), key="mau", title="Bản thử", is_demonstration=True)
    load_edition(Book(()), key="mau")
    edition = Edition.objects.get()
    assert (edition.title, edition.is_demonstration, edition.revision) == ("Bản thử", True, 1)


def test_what_a_detector_holds_is_written_to_the_history():
    dosing = "Liều duy trì: 0,2 - 1,5"
    import_files({"a.md": make_monograph("a", "Alpha", lieu_luong_va_cach_dung=dosing)})
    event = QuarantineEvent.objects.get()
    assert (event.action, event.kind, event.actor) == ("held", DefectKind.RANGE_WITHOUT_UNIT, None)
    assert event.chunk_key == "mau/a/lieu_luong_va_cach_dung/0"


def test_an_unchanged_defect_is_written_to_the_history_once():
    dosing = "Liều duy trì: 0,2 - 1,5"
    import_files({"a.md": make_monograph("a", "Alpha", lieu_luong_va_cach_dung=dosing)})
    import_files({"a.md": make_monograph("a", "Alpha", lieu_luong_va_cach_dung=dosing, chi_dinh="Sốt.")})
    assert QuarantineEvent.objects.count() == 1


def test_a_block_that_a_pharmacist_held_stays_held(pharmacist):
    import_files(two_drugs())
    quarantine_chunk(chunk("b", "chi_dinh", 1), reason="sai trang", actor=pharmacist)
    import_files(two_drugs(b=make_monograph("b", "Beta", chi_dinh="Mới.\n\nSốt.\n\nHo.")))
    assert chunk("b", "chi_dinh", 2).quarantine_reason == "sai trang"
    assert chunk("b", "chi_dinh", 1).quarantine_reason is None


def test_a_held_block_whose_words_changed_is_reported(pharmacist):
    import_files(two_drugs())
    quarantine_chunk(chunk("b", "chi_dinh", 1), reason="sai trang", actor=pharmacist)
    report = import_files(two_drugs(b=make_monograph("b", "Beta", chi_dinh="Sốt.\n\nHo khan.")))
    assert any("không còn nguyên văn" in warning and "sai trang" in warning for warning in report.warnings)


def test_a_block_that_a_pharmacist_released_stays_released(pharmacist):
    dosing = "Liều duy trì: 0,2 - 1,5"
    import_files({"a.md": make_monograph("a", "Alpha", lieu_luong_va_cach_dung=dosing)})
    release_chunk(chunk("a", DOSING, 0), reason="đã đối chiếu trang 1", actor=pharmacist)
    import_files({"a.md": make_monograph("a", "Alpha", lieu_luong_va_cach_dung=dosing, chi_dinh="Sốt.")})
    assert chunk("a", DOSING, 0).quarantine_reason is None


def test_curated_names_stay_and_withdrawn_names_stay_withdrawn(pharmacist):
    edition = load_markdown_edition()
    monograph = edition.monographs.get()
    add_alias(monograph, name="Hãng Khác", actor=pharmacist)
    printed = DrugName.objects.get(name="Tên Hãng")
    change_alias(printed, name="Tên Hãng", is_withdrawn=True, actor=pharmacist)
    import_files({"vi-du.md": EXAMPLE.replace("Đau đầu, sốt.", "Đau răng.")})
    assert DrugName.objects.get(name="Hãng Khác").source == "curated"
    assert DrugName.objects.get(name="Tên Hãng").is_withdrawn


def test_a_curated_name_without_its_monograph_is_reported(pharmacist):
    import_files(two_drugs())
    add_alias(Monograph.objects.get(slug="a"), name="Hãng", actor=pharmacist)
    report = import_files({"b.md": two_drugs()["b.md"]})
    assert any("«Hãng»" in warning for warning in report.warnings)


def test_missing_sections_are_warnings_not_errors():
    report = import_files({"a.md": make_monograph("a", "Alpha", chi_dinh="Sốt.")})
    assert "a: không có mục «Chống chỉ định»" in report.warnings


def test_the_report_tells_what_each_heading_was_understood_to_say():
    report = import_files({"vi-du.md": EXAMPLE})
    adult = next(c for c in report.contexts if c.headings == ("Người lớn", "Uống"))
    assert (adult.populations, adult.routes) == (("nguoi_lon",), ("uong",))


@pytest.mark.django_db(transaction=True)
def test_two_imports_do_not_run_at_once(monkeypatch):
    seen = []

    def another_import_waits(*args: object, **kwargs: object) -> None:
        with connections["default"].copy().cursor() as other:
            other.execute("SELECT pg_try_advisory_lock(%s)", [0x64756F63])
            seen.append(other.fetchone()[0])
            other.connection.close()

    monkeypatch.setattr("formulary.ingest.load._insert", another_import_waits)
    import_files(two_drugs())
    assert seen == [False]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"end": 3}, id="offsets that do not span the text"),
        pytest.param({"page_from": 5, "page_to": 4}, id="pages backwards"),
        pytest.param({"page_from": 5, "page_to": None}, id="half a page range"),
        pytest.param({"quarantine_reason": "vì"}, id="a reason without a kind"),
        pytest.param({"quarantine_kind": "person", "quarantine_reason": ""}, id="a blank reason"),
    ],
)
def test_the_database_refuses_a_block_that_cannot_be(change: dict[str, object]):
    import_files(two_drugs())
    with pytest.raises(IntegrityError), transaction.atomic():
        Chunk.objects.filter(pk=chunk("a", "chi_dinh", 0).pk).update(**change)


def test_the_database_refuses_an_unknown_section():
    import_files(two_drugs())
    with pytest.raises(IntegrityError), transaction.atomic():
        Section.objects.update(key="cong_dung")


def test_the_database_refuses_to_change_the_history():
    import_files({"vi-du.md": EXAMPLE})
    acts = (
        lambda: QuarantineEvent.objects.update(reason="x"),
        lambda: QuarantineEvent.objects.all().delete(),
    )
    for act in acts:
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            act()


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_to_empty_the_history():
    with pytest.raises(Exception, match="append-only"), connection.cursor() as cursor:
        cursor.execute("TRUNCATE formulary_quarantineevent")


def test_whole_syllables_are_searchable_without_marks():
    assert searchable("đau") in searchable("Giảm đau, hạ sốt.")
    assert searchable("au") not in searchable("Giảm đau, hạ sốt.")


def test_seven_hundred_monographs_are_written_in_a_constant_number_of_statements(django_assert_max_num_queries):
    def drugs(n: int) -> Book:
        block = Block(BlockKind.PARAGRAPH, "Sốt.")
        section = PrintedSection("chi_dinh", "Chỉ định", (block,))
        return Book(tuple(PrintedMonograph(f"t{i}", f"Thuốc {i}", "", (section,)) for i in range(n)))

    with django_assert_max_num_queries(40):
        load_edition(drugs(700), key="lon")
    assert connection.vendor == "postgresql"
    assert Chunk.objects.count() == 700
