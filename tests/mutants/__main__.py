"""`python -m tests.mutants`: put one small fault at a time into the product and see whether a test notices.

A sample of all the faults of each group of modules is tried, the same one for the same seed. Exit status 1 when the
tests notice fewer than the target in some group, 2 when they fail without any fault.
"""

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from glob import glob
from pathlib import Path

from tests.mutants import warm
from tests.mutants.changes import Mutant, count, mutant
from tests.mutants.groups import GROUPS, ROOT, TARGET, Group
from tests.mutants.running import Forks, Job, Run, load_libraries


class TestsFail(RuntimeError):
    """They fail with no fault in the product, so they would notice anything."""


def main() -> int:
    options = _options()
    load_libraries()
    reached = True
    for name in options.groups:
        try:
            reached &= _try(name, options)
        except TestsFail as why:
            sys.stderr.write(f"{name}: {why}\n")
            return 2
    return 0 if reached else 1


def _try(name: str, options: argparse.Namespace) -> bool:
    group = GROUPS[name]
    possible = [(path, number) for path in group.paths() for number in range(count(path.read_text("utf-8")))]
    chosen = random.Random(options.seed).sample(possible, min(options.sample, len(possible)))
    mutants = [mutant(path, path.read_text("utf-8"), number) for path, number in chosen]
    noticed = 0
    for done, (m, failed) in enumerate(_verdicts(group, mutants, options), 1):
        noticed += bool(failed)
        if not failed:
            print(f"{m.path.relative_to(ROOT)}:{m.line}: {m.kind}: {m.before} → {m.after}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{name}: {done} / {len(mutants)}", end="\r", file=sys.stderr, flush=True)
    share = 100 * noticed / len(mutants)
    print(
        f"{name}: {noticed} of {len(mutants)} noticed = {share:.1f} % (seed {options.seed}, {len(possible)} possible)"
    )
    return share >= options.target


def _verdicts(group: Group, mutants: Sequence[Mutant], options: argparse.Namespace) -> Iterator[tuple[Mutant, str]]:
    """(fault, what noticed it), as they end. What the tests that reach a fault let pass is tried on all of them, in a
    process that loads everything with the fault in it; so is what is done when a module is loaded."""
    tests = tuple(path for pattern in group.tests for path in sorted(glob(str(ROOT / pattern))))
    left = []
    results = warm.results(tests, mutants, options.workers)
    _, failed = next(results)
    if failed:
        raise TestsFail(failed)
    for number, failed in results:
        if failed or (options.quick and failed == ""):
            yield mutants[number], failed
        else:
            left.append(mutants[number])
    for m, run in _runs(tests, left, options.workers):
        yield m, run.failed


def _runs(tests: tuple[str, ...], mutants: Sequence[Mutant], workers: int) -> Iterator[tuple[Mutant, Run]]:
    """As they end. The tests that noticed a fault of a module are the first to look at its next."""
    forks = Forks()
    forks.start(Job(tests, seconds=600))
    _, whole = forks.next_ended()
    if whole.failed:
        raise TestsFail(whole.failed)
    seconds = int(3 * whole.seconds) + 10
    noticed: dict[Path, Counter[str]] = defaultdict(Counter)
    waiting = list(reversed(mutants))
    under_way: dict[Job, Mutant] = {}
    while waiting or under_way:
        while waiting and len(forks) < workers:
            m = waiting.pop()
            first = tuple(test for test, _ in noticed[m.path].most_common())
            likely = _likely(tests, m.path, first)
            forks.start(job := Job(likely or tests, seconds, first, m.path, m.source))
            under_way[job] = m
        job, run = forks.next_ended()
        m = under_way.pop(job)
        if not run.failed and job.tests != tests:
            forks.start(rest := replace(job, tests=tests))
            under_way[rest] = m
            continue
        if run.failed:
            noticed[m.path][run.failed] += 1
        yield m, run


def _likely(tests: Sequence[str], module: Path, noticed: Sequence[str]) -> tuple[str, ...]:
    """The test files that are run before all the others: those of the module's name, and those that noticed before."""
    files = [
        file
        for test in tests
        for file in ([test] if test.endswith(".py") else glob(f"{test}/**/test_*.py", recursive=True))
    ]
    before = {str(ROOT / test.partition("::")[0]) for test in noticed[:5]}
    return tuple(sorted(file for file in files if file in before or module.stem in Path(file).stem))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="group", help=f"{', '.join(GROUPS)}; none: all of them")
    parser.add_argument("--sample", type=int, default=150, help="faults tried in each group")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--quick", action="store_true", help="believe the tests that reach a fault; do not try the others on it"
    )
    parser.add_argument("--target", type=float, default=TARGET, help="per cent that has to be noticed")
    options = parser.parse_args()
    if unknown := sorted(set(options.groups) - GROUPS.keys()):
        parser.error(f"no such group: {', '.join(unknown)}")
    options.groups = options.groups or [*GROUPS]
    return options


if __name__ == "__main__":
    sys.exit(main())
