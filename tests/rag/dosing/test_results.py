"""What a worked-out rule says: which results, which lines, which limits; and what a pharmacist reads beside the print."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from rag.dosing.amounts import basis_in_words
from rag.dosing.calculating import calculate
from rag.dosing.checking import NamedDose, Standing, check
from rag.dosing.contract import inputs_of, rule_of
from rag.dosing.fitting import age_in_words, limits_of
from rag.dosing.forms import Strength, in_millilitres, in_tablets, lists
from rag.dosing.patients import Patient, Sex
from rag.dosing.results import StepKind
from rag.dosing.rules import Basis
from rag.dosing.units import Measure, Unit, as_text, printed
from rag.dosing.wording import fields_in_words
from rag.quantities import Band
from tests.factories import make_passage
from tests.rag.dosing.reading import patient, rules_of

MG = Unit.MG
BOY = patient(age="5 tuổi", kg="18")


def worked(text, person=BOY):
    (rule,) = rules_of("Xyz", text)
    return calculate(rule, person)


def lines(calculation, kind=None):
    return [s.text for s in calculation.steps if kind is None or s.kind is kind]


# --- lines -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Trẻ em: 10 - 15 mg/kg/lần, 3 - 4 lần/ngày; tối đa 60 mg/kg/ngày.",
            [
                "10 - 15 mg/kg/lần × 18 kg = 180 - 270 mg/lần",
                "180 - 270 mg/lần × 3 - 4 lần/ngày = 540 - 1 080 mg/ngày",
                "Giới hạn in trong sách: tối đa 60 mg/kg/ngày × 18 kg = 1 080 mg/ngày; không chạm",
            ],
        ),
        (
            "Trẻ em: 30 mg/kg/ngày, chia 3 lần; tối đa 500 mg/ngày.",
            [
                "30 mg/kg/ngày × 18 kg = 540 mg/ngày",
                "Giới hạn in trong sách: tối đa 500 mg/ngày; đã áp dụng",
                "500 mg/ngày : 3 lần = ≈ 166,66 mg/lần",
            ],
        ),
        (
            "Trẻ em: 20 mg/kg/lần, 4 lần/ngày; tối đa 1 g/ngày.",
            [
                "20 mg/kg/lần × 18 kg = 360 mg/lần",
                "360 mg/lần × 4 lần/ngày = 1 440 mg/ngày",
                "Giới hạn in trong sách: tối đa 1 g/ngày; đã áp dụng",
                "1 g/ngày : 4 lần = 0,25 g/lần",
            ],
        ),
        (
            "Trẻ em: 5 mg/lần, cách 6 giờ/lần.",
            ["5 mg/lần", "Cách 6 giờ/lần: 24 giờ : 6 giờ = 4 lần trong 24 giờ", "5 mg/lần × 4 lần/ngày = 20 mg/ngày"],
        ),
    ],
)  # fmt: skip
def test_every_step_is_a_line_that_can_be_checked_with_a_pencil(text, expected):
    assert lines(worked(text)) == expected


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Trẻ em: 10 mg/m2/lần, 2 lần/ngày.", "10 mg/m2/lần × 0,7 m2 = 7 mg/lần"),
        ("Trẻ em: 10 mg/kg/lần, 2 lần/ngày.", "10 mg/kg/lần × 18 kg = 180 mg/lần"),
        ("Trẻ em: 10 mg/lần, 2 lần/ngày.", "10 mg/lần"),
    ],
)
def test_an_amount_is_multiplied_by_what_it_is_printed_for_and_nothing_else(text, line):
    assert lines(worked(text, patient(age="5 tuổi", kg="18", m2="0,7")))[0] == line


def test_each_line_says_what_kind_it_is():
    calculation = worked("Trẻ em: 5 mg/lần, 3 lần/ngày; tối đa 20 mg/ngày.")
    assert [s.kind for s in calculation.steps] == [StepKind.RULE, StepKind.WORKING, StepKind.LIMIT]
    assert [s.span is not None for s in calculation.steps] == [True, False, True]


def test_a_dose_past_the_days_maximum_says_how_many_fit():
    calculation = worked(
        "Trẻ em: 300 mg/lần; tối đa 4 lần/ngày; tối đa 1 g/ngày, 300 mg/lần.".replace(", 300 mg/lần", "")
    )
    assert any("tức không quá 3 lần" in line for line in lines(calculation))
    enough = worked("Trẻ em: 250 mg/lần; tối đa 4 lần/ngày; tối đa 1 g/ngày.")
    assert not any("tức không quá" in line for line in lines(enough))


def test_a_maximum_that_was_not_reached_is_still_shown():
    calculation = worked("Trẻ em: 5 mg/ngày; tối đa 20 mg/lần.")
    assert calculation.per_dose is None
    assert any("tối đa 20 mg/lần" in line for line in lines(calculation))
    assert not any(limit.lowered for limit in calculation.limits)


@pytest.mark.parametrize(
    ("text", "per_dose", "per_day", "per_week", "rate"),
    [
        ("Trẻ em: 5 mg/ngày.", None, "5 mg", None, None), ("Trẻ em: 5 mg/ngày, chia 2 lần.", "2,5 mg", "5 mg", None, None),
        ("Trẻ em: 5 mg/lần, 2 lần/ngày.", "5 mg", "10 mg", None, None), ("Trẻ em: Một liều duy nhất 5 mg.", "5 mg", None, None, None),
        ("Trẻ em: 5 mg/lần, 2 lần/tuần.", "5 mg", None, "10 mg", None), ("Trẻ em: 5 mg/tuần.", None, None, "5 mg", None),
        ("Trẻ em: 2 mg/kg/giờ.", None, None, None, "36 mg"), ("Trẻ em: 10 mg/lần, 1 - 2 lần/tuần.", "10 mg", None, "10 - 20 mg", None),
        ("Trẻ em: 6 mg/ngày, chia 2 - 3 lần.", "2 - 3 mg", "6 mg", None, None),
        ("Trẻ em: 5 mg/lần, cách 36 giờ/lần.", "5 mg", None, None, None),
    ],
)  # fmt: skip
def test_the_results_are_of_the_time_that_is_printed(text, per_dose, per_day, per_week, rate):
    found = worked(text)
    shown = [None if r is None else str(r) for r in (found.per_dose, found.per_day, found.per_week, found.rate)]
    assert shown == [per_dose, per_day, per_week, rate]


@pytest.mark.parametrize(("kg", "dose"), [("5", "50 mg"), ("6", "60 mg"), ("4", "45 mg")])
def test_the_printed_minimum_raises_only_what_is_below_it(kg, dose):
    assert (
        str(worked("Trẻ em: 10 mg/kg/lần, 2 lần/ngày, tối thiểu 45 mg/lần.", patient(age="6 tháng", kg=kg)).per_dose)
        == dose
    )


@pytest.mark.parametrize(
    ("kg", "dose"), [("4", "20 mg"), ("5.9", "20 mg"), ("6", "40 mg"), ("7", "40 mg"), ("9", "40 mg")]
)
def test_a_dose_is_rounded_to_the_nearest_step_half_upwards(kg, dose):
    found = worked(
        "Trẻ em: 5 mg/kg/lần, 2 lần/ngày, gần mức 20 mg nhất; tối đa 45 mg/lần.", patient(age="6 tháng", kg=kg)
    )
    assert str(found.per_dose) == dose


def test_a_step_never_takes_the_doses_of_a_day_past_its_maximum():
    found = worked(
        "Trẻ em: 5 mg/kg/lần, 2 lần/ngày, gần mức 20 mg nhất; tối đa 60 mg/ngày.", patient(age="1 tuổi", kg="9")
    )
    assert (str(found.per_dose), str(found.per_day)) == ("20 mg", "40 mg")
    alone = worked("Trẻ em: 5 mg/kg/lần, gần mức 20 mg nhất; tối đa 60 mg/ngày.", patient(age="1 tuổi", kg="9"))
    assert str(alone.per_dose) == "40 mg"


# --- named doses -------------------------------------------------------------------------------------------------


def compared(named, text="Trẻ em: 10 - 15 mg/kg/lần, 3 lần/ngày; tối đa 800 mg/ngày; tối đa 4 lần/ngày."):
    return [(c.of, c.standing) for c in check(named, worked(text))]


@pytest.mark.parametrize(
    ("mg", "standing"),
    [
        (180, Standing.INSIDE),
        (270, Standing.INSIDE),
        (266, Standing.INSIDE),
        (179, Standing.BELOW),
        (271, Standing.ABOVE),
    ],
)
def test_the_ends_of_the_printed_range_belong_to_it(mg, standing):
    assert compared(NamedDose(Measure.of(mg, MG)), "Trẻ em: 10 - 15 mg/kg/lần, 3 lần/ngày.")[0] == ("mỗi lần", standing)


@pytest.mark.parametrize(
    ("times", "hours", "counts"),
    [(3, None, 3), (None, 8, 3), (None, 5, 4), (None, None, None), (2, 8, 2), (None, 24, 1)],
)
def test_how_often_a_named_dose_is_given(times, hours, counts):
    named = NamedDose(
        Measure.of(100, MG),
        times_per_day=None if times is None else Fraction(times),
        interval_hours=None if hours is None else Fraction(hours),
    )
    assert named.counts == counts
    assert named.per_day == (None if counts is None else Measure.of(100 * counts, MG))
    daily = replace(named, basis=Basis.DAY)
    assert daily.per_day == Measure.of(100, MG)
    assert daily.per_dose == (None if counts is None else Measure.of(Fraction(100, counts), MG))


def test_what_was_not_said_is_not_compared():
    assert [of for of, _ in compared(NamedDose(Measure.of(200, MG)))] == ["mỗi lần"]
    assert len(compared(NamedDose(Measure.of(200, MG), times_per_day=Fraction(3)))) == 4
    assert compared(NamedDose(Measure.of(200, MG), times_per_day=Fraction(5)))[-1][1] is Standing.ABOVE
    assert compared(NamedDose(Measure.of(200, MG), times_per_day=Fraction(4)))[-1][1] is Standing.INSIDE


def test_another_kind_of_unit_is_not_compared_but_said():
    found = compared(NamedDose(Measure.of(5, Unit.ML), times_per_day=Fraction(3)))
    assert {standing for of, standing in found if "24 giờ" not in of} == {Standing.NOT_COMPARABLE}


def test_the_difference_is_told_in_amount_and_per_cent():
    (above, *_) = check(NamedDose(Measure.of(405, MG)), worked("Trẻ em: 10 - 15 mg/kg/lần, 3 lần/ngày."))
    assert above.difference == Measure.of(135, MG)
    assert "cao hơn" in above.line
    assert "135 mg/lần, tức 50%" in above.line
    (below, *_) = check(NamedDose(Measure.of(90, MG)), worked("Trẻ em: 10 - 15 mg/kg/lần, 3 lần/ngày."))
    assert "thấp hơn" in below.line
    assert "90 mg/lần, tức 50%" in below.line


# --- forms -------------------------------------------------------------------------------------------------------


def tablets(text, *strengths):
    listed = [Strength(Measure.of(s, MG), None, "", printed=True) for s in strengths]
    return [line.partition(" = ")[2].partition(" (")[0] for line in in_tablets(worked(text).per_dose, listed)]


@pytest.mark.parametrize(
    ("dose", "said"),
    [("250 mg", "0,5 viên 500 mg"), ("125 mg", "0,25 viên 500 mg"), ("100 mg", None), ("1 000 mg", "2 viên 500 mg"),
     ("250 - 500 mg", "0,5 - 1 viên 500 mg"), ("250 - 400 mg", None)],
)  # fmt: skip
def test_tablets_are_whole_or_in_quarters(dose, said):
    assert tablets(f"Trẻ em: {dose}/lần, 2 lần/ngày.", 500) == ([said] if said else [])


@pytest.mark.parametrize(
    ("number", "unit", "listed"),
    [
        ("500", "mg", True), ("0.5", "g", True), ("500000", "microgam", True), ("500", "", True), ("250", "mg", False), ("250", "", False),
        ("500", "g", False), ("500", "đvqt", False), ("5", "đvqt", True), ("0.5", "", False),
    ],
)  # fmt: skip
def test_a_tablet_is_listed_by_its_amount_in_whatever_unit(number, unit, listed):
    printed_ones = [
        Strength(Measure.of(500, MG), None, "", printed=True),
        Strength(Measure.of(5, Unit.DVQT), None, "", printed=True),
    ]
    assert lists(printed_ones, Decimal(number), unit) is listed


def test_a_tablet_in_another_kind_of_unit_or_that_nobody_printed_is_none():
    dose = worked("Trẻ em: 5 mg/lần, 2 lần/ngày.").per_dose
    assert in_tablets(dose, [Strength(Measure.of(5, Unit.DVQT), None, "", printed=True)]) == ()
    assert in_tablets(dose, [Strength(Measure.of(5, MG), None, "", printed=False)]) == ()
    assert in_tablets(dose, [Strength(Measure.of(5, MG), Fraction(5), "", printed=True)]) == ()


@pytest.mark.parametrize(("dose", "ml"), [("250 mg", "10 ml"), ("250 - 500 mg", "10 - 20 ml"), ("5 mg", "0,2 ml")])
def test_millilitres_from_a_strength(dose, ml):
    found = worked(f"Trẻ em: {dose}/lần, 2 lần/ngày.").per_dose
    assert in_millilitres(found, Strength(Measure.of(125, MG), Fraction(5), "", printed=False)).endswith(f"= {ml}")


@pytest.mark.parametrize(
    "strength",
    [
        Strength(Measure.of(125, MG), None, "", printed=False),
        Strength(Measure.of(0, MG), Fraction(5), "", printed=False),
    ],
)
def test_without_millilitres_or_drug_in_them_there_is_no_volume(strength):
    with pytest.raises(ValueError, match="volume"):
        in_millilitres(worked("Trẻ em: 5 mg/lần, 2 lần/ngày.").per_dose, strength)


# --- contract ----------------------------------------------------------------------------------------------------


def test_the_inputs_are_those_that_were_said():
    everything = Patient(
        frozenset(), Decimal(60), Decimal(18), Decimal("0.7"), Decimal(90), Decimal(39), None, Decimal(80)
    )
    assert [(i["name"], i["text"]) for i in inputs_of(everything)] == [
        ("age_months", "Tuổi: 5 tuổi"), ("weight_kg", "Cân nặng: 18 kg"), ("surface_m2", "Diện tích da: 0,7 m2"),
        ("clearance", "Clcr: 90 ml/phút"), ("creatinine", "Creatinin huyết thanh: 80 micromol/lít"),
        ("gestational_weeks", "Tuổi thai: 39 tuần"),
    ]  # fmt: skip
    assert inputs_of(Patient()) == []
    assert inputs_of(Patient(sex=Sex.MALE)) == []
    assert inputs_of(Patient(sex=Sex.FEMALE, creatinine=Decimal(80)))[1] == {
        "name": "sex", "label": "Giới", "value": "nữ", "unit": "", "text": "Giới: nữ",
    }  # fmt: skip
    assert [i["value"] for i in inputs_of(Patient(weight_kg=Decimal("18.5")))] == ["18.5"]


def test_a_rule_in_the_contract_keeps_every_field():
    text = "Trẻ em: 10 - 15 mg/kg/lần, 3 lần/ngày, trong 5 ngày; tối đa 600 mg/ngày."
    block = make_passage(text, headings=("Trẻ em", "Uống"))
    calculation = worked(text)
    found = rule_of(calculation, block, check(NamedDose(Measure.of(300, MG)), calculation), ["dòng"])
    assert found["citation"] == {
        "passage": block.id, "quote": text, "start": 0, "end": len(text), "page_from": 7, "edition": "mau", "url": block.url,
    }  # fmt: skip
    assert found["heading"] == "Trẻ em › Uống"
    # The day's maximum brings 15 mg/kg down to a third of it.
    assert found["result"]["per_dose"] == {"text": "180 - 200 mg", "low": "180", "high": "200", "unit": "mg"}
    assert found["result"]["per_day"] == {"text": "540 - 600 mg", "low": "540", "high": "600", "unit": "mg"}
    assert (found["result"]["per_week"], found["result"]["rate"]) == (None, None)
    assert found["caps"] == [
        {"text": "tối đa 600 mg/ngày", "value": "600", "unit": "mg", "per": "ngày", "applied": True}
    ]
    assert found["comparisons"][0]["standing"] == "above"
    assert found["duration"] == "trong 5 ngày"
    assert found["arithmetic_on_user_data"] == ["dòng"]
    assert found["notes"] == list(calculation.notes)
    assert found["rounding"] == ""
    assert {step["kind"] for step in found["steps"]} == {"working", "limit"}
    printed = [text[s["span"]["start"] : s["span"]["end"]] for s in found["steps"] if s["span"] is not None]
    assert printed == ["10 - 15 mg/kg/lần", "600 mg/ngày"]


@pytest.mark.parametrize(("text", "once"), [("Một liều duy nhất 5 mg", True), ("5 mg/lần, 1 lần/ngày", False)])
def test_a_dose_that_is_given_once_is_said_to_be(text, once):
    assert rule_of(worked(f"Trẻ em: {text}."), make_passage("x"), (), ())["once"] is once


@pytest.mark.parametrize(
    ("basis", "words"),
    [
        (Basis.DOSE, "/lần"), (Basis.DAY, "/ngày"), (Basis.WEEK, "/tuần"), (Basis.HOUR, "/giờ"), (Basis.MINUTE, "/phút"),
        (Basis.SINGLE, " một liều duy nhất"), (Basis.COURSE, " cả đợt"),
    ],
)  # fmt: skip
def test_an_amount_says_per_what(basis, words):
    assert basis_in_words(basis) == words


def test_a_rate_says_per_what():
    calculation = worked("Trẻ em: 2 mg/kg/giờ.")
    rate = rule_of(calculation, make_passage("x"), (), ())["result"]["rate"]
    assert rate == {"text": "36 mg/giờ", "low": "36", "high": "36", "unit": "mg"}


def test_a_pharmacist_reads_every_field_that_is_printed():
    text = (
        "Trẻ em 2 - 4 tuổi viêm họng, viên nén: Liều duy trì 5 - 10 mg/kg/lần, cách 6 giờ/lần, nếu cần, trong 5 ngày, tối thiểu "
        "20 mg/lần; tối đa 60 mg/kg/ngày; tối đa 4 lần/ngày."
    )
    (rule,) = rules_of("Xyz", text, headings=("Uống", "Viêm họng"))
    read = fields_in_words(rule)
    assert read == {
        "Đối tượng": "tre_em", "Giới hạn tuổi, cân nặng, Clcr": "2 tuổi - 4 tuổi",
        "Điều kiện (nguyên văn)": "Trẻ em 2 - 4 tuổi viêm họng, viên nén", "Đường dùng": "uong", "Chỉ định": "Viêm họng",
        "Dạng": "viên nén", "Giai đoạn": "Liều duy trì", "Liều": "5 - 10 mg/kg/lần", "Cách": "6 giờ/lần", "Nếu cần": "có",
        "Tối đa": "60 mg/kg/ngày", "Số lần tối đa": "4 lần/24 giờ", "Tối thiểu": "20 mg/lần", "Thời gian": "trong 5 ngày",
        "Lời khác": "nếu cần",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "label", "said"),
    [
        ("Trẻ em: 6 mg/ngày, chia 2 - 3 lần.", "Số lần", "chia 2 - 3 lần/ngày"), ("Trẻ em: 6 mg/lần, 2 lần/ngày.", "Số lần", "2 lần/ngày"),
        ("Trẻ em: 6 mg/lần, 2 lần/tuần.", "Số lần", "2 lần/tuần"),
        ("Trẻ em: 6 mg/lần, 2 lần/ngày, có thể tăng tới 40 mg/ngày.", "Có thể tăng tới", "40 mg/ngày"),
        ("Trẻ em: 6 mg/lần, 2 lần/ngày, truyền trong 15 phút.", "Cách cho", "truyền trong 15 phút"),
    ],
)  # fmt: skip
def test_fields_are_read_in_words(text, label, said):
    (rule,) = rules_of("Xyz", text)
    assert fields_in_words(rule)[label] == said


def test_what_is_not_printed_is_no_field():
    (rule,) = rules_of("Xyz", "Trẻ em: 6 mg/lần.")
    assert fields_in_words(rule) == {"Đối tượng": "tre_em", "Liều": "6 mg/lần"}


def test_an_alternative_is_counted_from_the_first():
    rules = rules_of("Xyz", "Trẻ em: 6 mg/lần, 2 lần/ngày hoặc 12 mg/lần, 1 lần/ngày.")
    assert [fields_in_words(rule).get("Cách khác") for rule in rules] == [None, "2"]


# --- numbers and bands in words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("months", "words"),
    [
        ("60", "5 tuổi"),
        ("12", "1 tuổi"),
        ("18", "18 tháng tuổi"),
        ("1", "1 tháng tuổi"),
        ("0.5", "15 ngày tuổi"),
        ("0", "0 tháng tuổi"),
        ("1.5", "45 ngày tuổi"),
    ],
)
def test_an_age_in_words(months, words):
    assert age_in_words(Decimal(months)) == words


@pytest.mark.parametrize(
    ("band", "words"),
    [
        (Band(Decimal(10), Decimal(20)), "10 kg - 20 kg"), (Band(Decimal(10), Decimal(20), False, False), "trên 10 kg - dưới 20 kg"),
        (Band(Decimal(10), None), "từ 10 kg trở lên"), (Band(Decimal(10), None, low_closed=False), "trên 10 kg"),
        (Band(None, Decimal(20)), "đến 20 kg"), (Band(None, Decimal(20), high_closed=False), "dưới 20 kg"), (Band(None, None), ""),
    ],
)  # fmt: skip
def test_a_band_in_words(band, words):
    (rule,) = rules_of("Xyz", "Trẻ em: 6 mg/lần, 2 lần/ngày.")
    assert limits_of(replace(rule, weight=band)) == words
    assert limits_of(rule) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1/8", "0.125"),
        ("1/3", "1/3"),
        ("45/4", "11.25"),
        ("5", "5"),
        ("1/20", "0.05"),
        ("1/6", "1/6"),
        ("1/50", "0.02"),
        ("0", "0"),
        ("1000", "1000"),
    ],
)
def test_machines_read_an_exact_number(value, text):
    assert as_text(Fraction(value)) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [("1500", "1 500"), ("1500.50", "1 500,5"), ("0.25", "0,25"), ("10", "10"), ("1234567.5", "1 234 567,5")],
)
def test_people_read_the_books_spelling(number, text):
    assert printed(Decimal(number)) == text


# --- as needed ---------------------------------------------------------------------------------------------------

ADULT = patient()


@pytest.mark.parametrize(
    "text",
    [
        "Người lớn: 5 - 20 mg/lần, nhắc lại sau 2 - 4 giờ nếu cần.",
        "Người lớn: 5 - 10 mg/lần, cách 4 giờ/lần nếu cần.",
        "Người lớn: 5 - 10 mg/lần, có thể nhắc lại sau 4 giờ.",
        "Người lớn: 5 - 10 mg/lần, 3 lần/ngày, nếu cần.",
    ],
)
def test_what_is_repeated_as_needed_has_no_total_of_the_day(text: str):
    calculation = worked(text, ADULT)
    assert (calculation.per_day, calculation.counts) == (None, None)
    assert not any("tối đa" in line for line in lines(calculation))
    assert any("không in tổng liều mỗi ngày" in note for note in calculation.notes)
    whole_day = NamedDose(Measure.of(Decimal(240), MG), Basis.DAY)
    assert check(whole_day, calculation) == ()


@pytest.mark.parametrize(
    ("text", "per_day"),
    [
        ("Người lớn: 30 - 60 mg/lần, cách 6 giờ/lần nếu cần; tối đa 200 mg/ngày.", "tối đa 200 mg"),
        ("Người lớn: 30 - 60 mg/lần, cách 6 giờ/lần nếu cần; tối đa 3 lần/24 giờ.", "tối đa 180 mg"),
    ],
)
def test_a_printed_maximum_bounds_what_is_repeated_as_needed(text: str, per_day: str):
    calculation = worked(text, ADULT)
    assert str(calculation.per_day) == per_day
    assert not any("không in tổng liều" in note for note in calculation.notes)


@pytest.mark.parametrize(
    ("text", "times", "hours", "said"),
    [
        ("nhắc lại sau 2 - 4 giờ nếu cần", None, 1, "Cách 1 giờ/lần dày hơn khoảng cách in trong sách: 2 - 4 giờ/lần."),
        ("cách 4 giờ/lần nếu cần", 8, 3, "8 lần/ngày dày hơn khoảng cách in trong sách: 4 giờ/lần."),
        ("cách 4 giờ/lần nếu cần", 8, None, "8 lần/ngày dày hơn khoảng cách in trong sách: 4 giờ/lần."),
        ("3 lần/ngày, nếu cần", 4, None, "4 lần/ngày nhiều hơn số lần in trong sách: 3 lần/ngày."),
        ("cách 4 giờ/lần nếu cần", 6, None, ""),
        ("nhắc lại sau 2 - 4 giờ nếu cần", None, 3, ""),
        ("3 lần/ngày, nếu cần", 3, None, ""),
    ],
)
def test_a_dose_repeated_closer_than_printed_is_said_so(text: str, times: int | None, hours: int | None, said: str):
    named = NamedDose(
        Measure.of(Decimal(10), MG),
        times_per_day=None if times is None else Fraction(times),
        interval_hours=None if hours is None else Fraction(hours),
    )
    per_dose, *others = check(named, worked(f"Người lớn: 5 - 20 mg/lần, {text}.", ADULT))
    assert per_dose.standing is Standing.INSIDE
    assert [c.line for c in others] == ([said] if said else [])
    assert all(c.standing is Standing.ABOVE for c in others)
