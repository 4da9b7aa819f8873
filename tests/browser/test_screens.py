"""Screenshots of every state at phone and desktop width in both themes, kept under `screenshots` for people to look at."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}


class Album:
    def __init__(self, chat: ChatPage, name: str) -> None:
        self.chat = chat
        self.folder = Path(os.environ["DUOCTHU_VAR"]) / "screenshots"
        self.name = name

    def keep(self, state: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.chat.page.screenshot(path=self.folder / f"{state}-{self.name}.png", animations="disabled")
        wide = "() => document.documentElement.scrollWidth > window.innerWidth"
        assert self.chat.page.evaluate(wide) is False, f"{state} scrolls sideways"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["390", "1440"])
def test_every_state_is_photographed_and_none_scrolls_sideways(
    open_page: Open, theme: str, viewport: dict[str, int]
) -> None:
    touch = viewport is PHONE
    chat = open_page(color_scheme=theme, viewport=viewport, has_touch=touch, is_mobile=touch)
    album = Album(chat, f"{viewport['width']}-{theme}")
    album.keep("empty")
    for state, question in (
        ("clarify", "Liều paracetamol?"),
        ("regimen", "trẻ em 5 tuổi 18 kg uống"),
        ("table", "liều amoxicilin và kali clavulanat người lớn suy thận Clcr 20"),
        ("interaction", "ibuprofen dùng cùng warfarin có sao không"),
        ("emergency", "cháu uống nhầm 20 viên paracetamol"),
        ("abstain", "liều colchicin"),
        ("held", "liều amoxicilin và kali clavulanat trẻ em suy thận"),
    ):
        chat.ask(question)
        album.keep(state)
    chat.ask("chống chỉ định của metformin").locator(".cite").first.click()
    expect(chat.source.locator("mark")).to_be_visible()
    album.keep("source")
    chat.page.keyboard.press("Escape")
    chat.last.get_by_text("Góp ý", exact=True).click()
    album.keep("feedback")
    chat.page.keyboard.press("Escape")
    if touch:
        chat.page.get_by_role("link", name="Các cuộc hỏi").click()
        album.keep("drawer")
        chat.page.keyboard.press("Escape")
    chat.ask("Tôi muốn gặp dược sĩ.")
    album.keep("escalate")
    for state, path in (
        ("reader", "/formulary/"),
        ("found", "/formulary/?q=digoxin+tinh+mach+10+-+18+tuoi"),
        ("classification", "/formulary/atc/J01/"),
        ("monograph", "/formulary/dtqg-mau/gentamicin/"),
        ("cited", "/formulary/dtqg-mau/digoxin/?muc=lieu_luong_va_cach_dung&k=37#lieu_luong_va_cach_dung-37"),
        ("held-block", "/formulary/dtqg-mau/warfarin/#lieu_luong_va_cach_dung-36"),
    ):
        chat.page.goto(path)
        album.keep(state)
    chat.page.context.clear_cookies()
    chat.page.goto("/login/")
    album.keep("login")
