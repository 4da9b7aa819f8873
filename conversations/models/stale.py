"""StaleAnswer: a turn whose quotations no longer stand in the edition that answers now."""

from conversations.models.conversation import Turn


class StaleAnswer(Turn):
    """A turn under another name, so that the administration lists it apart. `conversations.stale` says which are."""

    class Meta:
        proxy = True
        verbose_name = "câu trả lời cần xem lại"
        verbose_name_plural = "câu trả lời cần xem lại"
        ordering = ["-created_at"]
        default_permissions = ()
