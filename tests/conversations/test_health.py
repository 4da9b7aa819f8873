"""Ready means: a clinician's question could be answered now."""

from typing import Any

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from conversations import engine, health
from formulary.models import Chunk, Edition
from tests.formulary.book import EXAMPLE, load_markdown_edition


def missing() -> str | None:
    response = Client().get("/readyz")
    body = response.json()
    assert response.status_code == (200 if body["ready"] else 503)
    assert "no-store" in response["Cache-Control"]
    return body.get("missing")


def test_a_living_process_needs_no_database() -> None:
    # Without the database mark any query would fail the test.
    assert Client().get("/livez").json() == {"alive": True}


@pytest.mark.django_db
def test_ready_with_a_book_that_can_be_asked() -> None:
    load_markdown_edition({"vi-du.md": EXAMPLE})
    assert missing() is None


@pytest.mark.django_db
def test_not_ready_without_an_edition() -> None:
    assert missing() == "edition"


@pytest.mark.django_db
def test_not_ready_with_an_edition_that_is_not_current() -> None:
    load_markdown_edition({"vi-du.md": EXAMPLE}, current=False)
    assert missing() == "edition"


@pytest.mark.django_db
def test_not_ready_with_an_empty_edition() -> None:
    load_markdown_edition({"vi-du.md": EXAMPLE})
    Chunk.objects.all().delete()
    assert Edition.objects.filter(is_current=True).exists()
    assert missing() == "edition"


@pytest.mark.django_db
def test_not_ready_before_the_migrations() -> None:
    MigrationRecorder.Migration.objects.filter(app="conversations").delete()
    assert missing() == "migrations"


@pytest.mark.django_db
def test_not_ready_when_the_names_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    load_markdown_edition({"vi-du.md": EXAMPLE})

    def broken() -> Any:
        raise RuntimeError("mật khẩu bí mật")

    monkeypatch.setattr(engine, "names_of_current_edition", broken)
    assert missing() == "names"
    assert "bí mật" not in Client().get("/readyz").content.decode()


def test_not_ready_without_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    class Down:
        def cursor(self) -> Any:
            raise OperationalError("connection refused")

    monkeypatch.setattr(health, "connection", Down())
    assert missing() == "database"
