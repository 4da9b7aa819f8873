"""Everything can be read and asked when JavaScript is off."""

import re

from playwright.sync_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open
from tests.browser.server import PASSWORD


def plain(open_page: Open) -> ChatPage:
    return open_page(java_script_enabled=False)


def send(chat: ChatPage, question: str) -> None:
    chat.field.fill(question)
    chat.page.get_by_role("button", name="Gửi câu hỏi").click()


def test_a_question_is_answered_by_a_page(open_page: Open) -> None:
    chat = plain(open_page)
    send(chat, "chống chỉ định của metformin")
    chat.answered(1)
    expect(chat.answer.locator(".claim").first).to_contain_text("Quá mẫn")
    expect(chat.page).to_have_url(re.compile("#luot-1$"))


def test_an_offered_answer_and_an_example_are_buttons_of_forms(open_page: Open) -> None:
    chat = plain(open_page)
    chat.page.get_by_role("button", name="chống chỉ định của metformin").click()
    chat.answered(1)
    send(chat, "Liều paracetamol?")
    chat.last.get_by_role("button", name="Trẻ em", exact=True).click()
    chat.answered(3)


def test_a_citation_leads_to_the_cited_block_of_the_book(open_page: Open) -> None:
    chat = plain(open_page)
    send(chat, "chống chỉ định của metformin")
    chat.answer.locator(".cite").first.click()
    expect(chat.page.locator(":target")).to_contain_text("Quá mẫn")
    expect(chat.page.locator(":target")).to_be_in_viewport()


def test_a_question_that_is_refused_stays_in_its_field(open_page: Open) -> None:
    chat = plain(open_page)
    question = "liều " + "a" * 1_996
    send(chat, question)
    expect(chat.page.get_by_role("alert")).to_contain_text("2.000 ký tự")
    expect(chat.field).to_have_value(question)
    chat.forget_errors()


def test_feedback_and_renaming_are_forms(open_page: Open) -> None:
    chat = plain(open_page)
    send(chat, "chống chỉ định của metformin")
    chat.last.get_by_text("Góp ý", exact=True).click()
    chat.last.get_by_label("Thiếu").check()
    chat.last.get_by_role("button", name="Gửi góp ý").click()
    chat.page.get_by_label("Đổi tên cuộc hỏi").click()
    chat.page.get_by_role("textbox", name="Tên cuộc hỏi").fill("Giường 12")
    chat.page.get_by_role("button", name="Đổi tên").click()
    expect(chat.page.locator("#conversation-title")).to_have_text("Giường 12")


def test_signing_in_and_out_are_forms(open_page: Open) -> None:
    chat = plain(open_page)
    chat.page.get_by_label(re.compile("^Tài khoản")).click()
    chat.page.get_by_role("button", name="Đăng xuất").click()
    chat.page.get_by_label("Tên đăng nhập").fill("bac-si")
    chat.page.get_by_label("Mật khẩu").fill("sai")
    chat.page.get_by_role("button", name="Đăng nhập").click()
    expect(chat.page.get_by_role("alert")).to_contain_text("chưa đúng")
    chat.page.get_by_label("Mật khẩu").fill(PASSWORD)
    chat.page.get_by_role("button", name="Đăng nhập").click()
    expect(chat.field).to_be_visible()


def test_on_a_phone_the_list_of_conversations_can_be_reached(open_page: Open) -> None:
    chat = open_page(java_script_enabled=False, viewport={"width": 390, "height": 844})
    send(chat, "chống chỉ định của metformin")
    chat.page.get_by_role("link", name="Các cuộc hỏi").click()
    expect(chat.page.locator("#conversation-list a").first).to_be_in_viewport()
