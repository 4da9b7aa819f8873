"""Values that the book misprints are kept on the blocks that print them."""

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

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


DIGOXIN_DOSE = "62,5 - 250 microgam/kg/ngày"


@pytest.mark.parametrize(
    ("printed", "text", "found"),
    [
        ("0,5 - 1 mg (50", "thêm 0,5 - 1 mg (50 - 100)", True),
        ("0,5 - 1 mg (50", "thêm 0,5 -\n1 mg (50 - 100)", True),
        ("0,5 - 1 mg (50", "thêm 10,5 - 1 mg (50 - 100)", False),  # another number
        ("20 mg/ngày", "là 20 mg/ngày.", True),
        ("20 mg/ngày", "là 120 mg/ngày.", False),
        ("20 mg/ngày", "là 20 mg/kg/ngày.", False),
        ("20 mg/ngày", "là 20 mg/ngày, 2 lần.", True),
        ("20 mg/ngày", "là 0,20 mg/ngày.", False),
        ("250 mg/ngày", "là 1 250 mg/ngày.", False),
        ("Clcr < 60 ml/phút", "khi Clcr <60ml / phút", True),
        ("Clcr < 60 ml/phút", "khi Clcr > 60 ml/phút", False),
        ("Clcr < 60 ml/phút", "khi Clcr < 6 0 ml/phút", False),
        ("đích là 2 - 3", "đích là 2 - 3,5", False),
        ("ngày 7, 5 viên", "ngày 7,5 viên", False),
        ("liều 1 000 mg", "liều 1000 mg", False),
        (DIGOXIN_DOSE, "62,5 – 250 microgam/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5—250 microgam/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5 −250 microgam/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5-250 microgam/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5\u00a0-\u00a0250 microgam/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5 - 250 microgam /kg/ ngày", True),
        (DIGOXIN_DOSE, "62,5 - 250microgam/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5 - 250 \u00b5g/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5 - 250 \u03bcg/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5 - 250 mcg/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5 - 250 microgram/kg/ngày", True),
        (DIGOXIN_DOSE, "62,5 - 250 mg/kg/ngày", False),
        (DIGOXIN_DOSE, "62,5 250 microgam/kg/ngày", False),
        (DIGOXIN_DOSE, "2,5 - 250 microgam/kg/ngày", False),
        (DIGOXIN_DOSE, "62,5 - 2 50 microgam/kg/ngày", False),
        (DIGOXIN_DOSE, "6 2,5 - 250 microgam/kg/ngày", False),
    ],
)
def test_a_value_is_found_whole_or_not_at_all(printed, text, found):
    assert bool(printed_spans(printed, text)) is found


_NUMBER = st.from_regex(r"[1-9][0-9]{0,2}(,[1-9])?", fullmatch=True)
_AS_SET = st.sampled_from(["-", " - ", "–", " – ", "—", " — ", "−", " −", "- ", "\n- ", "\u00a0-\u00a0"])


@given(low=_NUMBER, high=_NUMBER, other=_NUMBER, dash=_AS_SET, unit=st.sampled_from(["microgam", "mcg", "µg", "μg"]))
def test_a_range_is_found_however_it_is_set_and_no_other_range_is(low, high, other, dash, unit):
    printed = f"{low} - {high} microgam/ngày"
    assert printed_spans(printed, f"uống {low}{dash}{high} {unit}/ngày.")
    for text in (f"{low}{dash}{other} {unit}/ngày", f"{other}{dash}{high} {unit}/ngày"):
        assert bool(printed_spans(printed, text)) is (text == f"{low}{dash}{high} {unit}/ngày")


@pytest.mark.parametrize("entry", shipped_errata(), ids=lambda entry: f"{entry.monograph}: {entry.printed}")
def test_every_shipped_value_finds_itself_with_other_dashes_and_blanks(entry):
    for text in (entry.printed, entry.printed.replace(" - ", "–"), entry.printed.replace("/", " / ")):
        assert printed_spans(entry.printed, text) == [(0, len(text))]


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
