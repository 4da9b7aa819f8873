"""What pharmacists decided about dose rules that were read from the print."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from rag.passages import SECTION_TITLES


class DoseRule(models.Model):
    """One reading of one printed sentence, named by its fingerprint (`rag.dosing.approval`).

    A row outlives releases: the same print read the same way has the same fingerprint, and the decision still holds. A
    changed print has another fingerprint; the old row is then revoked, with the reason written down.
    """

    class Status(models.TextChoices):
        PROPOSED = "proposed", "chờ duyệt"
        APPROVED = "approved", "đã duyệt"
        REVOKED = "revoked", "đã thu hồi"

    fingerprint = models.CharField("dấu nhận dạng", max_length=64, unique=True)
    monograph = models.SlugField("mã chuyên luận", max_length=120)
    section = models.CharField("mục", max_length=40, choices=list(SECTION_TITLES.items()))
    text_sha256 = models.CharField("SHA-256 của khối", max_length=64, db_index=True)
    start = models.PositiveIntegerField("từ ký tự")
    end = models.PositiveIntegerField("đến ký tự")
    quote = models.TextField("nguyên văn")
    fields = models.JSONField("quy tắc đọc được")
    needs_patient_value = models.BooleanField("tính theo cân nặng hoặc diện tích", default=False)
    status = models.CharField("tình trạng", max_length=10, choices=Status, default=Status.PROPOSED, db_index=True)
    reason = models.TextField("lý do", blank=True)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="người quyết định",
        help_text="Trống: theo danh sách đã duyệt kèm bản phát hành, hoặc do bước nạp sách.",
    )
    reviewed_by = models.CharField("người duyệt danh sách", max_length=200, blank=True)
    decided_at = models.DateTimeField("quyết định lúc", null=True, blank=True)
    proposed_at = models.DateTimeField("đề xuất lúc", auto_now_add=True)

    class Meta:
        verbose_name = "quy tắc liều"
        verbose_name_plural = "quy tắc liều"
        ordering = ["monograph", "section", "text_sha256", "start", "id"]
        default_permissions = ("view",)
        permissions = [("decide_doserule", "Duyệt và thu hồi quy tắc liều")]
        indexes = [models.Index(fields=["monograph", "status"], name="dose_rules_by_monograph")]
        constraints = [
            models.CheckConstraint(condition=Q(end__gt=models.F("start")), name="dose_rule_span_in_order"),
            models.CheckConstraint(
                condition=Q(status="proposed") | Q(decided_at__isnull=False), name="decided_dose_rule_has_a_date"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.monograph}: {self.quote[:80]}"
