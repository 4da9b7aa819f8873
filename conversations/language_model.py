"""The language model that settings name, made once a process, and the breaker that guards its provider."""

import threading
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from rag.breakers import Breaker
from rag.language import LanguageModel
from rag.ports import ConfiguredModel

_lock = threading.Lock()
_made: list[ConfiguredModel] = []


def configured() -> ConfiguredModel | None:
    """None: rules and quotation answer without a model. Raises ImproperlyConfigured; connects to nothing."""
    if not settings.DUOCTHU["LANGUAGE_MODEL"]:
        return None
    with _lock:  # every thread must meet the same breaker
        if not _made:
            _made.append(ConfiguredModel(made(), Breaker()))
        return _made[0]


def forget() -> None:
    """Make it anew when it is next asked for: for tests that change the settings."""
    with _lock:
        _made.clear()


def made() -> LanguageModel:
    """A new one, whatever is in use. Raises ImproperlyConfigured."""
    name, known = settings.DUOCTHU["LANGUAGE_MODEL"], settings.DUOCTHU["LANGUAGE_MODELS"]
    if name not in known:
        raise ImproperlyConfigured(f"LANGUAGE_MODEL là «{name}»; chỉ nhận {', '.join(known)}, hoặc để trống.")
    try:
        model: Any = import_string(known[name]["BACKEND"])(**known[name]["OPTIONS"])
    except ImportError as error:
        raise ImproperlyConfigured(f"LANGUAGE_MODEL là «{name}» nhưng không nạp được thư viện: {error}.") from error
    if not isinstance(model, LanguageModel):
        raise ImproperlyConfigured(f"LANGUAGE_MODEL là «{name}» nhưng {known[name]['BACKEND']} không phải là mô hình.")
    return model
