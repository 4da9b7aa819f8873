"""The pages: everything can be read and asked here without JavaScript; nothing here decides about medicine."""

import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from conversations import answering, intake
from conversations.feedback import FeedbackRefused, give_feedback
from conversations.intake import PERSON, IntakeRefused, submit_turn
from conversations.interruptions import close_if_stale
from conversations.models import Conversation, Turn
from conversations.permissions import can_use_chat, check_can_ask, check_can_use_chat, roles_of
from conversations.stale import stale_citations
from conversations.transcripts import conversation_as_dict, conversation_as_list, turns_as_dicts
from formulary.retrieval import current_edition

Page = Callable[..., HttpResponse]

ASK_PHARMACIST = "Tôi muốn gặp dược sĩ."
EXAMPLES = (
    "liều paracetamol cho bé 5 tuổi 18 kg uống",
    "chống chỉ định của metformin",
    "ibuprofen dùng cùng warfarin có sao không",
    "bảo quản amoxicilin thế nào",
)
"""Shown with the demonstration edition only: they name drugs that it surely has."""


class Login(auth_views.LoginView):
    template_name = "conversations/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(edition=current_edition(), **kwargs)


def page(view: Page) -> Page:
    """For people who may use the chat, and never kept by a cache: a shared browser must not show it to the next."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        check_can_use_chat(request.user)
        return view(request, *args, **kwargs)

    return never_cache(login_required(guarded))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest) -> HttpResponse:
    """The list of conversations with an empty one; a POST opens it with its first question."""
    if not can_use_chat(request.user) and _person(request).is_staff:
        return redirect("admin:index")  # an auditor's work is there
    check_can_use_chat(request.user)
    if request.method == "POST":
        return _ask(request, None, request.POST.get("question", ""))
    return _show(request, None)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """All turns of the reader's own conversation; a POST asks the next question."""
    mine = _mine(request, pk)
    if request.method == "POST":
        return _ask(request, mine, request.POST.get("question", ""))
    return _show(request, mine)


@page
@require_POST
def call_pharmacist(request: HttpRequest, pk: uuid.UUID | None = None) -> HttpResponse:
    """A turn like any other, with the words that ask for a person."""
    return _ask(request, None if pk is None else _mine(request, pk), ASK_PHARMACIST)


@page
@require_POST
def rename(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    mine = _mine(request, pk)
    try:
        intake.rename_conversation(conversation=mine, title=request.POST.get("title", ""), actor=_person(request))
    except IntakeRefused as refused:
        return _show(request, mine, error=refused.message, status=refused.status)
    return redirect("conversation", pk)


@page
@require_POST
def feedback(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """From a form, answered with the page; or from a script, answered with JSON."""
    turn = get_object_or_404(Turn.objects.select_related("conversation"), pk=pk, conversation__owner=request.user)
    wants_json = "application/json" in (request.headers.get("Accept", ""), request.content_type)
    try:
        given = give_feedback(turn=turn, actor=_person(request), **_feedback_in(request))
    except FeedbackRefused as refused:
        if wants_json:
            return JsonResponse({"code": refused.code, "message": refused.message}, status=400)
        return _show(request, turn.conversation, error=refused.message, status=400)
    if wants_json:
        return JsonResponse({"kind": given.kind, "created_at": given.created_at}, status=201)
    return _to_turn(turn)


def _feedback_in(request: HttpRequest) -> dict[str, str]:
    """Raises FeedbackRefused when the body is not what it says it is."""
    if request.content_type != "application/json":
        return {"kind": request.POST.get("kind", ""), "text": request.POST.get("text", "")}
    try:
        body = json.loads(request.body)
        kind, text = body["kind"], body.get("text", "")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FeedbackRefused("bad_kind") from error
    if not isinstance(kind, str) or not isinstance(text, str):
        raise FeedbackRefused("bad_kind")
    return {"kind": kind, "text": text}


def _ask(request: HttpRequest, mine: Conversation | None, question: str) -> HttpResponse:
    """Answer, then lead to the answer; a question that is refused stays in its field."""
    person = _person(request)
    check_can_ask(person)
    try:
        key = request.POST.get("client_key", "")
        turn = submit_turn(conversation=mine, owner=person, question=question, client_key=key, limits=PERSON)
    except IntakeRefused as refused:
        kept = "" if question == ASK_PHARMACIST else question
        return _show(request, mine, error=refused.message, question=kept, status=refused.status)
    return _to_turn(answering.answer_turn(turn.pk))


def _to_turn(turn: Turn) -> HttpResponse:
    return redirect(f"{reverse('conversation', args=[turn.conversation_id])}#luot-{turn.number}")


def _show(
    request: HttpRequest, mine: Conversation | None, *, error: str = "", question: str = "", status: int = 200
) -> HttpResponse:
    person = _person(request)
    edition = current_edition()
    search = request.GET.get("q", "")[:200]
    context = {
        "conversation": None if mine is None else conversation_as_dict(mine),
        "turns": [] if mine is None else _turns(mine),
        "conversations": conversation_as_list(person, search=search),
        "q": search,
        "edition": edition,
        "examples": EXAMPLES if edition is not None and edition.is_demonstration else (),
        "roles": roles_of(person),
        "error": error,
        "question": question,
    }
    return render(request, "conversations/chat.html", context, status=status)


def _turns(mine: Conversation) -> list[dict[str, Any]]:
    turns = list(mine.turns.order_by("number"))
    if not turns:
        return []
    close_if_stale(turns[-1])
    no_longer_said = stale_citations(turns)
    shown = zip(turns, turns_as_dicts(turns), strict=True)
    return [{**as_dict, "no_longer_said": no_longer_said.get(turn.pk, ())} for turn, as_dict in shown]


def _mine(request: HttpRequest, pk: uuid.UUID) -> Conversation:
    """Somebody else's conversation does not exist for the reader."""
    return get_object_or_404(Conversation, pk=pk, owner=request.user)


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # login_required stands before every view here
    return request.user
