import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rag.evals.cases import Case, read_cases
from rag.evals.replies import Reply
from rag.evals.runner import run_cases, score_turn
from tests.evals.turns import SHELF, case, claim, turn


def dialogue(*questions: str) -> Case:
    turns = [{"question": question, "expected": {"outcome": "answered"}} for question in questions]
    return read_cases(json.dumps({"id": "D", "kind": "dialogue", "turns": turns}), source="t")[0]


class Conversations:
    """Remembers what was asked in which conversation."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def new(self) -> Callable[[str], Mapping[str, Any]]:
        questions: list[str] = []
        self.asked.append(questions)

        def ask(question: str) -> Mapping[str, Any]:
            questions.append(question)
            return turn()

        return ask


def test_every_case_is_a_conversation_and_its_turns_come_in_order():
    conversations = Conversations()
    list(run_cases([dialogue("a", "b"), dialogue("c")], new_conversation=conversations.new, shelf=SHELF))
    assert conversations.asked == [["a", "b"], ["c"]]


def test_alone_means_a_conversation_for_every_turn():
    conversations = Conversations()
    list(run_cases([dialogue("a", "b")], new_conversation=conversations.new, shelf=SHELF, alone=True))
    assert conversations.asked == [["a"], ["b"]]


def test_turns_are_numbered_and_timed():
    scored = list(run_cases([dialogue("a", "b")], new_conversation=Conversations().new, shelf=SHELF))
    assert [s.number for s in scored] == [1, 2]
    assert all(s.ms >= 0 for s in scored)


def test_a_turn_is_right_only_in_every_scored_key():
    asked = case({"outcome": "answered", "drugs": ["Paracetamol"], "weight_kg": 18})
    right = turn(drugs=("paracetamol",), claims=(claim("paracetamol"),), weight_kg=18)
    half = turn(drugs=("paracetamol",), claims=(claim("paracetamol"),))
    assert score_turn(asked, 1, Reply.of(right), shelf=SHELF).is_right
    assert not score_turn(asked, 1, Reply.of(half), shelf=SHELF).is_right


def test_a_fatal_turn_is_never_right():
    asked = case({"outcome": "answered", "population": "tre_em", "drugs": ["Paracetamol"]})
    adult = claim("paracetamol", populations=["nguoi_lon"])
    scored = score_turn(
        asked, 1, Reply.of(turn(drugs=("paracetamol",), claims=(adult,), population="tre_em")), shelf=SHELF
    )
    assert all(score.is_right for score in scored.scores.values())
    assert not scored.is_right


@pytest.mark.parametrize(
    ("got", "says_so"),
    [
        pytest.param(turn("abstain/drug_not_in_formulary"), True, id="abstains"),
        pytest.param(turn(unknown_drugs=["Cefuroxim"], drugs=("ibuprofen",)), False, id="slides to another drug"),
        pytest.param(turn("clarify/no_drug", asks="drug"), False, id="does not see the name"),
    ],
)
def test_a_drug_that_is_not_shipped_must_be_said_to_be_missing(got: dict, says_so: bool):
    asked = case({"outcome": "answered", "drugs": ["Cefuroxim"]})
    scored = score_turn(asked, 1, Reply.of(got), shelf=SHELF)
    assert not scored.is_shipped
    assert scored.names_what_is_missing is says_so
