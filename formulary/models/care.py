"""What people and detectors did to the book: the history of quarantine."""

from django.conf import settings
from django.db import models

from formulary.models.book import Edition
from formulary.models.defect_kinds import DefectKind


class QuarantineEvent(models.Model):
    """A block was held back or released. Append-only: a database trigger refuses updates and deletes.

    The block is named by its stable id and the hash of its text rather than by a key into the chunks, so that the
    history outlives a new import of the edition.
    """

    class Action(models.TextChoices):
        HELD = "held", "cách ly"
        RELEASED = "released", "giải cách ly"

    edition = models.ForeignKey(Edition, models.PROTECT, related_name="quarantine_events", verbose_name="ấn bản")
    chunk_key = models.CharField("khối", max_length=300, db_index=True)
    text_sha256 = models.CharField("SHA-256 của nội dung", max_length=64)
    action = models.CharField("việc", max_length=10, choices=Action)
    kind = models.CharField("loại lỗi", max_length=40, choices=DefectKind)
    reason = models.TextField("lý do")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="người làm",
        help_text="Trống: do bước nạp tự phát hiện.",
    )
    at = models.DateTimeField("lúc", auto_now_add=True)

    class Meta:
        verbose_name = "lần cách ly hoặc giải cách ly"
        verbose_name_plural = "lịch sử cách ly"
        ordering = ["-at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.chunk_key}: {self.get_action_display()}"
