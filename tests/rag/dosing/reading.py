"""Read the small tables that a pharmacist can check with a pencil, and make rules and patients of their words."""

import csv
from decimal import Decimal
from pathlib import Path

from rag.dosing.grammar import propose
from rag.dosing.patients import Patient
from rag.dosing.rules import DoseRule
from rag.frames import Population
from tests.factories import make_passage

HERE = Path(__file__).parent
MONTHS = {"tuổi": Decimal(12), "tháng": Decimal(1), "ngày": Decimal(1) / 30}
ELDERLY_FROM = 60 * 12


def table(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rules_of(drug: str, text: str, **passage: object) -> tuple[DoseRule, ...]:
    """The rules that the grammar proposes for one printed block. The name of the drug stands as it is printed."""
    block = make_passage(text, monograph=drug.lower(), **passage)  # type: ignore[arg-type]
    return propose([block]).rules


def decimal(text: str) -> Decimal | None:
    return Decimal(text.replace(",", ".")) if text else None


def months(text: str) -> Decimal | None:
    if not text:
        return None
    number, unit = text.split()
    return Decimal(number) * MONTHS[unit]


def patient(*, age: str = "", kg: str = "", m2: str = "", populations: frozenset[Population] = frozenset()) -> Patient:
    at = months(age)
    if not populations and at is not None and at >= ELDERLY_FROM:
        populations = frozenset({Population.ELDERLY})
    return Patient(populations, age_months=at, weight_kg=decimal(kg), surface_m2=decimal(m2))
