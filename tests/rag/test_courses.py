"""Of two courses of one disease the rule of one is never worked out for a patient whose course was not said."""

import pytest

from rag.outcomes import Outcome
from rag.purpose_words import courses_in
from tests.factories import make_passage
from tests.rag.test_calculations import FORMS, Approved, ask


def block(text, ordinal):
    return make_passage(text, headings=["Động kinh", "Uống"], monograph="ibuprofen", ordinal=ordinal)


ALONE = block("Trẻ em 1 - 12 tuổi, động kinh, đơn trị liệu: 15 mg/kg/ngày.", 0)
TOGETHER = block("Trẻ em 1 - 12 tuổi, động kinh, đa trị liệu: 30 mg/kg/ngày.", 1)
CHILD = "ibuprofen uống động kinh bé 5 tuổi 20 kg"


def worked_out(question, *approved):
    record = ask(question, ALONE, TOGETHER, FORMS, approved=Approved(*approved))
    rules = record.calculation["rules"] if record.calculation else []
    return record, [rule["result"]["per_day"]["text"] for rule in rules]


@pytest.mark.parametrize(
    ("said", "approved", "per_day"),
    [
        ("", (TOGETHER,), []),
        ("", (ALONE,), []),
        ("", (ALONE, TOGETHER), ["300 mg", "600 mg"]),
        ("đa trị liệu", (TOGETHER,), ["600 mg"]),
        ("đơn trị liệu", (TOGETHER,), []),
        ("đơn trị liệu", (ALONE, TOGETHER), ["300 mg"]),
    ],
)
def test_a_dose_is_worked_out_for_the_course_that_was_said_or_for_both(said, approved, per_day):
    assert worked_out(f"tính liều {CHILD} {said}".strip(), *approved)[1] == per_day


def test_both_courses_are_quoted_and_named_where_neither_was_said():
    record, _ = worked_out(f"tính liều {CHILD}", TOGETHER)
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert [claim.text for claim in record.claims] == [ALONE.text, TOGETHER.text]
    assert (
        "«Trẻ em 1 - 12 tuổi, động kinh, đơn trị liệu»; «Trẻ em 1 - 12 tuổi, động kinh, đa trị liệu»" in record.message
    )


def test_a_named_dose_is_not_called_inside_the_course_that_was_not_said():
    record = ask(f"{CHILD} 30 mg/kg/ngày được không", ALONE, TOGETHER, FORMS, approved=Approved(TOGETHER))
    assert record.calculation is None
    assert "nằm trong" not in record.message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("động kinh, đơn trị liệu", {(1, 0)}),
        ("động kinh, đa trị liệu", {(1, 1)}),
        ("đơn trị liệu hoặc đa trị liệu", set()),
        ("đợt tái phát", {(2, 1)}),
        ("động kinh", set()),
    ],
)
def test_a_course_is_read_where_only_one_of_the_two_is_named(text, found):
    assert courses_in(text) == found
