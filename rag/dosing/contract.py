"""A calculation in the form of the contract: texts for people, exact decimals as strings for programs."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rag.dosing.amounts import Range
from rag.dosing.checking import Comparison
from rag.dosing.fitting import age_in_words
from rag.dosing.patients import Patient
from rag.dosing.results import Calculation, Step
from rag.dosing.rules import Basis
from rag.dosing.units import as_text, is_shown_exactly, printed, shown
from rag.passages import Passage
from rag.quantities import KG_PER_LB

Json = dict[str, Any]


def inputs_of(patient: Patient) -> list[Json]:
    """The numbers that were put in, as they were said."""
    rows = (
        ("age_months", "Tuổi", patient.age_months, "tháng"),
        ("weight_kg", "Cân nặng", patient.weight_kg, "kg"),
        ("surface_m2", "Diện tích da", patient.surface_m2, "m2"),
        ("clearance", "Clcr", patient.clearance, "ml/phút"),
        ("creatinine", "Creatinin huyết thanh", patient.creatinine, "micromol/lít"),
        ("gestational_weeks", "Tuổi thai", patient.gestational_weeks, "tuần"),
        ("postmenstrual_weeks", "Tuổi sau kinh", patient.postmenstrual_weeks, "tuần"),
    )
    said = [
        {"name": name, "label": label, "value": str(value), "unit": unit, "text": f"{label}: {_said(value, unit)}"}
        for name, label, value, unit in rows
        if value is not None
    ]
    if patient.sex is not None and patient.creatinine is not None:
        said.append(
            {"name": "sex", "label": "Giới", "value": patient.sex.value, "unit": "", "text": f"Giới: {patient.sex}"}
        )
    return said


def _said(value: Decimal, unit: str) -> str:
    if unit == "tháng":
        return age_in_words(value)
    pounds = Fraction(value) / Fraction(KG_PER_LB)
    if unit == "kg" and is_shown_exactly(pounds) and not is_shown_exactly(Fraction(value)):
        return f"{shown(pounds)} lb × {printed(KG_PER_LB)} = {printed(value)} kg"
    return f"{printed(value)} {unit}"


def rule_of(
    calculation: Calculation, passage: Passage, comparisons: Sequence[Comparison], extra: Sequence[str]
) -> Json:
    """One rule worked out. Spans count characters of the passage's text, as citations do."""
    rule = calculation.rule
    return {
        "citation": {
            "passage": passage.id,
            "quote": rule.quote,
            "start": rule.span.start,
            "end": rule.span.end,
            "page_from": passage.provenance.page_from,
            "edition": passage.provenance.edition,
            "url": passage.url,
        },
        "heading": " › ".join(passage.headings),
        "condition": rule.condition,
        "phase": rule.phase,
        "once": rule.amount is not None and rule.amount.basis is Basis.SINGLE,
        "indications": list(rule.indications),
        "steps": [_step(step) for step in calculation.steps],
        "result": {
            "per_dose": _range(calculation.per_dose),
            "per_day": _range(calculation.per_day),
            "per_week": _range(calculation.per_week),
            "rate": _range(calculation.rate, per=rule.amount.basis.value if rule.amount else ""),
        },
        "caps": [
            {
                "text": limit.working,
                "value": as_text(limit.measure.value),
                "unit": limit.measure.unit.value,
                "per": limit.basis.value,
                "applied": limit.lowered,
            }
            for limit in calculation.limits
        ],
        "rounding": "" if rule.rounding is None else f"tới mức {rule.rounding} gần nhất, không vượt giới hạn",
        "duration": rule.duration,
        "comparisons": [
            {"standing": c.standing.name.lower(), "text": c.line, "named": c.named, "printed": c.printed}
            for c in comparisons
        ],
        "arithmetic_on_user_data": list(extra),
        "notes": list(calculation.notes),
    }


def _step(step: Step) -> Json:
    span = None if step.span is None else {"start": step.span.start, "end": step.span.end}
    return {"kind": step.kind.value, "text": step.text, "span": span}


def _range(found: Range | None, *, per: str = "") -> Json | None:
    if found is None:
        return None
    low = None if found.low is None else as_text(found.low.to(found.high.unit).value)
    text = f"{found}/{per}" if per else str(found)
    return {"text": text, "low": low, "high": as_text(found.high.value), "unit": found.high.unit.value}
