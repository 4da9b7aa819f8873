"""A dose in units of activity is compared only where the very sentence prints what they weigh."""

import pytest

from tests.factories import make_passage
from tests.rag.test_calculations import FORMS, ask

TOLD = "Quy đổi theo chính câu in"


def check(dose, printed):
    rule = make_passage(f"Người lớn: {printed}", headings=["Uống"], monograph="ibuprofen")
    (worked,) = ask(f"ibuprofen {dose} người lớn 60 kg uống được không", rule, FORMS).calculation["rules"]
    return worked


@pytest.mark.parametrize(
    ("dose", "standing"),
    [("6000 đvqt x 2 lần/ngày", "inside"), ("8000 đvqt x 2 lần/ngày", "above"), ("4000 đvqt x 2 lần/ngày", "below")],
)
def test_units_that_the_sentence_weighs_are_compared_and_the_line_says_how(dose, standing):
    worked = check(dose, "1 mg/kg/lần (100 đvqt/kg/lần), cách 12 giờ/lần.")
    assert worked["comparisons"][0]["standing"] == standing
    assert any(TOLD in note and "100 đvqt = 1 mg" in note for note in worked["notes"])


@pytest.mark.parametrize(
    ("dose", "printed"),
    [
        ("6000 đvqt x 2 lần/ngày", "1 mg/kg/lần, cách 12 giờ/lần."),
        ("6000 đơn vị x 2 lần/ngày", "1 mg/kg/lần (100 đvqt/kg/lần), cách 12 giờ/lần."),  # another unit
    ],
)
def test_units_that_the_sentence_does_not_weigh_are_not_compared(dose, printed):
    worked = check(dose, printed)
    assert {c["standing"] for c in worked["comparisons"]} == {"not_comparable"}
    assert not any(TOLD in note for note in worked["notes"])


def test_a_dose_in_the_unit_of_the_rule_is_compared_as_it_is():
    worked = check("60 mg x 2 lần/ngày", "1 mg/kg/lần (100 đvqt/kg/lần), cách 12 giờ/lần.")
    assert not any(TOLD in note for note in worked["notes"])
