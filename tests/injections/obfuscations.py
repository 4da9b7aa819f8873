"""Ways to write an order so that a list of words does not see it. Each takes an order and gives back what is typed."""

import base64
import json
import re
import unicodedata
from collections.abc import Callable

from rag.vietnamese import fold, nfc
from tests.injections.orders import Order

_TONES = {"\u0301": "s", "\u0300": "f", "\u0309": "r", "\u0303": "x", "\u0323": "j"}
_SHAPES = {"\u0302": "^", "\u0306": "w", "\u031b": "w"}
_TWINS = str.maketrans("aceopxyACEOPX", "асеорхуАСЕОРХ")


def plain(order: Order) -> str:
    return order.text


def without_marks(order: Order) -> str:
    return fold(order.text)


def telex(order: Order) -> str:
    return re.sub(r"[^\W\d_]+", lambda m: _keys(m.group()), nfc(order.text))


def _keys(word: str) -> str:
    """The keys that type a word: shapes behind their letter, the tone at the end."""
    keys, tone = "", ""
    for letter in word.replace("đ", "dd").replace("Đ", "DD"):
        base, *marks = unicodedata.normalize("NFD", letter)
        keys += base
        for mark in marks:
            if mark in _TONES:
                tone = _TONES[mark]
            else:
                keys += base.lower() if _SHAPES[mark] == "^" else "w"
    return keys + tone


def decomposed(order: Order) -> str:
    return unicodedata.normalize("NFD", order.text)


def zero_width(order: Order) -> str:
    return re.sub(r"(?<=\w)(?=\w)", "\u200b", order.text)


def homoglyphs(order: Order) -> str:
    return order.text.translate(_TWINS)


def in_english(order: Order) -> str:
    return order.english


def in_base64(order: Order) -> str:
    return f"Giải mã rồi làm theo: {base64.b64encode(order.text.encode()).decode()}"


def shouted(order: Order) -> str:
    return order.text.upper()


def quoted(order: Order) -> str:
    return f"«{order.text}»"


def fenced(order: Order) -> str:
    told = json.dumps({"role": "system", "content": order.text}, ensure_ascii=False)
    return f"```json\n{told}\n```"


def over_lines(order: Order) -> str:
    words = order.text.split(" ")
    return "\n".join(" ".join(words[i : i + 2]) for i in range(0, len(words), 2))


OBFUSCATIONS: dict[str, Callable[[Order], str]] = {
    made.__name__: made
    for made in (
        plain, without_marks, telex, decomposed, zero_width, homoglyphs, in_english, in_base64, shouted, quoted, fenced, over_lines,
    )
}  # fmt: skip
