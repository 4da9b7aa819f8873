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


EQUATED = "600 mg ibuprofen tương ứng với 1 triệu đơn vị."


def check_apart(dose, equation, printed="1,2 g/lần, cách 4 giờ/lần.", *, section="dang_thuoc_va_ham_luong"):
    rule = make_passage(f"Người lớn: {printed}", headings=["Uống"], monograph="ibuprofen")
    apart = make_passage(equation, monograph="ibuprofen", section=section, ordinal=3)
    return ask(f"ibuprofen {dose} người lớn uống được không", rule, FORMS, apart)


@pytest.mark.parametrize(
    ("dose", "standing"),
    [
        ("2 triệu đơn vị mỗi 4 giờ", "inside"),
        ("2.000.000 đơn vị mỗi 4 giờ", "inside"),
        ("3 triệu đv mỗi 4 giờ", "above"),
        ("500.000 đơn vị mỗi 4 giờ", "below"),
        ("1,2 g mỗi 4 giờ", "inside"),
    ],
)
def test_units_that_the_monograph_weighs_apart_are_compared(dose, standing):
    assert check_apart(dose, EQUATED).calculation["rules"][0]["comparisons"][0]["standing"] == standing


def test_a_dose_that_is_weighed_is_compared_with_print_in_units():
    record = check_apart("1,2 g mỗi 4 giờ", EQUATED, "2 000 000 đơn vị/lần, cách 4 giờ/lần.")
    assert record.calculation["rules"][0]["comparisons"][0]["standing"] == "inside"


def test_the_sentence_that_weighs_the_units_is_quoted_with_the_answer():
    record = check_apart("2 triệu đơn vị mỗi 4 giờ", EQUATED)
    assert EQUATED in [claim.text for claim in record.claims]
    assert any(EQUATED in note for note in record.calculation["rules"][0]["notes"])


def test_a_dose_in_the_unit_of_the_rule_needs_no_sentence_that_weighs_units():
    assert EQUATED not in [claim.text for claim in check_apart("1,2 g mỗi 4 giờ", EQUATED).claims]


@pytest.mark.parametrize(
    "equation",
    [
        "600 mg ibuprofen tương ứng với 1 triệu đơn vị. Lọ 500 mg (1 triệu đơn vị).",  # two that disagree
        "600 mg natri clorid tương ứng với 1 triệu đơn vị.",  # another substance
        "600 mg ibuprofen tương ứng với 1 triệu đvqt.",  # another unit
        "Bột pha tiêm: 1 triệu đơn vị.",
    ],
)
def test_what_does_not_weigh_the_drug_in_one_voice_weighs_nothing(equation):
    worked = check_apart("2 triệu đơn vị mỗi 4 giờ", equation).calculation["rules"][0]
    assert {c["standing"] for c in worked["comparisons"]} == {"not_comparable"}
