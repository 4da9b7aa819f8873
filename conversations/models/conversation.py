"""Conversation and Turn: who asked what, when, and how it ended.

A turn that is done never changes again, and no turn is ever deleted: database triggers refuse it.
"""

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from rag.outcomes import Kind, Outcome

if TYPE_CHECKING:
    from conversations.models.record import RecordRows

OPEN = ("waiting", "running")
"""The states of a turn that has not ended."""

_NOT_ENDED = Q(outcome__isnull=True, reason__isnull=True, finished_at__isnull=True)
_ENDED = Q(outcome__isnull=False, reason__isnull=False, finished_at__isnull=False)


def _a_pair_of_the_contract() -> Q:
    """One arm per outcome kind with its reasons; nothing else ends a turn."""
    pairs = Q(outcome__isnull=True, reason__isnull=True)
    for kind in Kind:
        pairs |= Q(outcome=kind.value, reason__in=[o.reason for o in Outcome if o.kind is kind])
    return pairs


class Conversation(models.Model):
    """Turns of one person on one thread of questions. Only its owner continues it."""

    id = models.UUIDField("mã", primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="conversations", verbose_name="người hỏi", db_index=False
    )
    title = models.CharField("tên", max_length=120, blank=True)
    title_folded = models.CharField("tên bỏ dấu, để tìm", max_length=120, blank=True)
    # The key of the request that opened it, so that a repeated request opens no second one.
    client_key = models.CharField("khóa của yêu cầu mở", max_length=64, blank=True)
    created_at = models.DateTimeField("mở lúc", auto_now_add=True)
    updated_at = models.DateTimeField("lượt cuối lúc", auto_now_add=True)
    escalated_at = models.DateTimeField("chuyển dược sĩ lúc", null=True, blank=True)

    class Meta:
        verbose_name = "cuộc hỏi"
        verbose_name_plural = "cuộc hỏi"
        ordering = ["-updated_at"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["owner", "-updated_at"], name="conversations_of_owner")]
        constraints = [
            UniqueConstraint(fields=["owner", "client_key"], condition=~Q(client_key=""), name="one_opening_per_key")
        ]

    def __str__(self) -> str:
        return self.title or "(chưa có câu hỏi)"


