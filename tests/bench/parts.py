"""The parts of the benchmark: what each runs, and what of it is held against a target."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.bench import conditions, models, names, outages, reader, turn
from tests.bench.progress import tell
from tests.bench.running import Found, Measured, Part, Run
from tests.bench.server import ROOT, environment_of, prepare, stop_database, usable

CASES = ROOT.parent / "shared" / "cases" / "questions-dev.jsonl"
STATED = 700  # monographs at which the targets hold
BLOCKS = 20_000  # at which the targets of search hold
SAMPLE = 70  # monographs at which a model's turns are measured: the shipped ones and a few


def _growth(run: Run) -> dict[str, Callable[[], Found]]:
    cases = CASES if CASES.exists() else None

    def of(size: int) -> Found:
        tell(f"growth: {size} monographs")
        found = turn.measure(run.base, monographs=size, turns=run.turns)
        return found | {"names": names.measure(monographs=size, cases=cases)}

    return {str(size): partial(of, size) for size in run.sizes}


def _conditions(run: Run) -> dict[str, Callable[[], Found]]:
    def of(size: int) -> Found:
        tell(f"conditions: {size} monographs")
        return conditions.measure(run.base, monographs=size)

    return {str(size): partial(of, size) for size in run.sizes}


def _search(run: Run) -> Found:
    """In a process and a database of its own."""
    tell(f"search: {BLOCKS} blocks")
    var = usable(run.base / "search")
    try:
        return _printed(["tests.bench.search", str(BLOCKS)], var)
    finally:
        stop_database(var)


def _written(run: Run) -> Found:
    """In a process of its own, with the database of the smallest book."""
    tell("written: turns that a model writes")
    prepared = prepare(run.base, monographs=SAMPLE, people=0)
    try:
        return _printed(["tests.bench.written"], prepared.var)
    finally:
        stop_database(prepared.var)


def _models() -> Found:
    tell("models: calls over loopback")
    return models.measure()


def _reader(run: Run) -> Found:
    tell(f"reader: {STATED} monographs, and the shipped ones printed")
    return reader.measure(run.base, monographs=STATED)


def _printed(module: list[str], var: Path) -> Found:
    """The last line that a module prints in a process of its own."""
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=ROOT, env=environment_of(var), stdout=subprocess.PIPE, check=True, text=True)
    found: Found = json.loads(done.stdout.splitlines()[-1])
    return found


def _of_growth(found: Found) -> Measured:
    return {
        "import_seconds": found["book"]["import_seconds"],
        "turn_p50_ms": found["turn_ms"]["p50"],
        "turn_p95_ms": found["turn_ms"]["p95"],
        "ten_drugs_p95_ms": found["ten_drugs_ms"]["p95"],
        "sql_statements": found["sql"]["most"],
        "twenty_sockets_p95_ms": found["twenty_sockets_ms"]["p95"],
        "names_p95_ms": found["names"]["find_ms"]["p95"],
    }


def _of_models(found: Found) -> Measured:
    return {
        "model_call_p95_ms": max(model["call_ms"]["p95"] for model in found.values()),
        "model_overrun_ms": max(late for model in found.values() for late in model["overrun_ms"].values()),
    }


def _of_outages(found: Found) -> Measured:
    faults = found["faults"].values()
    return {
        "turn_in_any_fault_seconds": max(fault["latest"] for fault in faults),
        "shown_in_any_fault": sum(fault["shown"] for fault in faults),
        "beside_a_fault_ms": max(fault["beside_ms"] for fault in faults),
        "recovered_after_outage_seconds": found["outage"]["recovered_seconds"],
    }


PARTS: dict[str, Part] = {
    "growth": Part(
        _growth,
        str(STATED),
        {
            "import_seconds": 300,
            "turn_p50_ms": 40,
            "turn_p95_ms": 100,
            "ten_drugs_p95_ms": 150,
            "sql_statements": 20,
            "twenty_sockets_p95_ms": 300,
            "names_p95_ms": 3,
        },
        _of_growth,
    ),
    "conditions": Part(
        _conditions, str(STATED), {"condition_p95_ms": 150}, lambda found: {"condition_p95_ms": found["p95"]}
    ),
    "reader": Part(
        lambda run: {"reader": lambda: _reader(run)},
        "reader",
        {"picture_cold_p95_ms": 300, "picture_kept_p95_ms": 30},
        lambda found: {
            "picture_cold_p95_ms": found["picture_cold_ms"]["p95"],
            "picture_kept_p95_ms": found["picture_kept_ms"]["p95"],
        },
    ),
    "search": Part(
        lambda run: {"search": lambda: _search(run)},
        "search",
        {"search_p95_ms": 60, "search_rebuild_seconds": 10},
        lambda found: {
            "search_p95_ms": found["search_ms"]["p95"],
            "search_rebuild_seconds": found["rebuild_seconds"]["median"],
        },
    ),
    "models": Part(
        lambda run: {"models": _models}, "models", {"model_call_p95_ms": 50, "model_overrun_ms": 1_000}, _of_models
    ),
    "written": Part(
        lambda run: {"written": lambda: _written(run)},
        "written",
        {"written_turn_to_writing": 1.25, "written_not_model_p95_ms": 50, "unwritten_p95_ms": 50},
        lambda found: {
            "written_turn_to_writing": found["ratio"]["most"],
            "written_not_model_p95_ms": found["not_model_ms"]["p95"],
            "unwritten_p95_ms": found["unwritten_ms"]["p95"],
        },
    ),
    "outages": Part(
        lambda run: {"outages": lambda: outages.measure(run.base, monographs=SAMPLE)},
        "outages",
        {
            "turn_in_any_fault_seconds": 31,
            "shown_in_any_fault": 0,
            "beside_a_fault_ms": 300,
            "recovered_after_outage_seconds": 15,
        },
        _of_outages,
    ),
}
