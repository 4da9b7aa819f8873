"""The language model that settings name, made once a process, and the breaker that guards its provider."""

import threading
from decimal import Decimal, InvalidOperation
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from rag.breakers import Breaker
from rag.language import LanguageModel
from rag.ports import ConfiguredModel
from rag.prices import Price

_lock = threading.Lock()
_made: list[ConfiguredModel] = []
_MOST = Decimal(10) ** 9  # of a currency, for a million tokens: what the record has room for


def configured() -> ConfiguredModel | None:
    """None: rules and quotation answer without a model. Raises ImproperlyConfigured; connects to nothing."""
    if not settings.DUOCTHU["LANGUAGE_MODEL"]:
        return None
    with _lock:  # every thread must meet the same breaker
        if not _made:
            _made.append(ConfiguredModel(made(), Breaker(), price()))
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


def price() -> Price | None:
    """What the provider charges, as settings say; None: they say nothing. Raises ImproperlyConfigured."""
    told = settings.DUOCTHU["LANGUAGE_MODEL_PRICE"]
    if not told["IN"] and not told["OUT"]:
        return None
    currency = told["CURRENCY"].strip()
    if not 1 <= len(currency) <= 8:
        raise ImproperlyConfigured("LANGUAGE_MODEL_CURRENCY phải là ký hiệu tiền tệ, ví dụ USD hay VND.")
    return Price(
        _amount("LANGUAGE_MODEL_PRICE_IN", told["IN"]), _amount("LANGUAGE_MODEL_PRICE_OUT", told["OUT"]), currency
    )


def _amount(variable: str, text: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or not 0 <= amount <= _MOST:
        raise ImproperlyConfigured(
            f"{variable} là «{text}»; cần giá của một triệu token, ví dụ 0.15 (dấu chấm thập phân)."
        )
    return amount
