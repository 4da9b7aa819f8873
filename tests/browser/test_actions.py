"""What can be done with an answer."""

import re

from playwright.sync_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open

QUESTION = "chống chỉ định của metformin"


def test_an_answer_is_copied_with_citations_pages_edition_and_address(open_page: Open) -> None:
    chat = open_page(permissions=["clipboard-read", "clipboard-write"])
    chat.ask(QUESTION)
    claims = chat.claims()
    chat.last.get_by_role("button", name="Sao chép").click()
    expect(chat.last.get_by_role("button", name="Đã chép")).to_be_visible()
    copied = chat.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith(f"Hỏi: {QUESTION}\n")
    for number in range(1, len(claims) + 1):
        assert f" [{number}]\n" in copied
    assert re.search(r"Trích nguyên văn\s· Dược thư – ấn bản mẫu\s· trang \d+", copied)
    assert "\nẤn bản: Nguồn: Dược thư – ấn bản mẫu.\n" in copied
    assert "không dùng cho điều trị" in copied
    assert copied.endswith(chat.page.url + "#luot-1")


def test_a_copied_claim_is_the_printed_text_character_for_character(open_page: Open) -> None:
    chat = open_page(permissions=["clipboard-read", "clipboard-write"])
    quoted = [text or "" for text in chat.ask(QUESTION).locator(".quoted").all_text_contents()]
    chat.last.get_by_role("button", name="Sao chép").click()
    expect(chat.last.get_by_role("button", name="Đã chép")).to_be_visible()
    copied = chat.page.evaluate("() => navigator.clipboard.readText()")
    assert all(f"- {text} [" in copied for text in quoted)


def test_an_answer_is_copied_where_the_browser_has_no_clipboard(open_page: Open) -> None:
    chat = open_page()
    chat.ask(QUESTION)
    chat.page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    chat.last.get_by_role("button", name="Sao chép").click()
    expect(chat.last.get_by_role("button", name="Đã chép")).to_be_visible()


def test_only_the_chosen_answer_is_printed_with_its_sources(chat: ChatPage) -> None:
    chat.ask("bảo quản amoxicilin")
    chat.ask(QUESTION)
    chat.page.evaluate("() => { window.print = () => {}; }")
    chat.last.get_by_role("button", name="In", exact=True).click()
    chat.page.emulate_media(media="print")
    expect(chat.turns.first).to_be_hidden()
    expect(chat.last.locator(".provenance").first).to_be_visible()
    expect(chat.page.locator(".edition")).to_be_visible()
    expect(chat.page.locator(".demonstration").first).to_be_visible()
    expect(chat.last.locator("time")).to_be_visible()
    for hidden in (chat.field, chat.page.locator("#danh-sach"), chat.page.locator("#nguon")):
        expect(hidden).to_be_hidden()
    chat.page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    expect(chat.turns.first).to_be_visible()


def test_dark_colours_stay_off_paper(open_page: Open) -> None:
    chat = open_page(color_scheme="dark")
    chat.ask(QUESTION)
    chat.page.emulate_media(media="print", color_scheme="dark")
    ink = chat.answer.locator(".quoted").first.evaluate("(e) => getComputedStyle(e).color")
    assert ink == "rgb(21, 32, 29)"


def test_feedback_is_sent_and_thanked_for_in_place(chat: ChatPage) -> None:
    chat.ask(QUESTION)
    chat.last.get_by_text("Góp ý", exact=True).click()
    chat.last.get_by_label("Sai mục").check()
    chat.last.get_by_label("Ghi thêm").fill("Cần cả mục thận trọng.")
    with chat.page.expect_response("**/feedback/") as response:
        chat.last.get_by_role("button", name="Gửi góp ý").click()
    assert response.value.status == 201
    expect(chat.last.locator(".thanks")).to_contain_text("Cảm ơn")


def test_feedback_that_could_not_be_sent_stays_in_its_form(chat: ChatPage) -> None:
    chat.ask(QUESTION)
    chat.page.route("**/feedback/", lambda route: route.abort())
    chat.last.get_by_text("Góp ý", exact=True).click()
    chat.last.get_by_label("Khác").check()
    chat.last.get_by_label("Ghi thêm").fill("Một ý khác.")
    chat.last.get_by_role("button", name="Gửi góp ý").click()
    expect(chat.last.get_by_role("alert")).to_contain_text("Chưa gửi được góp ý")
    expect(chat.last.get_by_label("Ghi thêm")).to_have_value("Một ý khác.")
    chat.forget_errors()
