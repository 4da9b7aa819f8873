"""The faults that dose calculators are known for, each as a test: ours has none of them."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rag.dosing.checking import NamedDose, Standing, check
from rag.dosing.forms import ON_USERS_DATA, Strength, in_millilitres, in_tablets, printed_tablets
from rag.dosing.grammar import propose
from rag.dosing.patients import Patient, Slot
from rag.dosing.results import StepKind
from rag.dosing.rules import Basis
from rag.dosing.units import Measure, Unit, UnitMismatch
from rag.dosing.working import OVERLAP, Asks, Declines, Worked, work_out
from rag.frames import Population
from rag.passages import BlockKind, Erratum, PrintDoubt
from tests.factories import make_passage
from tests.rag.dosing.reading import patient, rules_of

FEVER = "Trẻ em bị sốt: 5 - 10 mg/kg/lần, cách 6 - 8 giờ/lần; tối đa 40 mg/kg/ngày."
BY_AGE = "Trẻ em 4 - 7 tuổi: 150 mg/lần, 3 lần/ngày; tối đa 30 mg/kg/ngày, chia 3 - 4 lần/ngày."


def only(found):
    assert isinstance(found, Worked)
    (calculation,) = found.calculations
    return calculation


def test_a_missing_weight_is_asked_for_and_never_assumed():
    assert work_out(rules_of("Ibuprofen", FEVER), patient(age="4 tuổi")) == Asks(missing=(Slot.WEIGHT,))


def test_a_missing_weight_is_asked_for_where_only_a_maximum_needs_it():
    assert work_out(rules_of("Ibuprofen", BY_AGE), patient(age="4 tuổi")) == Asks(missing=(Slot.WEIGHT,))


def test_the_formula_with_its_numbers_stands_in_the_lines():
    steps = only(work_out(rules_of("Ibuprofen", FEVER), patient(age="4 tuổi", kg="16"))).steps
    assert "5 - 10 mg/kg/lần × 16 kg = 80 - 160 mg/lần" in [step.text for step in steps]


def test_every_printed_line_carries_the_span_that_prints_it():
    (rule,) = rules_of("Ibuprofen", FEVER)
    steps = only(work_out([rule], patient(age="4 tuổi", kg="16"))).steps
    said = {rule.quote[step.span.start : step.span.end] for step in steps if step.span is not None}
    assert {"5 - 10 mg/kg/lần", "cách 6 - 8 giờ/lần", "40 mg/kg/ngày"} <= said


@pytest.mark.parametrize(
    ("age", "kg", "doubtful"),
    [
        ("4 tuổi", "3200", Slot.WEIGHT),
        ("4 tuổi", "110", Slot.WEIGHT),
        ("2 tháng", "32", Slot.WEIGHT),
        ("40 tuổi", "4", Slot.WEIGHT),
        ("180 tuổi", "60", Slot.AGE),
        ("10 tuổi", "0,3", Slot.WEIGHT),
    ],
)
def test_a_value_that_cannot_be_true_is_asked_about(age, kg, doubtful):
    assert work_out(rules_of("Ibuprofen", FEVER), patient(age=age, kg=kg)) == Asks(doubtful=(doubtful,))


def test_grams_are_no_kilograms():
    assert isinstance(work_out(rules_of("Ibuprofen", FEVER), patient(age="10 ngày", kg="3200")), Asks)


def test_a_unit_with_two_readings_gives_no_rule():
    assert rules_of("Rifampicin", "Người lớn: Giảm liều 5 mg/kg/ngày/lần, không quá 900 mg/ngày.") == ()


def test_a_decimal_point_gives_no_rule():
    assert rules_of("Amoxicilin", "Người lớn: Uống 2.500 mg/ngày, chia 2 lần.") == ()


@pytest.mark.parametrize(
    "text", ["Trẻ em: Uống 0,2 - 1,5", "Trẻ em: Uống 250 500 750, 3 lần/ngày.", "Trẻ em: 15 mg/, 3 lần/ngày."]
)
def test_a_lost_unit_gives_no_rule(text):
    assert rules_of("Digoxin", text) == ()


def test_the_result_belongs_to_its_inputs_and_not_to_earlier_ones():
    rules = rules_of("Ibuprofen", FEVER)
    first = only(work_out(rules, patient(age="4 tuổi", kg="16")))
    second = only(work_out(rules, patient(age="4 tuổi", kg="12")))
    assert str(first.per_dose) == "80 - 160 mg"
    assert str(second.per_dose) == "60 - 120 mg"
    assert only(work_out(rules, patient(age="4 tuổi", kg="16"))) == first


def test_rounding_never_passes_a_maximum():
    (rule,) = rules_of("Isoniazid", "Trẻ em: 10 mg/kg/lần, tối đa 290 mg/lần, 1 lần/ngày.")
    rounded = replace(rule, rounding=Measure.of(20, Unit.MG))
    assert str(only(work_out([rounded], patient(age="9 tuổi", kg="29"))).per_dose) == "280 mg"
    assert str(only(work_out([rounded], patient(age="6 tuổi", kg="19"))).per_dose) == "200 mg"


def test_rounding_never_passes_a_maximum_for_the_day():
    (rule,) = rules_of("X", "Trẻ em: 15 mg/kg/ngày, chia 3 lần; tối đa 50 mg/ngày.")
    rounded = replace(rule, rounding=Measure.of(10, Unit.MG))
    calculation = only(work_out([rounded], patient(age="2 tuổi", kg="12")))
    assert str(calculation.per_dose) == "10 mg"
    assert str(calculation.per_day) == "30 mg"


def test_a_printed_dose_that_passes_a_printed_maximum_is_said_and_kept_to_it():
    calculation = only(work_out(rules_of("Ibuprofen", BY_AGE), patient(age="4 tuổi", kg="11")))
    assert str(calculation.per_dose) == "110 mg"
    assert any("vượt giới hạn" in note for note in calculation.notes)


def test_milligrams_per_kilogram_are_no_milligrams():
    calculation = only(
        work_out(
            rules_of("Gentamicin", "Trẻ em: Tiêm bắp 2,5 mg/kg/lần, cách 8 giờ/lần."), patient(age="2 tuổi", kg="12")
        )
    )
    assert str(calculation.per_dose) == "30 mg"


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("Người lớn: Truyền liên tục 0,2 - 0,6 mg/phút.", Basis.MINUTE),
        ("Người lớn: Truyền tĩnh mạch 2 - 12 mg/giờ.", Basis.HOUR),
    ],
)
def test_a_rate_keeps_its_time(text, rate):
    (rule,) = rules_of("X", text)
    assert rule.amount is not None
    assert rule.amount.basis is rate
    calculation = only(work_out([rule], patient(age="40 tuổi", kg="60")))
    assert calculation.per_dose is None
    assert calculation.per_day is None


def test_a_weekly_dose_is_never_given_by_the_day():
    (rule,) = rules_of("Methotrexat", "Người lớn: Uống 7,5 mg/lần, mỗi tuần một lần; tối đa 20 mg/tuần.")
    calculation = only(work_out([rule], patient(age="47 tuổi", kg="60")))
    assert calculation.per_day is None
    assert str(calculation.per_week) == "7,5 mg"
    assert any("TUẦN" in note for note in calculation.notes)


@pytest.mark.parametrize(
    "text", ["80 mg/lần, cách ngày một lần", "600 mg, cách 2 ngày một lần", "10 mg/lần, 2 ngày 1 lần"]
)
def test_every_other_day_is_not_every_day(text):
    assert all(r.times is None for r in rules_of("Prednison", f"Người lớn: Uống {text}."))


@pytest.mark.parametrize("unit", ["đvqt", "mmol", "mEq", "đv"])
def test_a_unit_that_is_no_mass_stays_itself(unit):
    calculation = only(
        work_out(rules_of("X", f"Trẻ em: 50 {unit}/kg/lần, 2 lần/ngày."), patient(age="6 tuổi", kg="20"))
    )
    assert calculation.per_dose is not None
    assert str(calculation.per_dose).removeprefix("1 000 ") in (unit, "đơn vị")


def test_a_baby_outside_every_rule_is_told_the_printed_limits():
    rules = rules_of(
        "Cefotaxim", "Trẻ em 1 tháng - 12 tuổi, cân nặng dưới 50 kg: 50 - 180 mg/kg/ngày, chia đều 4 - 6 lần."
    )
    assert work_out(rules, patient(age="6 ngày", kg="3,2")) == Declines(("1 tháng tuổi - 12 tuổi, dưới 50 kg",))


@pytest.mark.parametrize(
    "group",
    ["Trẻ lớn", "Trẻ nhỏ", "Trẻ em lớn", "Trẻ mới đẻ", "Thiếu niên", "Thiếu niên bị thương hàn", "Trẻ vị thành niên",
     "Trẻ bú mẹ", "Nhũ nhi", "Người lớn và thiếu niên"],
)  # fmt: skip
def test_a_group_without_a_number_gives_no_rule(group):
    assert rules_of("Captopril", f"{group}: 0,3 mg/kg/lần, 3 lần/ngày.") == ()


@pytest.mark.parametrize("heading", ["Trẻ nhỏ", "Thiếu niên", "Nhũ nhi"])
def test_a_heading_for_a_group_without_a_number_gives_no_rule(heading):
    assert rules_of("Captopril", "Trẻ em: 0,3 mg/kg/lần, 3 lần/ngày.", headings=(heading,)) == ()


@pytest.mark.parametrize("group", ["Thiếu niên 12 - 17 tuổi", "Trẻ em bị viêm khớp dạng thấp thiếu niên"])
def test_a_youth_with_an_age_or_in_the_name_of_a_disease_gives_a_rule(group):
    assert len(rules_of("Captopril", f"{group}: 0,3 mg/kg/lần, 3 lần/ngày.")) == 1


def test_two_touching_bands_are_both_shown_and_said():
    text = "Trẻ em 2 - 4 tuổi: 180 mg/lần, 4 lần/ngày.\nTrẻ em 4 - 6 tuổi: 240 mg/lần, 4 lần/ngày."
    found = work_out(rules_of("Paracetamol", text), patient(age="4 tuổi", kg="16"))
    assert isinstance(found, Worked)
    assert [str(c.per_dose) for c in found.calculations] == ["180 mg", "240 mg"]
    assert OVERLAP in found.notes


def test_the_age_band_and_the_weight_rule_are_both_shown_where_they_disagree():
    text = "Trẻ em 4 - 7 tuổi: 300 mg/lần, 3 lần/ngày.\nTrẻ em: 5 - 10 mg/kg/lần, 3 lần/ngày."
    found = work_out(rules_of("X", text), patient(age="4 tuổi", kg="11"))
    assert isinstance(found, Worked)
    assert len(found.calculations) == 2
    assert any("khác nhau" in note for note in found.notes)


def test_a_maximum_in_the_next_sentence_of_the_block_is_applied():
    text = "Trẻ em: 15 mg/kg/lần, cách 6 giờ/lần. Tối đa 50 mg/kg/ngày."
    assert str(only(work_out(rules_of("X", text), patient(age="4 tuổi", kg="16"))).per_day) == "800 mg"


def test_a_maximum_in_the_next_sentence_that_is_not_understood_stops_the_rule():
    text = "Trẻ em: 15 mg/kg/lần, cách 6 giờ/lần. Không quá nửa liều của người lớn, tức 500 mg."
    assert rules_of("X", text) == ()


def limit_and_dose(limit_heading: str, dose_heading: str):
    limit = rules_of("X", "Người lớn: Tối đa 20 mg/ngày.", headings=[limit_heading])
    dose = rules_of("X", "Người lớn: 15 mg/lần, 2 lần/ngày.", headings=[dose_heading])
    return only(work_out([*limit, *dose], patient(age="40 tuổi", kg="60")))


def test_a_limit_that_stands_alone_holds_for_its_own_indication():
    assert str(limit_and_dose("Đau bụng", "Đau bụng").per_day) == "20 mg"


def test_a_limit_of_another_indication_does_not_hold():
    assert str(limit_and_dose("Đau bụng", "Viêm khớp").per_day) == "30 mg"


def test_a_limit_of_another_way_does_not_hold():
    assert str(limit_and_dose("Uống", "Tiêm bắp").per_day) == "30 mg"


def test_a_count_of_doses_and_a_mix_of_units_are_both_kept():
    text = "Trẻ em 16 - 18 tuổi: 500 mg - 1 g/lần, có thể nhắc lại sau 4 - 6 giờ nếu cần; tối đa 4 lần/24 giờ."
    calculation = only(work_out(rules_of("Paracetamol", text), patient(age="17 tuổi", kg="55")))
    assert str(calculation.per_dose) == "500 mg - 1 g"
    assert str(calculation.per_day) == "tối đa 4 g"


def test_another_drug_in_the_sentence_gives_no_rule():
    assert rules_of("Methotrexat", "Người lớn: Dùng acid folinic 100 mg/m2/lần, cách 6 giờ/lần.") == ()
    assert all(
        r.quote and r.amount.high.unit is Unit.MG
        for r in rules_of(
            "Metronidazol", "Người lớn: Uống 500 mg/lần, 2 lần/ngày, hoặc dùng một liều duy nhất 2 g tinidazol."
        )
        if r.amount is not None
    )


@pytest.mark.parametrize("change", [{"quarantine": "bảng vỡ"}, {"kind": BlockKind.TABLE}], ids=["held back", "a table"])
def test_what_is_held_back_or_a_table_gives_no_rule(change):
    assert rules_of("X", FEVER, **change) == ()


def test_a_misprint_gives_no_rule():
    text = "Trẻ em 10 - 18 tuổi: 62,5 - 250 microgam/kg/ngày, chia làm 1 - 2 lần."
    block = make_passage(text, monograph="digoxin")
    assert propose([block]).rules
    doubted = replace(block, errata=(Erratum(0, len(text), PrintDoubt.MISPRINT, "in thừa /kg"),))
    assert propose([doubted]).rules == ()


def test_a_volume_is_marked_as_arithmetic_on_what_the_asker_said():
    calculation = only(
        work_out(rules_of("Paracetamol", "Trẻ em: 15 mg/kg/lần, cách 6 giờ/lần."), patient(age="5 tuổi", kg="18"))
    )
    strength = Strength(Measure.of(400, Unit.MG), 5, "400 mg/5 ml", printed=False)
    assert calculation.per_dose is not None
    line = in_millilitres(calculation.per_dose, strength)
    assert line.startswith(ON_USERS_DATA)
    assert line.endswith("= ≈ 3,37 ml")


def test_a_volume_needs_a_strength_of_the_same_kind():
    (rule,) = rules_of("X", "Trẻ em: 50 đvqt/kg/lần, 2 lần/ngày.")
    dose = only(work_out([rule], patient(age="6 tuổi", kg="20"))).per_dose
    assert dose is not None
    with pytest.raises(UnitMismatch):
        in_millilitres(dose, Strength(Measure.of(100, Unit.MG), 5, "", printed=False))


def test_tablets_come_from_printed_strengths_only():
    forms = make_passage("Viên nén: 100 mg, 300 mg.\nDung dịch uống: 120 mg/5 ml.", section="dang_thuoc_va_ham_luong")
    (rule,) = rules_of("Alopurinol", "Người lớn: Uống 300 mg/lần, 1 lần/ngày.")
    dose = only(work_out([rule], patient(age="50 tuổi", kg="60"))).per_dose
    assert dose is not None
    lines = in_tablets(dose, printed_tablets([forms]))
    assert [line.partition(" (")[0] for line in lines] == [
        "300 mg : 100 mg/viên = 3 viên 100 mg",
        "300 mg : 300 mg/viên = 1 viên 300 mg",
    ]


def test_a_dose_that_no_tablet_makes_is_not_rounded_into_one():
    forms = make_passage("Viên nén: 325 mg.", section="dang_thuoc_va_ham_luong")
    (rule,) = rules_of("X", "Người lớn: Uống 300 mg/lần, 1 lần/ngày.")
    dose = only(work_out([rule], patient(age="50 tuổi", kg="60"))).per_dose
    assert dose is not None
    assert in_tablets(dose, printed_tablets([forms])) == ()


def test_a_check_holds_every_maximum_against_the_dose():
    calculation = only(work_out(rules_of("Ibuprofen", BY_AGE), patient(age="4 tuổi", kg="11")))
    found = check(NamedDose(Measure.of(150, Unit.MG), times_per_day=3), calculation)
    assert [c.standing for c in found] == [Standing.ABOVE] * 3
    assert any("120 mg" in c.line for c in found)


def test_a_child_who_is_called_a_child_gets_no_adult_rule():
    rules = rules_of("X", "Người lớn: 500 mg/lần, 3 lần/ngày.")
    child = Patient(frozenset({Population.CHILD}), age_months=Decimal(60), weight_kg=Decimal(18))
    assert isinstance(work_out(rules, child), Declines)


def test_the_lines_tell_what_was_applied_and_what_was_not_reached():
    calculation = only(work_out(rules_of("Ibuprofen", FEVER), patient(age="4 tuổi", kg="16")))
    limits = [step.text for step in calculation.steps if step.kind is StepKind.LIMIT]
    assert limits == ["Giới hạn in trong sách: tối đa 40 mg/kg/ngày × 16 kg = 640 mg/ngày; không chạm"]
