"""How a turn came about, for those who ask: calls, verdicts and reasons, and never a sentence that was refused."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import User
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from conversations.answering import answer_turn
from conversations.intake import submit_turn
from conversations.models import Turn
from rag.language import CallOutcome
from rag.messages import GATE_REASONS
from rag.outcomes import Outcome
from rag.records import Check, ModelCall, TurnRecord, Verdict, Verification
from tests.conversations.conftest import FakeEngine, make_user
from tests.conversations.records import TEXT, answered
from tests.conversations.test_api import for_jsonschema

pytestmark = pytest.mark.django_db

REFUSED = "40 g/ngày"
NUMBER, OMITTED = GATE_REASONS["number"], GATE_REASONS["omitted_maximum"]
FOUND = (
    Verification(Check.CITATION, Verdict.PASS, 0),
    Verification(Check.NUMBERS, Verdict.FAIL, 0, f"{NUMBER}: «{REFUSED}»; gate 2"),
    Verification(Check.COMPLETENESS, Verdict.FAIL, 0, f"{OMITTED}: «tối đa {REFUSED}»; {OMITTED}; gate 2"),
    Verification(Check.ENTAILMENT, Verdict.FAIL, 0, f"sách không in {REFUSED}"),
    Verification(Check.CITATION, Verdict.FAIL, None, f"{GATE_REASONS['no_claims']}; gate 2"),
)
CALLS = (
    ModelCall("write", "a" * 64, "mô-hình", 1200, 1500, 200, cost=Decimal("0.002150000"), currency="USD"),
    ModelCall("entail", "b" * 64, "mô-hình", 800, None, None, CallOutcome.TIMEOUT, currency="USD"),
)


def refused() -> TurnRecord:
    record = answered()
    return replace(
        record,
        outcome=Outcome.ABSTAIN_UNGROUNDED,
        claims=(),
        drafted=record.claims,
        verifications=FOUND,
        model_calls=CALLS,
    )


@pytest.fixture
def turn(clinician: User, fake_engine: FakeEngine) -> Turn:
    fake_engine.reply = refused()
    return answer_turn(submit_turn(conversation=None, owner=clinician, question="liều").pk)


def inspected(user: User, turn: Turn) -> Any:
    client = Client()
    client.force_login(user)
    return client.get(f"/api/v1/turns/{turn.pk}/inspection/")


def test_every_call_is_told_with_its_model_prompt_tokens_time_cost_and_outcome(clinician: User, turn: Turn) -> None:
    wrote, judged = inspected(clinician, turn).json()["calls"]
    assert wrote == {
        "purpose": "write",
        "model": "mô-hình",
        "prompt_sha256": "a" * 64,
        "outcome": "answered",
        "ms": 1200,
        "input_tokens": 1500,
        "output_tokens": 200,
        "cost": "0.00215",
        "currency": "USD",
    }
    assert (judged["outcome"], judged["input_tokens"], judged["cost"]) == ("timeout", None, None)


def test_every_verdict_is_told_with_its_reason_and_its_gate(clinician: User, turn: Turn) -> None:
    told = inspected(clinician, turn).json()
    assert (told["outcome"], told["reason"], told["rag_version"]) == ("abstain", "ungrounded", turn.rag_version)
    assert [(c["drafted"], c["claim"], c["check"], c["verdict"], c["reasons"], c["gate"]) for c in told["checks"]] == [
        (0, None, "citation", "pass", [], None),
        (0, None, "numbers", "fail", [NUMBER], "2"),
        (0, None, "completeness", "fail", [OMITTED], "2"),
        (0, None, "entailment", "fail", [], None),
        (None, None, "citation", "fail", [GATE_REASONS["no_claims"]], "2"),
    ]


def test_the_owner_is_told_nothing_of_what_was_refused(clinician: User, turn: Turn) -> None:
    said = inspected(clinician, turn).content.decode()
    assert REFUSED not in said
    assert TEXT not in said


@pytest.mark.parametrize("role", ["pharmacist", "auditor"])
def test_those_who_read_everyones_turns_are_told_the_words_of_each_verdict(role: str, turn: Turn) -> None:
    details = [check["detail"] for check in inspected(make_user("khác", role), turn).json()["checks"]]
    assert details == [found.detail for found in FOUND]


def test_a_claim_that_is_shown_is_told_by_its_place(clinician: User, fake_engine: FakeEngine) -> None:
    fake_engine.reply = answered(claims=2)
    turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều").pk)
    checks = inspected(clinician, turn).json()["checks"]
    assert [(check["drafted"], check["claim"]) for check in checks] == [(0, 0), (0, 0), (1, 1), (1, 1)]


@pytest.mark.parametrize("role", ["clinician", "integration"])
def test_nobody_else_learns_that_there_is_such_a_turn(role: str, turn: Turn) -> None:
    assert inspected(make_user("người-khác", role), turn).status_code == 404


def test_a_turn_that_is_not_answered_yet_has_nothing_to_show(clinician: User) -> None:
    told = inspected(clinician, submit_turn(conversation=None, owner=clinician, question="liều")).json()
    assert (told["outcome"], told["calls"], told["checks"]) == (None, [], [])


@pytest.mark.parametrize("role", ["pharmacist", None])
def test_what_is_served_is_what_is_described(role: str | None, clinician: User, turn: Turn) -> None:
    schema = SchemaGenerator().get_schema(public=True)
    described = for_jsonschema({"components": schema["components"]})
    reader = clinician if role is None else make_user("khác", role)
    jsonschema.validate(inspected(reader, turn).json(), described | {"$ref": "#/components/schemas/Inspection"})
