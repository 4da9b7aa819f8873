"""The book itself: finding a monograph, reading it, and the printed page beside it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open
from tests.browser.test_accessibility import violations

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
QUESTION = "chống chỉ định của metformin"
DIGOXIN = "/formulary/dtqg-mau/digoxin/"


def loaded(page: Page) -> None:
    """The picture of the page is there, not only its place."""
    picture = page.locator(".sheet img").first
    expect(picture).to_be_visible()
    page.wait_for_function("(image) => image.complete && image.naturalWidth > 0", arg=picture.element_handle())


def cited(chat: ChatPage) -> str:
    """The address that a citation of an answer leads to."""
    address = chat.ask(QUESTION).locator(".cite").first.get_attribute("href")
    assert address
    return address


# --- the printed page ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")])
def test_beside_an_answer_the_printed_page_shows_the_cited_lines_marked(
    open_page: Open, viewport: dict[str, int]
) -> None:
    chat = open_page(viewport=viewport)
    chat.ask(QUESTION).locator(".cite").first.click()
    button = chat.source.get_by_role("button", name=re.compile("Xem trang in"))
    button.click()
    loaded(chat.page)
    expect(chat.source.locator(".sheet rect").first).to_be_in_viewport()
    expect(chat.source.get_by_alt_text(re.compile("các dòng được trích có tô màu"))).to_be_visible()
    button.click()
    expect(chat.source.locator(".sheet")).to_have_count(0)


def test_whoever_wants_to_see_the_print_sees_it_for_the_next_citation_too(chat: ChatPage) -> None:
    cites = chat.ask(QUESTION).locator(".cite")
    cites.first.click()
    chat.source.get_by_role("button", name=re.compile("Xem trang in")).click()
    first = chat.source.locator(".sheet rect").first.get_attribute("y")
    cites.last.click()
    expect(chat.source.locator(".sheet rect").first).not_to_have_attribute("y", first or "")
    expect(chat.source.locator(".sheet rect").first).to_be_in_viewport()


def test_the_marked_lines_lie_on_the_words_of_the_picture(open_page: Open) -> None:
    chat = open_page(viewport=DESKTOP)
    chat.page.goto(cited(chat))
    loaded(chat.page)
    picture = chat.page.locator(".sheet img").bounding_box()
    first = chat.page.locator(".sheet rect").first
    mark = first.bounding_box()
    assert picture
    assert mark
    _, _, width, height = map(float, (chat.page.locator(".sheet svg").get_attribute("viewBox") or "").split())
    left, top = float(first.get_attribute("x") or 0), float(first.get_attribute("y") or 0)
    assert mark["x"] - picture["x"] == pytest.approx(left / width * picture["width"], abs=2)
    assert mark["y"] - picture["y"] == pytest.approx(top / height * picture["height"], abs=2)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_citation_opens_its_printed_page_with_the_words_and_the_lines_marked(open_page: Open, script: bool) -> None:
    address = cited(open_page())
    page = open_page(person="two", viewport=DESKTOP, java_script_enabled=script).page
    page.goto(address)
    expect(page.locator(".text mark")).to_be_in_viewport()
    expect(page.locator(".sheet rect").first).to_be_in_viewport()
    expect(page.locator(".sheets [aria-current]")).to_have_class("has-marks")


def test_on_a_phone_the_printed_page_waits_at_the_bottom_and_opens_at_the_marked_lines(open_page: Open) -> None:
    page = open_page(
        viewport=PHONE, has_touch=True, is_mobile=True, path=f"{DIGOXIN}?muc=lieu_luong_va_cach_dung&k=37"
    ).page
    expect(page.locator(".sheet")).to_be_hidden()
    page.get_by_text(re.compile(r"^Ảnh trang \d+ – có tô chỗ trích")).click()
    loaded(page)
    expect(page.locator(".sheet rect").first).to_be_in_viewport()


def test_the_printed_page_follows_the_chosen_section(open_page: Open) -> None:
    page = open_page(viewport=DESKTOP, path=DIGOXIN).page
    first = page.locator(".sheets [aria-current]").text_content()
    page.get_by_role("link", name="Tên thương mại").click()
    expect(page.locator(".sheets [aria-current]")).not_to_have_text(first or "")
    expect(page.locator(".contents [aria-current]")).to_have_text("Tên thương mại")
    loaded(page)


def test_an_address_with_a_section_opens_its_page_and_names_it_in_the_menu(open_page: Open) -> None:
    page = open_page(viewport=DESKTOP, path=f"{DIGOXIN}#ten_thuong_mai").page
    expect(page.locator(".contents [aria-current]")).to_have_text("Tên thương mại")
    expect(page.locator(".sheets [aria-current]")).to_have_text(page.locator(".sheets a").last.text_content() or "")


def test_scrolling_on_takes_the_printed_page_along(open_page: Open) -> None:
    page = open_page(viewport=DESKTOP, path=DIGOXIN).page
    page.mouse.move(500, 500)
    page.mouse.wheel(0, 100_000)
    expect(page.locator(".sheets [aria-current]")).not_to_have_text(
        page.locator(".sheets a").first.text_content() or ""
    )


def test_without_scripts_another_page_is_a_link_away(open_page: Open) -> None:
    page = open_page(viewport=DESKTOP, java_script_enabled=False, path=DIGOXIN).page
    last = page.locator(".sheets a").last
    number = last.text_content() or ""
    last.click()
    expect(page.locator(".sheets [aria-current]")).to_have_text(number)
    expect(page.get_by_alt_text(f"Ảnh trang {number} của bản in")).to_be_visible()


def test_without_scripts_a_page_mark_opens_the_printed_page_on_a_phone(open_page: Open) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True, java_script_enabled=False, path=DIGOXIN).page
    expect(page.locator(".sheet")).to_be_hidden()
    page.locator(".page-mark a").last.click()
    expect(page.locator(".sheet")).to_be_visible()


def test_a_held_block_is_a_picture_on_the_page_and_in_the_panel(open_page: Open) -> None:
    held = "/formulary/dtqg-mau/amoxicilin-va-kali-clavulanat/"
    chat = open_page(viewport=DESKTOP)
    chat.page.goto(held)
    crop = chat.page.locator(".held .crop svg").first
    crop.scroll_into_view_if_needed()
    expect(crop).to_be_visible()
    chat.page.goto("/chat/")
    cite = chat.ask(QUESTION).locator(".cite").first
    cite.evaluate("(link, address) => { link.dataset.source = address; }", f"{held}lieu_luong_va_cach_dung/")
    cite.click()
    expect(chat.source.locator(".held .crop svg image").first).to_be_attached()


# --- finding ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_monograph_is_found_without_diacritics_by_keyboard(open_page: Open, script: bool) -> None:
    page = open_page(path="/formulary/", java_script_enabled=script).page
    field = page.get_by_role("searchbox")
    field.focus()
    page.keyboard.type("colchicin")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Colchicin").first.click()
    expect(page.get_by_role("heading", name="Colchicin", level=1)).to_be_visible()


def test_words_of_the_text_are_found_and_lead_to_the_marked_sentence(open_page: Open) -> None:
    page = open_page(viewport=DESKTOP, path="/formulary/?q=nhiem+toan+lactic+metformin").page
    found = page.locator(".sentences li").first
    expect(found).to_contain_text("Metformin")
    expect(found.locator("b").first).to_be_visible()
    found.get_by_role("link").click()
    expect(page.locator(".text mark").first).to_be_in_viewport()


def test_the_classification_leads_from_the_main_group_to_the_drug(open_page: Open) -> None:
    page = open_page(java_script_enabled=False, path="/formulary/").page
    page.get_by_role("link", name="Theo mã ATC").click()
    page.get_by_text("Hệ tim mạch").click()
    page.get_by_role("link", name=re.compile("^C01 ")).click()
    expect(page.get_by_role("heading", name=re.compile("^C01A"))).to_contain_text("Glycosid tim")
    page.get_by_role("link", name="Digoxin").click()
    expect(page.get_by_role("heading", name="Digoxin", level=1)).to_be_visible()
    page.get_by_role("link", name="C01AA05").click()
    expect(page.get_by_role("link", name="Digoxin")).to_be_visible()


def test_the_same_monograph_of_another_edition_is_one_click_away(open_page: Open) -> None:
    page = open_page(path="/formulary/dtqg-mau/metformin/").page
    page.get_by_text("Ấn bản khác có chuyên luận này").click()
    page.get_by_role("link", name="Dược thư – bản in trước").click()
    expect(page.get_by_text("Câu trả lời hiện không lấy từ ấn bản này.")).to_be_visible()
    expect(page.locator(".sheet")).to_have_count(0)


# --- for everyone ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/formulary/",
        "/formulary/?q=suy+than+warfarin",
        "/formulary/atc/",
        "/formulary/atc/J01/",
        "/formulary/ten-de-nham/",
        f"{DIGOXIN}?muc=lieu_luong_va_cach_dung&k=37&tu=0&den=40",
        "/formulary/dtqg-mau/warfarin/",
        "/formulary/ban-truoc/metformin/",
        "/formulary/dtqg-mau/khong-co/",
    ],
)
def test_the_reader_has_no_violations(open_page: Open, path: str) -> None:
    chat = open_page(bypass_csp=True)
    chat.page.goto(path)
    chat.page.evaluate("() => document.querySelectorAll('details:not(.menu)').forEach((d) => { d.open = true; })")
    assert violations(chat.page) == []
    chat.forget_errors()


@pytest.mark.parametrize("width", [390, 768, 1024, 1280, 1440])
@pytest.mark.parametrize(
    "path",
    [
        "/formulary/?q=dam+dac",
        "/formulary/atc/A/",
        "/formulary/ten-de-nham/",
        DIGOXIN,
        "/formulary/dtqg-mau/insulin/",
    ],
)
def test_no_page_scrolls_sideways(open_page: Open, path: str, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800}, path=path).page
    assert page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth") is False


def test_on_paper_there_is_the_text_and_nothing_to_press(open_page: Open) -> None:
    page = open_page(viewport=DESKTOP, path=DIGOXIN).page
    page.emulate_media(media="print")
    expect(page.locator(".printed")).to_be_hidden()
    expect(page.locator(".contents")).to_be_hidden()
    expect(page.get_by_role("heading", name="Chống chỉ định")).to_be_visible()
    expect(page.get_by_text("Ấn bản mẫu để trình diễn")).to_be_visible()
