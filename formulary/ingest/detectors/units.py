"""Units that were lost, cut, misread, or say two things at once; ranges that run the wrong way."""

import re
from decimal import Decimal

from formulary.ingest.detectors.printed_units import (
    DASH,
    DOSE_UNIT,
    NUMBER,
    RENAL_CUE,
    SCALED_UNIT,
    measure,
    value_of,
)
from formulary.ingest.detectors.views import View, evidence, found

_RANGE = re.compile(
    r"(?<![\w,./])\d+(?:[.,]\d+)?\s?(?:(?:mg|g|microgam|ml)(?:/\w+)?\s?)?[-–]\s?\d+(?:[.,]\d+)?(?=\s*(?:$|[.;)]|,(?!\d)))"
)
# Ranges that carry no unit in print: scores, grades, numbered things.
_UNITLESS = re.compile(
    r"\b(?:inr|ph|giai đoạn|typ|týp|tuýp|nhóm|bảng|chương|trang|tỷ lệ|tỉ lệ|điểm|cỡ)\b"
    r"|\b(?:pugh|apgar|asa|nyha|killip|pasi|das28|hba1c)\b"
    r"|(?<!tốc )(?<!nồng )\b(?:độ|loại|bậc|mức|thứ|số) [\d,.]+\s?[-–]\s?[\d,.]+$"
)
_NEAR = 60
_PART_END = re.compile(r"[.;:]\s")
_BARE_AMOUNT = re.compile(
    r"\b(?:lieu (?:(?:thuong )?dung |khoi dau |ban dau |duy tri |tan cong |toi da |nguoi lon |tre em )?"
    r"(?:la |den |toi )?"
    r"|(?:lieu|toi da|khong qua)(?: [a-z]+){0,2} (?:moi|mot|hang) (?:ngay|lan) (?:la )?"
    r"|toi da (?:la )?|khoi dau (?:la )?|duy tri (?:la )?|khong (?:vuot )?qua |uong |tiem bap |tiem tinh mach )"
    rf"(?P<number>{NUMBER})(?=\s*(?:[.;](?:\s|$)|$|\)|, (?:ngay|chia|moi|cach)\b"
    r"|\sngay \d|\smoi ngay\b|\s?/\s?(?:ngay|kg|lan|24 gio)))"
)
_CUT = re.compile(
    r"\d\s?(?:mg|g|gam|microgam|nanogam|ml|dvqt|dv|don vi|meq|mmol)(?:\s?/\s?(?:kg|m2|m²))?\s?/(?:$|\s?[.;,](?!\w))"
    r"|\b(?:micro|nano|pico|mili)[-\u00ad]\s?(?:gam|mol|lit)\b|\bmicro gam\b"
)
_CELL_CUT = re.compile(r"(?:\d\s?|\b)(?:mg|g|microgam|ml|dvqt|mmol|kg|phut)?\s?/$|^(?:phut|kg)\b|\d\s?[-–]$")
_WITH_RATE = r"(?<=\d )(?:mg|g|microgam|dvqt|meq|mmol)"
_LOST_SLASH = re.compile(
    rf"\b{DOSE_UNIT}\s?/\s?kg\s(?:ngay(?!\s(?:(?:dau|thu|hom|cuoi|sau|truoc|nay|(?:mot|1) lan)\b|\d+(?!\s?lan)))"
    r"|gio\b(?!\s(?:dau|thu)\b)|phut\b(?!\s(?:dau|thu)\b)|24 gio)"
    rf"|\b{_WITH_RATE}(?:\s?/\s?kg)?\slan\b(?!\s(?:(?:dau|thu|sau|cuoi|nua|luot|truoc|nay|hai|ba|mot)\b|\d))"
    rf"|\b{_WITH_RATE}\sngay\b(?!\s(?:\d|(?:mot|hai|ba|bon|dau|thu|hom|sau|cuoi|truoc|nay|uong|chia|dung|tiem|khi)\b))"
    r"|\b(?:mg|microgam|mmol|meq|dvqt)\skg\b|/kgngay\b|/kggio\b|\bmgkg\b"
)
_TWO_RATES = re.compile(
    r"/\s?(?:ngay|24 gio)\s?/\s?lan\b|/\s?lan\s?/\s?(?:ngay|24 gio)\b|/\s?gio\s?/\s?(?:phut|ngay)\b"
    r"|\b(mg|g|kg|ml|microgam|ngay|gio|lan)\s?/\s?\1\b"
)
MISREAD_UNIT = re.compile(
    r"\d\s?(?:rng|mq|m9|nig|rnl|rnI|m1|mI|m!|kq|k9|miorogam|microgarn|microgani|mìcrogam|míligam|đvgt|đvqi|đvqí|dvqt)(?![^\W_])"
    r"|/\s?(?:kq|k9|1ần|nqày|ngảy|ngáy|phủt|phùt|giở|giò|lấn|lẩn|lẫn)(?![^\W_])"
    r"|\d\s?(?:lấn|lẩn|lẫn|giở|giớ|gíờ|phủt|phùt|ngảy|ngáy|ngãy|tuẩn|tuấn|tuẫn|tuổỉ|tuối|liểu|liếu|viện|viển|giot|giọi)(?![^\W_])"
    r"|\b(?:mỗi|một|mấy|nhiều|hai|ba|bốn) (?:lấn|lẩn)(?![^\W_])"
)
_SPAN = re.compile(
    rf"(?<![\w,./])(?P<a>{NUMBER})\s?(?P<ua>{SCALED_UNIT})?(?![^\W\d_]){DASH}"
    rf"(?P<b>{NUMBER})\s?(?P<ub>{SCALED_UNIT})(?![^\W\d_])(?P<per>\s?/\s?phut)?"
)
_GOING_DOWN = re.compile(r"\bgiam\b[^.;:]{0,40}$|\btu cao\b[^.;:]{0,30}$")
_LARGEST_SPAN = Decimal(200)  # clofazimin, heparin and digoxin stay far below


