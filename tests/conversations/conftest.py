"""Fixtures for people and turns. The pipeline is replaced at its one door, `conversations.engine.run`."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from conversations import engine
from conversations.permissions import CLINICIAN
from rag.records import TurnRecord, TurnRequest
from tests.conversations.records import answered
from tests.conversations.served_model import server

__all__ = ("server",)  # a fixture, found here by its name


@pytest.fixture(autouse=True)
def cheap_passwords(settings: Any) -> None:
    """A hash that is made to be slow costs each test half a second."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def make_user(name: str, *roles: str) -> User:
    user = User.objects.create_user(name)
    user.groups.set(Group.objects.filter(name__in=roles))
    return user


@pytest.fixture
def clinician(db: None) -> User:
    return make_user("bac-si", CLINICIAN)


@pytest.fixture
def other_clinician(db: None) -> User:
    return make_user("bac-si-khac", CLINICIAN)


class FakeEngine:
    """Answers every request with `reply`, which may be a record, an exception, or a function of the request."""

    def __init__(self) -> None:
        self.reply: TurnRecord | Exception | Callable[..., TurnRecord] = answered()
        self.requests: list[TurnRequest] = []

    def run(self, request: TurnRequest, *, on_stage: Any, cancelled: Any) -> engine.Answer:
        self.requests.append(request)
        reply = self.reply
        if isinstance(reply, Exception):
            raise reply
        if callable(reply):
            reply = reply(request, on_stage=on_stage, cancelled=cancelled)
        return engine.Answer(record=reply, edition_key="mau", edition_revision=3)


@pytest.fixture
def fake_engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    fake = FakeEngine()
    monkeypatch.setattr(engine, "run", fake.run)
    return fake
