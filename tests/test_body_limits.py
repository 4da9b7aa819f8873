"""A request that brings too much is refused before anything reads it."""

import pytest

from duocthu.body_limits import LARGEST_REQUEST, LARGEST_UPLOAD, UPLOAD, bounded

PIECE = 1024 * 1024


class Site:
    """Reads the whole body, as Django does, and counts it."""

    def __init__(self) -> None:
        self.read = 0
        self.disconnected = False

    async def __call__(self, scope, receive, send) -> None:
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.disconnected = True
                return
            self.read += len(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def ask(path: str, size: int, *, says_length: bool = True) -> tuple[Site, list[int]]:
    site, statuses, left = Site(), [], [size]

    async def receive():
        body = b"x" * min(PIECE, left[0])
        left[0] -= len(body)
        return {"type": "http.request", "body": body, "more_body": left[0] > 0}

    async def send(message) -> None:
        if "status" in message:
            statuses.append(message["status"])

    headers = [(b"content-length", str(size).encode())] if says_length else []
    await bounded(site)({"type": "http", "path": path, "headers": headers}, receive, send)
    return site, statuses


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/chat/", LARGEST_REQUEST, 200),
        ("/chat/", LARGEST_REQUEST + 1, 413),
        (UPLOAD, LARGEST_REQUEST + 1, 200),
        (UPLOAD, LARGEST_UPLOAD + 1, 413),
    ],
)
async def test_only_the_upload_page_takes_a_book(path: str, size: int, status: int):
    site, statuses = await ask(path, size)
    assert statuses == [status]
    assert site.read == (size if status == 200 else 0)


async def test_a_request_that_does_not_say_its_length_is_cut_off():
    site, statuses = await ask("/chat/", 10 * LARGEST_REQUEST, says_length=False)
    assert (statuses, site.disconnected) == ([], True)
    assert site.read <= LARGEST_REQUEST


async def test_a_length_that_is_no_number_is_counted_instead():
    site = Site()

    async def receive():
        return {"type": "http.request", "body": b"x", "more_body": False}

    async def send(message) -> None:
        pass

    await bounded(site)({"type": "http", "path": "/", "headers": [(b"content-length", b"-1")]}, receive, send)
    assert site.read == 1
