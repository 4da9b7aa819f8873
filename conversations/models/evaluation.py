"""EvaluationRun: what came of running question cases through whole turns in one mode."""

import uuid

from django.db import models
from django.db.models import CheckConstraint, Q

from rag.modes import Mode


class EvaluationRun(models.Model):
    """One mode over one set of cases. Runs of one command share a `batch`, so that modes can be set side by side.

    `metrics` is what `rag.evals.metrics` gives, intervals included; `totals` are the counts of right turns by score.
    """

    batch = models.UUIDField("lần chạy", default=uuid.uuid4, db_index=True)
    mode = models.CharField("chế độ", max_length=20)
    variant = models.CharField("cách gõ", max_length=20, blank=True)
    model = models.CharField("mô hình", max_length=200, blank=True)  # "": no model
    is_replayed = models.BooleanField("đáp theo bản ghi", default=False)
    edition_key = models.CharField("ấn bản", max_length=64)
    edition_revision = models.PositiveIntegerField("lần sửa ấn bản")
    rag_version = models.CharField("phiên bản quy tắc", max_length=12)
    prompt_hashes = models.JSONField("mã băm lời nhắc", default=dict)
    files = models.JSONField("tệp ca", default=list)
    cases_sha256 = models.CharField("mã băm các tệp ca", max_length=64)
    totals = models.JSONField("tổng số", default=dict)
    metrics = models.JSONField("số đo", default=dict)
    created_at = models.DateTimeField("lúc", auto_now_add=True)

    class Meta:
        verbose_name = "lần đánh giá"
        verbose_name_plural = "các lần đánh giá"
        ordering = ["-created_at", "-id"]
        default_permissions = ("view",)
        constraints = [
            CheckConstraint(condition=Q(mode__in=[mode.value for mode in Mode]), name="evaluation_mode_is_known"),
            models.UniqueConstraint(fields=["batch", "mode"], name="one_evaluation_of_a_mode_in_a_batch"),
        ]

    def __str__(self) -> str:
        return f"{self.mode}, {self.created_at:%d/%m/%Y %H:%M}"
