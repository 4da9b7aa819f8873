"""A question for drugs by condition, end to end on the websocket: alone, and for a patient of whom much is printed."""

import asyncio
from pathlib import Path
from typing import Any

from rag.evals.tally import percentiles
from tests.bench.client import ANSWER_SECONDS, FIRST_SECONDS, Answered, chatting
from tests.bench.server import prepare, serving, stop_database

CONDITIONS = (
    "tăng huyết áp", "suy tim", "đái tháo đường", "viêm phổi", "viêm tai giữa", "nhiễm khuẩn tiết niệu", "gút", "động kinh",
    "viêm khớp dạng thấp", "nhiễm khuẩn huyết", "loét dạ dày", "mất ngủ",
)  # fmt: skip
PATIENTS = ("", " ở bà bầu", " có suy thận ClCr 25", " cho bé 5 tuổi 18 kg", " ở người dị ứng penicilin bị hen")
QUESTIONS = tuple(f"{condition}{patient} dùng thuốc gì" for patient in PATIENTS for condition in CONDITIONS)
# An account may ask 30 questions a minute.
_ASKS_EACH = 20


def measure(base: Path, *, monographs: int) -> dict[str, Any]:
    """Each question once, in a conversation of its own; one account and the first questions only warm the server up."""
    parts = [QUESTIONS[i : i + _ASKS_EACH] for i in range(0, len(QUESTIONS), _ASKS_EACH)]
    prepared = prepare(base, monographs=monographs, people=1 + len(parts))
    warm, *others = prepared.sessions
    try:
        with serving(prepared) as server:
            asyncio.run(_asked(server.port, warm, CONDITIONS, patience=FIRST_SECONDS))
            found = [
                answered
                for session, questions in zip(others, parts, strict=True)
                for answered in asyncio.run(_asked(server.port, session, questions))
            ]
    finally:
        stop_database(prepared.var)
    slowest = max(found, key=lambda answered: answered.ms)
    return percentiles([answered.ms for answered in found]) | {
        "turns": len(found),
        "answered": sum(answered.turn["outcome"] == "answered" for answered in found),
        "slowest": {"question": slowest.turn["question"], "ms": round(slowest.ms, 1)},
    }


async def _asked(
    port: int, session: str, questions: tuple[str, ...], *, patience: float = ANSWER_SECONDS
) -> list[Answered]:
    async with chatting(port, session) as chat:
        return [await chat.ask(question, patience=patience) for question in questions]
