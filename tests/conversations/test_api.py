"""The API for the hospital's programs."""

import json
import re
import uuid
from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from conversations.intake import REFUSALS, submit_turn
from conversations.models import Conversation, Turn
from tests.conversations.conftest import FakeEngine, make_user
from tests.conversations.records import abstaining, answered, clarifying, escalating

pytestmark = pytest.mark.django_db

OPEN = "/api/v1/conversations/"
VIETNAMESE = re.compile("[đạảãàáêềệộồôốơờợớưừứ]")
ENGLISH = re.compile(r"(?i)\b(is|not|are|the|invalid|failed|expected|may|token)\b")


@pytest.fixture
def program(db: None) -> User:
    return make_user("bệnh-viện", "integration")


@pytest.fixture
def api(program: User) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=program).key}")
    return client


@pytest.fixture
def conversation(api: APIClient) -> str:
    opened: str = api.post(OPEN, {}, format="json").json()["id"]
    return opened


def turns(conversation: str) -> str:
    return f"{OPEN}{conversation}/turns/"


def ask(api: APIClient, conversation: str, question: str = "liều paracetamol", **more: Any) -> Any:
    return api.post(turns(conversation), {"question": question} | more, format="json")


def problem_of(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body.keys() == {"type", "title", "status", "code", "detail"}
    assert body["status"] == response.status_code
    return response.status_code, body["code"]


def test_a_program_opens_a_conversation_and_asks(api: APIClient, conversation: str, fake_engine: FakeEngine) -> None:
    response = ask(api, conversation)
    assert response.status_code == 201
    turn = response.json()
    assert (turn["outcome"], turn["reason"], turn["number"]) == ("answered", "verbatim", 1)
    assert api.get(f"/api/v1/turns/{turn['id']}/").json() == turn
    assert api.get(f"{OPEN}{conversation}/").json()["turns"] == [turn]


def test_no_answer_is_kept_by_a_cache(api: APIClient, conversation: str, fake_engine: FakeEngine) -> None:
    assert "no-store" in ask(api, conversation)["Cache-Control"]


@pytest.mark.parametrize("where", ["body", "header", "quoted header"])
def test_a_repeated_request_gives_the_first_turn_back(
    where: str, api: APIClient, conversation: str, fake_engine: FakeEngine
) -> None:
    def send() -> Any:
        if where == "body":
            return ask(api, conversation, client_key="k1")
        key = '"k1"' if where == "quoted header" else "k1"
        return api.post(turns(conversation), {"question": "liều"}, format="json", headers={"Idempotency-Key": key})

    assert send().json() == send().json()
    assert Turn.objects.count() == 1


def test_a_repeated_opening_opens_once(api: APIClient) -> None:
    first, second = (api.post(OPEN, {"client_key": "k"}, format="json").json() for _ in range(2))
    assert first["id"] == second["id"]


def test_two_different_keys_in_one_request_are_refused(api: APIClient, conversation: str) -> None:
    body = {"question": "liều", "client_key": "k1"}
    response = api.post(turns(conversation), body, format="json", headers={"Idempotency-Key": "k2"})
    assert problem_of(response) == (400, "invalid")


def test_a_key_that_was_used_for_another_question_is_a_problem(
    api: APIClient, conversation: str, fake_engine: FakeEngine
) -> None:
    ask(api, conversation, "liều paracetamol", client_key="k1")
    assert problem_of(ask(api, conversation, "liều ibuprofen", client_key="k1")) == (422, "key_reused")


def test_a_turn_that_is_still_being_answered_is_202(api: APIClient, program: User, fake_engine: FakeEngine) -> None:
    turn = submit_turn(conversation=None, owner=program, question="liều", client_key="k1")
    Turn.objects.filter(pk=turn.pk).update(status="running", claimed_at=turn.created_at)
    response = ask(api, str(turn.conversation_id), "liều", client_key="k1")
    assert (response.status_code, response.json()["status"]) == (202, "running")


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        pytest.param("", (422, "blank"), id="empty"),
        pytest.param("\u200b", (422, "blank"), id="zero width"),
        pytest.param("a" * 2001, (422, "too_long"), id="too long"),
        pytest.param(None, (400, "invalid"), id="null"),
        pytest.param(["liều"], (400, "invalid"), id="a list"),
        pytest.param(5, (400, "invalid"), id="a number"),
        pytest.param("a\0b", (400, "invalid"), id="NUL"),
    ],
)
def test_a_question_that_cannot_be_taken_is_a_problem(
    question: Any, problem: tuple[int, str], api: APIClient, conversation: str
) -> None:
    assert problem_of(api.post(turns(conversation), {"question": question}, format="json")) == problem


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        pytest.param("{", (400, "parse_error"), id="cut off"),
        pytest.param("[1]", (400, "invalid"), id="a list"),
        pytest.param("[" * 40_000, (400, "parse_error"), id="deep"),
        pytest.param('{"question": "' + "a" * 70_000 + '"}', (413, "body_too_large"), id="70 KB"),
    ],
)
def test_a_body_that_cannot_be_read_is_a_problem(
    body: str, problem: tuple[int, str], api: APIClient, conversation: str
) -> None:
    assert problem_of(api.post(turns(conversation), body, content_type="application/json")) == problem


