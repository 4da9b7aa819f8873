"""The worked dose as people read it: every step, its printed sentence, and the same after the page is loaded again."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open

QUESTION = "paracetamol uống cho bé 5 tuổi 18 kg, mỗi lần bao nhiêu mg"


def test_a_dose_by_weight_shows_its_numbers_steps_and_printed_sentence(open_page: Open) -> None:
    card = open_page().ask(QUESTION).locator(".calculation")
    expect(card).to_contain_text("Cân nặng: 18 kg")
    expect(card).to_contain_text("15 - 20 mg/kg/lần × 18 kg = 270 - 360 mg/lần")
    expect(card).to_contain_text("tối đa 90 mg/kg/ngày × 18 kg = 1 620 mg/ngày; đã áp dụng")
    expect(card.locator("blockquote").first).to_contain_text("Trẻ em 4 - 6 tuổi: 240 mg/lần")


def test_a_worked_dose_reads_the_same_live_and_after_the_page_is_loaded_again(open_page: Open) -> None:
    chat = open_page()
    live = chat.ask(QUESTION).locator(".calculation").inner_text()
    chat.page.reload()
    assert chat.answered(1).locator(".calculation").inner_text() == live


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, {"width": 320, "height": 640}])
def test_on_a_small_screen_no_part_of_a_worked_dose_is_out_of_sight(open_page: Open, viewport: dict[str, int]) -> None:
    chat = open_page(viewport=viewport)
    card = chat.ask(QUESTION).locator(".calculation")
    assert card.evaluate("card => card.scrollWidth <= card.clientWidth")
    assert chat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
