"""Rules by the weeks of gestation: counted at birth or from the mother's last period, as they are printed."""

from decimal import Decimal

import pytest

from rag.dosing.fitting import Fit, fitting
from rag.dosing.patients import Patient
from rag.dosing.rules import DoseRule, Span
from rag.quantities import Band


def rule(low, high, quote="Tuổi thai 30 - 36 tuần: 5 mg/kg."):
    band = Band(None if low is None else Decimal(low), None if high is None else Decimal(high))
    return DoseRule("x", "s", "0" * 64, Span(0, 9), quote, None, gestation=band)


def fit(of, **patient):
    return fitting(of, Patient(**patient)).fit


@pytest.mark.parametrize(
    ("weeks", "found"), [("29", Fit.OUTSIDE), ("30", Fit.INSIDE), ("36", Fit.INSIDE), ("37", Fit.OUTSIDE)]
)
def test_weeks_at_birth_are_held_against_the_printed_ones(weeks, found):
    assert fit(rule(30, 36), gestational_weeks=Decimal(weeks)) is found


def test_weeks_that_nobody_said_are_unknown():
    assert fit(rule(30, 36)) is Fit.UNKNOWN


SINCE_PERIOD = "Tuổi sau kinh cuối 30 - 36 tuần: 5 mg/kg."


@pytest.mark.parametrize(
    ("weeks", "months", "found"),
    [
        ("28", "0", Fit.OUTSIDE), ("28", "0.5", Fit.INSIDE), ("28", "0.4", Fit.OUTSIDE), ("30", "1", Fit.INSIDE),
        ("30", "1.4", Fit.INSIDE), ("30", "1.5", Fit.OUTSIDE), ("28", None, Fit.UNKNOWN),
    ],
)  # fmt: skip
def test_weeks_since_the_last_period_go_on_after_birth(weeks, months, found):
    age = None if months is None else Decimal(months)
    assert fit(rule(30, 36, SINCE_PERIOD), gestational_weeks=Decimal(weeks), age_months=age) is found


@pytest.mark.parametrize(("weeks", "found"), [("29", Fit.OUTSIDE), ("31", Fit.INSIDE), ("37", Fit.OUTSIDE)])
@pytest.mark.parametrize("months", [None, "0.5"])
def test_weeks_that_were_told_until_now_are_never_added_to(weeks, months, found):
    age = None if months is None else Decimal(months)
    assert fit(rule(30, 36, SINCE_PERIOD), postmenstrual_weeks=Decimal(weeks), age_months=age) is found


@pytest.mark.parametrize(
    ("printed", "born", "found"),
    [
        ((None, 36), (None, 36), Fit.INSIDE), ((None, 40), (None, 36), Fit.INSIDE), ((30, 36), (None, 36), Fit.UNKNOWN),
        ((None, 32), (None, 36), Fit.UNKNOWN), ((37, None), (37, None), Fit.INSIDE), ((30, None), (37, None), Fit.INSIDE),
        ((38, None), (37, None), Fit.UNKNOWN), ((30, 38), (37, None), Fit.UNKNOWN), ((37, None), (None, 36), Fit.OUTSIDE),
        ((None, 36), (37, None), Fit.OUTSIDE), ((None, 36), (30, 36), Fit.INSIDE), ((30, 36), (30, 36), Fit.INSIDE),
        ((31, 36), (30, 36), Fit.UNKNOWN), ((30, 35), (30, 36), Fit.UNKNOWN),
    ],
)  # fmt: skip
def test_born_at_term_or_before_it_holds_only_where_every_week_of_it_is_printed(printed, born, found):
    low, high = born
    at_birth = Band(None if low is None else Decimal(low), None if high is None else Decimal(high))
    assert fit(rule(*printed), born=at_birth) is found
