import json
from typing import Any

import pytest

from rag.evals.cases import read_cases
from rag.evals.metrics import ROWS, cell, metrics
from rag.evals.replies import Reply
from rag.evals.report import as_dict, as_markdown, as_text
from rag.evals.runner import ScoredTurn, score_turn
from tests.evals.turns import SHELF, claim, drug, turn

ANSWERED = {"outcome": "answered", "drugs": ["Paracetamol"]}


def scored(
    expected: dict[str, Any], got: dict[str, Any], *, number: int = 1, id: str = "A", ms: float = 1.0, **cost: Any
) -> ScoredTurn:
    """`number`: the turn of its case that this is; `cost`: model_calls, calls, rounds."""
    turns = [{"question": "?", "expected": expected}] * number
    case = read_cases(json.dumps({"id": id, "kind": "a", "turns": turns}), source="t")[0]
    return score_turn(case, number, Reply.of(got | cost), shelf=SHELF, ms=ms)


def answered(**more: Any) -> dict[str, Any]:
    return turn(drugs=("paracetamol",), claims=(claim("paracetamol"),), message="Về Paracetamol", **more)


def share(name: str, *turns: ScoredTurn) -> tuple[int, int]:
    found = metrics(turns)[name]
    return found["right"], found["of"]


CARRIED = ANSWERED | {"carried": ["drug"]}
FOLLOWED = turn(
    drugs=(drug("paracetamol", how="history"),),
    claims=(claim("paracetamol"),),
    message="Về Paracetamol",
    inherited=["drugs"],
)


def test_a_follow_up_that_reaches_its_drug_is_resolved():
    assert share("follow_up_resolution", scored(CARRIED, FOLLOWED, number=2)) == (1, 1)


def test_a_follow_up_that_asks_for_what_was_said_is_not():
    assert share("follow_up_resolution", scored(CARRIED, turn("clarify/no_drug", asks="drug"), number=2)) == (0, 1)


def test_a_follow_up_about_another_patient_is_not():
    expected = CARRIED | {"population": "tre_em"}
    assert share("follow_up_resolution", scored(expected, FOLLOWED | {}, number=2)) == (0, 1)


@pytest.mark.parametrize(("expected", "number"), [(CARRIED, 1), (ANSWERED, 2)])
def test_a_turn_that_says_everything_itself_is_no_follow_up(expected: dict[str, Any], number: int):
    assert share("follow_up_resolution", scored(expected, FOLLOWED, number=number)) == (0, 0)


def test_only_answers_are_on_target_or_not():
    wrong = scored(ANSWERED | {"sections": ["chi_dinh"]}, answered())
    asks = scored(ANSWERED, turn("clarify/no_drug", asks="drug"))
    assert share("on_target", scored(ANSWERED, answered()), wrong, asks) == (1, 2)


@pytest.mark.parametrize("ending", ["abstain/ungrounded", "abstain/not_entailed", "escalate/ungrounded"])
def test_a_rejected_draft_counts_among_the_drafts(ending: str):
    rejected = scored(ANSWERED, turn(ending))
    silent = scored(ANSWERED, turn("abstain/no_evidence"))
    thanks = scored({"outcome": "answered"}, turn("answered/smalltalk"))
    assert share("grounding_rejection", rejected, silent, thanks, scored(ANSWERED, answered())) == (1, 2)


def test_asking_is_precise_where_the_case_says_so():
    wanted = scored({"outcome": "clarify"}, turn("clarify/no_drug", asks="drug"))
    needless = scored(ANSWERED, turn("clarify/no_drug", asks="drug"))
    assert share("clarify_rate", wanted, needless, scored(ANSWERED, answered())) == (2, 3)
    assert share("clarify_precision", wanted, needless) == (1, 2)


CALL = {"input_tokens": 100, "output_tokens": 20}


def test_calls_and_tokens_are_of_answered_turns():
    turns = [
        scored(ANSWERED, answered(), model_calls=3, calls=[CALL, CALL, CALL]),
        scored(ANSWERED, answered(), id="B"),
        scored(ANSWERED, turn("abstain/ungrounded"), id="C", model_calls=8, calls=[CALL] * 8),
    ]
    found = metrics(turns)
    assert found["calls_per_answered_turn"]["value"] == 1.5
    assert found["tokens_per_answered_turn"]["value"] == 180


