"""Two questions of an operator: does the process live, and could it answer a clinician now?"""

import logging
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from conversations import engine, language_model
from formulary.models import Chunk
from formulary.retrieval import current_edition

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def livez(request: HttpRequest) -> HttpResponse:
    """The process answers. Nothing else is looked at: a database that is down is no reason to restart it."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 only when a question could be answered; else 503 with the first thing that is missing, and no details.

    A model that this process leaves alone for a while is told and is no reason to send clinicians away: what rules
    and quotation answer goes on.
    """
    for name, check in CHECKS:
        try:
            ready = check()
        except Exception:
            # Whatever it was: not ready, and the log has the rest.
            logger.exception("readiness: %s failed", name)
            ready = False
        if not ready:
            return JsonResponse({"ready": False, "missing": name}, status=503)
    served = language_model.configured()
    told = {"language_model": served.breaker.state.value, "last_model_call": served.breaker.last} if served else {}
    return JsonResponse({"ready": True} | told)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        logger.warning("readiness: no database", exc_info=True)
        return False


def _migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _edition() -> bool:
    edition = current_edition()
    return edition is not None and Chunk.objects.filter(section__monograph__edition=edition.id).exists()


def _names() -> bool:
    engine.names_of_current_edition()
    return True


def _language_model() -> bool:
    language_model.configured()
    return True


# In this order: each needs the ones before it.
CHECKS: tuple[tuple[str, Callable[[], bool]], ...] = (
    ("database", _database),
    ("migrations", _migrations),
    ("edition", _edition),
    ("names", _names),
    ("language_model", _language_model),
)
