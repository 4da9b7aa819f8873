"""Sessions in the database, for keys that the database can be asked about."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Django's own. A quoted cookie may hold a NUL, which PostgreSQL refuses with an error: it is nobody's key."""

    def _validate_session_key(self, key: str | None) -> bool:
        well_formed: bool = super()._validate_session_key(key)  # type: ignore[misc]  # the stubs do not know it
        return well_formed and key is not None and key.isascii() and key.isalnum()
