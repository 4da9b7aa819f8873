"""The engine's DatabaseWrapper, under the name that Django looks for."""

from pathlib import Path
from subprocess import SubprocessError
from typing import Any

from django.db import OperationalError
from django.db.backends.postgresql import base

from duocthu.adapters.embedded_postgres import socket_folder

# Its own log would else hold the whole statement of every error, with what was asked.
_QUIET = "-c log_min_error_statement=panic -c log_error_verbosity=terse"


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        data = Path(params.pop("data"))
        try:
            host = socket_folder(data)
        except (OSError, RuntimeError, SubprocessError) as error:
            raise OperationalError(f"the embedded PostgreSQL does not start: {error}") from error
        options = " ".join(filter(None, (params.get("options"), _QUIET)))
        return params | {"host": host, "user": "postgres", "options": options}
