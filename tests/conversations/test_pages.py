"""The pages without JavaScript: read, ask, rename, call a pharmacist, give feedback; only one's own."""

import json
import uuid

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from conversations.answering import answer_turn
from conversations.feedback import REFUSALS
from conversations.intake import submit_turn
from conversations.models import Conversation, Feedback, Turn
from rag.records import TurnRequest
from tests.conversations.conftest import FakeEngine, make_user
from tests.conversations.records import abstaining, answered, clarifying, escalating

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(clinician: User) -> Client:
    client = Client()
    client.force_login(clinician)
    return client


@pytest.fixture
def turn(clinician: User, fake_engine: FakeEngine) -> Turn:
    return answer_turn(submit_turn(conversation=None, owner=clinician, question="liều paracetamol").pk)


def page_of(turn: Turn) -> str:
    return reverse("conversation", args=[turn.conversation_id])


@pytest.mark.parametrize("address", ["/chat/?q=a%00", "/formulary/?q=%00", "/login/?next=%00", "/admin/?q=%00"])
def test_an_address_with_a_nul_is_one_page_and_no_error_of_the_database(address: str, browser: Client) -> None:
    response = browser.get(address)
    assert response.status_code == 400
    assert "Yêu cầu không hợp lệ" in response.content.decode()


def test_under_the_api_it_is_a_problem(browser: Client) -> None:
    response = browser.get("/api/v1/turns/?q=%00")
    assert (response.status_code, response.headers["Content-Type"]) == (400, "application/problem+json")


def test_a_form_in_another_encoding_is_refused(browser: Client) -> None:
    kind = "application/x-www-form-urlencoded; charset=utf-7"
    assert browser.post("/chat/", "question=a", content_type=kind).status_code == 400
    assert not Turn.objects.exists()


@pytest.mark.parametrize("key", ['"abc\\000defgh"', '"\\377\\377bcdefgh"', "a b c d e f"])
def test_a_session_key_that_is_none_is_nobodys(key: str, client: Client, db: None) -> None:
    response = client.get("/chat/", headers={"Cookie": f"sessionid={key}"})
    assert response.headers["Location"] == "/login/?next=/chat/"


def test_a_database_that_is_away_is_a_page_that_says_so(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*args: object, **kwargs: object) -> None:
        raise OperationalError("mật khẩu bí mật")

    monkeypatch.setattr("conversations.views.conversation_as_list", down)
    response = browser.get("/chat/")
    assert response.status_code == 503
    assert response.headers["Retry-After"]
    assert "Tạm thời gián đoạn" in response.content.decode()
    assert "bí mật" not in response.content.decode()


def test_the_front_page_leads_to_the_chat(browser: Client) -> None:
    assert browser.get("/").headers["Location"] == "/chat/"


def test_a_visitor_is_asked_to_log_in(client: Client) -> None:
    response = client.get("/chat/")
    assert response.headers["Location"] == "/login/?next=/chat/"
    assert client.get("/login/").status_code == 200


def test_a_clinician_logs_in_and_out(client: Client, db: None) -> None:
    user = make_user("bs-moi", "clinician")
    user.set_password("mat-khau-thu-nghiem")
    user.save()
    answer = client.post("/login/", {"username": "bs-moi", "password": "mat-khau-thu-nghiem"})
    assert answer.headers["Location"] == "/chat/"
    assert client.get("/chat/").status_code == 200
    client.post("/logout/")
    assert client.get("/chat/").status_code == 302


def test_a_question_opens_a_conversation_and_leads_to_its_answer(browser: Client, fake_engine: FakeEngine) -> None:
    response = browser.post("/chat/", {"question": "liều paracetamol"})
    turn = Turn.objects.get()
    assert response.headers["Location"] == f"{page_of(turn)}#luot-1"
    page = browser.get(page_of(turn)).content.decode()
    assert "liều paracetamol" in page
    assert "0. Trẻ em 4 - 6 tuổi: 240 mg/lần" in page
    assert "/formulary/mau/paracetamol/?muc=lieu_luong_va_cach_dung&amp;k=0" in page


def test_the_next_question_is_asked_in_the_same_conversation(
    browser: Client, turn: Turn, fake_engine: FakeEngine
) -> None:
    response = browser.post(page_of(turn), {"question": "còn trẻ em?"})
    assert response.headers["Location"].endswith("#luot-2")
    assert Conversation.objects.count() == 1


