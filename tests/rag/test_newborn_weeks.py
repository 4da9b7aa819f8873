"""An age is asked of a newborn only where its printed dose depends on it."""

import pytest

from rag.outcomes import Outcome
from tests.factories import make_passage
from tests.rag.test_calculations import FORMS, ask

EARLY = "Trẻ sơ sinh 28 - 32 tuần chỉnh theo tuổi thai: 10 mg/kg/lần, cách 12 giờ/lần."
LATE = "Trẻ sơ sinh trên 32 tuần chỉnh theo tuổi thai: 20 mg/kg/lần, cách 12 giờ/lần."
TOLD = "ibuprofen uống trẻ sơ sinh tuổi sau kinh 31 tuần"


def blocks(*texts, quarantine=None):
    return [
        make_passage(text, headings=["Uống"], monograph="ibuprofen", ordinal=at, quarantine=quarantine)
        for at, text in enumerate(texts)
    ]


def test_print_that_goes_by_weeks_alone_needs_no_age():
    record = ask(f"{TOLD} 1,4 kg", *blocks(EARLY, LATE), FORMS)
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert [claim.text for claim in record.claims] == [EARLY]
    assert "Chưa có tuổi" not in record.message


def test_the_weight_is_still_asked_for_with_the_weeks_named():
    record = ask(TOLD, *blocks(EARLY, LATE), FORMS)
    assert record.outcome is Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT
    assert record.clarify.slot == "weight"
    assert record.clarify.question == "Bé sơ sinh tuổi sau kinh 31 tuần, vậy bé nặng bao nhiêu kg? (liều Ibuprofen)"


@pytest.mark.parametrize(
    "printed",
    [
        blocks(EARLY, LATE, "Trẻ sơ sinh dưới 7 ngày tuổi: 5 mg/kg/lần."),
        blocks("Trẻ sơ sinh dưới 7 ngày tuổi: 5 mg/kg/lần."),
        blocks("Trẻ sơ sinh: 5 mg/kg/lần."),  # by nothing: as it was asked before
        blocks(EARLY, LATE, quarantine="thử"),
    ],
)
def test_print_that_may_go_by_age_keeps_the_question(printed):
    record = ask(f"{TOLD} 1,4 kg", *printed, FORMS)
    assert record.outcome is Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT
    assert record.clarify.slot == "age"


def test_weeks_at_birth_alone_do_not_tell_the_weeks_until_now():
    record = ask("ibuprofen uống trẻ sơ sinh tuổi thai 31 tuần 1,4 kg", *blocks(EARLY, LATE), FORMS)
    assert record.clarify.slot == "age"
