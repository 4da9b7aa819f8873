"""What a machine may lack: its tests are skipped, or failed where CI says that everything must be there."""

import os
from typing import NoReturn

import pytest


def lacks(what: str) -> NoReturn:
    """End the test. `DUOCTHU_REQUIRE_SERVICES=1` turns the skip into a failure."""
    if os.environ.get("DUOCTHU_REQUIRE_SERVICES") == "1":
        pytest.fail(what)
    pytest.skip(what)
