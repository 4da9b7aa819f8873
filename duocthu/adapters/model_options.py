"""What both adapters of a language model read from settings. Raises ImproperlyConfigured, in words for an operator."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

_MOST_CHARACTERS = 200  # what the record of a call has room for


def required(value: str, *, variable: str, meaning: str) -> str:
    if not value.strip():
        raise ImproperlyConfigured(f"Thiếu {variable}: {meaning}.")
    if len(value.strip()) > _MOST_CHARACTERS:
        raise ImproperlyConfigured(f"{variable} dài quá {_MOST_CHARACTERS} ký tự.")
    return value.strip()


def one_of(value: str, allowed: tuple[str, ...], *, variable: str) -> str:
    if value not in allowed:
        raise ImproperlyConfigured(f"{variable} là «{value}»; chỉ nhận {', '.join(allowed)}.")
    return value


def temperature(value: str) -> float | None:
    """`none`: the model does not take one, and none is sent."""
    if value == "none":
        return None
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise ImproperlyConfigured(f"LANGUAGE_MODEL_TEMPERATURE là «{value}»; chỉ nhận số từ 0 đến 1, hoặc none.")
    return number


def address(value: str, *, variable: str) -> str:
    """Its words stay out of the errors: an address may hold a password."""
    try:
        parts = urlsplit(value.strip())
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole:
        raise ImproperlyConfigured(f"{variable} phải là một địa chỉ http:// hoặc https:// đầy đủ.")
    if parts.username or parts.password:
        raise ImproperlyConfigured(f"{variable} không được chứa tên hay mật khẩu.")
    return value.strip()
