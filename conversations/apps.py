"""People and turns as a Django application."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ConversationsConfig(AppConfig):
    name = "conversations"
    verbose_name = "Cuộc hỏi"

    def ready(self) -> None:
        from conversations import checks  # noqa: F401  registers the system checks
        from conversations.permissions import ensure_roles
        from conversations.stale import sentence_after_publishing
        from formulary.signals import edition_published

        # After `migrate`, because the permissions themselves only exist then; running it again changes nothing.
        post_migrate.connect(ensure_roles, sender=self, dispatch_uid="conversations.roles")
        edition_published.connect(sentence_after_publishing, dispatch_uid="conversations.stale")
