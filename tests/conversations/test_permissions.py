"""Roles are groups; what each may do is one table."""

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.core.exceptions import PermissionDenied

from conversations import permissions
from conversations.intake import open_conversation
from conversations.permissions import (
    AUDITOR,
    CLINICIAN,
    INTEGRATION,
    PHARMACIST,
    can_ask,
    can_read,
    can_review,
    can_use_chat,
    check_can_ask,
    check_can_read,
    check_can_review,
    check_can_use_chat,
    ensure_roles,
    roles_of,
)
from tests.conversations.conftest import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("role", "asks", "chats", "reads_all", "reviews"),
    [
        (CLINICIAN, True, True, False, False),
        (PHARMACIST, True, True, True, True),
        (AUDITOR, False, False, True, False),
        (INTEGRATION, True, False, False, False),
        ("nobody", False, False, False, False),
    ],
)
def test_what_a_role_may_do(
    role: str, asks: bool, chats: bool, reads_all: bool, reviews: bool, clinician: User
) -> None:
    user = make_user("người", role)
    foreign = open_conversation(owner=clinician)
    assert (can_ask(user), can_use_chat(user), can_read(user, foreign), can_review(user)) == (
        asks,
        chats,
        reads_all,
        reviews,
    )


def test_everyone_reads_their_own_conversation() -> None:
    user = make_user("người", INTEGRATION)
    assert can_read(user, open_conversation(owner=user))


def test_a_disabled_account_may_do_nothing(clinician: User) -> None:
    conversation = open_conversation(owner=clinician)
    clinician.is_active = False
    assert not any([can_ask(clinician), can_use_chat(clinician), can_read(clinician, conversation)])


def test_an_unknown_visitor_may_do_nothing(clinician: User) -> None:
    visitor = AnonymousUser()
    conversation = open_conversation(owner=clinician)
    assert not any([can_ask(visitor), can_use_chat(visitor), can_read(visitor, conversation)])


def test_each_right_comes_as_a_pair_that_agrees(clinician: User, other_clinician: User) -> None:
    nobody = make_user("không-vai")
    check_can_ask(clinician)
    check_can_use_chat(clinician)
    own = open_conversation(owner=clinician)
    check_can_read(clinician, own)
    for check in (check_can_ask, check_can_use_chat, check_can_review):
        with pytest.raises(PermissionDenied):
            check(nobody)
    with pytest.raises(PermissionDenied):
        check_can_read(other_clinician, own)


def test_every_right_in_the_table_exists() -> None:
    for role, names in permissions.ROLES.items():
        held = {f"{p.content_type.app_label}.{p.codename}" for p in Group.objects.get(name=role).permissions.all()}
        assert held == set(names), role


def test_making_the_roles_again_takes_nothing_away() -> None:
    group = Group.objects.get(name=CLINICIAN)
    before = group.permissions.count()
    group.permissions.add(*Group.objects.get(name=AUDITOR).permissions.all())
    ensure_roles()
    assert group.permissions.count() > before


def test_roles_are_shown_in_words() -> None:
    assert roles_of(make_user("người", PHARMACIST)) == ("Dược sĩ",)
