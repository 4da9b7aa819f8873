"""One bounded call in which a model says whether what was read is enough, or which section should be read too.

It may name a section of a closed list and nothing else. What is quoted from it, and whether, code decides.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from rag.claims import Claim
from rag.errors import CallFailed, ModelPaused
from rag.frames import QueryFrame
from rag.language import Structure
from rag.model_calls import MeteredModel
from rag.passages import SECTION_TITLES
from rag.prompts import filled
from rag.writing import asked

USUAL_SECONDS, MOST_SECONDS = 1.2, 6.0
MAX_TOKENS = 100
_MOST_READ = 12_000  # characters of quotation that the grader is shown


@dataclass(frozen=True, slots=True)
class Grade:
    """`section`: what should be read too; "" when it is enough."""

    section: str = ""


def grade(frame: QueryFrame, read: Sequence[Claim], unread: Sequence[str], model: MeteredModel) -> Grade | None:
    """None when the model gave no usable answer. Raises BudgetExhausted and Cancelled."""
    prompt = filled(
        "assess",
        {
            "hoi": asked(frame),
            "da_doc": _within([claim.text for claim in read]),
            "chua_doc": [{"khoa": key, "ten": SECTION_TITLES[key]} for key in unread],
        },
        structure=_structure(unread),
        max_tokens=MAX_TOKENS,
        usual_seconds=USUAL_SECONDS,
        most_seconds=MOST_SECONDS,
    )
    try:
        reply = json.loads(model.ask(prompt))
    except (CallFailed, ModelPaused):
        return None
    match reply:
        case {"thieu": ""}:
            return Grade()
        case {"thieu": str(section)} if section in unread:
            return Grade(section)
        case _:
            return None


def _structure(unread: Sequence[str]) -> Structure:
    named = {"type": "string", "enum": ["", *unread]}
    schema = {"type": "object", "additionalProperties": False, "required": ["thieu"], "properties": {"thieu": named}}
    return Structure("grade", schema)


def _within(texts: Sequence[str]) -> list[str]:
    kept: list[str] = []
    length = 0
    for text in texts:
        length += len(text)
        if kept and length > _MOST_READ:
            break
        kept.append(text[:_MOST_READ])
    return kept
