"""An import writes a new release, all of it or nothing, nothing twice, and people's decisions come along."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from formulary.editions import add_alias, change_alias, quarantine_chunk, release_chunk
from formulary.folding import searchable
from formulary.ingest.book import (
    Block,
    Book,
    BookFinding,
    Defect,
    FilePage,
    ImportRefused,
    LineBox,
    PrintedMonograph,
    PrintedSection,
    Repair,
)
from formulary.ingest.load import Source, load_edition
from formulary.ingest.reading import ReadingStopped
from formulary.ingest.rows import Draft, chunk_rows, section_rows
from formulary.models import (
    Chunk,
    DefectKind,
    DrugName,
    Edition,
    Finding,
    Monograph,
    QuarantineEvent,
    Section,
    SourceFile,
)
from rag.passages import DOSING, BlockKind
from tests.formulary.book import EXAMPLE, chunk, import_files, load_markdown_edition, make_monograph, read_files

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


def test_files_that_changed_are_a_new_release_and_the_old_one_keeps_every_word():
    import_files(two_drugs())
    before = list(Chunk.objects.order_by("pk").values_list("pk", "text"))
    report = import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh="Đau răng.")))
    assert (report.edition, report.release, report.is_new_release) == ("mau-r2", 2, True)
    assert (
        list(Chunk.objects.filter(section__monograph__edition__key="mau").order_by("pk").values_list("pk", "text"))
        == before
    )
    assert chunk("a", "chi_dinh", 0, key="mau-r2").text == "Đau răng."
    assert list(Edition.objects.order_by("release").values_list("status", "revision")) == [("staged", 1), ("staged", 1)]


def test_the_report_says_which_monographs_the_release_before_had_otherwise():
    import_files(two_drugs())
    files = {
        "b.md": make_monograph("b", "Beta", chi_dinh="Ho."),
        "aa.md": make_monograph("aa", "Acid", chi_dinh="Đau."),
    }
    report = import_files(files)
    assert (report.added, report.replaced, report.removed) == (("aa",), ("b",), ("a",))
    rows = Monograph.objects.filter(edition__key="mau-r2").order_by("position")
    assert list(rows.values_list("slug", "position")) == [("aa", 0), ("b", 1)]


def test_what_was_imported_two_releases_ago_is_a_release_again():
    import_files(two_drugs())
    import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh="Đau răng.")))
    assert import_files(two_drugs()).edition == "mau-r3"


def test_a_withdrawn_release_is_not_what_an_import_is_compared_with():
    import_files(two_drugs())
    import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh="Đau răng.")))
    Edition.objects.filter(key="mau-r2").update(status="withdrawn")
    assert not import_files(two_drugs()).changed


def test_a_malformed_file_leaves_the_edition_as_it_was():
    import_files(two_drugs())
    with pytest.raises(ImportRefused):
        import_files(two_drugs(a="không phải chuyên luận"))
    assert Edition.objects.get().revision == 1  # the only one
    assert chunk("a", "chi_dinh", 0).text == "Đau đầu."


def test_a_failure_while_writing_leaves_the_edition_as_it_was(monkeypatch):
    import_files(two_drugs())

    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("formulary.ingest.load.chunk_rows", fail)
    with pytest.raises(RuntimeError):
        import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh="Đau răng.")))
    assert chunk("a", "chi_dinh", 0).text == "Đau đầu."
    assert Edition.objects.count() == 1


def test_an_import_of_one_edition_leaves_the_others_alone():
    import_files(two_drugs(), key="cu")
    import_files({"a.md": make_monograph("a", "Alpha", chi_dinh="Khác.")}, key="moi")
    assert chunk("a", "chi_dinh", 0, key="cu").text == "Đau đầu."


def test_title_and_demonstration_mark_stay_unless_they_are_given():
    load_edition(Book(()), family="mau", title="Bản thử", is_demonstration=True)
    load_edition(Book(()), family="mau")
    edition = Edition.objects.get()
    assert (edition.title, edition.is_demonstration, edition.revision) == ("Bản thử", True, 1)


def test_a_new_release_is_called_like_the_one_before():
    load_edition(Book(()), family="mau", title="Bản thử", is_demonstration=True)
    import_files(two_drugs(), is_demonstration=None)
    edition = Edition.objects.get(key="mau-r2")
    assert (edition.title, edition.is_demonstration) == ("Bản thử", True)


def test_another_title_for_the_same_text_is_no_new_release():
    load_edition(Book(()), family="mau", title="Bản thử")
    report = load_edition(Book(()), family="mau", title="Bản chính")
    edition = Edition.objects.get()
    assert (report.changed, report.is_new_release, edition.title, edition.revision) == (True, False, "Bản chính", 2)


def test_what_a_detector_holds_is_written_to_the_history():
    dosing = "Liều duy trì: 0,2 - 1,5"
    import_files({"a.md": make_monograph("a", "Alpha", lieu_luong_va_cach_dung=dosing)})
    event = QuarantineEvent.objects.get()
    assert (event.action, event.kind, event.actor) == ("held", DefectKind.RANGE_WITHOUT_UNIT, None)
    assert event.chunk_key == "mau/a/lieu_luong_va_cach_dung/0"


RANGE_WITHOUT_UNIT = "Liều duy trì: 0,2 - 1,5"


def one_drug(dosing: str = RANGE_WITHOUT_UNIT, **sections: str) -> dict[str, str]:
    return {"a.md": make_monograph("a", "Alpha", lieu_luong_va_cach_dung=dosing, **sections)}


def test_each_release_has_a_history_of_its_own():
    import_files(one_drug())
    import_files(one_drug(chi_dinh="Sốt."))
    assert list(QuarantineEvent.objects.order_by("id").values_list("edition__key", "actor", "origin")) == [
        ("mau", None, ""),
        ("mau-r2", None, ""),
    ]


def test_a_block_that_a_pharmacist_held_is_held_in_the_next_release(pharmacist):
    import_files(two_drugs())
    quarantine_chunk(chunk("b", "chi_dinh", 1), reason="sai trang", actor=pharmacist)
    import_files(two_drugs(b=make_monograph("b", "Beta", chi_dinh="Mới.\n\nSốt.\n\nHo.")))
    assert chunk("b", "chi_dinh", 2, key="mau-r2").quarantine_reason == "sai trang"
    assert chunk("b", "chi_dinh", 1, key="mau-r2").quarantine_reason is None


def test_a_decision_that_came_along_names_who_made_it_and_where(pharmacist):
    import_files(two_drugs())
    quarantine_chunk(chunk("b", "chi_dinh", 1), reason="sai trang", actor=pharmacist)
    for words in ("Đau răng.", "Đau lưng."):
        import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh=words)))
    event = QuarantineEvent.objects.get(edition__key="mau-r3")
    assert (event.actor, event.reason, event.origin) == (pharmacist, "sai trang", "mau/b/chi_dinh/1")


def test_a_held_block_whose_words_changed_is_reported(pharmacist):
    import_files(two_drugs())
    quarantine_chunk(chunk("b", "chi_dinh", 1), reason="sai trang", actor=pharmacist)
    report = import_files(two_drugs(b=make_monograph("b", "Beta", chi_dinh="Sốt.\n\nHo khan.")))
    assert any("không còn nguyên văn" in warning and "sai trang" in warning for warning in report.warnings)


def test_a_lost_block_is_reported_once_and_not_with_every_later_release(pharmacist):
    import_files(two_drugs())
    quarantine_chunk(chunk("b", "chi_dinh", 1), reason="sai trang", actor=pharmacist)
    import_files(two_drugs(b=make_monograph("b", "Beta", chi_dinh="Sốt.\n\nHo khan.")))
    report = import_files(two_drugs(b=make_monograph("b", "Beta", chi_dinh="Sốt cao.\n\nHo khan.")))
    assert not any("sai trang" in warning for warning in report.warnings)


def test_a_block_that_a_pharmacist_released_stays_released(pharmacist):
    import_files(one_drug())
    release_chunk(chunk("a", DOSING, 0), reason="đã đối chiếu trang 1", actor=pharmacist)
    import_files(one_drug(chi_dinh="Sốt."))
    assert chunk("a", DOSING, 0, key="mau-r2").quarantine_reason is None
    event = QuarantineEvent.objects.get(edition__key="mau-r2")
    assert (event.action, event.origin) == ("released", f"mau/a/{DOSING}/0")


def test_a_release_is_for_one_place_when_the_same_words_stand_in_two(pharmacist):
    twice = f"### Người lớn\n\n{RANGE_WITHOUT_UNIT}\n\n### Trẻ em\n\n{RANGE_WITHOUT_UNIT}"
    import_files(one_drug(twice))
    release_chunk(chunk("a", DOSING, 0), reason="đúng", actor=pharmacist)
    import_files(one_drug(twice, chi_dinh="Sốt."))
    held = [chunk("a", DOSING, ordinal, key="mau-r2").quarantine_kind is not None for ordinal in (0, 1)]
    assert held == [False, True]


def test_a_person_has_the_last_word_in_whichever_release_it_was_said(pharmacist):
    import_files(two_drugs())
    import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh="Đau răng.")))
    quarantine_chunk(chunk("b", "chi_dinh", 0, key="mau"), reason="sai trang", actor=pharmacist)
    import_files(two_drugs(a=make_monograph("a", "Alpha", chi_dinh="Đau lưng.")))
    assert chunk("b", "chi_dinh", 0, key="mau-r3").quarantine_reason == "sai trang"


def test_curated_names_stay_and_withdrawn_names_stay_withdrawn(pharmacist):
    monograph = load_markdown_edition().monographs.get()
    add_alias(monograph, name="Hãng Khác", actor=pharmacist)
    printed = DrugName.objects.get(name="Tên Hãng")
    change_alias(printed, name="Tên Hãng", is_withdrawn=True, actor=pharmacist)
    import_files({"vi-du.md": EXAMPLE.replace("Đau đầu, sốt.", "Đau răng.")})
    names = DrugName.objects.filter(monograph__edition__key="mau-r2")
    assert names.get(name="Hãng Khác").source == "curated"
    assert names.get(name="Tên Hãng").is_withdrawn


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


def located_block(text: str, page: int) -> Block:
    box = LineBox(page, 56.0, 100.5, 290.0, 112.0, 0, len(text))
    return Block(
        BlockKind.PARAGRAPH,
        text,
        page=99 + page,
        lines=(box,),
        repairs=(Repair(0, 4, "Sột", "dau"),),
        findings=(Defect(DefectKind.DIACRITICS, "sai dấu", "Sột"),),
    )


@pytest.fixture
def printed_book() -> Book:
    section = PrintedSection("chi_dinh", "Chỉ định", (located_block("Sốt.", 2),))
    hidden = BookFinding(DefectKind.HIDDEN_TEXT, "chữ trắng", "abc", page=1)
    pages = (FilePage(1, None, 595.0, 842.0, has_text=False), FilePage(2, 101, 595.0, 842.0))
    return Book((PrintedMonograph("a", "A", "", (section,)),), pages=pages, findings=(hidden,))


@pytest.fixture
def source_file() -> SourceFile:
    return SourceFile.objects.create(sha256="a" * 64, name="dtqg.pdf", kind="pdf", size=1)


def test_where_a_block_stands_and_what_was_repaired_is_written_with_it(printed_book, source_file):
    load_edition(printed_book, family="mau", source=Source(source_file, "dtqg-mau"))
    block = chunk("a", "chi_dinh", 0)
    assert block.line_boxes == [[2, 56.0, 100.5, 290.0, 112.0, 0, 4]]
    assert block.repairs == [[0, 4, "Sột", "dau"]]
    assert Edition.objects.get().profile == "dtqg-mau"


def test_pages_of_the_file_are_written_once_however_often_it_is_read(printed_book, source_file):
    for family in ("mau", "khac"):
        load_edition(printed_book, family=family, source=Source(source_file))
    assert list(source_file.pages.values_list("number", "printed", "has_text")) == [(1, None, False), (2, 101, True)]
    assert SourceFile.objects.get().page_count == 2


def test_findings_stand_beside_the_blocks_and_the_file_with_their_weight(printed_book, source_file):
    load_edition(printed_book, family="mau", source=Source(source_file))
    rows = Finding.objects.order_by("page").values_list("kind", "severity", "page", "monograph", "chunk__ordinal")
    assert list(rows) == [("hidden_text", "note", 1, "", None), ("diacritics", "wording", 2, "a", 0)]


def test_what_holds_a_block_is_a_finding_too():
    import_files(one_drug())
    assert list(Finding.objects.values_list("kind", "severity")) == [("range_without_unit", "number")]


def test_an_import_that_is_told_to_stop_writes_nothing():
    book = Book(tuple(read_files(two_drugs()).monographs))
    with pytest.raises(ReadingStopped):
        load_edition(book, family="mau", should_stop=lambda: True)
    assert not Edition.objects.exists()


def test_a_hundred_times_the_monographs_take_hardly_more_statements():
    def statements_for(n: int) -> int:
        block = Block(BlockKind.PARAGRAPH, "Sốt.")
        section = PrintedSection("chi_dinh", "Chỉ định", (block,))
        book = Book(tuple(PrintedMonograph(f"t{i}", f"Thuốc {i}", "", (section,)) for i in range(n)))
        with CaptureQueriesContext(connection) as captured:
            load_edition(book, family=f"co-{n}")
        return len(captured)

    statements_for(1)  # the shipped errata are written once
    few = statements_for(7)
    assert statements_for(700) <= few + 45
    assert Chunk.objects.count() == 708
