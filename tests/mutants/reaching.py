"""Which lines of the modules that are tried a test reaches: the tests of a fault are the ones that get to it."""

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGES = ("duocthu", "conversations", "formulary", "rag", "tests")
_CACHED = type(lru_cache(len))


def forget_everything() -> None:
    """Empty the caches of the product and of the tests: what is cached is not reached, and holds old results."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in PACKAGES:
            for value in [*vars(module).values()]:
                if isinstance(value, _CACHED):
                    value.cache_clear()


@contextmanager
def recording(modules: Collection[Path]) -> Iterator[set[tuple[str, int]]]:
    """(file, line) of each line of the modules that runs meanwhile."""
    files = {str(path) for path in modules}
    reached: set[tuple[str, int]] = set()

    def on_line(frame: FrameType, event: str, _: Any) -> Any:
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        return on_line

    def on_call(frame: FrameType, event: str, _: Any) -> Any:
        return on_line(frame, event, None) if frame.f_code.co_filename in files else None

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        yield reached
    finally:
        sys.settrace(before)
