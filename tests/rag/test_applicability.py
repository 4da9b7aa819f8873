"""Whether a printed stretch is meant for the patient, the way and the purpose of a question."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rag.applicability import Match, age_classes, applicability
from rag.frames import PRETERM, Finding, Population, Renal, Route
from rag.passages import BlockKind
from rag.printed import segments
from tests.factories import make_frame, make_passage

A, C, N, E = Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY
RENAL, HEPATIC, PREGNANT, NURSING = Population.RENAL, Population.HEPATIC, Population.PREGNANT, Population.BREASTFEEDING
YES, NO, SILENT, EDGE, NEAR = Match.YES, Match.NO, Match.SILENT, Match.EDGE, Match.NEAR


def fits(text, *, headings=(), oral=True, kind=BlockKind.PARAGRAPH, place=0, **frame):
    segment = segments(make_passage(text, headings=headings, kind=kind))[place]
    return applicability(segment, make_frame(**frame), oral_by_default=oral)


def clcr(value, comparator=None):
    return Renal("clcr", Decimal(value), "ml/phút", "", comparator)


@pytest.mark.parametrize(
    ("printed", "asked", "match"),
    [
        ("Người lớn", (A,), YES), ("Người lớn", (C,), NO), ("Người lớn", (N,), NO), ("Người lớn", (E,), YES),
        ("Trẻ em", (C,), YES), ("Trẻ em", (A,), NO), ("Trẻ em", (E,), NO), ("Trẻ em", (N,), NO),
        ("Trẻ sơ sinh", (N,), YES), ("Trẻ sơ sinh", (C,), NO), ("Trẻ sơ sinh", (A,), NO),
        ("Người cao tuổi", (E,), YES), ("Người cao tuổi", (A,), NO), ("Người cao tuổi", (C,), NO),
        ("Người lớn và trẻ em", (C,), YES), ("Người lớn và trẻ em", (A,), YES),
        ("Người lớn", (PREGNANT,), YES), ("Trẻ em", (PREGNANT,), NO), ("Người lớn", (NURSING,), YES),
        ("Trẻ em", (PREGNANT, C), YES),
        ("Người lớn", (RENAL,), SILENT), ("Trẻ em", (RENAL,), NO), ("Người cao tuổi", (RENAL,), NO),
        ("Suy thận", (A,), NO), ("Suy thận", (A, RENAL), YES), ("Suy thận", (A, HEPATIC), NO), ("Suy thận", (RENAL,), YES),
        ("Trẻ em suy thận", (C, RENAL), YES), ("Trẻ em suy thận", (A, RENAL), NO), ("Trẻ em suy thận", (C,), NO),
        ("Phụ nữ mang thai", (PREGNANT,), YES), ("Phụ nữ mang thai", (A,), NO),
        ("Liều dùng", (A,), SILENT), ("Liều dùng", (C,), SILENT), ("Liều dùng", (), SILENT),
        ("Người lớn không suy thận", (A, RENAL), NO), ("Người lớn không suy thận", (A,), YES),
        ("Người lớn, trừ người cao tuổi", (E,), NO),
    ],
)  # fmt: skip
def test_whom_a_heading_is_for(printed, asked, match):
    assert fits("500 mg/lần.", headings=(printed,), populations=asked).population is match


def test_a_block_that_speaks_only_of_children_is_for_no_adult():
    text = "Liều đối với trẻ trên 1 tháng là 5 mg/kg."
    assert fits(text, populations=(A,)).population is NO
    assert fits(text, populations=(E,)).population is NO
    assert fits(text, populations=()).population is not YES


@pytest.mark.parametrize(("asked", "match"), [((A,), NO), ((E,), NO), ((C,), SILENT), ((N,), SILENT), ((), SILENT)])
def test_a_sentence_for_nobody_among_words_for_children_is_for_no_adult(asked, match):
    assert fits("Uống trước bữa ăn. Trẻ em 5 mg/kg.", populations=asked).population is match


@pytest.mark.parametrize(
    ("printed", "months", "asked", "match"),
    [
        ("Trẻ em dưới 8 tuổi", "0.5", N, NO), ("Trẻ em dưới 3 tháng tuổi", "0.5", N, YES),
        ("Trẻ em dưới 12 tháng tuổi", "0.5", N, YES), ("Trẻ em dưới 13 tháng tuổi", "0.5", N, NO),
        ("Trẻ em từ 1 ngày đến 5 tuổi", "0.5", N, YES), ("Trẻ em trên 3 tháng tuổi", "0.5", N, NO),
        ("Sơ sinh trên 8 ngày tuổi", "60", C, NO), ("Sơ sinh từ 1 tháng tuổi", "60", C, YES), ("Sơ sinh dưới 3 tháng tuổi", "2", C, YES),
        ("Sơ sinh dưới 1 tháng tuổi", "2", C, NO), ("Sơ sinh dưới 3 tháng tuổi", "4", C, NO),
        ("Người lớn từ 15 tuổi", "192", C, YES), ("Người lớn từ 15 tuổi", "168", C, NO),
        ("Người lớn dưới 75 tuổi", "192", C, NO), ("Người lớn trên 15 tuổi", "180", C, YES),
        ("Người cao tuổi từ 15 tuổi", "192", C, NO),
    ],
)  # fmt: skip
def test_a_printed_age_may_reach_into_the_next_class(printed, months, asked, match):
    assert fits(f"{printed}: 5 mg.", populations=(asked,), age_months=months).population is match


def test_a_band_reaches_nobody_whose_age_is_not_known():
    assert fits("Người lớn từ 15 tuổi: 5 mg.", populations=(C,)).population is NO


def test_an_age_behind_the_opening_does_not_say_whom_the_block_is_for():
    text = "Người lớn: 5 mg, như trẻ từ 15 tuổi."
    assert fits(text, populations=(C,), age_months=192).population is NO


@pytest.mark.parametrize(
    ("asked", "classes"),
    [
        ((A,), {A}), ((E,), {E, A}), ((C,), {C}), ((N,), {N}), ((PREGNANT,), {A}), ((NURSING,), {A}), ((PREGNANT, C), {C}),
        ((RENAL,), set()), ((), set()),
    ],
)  # fmt: skip
def test_the_classes_of_a_patient(asked, classes):
    assert age_classes(make_frame(populations=asked)) == classes


@pytest.mark.parametrize(
    ("printed", "asked", "match"),
    [
        ("Uống", (Route.ORAL,), YES), ("Uống", (Route.IM,), NO), ("Uống", (), SILENT), ("Tiêm bắp", (Route.IM, Route.ORAL), YES),
        ("Tiêm tĩnh mạch", (Route.IV_INFUSION,), NEAR), ("Truyền tĩnh mạch", (Route.IV_INJECTION,), NEAR),
        ("Tiêm tĩnh mạch", (Route.IV_INJECTION,), YES), ("Tiêm tĩnh mạch", (Route.IM,), NO), ("Tiêm bắp", (Route.SC,), NO),
    ],
)  # fmt: skip
def test_by_which_way(printed, asked, match):
    assert fits("500 mg/lần.", headings=(printed,), routes=asked).route is match


@pytest.mark.parametrize(
    ("text", "headings", "oral", "asked", "match"),
    [
        ("500 mg/lần.", (), True, Route.ORAL, YES), ("500 mg/lần.", (), True, Route.IM, NO),
        ("500 mg/lần.", (), False, Route.IM, SILENT), ("Tối đa 4 g/ngày.", (), True, Route.IM, SILENT),
        ("500 mg/lần.", ("Suy thận",), True, Route.IM, SILENT), ("500 mg/lần.", ("Người cao tuổi",), True, Route.IM, SILENT),
        ("500 mg/lần.", ("Người lớn",), True, Route.IM, NO), ("Không dùng.", (), True, Route.IM, SILENT),
    ],
)  # fmt: skip
def test_print_without_a_way_means_by_mouth_only_for_an_ordinary_dose_of_an_oral_drug(
    text, headings, oral, asked, match
):
    assert fits(text, headings=headings, oral=oral, routes=(asked,)).route is match


@pytest.mark.parametrize(
    ("text", "headings", "asked", "match"),
    [
        ("500 mg.", ("Viêm họng",), "viêm họng", YES), ("500 mg.", ("Viêm họng",), "gút", NO),
        ("500 mg.", (), "viêm họng", SILENT), ("Viêm họng: 500 mg.", (), "viêm họng", YES),
        ("Viêm họng: 500 mg.", ("Nhiễm khuẩn",), "viêm họng", YES), ("500 mg.", ("Viêm họng",), None, SILENT),
    ],
)  # fmt: skip
def test_for_which_purpose(text, headings, asked, match):
    assert fits(text, headings=headings, indication=asked).indication is match
    assert fits(text, headings=headings, condition=asked).indication is match


def test_the_purpose_alone_excludes_nobody():
    assert not fits("500 mg.", headings=("Viêm họng",), indication="gút").excluded
    assert fits("500 mg.", headings=("Trẻ em",), populations=(A,)).excluded
    assert fits("500 mg.", headings=("Uống",), routes=(Route.IM,)).excluded
    assert fits("Trẻ em dưới 5 kg: 5 mg.", populations=(C,), weight_kg=9, age_months=9).excluded


@pytest.mark.parametrize(
    ("text", "months", "kg", "age", "weight"),
    [
        ("Trẻ em 2 - 4 tuổi: 5 mg.", 24, None, YES, SILENT), ("Trẻ em 2 - 4 tuổi: 5 mg.", 23, None, NO, SILENT),
        ("Trẻ em dưới 4 tuổi: 5 mg.", 48, None, EDGE, SILENT), ("Trẻ em dưới 4 tuổi: 5 mg.", None, 15, SILENT, SILENT),
        ("Trẻ em 10 - 20 kg: 5 mg.", None, 20, SILENT, YES), ("Trẻ em 10 - 20 kg: 5 mg.", None, 21, SILENT, NO),
        # Two halves of one range, and two ranges of which one is enough.
        ("Trẻ trên 8 ngày tuổi và dưới 3 tháng tuổi: 5 mg.", 2, None, YES, SILENT),
        ("Trẻ trên 8 ngày tuổi và dưới 3 tháng tuổi: 5 mg.", 4, None, NO, SILENT),
        ("Trẻ trên 8 ngày tuổi và dưới 3 tháng tuổi: 5 mg.", "0.1", None, NO, SILENT),
        ("Trẻ trên 8 ngày tuổi và dưới 3 tháng tuổi: 5 mg.", 3, None, EDGE, SILENT),
        ("Trẻ 1 - 2 tuổi và 4 - 6 tuổi: 5 mg.", 60, None, YES, SILENT),
        ("Trẻ 1 - 2 tuổi và 4 - 6 tuổi: 5 mg.", 36, None, NO, SILENT),
        # The opening says whom it is for; a band further on speaks of something else.
        ("Trẻ em 2 - 4 tuổi: 5 mg, hơn trẻ 6 - 8 tuổi.", 84, None, NO, SILENT),
    ],
)  # fmt: skip
def test_the_bands_of_a_sentence_hold_the_patient_or_do_not(text, months, kg, age, weight):
    found = fits(text, populations=(C,), age_months=months, weight_kg=kg)
    assert (found.age, found.weight) == (age, weight)


RENAL_PATIENT = {"populations": (A, RENAL)}


@pytest.mark.parametrize(
    ("text", "renal", "match"),
    [
        ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(20), YES), ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(60), NO),
        ("Clcr < 50 ml/phút: 5 mg.", clcr(50), EDGE), ("Clcr 10 - 50 ml/phút: 5 mg.", None, SILENT),
        ("Clcr 10 - 50 ml/phút: 5 mg.", Renal("creatinin", Decimal(200), "micromol/lít", ""), SILENT),
        ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(10, "<"), NO), ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(10, "<="), YES),
        ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(10, "≤"), YES), ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(50, ">"), NO),
        ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(50, ">="), YES), ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(50, "≥"), YES),
        ("Clcr 10 - 50 ml/phút: 5 mg.", clcr(30, "<"), YES), ("5 mg.", clcr(20), SILENT),
        ("Clcr < 10 ml/phút: 5 mg.", Renal("loc_mau", None, None, "lọc máu"), SILENT),
        ("Clcr 10 - 50 ml/phút: 5 mg.", Renal("loc_mau", None, None, "lọc máu"), NO),
        ("Suy thận nhẹ và vừa: 5 mg.", Renal("loc_mau", None, None, "lọc máu"), NO),
        ("Suy thận vừa và nặng: 5 mg.", Renal("loc_mau", None, None, "lọc máu"), SILENT),
        ("Suy thận nặng không lọc máu: 5 mg.", Renal("loc_mau", None, None, "lọc máu"), NO),
        ("Suy thận nặng không lọc máu: 5 mg.", clcr(20), SILENT),
        ("Clcr < 10 ml/phút hoặc thẩm tách: 5 mg.", Renal("loc_mau", None, None, "lọc máu"), SILENT),
        ("Thẩm tách: 5 mg.", clcr(20), NO), ("Thẩm tách: 5 mg.", Renal("loc_mau", None, None, "lọc máu"), SILENT),
        ("Lọc máu: 5 mg.", clcr(20), NO), ("Chạy thận: 5 mg.", clcr(20), NO), ("Thẩm phân: 5 mg.", clcr(20), NO),
    ],
)  # fmt: skip
def test_a_clearance_is_held_against_the_printed_ones(text, renal, match):
    assert fits(text, headings=("Suy thận",), renal=renal, **RENAL_PATIENT).clearance is match


def test_a_printed_clearance_is_for_nobody_with_sound_kidneys():
    assert fits("Người lớn, Clcr 10 - 50 ml/phút: 5 mg.", populations=(A,)).clearance is NO


def test_a_table_with_a_line_for_dialysis_is_for_a_told_clearance_too():
    table = "| Lọc máu | 5 mg |"
    assert (
        fits(table, headings=("Suy thận",), kind=BlockKind.TABLE, renal=clcr(20), **RENAL_PATIENT).clearance is SILENT
    )


@pytest.mark.parametrize(
    ("text", "weeks", "days", "term", "match"),
    [
        ("Sơ sinh 28 - 32 tuần tuổi thai: 5 mg.", 30, 3, None, YES), ("Sơ sinh 28 - 32 tuần tuổi thai: 5 mg.", 34, 3, None, NO),
        ("Sơ sinh 28 - 32 tuần tuổi thai: 5 mg.", None, 3, None, SILENT), ("Sơ sinh đủ tháng: 5 mg.", 37, 3, None, YES),
        ("Sơ sinh đủ tháng: 5 mg.", 36, 3, None, NO), ("Sơ sinh thiếu tháng: 5 mg.", 36, 3, None, YES),
        ("Sơ sinh thiếu tháng: 5 mg.", 37, 3, None, NO), ("Sơ sinh thiếu tháng: 5 mg.", None, 3, True, YES),
        ("Sơ sinh đủ tháng: 5 mg.", None, 3, True, NO), ("Sơ sinh đủ tháng: 5 mg.", None, 3, False, YES),
        ("Sơ sinh 28 - 32 tuần tuổi thai: 5 mg.", None, 3, True, SILENT),
        ("Sơ sinh trên 38 tuần tuổi thai: 5 mg.", None, 3, True, NO), ("5 mg.", 30, 3, None, SILENT),
        # Corrected weeks go on counting after birth.
        ("Sơ sinh, tuổi sau kinh 30 - 32 tuần: 5 mg.", 29, 14, None, YES),
        ("Sơ sinh, tuổi sau kinh 30 - 32 tuần: 5 mg.", 29, 6, None, NO),
        ("Sơ sinh 30 - 32 tuần chỉnh theo tuổi thai: 5 mg.", 29, 14, None, YES),
        ("Sơ sinh 30 - 32 tuần tuổi thai: 5 mg.", 29, 14, None, NO),
    ],
)  # fmt: skip
def test_weeks_of_gestation_are_held_against_the_printed_ones(text, weeks, days, term, match):
    told = () if term is None else (Finding(PRETERM, term),)
    found = fits(text, populations=(N,), age_months=Decimal(days) / 30, gestational_weeks=weeks, comorbidities=told)
    assert found.gestation is match


@pytest.mark.parametrize(
    ("comorbidities", "match"),
    [
        ((Finding("hen", True),), SILENT), ((Finding("hen", True), Finding(PRETERM, True)), YES),
        ((Finding("hen", False), Finding(PRETERM, False)), NO), ((), SILENT),
    ],
)  # fmt: skip
def test_only_being_born_early_says_how_many_weeks(comorbidities, match):
    found = fits("Sơ sinh thiếu tháng: 5 mg.", populations=(N,), age_months=Decimal("0.1"), comorbidities=comorbidities)
    assert found.gestation is match


@pytest.mark.parametrize(
    ("text", "weeks", "days", "match"),
    [
        ("Sơ sinh có tuổi sau kinh < 32 tuần: 5 mg.", 31, 10, YES), ("Sơ sinh có tuổi sau kinh < 32 tuần: 5 mg.", 31, None, YES),
        ("Sơ sinh có tuổi sau kinh ≥ 32 tuần: 5 mg.", 31, 10, NO), ("Sơ sinh có tuổi sau kinh ≥ 32 tuần: 5 mg.", 31, None, NO),
        ("Sơ sinh tuổi thai < 30 tuần: 5 mg.", 31, 14, YES), ("Sơ sinh tuổi thai < 30 tuần: 5 mg.", 31, 3, NO),
        ("Sơ sinh tuổi thai < 30 tuần: 5 mg.", 31, None, SILENT), ("Sơ sinh tuổi thai ≥ 34 tuần: 5 mg.", 31, None, NO),
        ("Sơ sinh đủ tháng: 5 mg.", 31, None, NO), ("Sơ sinh đủ tháng: 5 mg.", 39, None, SILENT),
        ("Sơ sinh thiếu tháng: 5 mg.", 31, None, YES), ("Sơ sinh thiếu tháng: 5 mg.", 39, None, SILENT),
    ],
)  # fmt: skip
def test_weeks_until_now_are_held_as_they_are_and_those_at_birth_are_what_the_age_leaves(text, weeks, days, match):
    age = None if days is None else Decimal(days) / 30
    assert fits(text, populations=(N,), age_months=age, postmenstrual_weeks=weeks).gestation is match


def test_weeks_of_gestation_are_for_no_older_child():
    assert fits("Sơ sinh đủ tháng: 5 mg.", populations=(C,), age_months=24, gestational_weeks=39).gestation is NO


@pytest.mark.parametrize(
    "lead",
    [
        "Người lớn có nguy cơ (cân nặng dưới 50 kg, suy gan)", "Người lớn cân nặng dưới 50 kg hoặc suy gan",
        "Người lớn cân nặng dưới 50 kg và người bệnh suy gan", "Người lớn cân nặng dưới 50 kg, bị suy gan",
    ],
)  # fmt: skip
def test_impairment_as_one_of_several_cases_does_not_exclude_the_others(lead):
    assert fits(f"{lead}: 5 mg.", populations=(A,), weight_kg=45).population is YES
    assert fits(f"{lead}: 5 mg.", populations=(A,), weight_kg=70).population is NO


def test_impairment_that_is_the_only_case_excludes_the_others():
    assert fits("Người lớn suy gan cân nặng dưới 50 kg: 5 mg.", populations=(A,), weight_kg=45).population is NO


@pytest.mark.parametrize(
    ("measure", "asked", "purposes", "match"),
    [
        ("suy_than", None, ("lọc máu", "thẩm phân máu"), NO), ("loc_mau", None, ("lọc máu", "thẩm phân máu"), SILENT),
        ("suy_than", "lọc máu", ("lọc máu",), SILENT), ("suy_than", None, ("viêm phổi", "lọc máu"), SILENT), ("suy_than", None, (), SILENT),
    ],
)  # fmt: skip
def test_what_serves_dialysis_is_no_dose_for_weak_kidneys(measure, asked, purposes, match):
    passage = replace(make_passage("Người lớn suy thận: Tiêm 1 mg/kg."), indications=purposes)
    frame = make_frame(populations=(A, RENAL), renal=Renal(measure, None, None, ""), indication=asked)
    assert applicability(segments(passage)[0], frame).clearance is match
