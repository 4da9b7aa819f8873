"""What a benchmark is doing, on stderr, with the seconds since the first process of the run began."""

import os
import sys
import time

# Every process of one run counts from the same moment: Linux has one monotonic clock for all of them.
_BEGAN = float(os.environ.setdefault("DUOCTHU_BENCH_BEGAN", str(time.monotonic())))


def tell(what: str) -> None:
    sys.stderr.write(f"[{time.monotonic() - _BEGAN:7.1f} s] {what}\n")
    sys.stderr.flush()
