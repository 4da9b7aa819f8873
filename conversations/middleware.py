"""Around every page: what can only fail is answered with one sentence, and leaves no traceback behind."""

import logging

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.utils.deprecation import MiddlewareMixin

from conversations.api.problems import RETRY_AFTER, UNAVAILABLE, plain_problem

logger = logging.getLogger(__name__)


class RefuseUnreadable(MiddlewareMixin):
    """Before anything reads them: addresses with a NUL, and forms in another encoding than UTF-8.

    No field of ours holds a NUL, and PostgreSQL takes none. Such a form makes Django fail even while it says so.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query or "\0" in query:
            return _answer(request, 400, "bad_address", "Địa chỉ có ký tự không hợp lệ.")
        is_form = request.content_type == "application/x-www-form-urlencoded"
        if is_form and (request.encoding or "utf-8").lower() != "utf-8":
            return _answer(request, 400, "bad_encoding", "Chỉ nhận nội dung mã hóa UTF-8.")
        return None


class SayUnavailable(MiddlewareMixin):
    """A database that is away, or that keeps a request waiting too long, is no fault of the page: 503, come back."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, OperationalError | InterfaceError):
            return None
        state = getattr(error.__cause__, "sqlstate", None)
        logger.error("no database for %s (%s, SQLSTATE %s)", request.path, type(error.__cause__).__name__, state)
        return _answer(request, 503, "unavailable", UNAVAILABLE)


def _answer(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    """As JSON under /api/, else a page that needs neither a session nor the database."""
    if request.path.startswith("/api/"):
        return plain_problem(status, code, sentence)
    response = HttpResponse(get_template(f"{status}.html").render(), status=status)
    if code in RETRY_AFTER:
        response["Retry-After"] = str(RETRY_AFTER[code])
    return response
