"""`python -m tests.bench.written`: turns that a model writes, at the pace that the systems before measured.

Run in a process of its own, whose DUOCTHU_VAR names a folder that `tests.bench.prepare` has filled. Prints one JSON
object. A turn is the product's own, with its PostgreSQL; only the model is rehearsed. The others are their calls alone,
one after the other as their designs have it, without anything of their own computing.
"""

import json
import os
import sys
import time
from dataclasses import replace
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "duocthu.settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402  settings must be there before anything of Django is

from conversations import language_model  # noqa: E402
from conversations.answering import answer_turn  # noqa: E402
from conversations.intake import SYSTEM, submit_turn  # noqa: E402
from conversations.models import Turn  # noqa: E402
from rag.breakers import Breaker  # noqa: E402
from rag.evals.tally import percentiles  # noqa: E402
from rag.language import Prompt  # noqa: E402
from rag.model_calls import MeteredModel  # noqa: E402
from rag.ports import ConfiguredModel  # noqa: E402
from tests.bench.rehearsed import ENTAILMENT, WRITING, RehearsedModel  # noqa: E402
from tests.bench.turn import QUESTIONS  # noqa: E402

# Short answers and long ones, the slowest of the kind among them (a long span with little to keep stands last), and how
# many of their sources the writer leaves out.
WRITTEN: tuple[tuple[str, int], ...] = (
    ("metformin uống trước hay sau ăn", 0),
    ("chỉ định của amlodipin", 0),
    ("allopurinol ức chế men gì để hạ acid uric?", 0),
    ("gentamicin tiêm bắp cho trẻ 2 tuổi nặng 12 kg", 0),
    ("cơ chế tác dụng của enalapril", 0),
    ("cơ chế tác dụng của enalapril", 1),
    ("ibuprofen uống ở người lớn, giảm đau, liều bao nhiêu?", 0),
    ("chỉ định của captopril", 0),
    ("bảo quản insulin", 2),
    ("thận trọng khi dùng digoxin", 0),
    ("thận trọng khi dùng digoxin", 4),
    ("tac dung phu cua omeprazol", 0),
)
# Sufficiency is S1's question whether to ask back; S4's eight are its five, one more retrieval and one more check.
OTHERS = {
    "S1: four calls": ("understand", "sufficiency", "write", "entail"),
    "S4: five calls": ("triage", "contextualize", "grade", "write", "entail"),
    "S4: eight calls": (*("triage", "contextualize", "grade", "contextualize", "grade", "write", "entail", "entail"),),
}
ROUNDS = 10


def measure() -> dict[str, Any]:
    person = User.objects.create_user(f"bench-{time.time_ns()}")
    _asked(person, "chống chỉ định của warfarin")
    before = time.process_time()
    unwritten = [_asked(person, question) for _ in range(ROUNDS) for question in QUESTIONS]
    cpu = (time.process_time() - before) * 1000 / len(unwritten)
    turns = [_written(person, question, unused) for question, unused in WRITTEN]
    beside = [turn["not_model_ms"] for turn in turns]
    prompt = turns[-1].pop("prompt")
    for turn in turns:
        turn.pop("prompt", None)
    ratios = sorted(turn["ratio"] for turn in turns)
    return {
        "ratio": {"least": ratios[0], "median": ratios[len(ratios) // 2], "most": ratios[-1]},
        "seconds": {
            "writing alone": _in_series(("write",), prompt),
            "duocthu": {"least": min(t["seconds"] for t in turns), "most": max(t["seconds"] for t in turns)},
            **{name: _in_series(calls, prompt) for name, calls in OTHERS.items()},
        },
        "not_model_ms": percentiles(beside),
        "unwritten_ms": percentiles(unwritten) | {"cpu_mean": round(cpu, 2)},
        "turns": turns,
    }


def _asked(person: User, question: str) -> float:
    """Milliseconds from taking the question to having it answered, without a model."""
    started = time.perf_counter()
    _answer(person, question)
    return (time.perf_counter() - started) * 1000


def _answer(person: User, question: str) -> Turn:
    return answer_turn(submit_turn(conversation=None, owner=person, question=question, limits=SYSTEM).pk)


def _written(person: User, question: str, unused: int) -> dict[str, Any]:
    model = RehearsedModel(unused=unused)
    served = ConfiguredModel(model, Breaker())
    configured = language_model.configured
    language_model.configured = lambda: served
    started = time.monotonic()
    try:
        turn = _answer(person, question)
    finally:
        language_model.configured = configured
    seconds = time.monotonic() - started
    if turn.reason != "verified":
        raise RuntimeError(f"{question}: {turn.outcome}/{turn.reason} is no written answer")
    prompts = [prompt for prompt, *_ in model.calls]
    writing = next(prompt for prompt in prompts if prompt.name == "write")
    return {
        "question": question,
        "unused_sources": unused,
        "claims": len(json.loads(writing.user)["nguon"]) - unused,
        "calls": {name: [p.name for p in prompts].count(name) for name in ("write", "entail")},
        "seconds": round(seconds, 2),
        "ratio": round(seconds / WRITING, 3),
        # The last claim cannot be judged before it is written, nor the turn end before it is judged.
        "least_possible": round(max(1.0, model.claims_until + ENTAILMENT / WRITING), 3),
        "not_model_ms": round((seconds - model.busy_seconds()) * 1000, 1),
        "prompt": writing,
    }


def _in_series(calls: tuple[str, ...], writing: Prompt) -> float:
    started = time.monotonic()
    meter = MeteredModel(RehearsedModel(), breaker=Breaker(), ends_at=started + 60)
    for name in calls:
        meter.ask(writing if name == "write" else replace(writing, name=name, structure=None))
    return round(time.monotonic() - started, 2)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(), ensure_ascii=False) + "\n")
