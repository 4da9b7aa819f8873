"""One line for a rule, short enough to be held against the print by eye."""

from fractions import Fraction

from rag.dosing.rules import Amount, DoseRule, Per
from rag.dosing.units import shown
from rag.quantities import Band


def fields(rule: DoseRule) -> dict[str, str]:
    """Every field that the print states, by name; what it does not state is left out."""
    found = {
        "liều": _amount(rule.amount),
        "số lần": "" if rule.times is None else f"{_ends(rule.times.low, rule.times.high)}/{rule.times.per.value}",
        "chia": "chia" if rule.times is not None and rule.times.divides else "",
        "cách": "" if rule.interval is None else f"{_ends(rule.interval.low, rule.interval.high)} giờ",
        "nếu cần": "nếu cần" if rule.as_needed else "",
        "tối đa": ", ".join(_amount(cap) for cap in rule.caps),
        "tối đa số lần": "" if rule.count_cap is None else str(rule.count_cap.doses),
        "tăng tới": _amount(rule.raised_to),
        "tối thiểu": _amount(rule.minimum),
        "giai đoạn": rule.phase.lower(),
        "cách khác": str(rule.alternative) if rule.alternative else "",
        "tuổi": _band(rule.age),
        "cân nặng": _band(rule.weight),
        "Clcr": _band(rule.clearance),
        "tuổi thai": _band(rule.gestation),
        "thời gian": rule.duration,
        "truyền": rule.given_over,
        "đối tượng": "+".join(p.value for p in rule.populations),
        "đường": "+".join(r.value for r in rule.routes),
    }
    return {name: value for name, value in found.items() if value}


def label(rule: DoseRule) -> str:
    return " | ".join(f"{name}: {value}" for name, value in fields(rule).items())


def _ends(low: Fraction, high: Fraction) -> str:
    return shown(low) if low == high else f"{shown(low)}-{shown(high)}"


def _amount(amount: Amount | None) -> str:
    if amount is None:
        return ""
    low = "" if amount.low in (None, amount.high) else f"{amount.low}-"
    per = "" if amount.per is Per.FIXED else f"/{amount.per.value}"
    return f"{low}{amount.high}{per}/{amount.basis.value}"


def _band(band: Band | None) -> str:
    if band is None:
        return ""
    low = "" if band.low is None else f"{round(band.low, 2).normalize():f}"
    high = "" if band.high is None else f"{round(band.high, 2).normalize():f}"
    return f"{'[' if band.low_closed else '('}{low}; {high}{']' if band.high_closed else ')'}"
