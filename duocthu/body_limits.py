"""How much a request may bring: Django takes all of it to disk before any view, or any permission, has a say."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from formulary.file_store import LARGEST, MEGABYTE

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

UPLOAD = "/admin/formulary/importjob/add/"
LARGEST_UPLOAD = LARGEST + 8 * MEGABYTE  # the file, its companion and the form around them
LARGEST_REQUEST = 2 * MEGABYTE
_SENTENCE = "Nội dung gửi lên quá lớn."


def bounded(application: Application) -> Application:
    """The application, with larger requests answered 413; one that does not say how large it is is cut off there."""

    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        most = LARGEST_UPLOAD if scope["path"] == UPLOAD else LARGEST_REQUEST
        if _said_length(scope) > most:
            await _refuse(send)
            return
        came = 0

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            return {"type": "http.disconnect"} if came > most else message

        await application(scope, counted, send)

    return answer


def _said_length(scope: dict[str, Any]) -> int:
    """0 when the request does not say."""
    said = dict(scope["headers"]).get(b"content-length", b"0")
    return int(said) if said.isdigit() else 0


async def _refuse(send: Send) -> None:
    body = _SENTENCE.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # what is still on its way is not waited for
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