def test_a_form_sent_twice_asks_once(browser: Client, fake_engine: FakeEngine) -> None:
    for _ in range(2):
        browser.post("/chat/", {"question": "liều", "client_key": "k1"})
    assert Turn.objects.count() == 1


@pytest.mark.parametrize(
    ("question", "status", "sentence"),
    [
        ("  ", 422, "Xin nhập câu hỏi."),
        ("a" * 2001, 422, "Câu hỏi dài quá 2.000 ký tự."),
    ],
)
def test_a_refused_question_stays_in_its_field(question: str, status: int, sentence: str, browser: Client) -> None:
    response = browser.post("/chat/", {"question": question})
    assert response.status_code == status
    assert sentence in response.content.decode()
    assert response.context["question"] == question
    assert not Turn.objects.exists()


def test_html_in_a_question_is_shown_as_text(browser: Client, fake_engine: FakeEngine) -> None:
    browser.post("/chat/", {"question": "<script>alert(1)</script> liều"})
    page = browser.get(page_of(Turn.objects.get())).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; liều" in page


def test_after_an_escalation_the_page_takes_no_question(browser: Client, turn: Turn, fake_engine: FakeEngine) -> None:
    fake_engine.reply = escalating()
    browser.post(reverse("conversation-pharmacist", args=[turn.conversation_id]))
    response = browser.post(page_of(turn), {"question": "liều?"})
    assert response.status_code == 409
    assert response.context["conversation"]["escalated_at"]


@pytest.mark.parametrize("place", ["conversation-pharmacist", "chat-pharmacist"])
def test_calling_a_pharmacist_is_a_turn(place: str, browser: Client, turn: Turn, fake_engine: FakeEngine) -> None:
    fake_engine.reply = escalating()
    args = [turn.conversation_id] if place == "conversation-pharmacist" else []
    browser.post(reverse(place, args=args))
    asked: TurnRequest = fake_engine.requests[-1]
    assert asked.question == "Tôi muốn gặp dược sĩ."
    assert Turn.objects.get(outcome="escalate").reason == "user_requested"


@pytest.mark.parametrize("record", [answered(claims=3), clarifying(), abstaining(), escalating()])
def test_every_kind_of_answer_has_a_page(record: object, browser: Client, fake_engine: FakeEngine) -> None:
    fake_engine.reply = record  # type: ignore[assignment]
    browser.post("/chat/", {"question": "liều"})
    response = browser.get(page_of(Turn.objects.get()))
    assert response.status_code == 200
    assert record.message in response.content.decode()  # type: ignore[attr-defined]


def test_a_conversation_is_renamed(browser: Client, turn: Turn) -> None:
    browser.post(reverse("conversation-rename", args=[turn.conversation_id]), {"title": "Bé 18 kg"})
    assert Conversation.objects.get().title == "Bé 18 kg"
    assert browser.get("/chat/?q=be 18").context["conversations"][0]["title"] == "Bé 18 kg"


def test_an_unusable_name_is_refused_on_the_page(browser: Client, turn: Turn) -> None:
    response = browser.post(reverse("conversation-rename", args=[turn.conversation_id]), {"title": " "})
    assert response.status_code == 422
    assert "từ 1 đến 120 ký tự" in response.content.decode()


def test_search_shows_what_matches(browser: Client, turn: Turn) -> None:
    assert browser.get("/chat/?q=LIEU").context["conversations"]
    assert not browser.get("/chat/?q=warfarin").context["conversations"]


# Feedback


def test_feedback_by_form_leads_back_to_the_turn(browser: Client, turn: Turn) -> None:
    response = browser.post(reverse("turn-feedback", args=[turn.pk]), {"kind": "wrong_drug", "text": "nhầm"})
    assert response.headers["Location"] == f"{page_of(turn)}#luot-1"
    given = Feedback.objects.get()
    assert (given.kind, given.text, given.user) == ("wrong_drug", "nhầm", turn.asked_by)


def test_feedback_by_script_is_answered_with_json(browser: Client, turn: Turn) -> None:
    response = browser.post(
        reverse("turn-feedback", args=[turn.pk]), json.dumps({"kind": "right"}), content_type="application/json"
    )
    assert response.status_code == 201
    assert response.json()["kind"] == "right"


