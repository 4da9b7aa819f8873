"""A setting that would make turns fail is refused at start-up."""

from typing import Any

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.test import override_settings


def errors(**changes: Any) -> list[str]:
    with override_settings(DUOCTHU=settings.DUOCTHU | changes):
        return [found.id for found in run_checks() if found.id.startswith("conversations.")]


def test_the_shipped_settings_pass() -> None:
    assert errors() == []


@pytest.mark.parametrize(
    "change",
    [
        {"TURN_SECONDS": 0.0},
        {"TURN_SECONDS": 3600.0},
        {"TURN_SECONDS": None},
        {"TURN_THREADS": 0},
        {"TURN_THREADS": "8"},
        {"MODEL_TURN_THREADS": 0},
        {"MODEL_TURN_THREADS": 500},
        {"QUESTION_CHARACTERS": 5_000},
        {"FRAME_BYTES": 1},
    ],
    ids=str,
)
def test_a_setting_out_of_range_is_refused(change: dict[str, Any]) -> None:
    assert errors(**change) == ["conversations.E001"]


@pytest.mark.parametrize("name", ["gpt", "bedrock", "openai"])
def test_a_model_that_is_unknown_or_half_configured_is_refused(name: str) -> None:
    # Neither has a model id.
    assert errors(LANGUAGE_MODEL=name) == ["conversations.E002"]


@pytest.mark.parametrize(
    ("price", "found"),
    [
        ({"IN": "", "OUT": "", "CURRENCY": "USD"}, []),
        ({"IN": "0.15", "OUT": "0.6", "CURRENCY": "USD"}, []),
        ({"IN": "0", "OUT": "0", "CURRENCY": "VND"}, []),
        ({"IN": "0.15", "OUT": "", "CURRENCY": "USD"}, ["conversations.E002"]),
        ({"IN": "0,15", "OUT": "0.6", "CURRENCY": "USD"}, ["conversations.E002"]),
        ({"IN": "-1", "OUT": "0.6", "CURRENCY": "USD"}, ["conversations.E002"]),
        ({"IN": "NaN", "OUT": "0.6", "CURRENCY": "USD"}, ["conversations.E002"]),
        ({"IN": "1e12", "OUT": "0.6", "CURRENCY": "USD"}, ["conversations.E002"]),
        ({"IN": "0.15", "OUT": "0.6", "CURRENCY": " "}, ["conversations.E002"]),
        ({"IN": "0.15", "OUT": "0.6", "CURRENCY": "đô la Mỹ"}, []),
        ({"IN": "0.15", "OUT": "0.6", "CURRENCY": "đồng Việt Nam"}, ["conversations.E002"]),
    ],
    ids=str,
)
def test_a_price_that_is_none_is_refused(price: dict[str, str], found: list[str]) -> None:
    model = {"BACKEND": "tests.model_fakes.ScriptedModel", "OPTIONS": {"replies": [["x"]]}}
    assert errors(LANGUAGE_MODEL="thu", LANGUAGE_MODELS={"thu": model}, LANGUAGE_MODEL_PRICE=price) == found


def test_another_database_is_refused() -> None:
    databases = {"default": settings.DATABASES["default"] | {"ENGINE": "django.db.backends.sqlite3"}}
    with override_settings(DATABASES=databases):
        assert "conversations.E003" in errors()
