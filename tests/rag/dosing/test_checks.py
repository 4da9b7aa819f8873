"""Every row of checks.csv: a named dose against what is printed."""

from fractions import Fraction

import pytest

from rag.dosing.checking import NamedDose, Standing, check
from rag.dosing.rules import Basis
from rag.dosing.units import Measure, Unit
from rag.dosing.working import Worked, work_out
from tests.rag.dosing.reading import decimal, patient, rules_of, table

CHECKS = table("checks.csv")


def compared(case: dict[str, str]) -> list[str]:
    found = work_out(rules_of(case["thuốc"], case["nguyên văn"]), patient(age=case["tuổi"], kg=case["cân nặng (kg)"]))
    assert isinstance(found, Worked)
    named = NamedDose(
        Measure.of(decimal(case["liều hỏi"]) or 0, Unit(case["đơn vị"])),
        Basis(case["mỗi"]),
        Fraction(case["số lần/ngày"]) if case["số lần/ngày"] else None,
        Fraction(case["cách (giờ)"]) if case["cách (giờ)"] else None,
    )
    (calculation,) = found.calculations
    lines = []
    for comparison in check(named, calculation):
        of = "số lần" if "lần trong 24 giờ" in comparison.of else comparison.of.split(" ", 2)
        subject = of if isinstance(of, str) else "giới hạn" if of[0] == "giới" else " ".join(of[:2])
        difference = f" {comparison.difference}" if comparison.difference is not None else ""
        lines.append(f"{subject} {comparison.standing.value}{difference}")
    return lines


@pytest.mark.parametrize("case", CHECKS, ids=lambda c: f"{c['số']} {c['thuốc']} {c['liều hỏi']} {c['đơn vị']}")
def test_a_named_dose_stands_to_the_print_as_the_table_says(case):
    assert "; ".join(compared(case)) == case["so sánh"]


@pytest.mark.parametrize("standing", list(Standing))
def test_no_verdict_speaks_of_safety(standing):
    assert "an toàn" not in standing.value


@pytest.mark.parametrize("case", CHECKS, ids=lambda c: c["số"])
def test_no_line_speaks_of_safety(case):
    found = work_out(rules_of(case["thuốc"], case["nguyên văn"]), patient(age=case["tuổi"], kg=case["cân nặng (kg)"]))
    assert isinstance(found, Worked)
    named = NamedDose(Measure.of(decimal(case["liều hỏi"]) or 0, Unit(case["đơn vị"])))
    assert not any("an toàn" in c.line for calculation in found.calculations for c in check(named, calculation))
