"""The API of the hospital's own programs: the same turns as on the pages, as JSON."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from conversations.answering import answer_turn
from conversations.api.parsers import LimitedJSONParser
from conversations.api.problems import MEDIA_TYPE, problem_handler
from conversations.api.serializers import (
    AskSerializer,
    ConversationSerializer,
    InspectionSerializer,
    OpenSerializer,
    ProblemSerializer,
    TurnSerializer,
)
from conversations.inspection import inspection_of
from conversations.intake import PERSON, SYSTEM, open_conversation, submit_turn
from conversations.interruptions import close_if_stale
from conversations.models import Conversation, Turn
from conversations.permissions import can_read, can_read_any, can_use_chat, check_can_ask
from conversations.transcripts import conversation_as_dict, turn_as_dict

PROBLEM = OpenApiResponse(ProblemSerializer, "Không thực hiện được; xem code và detail.")
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="Như client_key trong nội dung gửi lên."
)


def problems(*statuses: int) -> dict[Any, Any]:
    return {(status, MEDIA_TYPE): PROBLEM for status in sorted({401, 403, 406, 500, 503, *statuses})}


class ApiView(APIView):
    """Errors as problem+json, bodies of bounded size, answers that no cache keeps."""

    parser_classes = [LimitedJSONParser]

    def get_exception_handler(self) -> Callable[..., Response | None]:
        return problem_handler

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        finalized = super().finalize_response(request, response, *args, **kwargs)
        add_never_cache_headers(finalized)
        return finalized

    @property
    def person(self) -> User:
        user = self.request.user
        assert isinstance(user, User)  # IsAuthenticated stands before every view here
        return user


@extend_schema(exclude=True)
class Nothing(ApiView):
    """Any other address: a program gets a problem that it can read, not a page."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404


class Conversations(ApiView):
    @extend_schema(
        operation_id="openConversation",
        summary="Mở một cuộc hỏi",
        request=OpenSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: ConversationSerializer, **problems(400, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        check_can_ask(self.person)
        asked = _valid(OpenSerializer(data=request.data or {}))
        opened = open_conversation(owner=self.person, client_key=_key(request, asked))
        return Response(conversation_as_dict(opened, turns=list(opened.turns.order_by("number"))), status=201)


class ConversationDetail(ApiView):
    @extend_schema(
        operation_id="readConversation",
        summary="Đọc một cuộc hỏi với mọi lượt hỏi",
        responses={200: ConversationSerializer, **problems(404)},
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        found = get_object_or_404(Conversation, pk=pk)
        if not can_read(self.person, found):
            raise Http404
        turns = list(found.turns.order_by("number"))
        if turns:
            close_if_stale(turns[-1])
        return Response(conversation_as_dict(found, turns=turns))


class Turns(ApiView):
    @extend_schema(
        operation_id="ask",
        summary="Hỏi: chạy trọn một lượt và trả kết quả",
        description="201 khi lượt đã xong; 202 khi cùng một yêu cầu đang được trả lời ở nơi khác.",
        request=AskSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: TurnSerializer, 202: TurnSerializer, **problems(400, 404, 409, 413, 415, 422, 429)},
    )
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        check_can_ask(self.person)
        asked = _valid(AskSerializer(data=request.data))
        turn = submit_turn(
            conversation=pk,
            owner=self.person,
            question=asked["question"],
            client_key=_key(request, asked),
            limits=PERSON if can_use_chat(self.person) else SYSTEM,
        )
        answered = answer_turn(turn.pk)
        return Response(turn_as_dict(answered), status=201 if answered.is_done else 202)


class TurnInspection(ApiView):
    @extend_schema(
        operation_id="inspectTurn",
        summary="Đọc các lần gọi mô hình và các phép kiểm của một lượt hỏi",
        responses={200: InspectionSerializer, **problems(404)},
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        turn = get_object_or_404(Turn.objects.select_related("conversation"), pk=pk)
        if not can_read(self.person, turn.conversation):
            raise Http404
        close_if_stale(turn)
        return Response(inspection_of(turn, in_full=can_read_any(self.person)))


class TurnDetail(ApiView):
    @extend_schema(
        operation_id="readTurn", summary="Đọc một lượt hỏi", responses={200: TurnSerializer, **problems(404)}
    )
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        turn = get_object_or_404(Turn.objects.select_related("conversation"), pk=pk)
        if not can_read(self.person, turn.conversation):
            raise Http404
        close_if_stale(turn)
        return Response(turn_as_dict(turn))


def _valid(serializer: Serializer[Any]) -> dict[str, Any]:
    """Raises ValidationError."""
    serializer.is_valid(raise_exception=True)
    valid: dict[str, Any] = serializer.validated_data
    return valid


def _key(request: Request, asked: dict[str, Any]) -> str:
    """From the body or the header, which is a quoted string by the book and a bare one in practice."""
    in_body = asked.get("client_key", "")
    in_header = request.headers.get("Idempotency-Key", "").strip().removeprefix('"').removesuffix('"')
    if in_body and in_header and in_body != in_header:
        raise ValidationError({"client_key": ["client_key và Idempotency-Key khác nhau."]})
    return in_body or in_header
