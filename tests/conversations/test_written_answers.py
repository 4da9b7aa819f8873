"""A turn with a model over a real connection, from the question to the stored record and the API's JSON."""

import json
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User

from conversations.answering import answer_turn
from conversations.intake import submit_turn
from conversations.models import ModelCall, Turn, Verification
from conversations.transcripts import turn_as_dict
from tests.adapters.model_servers import Cut, ModelServer, Refuse, Say
from tests.conversations.served_model import said

CLAIM = "Chỉ định: đau đầu, sốt."
WRITTEN = json.dumps({"cau": [{"text": CLAIM, "nguon": [1]}], "ra_soat": []}, ensure_ascii=False)
FALSE = json.dumps({"cau": [{"text": "Chống chỉ định: đau đầu, sốt.", "nguon": [1]}], "ra_soat": []})
QUESTION = "chỉ định của Exampline"


def verdict(holds: bool) -> str:
    return json.dumps({"ket_luan": [{"so": 1, "dung": holds, "vi_sao": "" if holds else "không in"}]})


def ask(clinician: User) -> Turn:
    turn = submit_turn(conversation=None, owner=clinician, question=QUESTION)
    answer_turn(turn.pk)
    return Turn.objects.get(pk=turn.pk)


def test_a_written_answer_is_stored_with_its_calls_and_every_check(clinician: User, server: ModelServer) -> None:
    server.before.append(said(WRITTEN))
    server.says(*said(verdict(True)))
    turn = ask(clinician)
    shown = turn_as_dict(turn)
    assert (turn.outcome, turn.reason) == ("answered", "verified")
    assert [claim["text"] for claim in shown["claims"]] == [CLAIM]
    assert shown["claims"][0]["citations"][0]["quote"] == "Đau đầu, sốt."
    assert {check["check"] for check in shown["claims"][0]["checks"]} >= {"entailment", "polarity", "numbers"}
    calls = ModelCall.objects.filter(turn=turn).order_by("position")
    assert [(call.purpose, call.outcome) for call in calls] == [("write", "answered"), ("entail", "answered")]
    assert all(len(call.prompt_sha256) == 64 for call in calls)
    assert shown["model_calls"] == 2
    assert [(call.input_tokens, call.output_tokens, call.cost) for call in calls] == [(11, 7, None)] * 2


def test_what_calls_cost_is_stored_at_the_price_of_the_day(clinician: User, server: ModelServer, settings: Any) -> None:
    price = {"IN": "0.15", "OUT": "0.6", "CURRENCY": "USD"}
    settings.DUOCTHU = settings.DUOCTHU | {"LANGUAGE_MODEL_PRICE": price}
    server.before.append(said(WRITTEN))
    server.says(*said(verdict(True)))
    calls = ModelCall.objects.filter(turn=ask(clinician))
    assert [(call.cost, call.currency) for call in calls] == [(Decimal("0.00000585"), "USD")] * 2


def test_an_answer_in_a_fence_is_read_checked_and_shown(clinician: User, server: ModelServer) -> None:
    server.before.append(said(f"<think>\nHừm\n</think>\n```json\n{WRITTEN}\n```"))
    server.says(*said(f"```json\n{verdict(True)}\n```"))
    shown = turn_as_dict(ask(clinician))
    assert (shown["outcome"], shown["reason"]) == ("answered", "verified")
    assert [claim["text"] for claim in shown["claims"]] == [CLAIM]


@pytest.mark.parametrize(
    ("first", "then", "reason"),
    [
        pytest.param(said(FALSE), said(verdict(True)), "ungrounded", id="the gate stops it"),
        pytest.param(said(WRITTEN), said(verdict(False)), "not_entailed", id="the print does not state it"),
        pytest.param(said(WRITTEN), (Refuse("down"),), "model_unavailable", id="nobody can judge it"),
        pytest.param((Refuse("down"),), (Refuse("down"),), "model_unavailable", id="nobody can write"),
        pytest.param((Say(WRITTEN[:20]), Cut()), (Refuse("down"),), "model_unavailable", id="the reply is cut off"),
    ],
)
def test_what_was_not_written_and_proven_is_not_shown_but_kept(
    clinician: User, server: ModelServer, first: Any, then: Any, reason: str
) -> None:
    server.before.append(first)
    server.says(*then)
    turn = ask(clinician)
    shown = turn_as_dict(turn)
    assert (turn.outcome, turn.reason) == ("abstain", reason)
    assert shown["claims"] == []
    assert [pointer["section"] for pointer in shown["pointers"]] == ["chi_dinh"]
    assert ModelCall.objects.filter(turn=turn).exists()
    if first in (said(FALSE), said(WRITTEN)):
        assert Verification.objects.filter(turn=turn).exclude(verdict="pass").exists()
