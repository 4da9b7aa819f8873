"""The OpenAPI description, and a page to read and try it that holds to our content security policy."""

from typing import Any

from drf_spectacular.settings import patched_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response


class Schema(SpectacularAPIView):
    """Only the API: the pages are for people."""


class Docs(SpectacularSwaggerSplitView):
    url_name = "api-schema"
    template_name = "conversations/api_docs.html"  # without the inline style of the original

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        # Unless told not to, the page sends the schema's address to a validator on the internet.
        with patched_settings({"SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None}}):
            response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return response
