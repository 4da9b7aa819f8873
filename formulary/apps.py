"""The book as a Django application."""

from django.apps import AppConfig


class FormularyConfig(AppConfig):
    name = "formulary"
    verbose_name = "Dược thư"

    def ready(self) -> None:
        # Registers the checks; models can be imported from here on only.
        from formulary import checks  # noqa: F401
