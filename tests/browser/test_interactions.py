"""Several drugs together as people read them: one table, each pair with its sentences, and nothing called safe."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open

THREE = "warfarin, ibuprofen và metformin dùng chung được không"


def test_three_drugs_give_a_table_that_leads_to_the_sentences_of_each_pair(open_page: Open) -> None:
    chat = open_page()
    answer = chat.ask(THREE)
    table = answer.locator("table.pairs")
    expect(table.locator("tbody tr")).to_have_count(2)
    link = table.get_by_role("link", name="nêu đích danh").first
    link.click()
    pair = chat.page.locator(".pair:target")
    expect(pair.get_by_role("heading", name="Warfarin + Ibuprofen")).to_be_visible()
    expect(pair.locator(".claim").first).to_be_in_viewport()
    expect(answer).to_contain_text("Không thấy trong sách không có nghĩa là an toàn.")


def test_two_drugs_need_no_table(open_page: Open) -> None:
    answer = open_page().ask("warfarin với ibuprofen")
    expect(answer.locator("table.pairs")).to_have_count(0)
    expect(answer.locator(".pair .claim").first).to_contain_text("coumarin")


def test_the_table_reads_the_same_live_and_after_the_page_is_loaded_again(open_page: Open) -> None:
    chat = open_page()
    live = chat.ask(THREE).inner_text()
    chat.page.reload()
    assert chat.answered(1).inner_text() == live


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, {"width": 320, "height": 640}])
def test_on_a_small_screen_the_table_scrolls_inside_itself(open_page: Open, viewport: dict[str, int]) -> None:
    chat = open_page(viewport=viewport)
    chat.ask(THREE)
    assert chat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
