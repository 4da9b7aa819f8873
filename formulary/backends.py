"""The embedder and the index that settings name, made once a process. Each is {"BACKEND": path, "OPTIONS": {…}}."""

from functools import cache
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from formulary.ports import Embedder, VectorIndex


@cache
def embedder() -> Embedder | None:
    """None: search goes by words only. Raises ImportError."""
    made: Embedder | None = _made(settings.SEARCH["EMBEDDER"])
    return made


@cache
def vector_index() -> VectorIndex | None:
    """None: PostgreSQL alone searches. Raises ImportError."""
    made: VectorIndex | None = _made(settings.SEARCH["INDEX"])
    return made


def forget() -> None:
    """Make them anew when they are next asked for: for tests that change the settings."""
    embedder.cache_clear()
    vector_index.cache_clear()


def _made(named: dict[str, Any] | None) -> Any:
    return None if named is None else import_string(named["BACKEND"])(**named.get("OPTIONS", {}))
