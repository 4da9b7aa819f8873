"""Values that the book misprints are kept on the blocks that print them."""

import pytest
from django.contrib.auth.models import User

from formulary.errata import (
    RefusedErratum,
    apply_errata,
    printed_spans,
    record_erratum,
    shipped_errata,
    withdraw_erratum,
)
from formulary.ingest.reading import read_book
from formulary.models import Chunk, Edition, Erratum
from formulary.selectors import current_edition, passages
from rag.passages import DOSING, PrintDoubt
from tests.formulary.book import REAL_PASSAGES, chunk, load_markdown_edition, make_monograph

DIGOXIN = make_monograph(
    "digoxin",
    "Digoxin",
    lieu_luong_va_cach_dung=(
        "Trẻ em 10 - 18 tuổi, uống: 62,5 - 250 microgam/ngày.\n\n"
        "Trẻ em 10 - 18 tuổi, tiêm tĩnh mạch: 62,5 - 250\nmicrogam/kg/ngày."
    ),
)


@pytest.fixture
def pharmacist(db):
    return User.objects.create_user("duoc-si")


@pytest.fixture
def edition(db):
    edition = load_markdown_edition({"digoxin.md": DIGOXIN})
    apply_errata(edition)
    return edition


def test_only_the_block_that_prints_the_value_carries_the_erratum(edition):
    assert chunk("digoxin", DOSING, 0).errata == []
    ((start, end, kind, note),) = chunk("digoxin", DOSING, 1).errata
    assert chunk("digoxin", DOSING, 1).text[start:end] == "62,5 - 250 microgam/kg/ngày"
    assert (kind, bool(note)) == ("misprint", True)


def test_a_passage_knows_whether_a_span_touches_the_value(edition):
    used = current_edition()
    assert used is not None
    passage = passages(used, section__key=DOSING)[1]
    start = passage.text.index("62,5")
    assert passage.errata_in(start, start + 4, PrintDoubt.MISPRINT)
    assert not passage.errata_in(0, start, PrintDoubt.MISPRINT)
    assert not passage.errata_in(start, start + 4, PrintDoubt.OLD_VALUE)


def test_applying_the_list_again_changes_nothing(edition):
    before = Edition.objects.get(pk=edition.pk).revision
    apply_errata(edition)
    assert Edition.objects.get(pk=edition.pk).revision == before


def test_a_value_that_no_block_prints_is_told(pharmacist):
    edition = load_markdown_edition({"d.md": make_monograph("digoxin", "Digoxin", chi_dinh="Suy tim.")})
    missed = apply_errata(edition)
    assert {entry.monograph for entry in missed} == {"digoxin"}


def test_an_entry_for_another_printing_leaves_this_one_alone(edition, pharmacist):
    record_erratum(
        actor=pharmacist,
        family="dtqgvn-2022",
        monograph="digoxin",
        section=DOSING,
        printed="62,5 - 250 microgam/ngày",
        kind="misprint",
        note="Thử.",
        evidence="Thử.",
        reviewed_by="Dược sĩ",
    )
    assert chunk("digoxin", DOSING, 0).errata == []


def test_withdrawing_an_entry_frees_the_value_and_a_later_import_does_not_bring_it_back(edition, pharmacist):
    withdraw_erratum(Erratum.objects.get(monograph="digoxin"), actor=pharmacist)
    assert not Chunk.objects.exclude(errata=[]).exists()
    apply_errata(edition)
    assert not Chunk.objects.exclude(errata=[]).exists()


@pytest.mark.parametrize("printed", ["5 mg", " 10 mg ", ""])
def test_too_little_print_to_find_one_place_is_refused(pharmacist, printed):
    with pytest.raises(RefusedErratum):
        record_erratum(
            actor=pharmacist, family="", monograph="digoxin", section=DOSING, printed=printed,
            kind="misprint", note="x", evidence="x", reviewed_by="x",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("printed", "text", "found"),
    [
        ("0,5 - 1 mg (50", "thêm 0,5 - 1 mg (50 - 100)", True),
        ("0,5 - 1 mg (50", "thêm 0,5 -\n1 mg (50 - 100)", True),
        ("0,5 - 1 mg (50", "thêm 10,5 - 1 mg (50 - 100)", False),  # another number
        ("20 mg/ngày", "là 20 mg/ngày.", True),
        ("20 mg/ngày", "là 120 mg/ngày.", False),
        ("20 mg/ngày", "là 20 mg/kg/ngày.", False),
    ],
)
def test_a_value_is_found_whole_or_not_at_all(printed, text, found):
    assert bool(printed_spans(printed, text)) is found


@pytest.mark.skipif(not REAL_PASSAGES.exists(), reason="the real passages are not here")
def test_every_source_erratum_among_the_real_passages_is_caught():
    blocks = [(m.slug, s.key, b.text) for m, s, b in read_book(REAL_PASSAGES).blocks()]
    caught = {
        (entry.monograph, entry.printed)
        for entry in shipped_errata()
        for slug, section, text in blocks
        if (slug, section) == (entry.monograph, entry.section) and printed_spans(entry.printed, text)
    }
    misprinted = {monograph for monograph, _ in caught}
    assert misprinted >= {
        "digoxin", "amoxicilin-va-kali-clavulanat", "enoxaparin", "captopril", "vitamin-d", "clindamycin", "ibuprofen",
    }  # fmt: skip
    assert ("rifampicin", "50 mg/ngày, 1 lần/tuần") in caught
