"""System checks of the book: is there an edition to answer from?"""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError

from formulary import backends
from formulary.selectors import current_edition


@register(Tags.database)
def there_is_a_current_edition(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Runs with `check --database default` and before `migrate`, so missing tables are no finding."""
    if not databases:
        return []
    try:
        edition = current_edition()
    except DatabaseError:
        return []
    if edition is not None:
        return []
    hint = "manage.py import_formulary formulary/sample --edition mau --demonstration --current"
    return [Warning("Chưa có ấn bản nào được chọn để trả lời.", hint=hint, id="formulary.W001")]


@register()
def search_backends_can_be_made(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A misspelt EMBEDDER must not be found out by the first reader who searches."""
    try:
        backends.embedder()
        backends.vector_index()
    except (ImportError, TypeError) as error:
        return [Error(f"Search cannot be set up: {error}", hint="See EMBEDDER and QDRANT_URL.", id="formulary.E001")]
    return []
