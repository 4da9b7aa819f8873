"""How many statements a whole turn costs: accepted, answered by the real pipeline, recorded and shown."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conversations import chat_work, engine
from conversations.client_messages import Ask
from conversations.intake import SYSTEM
from tests.formulary.book import SAMPLE, load_markdown_edition

# Real transactions, so that BEGIN and COMMIT are counted as they are in service.
pytestmark = pytest.mark.django_db(transaction=True)

MOST = 20
DIALOGUE = ("Liều paracetamol?", "trẻ em", "18 ký", "5 tuổi", "Uống", "chống chỉ định thì sao?")


@pytest.fixture(autouse=True)
def book() -> None:
    names = ("paracetamol.md", "ibuprofen.md", "warfarin.md")
    load_markdown_edition({name: (SAMPLE / name).read_text(encoding="utf-8") for name in names})
    engine.names_of_current_edition()  # built once for the process, not for a turn


@pytest.fixture
def ask(clinician: User, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    monkeypatch.setattr(chat_work, "PERSON", SYSTEM)
    chat_work.may_chat(clinician)  # a socket asks for rights when it opens

    def visit(question: str, conversation: Any = None) -> dict[str, Any]:
        """What the websocket does for one question."""
        with CaptureQueriesContext(connection) as queries:
            turn = chat_work.submit(clinician, Ask(conversation, question, "khóa-" + question))
            shown = chat_work.answer(turn.pk, lambda stage: None).json
        statements = [query["sql"] for query in queries.captured_queries]
        assert len(statements) <= MOST, "\n".join(statement[:160] for statement in statements)
        return shown

    return visit


def test_each_turn_of_a_dialogue_stays_within_the_budget(ask: Callable[..., dict[str, Any]]) -> None:
    conversation = None
    for question in DIALOGUE:
        shown = ask(question, conversation)
        assert shown["reason"] != "system_error"
        conversation = shown["conversation"]


@pytest.mark.parametrize(
    "question",
    [
        "liều paracetamol cho bé 5 tuổi 18 kg uống",
        "ibuprofen dùng cùng warfarin có sao không",
        "paracetamol",
        "thuốc nào trị sốt",
        "xin chào",
        "cho tôi gặp dược sĩ",
    ],
)
def test_a_first_question_stays_within_the_budget(question: str, ask: Callable[..., dict[str, Any]]) -> None:
    assert ask(question)["reason"] != "system_error"