def range_without_unit(view: View) -> str | None:
    """`Liều duy trì: 0,2 - 1,5` and nothing behind it. A table has its unit in the header."""
    if view.is_table:
        return None
    return _without_unit(_RANGE, view)


def lost_unit(view: View) -> str | None:
    """`Liều duy trì 0,5.`, `tối đa 4/ngày`: an amount of what?"""
    if view.is_table:
        return None
    return _without_unit(_BARE_AMOUNT, view)


def _without_unit(pattern: re.Pattern[str], view: View) -> str | None:
    """Evidence for a match that no scale or number of a thing stands before, in the same sentence and part of it."""
    for match in pattern.finditer(view.folded):
        before = view.lower[max(0, match.start() - _NEAR) : match.end()]
        if not _UNITLESS.search(_PART_END.split(before)[-1]):
            return evidence(view.text, match.start(), match.end())
    return None


def cut_unit(view: View) -> str | None:
    """`0,2 - 1,5 mg/` at the end: what it is per was lost. `micro- gam`: a line break inside the unit."""
    if view.is_table:
        cut = next((cell for row in view.rows for cell in row if _CELL_CUT.search(cell.lower()) and cell), None)
        return cut
    return found(_CUT, view, folded=True)


def lost_slash(view: View) -> str | None:
    """`mg/kg ngày` may be per dose or per day. `mg/kg ngày đầu` and `ngày 1 lần` are clear."""
    return found(_LOST_SLASH, view, folded=True)


def ambiguous_rate(view: View) -> str | None:
    """`mg/kg/ngày/lần`, `mg/mg`: two rates in one unit."""
    return found(_TWO_RATES, view, folded=True)


def confused_unit(view: View) -> str | None:
    """`5 rng`, `2 lấn`, `3 liểu`: a unit whose letters or marks were misread, behind a number."""
    return found(MISREAD_UNIT, view)


def descending_range(view: View) -> str | None:
    """`500 - 250 mg`. Lawful for clearances (Clcr 60 - 30), and where a dose is said to go down."""
    for match, low, high in _spans(view):
        if not match["ua"] and low > high:
            return evidence(view.text, match.start(), match.end())
    return None


def unit_change(view: View) -> str | None:
    """`500 mg - 1 microgam`: the unit changes inside a range, and the range runs down or is far too wide."""
    for match, low, high in _spans(view):
        too_wide = match["ua"] != match["ub"] and low * _LARGEST_SPAN < high and measure(match["ub"])[0] == "mass"
        if match["ua"] and (low > high or too_wide):
            return evidence(view.text, match.start(), match.end())
    return None


def _spans(view: View) -> list[tuple[re.Match[str], Decimal, Decimal]]:
    """Ranges of one measure with both ends in its smallest unit; those that may run down are left out."""
    spans = []
    for match in _SPAN.finditer(view.folded):
        before = view.folded[max(0, match.start() - 60) : match.start()]
        if match["per"] or RENAL_CUE.search(before) or _GOING_DOWN.search(before):
            continue
        (what_a, size_a), (what_b, size_b) = measure(match["ua"] or match["ub"]), measure(match["ub"])
        if what_a == what_b:
            spans.append((match, value_of(match["a"]) * size_a, value_of(match["b"]) * size_b))
    return spans
