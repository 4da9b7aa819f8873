"""Extracted Markdown to the words that stand on paper: emphasis, escapes and tags go, nothing else changes."""

import html
import re

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_RAISED = re.compile(r"<sup>(.*?)</sup>", re.IGNORECASE | re.DOTALL)
_LOWERED = re.compile(r"<sub>(.*?)</sub>", re.IGNORECASE | re.DOTALL)
_ESCAPE = re.compile(r"\\([\\*_`~|#\[\]()<>.+-])")
_EMPHASIS = re.compile(r"(?<![*\w\ue000])(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s*])\1(?!\*)", re.DOTALL)
_SUPERSCRIPT = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")
_SUBSCRIPT = str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋")
# Holds the place of an escaped asterisk while emphasis is taken off; never leaves `plain`.
_ASTERISK = "\ue000"


def plain(text: str) -> str:
    """`m<sup>2</sup>` becomes m², `HLA-B\\*1502` HLA-B*1502, `*Trẻ em:*` Trẻ em:.

    Raised and lowered digits become raised and lowered digits, never digits on the line: 10<sup>9</sup> is not 109.
    """
    kept = _ESCAPE.sub(lambda m: _ASTERISK if m[1] == "*" else m[1], text.replace(_ASTERISK, "\ufffd"))
    kept = _BREAK.sub(" ", kept)
    kept = _RAISED.sub(lambda m: _moved(m[1], _SUPERSCRIPT), kept)
    kept = _LOWERED.sub(lambda m: _moved(m[1], _SUBSCRIPT), kept)
    while (lighter := _EMPHASIS.sub(r"\2", kept)) != kept:
        kept = lighter
    return html.unescape(kept).replace(_ASTERISK, "*")


def _moved(inner: str, table: dict[int, int]) -> str:
    stripped = inner.strip()
    return stripped.translate(table) if re.fullmatch(r"[\d+-]+", stripped) else stripped
