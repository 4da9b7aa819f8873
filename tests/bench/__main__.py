"""`python -m tests.bench`: every benchmark, as one JSON object. What was loaded stays under `var/bench`.

Progress goes to stderr. A step that fails is named, and loses nothing that the others measured.
"""

import argparse
import json
import os
import platform
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from tests.bench.parts import PARTS, STATED, Found, Part, Run
from tests.bench.progress import tell
from tests.bench.server import ROOT

SIZES = (70, 700, 7_000)


def main() -> None:
    options = _options()
    run = Run(options.base, tuple(options.sizes), options.turns)
    parts = {name: PARTS[name] for name in options.part or PARTS}
    report: dict[str, Any] = {
        "machine": {
            "cpus": os.cpu_count(),
            "python": platform.python_version(),
            "system": platform.platform(),
            "load": os.getloadavg()[0],
        },
        # Those of a size that was not asked for are not missed.
        "targets": {
            target: most
            for part in parts.values()
            if part.held in part.steps(run)
            for target, most in part.targets.items()
        },
        "parts": {},
        "measured": {},
        "failed": {},
    }
    run.base.mkdir(parents=True, exist_ok=True)
    for name, part in parts.items():
        _run(name, part, run, report)
        report["met"] = {target: _is_met(most, report, target) for target, most in report["targets"].items()}
        # Whoever ends a run half-way finds here what it has measured so far.
        (run.base / "report.json").write_text(_as_json(report), encoding="utf-8")
    sys.stdout.write(_as_json(report))
    _end(report)


def _run(name: str, part: Part, run: Run, report: dict[str, Any]) -> None:
    began, load = time.monotonic(), os.getloadavg()[0]
    found: dict[str, Found] = {}
    for step, work in part.steps(run).items():
        try:
            found[step] = work()
        except Exception as error:  # noqa: BLE001  of whatever kind: the other steps do not need this one
            traceback.print_exc()
            tell(f"{name} {step} failed: {error}")
            report["failed"][f"{name} {step}"] = f"{type(error).__name__}: {error}"
    if part.held in found:
        report["measured"] |= part.measured(found[part.held])
    # A clock says little on a busy machine.
    told = {"seconds": round(time.monotonic() - began), "load": [load, os.getloadavg()[0]]}
    report["parts"][name] = told
    report[name] = found[name] if list(found) == [name] else found
    tell(f"{name}: done in {told['seconds']} s")


def _is_met(most: float, report: dict[str, Any], target: str) -> bool:
    """What never came about is missed."""
    value = report["measured"].get(target)
    return value is not None and value <= most


def _end(report: dict[str, Any]) -> None:
    """Exits with an error that names what failed and what was missed."""
    said = [f"failed: {', '.join(report['failed'])}"] if report["failed"] else []
    missed = sorted(name for name, met in report["met"].items() if not met)
    if missed:
        value = {name: report["measured"].get(name) for name in missed}
        shown = (f"{name} ({value[name]}, at most {report['targets'][name]})" for name in missed)
        said.append(f"missed: {', '.join(shown)}")
    if said:
        sys.exit("\n".join(said))


def _as_json(report: dict[str, Any]) -> str:
    return json.dumps(report, ensure_ascii=False, indent=1) + "\n"


def _options() -> argparse.Namespace:
    var = Path(os.environ.get("DUOCTHU_VAR", ROOT / "var"))
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--part", nargs="+", choices=PARTS, help="only these parts")
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=SIZES, help=f"numbers of monographs; the targets hold at {STATED}"
    )
    parser.add_argument("--turns", type=int, default=200, help="turns one after another, per size")
    parser.add_argument("--base", type=Path, default=var / "bench", help="folder of the loaded databases")
    return parser.parse_args()


if __name__ == "__main__":
    main()
