"""A real Chromium in front of the real server. Without Chromium these tests are skipped, unless services are required."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.chat_page import ChatPage
from tests.browser.server import Server, running
from tests.services import lacks

REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`));
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Last of all: Playwright's event loop and the server live to the end of the session, in other tests' way."""
    for item in items:
        if _is_here(item):
            item.add_marker(pytest.mark.browser)
    items.sort(key=_is_here)


def _is_here(item: pytest.Item) -> bool:
    return "tests/browser" in item.path.as_posix()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        lacks("Chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(chromium: Browser) -> Iterator[Server]:
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def people(server: Server) -> Iterator[tuple[str, str]]:
    return iter(server.sessions)


Open = Callable[..., ChatPage]


@pytest.fixture
def open_page(chromium: Browser, server: Server, people: Iterator[tuple[str, str]]) -> Iterator[Open]:
    """Opens the chat as a person of the test's own; the test fails when the browser reports an error.

    `person` a name: pages with the same name are the same person, each in a window of its own.
    Everything else goes to the browser's context: viewport, colour scheme, JavaScript.
    """
    contexts: list[BrowserContext] = []
    known: dict[str, str] = {}
    errors: list[str] = []

    def open_(
        *, person: str = "one", path: str = "/chat/", context: BrowserContext | None = None, **options: Any
    ) -> ChatPage:
        if context is None:
            context = chromium.new_context(locale="vi-VN", base_url=server.address, **options)
            context.set_default_timeout(10_000)
            contexts.append(context)
            if person not in known:
                known[person] = next(people)[1]
            context.add_cookies([{"name": "sessionid", "value": known[person], "url": server.address}])
            context.add_init_script(REPORT_VIOLATIONS)
        page = context.new_page()
        _collect_errors(page, errors)
        page.goto(path)
        return ChatPage(page, errors)

    yield open_
    for context in contexts:
        context.close()
    assert errors == []


def _collect_errors(page: Page, errors: list[str]) -> None:
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))


@pytest.fixture
def chat(open_page: Open) -> ChatPage:
    return open_page()
