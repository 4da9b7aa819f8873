"""What a person sees when the socket dies, when the network is gone, and in two windows at once."""

import json
import re
from typing import Any

from playwright.sync_api import Page, Request, WebSocketRoute, expect

from tests.browser.chat_page import ChatPage
from tests.browser.conftest import Open

REGIMEN = "liều paracetamol cho trẻ em 5 tuổi 18 kg uống"


class Wire:
    """Stands between page and server.

    `cut_at` names the server's message that dies with the first connection, `held` one that never arrives.
    """

    def __init__(
        self,
        page: Page,
        *,
        cut_at: str | None = None,
        held: str | None = None,
        repeat: bool = False,
        drop_asks: int = 0,
    ) -> None:
        self.asked: list[dict[str, Any]] = []
        self.resumed: list[dict[str, Any]] = []
        self.cancelled: list[dict[str, Any]] = []
        self.connections = 0
        self._cut_at = cut_at
        self._held = held
        self._repeat = repeat
        self._drop_asks = drop_asks
        page.route_web_socket(re.compile(r"/ws/chat/"), self._connect)

    def _connect(self, page_side: WebSocketRoute) -> None:
        self.connections += 1
        server_side = page_side.connect_to_server()

        def from_page(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "ask":
                self.asked.append(message)
                if self._drop_asks:
                    self._drop_asks -= 1
                    page_side.close(code=1001)
                    return
            if message["type"] == "resume":
                self.resumed.append(message)
            if message["type"] == "cancel":
                self.cancelled.append(message)
            server_side.send(text)

        def from_server(text: str | bytes) -> None:
            kind = json.loads(text)["type"]
            if kind == self._held:
                return
            if kind == self._cut_at:
                self._cut_at = None
                page_side.close(code=1001)
                server_side.close(code=1001)
                return
            page_side.send(text)
            if self._repeat:
                page_side.send(text)

        page_side.on_message(from_page)
        server_side.on_message(from_server)


def wired(open_page: Open, **options: Any) -> tuple[ChatPage, Wire]:
    chat = open_page()
    wire = Wire(chat.page, **options)
    chat.page.reload()
    return chat, wire


def undisturbed(open_page: Open) -> list[str]:
    chat = open_page(person="undisturbed")
    chat.ask(REGIMEN)
    return chat.claims()


def test_a_socket_killed_before_the_first_claim_loses_and_repeats_nothing(open_page: Open) -> None:
    chat, wire = wired(open_page, cut_at="claim")
    chat.ask(REGIMEN)
    assert chat.claims() == undisturbed(open_page)
    assert wire.connections == 2
    assert len(wire.resumed) == 1


def test_a_socket_killed_before_the_end_loses_and_repeats_nothing(open_page: Open) -> None:
    chat, wire = wired(open_page, cut_at="done")
    chat.ask(REGIMEN)
    assert chat.claims() == undisturbed(open_page)
    assert len(wire.resumed) == 1


def test_a_question_that_was_not_acknowledged_is_sent_again_under_the_same_key(open_page: Open) -> None:
    chat, wire = wired(open_page, drop_asks=1)
    chat.ask(REGIMEN)
    assert [message["client_key"] for message in wire.asked] == [wire.asked[0]["client_key"]] * 2
    expect(chat.turns).to_have_count(1)


ANNOUNCED = """
() => {
  window.announced = [];
  const status = document.getElementById("status");
  const line = document.getElementById("line");
  const keep = () => window.announced.push([status.textContent, line.textContent]);
  new MutationObserver(keep).observe(status, { childList: true });
}
"""


def test_a_question_is_announced_as_sent_only_once_the_server_has_taken_it(open_page: Open) -> None:
    chat, wire = wired(open_page, drop_asks=1)
    chat.page.evaluate(ANNOUNCED)
    chat.ask("chống chỉ định của metformin")
    assert len(wire.asked) == 2
    announced = chat.page.evaluate("window.announced")
    assert announced[:2] == [["Đang gửi câu hỏi…", ""], ["Đã gửi câu hỏi.", ""]]
    assert [text for text, _ in announced].count("Đã gửi câu hỏi.") == 1


def test_without_a_server_no_question_is_announced_as_sent(open_page: Open) -> None:
    chat = open_page()
    chat.page.route_web_socket(re.compile(r"/ws/chat/"), lambda socket: socket.close(code=1001))
    chat.page.reload()
    expect(chat.page.locator("#line")).to_have_text("Mất kết nối, đang nối lại…")
    chat.page.route("**/*", lambda route: route.abort())  # nor can the form be posted instead
    chat.field.fill("chống chỉ định của metformin")
    chat.field.press("Enter")
    expect(chat.last.locator(".stage")).to_have_text("Đang gửi…")
    expect(chat.page.get_by_role("status")).to_have_text("Đang gửi câu hỏi…")
    chat.forget_errors()


def test_a_question_whose_acknowledgement_was_lost_is_answered_once(open_page: Open) -> None:
    chat, wire = wired(open_page, cut_at="accepted")
    chat.ask(REGIMEN)
    assert len(wire.asked) == 2
    chat.page.reload()
    chat.answered(1)


def test_messages_that_come_twice_are_shown_once(open_page: Open) -> None:
    chat, _ = wired(open_page, repeat=True)
    chat.ask(REGIMEN)
    assert chat.claims() == undisturbed(open_page)
    expect(chat.turns).to_have_count(1)


def test_a_question_asked_offline_goes_when_the_network_is_back(open_page: Open) -> None:
    chat, _ = wired(open_page, drop_asks=1)
    chat.field.fill("chống chỉ định của metformin")
    chat.field.press("Enter")
    expect(chat.page.locator("#line")).to_have_text("Mất kết nối, đang nối lại…")
    chat.answered(1)
    expect(chat.page.locator("#line")).to_be_empty()


def test_without_any_socket_the_question_goes_by_the_form(open_page: Open) -> None:
    chat = open_page()
    chat.page.route_web_socket(re.compile(r"/ws/chat/"), lambda socket: socket.close(code=1011))
    posted: list[Request] = []
    chat.page.on("request", lambda request: posted.append(request) if request.method == "POST" else None)
    chat.page.reload()
    chat.ask("chống chỉ định của metformin")
    assert len(posted) == 1
    expect(chat.page).to_have_url(re.compile(r"/chat/[0-9a-f-]{36}/#luot-1$"))


def test_two_windows_on_one_conversation_show_the_same(open_page: Open) -> None:
    one = open_page()
    one.ask("Liều paracetamol?")
    other = open_page(context=one.page.context, path=one.page.url)
    other.answered(1)
    one.ask("trẻ em")
    other.answered(2)
    other.ask("18 ký")
    one.answered(3)
    assert one.shapes() == other.shapes()


def test_two_people_never_see_each_others_turns(open_page: Open) -> None:
    one, other = open_page(person="one"), open_page(person="other")
    one.ask("liều paracetamol cho trẻ em 23 kg")
    other.ask("chống chỉ định của metformin")
    expect(other.page.locator("body")).not_to_contain_text("23 kg")
    expect(other.page.locator("#conversation-list a")).to_have_count(1)
    expect(other.turns).to_have_count(1)
    expect(one.turns).to_have_count(1)


def test_a_question_refused_by_the_server_is_given_back(open_page: Open) -> None:
    chat = open_page()
    chat.page.route_web_socket(re.compile(r"/ws/chat/"), _refuse)
    chat.page.reload()
    chat.field.fill("chống chỉ định của metformin")
    chat.field.press("Enter")
    expect(chat.page.get_by_role("alert")).to_have_text("Xin đợi một lát.")
    expect(chat.field).to_have_value("chống chỉ định của metformin")
    expect(chat.field).to_be_focused()
    expect(chat.turns).to_have_count(0)


def _refuse(socket: WebSocketRoute) -> None:
    refusal = json.dumps({"type": "error", "code": "busy", "message": "Xin đợi một lát."})
    socket.on_message(lambda _: socket.send(refusal))


def test_the_stage_is_shown_while_a_question_is_being_answered(open_page: Open) -> None:
    chat, _ = wired(open_page, held="done")
    chat.field.fill("liều colchicin")
    chat.field.press("Enter")
    expect(chat.last.locator(".stage")).to_have_text(re.compile(r"^Đang (đọc câu hỏi|tra sách|soạn|kiểm chứng)…$"))


def test_a_second_question_waits_in_its_field_until_the_first_is_answered(open_page: Open) -> None:
    chat, wire = wired(open_page, held="done")
    for question in ("liều colchicin", "chống chỉ định của metformin"):
        chat.field.fill(question)
        chat.field.press("Enter")
    expect(chat.page.get_by_role("alert")).to_contain_text("chưa trả lời xong")
    expect(chat.field).to_have_value("chống chỉ định của metformin")
    assert len(wire.asked) == 1


def test_a_question_can_be_stopped(open_page: Open) -> None:
    chat, wire = wired(open_page, held="done")
    chat.field.fill("liều colchicin")
    chat.field.press("Enter")
    chat.page.get_by_role("button", name="Dừng câu hỏi đang xử lý").click()
    while not wire.cancelled:  # the message is on its way
        chat.page.wait_for_timeout(20)
    expect(chat.last).to_have_attribute("data-turn", wire.cancelled[0]["turn"])


def test_a_person_whose_session_ended_keeps_the_question_and_is_told_to_sign_in_again(open_page: Open) -> None:
    chat = open_page()
    chat.page.route_web_socket(re.compile(r"/ws/chat/"), lambda socket: socket.close(code=4401))
    chat.page.reload()
    expect(chat.page.locator("#line")).to_have_text("Phiên làm việc đã hết. Đăng nhập lại")
