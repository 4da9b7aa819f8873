"""The edges: where a value is just believable, where a band ends, where a limit just bites."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from rag.dosing.approval import approved, fingerprint
from rag.dosing.calculating import BY_THE_WEEK, calculate
from rag.dosing.fitting import Fit, fitting, limits_of
from rag.dosing.forms import printed_tablets
from rag.dosing.patients import Patient, Sex, Slot, implausible
from rag.dosing.renal import CannotEstimate, cockcroft_gault
from rag.dosing.results import StepKind
from rag.dosing.rules import Amount, Basis, CountCap, DoseRule, Interval, Per, Span, Times
from rag.dosing.units import Measure, Unit, UnitMismatch
from rag.dosing.working import NOT_OF_THIS_STATE, OVERLAP, Asks, Worked, work_out
from rag.frames import Population, Route
from rag.quantities import Band
from tests.factories import make_passage
from tests.rag.dosing.reading import patient, rules_of

AT = Span(0, 1)
MG = Unit.MG


def measured(low, high, per=Per.FIXED, basis=Basis.DOSE, unit=MG) -> Amount:
    return Amount(None if low is None else Measure.of(low, unit), Measure.of(high, unit), per, basis, AT)


def rule(amount=None, **fields) -> DoseRule:
    return DoseRule("x", "s", "0" * 64, Span(0, 9), "", amount, **fields)


ADULT = Patient(age_months=Decimal(480), weight_kg=Decimal(60))


# --- what can be true of a patient -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("months", "kg", "believable"),
    [
        ("0", "0.4", True), ("0", "0.39", False), ("0.9", "7", True), ("0.9", "7.1", False),
        ("1", "16", True), ("1", "0.9", False), ("11.9", "16.1", False),
        ("12", "4", True), ("12", "3.9", False), ("35", "30", True), ("35", "30.1", False),
        ("36", "6", True), ("36", "5.9", False), ("71", "50.1", False),
        ("72", "10", True), ("72", "9.9", False), ("143", "110.1", False),
        ("144", "18", True), ("144", "17.9", False), ("215", "180.1", False),
        ("216", "25", True), ("216", "24.9", False), ("600", "300", True), ("600", "300.1", False),
        ("0.9", "0.4", True), ("1", "1", True), ("11.9", "16", True), ("35", "4", True), ("71", "6", True), ("71", "50", True),
        ("143", "10", True), ("143", "110", True), ("215", "18", True), ("215", "180", True), ("1499", "25", True),
    ],
)  # fmt: skip
def test_a_weight_has_to_go_with_the_age(months, kg, believable):
    found = implausible(Patient(age_months=Decimal(months), weight_kg=Decimal(kg)))
    assert found == (() if believable else (Slot.WEIGHT,))


@pytest.mark.parametrize(("months", "believable"), [("0", True), ("-1", False), ("1499", True), ("1500", False)])
def test_an_age_has_its_limits(months, believable):
    assert implausible(Patient(age_months=Decimal(months))) == (() if believable else (Slot.AGE,))


@pytest.mark.parametrize(("kg", "believable"), [("0.4", True), ("0.3", False), ("300", True), ("301", False)])
def test_a_weight_alone_has_its_limits(kg, believable):
    assert implausible(Patient(weight_kg=Decimal(kg))) == (() if believable else (Slot.WEIGHT,))


@pytest.mark.parametrize(
    ("populations", "kg", "believable"),
    [
        ({Population.NEONATE}, "7", True),
        ({Population.NEONATE}, "7.1", False),
        ({Population.CHILD}, "150", True),
        ({Population.CHILD}, "151", False),
        ({Population.CHILD, Population.NEONATE}, "20", True),
        ({Population.ADULT}, "151", True),
    ],
)
def test_a_weight_has_to_go_with_the_class_where_the_age_is_not_known(populations, kg, believable):
    found = implausible(Patient(frozenset(populations), weight_kg=Decimal(kg)))
    assert found == (() if believable else (Slot.WEIGHT,))


@pytest.mark.parametrize(("m2", "believable"), [("0.05", True), ("0.04", False), ("3", True), ("3.1", False)])
def test_a_surface_has_its_limits(m2, believable):
    assert implausible(Patient(surface_m2=Decimal(m2))) == (() if believable else (Slot.SURFACE,))


@pytest.mark.parametrize(("clearance", "believable"), [("0", True), ("-1", False), ("300", True), ("301", False)])
def test_a_clearance_has_its_limits(clearance, believable):
    assert implausible(Patient(clearance=Decimal(clearance))) == (() if believable else (Slot.CLEARANCE,))


@pytest.mark.parametrize(
    ("months", "of_age"),
    [("0.9", Population.NEONATE), ("1", Population.CHILD), ("215", Population.CHILD), ("216", Population.ADULT)],
)
def test_the_age_says_which_class_it_is(months, of_age):
    assert Patient(age_months=Decimal(months)).age_classes == {of_age}


@pytest.mark.parametrize(("creatinine", "possible"), [("10", True), ("9", False), ("3000", True), ("3001", False)])
def test_a_creatinine_has_its_limits(creatinine, possible):
    person = replace(ADULT, sex=Sex.MALE, creatinine=Decimal(creatinine))
    if possible:
        assert cockcroft_gault(person).value > 0
    else:
        with pytest.raises(CannotEstimate, match="không hợp lý"):
            cockcroft_gault(person)


# --- bands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("band", "kg", "fit"),
    [
        (Band(Decimal(10), Decimal(20)), "10", Fit.INSIDE),
        (Band(Decimal(10), Decimal(20)), "20", Fit.INSIDE),
        (Band(Decimal(10), Decimal(20)), "9.9", Fit.OUTSIDE),
        (Band(Decimal(10), Decimal(20)), "20.1", Fit.OUTSIDE),
        (Band(Decimal(10), None, low_closed=False), "10", Fit.EDGE),
        (Band(None, Decimal(20), high_closed=False), "20", Fit.EDGE),
        (Band(None, Decimal(20), high_closed=False), "19.9", Fit.INSIDE),
        (Band(None, Decimal(20), high_closed=False), "19.99999", Fit.INSIDE),
    ],
)
def test_a_band_holds_its_closed_ends_and_says_its_open_ones(band, kg, fit):
    assert fitting(rule(measured(1, 1), weight=band), Patient(weight_kg=Decimal(kg))).fit is fit


@pytest.mark.parametrize(
    ("high", "fits"), [("12", Fit.INSIDE), ("13", Fit.OUTSIDE), (None, Fit.OUTSIDE)], ids=["a year", "more", "no end"]
)
def test_a_band_of_children_holds_newborns_only_within_the_first_year(high, fits):
    band = Band(None, None if high is None else Decimal(high))
    of_children = rule(measured(1, 1), age=band, populations=(Population.CHILD,))
    assert fitting(of_children, Patient(age_months=Decimal("0.5"))).fit is fits


def test_the_elderly_are_adults_too():
    assert fitting(rule(measured(1, 1), populations=(Population.ADULT,)), patient(age="80 tuổi")).fit is Fit.INSIDE


def test_a_rule_for_impaired_kidneys_is_for_nobody_else():
    of_renal = rule(measured(1, 1), populations=(Population.RENAL,))
    assert fitting(of_renal, ADULT).fit is Fit.OUTSIDE
    assert fitting(of_renal, replace(ADULT, populations=frozenset({Population.RENAL}))).fit is Fit.INSIDE


@pytest.mark.parametrize(
    ("band", "words"),
    [
        (Band(Decimal(24), Decimal(72)), "2 tuổi - 6 tuổi"),
        (Band(Decimal(6), None), "từ 6 tháng tuổi trở lên"),
        (Band(Decimal(6), None, low_closed=False), "trên 6 tháng tuổi"),
        (Band(None, Decimal(24), high_closed=False), "dưới 2 tuổi"),
        (Band(None, Decimal(24)), "đến 2 tuổi"),
        (Band(Decimal(7) / 30, Decimal(1)), "7 ngày tuổi - 1 tháng tuổi"),
        (Band(Decimal(12), Decimal(180), low_closed=False, high_closed=False), "trên 1 tuổi - dưới 15 tuổi"),
    ],
)
def test_bands_are_named_as_people_say_them(band, words):
    assert limits_of(rule(measured(1, 1), age=band)) == words


# --- amounts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kg", "dose"), [("2", "37,5 mg"), ("3.75", "37,5 mg"), ("4", "40 mg")])
def test_the_printed_minimum_raises_what_is_below_it(kg, dose):
    least = rule(measured(10, 10, Per.KG), minimum=measured("37.5", "37.5"))
    assert str(calculate(least, Patient(weight_kg=Decimal(kg))).per_dose) == dose


def test_the_minimum_raises_both_ends_of_a_range():
    least = rule(measured(5, 10, Per.KG), minimum=measured("37.5", "37.5"))
    assert str(calculate(least, Patient(weight_kg=Decimal(5))).per_dose) == "37,5 - 50 mg"


@pytest.mark.parametrize(("kg", "state"), [("2", "đã áp dụng"), ("3.75", "không chạm"), ("4", "không chạm")])
def test_the_line_of_the_minimum_says_whether_it_was_applied(kg, state):
    least = rule(measured(10, 10, Per.KG), minimum=measured("37.5", "37.5"))
    (line,) = [s.text for s in calculate(least, Patient(weight_kg=Decimal(kg))).steps if "tối thiểu" in s.text]
    assert line.endswith(state)


def test_where_the_doses_of_a_day_are_not_printed_a_limit_for_one_of_them_stays_in_sight():
    caps = (measured(None, 20), measured(None, 30, basis=Basis.DAY))
    found = calculate(rule(measured(40, 40, basis=Basis.DAY), caps=caps), ADULT)
    limits = [s.text for s in found.steps if s.kind is StepKind.LIMIT]
    assert (found.per_dose, str(found.per_day)) == (None, "30 mg")
    assert len(limits) == 2
    assert ["20 mg/lần" in line for line in limits] == [False, True]


def test_a_minimum_for_the_day_does_not_raise_a_dose():
    least = rule(measured(5, 5, Per.KG), minimum=measured(100, 100, basis=Basis.DAY))
    assert str(calculate(least, Patient(weight_kg=Decimal(5))).per_dose) == "25 mg"


@pytest.mark.parametrize(
    ("hours", "per_day"), [("24", "10 mg"), ("25", "None"), ("12", "20 mg"), ("5", "40 mg"), ("7", "30 mg")]
)
def test_an_interval_gives_whole_doses_in_a_day(hours, per_day):
    every = rule(measured(10, 10), interval=Interval(Fraction(hours), Fraction(hours), AT))
    assert str(calculate(every, ADULT).per_day) == per_day


def test_the_total_of_a_day_is_divided_by_the_interval_where_no_number_is_printed():
    every = rule(measured(30, 30, basis=Basis.DAY), interval=Interval(Fraction(8), Fraction(8), AT))
    assert str(calculate(every, ADULT).per_dose) == "10 mg"


def test_a_limit_for_one_dose_brings_the_day_down():
    often = Times(Fraction(3), Fraction(4), Basis.DAY, AT, divides=True)
    found = calculate(rule(measured(30, 60, basis=Basis.DAY), times=often, caps=(measured(None, 10),)), ADULT)
    assert str(found.per_dose) == "7,5 - 10 mg"
    assert str(found.per_day) == "30 - 40 mg"


@pytest.mark.parametrize("of_one", [Basis.DOSE, Basis.SINGLE])
@pytest.mark.parametrize(
    ("basis", "per"),
    [(Basis.DOSE, None), (Basis.DOSE, Basis.DAY), (Basis.DOSE, Basis.WEEK), (Basis.DAY, Basis.DAY), (Basis.WEEK, Basis.WEEK),
     (Basis.SINGLE, None)],
)  # fmt: skip
def test_a_limit_for_one_dose_holds_whatever_time_the_amount_is_of(of_one, basis, per):
    often = None if per is None else Times(Fraction(2), Fraction(2), per, AT, divides=basis is not Basis.DOSE)
    found = calculate(rule(measured(60, 60, basis=basis), times=often, caps=(measured(None, 20, basis=of_one),)), ADULT)
    assert str(found.per_dose) == "20 mg"


def test_a_limit_for_the_day_holds_for_a_dose_whose_number_is_not_printed():
    assert (
        str(calculate(rule(measured(30, 60), caps=(measured(None, 40, basis=Basis.DAY),)), ADULT).per_dose)
        == "30 - 40 mg"
    )


def test_a_limit_for_the_day_holds_for_a_single_dose():
    single = rule(measured(30, 60, basis=Basis.SINGLE), caps=(measured(None, 40, basis=Basis.DAY),))
    assert str(calculate(single, ADULT).per_dose) == "30 - 40 mg"


def test_a_count_of_doses_alone_says_how_much_at_most():
    found = calculate(rule(measured(60, 125), count_cap=CountCap(4, AT)), ADULT)
    assert str(found.per_day) == "tối đa 500 mg"


def test_a_count_of_doses_lowers_the_printed_number():
    often = Times(Fraction(5), Fraction(6), Basis.DAY, AT)
    found = calculate(rule(measured(10, 10), times=often, count_cap=CountCap(4, AT)), ADULT)
    assert str(found.per_day) == "40 mg"


WEEKLY = Times(Fraction(1), Fraction(2), Basis.WEEK, AT)


def test_a_weekly_total_is_divided_by_the_doses_of_the_week():
    found = calculate(rule(measured(10, 20, basis=Basis.WEEK), times=WEEKLY), ADULT)
    assert (str(found.per_week), str(found.per_dose), found.per_day) == ("10 - 20 mg", "5 - 20 mg", None)
    assert found.notes == (BY_THE_WEEK,)


def test_doses_of_a_week_are_never_given_by_the_day():
    found = calculate(rule(measured(10, 20), times=WEEKLY), ADULT)
    assert (str(found.per_dose), str(found.per_week), found.per_day) == ("10 - 20 mg", "10 - 40 mg", None)
    assert found.notes == (BY_THE_WEEK,)


def test_a_weekly_total_without_a_number_of_doses_stays_a_total():
    found = calculate(rule(measured(10, 20, basis=Basis.WEEK), caps=(measured(None, 15, basis=Basis.WEEK),)), ADULT)
    assert (str(found.per_week), found.per_dose, found.per_day) == ("10 - 15 mg", None, None)


def test_a_weekly_limit_brings_the_dose_down():
    found = calculate(rule(measured(30, 30), times=WEEKLY, caps=(measured(None, 20, basis=Basis.WEEK),)), ADULT)
    assert (str(found.per_week), str(found.per_dose)) == ("20 mg", "20 mg")
    twice = Times(Fraction(2), Fraction(2), Basis.WEEK, AT)
    found = calculate(rule(measured(30, 30), times=twice, caps=(measured(None, 20, basis=Basis.WEEK),)), ADULT)
    assert (str(found.per_week), str(found.per_dose)) == ("20 mg", "10 mg")


@pytest.mark.parametrize("basis", [Basis.HOUR, Basis.MINUTE])
def test_a_rate_is_kept_to_the_limit_of_its_own_time(basis):
    of_rate = rule(
        measured(2, 12, basis=basis), caps=(measured(None, 10, basis=basis), measured(None, 5, basis=Basis.DAY))
    )
    found = calculate(of_rate, ADULT)
    assert str(found.rate) == "2 - 10 mg"
    assert sum(step.kind is StepKind.LIMIT for step in found.steps) == 2


def test_what_a_dose_may_be_raised_to_is_shown_and_is_no_limit():
    found = calculate(rule(measured(10, 20), raised_to=measured(None, 40)), ADULT)
    assert str(found.per_dose) == "10 - 20 mg"
    assert str(found.raised_to) == "tối đa 40 mg"


@pytest.mark.parametrize("amount", [None, measured(10, 10, Per.KG), measured(10, 10, Per.M2)])
def test_nothing_is_calculated_without_what_it_takes(amount):
    with pytest.raises(ValueError, match="rule"):
        calculate(rule(amount), Patient())


def test_a_limit_in_another_kind_of_unit_is_an_error_and_no_number():
    with pytest.raises(UnitMismatch):
        calculate(rule(measured(10, 10), caps=(measured(None, 10, unit=Unit.DVQT),)), ADULT)


# --- several rules ---------------------------------------------------------------------------------------------


def test_a_limit_for_others_does_not_hold():
    limit = rule(caps=(measured(None, 5),), populations=(Population.CHILD,))
    found = work_out([rule(measured(10, 10)), limit], ADULT)
    assert isinstance(found, Worked)
    assert str(found.calculations[0].per_dose) == "10 mg"


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({}, (Slot.POPULATION,)), ({"age": Band(Decimal(12), None)}, (Slot.AGE,)),
        ({"weight": Band(Decimal(10), None)}, (Slot.POPULATION, Slot.WEIGHT)),
    ],
)  # fmt: skip
def test_whom_it_is_for_is_asked_for_unless_the_age_that_is_asked_for_tells_it(fields, missing):
    found = work_out([rule(measured(10, 10), populations=(Population.CHILD,), **fields)], Patient())
    assert isinstance(found, Asks)
    assert set(found.missing) == set(missing)


@pytest.mark.parametrize(
    ("fields", "overlap"),
    [
        ({}, True), ({"phase": "liều nạp"}, False), ({"indications": ("Sốt",)}, False), ({"routes": (Route.IM,)}, False),
        ({"age": Band(Decimal(400), None)}, False), ({"age": None}, False), ({"age": None, "weight": Band(Decimal(50), None)}, True),
        ({"age": Band(Decimal(300), None, low_closed=False)}, True), ({"age": Band(Decimal(400), Decimal(500))}, True),
    ],
)  # fmt: skip
def test_two_bands_of_one_purpose_that_both_hold_are_said_to(fields, overlap):
    other = replace(rule(measured(20, 20), age=Band(Decimal(300), None), alternative=1), **fields)
    found = work_out([rule(measured(10, 10), age=Band(Decimal(400), None)), other], ADULT)
    assert isinstance(found, Worked)
    assert (OVERLAP in found.notes) is overlap


def test_one_band_is_no_overlap():
    one = rule(measured(10, 10), age=Band(Decimal(400), None))
    other = rule(measured(20, 20), age=Band(Decimal(400), None), alternative=1)
    found = work_out([one, other], ADULT)
    assert isinstance(found, Worked)
    assert OVERLAP not in found.notes


@pytest.mark.parametrize(
    ("person", "said"),
    [
        (ADULT, False),
        (replace(ADULT, clearance=Decimal(40)), True),
        (replace(ADULT, populations=frozenset({Population.ADULT, Population.RENAL})), True),
        (replace(ADULT, populations=frozenset({Population.ADULT, Population.HEPATIC})), True),
    ],
)
def test_a_rule_that_is_not_for_impaired_organs_says_so(person, said):
    found = work_out([rule(measured(10, 10))], person)
    assert isinstance(found, Worked)
    assert (NOT_OF_THIS_STATE in found.calculations[0].notes) is said


def test_two_fixed_doses_or_two_by_weight_are_no_disagreement_of_age_and_weight():
    fixed = [rule(measured(10, 10)), rule(measured(20, 20), alternative=1)]
    by_weight = [rule(measured(1, 1, Per.KG)), rule(measured(2, 2, Per.KG), alternative=1)]
    grown = Band(Decimal(400), None)
    by_age = [rule(measured(10, 10), age=grown), rule(measured(20, 20), age=grown, alternative=1)]
    for rules in (fixed, by_weight, [*fixed, *by_weight], by_age):
        found = work_out(rules, ADULT)
        assert isinstance(found, Worked)
        assert found.notes == ()


@pytest.mark.parametrize(
    ("by_age", "by_weight", "phase", "disagree"),
    [
        ((50, 100), (1, 1), "", False), ((50, 60), (1, 1), "", False), ((10, 59), (1, 1), "", True), ((61, 90), (1, 1), "", True),
        ((10, 20), (1, 1), "liều nạp", False), ((10, 20), (1, 2), "", True),
    ],
)  # fmt: skip
def test_a_dose_by_age_and_one_by_weight_disagree_where_they_share_no_amount(by_age, by_weight, phase, disagree):
    of_age = rule(measured(*by_age), age=Band(Decimal(400), None))
    of_weight = rule(measured(*by_weight, Per.KG), alternative=1, phase=phase)
    found = work_out([of_age, of_weight], ADULT)
    assert isinstance(found, Worked)
    assert any("theo tuổi" in note for note in found.notes) is disagree


def test_a_rule_for_the_clearance_needs_no_such_word():
    of_renal = rule(measured(10, 10), populations=(Population.RENAL,), clearance=Band(Decimal(10), Decimal(50)))
    person = replace(ADULT, populations=frozenset({Population.RENAL}), clearance=Decimal(40))
    found = work_out([of_renal], person)
    assert isinstance(found, Worked)
    assert found.calculations[0].notes == ()


# --- print -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "strengths"),
    [
        ("Viên nén: 100 mg, 0,5 g.", ["100 mg", "0,5 g"]),
        ("Viên nén phối hợp: ibuprofen 200 mg và paracetamol 350 mg.", []),
        ("Viên nén phối hợp: 200 mg.", []),
        ("Viên nén: ibuprofen 200 mg và paracetamol 350 mg.", []),
        ("Viên nén: ibuprofen 200 mg + paracetamol 350 mg.", []),
        ("Viên nén: 800 mg/160 mg.", []),
        ("Viên nén vanilin: 100 mg.", ["100 mg"]),
        ("Hỗn dịch: 100 mg.", []),
        ("Viên nang: 250 mg/5 ml.", []),
        ("Viên nén 100 mg", []),
        ("Viên nén: 100 mg, 100 mg.", ["100 mg"]),
    ],
)
def test_strengths_are_read_from_single_substance_tablets(text, strengths):
    forms = make_passage(text, section="dang_thuoc_va_ham_luong")
    assert [str(s.amount) for s in printed_tablets([forms])] == strengths
    assert printed_tablets([replace(forms, quarantine="vỡ")]) == ()


@pytest.mark.parametrize(
    "text",
    [
        "10 mg/kg/lần, 3 lần/ngày; tối thiểu 5 mg",
        "10 mg/kg/lần, 3 lần/ngày; tối thiểu 5 - 6 mg/lần",
        "10 mg/lần, 0 lần/ngày",
        "20 - 10 mg/lần, 3 lần/ngày",
        "10 mg/lần, 3 lần/ngày; tối đa 2 - 3 g/ngày",
        "10 mg/lần, 3 lần/ngày; tối đa 50 đvqt/ngày",
        "5 mg/giờ, 3 lần/ngày",
        "có thể tăng tới 200 mg",
        "10 mg/lần, 3 lần/ngày; có thể tăng tới 20 mg",
    ],
)
def test_a_field_that_does_not_make_sense_gives_no_rule(text):
    assert rules_of("X", f"Trẻ em: {text}.") == ()


def test_a_fingerprint_is_of_every_field():
    (one,) = rules_of("X", "Trẻ em: 10 mg/kg/lần, 3 lần/ngày.")
    others = [
        replace(one, as_needed=True),
        replace(one, condition="khác"),
        replace(one, routes=one.routes + (one.routes or ())),
        replace(one, weight=Band(Decimal(10), None)),
        replace(one, caps=(measured(None, 5),)),
        replace(one, text_sha256="1" * 64),
    ]
    prints = {fingerprint(o) for o in [one, *others] if o != one} | {fingerprint(one)}
    assert len(prints) == 1 + sum(o != one for o in others)
    assert len(fingerprint(one)) == 64


def test_a_text_and_a_number_that_look_alike_have_other_fingerprints():
    (one,) = rules_of("X", "Trẻ em: 10 mg/kg/lần, 3 lần/ngày.")
    assert fingerprint(replace(one, phase="None")) != fingerprint(replace(one, phase=""))


def test_nothing_is_approved_by_an_empty_list():
    block = make_passage("Trẻ em: 10 mg/kg/lần, 3 lần/ngày.", monograph="x")
    (one,) = rules_of("X", "Trẻ em: 10 mg/kg/lần, 3 lần/ngày.")
    assert approved([block], frozenset()) == ()
    assert approved([block], frozenset({fingerprint(one)})) == (one,)
