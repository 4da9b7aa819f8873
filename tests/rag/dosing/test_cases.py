"""Every row of cases.csv: a printed sentence, a patient, and the dose that comes of them with pencil and paper."""

import pytest

from rag.dosing.patients import Slot
from rag.dosing.rules import Basis
from rag.dosing.working import ON_EDGE, Asks, Declines, Worked, work_out
from tests.rag.dosing.reading import patient, rules_of, table

CASES = table("cases.csv")
ASKED = {"hỏi tuổi": Slot.AGE, "hỏi cân nặng": Slot.WEIGHT, "hỏi diện tích": Slot.SURFACE}
LIMITS = {Basis.DOSE: "giới hạn mỗi lần", Basis.SINGLE: "giới hạn mỗi lần", Basis.DAY: "giới hạn mỗi ngày"}


def case_id(case: dict[str, str]) -> str:
    return " ".join([case["số"], case["thuốc"], case["tuổi"], case["cân nặng (kg)"] or case["diện tích (m2)"]])


def result(case: dict[str, str]) -> Worked | Asks | Declines:
    rules = rules_of(case["thuốc"], case["nguyên văn"])
    assert len(rules) == 1, "the sentence has to be understood"
    return work_out(rules, patient(age=case["tuổi"], kg=case["cân nặng (kg)"], m2=case["diện tích (m2)"]))


@pytest.mark.parametrize("case", [c for c in CASES if not c["không tính vì"]], ids=case_id)
def test_the_dose_is_what_a_pencil_gives(case):
    found = result(case)
    assert isinstance(found, Worked)
    (calculation,) = found.calculations
    shown = [calculation.per_dose, calculation.per_day, calculation.per_week, calculation.rate]
    expected = [case[column] for column in ("mỗi lần", "mỗi ngày", "mỗi tuần", "tốc độ")]
    assert [str(s) if s is not None else "" for s in shown] == expected


@pytest.mark.parametrize("case", [c for c in CASES if not c["không tính vì"]], ids=case_id)
def test_every_limit_that_cut_the_dose_is_named(case):
    found = result(case)
    assert isinstance(found, Worked)
    lowered = {LIMITS[limit.basis] for c in found.calculations for limit in c.limits if limit.lowered}
    assert lowered == set(filter(None, case["giới hạn đã áp dụng"].split(", ")))


@pytest.mark.parametrize("case", [c for c in CASES if c["không tính vì"] in ASKED], ids=case_id)
def test_a_missing_value_is_asked_for(case):
    assert result(case) == Asks(missing=(ASKED[case["không tính vì"]],))


@pytest.mark.parametrize("case", [c for c in CASES if c["không tính vì"] == "ngoài khoảng"], ids=case_id)
def test_outside_the_printed_limits_nothing_is_calculated(case):
    found = result(case)
    assert isinstance(found, Declines)
    assert found.limits or "Trẻ em bị sốt" in case["nguyên văn"]


@pytest.mark.parametrize("case", [c for c in CASES if c["không tính vì"] == "đúng đầu hở"], ids=case_id)
def test_exactly_on_an_open_end_is_said(case):
    found = result(case)
    assert isinstance(found, Worked)
    assert all(ON_EDGE in calculation.notes for calculation in found.calculations)
