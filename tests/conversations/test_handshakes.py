"""Which pages are our own, to a websocket."""

from typing import Any

import pytest

from conversations.handshakes import is_own


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://duocthu.bv.vn", "duocthu.bv.vn", True),
        ("HTTP://Duocthu.bv.vn", "duocthu.BV.vn", True),
        ("http://duocthu.bv.vn:80", "duocthu.bv.vn", True),
        ("https://duocthu.bv.vn", "duocthu.bv.vn:443", True),
        ("https://duocthu.bv.vn", "duocthu.bv.vn", True),  # TLS ended at a proxy
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("http://duocthu.bv.vn", "duocthu.bv.vn:8000", False),
        ("http://evil.example", "duocthu.bv.vn", False),
        ("http://duocthu.bv.vn.evil.example", "duocthu.bv.vn", False),
        ("http://duocthu.bv.vn@evil.example", "duocthu.bv.vn", False),
        ("http://duocthu.bv.vn:x", "duocthu.bv.vn", False),
        ("null", "duocthu.bv.vn", False),
        ("", "", False),
        ("http://", "", False),
        ("https://trusted.bv.vn", "duocthu.bv.vn", True),
    ],
)
def test_whose_page_it_is(origin: str, host: str, own: bool, settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.bv.vn"]
    assert is_own([(b"host", host.encode()), (b"origin", origin.encode())]) is own


def test_a_missing_header_is_no_page_of_ours() -> None:
    assert not is_own([(b"host", b"127.0.0.1")])
    assert not is_own([(b"origin", b"http://127.0.0.1")])
    assert not is_own([])
