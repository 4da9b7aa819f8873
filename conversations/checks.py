"""System checks: settings that would make a turn fail are refused at start-up, not at the first question."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

from conversations import language_model

# Setting -> (type, least, most). Threads are bounded by the connections of a small PostgreSQL server.
_RANGES: dict[str, tuple[type[float] | type[int], float, float]] = {
    "TURN_SECONDS": (float, 1.0, 300.0),
    "TURN_THREADS": (int, 1, 64),
    "MODEL_TURN_THREADS": (int, 1, 64),
    "QUESTION_CHARACTERS": (int, 200, 2_000),
    "FRAME_BYTES": (int, 16 * 1024, 32 * 1024),
}


@register()
def settings_are_sane(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for name, (kind, least, most) in _RANGES.items():
        value = settings.DUOCTHU.get(name)
        if not isinstance(value, kind) or not least <= value <= most:
            found.append(
                Error(
                    f"DUOCTHU['{name}'] is {value!r}; it must be {kind.__name__} from {least:g} to {most:g}.",
                    id="conversations.E001",
                )
            )
    return found


@register()
def language_model_can_be_made(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """A site that believes that a model writes its answers must not find out from an answer."""
    if not settings.DUOCTHU["LANGUAGE_MODEL"]:
        return []
    try:
        language_model.made()
        language_model.price()
    except ImproperlyConfigured as error:
        hint = "Để trống LANGUAGE_MODEL thì quy tắc và trích nguyên văn trả lời, không cần mô hình."
        return [Error(str(error), hint=hint, id="conversations.E002")]
    return []


@register()
def database_is_postgresql(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    engine = settings.DATABASES["default"]["ENGINE"]
    if engine in ("django.db.backends.postgresql", "duocthu.adapters.embedded_postgres"):
        return []
    return [
        Error(
            f"The database engine is {engine}; only PostgreSQL can guard the record of a turn.",
            hint="Set DATABASE_URL to a postgres:// address, or leave it unset.",
            id="conversations.E003",
        )
    ]
