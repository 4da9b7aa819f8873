"""What follows from the values of a frame taken together: who it is, what is asked, and what cannot be true."""

import pytest

from rag.frames import AmbiguousName, DrugOption, Intent, Link, Population, QueryFrame, Renal, Route
from rag.passages import DOSING
from rag.slots.settling import NEWBORN_TOO_OLD, PRECEDENCE, settled
from tests.factories import make_frame

A, C, N, E = Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY
RENAL, HEPATIC, PREGNANT, NURSING = Population.RENAL, Population.HEPATIC, Population.PREGNANT, Population.BREASTFEEDING


@pytest.mark.parametrize(
    ("months", "kg", "believable"),
    [
        ("0.9", "0.4", True), ("0.9", "0.39", False), ("0.9", "8", True), ("0.9", "8.1", False),
        ("1", "1.5", True), ("1", "1.4", False), ("1", "9", True), ("2", "9.1", False),
        ("2.1", "3", True), ("2.1", "2.9", False), ("5.9", "12", True), ("5.9", "12.1", False),
        ("6", "3", True), ("6", "2.9", False), ("11.9", "16", True), ("11.9", "16.1", False),
        ("12", "5", True), ("12", "4.9", False), ("23.9", "25", True), ("23.9", "25.1", False),
        ("24", "6", True), ("24", "5.9", False), ("35.9", "35", True), ("35.9", "35.1", False),
        ("36", "7", True), ("36", "6.9", False), ("71.9", "60", True), ("71.9", "60.1", False),
        ("72", "10", True), ("72", "9.9", False), ("143.9", "120", True), ("143.9", "120.1", False),
        ("144", "18", True), ("144", "17.9", False), ("215.9", "150", True), ("215.9", "150.1", False),
        ("216", "25", True), ("216", "24.9", False), ("216", "400", True), ("216", "400.1", False),
    ],
)  # fmt: skip
def test_a_weight_has_to_go_with_the_age(months, kg, believable):
    frame = settled(make_frame(age_months=months, weight_kg=kg))
    assert frame.implausible == (() if believable else ("weight_kg",))
    assert frame.weight_kg is not None


@pytest.mark.parametrize(
    ("who", "kg", "believable"),
    [
        ((), "0.31", True), ((), "0.3", False), ((), "400", True), ((), "401", False), ((), "5", True),
        ((C,), "150", True), ((C,), "151", False), ((N,), "150", True), ((A,), "25", True), ((A,), "24", False),
        ((E,), "24", False), ((PREGNANT,), "24", False), ((NURSING,), "24", False), ((RENAL,), "24", True),
        ((A,), "151", True),
    ],
)  # fmt: skip
def test_a_weight_without_an_age_has_to_go_with_the_group(who, kg, believable):
    assert settled(make_frame(populations=who, weight_kg=kg)).implausible == (() if believable else ("weight_kg",))


@pytest.mark.parametrize(("months", "believable"), [("1440", True), ("1441", False), ("0", True)])
def test_nobody_is_older_than_a_hundred_and_twenty(months, believable):
    assert settled(make_frame(age_months=months)).implausible == (() if believable else ("age_months",))


def test_a_newborn_who_is_told_to_be_old_is_doubted_when_it_is_told_and_not_later():
    rules = {"populations": NEWBORN_TOO_OLD}
    assert settled(make_frame(populations=(N,), age_months=5, rules=rules)).implausible == ("age_months",)
    inherited = make_frame(populations=(N,), age_months=5, rules=rules, inherited=("age_months",))
    assert settled(inherited).implausible == ()


@pytest.mark.parametrize(
    ("said", "months", "settles"),
    [
        ((C,), "0.9", (N,)), ((N,), "1", (C,)), ((C,), "1", (C,)), ((N,), "0.5", (N,)), ((C, RENAL), "0.5", (N, RENAL)),
        ((N,), None, (N,)), ((A,), "0.5", (A,)), ((A, PREGNANT), None, (PREGNANT,)), ((A, NURSING), None, (NURSING,)),
        ((A, RENAL), None, (RENAL, A)), ((A, E), None, (E, A)),
    ],
)  # fmt: skip
def test_the_age_decides_between_child_and_newborn_and_a_mother_is_an_adult(said, months, settles):
    assert settled(make_frame(populations=said, age_months=months)).populations == settles


