"""Running parts so that none loses what another measured, and saying which targets were missed."""

import os
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.progress import tell

Found = dict[str, Any]
Measured = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked for. `base`: the folder of the loaded databases; `turns`: one after another, per size."""

    base: Path
    sizes: tuple[int, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class Part:
    """`steps`: independent of each other, by the name under which the report shows what each found.

    `targets`: the most that is allowed. `measured`: what of the step `held` is held against them, by the same names.
    """

    steps: Callable[[Run], dict[str, Callable[[], Found]]]
    held: str
    targets: Mapping[str, float]
    measured: Callable[[Found], Measured]


class Report:
    """The JSON object that comes of a run."""

    def __init__(self, machine: Found, parts: Mapping[str, Part], run: Run) -> None:
        self._parts, self._asked = parts, run
        self._targets: dict[str, float] = {}
        self._measured: Measured = {}
        self._found: dict[str, Found] = {}
        self._took: Found = {}
        self._failed: dict[str, str] = {}
        self._machine = machine

    def run(self, name: str) -> None:
        """The part of that name. A step that fails is told and written down."""
        began, load, part = time.monotonic(), os.getloadavg()[0], self._parts[name]
        found: dict[str, Found] = {}
        steps = part.steps(self._asked)
        if part.held in steps:  # the targets of a size that was not asked for are not missed
            self._targets |= part.targets
        for step, work in steps.items():
            try:
                found[step] = work()
            except Exception as error:  # noqa: BLE001  of whatever kind: the other steps do not need this one
                traceback.print_exc()
                self._failed[f"{name} {step}"] = f"{type(error).__name__}: {error}"
                tell(f"{name} {step} failed: {self._failed[f'{name} {step}']}")
        if part.held in found:
            self._measured |= part.measured(found[part.held])
        self._found[name] = found[name] if list(found) == [name] else found
        seconds = round(time.monotonic() - began)
        # A clock says little on a busy machine.
        self._took[name] = {"seconds": seconds, "load": [load, os.getloadavg()[0]]}
        tell(f"{name}: done in {seconds} s")

    def as_dict(self) -> Found:
        return {
            "machine": self._machine,
            "parts": self._took,
            "targets": self._targets,
            "measured": self._measured,
            "met": {target: target not in self._missed() for target in self._targets},
            "failed": self._failed,
            **self._found,
        }

    def complaints(self) -> str:
        """What failed and what was missed, by name; empty when all is well."""
        said = [f"failed: {', '.join(self._failed)}"] if self._failed else []
        missed = self._missed()
        if missed:
            values = (f"{name} ({self._measured.get(name)}, at most {self._targets[name]})" for name in missed)
            said.append(f"missed: {', '.join(values)}")
        return "\n".join(said)

    def _missed(self) -> list[str]:
        """What never came about is missed."""
        return sorted(name for name, most in self._targets.items() if not self._is_met(name, most))

    def _is_met(self, name: str, most: float) -> bool:
        value = self._measured.get(name)
        return value is not None and value <= most
