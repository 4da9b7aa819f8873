"""The contract's JSON of a turn: the same whether just recorded or read from the rows."""

import json

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations.answering import answer_turn
from conversations.intake import open_conversation, submit_turn
from conversations.models import Turn
from conversations.transcripts import conversation_as_dict, conversation_as_list, turn_as_dict, turns_as_dicts
from rag.records import TurnRecord
from tests.conversations.conftest import FakeEngine
from tests.conversations.records import abstaining, answered, clarifying, escalating

pytestmark = pytest.mark.django_db

KEYS = {
    "id", "conversation", "number", "status", "question", "outcome", "reason", "message", "frame", "claims",
    "calculation", "interactions", "clarify", "notices", "escalation", "pointers", "limits", "model_calls", "ms", "created_at",
    "finished_at",
}  # fmt: skip
FRAME_KEYS = {
    "intent", "drugs", "unknown_drugs", "sections", "population", "age_months", "weight_kg", "route", "indication",
    "condition", "relation", "renal", "hepatic", "pregnancy_weeks", "trimesters", "comorbidities", "verbosity", "inherited",
    "understood_by",
}  # fmt: skip
CITATION_KEYS = {"passage", "edition", "monograph", "section", "page_from", "page_to", "quote", "start", "end", "url"}


def answer(owner: User, engine: FakeEngine, record: TurnRecord, question: str = "liều paracetamol") -> Turn:
    engine.reply = record
    return answer_turn(submit_turn(conversation=None, owner=owner, question=question).pk)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(answered(claims=3), id="answered"),
        pytest.param(clarifying(), id="clarify"),
        pytest.param(abstaining(), id="abstain"),
        pytest.param(escalating(), id="escalate"),
    ],
)
def test_a_turn_just_recorded_shows_as_it_will_read_back(
    record: TurnRecord, clinician: User, fake_engine: FakeEngine
) -> None:
    turn = answer(clinician, fake_engine, record)
    shown = json.loads(json.dumps(turn_as_dict(turn)))
    assert shown == json.loads(json.dumps(turn_as_dict(Turn.objects.get(pk=turn.pk))))
    assert shown.keys() == KEYS


def test_the_frame_and_citations_have_the_fields_of_the_contract(clinician: User, fake_engine: FakeEngine) -> None:
    shown = turn_as_dict(answer(clinician, fake_engine, answered()))
    assert shown["frame"].keys() == FRAME_KEYS
    citation = shown["claims"][0]["citations"][0]
    assert citation.keys() >= CITATION_KEYS
    path, _, asked = citation["url"].partition("?")
    assert path == "/formulary/mau/paracetamol/"
    span = f"tu={citation['start']}&den={citation['end']}"
    assert asked == f"muc=lieu_luong_va_cach_dung&k=0&{span}#lieu_luong_va_cach_dung-0"
    assert shown["claims"][0]["checks"] == [
        {"check": "citation", "verdict": "pass"},
        {"check": "numbers", "verdict": "pass"},
    ]


def test_a_citation_carries_the_sub_headings_that_its_quote_stands_under(
    clinician: User, fake_engine: FakeEngine
) -> None:
    shown = turn_as_dict(answer(clinician, fake_engine, answered()))
    assert shown["claims"][0]["citations"][0]["headings"] == ["Liều dùng", "Trẻ em"]


def test_numbers_of_the_frame_are_numbers(clinician: User, fake_engine: FakeEngine) -> None:
    frame = turn_as_dict(answer(clinician, fake_engine, answered()))["frame"]
    assert (frame["age_months"], frame["weight_kg"], frame["renal"]["value"]) == (60, 18.5, 22.5)
    assert isinstance(frame["age_months"], int)


def test_not_said_and_said_to_be_absent_differ(clinician: User, fake_engine: FakeEngine) -> None:
    frame = turn_as_dict(answer(clinician, fake_engine, answered()))["frame"]
    assert frame["hepatic"] is None
    assert frame["comorbidities"] == [{"name": "dị ứng", "present": False}]


def test_a_turn_that_did_not_answer_shows_no_claims(clinician: User, fake_engine: FakeEngine) -> None:
    shown = turn_as_dict(answer(clinician, fake_engine, abstaining()))
    assert shown["claims"] == []
    assert shown["pointers"][0]["page_from"] == 13


def test_a_turn_that_failed_has_no_frame(clinician: User, fake_engine: FakeEngine) -> None:
    fake_engine.reply = RuntimeError("hỏng")
    turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều").pk)
    assert turn_as_dict(turn)["frame"] is None


def test_an_open_turn_says_so(clinician: User) -> None:
    shown = turn_as_dict(submit_turn(conversation=None, owner=clinician, question="liều"))
    assert (shown["status"], shown["outcome"], shown["claims"], shown["finished_at"]) == ("waiting", None, [], None)


def test_times_are_utc(clinician: User, fake_engine: FakeEngine) -> None:
    shown = turn_as_dict(answer(clinician, fake_engine, answered()))
    assert shown["created_at"].endswith("Z")
    assert shown["finished_at"].endswith("Z")


def test_masking_is_told_however_the_turn_ended(clinician: User, fake_engine: FakeEngine) -> None:
    question = "BN Nguyễn Văn Mẫu uống paracetamol liều nào"
    for record in (answered(), abstaining()):
        shown = turn_as_dict(answer(clinician, fake_engine, record, question))
        assert [n["kind"] for n in shown["notices"]].count("identifier_masked") == 1


def test_many_turns_are_read_with_four_queries(clinician: User, fake_engine: FakeEngine) -> None:
    for _ in range(5):
        answer(clinician, fake_engine, answered(claims=2))
    turns = list(Turn.objects.all())
    with CaptureQueriesContext(
        connection,
    ) as queries:
        shown = turns_as_dicts(turns)
    assert len(queries) == 4
    assert all(len(turn["claims"]) == 2 for turn in shown)


@pytest.mark.parametrize("search", ["lợn", "lon", "LIỀU LƯỢNG", "luong cho lon", "lu\u031bo\u031b\u0323ng"])
def test_search_finds_questions_with_or_without_marks(search: str, clinician: User) -> None:
    submit_turn(conversation=None, owner=clinician, question="liều lượng cho lợn")
    submit_turn(conversation=None, owner=clinician, question="chống chỉ định")
    assert [c["title"] for c in conversation_as_list(clinician, search=search)] == ["liều lượng cho lợn"]


def test_search_takes_wildcards_literally(clinician: User) -> None:
    submit_turn(conversation=None, owner=clinician, question="dung dịch 10%")
    submit_turn(conversation=None, owner=clinician, question="dung dịch 10 ml")
    assert len(conversation_as_list(clinician, search="10%")) == 1


def test_the_list_holds_only_own_conversations(clinician: User, other_clinician: User) -> None:
    submit_turn(conversation=None, owner=other_clinician, question="liều")
    assert conversation_as_list(clinician) == []


def test_a_conversation_shows_its_turns(clinician: User) -> None:
    conversation = open_conversation(owner=clinician)
    submit_turn(conversation=conversation, owner=clinician, question="liều")
    shown = conversation_as_dict(conversation, turns=list(conversation.turns.all()))
    assert [turn["number"] for turn in shown["turns"]] == [1]
