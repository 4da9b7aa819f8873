"""Who may ask, read and review: each right as a pair, one that answers and one that raises.

Roles are Django groups. What a role may do stands in ROLES and nowhere else.
"""

from typing import Any

from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.core.exceptions import PermissionDenied
from django.db.models import Q

from conversations.models import Conversation

CLINICIAN, PHARMACIST, AUDITOR, INTEGRATION = "clinician", "pharmacist", "auditor", "integration"

ROLE_NAMES = {
    CLINICIAN: "Bác sĩ, điều dưỡng",
    PHARMACIST: "Dược sĩ",
    AUDITOR: "Kiểm toán",
    INTEGRATION: "Hệ thống bệnh viện",
}

_ROWS = ("conversation", "turn", "queryframe", "citedpassage", "claim", "verification", "modelcall", "feedback")
_VIEW_ROWS = tuple(f"conversations.view_{row}" for row in _ROWS)
_VIEW_EVALUATIONS = "conversations.view_evaluationrun"
_BOOK = ("edition", "monograph", "drugname", "section", "chunk", "quarantineevent", "doserule", "erratum", "finding")
_IMPORTS = ("editionchoice", "sourcefile", "importjob")
_VIEW_BOOK = tuple(f"formulary.view_{row}" for row in (*_BOOK, *_IMPORTS))

ROLES: dict[str, tuple[str, ...]] = {
    CLINICIAN: ("conversations.ask_turn", "conversations.use_chat"),
    PHARMACIST: (
        "conversations.ask_turn",
        "conversations.use_chat",
        "conversations.read_any_turn",
        "conversations.review_turn",
        _VIEW_EVALUATIONS,
        *_VIEW_ROWS,
        *_VIEW_BOOK,
        "formulary.add_drugname",
        "formulary.change_drugname",
        "formulary.quarantine_chunk",
        "formulary.add_erratum",
        "formulary.change_erratum",
        "formulary.decide_doserule",
        "formulary.import_formulary",
        "formulary.publish_edition",
    ),
    AUDITOR: ("conversations.read_any_turn", _VIEW_EVALUATIONS, *_VIEW_ROWS, *_VIEW_BOOK),
    # No pages: another program asks on behalf of people who stand in its own records.
    INTEGRATION: ("conversations.ask_turn",),
}

Person = User | AnonymousUser


def ensure_roles(**kwargs: Any) -> None:
    """Create the groups and give them what ROLES says. Rights that an administrator added are left alone."""
    for role, names in ROLES.items():
        group, _ = Group.objects.get_or_create(name=role)
        wanted = Q(pk__in=[])
        for name in names:
            app, _, codename = name.partition(".")
            wanted |= Q(content_type__app_label=app, codename=codename)
        group.permissions.add(*Permission.objects.filter(wanted))


def can_ask(user: Person) -> bool:
    return user.is_active and user.has_perm("conversations.ask_turn")


def check_can_ask(user: Person) -> None:
    """Raises PermissionDenied."""
    if not can_ask(user):
        raise PermissionDenied("Tài khoản này không có quyền hỏi.")


def can_use_chat(user: Person) -> bool:
    return user.is_active and user.has_perm("conversations.use_chat")


def check_can_use_chat(user: Person) -> None:
    """Raises PermissionDenied."""
    if not can_use_chat(user):
        raise PermissionDenied("Tài khoản này không dùng được trang hỏi đáp.")


def can_read_any(user: Person) -> bool:
    """It is their office to read everyone's turns, and what was refused in them."""
    return user.is_active and user.has_perm("conversations.read_any_turn")


def can_read(user: Person, conversation: Conversation) -> bool:
    """The owner, and those whose office it is to read everyone's turns."""
    return user.is_active and (conversation.owner_id == user.pk or can_read_any(user))


def check_can_read(user: Person, conversation: Conversation) -> None:
    """Raises PermissionDenied."""
    if not can_read(user, conversation):
        raise PermissionDenied("Không có quyền đọc cuộc hỏi này.")


def can_review(user: Person) -> bool:
    return user.is_active and user.has_perm("conversations.review_turn")


def check_can_review(user: Person) -> None:
    """Raises PermissionDenied."""
    if not can_review(user):
        raise PermissionDenied("Tài khoản này không có quyền duyệt.")


def can_read_evaluations(user: Person) -> bool:
    return user.is_active and user.has_perm(_VIEW_EVALUATIONS)


def check_can_read_evaluations(user: Person) -> None:
    """Raises PermissionDenied."""
    if not can_read_evaluations(user):
        raise PermissionDenied("Tài khoản này không có quyền xem các lần đánh giá.")


def roles_of(user: Person) -> tuple[str, ...]:
    """Names of the roles that the person has, as people say them."""
    return tuple(ROLE_NAMES[name] for name in user.groups.values_list("name", flat=True) if name in ROLE_NAMES)
