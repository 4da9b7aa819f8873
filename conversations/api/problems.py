"""Errors of the API as application/problem+json (RFC 9457): {type, title, status, code, detail}."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from conversations.intake import IntakeRefused

MEDIA_TYPE = "application/problem+json"

RETRY_AFTER = {"busy": 2, "turn_open": 2, "too_many": 60}
"""Seconds after which the same request may succeed."""


class BodyTooLarge(exceptions.APIException):
    status_code = 413
    default_detail = "Nội dung gửi lên quá lớn."
    default_code = "body_too_large"


def problem(status: int, code: str, detail: Any) -> Response:
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    headers = {"Retry-After": str(RETRY_AFTER[code])} if code in RETRY_AFTER else None
    return Response(body, status=status, headers=headers, content_type=MEDIA_TYPE)


def problem_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """What the API views answer when an error is raised; None leaves a bug to Django."""
    if isinstance(error, IntakeRefused):
        return problem(error.status, error.code, error.message)
    if isinstance(error, RequestDataTooBig):
        error = BodyTooLarge()
    elif isinstance(error, Http404):
        error = exceptions.NotFound("Không tìm thấy.")
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(str(error) or None)
    if not isinstance(error, exceptions.APIException):
        return None
    set_rollback()
    response = problem(error.status_code, _code(error), error.detail)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        response["WWW-Authenticate"] = "Token"
    return response


def _code(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else "invalid"
