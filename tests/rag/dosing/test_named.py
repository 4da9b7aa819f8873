"""Every row of named.csv: a dose as a clinician words it, what it multiplies to, and how it stands to the print."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rag.dosing.checking import Comparison, check
from rag.dosing.forms import ON_USERS_DATA
from rag.dosing.naming import Named, Need, named_dose
from rag.dosing.units import Unit
from rag.dosing.working import Worked, work_out
from rag.frames import DoseTask
from rag.understanding.dose_tasks import dose_task_in
from tests.rag.dosing.reading import patient, rules_of, table

NAMED = table("named.csv")
NEEDS = {
    Need.AMOUNT: "?",
    Need.STRENGTH_IN_ML: "hỏi hàm lượng trong ml",
    Need.WEIGHT: "hỏi cân nặng",
    Need.SURFACE: "hỏi diện tích",
}


def row_id(row: dict[str, str]) -> str:
    return f"{row['số']} {row['thuốc']} {row['câu hỏi']}"


def read(row: dict[str, str]) -> Named | Need:
    task = dose_task_in(f"{row['thuốc']} {row['câu hỏi']} được không")
    assert task is not None
    assert task.checks
    units = {rule.amount.high.unit for rule in rules_of(row["thuốc"], row["nguyên văn"]) if rule.amount is not None}
    return named_dose(task, patient(age=row["tuổi"], kg=row["cân nặng (kg)"], m2=row["diện tích (m2)"]), units)


def in_short(comparison: Comparison) -> str:
    of = "số lần" if "lần trong 24 giờ" in comparison.of else comparison.of
    subject = "giới hạn" if of.startswith("giới hạn") else of
    difference = f" {comparison.difference}" if comparison.difference is not None else ""
    return f"{subject} {comparison.standing.value}{difference}"


@pytest.mark.parametrize("row", NAMED, ids=row_id)
def test_a_named_dose_is_understood_as_the_table_says(row):
    found = read(row)
    if isinstance(found, Named):
        assert found.text == row["liều hiểu là"]
        assert [line.removeprefix(f"{ON_USERS_DATA}: ") for line in found.lines] == list(
            filter(None, [row["phép nhân"]])
        )
    elif found is Need.STRENGTH_OF_ONE:
        assert row["liều hiểu là"].startswith("hỏi hàm lượng một ")
    else:
        assert row["liều hiểu là"] == NEEDS[found]


@pytest.mark.parametrize("row", [r for r in NAMED if r["so sánh"] or r["liều hiểu là"] in ("500 mg/giờ",)], ids=row_id)
def test_a_named_dose_stands_to_the_print_as_the_table_says(row):
    named = read(row)
    assert isinstance(named, Named)
    worked = work_out(
        rules_of(row["thuốc"], row["nguyên văn"]),
        patient(age=row["tuổi"], kg=row["cân nặng (kg)"], m2=row["diện tích (m2)"]),
    )
    assert isinstance(worked, Worked)
    (calculation,) = worked.calculations
    lines = {c.line: in_short(c) for end in named.ends for c in check(end, calculation)}
    assert "; ".join(lines.values()) == row["so sánh"]


@pytest.mark.parametrize("row", [r for r in NAMED if r["phép nhân"]], ids=row_id)
def test_what_is_multiplied_is_marked_as_the_askers_own(row):
    named = read(row)
    assert isinstance(named, Named)
    assert all(line.startswith(ON_USERS_DATA) for line in named.lines)


def test_of_a_dose_that_was_only_read_in_part_nothing_is_compared():
    part = DoseTask(amount=Decimal(500), unit="mg", times=Decimal(3), times_in="ngày")
    assert isinstance(named_dose(part, patient(kg="60"), {Unit.MG}), Named)
    for of in (part, DoseTask(count=Decimal(2), count_unit="viên", strength=Decimal(500), strength_unit="mg")):
        assert named_dose(replace(of, unread=True), patient(kg="60"), {Unit.MG}) is Need.AMOUNT


@pytest.mark.parametrize(
    ("task", "need"),
    [
        (DoseTask(count=Decimal(2), count_unit="ml"), Need.STRENGTH_IN_ML),
        (DoseTask(count=Decimal(2), count_unit="ml", strength=Decimal(500), strength_unit="mg", strength_ml=Decimal(0)), Need.STRENGTH_IN_ML),
        (DoseTask(count=Decimal(2), count_unit="ml", strength=Decimal(500), strength_unit="mg"), Need.STRENGTH_IN_ML),
        (DoseTask(count=Decimal(2), count_unit="viên"), Need.STRENGTH_OF_ONE), (DoseTask(count=Decimal(2), count_unit="ống"), Need.STRENGTH_OF_ONE),
        (DoseTask(count=Decimal(2), count_unit="gói"), Need.STRENGTH_OF_ONE), (DoseTask(count=Decimal(2), count_unit="lọ"), Need.STRENGTH_OF_ONE),
        (DoseTask(count=Decimal(2), count_unit="giọt"), Need.AMOUNT), (DoseTask(count=Decimal(2), count_unit="nhát"), Need.AMOUNT),
        (DoseTask(count=Decimal(2), count_unit="giọt", strength=Decimal(500), strength_unit="mg"), Need.AMOUNT),
        (DoseTask(), Need.AMOUNT),
        (DoseTask(amount=Decimal(5), unit="mg", per="kg"), Need.WEIGHT), (DoseTask(amount=Decimal(5), unit="mg", per="m2"), Need.SURFACE),
    ],
)  # fmt: skip
def test_what_a_counted_or_a_measured_dose_lacks_has_its_own_name(task, need):
    assert named_dose(task, patient(), {Unit.MG}) is need
