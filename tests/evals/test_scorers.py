from typing import Any

import pytest

from rag.evals import scorers
from tests.evals.turns import DOSING, claim, drug, scene, turn


def points(scorer: Any, expected: dict, got: dict, **about: str) -> float | None:
    score = scorer(scene(expected, got, **about))
    return None if score is None else score.points


# --- outcome and reason ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "got", "given"),
    [
        pytest.param("answered", "answered/verbatim", 1, id="as expected"),
        pytest.param("answered", "answered/smalltalk", 1, id="small talk is answered"),
        pytest.param(["clarify", "abstain"], "abstain/no_evidence", 1, id="second choice"),
        pytest.param("clarify", "answered/verbatim", 0, id="answered instead of asking"),
        pytest.param("abstain", "escalate/frustration", 0.5, id="escalated instead of abstaining"),
        pytest.param("answered", "escalate/frustration", 0, id="escalated instead of answering"),
        pytest.param(["abstain", "escalate"], "escalate/frustration", 1, id="escalation accepted"),
        pytest.param("escalate", "abstain/out_of_scope", 0, id="abstained instead of escalating"),
    ],
)
def test_outcome(wanted, got: str, given: float):
    assert points(scorers.outcome, {"outcome": wanted}, turn(got)) == given


@pytest.mark.parametrize(
    ("outcome", "reason", "got", "given"),
    [
        pytest.param("clarify", "missing_population", "clarify/missing_population", 1, id="same"),
        pytest.param("clarify", "missing_population", "clarify/no_drug", 0, id="other"),
        pytest.param("clarify", "needs_more_info", "clarify/ambiguous_drug", 1, id="the seed had one code"),
        pytest.param("clarify", "needs_more_info", "clarify/no_drug", 0, id="the seed's code is not any code"),
        pytest.param("clarify", ["no_drug", "out_of_scope"], "clarify/no_drug", 1, id="any of a list"),
        pytest.param(["answered", "clarify"], "needs_more_info", "answered/verbatim", None, id="answered needs none"),
        pytest.param("answered", "smalltalk", "answered/smalltalk", 1, id="small talk"),
        pytest.param("answered", "smalltalk", "answered/verbatim", 0, id="small talk answered from the book"),
        pytest.param(["clarify", "escalate"], "no_drug", "escalate/frustration", None, id="reason of another ending"),
        pytest.param("clarify", "no_drug", "abstain/no_evidence", None, id="wrong ending is scored as outcome"),
    ],
)
def test_reason(outcome, reason, got: str, given: float | None):
    assert points(scorers.reason, {"outcome": outcome, "reason": reason}, turn(got)) == given


# --- drugs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "got", "given"),
    [
        pytest.param(["Paracetamol"], turn(drugs=("paracetamol",)), 1, id="exact"),
        pytest.param(["Epinephrin"], turn(drugs=("epinephrin",)), 1, id="bracketed synonym ignored"),
        pytest.param(["Salbutamol"], turn(drugs=("salbutamol-ho-hap",)), 1, id="homonym's bracket ignored"),
        pytest.param(["Paracetamol", "Ibuprofen"], turn(drugs=("paracetamol",)), 0, id="overlap earns nothing"),
        pytest.param(["Paracetamol"], turn(drugs=("paracetamol", "ibuprofen")), 0, id="one too many"),
        pytest.param(["Paracetamol"], turn(claims=(claim("paracetamol"),)), 1, id="quoted"),
        pytest.param(["Paracetamol"], turn(drugs=("paracetamol",), claims=(claim("ibuprofen"),)), 0, id="quoted other"),
        pytest.param([], turn("answered/smalltalk"), 1, id="none expected"),
        pytest.param([], turn("clarify/no_drug", drugs=("paracetamol",)), 0, id="one out of nowhere"),
        pytest.param(
            ["Prednisolon", "Metformin"],
            turn("clarify/ambiguous_drug", options=("prednisolon", "metformin"), asks="drug"),
            1,
            id="all offered",
        ),
        pytest.param(
            ["Prednisolon", "Metformin"],
            turn("clarify/ambiguous_drug", options=("prednisolon",), asks="drug"),
            0,
            id="not all offered",
        ),
        pytest.param(
            ["Paracetamol"],
            turn("answered/candidate_list", claims=(claim("paracetamol", "chi_dinh"), claim("ibuprofen", "chi_dinh"))),
            1,
            id="a list of candidates may hold more",
        ),
        pytest.param(
            ["Paracetamol"],
            turn("answered/candidate_list", claims=(claim("ibuprofen", "chi_dinh"),)),
            0,
            id="but not less",
        ),
        pytest.param(["Paracetamol"], turn("escalate/frustration"), None, id="escalated: in the hand-off context"),
        pytest.param(["Paracetamol"], turn("abstain/out_of_scope"), None, id="out of scope"),
        pytest.param(["Paracetamol"], turn("abstain/no_evidence"), 0, id="any other abstention"),
    ],
)
def test_drugs(wanted: list[str], got: dict, given: float | None):
    assert points(scorers.drugs, {"drugs": wanted}, got) == given