def test_tokens_that_a_provider_did_not_count_are_not_taken_for_none():
    unknown = scored(ANSWERED, answered(), model_calls=1, calls=[{"input_tokens": None, "output_tokens": 5}])
    found = metrics([unknown, scored(ANSWERED, answered(), id="B", model_calls=1, calls=[CALL])])
    assert found["tokens_per_answered_turn"] | {"interval": None} == {
        "value": 120,
        "of": 1,
        "unknown": 1,
        "interval": None,
        "by": "bootstrap theo ca",
    }


def test_second_looks_are_counted_and_so_is_what_they_found():
    looked = scored(ANSWERED, answered(), rounds=[{"found": 0}])
    found = scored(ANSWERED, answered(), rounds=[{"found": 2}])
    assert share("second_looks", looked, found, scored(ANSWERED, answered())) == (2, 3)
    assert share("second_looks_that_found", looked, found) == (1, 2)


def test_times_have_a_median_and_a_95th_percentile():
    found = metrics([scored(ANSWERED, answered(), id=str(ms), ms=ms) for ms in range(1, 101)])
    assert found["ms_p50"]["value"] == 50.5
    assert found["ms_p95"]["value"] == pytest.approx(95.05)
    low, high = found["ms_p50"]["interval"]
    assert low < 50.5 < high


def test_every_metric_has_a_row_and_can_be_told_in_words():
    found = metrics([scored(ANSWERED, answered())])
    assert {key for key, _, _ in ROWS} == found.keys()
    for key, _, unit in ROWS:
        value, interval, counted = cell(found[key], unit)
        assert value
        assert bool(interval) == bool(counted) == (value != "–")


def test_numbers_are_told_with_a_decimal_comma():
    assert cell({"value": 0.1234, "right": 1, "of": 8, "interval": [0.05, 0.5]}, "%") == (
        "12,3 %",
        "5,0 % – 50,0 %",
        "1/8",
    )


ABOUT = {
    "edition": "mau", "edition_revision": 2, "rules": "abc", "variant": None, "files": ["ca.jsonl"], "cases": "f" * 64,
    "model": "mo-hinh", "replay": {"served": 3, "missing": 1}, "prompts": {"write": "0123456789abcdef"},
}  # fmt: skip


def test_the_cost_is_of_a_thousand_written_answers_and_unknown_where_a_call_has_none():
    def written(*costs: str | None) -> ScoredTurn:
        calls = [
            {"input_tokens": 1, "output_tokens": 1, "cost": cost, "currency": "" if cost is None else "USD"}
            for cost in costs
        ]
        got = turn("answered/verified", drugs=("paracetamol",), claims=(claim("paracetamol"),))
        return scored(ANSWERED, got, calls=calls)

    found = metrics([written("0.001", "0.002"), written("0.005"), written("0.001", None), scored(ANSWERED, answered())])
    cost = found["cost_per_thousand_written"]
    assert (cost["value"], cost["of"], cost["unknown"], cost["unit"]) == (4.0, 2, 1, "USD")
    assert cell(cost, "")[0] == "4,0 USD"
    assert metrics([written(None)])["cost_per_thousand_written"]["value"] is None


@pytest.mark.parametrize(
    ("model", "cost", "told"), [("m", "0.003", True), ("m", None, False), ("", "0.003", False)], ids=str
)
def test_the_report_of_one_mode_tells_the_cost_where_there_is_a_price(model: str, cost: str | None, told: bool):
    calls = [{"input_tokens": 1, "output_tokens": 1, "cost": cost, "currency": "USD"}]
    got = turn("answered/verified", drugs=("paracetamol",), claims=(claim("paracetamol"),))
    text = as_text(as_dict([scored(ANSWERED, got, calls=calls)], about=ABOUT | {"mode": "history", "model": model}))
    assert ("Chi phí 1.000 lượt do mô hình viết: 3,0 USD" in text) is told
    assert ("Token mỗi lượt trả lời" in text) is bool(model)


def test_the_table_names_what_was_run_and_gives_a_mode_a_column():
    reports = [
        as_dict([scored(ANSWERED, answered())], about=ABOUT | {"mode": mode}) for mode in ("history", "single-shot")
    ]
    text = as_markdown(reports)
    for said in (
        "`mau`",
        "`mo-hinh`",
        "1 lời không có trong bản ghi",
        "write `0123456789ab`",
        "ca.jsonl",
        "Wilson",
        "bootstrap",
    ):
        assert said in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[0] == "|  | history | single-shot |"
    assert {line.count("|") for line in rows} == {4}
    assert len(rows) == 2 + 4 + 3 + len(ROWS)


def test_without_a_model_the_table_says_so():
    report = as_dict([scored(ANSWERED, answered())], about=ABOUT | {"mode": "history", "model": "", "replay": {}})
    assert "mô hình không có" in as_markdown([report])
