"""Shared fixtures. Tests run on an embedded PostgreSQL of their own unless DATABASE_URL names another."""

import os
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("DUOCTHU_VAR", str(ROOT / "var" / "test"))
# No test waits for an index, or for one that is built behind its back, unless it asks for one.
os.environ.setdefault("SEARCH_IN_POSTGRES", "1")

pytest_plugins = ["tests.append_only"]

# A slow day is no failure: timings belong to `make bench`.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
