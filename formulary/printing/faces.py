"""The four faces of the book and how wide their characters are."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFontFile

from formulary.printing import style

_FOLDER = Path(__file__).parent / "fonts"

KERN = "\u200a"
"""A gap without any character: what is left in a PDF of a badly kerned word."""

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))


class Face(StrEnum):
    REGULAR = "Regular"
    BOLD = "Bold"
    ITALIC = "Italic"
    BOLD_ITALIC = "BoldItalic"

    @property
    def path(self) -> Path:
        return _FOLDER / f"NotoSerif-{self.value}.ttf"


class Unprintable(ValueError):
    """The faces have no glyph for a character. The message names it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters drawn in one go: `size` and `rise` are shares of the size of the line; text "" is a bare gap."""

    text: str
    size: float = 1.0
    rise: float = 0.0


def stretches(text: str, *, raised: bool) -> Iterator[Stretch]:
    """The text cut where its drawing changes: at torn words, and at raised and lowered digits when `raised`."""
    pending = ""
    for char in text:
        if char == KERN or (raised and (char in _RAISED or char in _LOWERED)):
            if pending:
                yield Stretch(pending)
                pending = ""
            if char == KERN:
                yield Stretch("")
            elif char in _RAISED:
                yield Stretch(_RAISED[char], style.RAISED_SIZE, style.RAISED_BY)
            else:
                yield Stretch(_LOWERED[char], style.RAISED_SIZE, style.LOWERED_BY)
        else:
            pending += char
    if pending:
        yield Stretch(pending)


@cache
def _widths(face: Face, *, raised: bool) -> dict[str, float]:
    """Widths for size 1."""
    font = TTFontFile(face.path)
    widths = {chr(code): width / 1000 for code, width in font.charWidths.items()}
    if raised:
        for small, digit in (_RAISED | _LOWERED).items():
            widths[small] = widths[digit] * style.RAISED_SIZE
    widths[KERN] = style.KERN_GAP
    return widths


def width_of(text: str, face: Face, size: float, *, raised: bool = False) -> float:
    """Points. Raises Unprintable."""
    widths = _widths(face, raised=raised)
    try:
        return sum([widths[char] for char in text]) * size
    except KeyError as missing:
        raise Unprintable(f"phông chữ không có ký tự U+{ord(missing.args[0]):04X}") from missing
