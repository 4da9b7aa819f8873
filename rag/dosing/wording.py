"""A rule as a pharmacist reads it beside the print: one line a field."""

from fractions import Fraction

from rag.dosing.amounts import amount_in_words
from rag.dosing.fitting import limits_of
from rag.dosing.rules import DoseRule
from rag.dosing.units import shown


def fields_in_words(rule: DoseRule) -> dict[str, str]:
    """Label -> what was read, in the order of reading; what the print does not say is left out."""
    found = {
        "Đối tượng": ", ".join(p.value for p in rule.populations),
        "Giới hạn tuổi, cân nặng, Clcr": limits_of(rule),
        "Điều kiện (nguyên văn)": rule.condition,
        "Đường dùng": ", ".join(r.value for r in rule.routes),
        "Chỉ định": ", ".join(rule.indications[:3]),
        "Dạng": rule.form,
        "Giai đoạn": rule.phase,
        "Cách khác": str(rule.alternative + 1) if rule.alternative else "",
        "Liều": "" if rule.amount is None else amount_in_words(rule.amount),
        "Số lần": _times(rule),
        "Cách": "" if rule.interval is None else f"{_ends(rule.interval.low, rule.interval.high)} giờ/lần",
        "Nếu cần": "có" if rule.as_needed else "",
        "Tối đa": "; ".join(amount_in_words(cap).removeprefix("tối đa ") for cap in rule.caps),
        "Số lần tối đa": "" if rule.count_cap is None else f"{rule.count_cap.doses} lần/24 giờ",
        "Tối thiểu": "" if rule.minimum is None else amount_in_words(rule.minimum),
        "Có thể tăng tới": "" if rule.raised_to is None else amount_in_words(rule.raised_to).removeprefix("tối đa "),
        "Thời gian": rule.duration,
        "Cách cho": rule.given_over,
        "Lời khác": "; ".join(rule.remarks),
    }
    return {label: text for label, text in found.items() if text}


def _ends(low: Fraction, high: Fraction) -> str:
    return shown(low) if low == high else f"{shown(low)} - {shown(high)}"


def _times(rule: DoseRule) -> str:
    if rule.times is None:
        return ""
    often = f"{_ends(rule.times.low, rule.times.high)} lần/{rule.times.per.value}"
    return f"chia {often}" if rule.times.divides else often