def test_what_decides_most_comes_first_but_a_comparison_keeps_its_order():
    everybody = tuple(reversed(PRECEDENCE))
    without_adult = tuple(p for p in PRECEDENCE if p is not A)
    assert settled(make_frame(populations=everybody)).populations == without_adult
    side_by_side = make_frame(intent=Intent.COMPARISON, populations=(A, C, PREGNANT))
    assert settled(side_by_side).populations == (A, C, PREGNANT)


def asked(**said):
    return settled(make_frame(intent=Intent.UNCLEAR, sections=(), **said))


@pytest.mark.parametrize(
    "facts",
    [
        {"routes": (Route.ORAL,)}, {"age_months": 60}, {"weight_kg": 18}, {"renal": Renal("clcr", 20, "ml/phút", "")},
        {"populations": (C,)}, {"populations": (A,)}, {"populations": (RENAL,)}, {"populations": (HEPATIC,)},
    ],
)  # fmt: skip
def test_a_drug_with_a_patient_or_a_way_asks_for_the_dose(facts):
    frame = asked(**facts)
    assert frame.intent is Intent.DOSE
    assert frame.sections[0] == DOSING
    assert frame.rules["sections"] == "section.implied_dose"


def test_impaired_organs_alone_ask_for_what_forbids_the_drug_too():
    everything = (DOSING, "chong_chi_dinh", "than_trong")
    assert asked(populations=(RENAL,)).sections == everything
    assert asked(populations=(RENAL, HEPATIC)).sections == everything
    assert asked(populations=(RENAL, A)).sections == (DOSING,)
    assert asked(populations=(RENAL,), routes=(Route.ORAL,)).sections == (DOSING,)


@pytest.mark.parametrize(
    "frame",
    [
        make_frame(intent=Intent.UNCLEAR, sections=()),
        make_frame(intent=Intent.UNCLEAR, sections=(), populations=(PREGNANT,)),
        make_frame(intent=Intent.UNCLEAR, sections=("than_trong",), age_months=60),
        make_frame(intent=Intent.SECTION, sections=(), age_months=60),
        make_frame(intent=Intent.UNCLEAR, sections=(), drugs=(), age_months=60),
        make_frame(intent=Intent.UNCLEAR, sections=(), age_months=60, links=frozenset({Link.REJECTED})),
    ],
    ids=["không có gì thêm", "chỉ có thai", "đã hỏi mục khác", "ý đã rõ", "không có thuốc", "chê câu trả lời"],
)
def test_otherwise_nothing_is_asked_for_that_was_not_said(frame):
    assert (settled(frame).intent, settled(frame).sections) == (frame.intent, frame.sections)


def test_a_name_that_is_not_settled_or_not_known_asks_for_the_dose_as_well():
    unknown = QueryFrame(intent=Intent.UNCLEAR, unknown_drugs=("x",), populations=(A,))
    ambiguous = AmbiguousName("x", (DrugOption("a", "A"),), "near_tie")
    assert settled(unknown).intent is Intent.DOSE
    assert settled(QueryFrame(intent=Intent.UNCLEAR, ambiguous=(ambiguous,), populations=(A,))).intent is Intent.DOSE


@pytest.mark.parametrize(
    ("said", "intent", "groups"),
    [
        ((A, C), Intent.DOSE, (A, C)), ((C, A), Intent.DOSE, (C, A)), ((A, PREGNANT), Intent.DOSE, ()),
        ((A, PREGNANT), Intent.COMPARISON, (A, PREGNANT)), ((A, C, PREGNANT), Intent.DOSE, (C, PREGNANT)), ((), Intent.DOSE, ()),
    ],
)  # fmt: skip
def test_groups_stand_side_by_side_only_where_more_than_one_is_left(said, intent, groups):
    assert settled(make_frame(intent=intent, populations=said, groups=said)).groups == groups


def test_of_a_child_and_a_newborn_side_by_side_the_age_says_nothing_of_the_other():
    both = settled(make_frame(populations=(C, N), groups=(C, N), age_months=120))
    assert (set(both.populations), both.groups) == ({C, N}, (C, N))
    assert settled(make_frame(populations=(C, N), age_months=120)).populations == (C,)
