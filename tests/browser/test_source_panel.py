"""The book beside the answer."""

import pytest
from playwright.sync_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open

QUESTION = "chống chỉ định của metformin"
SCREENS = [
    pytest.param({"width": 1440, "height": 900}, id="desktop"),
    pytest.param({"width": 1024, "height": 768}, id="tablet"),
    pytest.param({"width": 390, "height": 844}, id="phone"),
]


@pytest.mark.parametrize("viewport", SCREENS)
def test_a_citation_opens_the_section_with_the_cited_words_marked_and_in_view(
    open_page: Open, viewport: dict[str, int]
) -> None:
    chat = open_page(viewport=viewport)
    claim = chat.ask(QUESTION).locator(".claim").last
    quoted = claim.locator(".quoted").text_content()
    claim.locator(".cite").click()
    mark = chat.source.locator("mark")
    expect(mark).to_have_text(quoted or "")
    expect(mark).to_be_in_viewport(ratio=1)
    expect(chat.source).to_contain_text("Metformin")


@pytest.mark.parametrize("viewport", SCREENS)
def test_escape_closes_the_source_and_focus_returns_to_the_citation(open_page: Open, viewport: dict[str, int]) -> None:
    chat = open_page(viewport=viewport)
    cite = chat.ask(QUESTION).locator(".cite").first
    cite.focus()
    chat.page.keyboard.press("Enter")
    expect(chat.source.locator("mark")).to_be_visible()
    chat.page.keyboard.press("Escape")
    expect(chat.source.locator("mark")).to_have_count(0)
    expect(cite).to_be_focused()


def test_on_a_phone_the_page_behind_the_open_source_is_out_of_reach(open_page: Open) -> None:
    chat = open_page(viewport={"width": 390, "height": 844})
    chat.ask(QUESTION).locator(".cite").first.click()
    expect(chat.source.locator("mark")).to_be_visible()
    expect(chat.source).to_have_attribute("aria-modal", "true")
    for _ in range(8):
        chat.page.keyboard.press("Tab")
        assert chat.page.evaluate("() => document.querySelector('main').contains(document.activeElement)") is False


def test_the_answer_stays_where_it_is_when_the_source_opens(open_page: Open) -> None:
    chat = open_page(viewport={"width": 1440, "height": 900})
    cite = chat.ask(QUESTION).locator(".cite").first
    before = cite.bounding_box()
    cite.click()
    expect(chat.source.locator("mark")).to_be_visible()
    assert cite.bounding_box() == before


def test_the_whole_monograph_is_one_click_away(chat: ChatPage) -> None:
    chat.ask(QUESTION).locator(".cite").first.click()
    chat.source.get_by_role("link", name="Mở cả chuyên luận").click()
    expect(chat.page.get_by_role("heading", name="Metformin", level=1)).to_be_visible()


def test_a_source_that_cannot_be_had_says_so_and_keeps_the_link(chat: ChatPage) -> None:
    answer = chat.ask(QUESTION)
    chat.page.route("**/formulary/**/?k=*", lambda route: route.fulfill(status=503, body=""))
    answer.locator(".cite").first.click()
    expect(chat.source).to_contain_text("Chưa mở được đoạn này.")
    expect(chat.source.get_by_role("link", name="Mở cả chuyên luận")).to_be_visible()
    chat.forget_errors()


def test_only_known_elements_of_the_source_reach_the_page(chat: ChatPage) -> None:
    hostile = (
        '<article><p onclick="alert(1)" style="color:red">chữ</p><img src="x" onerror="alert(1)">'
        '<script>window.ran = true</script><a href="javascript:alert(1)">một</a><a href="https://example.org/">hai</a>'
        '<iframe src="/"></iframe><form action="/logout/"><button>ba</button></form></article>'
    )
    answer = chat.ask(QUESTION)
    chat.page.route("**/formulary/**/?k=*", lambda route: route.fulfill(content_type="text/html", body=hostile))
    answer.locator(".cite").first.click()
    expect(chat.source).to_contain_text("chữ")
    body = chat.page.locator("#source-body article")
    assert body.evaluate("(e) => e.outerHTML") == "<article><p>chữ</p><a>một</a><a>hai</a></article>"
    assert chat.page.evaluate("() => window.ran") is None
    chat.forget_errors()
