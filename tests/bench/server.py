"""The real server in a process of its own, with a folder of its own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench import kept

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = "duocthu.asgi:application"
COUNTED = "tests.bench.counted:application"
START_SECONDS = 60
_STOP_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Prepared:
    """A folder with a loaded book and people who are logged in."""

    var: Path
    book: dict[str, Any]
    sessions: tuple[str, ...]


def prepare(base: Path, *, monographs: int, people: int) -> Prepared:
    """Loads the book the first time; later runs find it, as long as the code would load the same."""
    var = usable(base / str(monographs))
    command = [sys.executable, "-m", "tests.bench.prepare", str(monographs), str(people)]
    done = subprocess.run(command, cwd=ROOT, env=environment_of(var), stdout=subprocess.PIPE, check=True, text=True)
    found = json.loads(done.stdout.splitlines()[-1])
    return Prepared(var, found["book"], tuple(found["sessions"]))


def usable(var: Path) -> Path:
    """The folder, emptied when other code loaded what is in it, or stopped half-way."""
    if kept.kept(var) is None:
        stop_database(var)
        kept.empty(var)
    return var


def stop_database(var: Path) -> None:
    """The embedded server outlives those who use it; nobody else uses the one in this folder. Waits until it is gone,
    so that what is measured next is not measured beside its last writes."""
    pid_file = var / "postgres" / "postmaster.pid"
    try:
        pid = int(pid_file.read_text().split()[0])
        os.kill(pid, signal.SIGINT)  # PostgreSQL's fast, clean shutdown
    except (FileNotFoundError, ProcessLookupError):
        return
    deadline = time.monotonic() + _STOP_SECONDS
    while pid_file.exists() and time.monotonic() < deadline:
        time.sleep(0.1)


@dataclass(frozen=True, slots=True)
class Server:
    port: int
    pid: int

    def cpu_ms(self) -> float:
        """Processor time that the server has used so far, the database's not counted: other programs do not change it."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        user, system = int(fields[11]), int(fields[12])
        return (user + system) * 1000 / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> int:
        """Memory of the server as it is now, the database's not counted."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20)


@contextmanager
def serving(
    prepared: Prepared, *, application: str = PRODUCT, settings: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """A uvicorn that runs until the block ends, with these environment variables. Raises RuntimeError when it does not
    come up."""
    (prepared.var / "static").mkdir(exist_ok=True)  # where `collectstatic` puts files; without it Django warns
    port = _free_port()
    command = [sys.executable, "-m", "uvicorn", application, "--host", "127.0.0.1", "--port", str(port)]
    environment = environment_of(prepared.var) | dict(settings or {})
    process = subprocess.Popen([*command, "--log-level", "warning"], cwd=ROOT, env=environment)
    try:
        _wait_until_up(process, port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(timeout=20)


def get_json(port: int, path: str) -> Any:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
        return json.load(response)


def environment_of(var: Path) -> dict[str, str]:
    return os.environ | {"DUOCTHU_VAR": str(var), "DEBUG": "0"}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_up(process: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=2).close()
            return
        except urllib.error.HTTPError:
            return  # it answers
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not come up within {START_SECONDS} s")
