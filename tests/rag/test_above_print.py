"""A named dose that no approved rule can be held against: what is above print for certain is said, nothing else is."""

import pytest

from rag import messages
from rag.outcomes import Outcome
from tests.factories import make_passage
from tests.rag.test_calculations import FORMS, Approved, ask


def block(text, ordinal=0):
    return make_passage(text, headings=["Uống"], monograph="ibuprofen", ordinal=ordinal)


USUAL = block("Người lớn: 250 - 500 mg/lần, cách 8 giờ/lần.")
ONCE = block("Người lớn: Uống một liều duy nhất 2 g, trước thủ thuật 1 giờ.", 1)
LIMITED = block("Người lớn: 200 mg/lần, cách 4 - 6 giờ/lần; tối đa 1,2 g/ngày.", 1)


def told(dose, *passages):
    record = ask(f"ibuprofen {dose} người lớn uống được không", *passages, FORMS, approved=Approved())
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert record.calculation is None
    return record.message


@pytest.mark.parametrize("dose", ["3 g mỗi 8 giờ", "3000 mg x 3 lần/ngày", "3 g"])
def test_a_dose_above_every_printed_amount_is_told_so(dose):
    said = told(dose, USUAL, ONCE)
    assert "cao hơn mọi lượng in" in said
    assert "lớn nhất 2 g" in said
    assert messages.NOTHING_ELSE_COMPARED in said


@pytest.mark.parametrize(
    ("dose", "passages"),
    [
        ("2 g mỗi 8 giờ", (USUAL, ONCE)),  # as much as the largest
        ("100 mg mỗi 8 giờ", (USUAL, ONCE)),  # below all is said of nothing
        ("6 g/ngày", (USUAL, ONCE)),  # how much each time was not said
        ("3 g mỗi 8 giờ", (USUAL, block("Người lớn: 20 mg/kg/lần.", 1))),
        ("3 g mỗi 8 giờ", (USUAL, block("Người lớn: 2 viên/lần.", 1))),
        ("3 g mỗi 8 giờ", (USUAL, block("Người lớn: Tăng thêm 100 mg mỗi lần cho đến khi hết đau.", 1))),
    ],
)
def test_a_dose_that_may_be_within_print_is_only_told_not_to_be_compared(dose, passages):
    said = told(dose, *passages)
    assert "cao hơn" not in said
    assert messages.NO_RULE_TO_COMPARE in said


@pytest.mark.parametrize(
    ("dose", "above"), [("800 mg x 4 lần/ngày", True), ("3,2 g/ngày", True), ("200 mg x 4 lần/ngày", False)]
)
def test_a_dose_above_a_printed_maximum_is_told_so_with_the_sentence(dose, above):
    said = told(dose, LIMITED)
    assert ("tối đa 1,2 g/ngày) là 2 " in said) == above
    assert (f"Câu in: «{LIMITED.text}»" in said) == above


def test_one_maximum_that_several_sentences_print_is_told_once():
    again = block("Người lớn bị đau: 400 mg/lần; tối đa 1,2 g/ngày.", 2)
    assert told("800 mg x 4 lần/ngày", LIMITED, again).count("Câu in:") == 1
