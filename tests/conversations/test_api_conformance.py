"""Whatever a program sends, what comes back is described: the status, the media type and the shape."""

import json
from typing import Any

import jsonschema
import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from conversations.intake import SYSTEM
from tests.conversations.conftest import FakeEngine, make_user
from tests.conversations.test_api import OPEN, for_jsonschema

pytestmark = pytest.mark.django_db

TEXT = st.text(max_size=30) | st.sampled_from(["", "liều", "a" * 2001, "\0", "\ud800", "\u200b", "<b>", "%s", "k" * 65])
VALUE = st.none() | st.booleans() | st.integers() | st.floats() | TEXT | st.lists(TEXT, max_size=2)
BODY = st.dictionaries(st.sampled_from(["question", "client_key", "x"]), VALUE, max_size=3) | VALUE
RAW = BODY.map(lambda body: json.dumps(body).encode()) | st.binary(max_size=40)
KEY = st.none() | st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=70)
KIND = st.sampled_from(["application/json", "application/json; charset=x", "text/plain", "application/xml", ""])
ACCEPT = st.sampled_from(["application/json", "*/*", "text/html", "application/problem+json", "x", ""])
METHOD = st.sampled_from(["get", "post", "put", "delete"])


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    validate_schema(made)  # a sound OpenAPI document
    return made


@given(
    sent=st.lists(
        st.tuples(METHOD, st.sampled_from(["", "{id}/", "{id}/turns/"]), RAW, KIND, ACCEPT, KEY), min_size=1, max_size=8
    )
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_answer_is_described(
    sent: list[tuple[str, str, bytes, str, str, str | None]],
    described: dict[str, Any],
    fake_engine: FakeEngine,
    program: APIClient,
    conversation: str,
) -> None:
    for method, path, body, kind, accept, key in sent:
        headers = {"Accept": accept} | ({} if key is None else {"Idempotency-Key": key})
        address = OPEN + path.replace("{id}", conversation)
        response = program.generic(method.upper(), address, body, content_type=kind, headers=headers)
        operation = described["paths"][OPEN + path].get(method)
        if operation is None:
            assert response.status_code in (405, 406)
            continue
        assert response.status_code < 500
        answers = operation["responses"][str(response.status_code)]["content"]
        shape = answers[response["Content-Type"].partition(";")[0]]["schema"]
        jsonschema.validate(response.json(), for_jsonschema({"components": described["components"]}) | shape)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> APIClient:
    monkeypatch.setattr("conversations.api.views.SYSTEM", SYSTEM.__class__(running=8, per_minute=100_000))
    client = APIClient(raise_request_exception=False)
    client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=make_user('bv', 'integration')).key}")
    return client


@pytest.fixture
def conversation(program: APIClient) -> str:
    opened: str = program.post(OPEN, {}, format="json").json()["id"]
    return opened
