"""A clearance that is worked out from a creatinine: what it puts first, what it moves back, and what it never hides."""

import pytest

from rag import messages
from rag.claims import ClaimRole
from rag.outcomes import Outcome
from tests.factories import make_passage
from tests.rag.test_calculations import ask

USUAL = make_passage("Người lớn: 5 mg/kg/lần, 3 lần/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=1)
NO = make_passage(
    "Người lớn suy thận, Clcr < 60 ml/phút: Không dùng ibuprofen.",
    headings=["Suy thận"],
    monograph="ibuprofen",
    ordinal=2,
)
BANDS = tuple(
    make_passage(
        f"Người lớn suy thận, Clcr {band} ml/phút: {mg} mg/ngày.",
        headings=["Suy thận"],
        monograph="ibuprofen",
        ordinal=n,
    )
    for n, (band, mg) in enumerate((("≥ 60", 600), ("30 - 59", 300), ("< 30", 100)), start=3)
)
WOMAN = "ibuprofen uống nữ 50 tuổi 60kg creatinin 100 umol/l"  # 56,35 ml/phút, a usual creatinine


@pytest.mark.parametrize("asked", ["liều {}", "tính liều {}"])
def test_what_the_book_forbids_at_the_estimate_stands_first_and_nothing_is_worked_out(asked):
    record = ask(asked.format(WOMAN), USUAL, NO)
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert (record.claims[0].text, record.claims[0].role) == (NO.text, ClaimRole.STRICTER)
    assert messages.FORBIDDEN_BY_ESTIMATE in record.message
    assert "56,36 ml/phút" in record.message
    assert [c.text for c in record.claims].count(NO.text) == 1


def test_an_estimate_that_the_book_forbids_nothing_at_says_nothing():
    record = ask("liều ibuprofen uống nam 50 tuổi 90kg creatinin 80 umol/l", USUAL, NO)
    assert messages.FORBIDDEN_BY_ESTIMATE not in record.message
    assert record.claims[0].text == USUAL.text


def test_the_band_that_holds_the_estimate_stands_before_the_others_and_none_is_hidden():
    record = ask("liều ibuprofen uống nam 70 tuổi 60kg creatinin 150 umol/l", USUAL, *BANDS)  # 34,37 ml/phút
    shown = [c.text for c in record.claims]
    assert shown[0] == BANDS[1].text
    assert {b.text for b in BANDS} <= set(shown)
    assert messages.BANDS_BY_ESTIMATE in record.message


def test_weak_kidneys_that_only_the_estimate_tells_are_said_to_be_estimated():
    weak = "liều ibuprofen uống nữ 65 tuổi 50kg creatinin 110 umol/l"  # 35,58 ml/phút
    record = ask(weak, USUAL, *BANDS)
    assert record.claims[0].text == BANDS[1].text
    assert messages.WEAK_BY_ESTIMATE in record.message
    assert messages.WEAK_BY_ESTIMATE not in ask(weak.replace("110", "150"), USUAL, *BANDS).message
    assert messages.WEAK_BY_ESTIMATE not in ask(weak.replace("110", "60"), USUAL, *BANDS).message
