"""A turn that a model reads over a real connection, from the question to the stored frame and the API's JSON."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from conversations.answering import answer_turn
from conversations.intake import submit_turn
from conversations.models import ModelCall, Turn
from conversations.transcripts import turn_as_dict
from tests.adapters.model_servers import Cut, ModelServer, Refuse, Say
from tests.conversations.served_model import said
from tests.rag.understanding.proposed import reading, section, value

QUESTION = "bác Nguyễn Văn An 0912345678: Exampline xài chi vậy hè"
HEARD = reading(muc=[section("chi_dinh", "xài chi vậy hè")])
WRITTEN = json.dumps({"cau": [{"text": "Chỉ định: đau đầu, sốt.", "nguon": [1]}], "ra_soat": []}, ensure_ascii=False)
HOLDS = json.dumps({"ket_luan": [{"so": 1, "dung": True, "vi_sao": ""}]})


def ask(clinician: User, question: str = QUESTION) -> Turn:
    turn = submit_turn(conversation=None, owner=clinician, question=question)
    answer_turn(turn.pk)
    return Turn.objects.get(pk=turn.pk)


def test_a_turn_that_a_model_read_is_answered_and_stored_with_who_understood_it(
    clinician: User, server: ModelServer
) -> None:
    server.before += [said(HEARD), said(WRITTEN)]
    server.says(*said(HOLDS))
    turn = ask(clinician)
    shown = turn_as_dict(turn)
    assert (turn.outcome, turn.reason) == ("answered", "verified")
    assert shown["frame"]["understood_by"] == turn.frame.understood_by == "model"
    assert shown["frame"]["sections"] == ["chi_dinh"]
    assert [claim["text"] for claim in shown["claims"]] == ["Chỉ định: đau đầu, sốt."]
    calls = ModelCall.objects.filter(turn=turn).order_by("position")
    assert next((call.purpose, call.outcome) for call in calls) == ("understand", "answered")
    assert {call.purpose for call in calls} == {"understand", "write", "entail"}
    assert all(len(call.prompt_sha256) == 64 for call in calls)
    sent = json.dumps(server.received[0].body, ensure_ascii=False)
    assert "xài chi vậy hè" in sent
    assert "0912345678" not in sent
    assert "Văn An" not in sent


@pytest.mark.parametrize(
    "told",
    [
        pytest.param((Refuse("down"),), id="down"),
        pytest.param(said("Thuốc này an toàn."), id="no reading"),
        pytest.param((Say(HEARD[:30]), Cut()), id="cut off"),
        pytest.param(said(reading(muc=[section("chi_dinh", "điều không ai gõ")])), id="words that nobody typed"),
    ],
)
def test_a_reading_that_does_not_come_or_hold_leaves_our_question(
    clinician: User, server: ModelServer, told: Any
) -> None:
    server.says(*told)
    turn = ask(clinician)
    shown = turn_as_dict(turn)
    assert (turn.outcome, turn.reason) == ("clarify", "missing_attribute")
    assert shown["frame"]["understood_by"] == "rules"
    assert shown["claims"] == []
    assert {call.purpose for call in ModelCall.objects.filter(turn=turn)} == {"understand"}


def test_two_readings_are_stored_and_the_reply_settles_them(clinician: User, server: ModelServer) -> None:
    lists = {"muc": [section("chi_dinh", "xyz")], "can_nang_kg": [value(60, "60 kg")]}
    server.before += [said(reading(**lists)), said(WRITTEN)]
    server.says(*said(HOLDS))
    first = ask(clinician, "Exampline xyz cho bé 5 tuổi nặng 18 kg, mẹ 60 kg")
    asked = turn_as_dict(first)
    assert (asked["outcome"], asked["clarify"]["slot"]) == ("clarify", "weight")
    assert asked["clarify"]["quick_replies"] == ["18 kg", "60 kg"]
    assert asked["frame"]["weight_kg"] is None
    reply = submit_turn(conversation=first.conversation, owner=clinician, question="18 kg")
    answer_turn(reply.pk)
    shown = turn_as_dict(Turn.objects.get(pk=reply.pk))
    assert (shown["frame"]["weight_kg"], shown["frame"]["sections"]) == (18, ["chi_dinh"])
    assert shown["outcome"] == "answered"
