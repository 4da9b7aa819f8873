"""WCAG 2.2 AA as far as a machine can tell, and the whole path by keyboard."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open

LOOKS = [(theme, width) for theme in ("light", "dark") for width in (1440, 390)]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def violations(page: Page) -> list[str]:
    """In both themes, at phone and desktop width."""
    found = []
    for theme, width in LOOKS:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 900})
        for rule in Axe().run(page, options=RULES).response["violations"]:
            found += [f"{width} {theme} {rule['id']}: {node['html']}" for node in rule["nodes"]]
    return found


def test_the_chat_has_no_violations_in_any_state(open_page: Open) -> None:
    chat = open_page(bypass_csp=True)
    assert violations(chat.page) == [], "empty"
    chat.ask("Liều paracetamol?")
    assert violations(chat.page) == [], "our question with offers"
    chat.ask("liều amoxicilin và kali clavulanat người lớn suy thận Clcr 20")
    assert violations(chat.page) == [], "an answer with a table"
    chat.answer.locator(".cite").first.click()
    expect(chat.source.locator("mark").first).to_be_visible()
    assert violations(chat.page) == [], "the source open"
    chat.page.keyboard.press("Escape")
    chat.ask("cháu uống nhầm 20 viên paracetamol")
    chat.last.get_by_text("Góp ý", exact=True).click()
    assert violations(chat.page) == [], "an emergency, feedback open"
    chat.page.keyboard.press("Escape")
    chat.ask("Tôi muốn gặp dược sĩ.")
    assert violations(chat.page) == [], "closed"


@pytest.mark.parametrize(
    "path",
    [
        "/formulary/",
        "/formulary/?q=para",
        "/formulary/dtqg-mau/amoxicilin-va-kali-clavulanat/",
        "/formulary/dtqg-mau/isosorbid-dinitrat/",
        "/khong-co-trang-nay/",
        "/login/",
    ],
)
def test_the_other_pages_have_no_violations(open_page: Open, path: str) -> None:
    chat = open_page(bypass_csp=True)
    if path == "/login/":
        chat.page.context.clear_cookies()
    chat.page.goto(path)
    assert violations(chat.page) == []
    chat.forget_errors()


def test_a_question_is_asked_and_its_source_read_by_keyboard_alone(chat: ChatPage) -> None:
    page = chat.page
    page.get_by_role("link", name="Cuộc hỏi mới").focus()
    page.keyboard.press("/")
    page.keyboard.type("chống chỉ định của metformin")
    page.keyboard.press("Enter")
    chat.answered(1)
    cite = chat.answer.locator(".cite").first
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        if cite.evaluate("(e) => e === document.activeElement"):
            break
    expect(cite).to_be_focused()
    page.keyboard.press("Enter")
    expect(chat.source.locator("mark")).to_be_visible()
    page.keyboard.press("Escape")
    expect(cite).to_be_focused()
    page.keyboard.press("/")
    expect(chat.field).to_be_focused()


def test_the_first_tab_stop_leads_past_the_list(chat: ChatPage) -> None:
    chat.page.goto("/formulary/")
    chat.page.keyboard.press("Tab")
    skip = chat.page.get_by_role("link", name="Đến nội dung chính")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    chat.page.keyboard.press("Enter")
    expect(chat.page.get_by_role("main")).to_be_focused()


def test_focus_is_never_hidden_behind_what_sticks_to_the_screen(open_page: Open) -> None:
    chat = open_page(viewport={"width": 390, "height": 700})
    chat.ask("chống chỉ định của metformin")
    links = chat.answer.locator("a.cite")
    chat.field.focus()
    for _ in range(links.count() + 6):
        chat.page.keyboard.press("Shift+Tab")
        covered = chat.page.evaluate(
            """() => {
              const focused = document.activeElement;
              if (!focused.matches(".cite")) return false;
              const box = focused.getBoundingClientRect();
              const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
              return !(top === focused || focused.contains(top) || top?.contains(focused));
            }"""
        )
        assert covered is False


def test_the_drawer_of_a_phone_keeps_focus_and_gives_it_back(open_page: Open) -> None:
    chat = open_page(viewport={"width": 390, "height": 844})
    opener = chat.page.get_by_role("link", name="Các cuộc hỏi")
    opener.click()
    expect(chat.page.get_by_role("link", name="Cuộc hỏi mới")).to_be_focused()
    chat.page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(chat.page.locator("#danh-sach")).to_be_hidden()


def test_the_stage_and_the_ending_are_announced_apart_from_the_answer(chat: ChatPage) -> None:
    status = chat.page.get_by_role("status")
    chat.ask("chống chỉ định của metformin")
    expect(status).to_contain_text("Đã có câu trả lời. Trích nguyên văn Dược thư.")
    assert chat.page.locator("#turns [aria-live], #turns [role=status]").count() == 0


def test_targets_on_a_touch_screen_are_at_least_44_pixels(open_page: Open) -> None:
    chat = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    chat.ask("Liều paracetamol?")
    small = chat.page.evaluate(
        """() => [...document.querySelectorAll("a, button, summary, input, textarea")]
          .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest("p, [inert], .skip, .title"))
          .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
          .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
          .map(([html]) => html)"""
    )
    assert small == []


def test_the_chosen_theme_is_kept_and_there_is_no_flash_of_the_other(open_page: Open) -> None:
    chat = open_page(color_scheme="light")
    chat.page.get_by_role("button", name="Nền tối").click()
    dark = chat.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    chat.page.add_init_script(
        """document.addEventListener("readystatechange", () => {
          window.first ??= document.body && getComputedStyle(document.body).backgroundColor; });"""
    )
    chat.page.reload()
    assert chat.page.evaluate("() => window.first") == dark
    expect(chat.page.get_by_role("button", name="Nền tối")).to_have_attribute("aria-pressed", "true")


def test_nothing_moves_for_those_who_asked_for_stillness(open_page: Open) -> None:
    chat = open_page(reduced_motion="reduce", viewport={"width": 390, "height": 844})
    chat.ask("chống chỉ định của metformin").locator(".cite").first.click()
    moving = "() => document.getAnimations().filter((animation) => animation.playState === 'running').length"
    assert chat.page.evaluate(moving) == 0
