"""Signs, digits and letters that no dose of the book is printed with, and powers of ten whose exponent lies low."""

import re
import unicodedata
from functools import lru_cache

from formulary.ingest.detectors.views import View, evidence, found

# What may stand between the words and numbers of a dose; anything else was read from another sign.
_SIGNS = frozenset(" \n\u00a0\u202f\t.,;:/()[]%‰<>≥≤=≈+-–—−±×*°²³^&\"'’‘“”„…•†‡®™→←↑↓·₂½¼¾µ")
_GREEK_OF_NAMES = frozenset("αβγδεζηθκλμξπστφχψωΔΣΦΩµ")

_UNIT = r"(?:(?:mg|microgam|g|ml|kg|đvqt|đv|giờ|phút|ngày|lần|tuổi|tháng|tuần|viên|giọt|ống)(?![^\W_])|%)"
_BETWEEN_DIGITS = re.compile(
    r"\d ?[=+·^*&…•→↑↓°\"“”’‘\]\[] ?\d"
    r"|\d \. ?\d|\d ; ?\d|\d / \d"
    # "4 : 6 giờ", "0:6 mg", "2/5 mg" for 2,5
    rf"|\d : \d+(?:,\d+)? ?{_UNIT}|\d:\d+ ?{_UNIT}|(?<!\d)0:\d|(?<![\d,.])0/\d"
    r"|(?<![\d,./])\d/\d(?: ?[-–] ?\d+(?:,\d+)?)? ?(?:mg|microgam|g|ml)(?![^\W_])"
    # a degree is of temperature, and stands behind a number
    rf"|° ?{_UNIT}|°\d|(?<!\d)(?<!\d )°(?! ?[CF])"
    # a comparator that came in two parts
    r"|[<>≥≤] ?[=_]|[=_] ?[<>≥≤]|[<>] ?[-–—−](?! ?\d)|[<>≥≤] ?[<>≥≤]"
)
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_LOWERED = "₀₁₂₃₄₅₆₇₈₉"
_STRAY_RAISED = re.compile(
    # a raised digit that stands alone, behind a number that is no ten, or beside other digits
    rf"(?<![^\W_])(?<![)\]])[{_RAISED}{_LOWERED}]"
    rf"|(?<!1)0[{_RAISED}]|[1-9][{_RAISED}]"
    rf"|[{_RAISED}] ?[\d{_LOWERED}]|[{_LOWERED}] ?[{_RAISED}]"
    # a dose that must be read with its note; m², cm³ and mm³ measure
    rf"|\d ?(?:mg|g|ml|microgam|đvqt|lần|ngày|giờ|kg|viên)[{_RAISED}]"
)
_POWER = re.compile(
    r"\d ?[x×*.] ?10(?:[3-9]|1[0-2])(?!\d)"
    r"|(?<![\w,.])10(?:[3-9]|1[0-2]) ?/ ?(?:lit|l|ml|mm3|mm³|microlit|µl|μl)\b"
)


def odd_sign(view: View) -> str | None:
    """`0‚5 mg`, `250 ¬ 500`, `>_ 30`, `З0 mg`, `٥٠٠ mg`, `¹₂ viên`: a sign, digit or letter of no dose of the book."""
    for i, char in enumerate(view.text):
        if not char.isascii() and not _is_printed(char):
            return evidence(view.text, i, i + 1)
        if char.isascii() and not char.isalnum() and char not in _SIGNS and not (char == "|" and view.is_table):
            return evidence(view.text, i, i + 1)
    return (found(_BETWEEN_DIGITS, view) if not view.is_table else None) or found(_STRAY_RAISED, view)


def foreign_digit(view: View) -> str | None:
    """In any section: a digit of another script, or a letter of one beside a digit (`5О mg`).

    Such letters inside words are `signs.homoglyph`'s.
    """
    text = view.text
    for i, char in enumerate(text):
        if char.isascii() or _is_printed(char):
            continue
        beside_digit = text[i - 1 : i].isdigit() or text[i + 1 : i + 2].isdigit()
        if unicodedata.category(char) == "Nd" or (char.isalpha() and beside_digit):
            return evidence(text, i, i + 1)
    return None


def lowered_power(view: View) -> str | None:
    """`2 × 109/lít`, `5 x 106 đvqt`: the exponent stands on the line, and the number is a million times smaller."""
    return found(_POWER, view, folded=True)


@lru_cache(maxsize=4096)
def _is_printed(char: str) -> bool:
    """Latin with the marks of Vietnamese, Greek of the names, raised and lowered digits, listed signs."""
    if char in _SIGNS or char in _GREEK_OF_NAMES or char in _RAISED or char in _LOWERED:
        return True
    if unicodedata.combining(char):
        return True  # a detached mark: another detector's
    return char in "đĐ" or (char.isalpha() and unicodedata.normalize("NFD", char)[0].isascii())
