"""The reader: pictures of pages, drawn and kept, and the pages of a book of that many monographs."""

import http.client
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rag.evals.tally import percentiles
from tests.bench.server import ROOT, Prepared, prepare, serving, stop_database

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
        stop_database(prepared)
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
    """Once per folder; the invented book stays the one that answers."""
    done = prepared.var / "printed.json"
    if done.exists():
        return
    book = prepared.var / "printed.pdf"
    _manage(prepared, "print_formulary", "formulary/sample", str(book))
    _manage(prepared, "import_formulary", str(book), "--edition", EDITION, "--current")
    _manage(prepared, "import_formulary", str(prepared.var / "filler"), "--edition", "bench", "--current")
    done.write_text(json.dumps({"edition": EDITION}))


def _manage(prepared: Prepared, *command: str) -> None:
    environment = os.environ | {"DUOCTHU_VAR": str(prepared.var), "DEBUG": "0"}
    subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True
    )
