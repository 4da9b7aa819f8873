"""A conversation as a clinician has it, from the first question to the printed regimen."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open


def test_five_short_turns_lead_to_the_regimen_of_one_child(chat: ChatPage) -> None:
    population = chat.ask("Liều paracetamol?")
    expect(population.locator(".outcome")).to_contain_text("Cần hỏi thêm")
    expect(population.get_by_role("button", name="Trẻ em", exact=True)).to_be_enabled()

    expect(chat.ask("trẻ em")).to_contain_text("Paracetamol")
    expect(chat.ask("18 ký")).to_contain_text("tuổi")
    expect(chat.ask("5 tuổi")).to_contain_text("18 kg")
    answer = chat.ask("Uống")

    expect(answer.locator(".outcome")).to_have_text("Trích nguyên văn Dược thư")
    assert any("4 - 6 tuổi: 240 mg/lần" in claim for claim in chat.claims())
    expect(answer).not_to_contain_text("Đặt trực tràng")
    expect(answer.locator(".notice.is-carry_over")).to_contain_text("Paracetamol")


def test_every_sentence_of_an_answer_has_a_citation_and_its_page_and_edition(chat: ChatPage) -> None:
    answer = chat.ask("chống chỉ định của metformin")
    for excerpt in answer.locator(".excerpt").all():
        expect(excerpt.locator(".provenance")).to_have_text(re.compile(r"Trích nguyên văn.*ấn bản mẫu.*trang \d+"))
        for claim in excerpt.locator(".claim").all():
            expect(claim.locator(".cite").first).to_have_attribute(
                "href", re.compile(r"^/formulary/dtqg-mau/metformin/\?.*#")
            )


def test_an_offered_answer_is_sent_when_pressed(chat: ChatPage) -> None:
    chat.ask("Liều paracetamol?")
    chat.choose("Trẻ em")
    expect(chat.last.locator(".asked")).to_have_text("Trẻ em")


def test_offers_of_earlier_turns_can_no_longer_be_pressed(chat: ChatPage) -> None:
    chat.ask("Liều paracetamol?")
    offers = chat.turns.first.locator("[data-reply]")
    chat.ask("chống chỉ định của metformin")
    assert offers.count() > 0
    for offer in offers.all():
        expect(offer).to_be_disabled()


def test_the_first_question_gives_the_conversation_an_address_and_a_name(chat: ChatPage) -> None:
    chat.ask("Liều paracetamol?")
    expect(chat.page).to_have_url(re.compile(r"/chat/[0-9a-f-]{36}/$"))
    expect(chat.page.locator("#conversation-list [aria-current=page]")).to_have_text("Liều paracetamol?")
    expect(chat.page).to_have_title("Liều paracetamol? – Dược thư")


@pytest.mark.parametrize(
    "questions",
    [
        pytest.param(["Liều paracetamol?", "trẻ em", "18 ký", "5 tuổi", "Uống"], id="clarifications, then a regimen"),
        pytest.param(["chống chỉ định của metformin"], id="a section over two pages"),
        pytest.param(["liều amoxicilin và kali clavulanat người lớn suy thận Clcr 20"], id="a table"),
        pytest.param(["cháu uống nhầm 20 viên paracetamol"], id="an emergency"),
        pytest.param(["liều amoxicillin chó"], id="out of scope"),
        pytest.param(["liều colchicin"], id="a drug that the edition has not"),
        pytest.param(["cảm ơn"], id="small talk"),
        pytest.param(["Tôi muốn gặp dược sĩ."], id="an escalation"),
    ],
)
def test_the_page_shows_after_a_reload_what_it_showed_when_the_answer_came(
    chat: ChatPage, questions: list[str]
) -> None:
    for question in questions:
        chat.ask(question)
    live = chat.shapes()
    chat.page.reload()
    chat.answered(len(questions))
    assert chat.shapes() == live


def test_a_link_to_an_answer_opens_the_conversation_at_that_answer(chat: ChatPage) -> None:
    for question in ("chống chỉ định của metformin", "chỉ định của warfarin", "bảo quản amoxicilin"):
        chat.ask(question)
    link = chat.turns.nth(1).locator(".permalink").get_attribute("href")
    assert link is not None
    assert link.endswith("#luot-2")
    chat.page.goto("/login/")
    chat.page.goto(link)
    expect(chat.turns.nth(1).locator(".question")).to_be_in_viewport()


def test_calling_a_pharmacist_closes_the_conversation_and_says_so(chat: ChatPage) -> None:
    chat.ask("chống chỉ định của metformin")
    chat.page.get_by_text("Gọi dược sĩ").click()
    chat.page.get_by_role("button", name="Chuyển cho dược sĩ").click()
    chat.answered(2)
    expect(chat.last).to_contain_text("Chuyển dược sĩ theo yêu cầu")
    expect(chat.field).to_be_disabled()
    expect(chat.page.locator("#closed")).to_contain_text("đã chuyển cho dược sĩ")


def test_a_conversation_is_found_by_its_words_without_diacritics(open_page: Open) -> None:
    first = open_page()
    first.ask("chống chỉ định của metformin")
    first.page.get_by_role("link", name="Cuộc hỏi mới").click()
    first.ask("bảo quản amoxicilin")
    names = first.page.locator("#conversation-list a")
    expect(names).to_have_count(2)
    first.page.get_by_role("searchbox").fill("chi dinh")
    expect(names).to_have_text(["chống chỉ định của metformin"])


def test_a_conversation_is_renamed_in_place(chat: ChatPage) -> None:
    chat.ask("chống chỉ định của metformin")
    chat.page.get_by_label("Đổi tên cuộc hỏi").click()
    chat.page.get_by_role("textbox", name="Tên cuộc hỏi").fill("Bệnh nhân giường 12")
    chat.page.get_by_role("button", name="Đổi tên").click()
    expect(chat.page.locator("#conversation-title")).to_have_text("Bệnh nhân giường 12")
    expect(chat.page.locator("#conversation-list [aria-current=page]")).to_have_text("Bệnh nhân giường 12")
    chat.page.reload()
    expect(chat.page.locator("#conversation-title")).to_have_text("Bệnh nhân giường 12")
