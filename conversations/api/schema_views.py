"""The OpenAPI description, and a page to read and try it that holds to our content security policy."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.utils.cache import add_never_cache_headers
from drf_spectacular.settings import patched_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.api.problems import MEDIA_TYPE, problem_handler


class _Problems:
    """Errors as everywhere under /api/, whatever form the answer would have had."""

    def get_exception_handler(self) -> Callable[..., Response]:
        return problem_handler

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        if getattr(response, "exception", False):
            request.accepted_renderer = JSONRenderer()
            request.accepted_media_type = MEDIA_TYPE
        finalized: Response = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[misc]
        return finalized


class Schema(_Problems, SpectacularAPIView):
    """Only the API: the pages are for people."""


class Docs(_Problems, SpectacularSwaggerSplitView):
    url_name = "api-schema"
    template_name = "conversations/api_docs.html"  # without the inline style of the original

    def handle_exception(self, exc: Exception) -> Any:
        """A person with a browser is led to the login page and back; a program gets the problem."""
        if isinstance(exc, NotAuthenticated) and "text/html" in self.request.headers.get("Accept", ""):
            to_login = redirect_to_login(self.request.get_full_path())
            add_never_cache_headers(to_login)
            return to_login
        return super().handle_exception(exc)

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        # Unless told not to, the page sends the schema's address to a validator on the internet.
        with patched_settings({"SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None}}):
            response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return response
