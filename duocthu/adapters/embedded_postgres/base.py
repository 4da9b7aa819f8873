"""The engine's DatabaseWrapper, under the name that Django looks for."""

from pathlib import Path
from typing import Any

from django.db.backends.postgresql import base

from duocthu.adapters.embedded_postgres import socket_folder


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        data = Path(params.pop("data"))
        return params | {"host": socket_folder(data), "user": "postgres"}
