"""Feedback: what a reader thought of an answer."""

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q

from conversations.models.conversation import Turn


class Feedback(models.Model):
    """One opinion of one person on one turn. A person may change their mind: all are kept, the latest counts."""

    class Kind(models.TextChoices):
        RIGHT = "right", "Đúng"
        WRONG_DRUG = "wrong_drug", "Sai thuốc"
        WRONG_SECTION = "wrong_section", "Sai mục"
        INCOMPLETE = "incomplete", "Thiếu"
        OTHER = "other", "Khác"

    turn = models.ForeignKey(Turn, models.PROTECT, related_name="feedback", verbose_name="lượt hỏi")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="người góp ý")
    kind = models.CharField("loại", max_length=16, choices=Kind)
    text = models.TextField("góp ý", blank=True)
    created_at = models.DateTimeField("lúc", auto_now_add=True)

    class Meta:
        verbose_name = "góp ý"
        verbose_name_plural = "góp ý"
        ordering = ["-created_at", "-id"]
        default_permissions = ("view",)
        constraints = [
            CheckConstraint(
                condition=Q(kind__in=["right", "wrong_drug", "wrong_section", "incomplete", "other"]),
                name="feedback_kind_is_known",
            )
        ]

    def __str__(self) -> str:
        return self.get_kind_display()