def test_a_person_may_change_their_mind(browser: Client, turn: Turn) -> None:
    for kind in ("right", "incomplete"):
        browser.post(reverse("turn-feedback", args=[turn.pk]), {"kind": kind})
    assert [given.kind for given in Feedback.objects.all()] == ["incomplete", "right"]


@pytest.mark.parametrize("body", ["{", "[]", '"right"', '{"text": "?"}', '{"kind": "great"}', '{"kind": ["right"]}'])
def test_feedback_that_makes_no_sense_is_refused(body: str, browser: Client, turn: Turn) -> None:
    response = browser.post(reverse("turn-feedback", args=[turn.pk]), body, content_type="application/json")
    assert (response.status_code, response.json()["message"]) == (400, REFUSALS["bad_kind"])
    assert not Feedback.objects.exists()


def test_feedback_keeps_no_identifiers(browser: Client, turn: Turn) -> None:
    browser.post(
        reverse("turn-feedback", args=[turn.pk]), {"kind": "other", "text": "BN Nguyễn Văn Mẫu dùng liều khác"}
    )
    assert "Mẫu" not in Feedback.objects.get().text


def test_feedback_waits_for_the_answer(browser: Client, clinician: User) -> None:
    turn = submit_turn(conversation=None, owner=clinician, question="liều")
    assert browser.post(reverse("turn-feedback", args=[turn.pk]), {"kind": "right"}).status_code == 400


@pytest.mark.parametrize(
    ("role", "is_staff", "led"),
    [("pharmacist", True, True), ("pharmacist", False, False), ("clinician", True, False), ("clinician", False, False)],
)
def test_those_who_may_read_the_record_of_an_answer_are_led_to_it(
    role: str, is_staff: bool, led: bool, fake_engine: FakeEngine
) -> None:
    person = make_user("người-hỏi", role)
    person.is_staff = is_staff
    person.save()
    client = Client()
    client.force_login(person)
    mine = answer_turn(submit_turn(conversation=None, owner=person, question="liều").pk)
    record = reverse("admin:conversations_turn_change", args=[mine.pk])
    page = client.get(page_of(mine)).content.decode()
    assert (f'href="{record}"' in page, "data-record=" in page) == (led, led)
    assert not led or client.get(record).status_code == 200


# Who may see what


def addresses(turn: Turn) -> list[tuple[str, str]]:
    return [
        ("get", page_of(turn)),
        ("post", page_of(turn)),
        ("post", reverse("conversation-rename", args=[turn.conversation_id])),
        ("post", reverse("conversation-pharmacist", args=[turn.conversation_id])),
        ("post", reverse("turn-feedback", args=[turn.pk])),
    ]


@pytest.mark.parametrize("role", ["clinician", "pharmacist"])
def test_other_peoples_conversations_do_not_exist(role: str, turn: Turn) -> None:
    other = Client()
    other.force_login(make_user("người-khác", role))
    for method, address in addresses(turn):
        response = getattr(other, method)(address, {"question": "liều", "kind": "right", "title": "khác"})
        assert response.status_code == 404, address
    assert Turn.objects.count() == 1
    assert not Feedback.objects.exists()


def test_a_visitor_reaches_nothing(turn: Turn) -> None:
    visitor = Client()
    for method, address in [*addresses(turn), ("post", "/chat/"), ("post", "/chat/pharmacist/")]:
        assert getattr(visitor, method)(address).headers["Location"].startswith("/login/"), address


@pytest.mark.parametrize("role", ["integration", "nobody"])
def test_the_pages_are_for_people_who_ask(role: str) -> None:
    client = Client()
    client.force_login(make_user("chương-trình", role))
    assert client.get("/chat/").status_code == 403


def test_an_auditor_lands_in_the_administration(db: None) -> None:
    auditor = make_user("kiểm-toán", "auditor")
    auditor.is_staff = True
    auditor.save()
    client = Client()
    client.force_login(auditor)
    assert client.get("/chat/").headers["Location"] == "/admin/"


def test_an_unknown_conversation_is_404(browser: Client) -> None:
    assert browser.get(reverse("conversation", args=[uuid.uuid4()])).status_code == 404


def test_no_page_is_kept_by_a_cache(browser: Client, turn: Turn) -> None:
    for address in ("/chat/", page_of(turn), "/login/"):
        assert "no-store" in browser.get(address).headers["Cache-Control"], address


def test_forms_need_the_token(clinician: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(clinician)
    assert strict.post("/chat/", {"question": "liều"}).status_code == 403
