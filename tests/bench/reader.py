"""The reader: pictures of pages, drawn and kept, and the pages of a book of that many monographs."""

import http.client
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rag.evals.tally import percentiles
from tests.bench.server import ROOT, Prepared, environment_of, prepare, serving, stop_database

EDITION = "bench-in"
PICTURES = 80  # pages that are drawn, one after another
WIDTH = 1000  # pixels
TIMES = 20  # that every page is opened
PAGES = {
    "letters": "/formulary/",
    "classification": "/formulary/atc/",
    "group": "/formulary/atc/J/",
    "name": "/formulary/?q=para",
    "monograph": f"/formulary/{EDITION}/digoxin/",
    "citation": f"/formulary/{EDITION}/digoxin/?muc=lieu_luong_va_cach_dung&k=3&tu=0&den=20",
    "section": f"/formulary/{EDITION}/digoxin/lieu_luong_va_cach_dung/?k=3&tu=0&den=20",
}


def measure(base: Path, *, monographs: int) -> dict[str, Any]:
    prepared = prepare(base, monographs=monographs, people=1)
    try:
        _import_printed_sample(prepared)
        shutil.rmtree(prepared.var / "page-images", ignore_errors=True)
        with serving(prepared) as server:
            reader = _Reader(server.port, prepared.sessions[0])
            addresses = [f"/formulary/{EDITION}/trang/{number}.png?w={WIDTH}" for number in range(3, 3 + PICTURES)]
            cold, kept = reader.times(addresses), reader.times(addresses)
            opened = {name: percentiles(reader.times([address] * TIMES)) for name, address in PAGES.items()}
    finally:
        stop_database(prepared.var)
    return {"picture_cold_ms": percentiles(cold), "picture_kept_ms": percentiles(kept), "pages_ms": opened}


class _Reader:
    """A browser that keeps its connection, reduced to loading addresses one after another."""

    def __init__(self, port: int, session: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self._headers = {"Cookie": f"sessionid={session}"}

    def times(self, addresses: Sequence[str]) -> list[float]:
        """Milliseconds to the last byte. Raises AssertionError when a page is refused."""
        return [self._time(address) for address in addresses]

    def _time(self, address: str) -> float:
        started = time.perf_counter()
        self._connection.request("GET", address, headers=self._headers)
        response = self._connection.getresponse()
        response.read()
        assert response.status == 200, f"{response.status} {address}"
        return (time.perf_counter() - started) * 1000


def _import_printed_sample(prepared: Prepared) -> None:
    command = [sys.executable, "-m", "tests.bench.printed", EDITION]
    subprocess.run(command, cwd=ROOT, env=environment_of(prepared.var), check=True)