@pytest.mark.parametrize(
    ("role", "section", "question", "given"),
    [
        ("stricter", "chong_chi_dinh", "liều paracetamol, đang dùng metformin", 1),
        ("stricter", "chong_chi_dinh", "liều paracetamol", 0),
        ("stricter", DOSING, "liều paracetamol, đang dùng metformin", 0),
        ("answer", "chong_chi_dinh", "liều paracetamol, đang dùng metformin", 0),
    ],
)
def test_what_speaks_against_a_drug_taken_beside_is_not_about_it(role: str, section: str, question: str, given: int):
    got = turn(drugs=("paracetamol",), claims=(claim("paracetamol"), claim("metformin", section, role=role)))
    assert scorers.drugs(scene({"drugs": ["Paracetamol"]}, got, question=question)).points == given


@pytest.mark.parametrize(
    ("name", "message", "given"),
    [
        pytest.param("Promethazin", "Ấn bản này không có promethazin.", 1, id="as Vietnamised"),
        pytest.param("Promethazin", "Không có Promethazine.", 1, id="as typed in English"),
        pytest.param("Panadol Extra", "Không có Panadol.", 0, id="half a name is another name"),
        pytest.param("Zyntalgo 200", "Không có «Zyntalgo».", 1, id="strength need not be repeated"),
        pytest.param("Methylprednisolon", "Không có prednisolon.", 0, id="a contained name"),
        pytest.param("布洛芬", "Không tìm thấy 布洛芬.", 1, id="another script"),
        pytest.param("Tramadol", "Không tìm thấy thuốc này.", 0, id="not said"),
    ],
)
def test_an_unknown_drug_is_said_by_name(name: str, message: str, given: float):
    got = turn("abstain/drug_not_in_formulary", message=message)
    assert points(scorers.unknown_drugs, {"unknown_drugs": [name]}, got) == given


# --- sections --------------------------------------------------------------------------------------------------

BOTH = (claim("metformin", "chong_chi_dinh"), claim("metformin", "than_trong"))


@pytest.mark.parametrize(
    ("wanted", "got", "kind", "given"),
    [
        pytest.param(["chong_chi_dinh", "than_trong"], turn(claims=BOTH[:1]), "pregnancy", 1, id="the first is cited"),
        pytest.param(["chong_chi_dinh", "than_trong"], turn(claims=BOTH[1:]), "pregnancy", 0, id="only the second"),
        pytest.param(["chong_chi_dinh", "than_trong"], turn(claims=BOTH[:1]), "multi_attribute", 0, id="all needed"),
        pytest.param(["chong_chi_dinh", "than_trong"], turn(claims=BOTH), "multi_attribute;typo", 1, id="all there"),
        pytest.param(["chong_chi_dinh", "than_trong"], turn(claims=BOTH[:1]), "x;population_comparison", 0, id="both"),
        pytest.param(["chong_chi_dinh"], turn(sections=["chong_chi_dinh"]), "x", 0, id="understood, not cited"),
        pytest.param([DOSING], turn("clarify/missing_population", sections=[DOSING]), "x", 1, id="asking: understood"),
        pytest.param([DOSING], turn("verify_pdf/source_erratum", pointers=(DOSING,)), "x", 1, id="pointed to"),
        pytest.param([], turn(claims=BOTH), "x", None, id="nothing in particular expected"),
        pytest.param([DOSING], turn("abstain/out_of_scope"), "x", None, id="out of scope"),
    ],
)
def test_sections(wanted: list[str], got: dict, kind: str, given: float | None):
    assert points(scorers.sections, {"sections": wanted}, got, kind=kind) == given


