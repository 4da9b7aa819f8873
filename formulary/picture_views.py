"""Pictures of the pages of an edition's file, for people who are logged in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

from formulary.addresses import BadAddress, asked_width, open_edition
from formulary.page_images import WIDTHS, NoPicture, page_picture
from formulary.selectors import sheets

_USUAL = 1000  # pixels
_YEAR = 365 * 24 * 3600  # seconds


@login_required
@require_safe
def page_image(request: HttpRequest, edition: str, number: int) -> HttpResponse:
    """Page `number` of the file, counted from 1. `w` is the width in pixels, one of WIDTHS."""
    try:
        width = asked_width(request.GET, WIDTHS, _USUAL)
        file = open_edition(request, edition).file
        if file is None:
            raise BadAddress(404, "Ấn bản này không nạp từ tệp PDF nên không có ảnh trang.")
        tag = f'"{file.sha256}-{number}-{width}"'
        if tag in parse_etags(request.headers.get("If-None-Match", "")):
            response: HttpResponse = HttpResponseNotModified()
        elif not sheets(file, [number]):
            raise BadAddress(404, "Tệp không có trang này.")
        else:
            response = HttpResponse(page_picture(file, number, width=width), content_type="image/png")
    except (BadAddress, NoPicture) as error:
        status = error.status if isinstance(error, BadAddress) else 404
        return render(request, "formulary/not_found.html", {"sentence": str(error)}, status=status)
    response["ETag"] = tag
    # Private: the book is shown to people who are logged in. A file never changes under its hash.
    patch_cache_control(response, private=True, max_age=_YEAR, immutable=True)
    return response
