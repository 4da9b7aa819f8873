import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from rag.evals.cases import CaseError, read_cases

GOOD = {"id": "Q1", "kind": "dose_child;typo", "turns": [{"question": "?", "expected": {"outcome": "answered"}}]}


def line(**expected: Any) -> str:
    turn = {"question": "?", "expected": {"outcome": "answered"} | expected}
    return json.dumps(GOOD | {"turns": [turn]}, ensure_ascii=False)


def read_expected(**expected: Any) -> Any:
    return read_cases(line(**expected), source="t")[0].turns[0].expected


def test_the_family_comes_first_and_features_after_it():
    case = read_cases(json.dumps(GOOD), source="t")[0]
    assert (case.family, case.features) == ("dose_child", ("typo",))


def test_a_single_outcome_and_a_list_read_alike():
    assert read_expected(outcome="clarify").outcomes == ("clarify",)
    assert read_expected(outcome=["clarify", "abstain"]).outcomes == ("clarify", "abstain")


def test_numbers_are_exact_decimals():
    assert read_expected(weight_kg=14.1).weight_kg == Decimal("14.1")


def test_an_absent_key_is_none_and_an_empty_list_is_not():
    expected = read_expected(drugs=[])
    assert expected.drugs == ()
    assert expected.sections is None


def test_a_question_may_hold_a_line_separator_of_another_kind():
    case = read_cases(json.dumps(GOOD).replace('"?"', '"a\u2028b\u0085c"'), source="t")[0]
    assert case.turns[0].question == "a\u2028b\u0085c"


def test_blank_lines_count_and_are_passed_over():
    with pytest.raises(CaseError) as refused:
        read_cases(f"{line()}\n\n{{", source="ca.jsonl")
    assert refused.value.line == 3
    assert str(refused.value).startswith("ca.jsonl, dòng 3: ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("", "không có ca nào", id="empty file"),
        pytest.param("[]", "đối tượng JSON", id="not an object"),
        pytest.param(json.dumps(GOOD | {"extra": 1}), "khóa lạ extra", id="unknown key of a case"),
        pytest.param(json.dumps({"id": "Q1", "kind": "a"}), "thiếu khóa turns", id="no turns"),
        pytest.param(json.dumps(GOOD | {"turns": []}), "ít nhất một lượt", id="no turn"),
        pytest.param(json.dumps(GOOD | {"kind": "a;;b"}), "rỗng", id="empty feature"),
        pytest.param(line(drug=["Paracetamol"]), "khóa lạ drug", id="misspelt key of expected"),
        pytest.param(line(outcome="answer"), "giá trị lạ answer", id="unknown outcome"),
        pytest.param(line(outcome=[]), "outcome không được rỗng", id="no outcome"),
        pytest.param(line(reason="no_such_reason"), "giá trị lạ no_such_reason", id="unknown reason"),
        pytest.param(line(sections=["lieu"]), "giá trị lạ lieu", id="unknown section"),
        pytest.param(line(population="tre"), "giá trị lạ tre", id="unknown population"),
        pytest.param(line(route=["uong"]), "route phải là chuỗi", id="several routes"),
        pytest.param(line(asks=["dose"]), "giá trị lạ dose", id="unknown slot"),
        pytest.param(line(weight_kg="18"), "số không âm", id="weight as text"),
        pytest.param(line(weight_kg=True), "số không âm", id="weight as bool"),
        pytest.param(line(age_months=-1), "số không âm", id="negative age"),
        pytest.param(line(drugs="Paracetamol"), "danh sách chuỗi", id="drugs not a list"),
        pytest.param(line(drugs=[" "]), "danh sách chuỗi", id="blank drug"),
        pytest.param(line().replace('"answered"', '"answered", "weight_kg": NaN'), "NaN", id="NaN"),
        pytest.param(line().replace('"id": "Q1"', '"id": "Q1", "id": "Q2"'), "hai lần", id="key twice"),
        pytest.param(f"{line()}\n{line()}", "trùng id Q1", id="same id twice"),
    ],
)
def test_a_file_that_is_not_in_the_format_is_refused_with_the_reason(text: str, why: str):
    with pytest.raises(CaseError, match=why):
        read_cases(text, source="t")


def test_the_development_cases_are_in_the_format():
    path = Path(__file__).resolve().parents[3] / "shared" / "cases" / "questions-dev.jsonl"
    if not path.exists():
        pytest.skip("the development cases are not beside the repository")
    cases = read_cases(path.read_text(), source=path.name)
    assert sum(len(case.turns) for case in cases) == 234
