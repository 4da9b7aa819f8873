"""What the websocket says to the browser, as the contract has it."""

import uuid
from typing import Any

from conversations.chat_work import Shown
from conversations.models import Turn
from rag.records import Stage

Frame = dict[str, Any]


def accepted(turn: Turn) -> Frame:
    return {
        "type": "accepted",
        "turn": str(turn.pk),
        "conversation": str(turn.conversation_id),
        "number": turn.number,
        "client_key": turn.client_key,  # so that a page knows its own question from another tab's
    }


def stage(turn: uuid.UUID, reached: Stage) -> Frame:
    """Never any clinical content: nothing has been verified yet."""
    return {"type": "stage", "turn": str(turn), "stage": reached.value}


def answer(found: Shown) -> list[Frame]:
    """Every claim of a turn that is recorded, then the turn."""
    claims: list[Frame] = [
        {"type": "claim", "turn": str(found.turn.pk), "index": index, "claim": claim}
        for index, claim in enumerate(found.json["claims"])
    ]
    return [*claims, {"type": "done", "turn": found.json, "title": found.title}]


def error(code: str, message: str) -> Frame:
    return {"type": "error", "code": code, "message": message}