def test_another_media_type_is_a_problem(api: APIClient, conversation: str) -> None:
    response = api.post(turns(conversation), "question=a", content_type="application/x-www-form-urlencoded")
    assert problem_of(response) == (415, "unsupported_media_type")


def test_another_method_is_a_problem(api: APIClient, conversation: str) -> None:
    assert problem_of(api.delete(f"{OPEN}{conversation}/")) == (405, "method_not_allowed")


@pytest.mark.parametrize("address", ["/api/", "/api/v1/turns/x/", "/api/v2/turns/", "/api/v1/turns/a%0d%0ab/"])
def test_an_address_that_is_none_is_a_problem(address: str, api: APIClient) -> None:
    assert problem_of(api.get(address)) == (404, "not_found")


def test_a_database_that_is_away_is_a_problem_that_passes(
    api: APIClient, conversation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("mật khẩu bí mật")

    monkeypatch.setattr("conversations.api.views.submit_turn", down)
    response = ask(api, conversation)
    assert problem_of(response) == (503, "unavailable")
    assert response["Retry-After"]
    assert "bí mật" not in response.content.decode()


def test_a_bug_of_ours_is_a_problem_without_its_words(
    api: APIClient, conversation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise KeyError("liều paracetamol cho ông An")

    monkeypatch.setattr("conversations.api.views.submit_turn", broken)
    response = ask(api, conversation)
    assert problem_of(response) == (500, "system_error")
    assert "paracetamol" not in response.content.decode()


def test_an_open_turn_is_a_conflict(api: APIClient, program: User) -> None:
    turn = submit_turn(conversation=None, owner=program, question="liều")
    response = ask(api, str(turn.conversation_id), "còn trẻ em?")
    assert problem_of(response) == (409, "turn_open")
    assert response["Retry-After"]


def test_an_escalated_conversation_is_a_conflict(api: APIClient, conversation: str, fake_engine: FakeEngine) -> None:
    fake_engine.reply = escalating()
    assert ask(api, conversation, "cho gặp dược sĩ").json()["escalation"]["handoff_context"]
    assert problem_of(ask(api, conversation)) == (409, "conversation_closed")


def test_a_person_is_limited_and_told_when_to_come_back(clinician: User, fake_engine: FakeEngine) -> None:
    for _ in range(2):
        submit_turn(conversation=None, owner=clinician, question="liều")
    api = APIClient()
    api.force_authenticate(clinician)
    response = ask(api, api.post(OPEN, {}, format="json").json()["id"])
    assert problem_of(response) == (429, "busy")
    assert response["Retry-After"]


def test_a_bug_in_the_pipeline_is_an_answer_not_a_500(
    api: APIClient, conversation: str, fake_engine: FakeEngine
) -> None:
    fake_engine.reply = RuntimeError("hỏng")
    response = ask(api, conversation)
    assert (response.status_code, response.json()["reason"]) == (201, "system_error")
    assert "hỏng" not in response.content.decode()


@pytest.mark.parametrize("question", ["li\0ều", "liều \ud83d"])
def test_characters_that_cannot_be_stored_are_refused_in_the_words_of_every_other_way_in(
    question: str, api: APIClient, conversation: str
) -> None:
    body = json.dumps({"question": question})
    response = api.post(turns(conversation), body, content_type="application/json")
    assert problem_of(response) == (400, "invalid")
    assert response.json()["detail"] == REFUSALS["invalid"].sentence
    assert not Turn.objects.exists()


def test_every_problem_is_told_in_vietnamese(api: APIClient, conversation: str, clinician: User) -> None:
    def post(body: str, **more: Any) -> Any:
        return api.post(turns(conversation), body, **({"content_type": "application/json"} | more))

    def with_token(token: str) -> Any:
        return Client().get("/api/v1/", headers={"Authorization": token})

    session = Client(enforce_csrf_checks=True)
    session.force_login(clinician)
    asleep = make_user("đã-nghỉ", "integration")
    key = Token.objects.create(user=asleep).key
    User.objects.filter(pk=asleep.pk).update(is_active=False)
    problems = [
        post("{"),
        post("[" * 9_000),
        post("[]"),
        post("3"),
        post("{}"),
        post('{"question": null}'),
        post('{"question": 3}'),
        post(json.dumps({"question": "liều", "client_key": "k" * 65})),
        post(json.dumps({"question": "liều", "client_key": "k\0"})),
        post(json.dumps({"question": "x" * 70_000})),
        post("liều", content_type="text/plain"),
        api.delete(turns(conversation)),
        api.get(f"{OPEN}{conversation}/", headers={"Accept": "text/csv"}),
        api.get("/api/v1/nothing/"),
        Client().get("/api/v1/"),
        *map(with_token, ("Token wrong", "Token", "Token a b", "Token \xff", f"Token {key}")),
        session.post(OPEN, "{}", content_type="application/json"),
    ]
    for response in problems:
        problem_of(response)
        detail = response.json()["detail"]
        for sentence in [detail] if isinstance(detail, str) else [each for found in detail.values() for each in found]:
            assert VIETNAMESE.search(sentence), sentence
            assert not ENGLISH.search(sentence), sentence


# Who may do what


def test_without_a_token_nothing_is_served(conversation: str) -> None:
    nobody = APIClient()
    for method, address in (("post", OPEN), ("post", turns(conversation)), ("get", f"{OPEN}{conversation}/")):
        response = getattr(nobody, method)(address, {}, format="json")
        assert problem_of(response) == (401, "not_authenticated")
        assert response["WWW-Authenticate"] == "Token"


def test_a_wrong_token_is_401() -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Token wrong")
    assert problem_of(client.post(OPEN, {}, format="json")) == (401, "authentication_failed")


@pytest.mark.parametrize(
    ("role", "reads"),
    [("clinician", 404), ("integration", 404), ("pharmacist", 200), ("auditor", 200), ("nobody", 404)],
)
def test_who_reads_somebody_elses_turn(
    role: str, reads: int, api: APIClient, conversation: str, fake_engine: FakeEngine
) -> None:
    turn = ask(api, conversation).json()["id"]
    reader = APIClient()
    reader.force_authenticate(make_user("người-đọc", role))
    assert reader.get(f"/api/v1/turns/{turn}/").status_code == reads
    assert reader.get(f"{OPEN}{conversation}/").status_code == reads


@pytest.mark.parametrize(
    ("role", "problem"),
    [
        ("clinician", (404, "not_found")),
        ("pharmacist", (404, "not_found")),
        ("integration", (404, "not_found")),
        ("auditor", (403, "permission_denied")),
        ("nobody", (403, "permission_denied")),
    ],
)
def test_nobody_asks_in_somebody_elses_conversation(role: str, problem: tuple[int, str], conversation: str) -> None:
    other = APIClient()
    other.force_authenticate(make_user("người-khác", role))
    assert problem_of(ask(other, conversation)) == problem
    assert not Turn.objects.exists()


def test_an_unknown_id_is_404(api: APIClient) -> None:
    assert problem_of(api.get(f"/api/v1/turns/{uuid.uuid4()}/")) == (404, "not_found")
    assert problem_of(ask(api, str(uuid.uuid4()))) == (404, "not_found")


def test_a_session_needs_the_csrf_token(clinician: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(clinician)
    assert client.post(OPEN, "{}", content_type="application/json").status_code == 403
    assert not Conversation.objects.exists()


# The description


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    GENERATOR_STATS.reset()
    made: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return made


def test_the_description_is_made_without_a_warning(schema: dict[str, Any]) -> None:
    assert not GENERATOR_STATS
    assert {path for path in schema["paths"] if path.startswith("/api/v1/")} == {
        OPEN,
        "/api/v1/conversations/{id}/",
        "/api/v1/conversations/{id}/turns/",
        "/api/v1/turns/{id}/",
        "/api/v1/turns/{id}/inspection/",
    }


def for_jsonschema(node: Any) -> Any:
    """OpenAPI 3.0 says `nullable`, JSON Schema says null; and nothing may be left undescribed."""
    if isinstance(node, list):
        return [for_jsonschema(item) for item in node]
    if not isinstance(node, dict):
        return node
    made = {key: for_jsonschema(value) for key, value in node.items() if key != "nullable"}
    if "properties" in made:
        made["additionalProperties"] = False
    return {"anyOf": [made, {"type": "null"}]} if node.get("nullable") else made


@pytest.mark.parametrize("record", [answered(claims=2), clarifying(), abstaining(), escalating()])
def test_what_is_served_is_what_is_described(
    record: Any, api: APIClient, conversation: str, fake_engine: FakeEngine, schema: dict[str, Any]
) -> None:
    fake_engine.reply = record
    turn = json.loads(ask(api, conversation).content)
    described = for_jsonschema({"components": schema["components"]})
    jsonschema.validate(turn, described | {"$ref": "#/components/schemas/Turn"})


def test_the_documentation_page_runs_no_inline_script(clinician: User) -> None:
    client = Client()
    client.force_login(clinician)
    page = client.get("/api/docs/")
    assert page.status_code == 200
    assert "<style" not in page.content.decode()
    assert "<script>" not in page.content.decode()
    script = client.get("/api/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")
    assert client.get("/api/schema/").status_code == 200


def test_the_documentation_asks_no_validator_on_the_internet(clinician: User) -> None:
    client = Client()
    client.force_login(clinician)
    assert '"validatorUrl": null' in client.get("/api/docs/?script=").content.decode()


def test_the_documentation_is_not_public() -> None:
    for address in ("/api/docs/", "/api/schema/"):
        assert problem_of(Client().get(address)) == (401, "not_authenticated")


def test_a_person_without_a_session_is_led_from_the_documentation_to_the_login_and_back(clinician: User) -> None:
    browser = Client(headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    login = browser.get("/api/docs/")
    assert (login.status_code, login["Location"]) == (302, "/login/?next=/api/docs/")
    assert "no-store" in login["Cache-Control"]
    clinician.set_password("một mật khẩu dài")
    clinician.save()
    person = {"username": clinician.username, "password": "một mật khẩu dài"}
    assert browser.post(login["Location"], person)["Location"] == "/api/docs/"
    assert browser.get("/api/docs/").status_code == 200


def test_the_schema_leads_no_program_to_a_page() -> None:
    assert problem_of(Client().get("/api/schema/", headers={"Accept": "*/*"})) == (401, "not_authenticated")
    assert problem_of(Client().get("/api/docs/", headers={"Accept": "*/*"})) == (401, "not_authenticated")
