"""Errors of the API as application/problem+json (RFC 9457): {type, title, status, code, detail}."""

import logging
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from conversations.intake import IntakeRefused

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"

RETRY_AFTER = {"busy": 2, "turn_open": 2, "too_many": 60, "unavailable": 5}
"""Seconds after which the same request may succeed."""

UNAVAILABLE = "Hệ thống tạm thời không truy cập được dữ liệu. Xin thử lại sau ít phút."
FAILED = "Hệ thống gặp lỗi. Xin thử lại sau ít phút."


_SENTENCES: dict[type[exceptions.APIException], str] = {
    exceptions.NotAuthenticated: "Xin đăng nhập hoặc gửi kèm mã truy cập.",
    exceptions.AuthenticationFailed: "Mã truy cập không đúng, hoặc tài khoản đã ngừng hoạt động.",
    exceptions.PermissionDenied: "Yêu cầu bị từ chối: thiếu quyền, hoặc thiếu mã chống giả mạo (CSRF) của phiên.",
    exceptions.MethodNotAllowed: "Địa chỉ này không nhận phương thức ấy.",
    exceptions.NotAcceptable: "Không trả lời được bằng kiểu nội dung mà header Accept đòi.",
    exceptions.UnsupportedMediaType: "Chỉ nhận nội dung kiểu application/json.",
}
"""Instead of what the framework says when it raises these itself, most of it in English."""


class BodyTooLarge(exceptions.APIException):
    status_code = 413
    default_detail = "Nội dung gửi lên quá lớn."
    default_code = "body_too_large"


def problem(status: int, code: str, detail: Any) -> Response:
    return Response(_body(status, code, detail), status=status, headers=_headers(code), content_type=MEDIA_TYPE)


def plain_problem(status: int, code: str, detail: str) -> JsonResponse:
    """The same where no API view is reached."""
    return JsonResponse(_body(status, code, detail), status=status, headers=_headers(code), content_type=MEDIA_TYPE)


def _body(status: int, code: str, detail: Any) -> dict[str, Any]:
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }


def _headers(code: str) -> dict[str, str]:
    return {"Retry-After": str(RETRY_AFTER[code])} if code in RETRY_AFTER else {}


def problem_handler(error: Exception, context: dict[str, Any]) -> Response:
    """What the API views answer when an error is raised, whatever it is."""
    if isinstance(error, IntakeRefused):
        return problem(error.status, error.code, error.message)
    if isinstance(error, OperationalError | InterfaceError):
        logger.error("no database for the API (%s)", type(error.__cause__).__name__)
        return problem(503, "unavailable", UNAVAILABLE)
    detail: Any = _SENTENCES.get(type(error))  # type: ignore[arg-type]
    if isinstance(error, RequestDataTooBig):
        error = BodyTooLarge()
    elif isinstance(error, Http404):
        error = exceptions.NotFound("Không tìm thấy.")
    elif isinstance(error, PermissionDenied):
        detail = str(error) or _SENTENCES[exceptions.PermissionDenied]
        error = exceptions.PermissionDenied(detail)
    if not isinstance(error, exceptions.APIException):
        # A bug: the caller learns that there is one, and the log where.
        logger.error("an API request failed", exc_info=error)
        return problem(500, "system_error", FAILED)
    set_rollback()
    response = problem(error.status_code, _code(error), detail or error.detail)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        response["WWW-Authenticate"] = "Token"
    return response


def _code(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else "invalid"
