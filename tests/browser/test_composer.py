"""The question field."""

import pytest
from playwright.sync_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open


def test_enter_sends_and_shift_enter_begins_a_line(chat: ChatPage) -> None:
    chat.field.press_sequentially("chống chỉ định")
    chat.field.press("Shift+Enter")
    chat.field.press_sequentially("của metformin")
    expect(chat.field).to_have_value("chống chỉ định\ncủa metformin")
    chat.field.press("Enter")
    chat.answered(1)
    expect(chat.last.locator(".asked")).to_have_text("chống chỉ định\ncủa metformin", use_inner_text=True)


def test_enter_that_belongs_to_an_input_method_does_not_send(chat: ChatPage) -> None:
    chat.field.fill("lieeuf")
    chat.field.dispatch_event("keydown", {"key": "Enter", "isComposing": True, "bubbles": True})
    chat.field.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "bubbles": True})
    expect(chat.field).to_have_value("lieeuf")
    expect(chat.turns).to_have_count(0)


def test_the_field_is_empty_and_in_focus_after_sending(chat: ChatPage) -> None:
    chat.ask("chống chỉ định của metformin")
    expect(chat.field).to_have_value("")
    expect(chat.field).to_be_focused()


def test_a_question_that_is_too_long_is_refused_before_it_is_sent_and_stays(chat: ChatPage) -> None:
    question = "liều " + "a" * 1_996
    chat.field.fill(question)
    expect(chat.page.locator("#counter")).to_have_text("2.001/2.000 ký tự")
    chat.field.press("Enter")
    expect(chat.page.get_by_role("alert")).to_contain_text("tối đa 2.000")
    expect(chat.field).to_have_value(question)
    expect(chat.turns).to_have_count(0)


def test_the_longest_question_is_counted_as_the_server_counts_it(chat: ChatPage) -> None:
    # Decomposed letters and characters outside the first plane: three ways to count, and only one limit.
    question = "lie\u0302\u0300u " + "🙂" * 1_995
    chat.field.fill(question)
    expect(chat.page.locator("#counter")).to_have_text("2.000/2.000 ký tự")
    chat.field.press("Enter")
    chat.answered(1)


@pytest.mark.parametrize("blank", ["", "   ", "\n\n"], ids=["nothing", "spaces", "lines"])
def test_a_blank_question_is_not_sent(chat: ChatPage, blank: str) -> None:
    chat.field.fill(blank)
    chat.field.press("Enter")
    expect(chat.turns).to_have_count(0)


@pytest.mark.parametrize("blank", ["   ", "\n\n"], ids=["spaces", "lines"])
def test_a_question_of_spaces_is_told_to_be_typed_until_something_is(chat: ChatPage, blank: str) -> None:
    chat.field.fill(blank)
    chat.field.press("Enter")
    expect(chat.page.get_by_role("alert")).to_have_text("Xin nhập câu hỏi.")
    expect(chat.field).to_be_focused()
    chat.field.press_sequentially("l")
    expect(chat.page.get_by_role("alert")).to_have_count(0)


def test_the_up_key_brings_the_last_question_back(chat: ChatPage) -> None:
    chat.ask("chống chỉ định của metformin")
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("chống chỉ định của metformin")


def test_the_up_key_leaves_what_is_typed_alone(chat: ChatPage) -> None:
    chat.ask("chống chỉ định của metformin")
    chat.field.fill("liều")
    chat.field.press("ArrowUp")
    expect(chat.field).to_have_value("liều")


def test_the_slash_key_leads_to_the_field(chat: ChatPage) -> None:
    chat.page.get_by_role("link", name="Cuộc hỏi mới").focus()
    chat.page.keyboard.press("/")
    expect(chat.field).to_be_focused()
    expect(chat.field).to_have_value("")


def test_the_field_grows_with_its_text_and_shrinks_again(chat: ChatPage) -> None:
    def height() -> float:
        box = chat.field.bounding_box()
        assert box is not None
        return box["height"]

    low = height()
    chat.field.fill("một\nhai\nba\nbốn")
    assert height() > low + 40
    chat.field.fill("")
    assert height() == low


def test_an_example_is_asked_when_pressed(chat: ChatPage) -> None:
    chat.page.get_by_role("button", name="chống chỉ định của metformin").click()
    chat.answered(1)
    expect(chat.page.locator("#empty")).to_be_hidden()


def test_nothing_moves_while_an_answer_comes(open_page: Open) -> None:
    chat = open_page(viewport={"width": 1440, "height": 900})
    chat.ask("chống chỉ định của metformin")
    chat.page.evaluate(
        """() => {
          window.moved = 0;
          new PerformanceObserver((list) => { for (const e of list.getEntries()) window.moved += e.value; })
            .observe({ type: "layout-shift", buffered: false });
        }"""
    )
    chat.ask("chỉ định của warfarin")
    chat.page.wait_for_timeout(300)
    assert chat.page.evaluate("() => window.moved") < 0.01
