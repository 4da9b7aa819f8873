"""Reading request bodies."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from conversations.api.problems import BodyTooLarge


class LimitedJSONParser(JSONParser):
    """JSON of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes, counted rather than believed."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Raises BodyTooLarge, ParseError."""
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise BodyTooLarge
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except ParseError as error:
            raise ParseError("Nội dung gửi lên không phải JSON hợp lệ.") from error
        except RecursionError as error:
            raise ParseError("JSON lồng nhau quá sâu.") from error
