"""Run the tests against one mutant: in a fork, so that pytest and the libraries are loaded once for all of them.

The parent never imports a module of the product. The child does, and gets the mutant's text for the module's.
"""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import NoReturn

import hypothesis
import pytest

from tests.mutants.groups import NEED_DJANGO, ROOT

LIBRARIES = (
    "_pytest.assertion.rewrite", "django.contrib.admin", "django.db.models", "django.test", "hypothesis.strategies",
    "pytest_asyncio.plugin", "pytest_django.plugin", "rapidfuzz.fuzz", "rapidfuzz.process", "rest_framework", "yaml",
)  # fmt: skip
# Not the tests that time the machine or read what is not in the repository: the figure has to be the same everywhere.
OPTIONS = (
    "-x", "-q", "-s", "--tb=no", "-m", "not browser and not book", "-p", "no:cacheprovider", "-p", "no:logging",
    "-p", "no:warnings", "-p", "no:playwright", "-p", "no:base_url", "-p", "no:asyncio", "-p", "no:anyio", "-p", "no:xdist",
    "--ignore", str(ROOT / "tests" / "rag" / "understanding" / "test_cases.py"),
)  # fmt: skip
EXAMPLES = 30  # of each property: fewer than `make test` draws, so a fault may be noticed there that is not here
MOST_MEMORY = 4 << 30


@dataclass(frozen=True, eq=False)
class Job:
    """`path` and `source`: the module that is changed, and its text; none: the product as it is.

    `first`: tests and test files to begin with. Past `seconds` of processor time the change counts as noticed.
    """

    tests: tuple[str, ...]
    seconds: int
    first: tuple[str, ...] = ()
    path: Path | None = None
    source: str = ""


@dataclass(frozen=True)
class Run:
    """`failed`: the test that failed, or what ended the run; "" when nothing did. `seconds` of processor time."""

    failed: str
    seconds: float


def load_libraries() -> None:
    # What is compiled once serves every fork, whatever the environment says of other runs.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(ROOT / "var" / "mutants" / "compiled")
    for name in LIBRARIES:
        importlib.import_module(name)


class Forks:
    """Jobs under way, each in a process with a folder of its own for what it stores."""

    def __init__(self) -> None:
        self._under_way: dict[int, tuple[Job, int, int]] = {}

    def __len__(self) -> int:
        return len(self._under_way)

    def start(self, job: Job) -> None:
        taken = {place for _, place, _ in self._under_way.values()}
        place = next(i for i in range(len(taken) + 1) if i not in taken)
        answer, write = os.pipe()
        child = os.fork()
        if child == 0:
            _be_the_child(job, place, write)
        os.close(write)
        self._under_way[child] = (job, place, answer)

    def next_ended(self) -> tuple[Job, Run]:
        child, status, used = os.wait4(-1, 0)
        job, _, answer = self._under_way.pop(child)
        failed = json.loads(told(answer) or "null")
        if os.WIFSIGNALED(status):
            failed = f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
        elif failed is None:
            failed = "ended without a word"
        return job, Run(failed, used.ru_utime + used.ru_stime)


def _be_the_child(job: Job, place: int, answer: int) -> NoReturn:
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (job.seconds, job.seconds + 1))
        be_quiet(str(place))
        if job.path is not None:
            sys.meta_path.insert(0, _Changed(job.path, job.source))
        gc.disable()  # a run is short
        seen = Seen(job.first)
        status = pytest.main([*options_for(job.tests), *job.tests], [seen])
        failed = seen.failed or ("" if status == pytest.ExitCode.OK else f"pytest ended with {status!r}")
        os.write(answer, json.dumps(failed).encode())
    finally:
        os._exit(0)


def be_quiet(place: str) -> None:
    """A child of its own: nothing to say on the terminal, a bound to its memory, a folder for what it stores."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    os.environ["DUOCTHU_VAR"] = str(ROOT / "var" / "mutants" / place)


def options_for(tests: Sequence[str]) -> tuple[str, ...]:
    needs_django = any(test.endswith(NEED_DJANGO) for test in tests)
    return OPTIONS if needs_django else (*OPTIONS, "-p", "no:django")


def told(answer: int) -> str:
    """All that a child wrote before it ended."""
    with os.fdopen(answer, encoding="utf-8") as text:
        return text.read()


class Seen:
    """A plugin: which test failed. What noticed earlier mutants goes first, and examples are the same every time."""

    def __init__(self, first: Sequence[str]) -> None:
        self.first = {name: place for place, name in enumerate(first)}
        self.failed = ""

    def pytest_sessionstart(self) -> None:
        repeatable = hypothesis.settings(deadline=None, database=None, derandomize=True, max_examples=EXAMPLES)
        hypothesis.settings.register_profile("repeatable", repeatable)
        hypothesis.settings.load_profile("repeatable")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        last = len(self.first)
        items.sort(key=lambda item: self.first.get(item.nodeid, self.first.get(item.path.name, last)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


class _Changed(importlib.abc.MetaPathFinder):
    """Finds one module, and loads other text for it."""

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.source = source
        self.name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(
            name, self.path, loader=_Loader(name, str(self.path), self.source)
        )


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec")
