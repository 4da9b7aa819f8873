"""The real server as a process of its own: its own database, the shipped edition, collected static files."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PEOPLE = 200
PASSWORD = "mat-khau-cua-kiem-thu"
SECONDS_TO_START = 60


@dataclass(frozen=True)
class Server:
    address: str
    sessions: tuple[tuple[str, str], ...]  # (user name, session key)


@contextmanager
def running() -> Iterator[Server]:
    # Not pytest's own temporary folder: as root the database runs as another user, who may not enter there.
    var = Path(os.environ["DUOCTHU_VAR"]).resolve() / f"browser-{os.getpid()}"
    var.mkdir(parents=True)
    try:
        yield from _serve(var)
    finally:
        shutil.rmtree(var)


def _serve(var: Path) -> Iterator[Server]:
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env |= {"DUOCTHU_VAR": str(var), "DEMO_PASSWORD": PASSWORD}

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    manage = (sys.executable, "manage.py")
    run(*manage, "migrate", "--verbosity", "0")
    _import_an_older_book(var / "older", run)
    run(*manage, "print_formulary", "formulary/sample", str(var / "dtqg-mau.pdf"))
    run(*manage, "import_formulary", str(var / "dtqg-mau.pdf"), "--edition", "dtqg-mau", "--current", "--demonstration")
    run(*manage, "collectstatic", "--noinput", "--verbosity", "0")
    run(*manage, "demo_users")
    sessions = json.loads(run(sys.executable, "-m", "tests.browser.people", str(PEOPLE)))

    port = _free_port()
    log = (var / "server.log").open("w")
    serve = ("-m", "uvicorn", "duocthu.asgi:application", "--port", str(port), "--lifespan", "off")
    process = subprocess.Popen([sys.executable, *serve], cwd=ROOT, env=env, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_until_ready(address, process, var / "server.log")
        yield Server(address, tuple(sessions.items()))
    finally:
        # Like Ctrl-C: the server then ends its turns, and its database with it.
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)
        log.close()


def _import_an_older_book(folder: Path, run: Callable[..., str]) -> None:
    """One monograph of the sample with another dose: published, without pages, and no longer the one that answers."""
    folder.mkdir()
    text = (ROOT / "formulary" / "sample" / "metformin.md").read_text(encoding="utf-8")
    (folder / "metformin.md").write_text(text.replace("500 mg", "400 mg"), encoding="utf-8")
    title = ("--title", "Dược thư – bản in trước")
    run(sys.executable, "manage.py", "import_formulary", str(folder), "--edition", "ban-truoc", *title, "--current")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"{address}/readyz", timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the server is not ready\n{log.read_text()}")
