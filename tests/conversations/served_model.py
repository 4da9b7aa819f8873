"""A model behind the real adapter and a local server, for turns that are stored; and what it says."""

from collections.abc import Iterator
from typing import Any

import pytest

from conversations import language_model
from tests.adapters.model_servers import End, ModelServer, Say, ServerSentEvents, model_server
from tests.formulary.book import load_markdown_edition


@pytest.fixture
def server(settings: Any, db: None) -> Iterator[ModelServer]:
    load_markdown_edition()
    with model_server(ServerSentEvents()) as told:
        options = {"model_id": "may-thu", "url": f"http://127.0.0.1:{told.port}/v1"}
        served = {"BACKEND": "duocthu.adapters.openai_model.OpenAIModel", "OPTIONS": options}
        settings.DUOCTHU = settings.DUOCTHU | {"LANGUAGE_MODEL": "thu", "LANGUAGE_MODELS": {"thu": served}}
        language_model.forget()
        yield told
        language_model.forget()


def said(text: str) -> tuple[Any, ...]:
    return (*(Say(text[i : i + 12]) for i in range(0, len(text), 12)), End())
