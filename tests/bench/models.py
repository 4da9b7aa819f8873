"""Calls to a model over loopback: what the adapters add, and how long after its deadline a turn of any fault ends."""

import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from duocthu.adapters.bedrock_model import BedrockModel
from duocthu.adapters.openai_model import OpenAIModel
from rag.breakers import Breaker
from rag.errors import TurnStopped
from rag.evals.tally import percentiles
from rag.language import LanguageModel
from rag.model_calls import MeteredModel
from tests.adapters.model_servers import (
    Cut,
    End,
    EventStream,
    Hang,
    Refuse,
    Reset,
    Say,
    ServerSentEvents,
    Slice,
    model_server,
)
from tests.prompts import make_prompt

TURNS, SECONDS = 20, 2.0
FAULTS: dict[str, tuple[float, tuple[Any, ...]]] = {  # seconds before the status line, and what follows
    "slow start": (60.0, ()),
    "silence": (0.0, (Say("Liều"), Hang())),
    "a byte at a time": (0.0, (Slice(1, pause=0.25), *[Say("Liều 500 mg ")] * 100)),
    "throttled": (0.0, (Refuse("throttled"),)),
    "5xx": (0.0, (Refuse("down"),)),
    "truncated": (0.0, (Say("Liều"), Cut())),
    "reset": (0.0, (Reset(),)),
    "empty": (0.0, ()),
}


def measure(*, calls: int = 100) -> dict[str, Any]:
    """Milliseconds. `overrun_ms`: the latest of 20 turns at once, 0 when all were over before their deadline."""
    os.environ |= {
        "AWS_ACCESS_KEY_ID": "AKIATEST",
        "AWS_SECRET_ACCESS_KEY": "none",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    logging.getLogger("rag.model_calls").setLevel(logging.ERROR)  # hundreds of calls fail here on purpose
    makers: dict[str, Callable[[str], LanguageModel]] = {
        "bedrock": lambda url: BedrockModel("test.model-v1:0", "ap-southeast-1", url=url),
        "openai": lambda url: OpenAIModel("test-model", f"{url}/v1"),
    }
    return {name: _measured(name, make, calls) for name, make in makers.items()}


def _measured(name: str, make: Callable[[str], LanguageModel], calls: int) -> dict[str, Any]:
    with model_server(EventStream() if name == "bedrock" else ServerSentEvents()) as server:
        model = make(f"http://127.0.0.1:{server.port}")
        server.says(*[Say("Liều ")] * 20, End())
        first = _turn(model) * 1000
        took = [_turn(model) * 1000 for _ in range(calls)]
        overrun = {}
        for fault, (server.before_head, steps) in FAULTS.items():
            server.says(*steps)
            with ThreadPoolExecutor(TURNS) as threads:
                latest = max(threads.map(lambda _: _turn(model), range(TURNS)))
            overrun[fault] = round(max(0.0, latest - SECONDS) * 1000)
    return {"first_call_ms": round(first), "call_ms": percentiles(took), "overrun_ms": overrun}


def _turn(model: LanguageModel) -> float:
    """Seconds that one call took, second try included; the breaker of each is its own and never opens."""
    started = time.monotonic()
    meter = MeteredModel(model, breaker=Breaker(), ends_at=started + SECONDS)
    with suppress(TurnStopped):  # it is the time that counts
        meter.ask(make_prompt(usual_seconds=0.5))
    return time.monotonic() - started
