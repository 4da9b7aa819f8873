"""The model that settings name: one for the process, told apart from none, and never a secret in what is said."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from conversations import language_model
from conversations.answering import answer_turn
from conversations.intake import submit_turn
from conversations.models import ModelCall as CallRow
from rag.breakers import BreakerState
from rag.language import CallOutcome
from rag.records import ModelCall
from tests.conversations.conftest import FakeEngine
from tests.conversations.records import answered
from tests.formulary.book import EXAMPLE, load_markdown_edition

ROOT = Path(__file__).resolve().parents[2]
SCRIPTED = {"BACKEND": "tests.model_fakes.ScriptedModel", "OPTIONS": {"replies": [["x"]]}}


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    language_model.forget()
    yield
    language_model.forget()


@pytest.fixture
def named(settings: Any) -> Any:
    def name(model: str, **known: Any) -> None:
        models = known or settings.DUOCTHU["LANGUAGE_MODELS"]
        settings.DUOCTHU = settings.DUOCTHU | {"LANGUAGE_MODEL": model, "LANGUAGE_MODELS": models}

    return name


def test_the_shipped_product_has_no_model() -> None:
    assert language_model.configured() is None


def test_the_shipped_product_never_loads_a_vendors_library() -> None:
    program = (
        "import django, sys; django.setup(); import duocthu.asgi, duocthu.urls\n"
        "from django.core.checks import run_checks; run_checks()\n"
        "print(*sorted({'boto3', 'botocore', 'openai'} & set(sys.modules)))"
    )
    environment = {
        "DJANGO_SETTINGS_MODULE": "duocthu.settings",
        "DUOCTHU_VAR": str(django_settings.VAR_DIR),
        "PATH": "",
    }
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == ""


def test_every_thread_meets_the_same_model_and_breaker(named: Any) -> None:
    named("scripted", scripted=SCRIPTED)
    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(lambda _: language_model.configured(), range(64)))
    assert found[0] is not None
    assert all(one is found[0] for one in found)


@pytest.mark.parametrize(
    ("name", "known", "said"),
    [
        ("gpt", {"bedrock": {}, "openai": {}}, "«gpt»; chỉ nhận bedrock, openai, hoặc để trống"),
        ("x", {"x": {"BACKEND": "duocthu.adapters.nowhere.X", "OPTIONS": {}}}, "không nạp được thư viện"),
        ("x", {"x": {"BACKEND": "rag.breakers.Breaker", "OPTIONS": {}}}, "không phải là mô hình"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(named: Any, name: str, known: Any, said: str) -> None:
    named(name, **known)
    with pytest.raises(ImproperlyConfigured, match=said):
        language_model.configured()


@pytest.mark.parametrize("missing", ["model_id", "url"])
def test_no_secret_is_in_what_the_check_says(named: Any, missing: str) -> None:
    options = {"model_id": "m", "url": "http://may-chu/v1", "key": "sk-bi-mat"} | {missing: ""}
    named("openai", openai={"BACKEND": "duocthu.adapters.openai_model.OpenAIModel", "OPTIONS": options})
    found = [str(message) for message in run_checks() if message.id == "conversations.E002"]
    assert len(found) == 1
    assert "Thiếu LANGUAGE_MODEL" in found[0]
    assert "sk-bi-mat" not in found[0]


@pytest.mark.parametrize("library", ["boto3", "botocore", "httpcore", "httpx", "openai", "urllib3"])
def test_the_libraries_tell_the_log_no_requests_even_when_all_else_is_told(library: str) -> None:
    # At DEBUG they would write keys and prompts.
    assert django_settings.LOGGING["loggers"][library]["level"] == "WARNING"
    assert not logging.getLogger(f"{library}.any").isEnabledFor(logging.INFO)


# --- /readyz ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_readiness_tells_the_state_of_the_breaker_and_stays_ready(named: Any) -> None:
    load_markdown_edition({"vi-du.md": EXAMPLE})
    assert Client().get("/readyz").json() == {"ready": True}
    named("scripted", scripted=SCRIPTED)
    assert Client().get("/readyz").json() == {"ready": True, "language_model": "closed", "last_model_call": ""}
    served = language_model.configured()
    assert served is not None
    while served.breaker.state is BreakerState.CLOSED:
        admission = served.breaker.admit()
        assert admission is not None
        served.breaker.settle(admission, worked=False, ended="down")
    response = Client().get("/readyz")
    told = {"ready": True, "language_model": "open", "last_model_call": "down"}
    assert (response.status_code, response.json()) == (200, told)


@pytest.mark.django_db
@pytest.mark.parametrize("ended", [CallOutcome.REQUEST_INVALID, CallOutcome.MALFORMED, CallOutcome.ANSWERED])
def test_readiness_tells_how_the_last_call_ended_even_when_nothing_is_left_alone(
    named: Any, ended: CallOutcome
) -> None:
    load_markdown_edition({"vi-du.md": EXAMPLE})
    named("scripted", scripted=SCRIPTED)
    served = language_model.configured()
    assert served is not None
    admission = served.breaker.admit()
    assert admission is not None
    served.breaker.settle(admission, worked=True, ended=ended.value)
    assert Client().get("/readyz").json()["last_model_call"] == ended.value


@pytest.mark.django_db
def test_a_model_that_cannot_be_made_is_not_ready(named: Any) -> None:
    load_markdown_edition({"vi-du.md": EXAMPLE})
    named("gpt")
    response = Client().get("/readyz")
    assert (response.status_code, response.json()) == (503, {"ready": False, "missing": "language_model"})


# --- the record ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", CallOutcome)
def test_every_request_is_stored_with_how_it_ended(
    clinician: Any, fake_engine: FakeEngine, outcome: CallOutcome
) -> None:
    call = ModelCall("write", "0" * 64, "m", 1200, None, None, outcome)
    fake_engine.reply = answered(model_calls=(call,))
    turn = answer_turn(submit_turn(conversation=None, owner=clinician, question="liều paracetamol").pk)
    row = CallRow.objects.get(turn=turn)
    assert (row.outcome, row.ms, row.input_tokens, row.output_tokens) == (outcome.value, 1200, None, None)
