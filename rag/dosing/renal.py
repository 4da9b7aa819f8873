"""Creatinine clearance by Cockcroft and Gault, with every number that goes in shown.

Clcr (ml/phút) = (140 - age in years) x weight (kg) [x 0,85 for women] / (72 x serum creatinine in mg/decilít).
The formula is no quotation from the book and is never shown as one.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rag.dosing.patients import ADULT_FROM, Patient, Sex
from rag.dosing.units import printed, rounded, shown

FOR_WOMEN = Fraction(85, 100)
MICROMOL_PER_MG_DL = Fraction(884, 10)  # of creatinine, molar mass 113,12 g
OLDEST_YEARS = 140
_LOWEST, _HIGHEST = Decimal(10), Decimal(3000)  # micromol/lít


@dataclass(frozen=True, slots=True)
class Clearance:
    """ml/phút, exact, and the lines that led to it."""

    value: Fraction
    lines: tuple[str, ...]


class CannotEstimate(ValueError):
    """The text says which value is missing or out of range, in Vietnamese."""


def cockcroft_gault(patient: Patient) -> Clearance:
    """Raises CannotEstimate: a missing value is asked for, never assumed; the formula is for adults."""
    missing = [
        name
        for name, value in (
            ("tuổi", patient.age_months),
            ("cân nặng", patient.weight_kg),
            ("giới", patient.sex),
            ("creatinin huyết thanh", patient.creatinine),
        )
        if value is None
    ]
    if missing:
        raise CannotEstimate(f"thiếu {', '.join(missing)}")
    assert patient.age_months is not None
    assert patient.weight_kg is not None
    assert patient.creatinine is not None
    if patient.age_months < ADULT_FROM:
        raise CannotEstimate("công thức Cockcroft - Gault chỉ dùng cho người từ 18 tuổi")
    if not _LOWEST <= patient.creatinine <= _HIGHEST:
        raise CannotEstimate("creatinin huyết thanh không hợp lý")
    years = Fraction(patient.age_months) / 12
    if years >= OLDEST_YEARS:
        raise CannotEstimate("tuổi không hợp lý")
    mg_per_dl = Fraction(patient.creatinine) / MICROMOL_PER_MG_DL
    factor = FOR_WOMEN if patient.sex is Sex.FEMALE else Fraction(1)
    value = (OLDEST_YEARS - years) * Fraction(patient.weight_kg) * factor / (72 * mg_per_dl)
    female = " × 0,85" if patient.sex is Sex.FEMALE else ""
    lines = (
        f"Creatinin {printed(patient.creatinine)} micromol/lít : 88,4 = {rounded(mg_per_dl)} mg/decilít",
        f"Clcr (Cockcroft - Gault) = (140 - {shown(years)}) × {printed(patient.weight_kg)} kg{female} : "
        f"(72 × {rounded(mg_per_dl)}) = {rounded(value)} ml/phút",
    )
    return Clearance(value, lines)
