"""`python -m tests.bench`: every benchmark, as one JSON object. What was loaded stays under `var/bench`.

Progress goes to stderr. A step that fails is named, and loses nothing that the others measured.
"""

import argparse
import json
import os
import platform
import sys
from pathlib import Path

from tests.bench.parts import PARTS, STATED
from tests.bench.running import Report, Run
from tests.bench.server import ROOT

SIZES = (70, 700, 7_000)


def main() -> None:
    options = _options()
    run = Run(options.base, tuple(options.sizes), options.turns)
    machine = {
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "load": os.getloadavg()[0],
    }
    parts = {name: PARTS[name] for name in options.part or PARTS}
    report = Report(machine, parts, run)
    run.base.mkdir(parents=True, exist_ok=True)
    for name in parts:
        report.run(name)
        # Whoever ends a run half-way finds here what it has measured so far.
        (run.base / "report.json").write_text(_as_json(report), encoding="utf-8")
    sys.stdout.write(_as_json(report))
    if complaints := report.complaints():
        sys.exit(complaints)


def _as_json(report: Report) -> str:
    return json.dumps(report.as_dict(), ensure_ascii=False, indent=1) + "\n"


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