# --- clarify ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "got", "given"),
    [
        pytest.param({"outcome": "clarify", "asks": ["weight"]}, turn("clarify/x", asks="weight"), 1, id="asked"),
        pytest.param({"outcome": "clarify", "asks": ["age", "weight"]}, turn("clarify/x", asks="weight"), 0, id="half"),
        pytest.param(
            {"outcome": "clarify", "asks": ["age", "weight"]}, turn("clarify/x", asks="age+weight"), 1, id="both"
        ),
        pytest.param({"outcome": "clarify", "asks": ["weight"]}, turn("clarify/x", asks="age+weight"), 0, id="more"),
        pytest.param(
            {"outcome": ["answered", "clarify"], "asks": ["indication", "route"]},
            turn("clarify/x", asks="route"),
            1,
            id="either will do where an answer would",
        ),
        pytest.param(
            {"outcome": ["answered", "clarify"], "asks": ["indication", "route"]},
            turn("clarify/x", asks="drug"),
            0,
            id="but not a third",
        ),
        pytest.param({"outcome": ["answered", "clarify"], "asks": ["route"]}, turn(), None, id="answered instead"),
        pytest.param({"outcome": "clarify", "asks": ["route"]}, turn(), 0, id="not asked where it must be"),
        pytest.param(
            {"outcome": "clarify", "asks": ["weight"], "weight_kg": 18, "age_months": 60},
            turn("clarify/x", asks="age+weight"),
            0,
            id="asked for what is known",
        ),
        pytest.param({"outcome": "clarify", "route": "uong"}, turn("clarify/x", asks="route"), 0, id="known route"),
        pytest.param({"outcome": "clarify"}, turn("clarify/x", asks="section"), None, id="no slots expected"),
    ],
)
def test_clarify(expected: dict, got: dict, given: float | None):
    assert points(scorers.clarify, expected, got) == given


# --- slots -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "frame", "given"),
    [
        pytest.param("tre_em", {"population": "tre_em"}, 1, id="equal"),
        pytest.param("tre_em", {}, 0, id="not understood"),
        pytest.param("tre_em", {"populations": ["tre_em", "nguoi_lon"]}, 0, id="an adult beside the child"),
        pytest.param("tre_em", {"populations": ["tre_em", "suy_than"], "renal": {}}, 0, id="state without a value"),
        pytest.param(
            "tre_em",
            {"populations": ["tre_em", "suy_than"], "renal": {"value": "20"}},
            1,
            id="child with a renal value",
        ),
        pytest.param("nguoi_cao_tuoi", {"population": "nguoi_lon"}, 1, id="adult passes for elderly"),
        pytest.param("nguoi_lon", {"population": "nguoi_cao_tuoi"}, 0, id="elderly does not pass for adult"),
        pytest.param("suy_than", {"population": "nguoi_lon", "renal": {"value": "25"}}, 1, id="a renal value counts"),
        pytest.param("phu_nu_cho_con_bu", {"populations": ["phu_nu_cho_con_bu", "tre_em"]}, 0, id="the baby counted"),
        pytest.param("nguoi_lon", {"populations": ["nguoi_lon", "phu_nu_co_thai"]}, 0, id="pregnant out of nowhere"),
        pytest.param(
            ["phu_nu_co_thai", "phu_nu_cho_con_bu"],
            {"populations": ["phu_nu_cho_con_bu", "phu_nu_co_thai"]},
            1,
            id="both",
        ),
        pytest.param(
            ["phu_nu_co_thai", "phu_nu_cho_con_bu"], {"population": "phu_nu_co_thai"}, 0, id="one of two asked"
        ),
        pytest.param(
            ["nguoi_cao_tuoi", "nguoi_lon"], {"populations": ["nguoi_cao_tuoi", "nguoi_lon"]}, 1, id="old, young"
        ),
    ],
)
def test_population(wanted, frame: dict, given: float):
    assert points(scorers.population, {"population": wanted}, turn(**frame)) == given


