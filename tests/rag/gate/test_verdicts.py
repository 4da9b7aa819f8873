"""What the gate finds is said in words, and decides what may be shown."""

import pytest

from rag.claims import Claim
from rag.gate.verdicts import OMISSIONS, Decision, Finding, GateReport, Problem
from rag.messages import GATE_REASONS

ONE, OTHER = Claim("Một.", ()), Claim("Hai.", ())


def test_every_problem_has_a_reason_and_no_reason_is_left_over():
    assert set(GATE_REASONS) == {problem.value for problem in Problem}


def test_a_reason_names_the_words_that_it_is_about():
    assert Finding(Problem.NUMBER, 0, "500 mg").reason.endswith("«500 mg»")


@pytest.mark.parametrize("problem", Problem)
def test_an_omission_alone_asks_for_completion_and_anything_else_refuses(problem):
    report = GateReport((ONE,), (Finding(problem, 0),))
    assert report.decision is (Decision.INCOMPLETE if problem in OMISSIONS else Decision.FAIL)


def test_an_omission_beside_a_wrong_word_refuses():
    found = (Finding(Problem.OMITTED_MAXIMUM, 0), Finding(Problem.DRUG, 0))
    assert GateReport((ONE,), found).decision is Decision.FAIL


def test_a_report_allows_exactly_the_claims_that_were_checked():
    report = GateReport((ONE, OTHER), ())
    assert report.allows([ONE, OTHER])
    for changed in ([ONE], [ONE, OTHER, ONE], [OTHER, ONE], [ONE, Claim("Hai. ", ())], []):
        assert not report.allows(changed)


@pytest.mark.parametrize("problem", Problem)
def test_a_report_with_a_finding_allows_nothing(problem):
    assert not GateReport((ONE,), (Finding(problem, 0),)).allows([ONE])


def test_findings_are_told_apart_by_claim():
    report = GateReport((ONE, OTHER), (Finding(Problem.DRUG, 1, "warfarin"),))
    assert report.of_claim(0) is Decision.PASS
    assert report.of_claim(1) is Decision.FAIL
