"""Creatinine clearance, row by row, and what stops it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rag.dosing.patients import Patient, Sex
from rag.dosing.renal import CannotEstimate, cockcroft_gault
from rag.dosing.units import shown
from tests.rag.dosing.reading import decimal, months, table

PERSON = Patient(age_months=Decimal(600), weight_kg=Decimal(70), sex=Sex.MALE, creatinine=Decimal(90))


@pytest.mark.parametrize(
    "row", table("clearance.csv"), ids=lambda r: f"{r['tuổi']} {r['giới']} {r['cân nặng (kg)']} kg"
)
def test_the_clearance_is_what_a_pencil_gives(row):
    person = Patient(
        age_months=months(row["tuổi"]),
        weight_kg=decimal(row["cân nặng (kg)"]),
        sex=Sex(row["giới"]),
        creatinine=decimal(row["creatinin (micromol/lít)"]),
    )
    assert shown(cockcroft_gault(person).value).removeprefix("≈ ") == row["Clcr (ml/phút)"]


@pytest.mark.parametrize(
    ("field", "word"),
    [("age_months", "tuổi"), ("weight_kg", "cân nặng"), ("sex", "giới"), ("creatinine", "creatinin huyết thanh")],
)
def test_a_missing_value_is_named_and_never_assumed(field, word):
    with pytest.raises(CannotEstimate, match=word):
        cockcroft_gault(replace(PERSON, **{field: None}))


def test_the_formula_is_refused_for_a_child():
    with pytest.raises(CannotEstimate, match="18 tuổi"):
        cockcroft_gault(replace(PERSON, age_months=Decimal(120)))


@pytest.mark.parametrize("creatinine", ["0", "1", "5000"])
def test_an_impossible_creatinine_is_refused(creatinine):
    with pytest.raises(CannotEstimate):
        cockcroft_gault(replace(PERSON, creatinine=Decimal(creatinine)))


def test_every_number_that_goes_in_is_shown():
    lines = " ".join(cockcroft_gault(PERSON).lines)
    assert all(number in lines for number in ("90 micromol", "88,4", "50", "70 kg", "72"))
