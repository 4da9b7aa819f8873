"""EditionChoice: which release answered from when on, and who chose it."""

from django.conf import settings
from django.db import models

from formulary.models.book import Edition


class EditionChoice(models.Model):
    """A release was made the one that answers. Append-only: a database trigger refuses updates and deletes."""

    edition = models.ForeignKey(Edition, models.PROTECT, related_name="choices", verbose_name="ấn bản")
    is_rollback = models.BooleanField("quay lại bản trước", default=False)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="người chọn",
        help_text="Trống: từ dòng lệnh.",
    )
    reason = models.TextField(
        "lý do",
        blank=True,
        help_text="Vì sao công bố dù tệp còn phát hiện nặng; trống: không có phát hiện nào như vậy.",
    )
    at = models.DateTimeField("lúc", auto_now_add=True)

    class Meta:
        verbose_name = "lần chọn ấn bản để trả lời"
        verbose_name_plural = "lịch sử chọn ấn bản"
        ordering = ["-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.edition.key}: {'quay lại' if self.is_rollback else 'chọn'}"
