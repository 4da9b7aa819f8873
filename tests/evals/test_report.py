import json
from typing import Any

from rag.evals import report, tally
from rag.evals.cases import read_cases
from rag.evals.replies import Reply
from rag.evals.runner import ScoredTurn, score_turn
from tests.evals.turns import SHELF, claim, turn

GOOD = turn(drugs=("paracetamol",), claims=(claim("paracetamol"),), message="Về Paracetamol")


def scored(
    id: str,
    expected: dict[str, Any],
    got: dict[str, Any],
    *,
    kind: str = "dose_adult",
    question: str = "?",
    ms: float = 1,
) -> ScoredTurn:
    line = {"id": id, "kind": kind, "turns": [{"question": question, "expected": expected}]}
    case = read_cases(json.dumps(line), source="t")[0]
    return score_turn(case, 1, Reply.of(got), shelf=SHELF, ms=ms)


RIGHT = scored("A", {"outcome": "answered", "drugs": ["Paracetamol"], "must_not": ["says it is safe"]}, GOOD)
WRONG = scored("B", {"outcome": "clarify", "asks": ["weight"]}, GOOD, kind="dose_child;typo")
FATAL = scored("C", {"outcome": "answered", "drugs": ["Metformin"]}, GOOD, kind="dose_child")
MISSING = scored(
    "D", {"outcome": "answered", "drugs": ["Cefuroxim"]}, turn("abstain/drug_not_in_formulary", message="Không có.")
)
ALL = [RIGHT, WRONG, FATAL, MISSING]


def made() -> dict[str, Any]:
    return report.as_dict(ALL, about={"edition": "mau", "variant": None})


def test_the_report_has_every_key_of_the_case_format():
    wanted = "cases turns fatal wrong_drug outcome drugs sections clarify slots silent_source by_kind ms failures"
    assert list(made())[: len(wanted.split())] == wanted.split()


def test_the_report_is_json():
    assert json.loads(json.dumps(made(), ensure_ascii=False))["turns"] == 4


def test_fatals_come_first_among_the_failures():
    assert [failure["id"] for failure in made()["failures"]] == ["C", "B", "D"]


def test_a_failure_shows_what_was_expected_what_came_and_why():
    failure = made()["failures"][0]
    assert failure["expected"] == {"outcome": "answered", "drugs": ["Metformin"]}
    assert failure["got"]["drugs"] == ["Paracetamol"]
    assert "trích dẫn từ thuốc không được hỏi: Paracetamol" in failure["why"]


def test_families_and_features_are_counted_with_their_fatals():
    assert made()["by_kind"]["dose_child"] == {"right": 0, "of": 2, "fatal": 1}
    assert made()["by_feature"] == {"typo": {"right": 0, "of": 1}}


def test_half_points_stay_half():
    escalated = scored("E", {"outcome": "abstain"}, turn("escalate/frustration"))
    assert tally.share([escalated, RIGHT], "outcome") == {"right": 1.5, "of": 2}


def test_drugs_that_are_not_shipped_are_counted_apart():
    assert made()["not_shipped"] == {"turns": 1, "said_not_in_formulary": 1, "fatal": 0, "wrong_drug": 0}
    assert made()["shipped"]["turns"] == 3


def test_a_whole_case_is_left_out_of_the_shipped_score_when_one_of_its_drugs_is_missing():
    asked = {"outcome": "answered", "drugs": ["Cefuroxim"]}
    line = {"id": "F", "kind": "dialogue", "turns": [{"question": "?", "expected": asked}] * 2}
    line["turns"][1] = {"question": "?", "expected": {"outcome": "answered"}}
    case = read_cases(json.dumps(line), source="t")[0]
    turns = [score_turn(case, number, Reply.of(GOOD), shelf=SHELF) for number in (1, 2)]
    assert report.as_dict(turns, about={})["shipped"]["turns"] == 0


def test_recall_counts_only_where_asking_is_preferred():
    asked = scored("G", {"outcome": ["clarify", "abstain"]}, turn("clarify/no_drug", asks="drug"))
    assert tally.clarify_recall([asked, WRONG, RIGHT]) == {"right": 1, "of": 2}


def test_a_question_where_none_is_acceptable_is_needless():
    assert tally.needless_clarifications([scored("H", {"outcome": "answered"}, turn("clarify/x", asks="age"))]) == 1


def test_what_must_not_happen_is_listed_with_the_text_to_read():
    (listed,) = made()["must_not"]
    assert listed["must_not"] == ["says it is safe"]
    assert listed["message"] == "Về Paracetamol"


def test_a_silent_source_is_listed_with_whether_it_was_checked():
    got = turn("abstain/no_evidence", drugs=("metformin",), sections=["tuong_ky"], pointers=("tuong_ky",))
    silent = scored("I", {"outcome": "answered", "drugs": ["Metformin"], "sections": ["chi_dinh"]}, got)
    found = report.as_dict([silent], about={})
    assert found["silent_source"] == 1
    assert found["silent_source_turns"][0]["checked"] is False


def test_percentiles_of_one_value_are_that_value():
    assert tally.percentiles([3.0]) == {"p50": 3.0, "p95": 3.0}
    assert tally.percentiles([]) == {"p50": 0, "p95": 0}
    assert tally.percentiles([float(n) for n in range(101)]) == {"p50": 50.0, "p95": 95.0}


def test_the_text_names_fatals_before_anything_else_that_failed():
    text = report.as_text(made())
    assert text.index("C lượt 1") < text.index("B lượt 1")
    assert "NHẦM THUỐC: 1" in text


def test_the_text_leaves_out_turns_that_rightly_said_the_drug_is_missing():
    assert "D lượt 1" not in report.as_text(made())


def test_a_long_question_stays_on_one_line_of_the_text():
    long = scored("J", {"outcome": "clarify"}, GOOD, question="dòng\n" * 60)
    text = report.as_text(report.as_dict([long], about={}))
    assert "dòng dòng" in text
    assert "…" in text