class Turn(models.Model):
    """One question and how it ended. Written by `intake`, `answering` and `interruptions` only."""

    class Status(models.TextChoices):
        WAITING = "waiting", "đang chờ"
        RUNNING = "running", "đang trả lời"
        DONE = "done", "đã xong"

    # Set on the instance that has just been recorded, so that it can be shown without being read again.
    recorded: "RecordRows | None" = None

    id = models.UUIDField("mã", primary_key=True, default=uuid.uuid4, editable=False)
    conversation = models.ForeignKey(
        Conversation, models.PROTECT, related_name="turns", verbose_name="cuộc hỏi", db_index=False
    )
    number = models.PositiveIntegerField("lượt")
    question = models.TextField("câu hỏi", help_text="Đã che thông tin nhận dạng người bệnh.")
    folded = models.TextField("câu hỏi bỏ dấu, để tìm")
    masked = ArrayField(models.CharField(max_length=40), verbose_name="loại thông tin đã che", default=list, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="turns", verbose_name="người hỏi", db_index=False
    )
    client_key = models.CharField("khóa của yêu cầu", max_length=64, blank=True)

    status = models.CharField("trạng thái", max_length=8, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField("số lần nhận", default=0)
    claimed_by = models.CharField("tiến trình nhận", max_length=120, blank=True)
    claimed_at = models.DateTimeField("nhận lúc", null=True, blank=True)
    cancel_requested_at = models.DateTimeField("yêu cầu dừng lúc", null=True, blank=True)

    outcome = models.CharField("kết cục", max_length=12, null=True, blank=True)
    reason = models.CharField("lý do", max_length=40, null=True, blank=True)
    message = models.TextField("lời trả lời", blank=True)
    route = models.CharField("hàng định tuyến", max_length=80, blank=True)
    notices = models.JSONField("lưu ý", default=list, blank=True)
    clarify = models.JSONField("câu hỏi lại", null=True, blank=True)
    pointers = models.JSONField("chỉ dẫn tra cứu", default=list, blank=True)
    escalation = models.JSONField("chuyển dược sĩ", null=True, blank=True, encoder=DjangoJSONEncoder)
    calculation = models.JSONField("phép tính liều", null=True, blank=True, encoder=DjangoJSONEncoder)
    interactions = models.JSONField("bảng tương tác", null=True, blank=True, encoder=DjangoJSONEncoder)
    limits = models.JSONField("hạn mức đã dùng", default=dict, blank=True)
    missing = models.JSONField("mục đã tìm mà ấn bản không in", default=list, blank=True)
    # Every block that was read, cited or not: [id, SHA-256 of its text, held back]. Text is kept of what was quoted.
    read = models.JSONField("khối đã đọc", default=list, blank=True)
    extra = models.JSONField("ghi thêm", default=dict, blank=True, encoder=DjangoJSONEncoder)
    # Of the shown claims, in order; what a follow-up such as "thuốc thứ hai" points at.
    quoted = ArrayField(models.CharField(max_length=120), verbose_name="chuyên luận đã trích", default=list, blank=True)

    edition_key = models.CharField("ấn bản", max_length=70, blank=True)
    edition_revision = models.PositiveIntegerField("lần sửa của ấn bản", null=True, blank=True)
    rag_version = models.CharField("phiên bản bộ trả lời", max_length=64, blank=True)

    created_at = models.DateTimeField("hỏi lúc", auto_now_add=True)
    finished_at = models.DateTimeField("xong lúc", null=True, blank=True)
    ms = models.PositiveIntegerField("mili giây", null=True, blank=True)

    class Meta:
        verbose_name = "lượt hỏi"
        verbose_name_plural = "lượt hỏi"
        ordering = ["conversation", "number"]
        default_permissions = ("view",)
        permissions = [
            ("ask_turn", "Được hỏi"),
            ("use_chat", "Được dùng trang hỏi đáp"),
            ("read_any_turn", "Được đọc mọi lượt hỏi"),
            ("review_turn", "Được duyệt lượt hỏi và góp ý"),
        ]
        indexes = [
            models.Index(fields=["asked_by", "created_at"], name="turns_of_asker"),
            models.Index(fields=["created_at"], condition=Q(status__in=OPEN), name="open_turns"),
            models.Index(fields=["outcome", "reason", "created_at"], name="turns_by_outcome"),
        ]
        constraints = [
            UniqueConstraint(fields=["conversation", "number"], name="one_turn_per_number"),
            UniqueConstraint(fields=["conversation"], condition=Q(status__in=OPEN), name="one_open_turn"),
            UniqueConstraint(
                fields=["conversation", "client_key"], condition=~Q(client_key=""), name="one_turn_per_key"
            ),
            CheckConstraint(condition=Q(status__in=["waiting", "running", "done"]), name="turn_status_is_known"),
            CheckConstraint(condition=_NOT_ENDED | Q(status="done"), name="open_turn_has_no_ending"),
            CheckConstraint(condition=_ENDED | Q(status__in=OPEN), name="done_turn_has_an_ending"),
            CheckConstraint(condition=_a_pair_of_the_contract(), name="outcome_and_reason_are_a_pair"),
            CheckConstraint(condition=~Q(question=""), name="question_is_not_empty"),
            CheckConstraint(condition=Q(number__gte=1), name="turns_count_from_one"),
        ]

    def __str__(self) -> str:
        return self.question if len(self.question) <= 80 else self.question[:79] + "…"

    @property
    def is_done(self) -> bool:
        return self.status == Turn.Status.DONE
