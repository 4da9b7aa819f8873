"""One process in which the tests are collected once; each fault of a function is tried in a fork of it.

Such a fork puts the changed code in the place of the function's, empties every cache, and runs only the tests that
reach the changed statement. A first fork finds out which those are, with every test and no fault.
"""

import gc
import json
import os
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import pytest

from tests.mutants.changes import Mutant
from tests.mutants.groups import ROOT
from tests.mutants.reaching import forget_everything, recording
from tests.mutants.running import Seen, be_quiet, options_for, told
from tests.mutants.swapping import module_of, swap

NO_FAULT = -1


@dataclass
class _Whole:
    """A run of every test with no fault: what failed, "" when nothing did; the tests by the lines that they reach
    ("file:line"), and seconds of processor time of each."""

    failed: str = ""
    reach: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    seconds: dict[str, float] = field(default_factory=dict)


def results(tests: Sequence[str], mutants: Sequence[Mutant], workers: int) -> Iterator[tuple[int, str | None]]:
    """(place of the fault, what noticed it), as they end. "": nothing did; None: it cannot be tried in this way.

    `NO_FAULT` comes first, with what failed without any; the rest only when nothing did.
    """
    answer, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            be_quiet("warm")
            pytest.main([*options_for(tests), *tests], [_Serving(mutants, workers, write)])
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(answer, encoding="utf-8") as lines:
        for line in lines:
            number, failed = json.loads(line)
            yield number, failed
    os.waitpid(child, 0)


class _Serving(Seen):
    def __init__(self, mutants: Sequence[Mutant], workers: int, answer: int) -> None:
        super().__init__(())
        self.mutants = mutants
        self.workers = workers
        self.answer = answer
        self.noticed: dict[Path, Counter[str]] = defaultdict(Counter)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        child, read = self._fork(lambda: vars(_whole(self, session.items, {m.path for m in self.mutants})))
        found = json.loads(told(read) or "null")
        os.waitpid(child, 0)
        whole = _Whole(failed="the tests ended without a word") if found is None else _Whole(**found)
        self._say(NO_FAULT, self.failed or whole.failed)
        if not (self.failed or whole.failed):
            self._try_all({item.nodeid: item for item in session.items}, whole)
        return True

    def _try_all(self, items: dict[str, pytest.Item], whole: _Whole) -> None:
        gc.freeze()
        waiting = list(reversed(range(len(self.mutants))))
        under_way: dict[int, tuple[int, int]] = {}
        while waiting or under_way:
            while waiting and len(under_way) < self.workers:
                number = waiting.pop()
                names = self._order(self.mutants[number], whole)
                seconds = int(3 * sum(whole.seconds[name] for name in names)) + 10
                child, read = self._fork(
                    lambda m=self.mutants[number], names=names, seconds=seconds: self._noticed_by(
                        m, [items[name] for name in names], seconds
                    )
                )
                under_way[child] = (number, read)
            child, status = os.wait()
            number, read = under_way.pop(child)
            failed = json.loads(told(read) or "null")
            if os.WIFSIGNALED(status):
                failed = f"ended by signal {os.WTERMSIG(status)}"
            if failed:
                self.noticed[self.mutants[number].path][failed] += 1
            self._say(number, failed)

    def _order(self, mutant: Mutant, whole: _Whole) -> list[str]:
        """The tests that reach the fault: those that noticed one in this module before, then the quick ones."""
        names = {name for line in mutant.lines for name in whole.reach.get(f"{mutant.path}:{line}", ())}
        before = self.noticed[mutant.path]
        return sorted(names, key=lambda name: (-before[name], whole.seconds[name], name))

    def _noticed_by(self, mutant: Mutant, items: Sequence[pytest.Item], seconds: int) -> str | None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if not swap(mutant, module_of(mutant, ROOT)):
            return None
        forget_everything()
        for item, after in _with_next(items):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                break
        return self.failed

    def _fork(self, work: Callable[[], object]) -> tuple[int, int]:
        """The child, and where it writes what comes of the work, as JSON; nothing when the work raised."""
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                result = json.dumps(work()).encode()
                with os.fdopen(write, "wb") as out:
                    out.write(result)
            finally:
                os._exit(0)
        os.close(write)
        return child, read

    def _say(self, number: int, failed: str | None) -> None:
        os.write(self.answer, (json.dumps([number, failed]) + "\n").encode())


def _whole(seen: Seen, items: Sequence[pytest.Item], modules: Collection[Path]) -> _Whole:
    whole = _Whole()
    file = None
    for item, after in _with_next(items):
        if item.path != file:  # emptying them for each test takes far longer than the tests
            forget_everything()
            file = item.path
        began = time.process_time()
        with recording(modules) as reached:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        whole.seconds[item.nodeid] = time.process_time() - began
        for path, line in reached:
            whole.reach[f"{path}:{line}"].append(item.nodeid)
    whole.failed = seen.failed
    return whole


def _with_next(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip_longest(items, items[1:])
