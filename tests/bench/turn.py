"""A turn without a model, end to end: from the question on the websocket to the committed, verified turn."""

import asyncio
import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from rag.evals.tally import percentiles
from tests.bench.client import ANSWER_SECONDS, FIRST_SECONDS, Answered, chatting
from tests.bench.server import COUNTED, Prepared, get_json, prepare, serving, stop_database

QUESTIONS = (
    "Liều paracetamol cho bé 5 tuổi 18 kg uống",
    "chống chỉ định của warfarin",
    "ibuprofen uống ở người lớn, giảm đau, liều bao nhiêu?",
    "metformin ở phụ nữ đang cho con bú",
    "warfarin với ibuprofen có tương tác không",
    "gentamicin tiêm bắp cho cháu 3 tuổi nặng 14 kg",
    "tac dung phu cua omeprazol",
    "Prednisolon",
    "liều amoxicilin?",
    "thuốc Zyntalgo 200 trị bệnh gì vậy",
    "metfomin uống trước hay sau ăn",
    "thuốc nào được chỉ định trị tăng huyết áp",
)
# Ten of the shipped drugs at once: another ten each time, so that most of what is read has not been read before.
_SHIPPED = (
    "acid valproic", "alopurinol", "amiodaron", "amlodipin", "aspirin", "atorvastatin", "azithromycin", "captopril",
    "carbamazepin", "ciprofloxacin", "clarithromycin", "colchicin", "diazepam", "diclofenac", "digoxin", "enalapril",
    "enoxaparin", "fluconazol", "furosemid", "glibenclamid", "haloperidol", "ibuprofen", "isoniazid", "metformin",
    "methotrexat", "metronidazol", "morphin", "nifedipin", "omeprazol", "phenytoin", "rifampicin", "simvastatin",
    "spironolacton", "warfarin",
)  # fmt: skip
TEN_DRUGS = tuple(
    ", ".join(_SHIPPED[(i * 7 + k * 3) % len(_SHIPPED)] for k in range(10)) + " dùng cùng nhau có tương tác không"
    for i in range(20)
)
FOLLOW_UP = "còn người lớn thì sao?"
# An account may ask 30 questions a minute.
ASKS_EACH = 24
SOCKETS, ROUNDS = 20, 6


def measure(base: Path, *, monographs: int, turns: int) -> dict[str, Any]:
    """`turns` one after another, ten drugs at a time, 20 sockets at once, and the statements of every question."""
    walkers = -(-turns // ASKS_EACH)
    prepared = prepare(base, monographs=monographs, people=2 + walkers + SOCKETS + 1)
    warm, of_ten, *others = prepared.sessions
    alone, together, counter = others[:walkers], others[walkers:-1], others[-1]
    try:
        with serving(prepared) as server:
            before_any = server.megabytes()
            first = asyncio.run(_in_turn(server.port, warm, QUESTIONS[:1], patience=FIRST_SECONDS))
            asyncio.run(_one_after_another(server.port, [warm], ASKS_EACH - 1))
            before = server.cpu_ms()
            walked = asyncio.run(_one_after_another(server.port, alone, turns))
            cpu_ms = server.cpu_ms() - before
            tens = asyncio.run(_in_turn(server.port, of_ten, TEN_DRUGS))
            crowd = asyncio.run(_all_at_once(server.port, together))
            after_all = server.megabytes()
        statements = _statements(prepared, counter)
    finally:
        stop_database(prepared.var)
    return {
        "book": prepared.book,
        "turn_ms": _summary(walked) | {"server_cpu_mean": round(cpu_ms / len(walked), 2)},
        "ten_drugs_ms": _summary(tens) | {"pairs": [len(a.turn["interactions"]["pairs"]) for a in tens]},
        # The first turn after a start also builds the index of names.
        "first_turn_ms": round(first[0].ms),
        "server_megabytes": {"before": before_any, "after": after_all},
        "twenty_sockets_ms": percentiles([answered.ms for answered in crowd]) | {"turns": len(crowd)},
        "sql": statements,
    }


async def _one_after_another(port: int, sessions: Sequence[str], turns: int) -> list[Answered]:
    """Every question opens a conversation, every third is followed up in it."""
    found: list[Answered] = []
    questions = itertools.cycle(QUESTIONS)
    for session in sessions:
        async with chatting(port, session) as chat:
            asked = 0
            while asked < ASKS_EACH and len(found) < turns:
                first = await chat.ask(next(questions))
                found.append(first)
                asked += 1
                if len(found) % 3 == 0 and asked < ASKS_EACH and first.turn["outcome"] != "escalate":
                    found.append(await chat.ask(FOLLOW_UP, conversation=first.turn["conversation"]))
                    asked += 1
    return found


async def _in_turn(
    port: int, session: str, questions: Sequence[str], *, patience: float = ANSWER_SECONDS
) -> list[Answered]:
    """One question after another, each in a conversation of its own."""
    async with chatting(port, session) as chat:
        return [await chat.ask(question, patience=patience) for question in questions]


async def _all_at_once(port: int, sessions: Sequence[str]) -> list[Answered]:
    """All sockets send in the same moment, round after round."""
    async with AsyncExitStack() as open_sockets:
        chats = [await open_sockets.enter_async_context(chatting(port, session)) for session in sessions]
        rounds: list[Answered] = []
        for number in range(ROUNDS):
            asks = (chat.ask(QUESTIONS[(number + i) % len(QUESTIONS)]) for i, chat in enumerate(chats))
            rounds += await asyncio.gather(*asks)
        return rounds


def _statements(prepared: Prepared, session: str) -> dict[str, Any]:
    """SQL statements from the question to the finished turn, per question; a follow-up reads its history too."""
    with serving(prepared, application=COUNTED) as server:
        return asyncio.run(_count_statements(server.port, session))


async def _count_statements(port: int, session: str) -> dict[str, Any]:
    counts: dict[str, int] = {}
    checks = 0
    async with chatting(port, session) as chat:
        # Connections open and caches fill in the first turns.
        opened = await chat.ask(QUESTIONS[0], patience=FIRST_SECONDS)
        for question in (*QUESTIONS, FOLLOW_UP):
            before = await asyncio.to_thread(get_json, port, "/bench/statements")
            conversation = opened.turn["conversation"] if question == FOLLOW_UP else None
            await chat.ask(question, conversation=conversation)
            after = await asyncio.to_thread(get_json, port, "/bench/statements")
            counts[question] = after["statements"] - before["statements"]
            checks = max(checks, after["health_checks"] - before["health_checks"])
    return {"most": max(counts.values()), "connection_checks": checks, "by_question": counts}


def _summary(found: Sequence[Answered]) -> dict[str, Any]:
    by_question: dict[str, list[float]] = defaultdict(list)
    for answered in found:
        by_question[answered.turn["question"]].append(answered.ms)
    ends = Counter(f"{answered.turn['outcome']}/{answered.turn['reason']}" for answered in found)
    return percentiles([answered.ms for answered in found]) | {
        "turns": len(found),
        "p50_by_question": {question: percentiles(ms)["p50"] for question, ms in by_question.items()},
        "outcomes": dict(ends.most_common()),
    }
