"""A sum is worked out for the indication that was said; the rule of another one is never shown as the result."""

import pytest

from rag import messages
from tests.rag.test_calculations import FORMS, Approved, ask
from tests.rag.test_purpose_words import answers, block

USUAL = block("Trẻ em: 8 mg/kg/ngày, chia 2 lần.", "Uống")
TYPHOID = block("Trẻ em bị thương hàn: 5 - 10 mg/kg/lần, 2 lần/ngày.", "Thương hàn", "Uống", ordinal=1)


def test_a_sum_is_worked_out_from_the_rule_of_the_asked_indication_alone():
    record = ask("ibuprofen thương hàn bé 4 tuổi 16kg uống tính liều", USUAL, TYPHOID, FORMS)
    (rule,) = record.calculation["rules"]
    assert rule["indications"] == ["Thương hàn"]


def test_where_the_asked_indication_has_no_rule_no_number_of_a_sibling_is_shown():
    record = ask("ibuprofen thương hàn bé 4 tuổi 16kg uống tính liều", USUAL, TYPHOID, FORMS, approved=Approved(USUAL))
    assert record.calculation is None
    assert messages.NOT_CALCULATED in record.message
    assert answers(record) == [TYPHOID.text]


@pytest.mark.parametrize("asks", ["tính liều", "100 mg/ngày được không"])
def test_the_rule_of_one_narrow_indication_is_no_result_where_none_was_said(asks):
    record = ask(f"ibuprofen bé 4 tuổi 16kg uống {asks}", USUAL, TYPHOID, FORMS, approved=Approved(TYPHOID))
    assert record.calculation is None
    assert "chỉ có cho «Thương hàn»" in record.message


def test_the_other_of_two_courses_is_not_worked_out():
    alone = block("Trẻ em bị động kinh, đơn trị liệu: 15 mg/kg/ngày.", "Động kinh", "Uống")
    joined = block("Trẻ em bị động kinh, đa trị liệu: 30 mg/kg/ngày.", "Động kinh", "Uống", ordinal=1)
    record = ask(
        "ibuprofen động kinh đơn trị liệu bé 4 tuổi 16kg uống tính liều",
        alone,
        joined,
        FORMS,
        approved=Approved(joined),
    )
    assert record.calculation is None