@pytest.mark.parametrize(("got", "given"), [(18.0, 1), (18.05, 1), (18.06, 0), (None, 0)])
def test_weight_has_a_tolerance_of_fifty_grams(got, given: float):
    assert points(scorers.weight, {"weight_kg": 18}, turn(weight_kg=got)) == given


@pytest.mark.parametrize(("got", "given"), [(0.33, 1), (0.3333, 1), (0.5, 0)])
def test_age_has_a_tolerance_of_a_twentieth_of_a_month(got: float, given: float):
    assert points(scorers.age, {"age_months": 0.33}, turn(age_months=got)) == given


@pytest.mark.parametrize(
    ("frame", "given"),
    [
        ({"route": "tiem_bap"}, 1),
        ({"routes": ["tiem_bap"]}, 1),
        ({"routes": ["tiem_bap", "uong"]}, 0),
        # "Tĩnh mạch": the slot names one way, the reading holds both.
        ({"route": "tiem_bap", "routes": ["tiem_bap", "uong"]}, 1),
        ({}, 0),
    ],
)
def test_route_is_exactly_one(frame: dict, given: float):
    assert points(scorers.route, {"route": "tiem_bap"}, turn(**frame)) == given


@pytest.mark.parametrize("scorer", [scorers.population, scorers.weight, scorers.age, scorers.route, scorers.carried])
def test_an_absent_key_is_not_scored(scorer: Any):
    assert scorer(scene({}, turn(weight_kg=3, population="tre_em"))) is None


# --- carried ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("got", "given"),
    [
        pytest.param(turn(drugs=("metformin",), inherited=["drugs"], message="Về Metformin:"), 1, id="said"),
        pytest.param(turn(drugs=("metformin",), inherited=["drugs"], message="Có."), 0, id="carried in silence"),
        pytest.param(turn(drugs=("metformin",), message="Về Metformin:"), 0, id="said, not carried"),
        pytest.param(turn(drugs=(drug("metformin", how="history"),), message="Về Metformin:"), 1, id="by pronoun"),
        pytest.param(turn("escalate/frustration"), None, id="handed over"),
    ],
)
def test_what_is_carried_is_said_aloud(got: dict, given: float | None):
    assert points(scorers.carried, {"outcome": ["answered", "escalate"], "carried": ["drug"]}, got) == given


def test_a_slot_that_was_lost_and_one_that_was_not_said_are_both_named():
    got = turn(drugs=("metformin",), inherited=["drugs"], message="Có.")
    score = scorers.carried(scene({"carried": ["drug", "age"]}, got))
    assert score is not None
    assert score.why == "không mang theo age; không nói ra drug"


# --- a source that says nothing --------------------------------------------------------------------------------

SILENT = turn("abstain/no_evidence", drugs=("metformin",), sections=["tuong_ky"], pointers=("tuong_ky",))


def test_an_abstention_that_names_the_section_read_is_a_silent_source():
    assert scene({"outcome": "answered", "drugs": ["Metformin"], "sections": ["chi_dinh"]}, SILENT).is_silent_source


def test_it_is_right_when_the_edition_does_not_print_the_section():
    wanted = {"outcome": "answered", "drugs": ["Metformin"], "sections": ["tuong_ky"]}
    assert points(scorers.outcome, wanted, SILENT) == 1
    assert points(scorers.sections, wanted, SILENT) is None


def test_it_is_not_assumed_right_when_the_section_is_printed():
    wanted = {"outcome": "answered", "drugs": ["Metformin"], "sections": ["chi_dinh"]}
    assert points(scorers.outcome, wanted, SILENT) == 0


@pytest.mark.parametrize(
    "got",
    [
        pytest.param(turn("abstain/no_evidence", drugs=("metformin",), sections=["tuong_ky"]), id="section not named"),
        pytest.param(turn("abstain/system_error", pointers=("tuong_ky",), sections=["tuong_ky"]), id="a failure"),
        pytest.param(turn("clarify/no_drug", asks="drug"), id="a question"),
    ],
)
def test_other_endings_are_no_silent_source(got: dict):
    assert not scene({"outcome": "answered", "drugs": ["Metformin"], "sections": ["tuong_ky"]}, got).is_silent_source
