"""What a creatinine selects: sentences that forbid, and the order of printed bands; never a dose."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rag.applicability import Match, applicability
from rag.frames import DoseTask, Population, Renal
from rag.kidneys import estimate_fits, forbidden_by_estimate, spared, with_estimate, with_weak_kidneys
from rag.passages import DOSING, Evidence
from rag.printed import segments
from rag.prohibitions import forbids_patient
from tests.factories import make_frame, make_passage

RULE = (
    "Người bệnh suy thận có Clcr < 60 ml/phút, hoặc creatinin huyết thanh ≥ 1,5 mg/decilít (nam giới) hay "
    "≥ 1,4 mg/decilít (nữ giới): Chống chỉ định, không dùng metformin."
)


def told(creatinine, unit="mg/dl", *, sex="nam", kg="70", years=50):
    return make_frame(
        populations=(Population.ADULT, Population.RENAL),
        age_months=Decimal(years * 12),
        weight_kg=Decimal(kg),
        renal=Renal("creatinin", Decimal(creatinine), unit, ""),
        dose_task=DoseTask(sex=sex) if sex else None,
    )


def of(text, **block):
    return segments(make_passage(text, **block))[0]


@pytest.mark.parametrize(
    ("frame", "forbidden"),
    [
        (told("1.45"), False),  # 60,34 ml/phút
        (told("1.46"), True),  # 59,93 ml/phút
        (told("1.5", kg="90"), True),  # the creatinine itself is printed for men
        (told("1.4", kg="90"), False),
        (told("1.4", kg="110", sex="nữ"), True),
        (told("128.18", "micromol/lít"), False),
        (told("150", "micromol/lít", kg="110"), True),
        (told("1.45", sex=""), True),  # nothing can be worked out: what is printed for weak kidneys stands
        (told("1.45", None), True),
    ],
)
def test_a_prohibition_by_clearance_or_creatinine_holds_where_one_of_them_is_met(frame, forbidden):
    segment = of(RULE, headings=("Người suy thận",))
    assert forbids_patient(segment, applicability(segment, frame), frame) is forbidden


@pytest.mark.parametrize(("value", "is_spared"), [("60", True), ("59", False), ("61", False)])
def test_a_clearance_on_the_open_end_of_a_prohibition_is_spared(value, is_spared):
    renal = Renal("clcr", Decimal(value), "ml/phút", "")
    frame = make_frame(populations=(Population.ADULT, Population.RENAL), renal=renal)
    assert spared(of(RULE), frame) is is_spared


def test_what_is_printed_without_figures_spares_nobody():
    assert not spared(of("Suy thận nặng: Không dùng."), told("1.4"))


@pytest.mark.parametrize(
    ("text", "section", "shown"),
    [
        (RULE, DOSING, True), ("Chức năng thận giảm: Clcr < 60 ml/phút.", "chong_chi_dinh", True),
        ("Người bệnh suy thận có Clcr < 50 ml/phút: Không dùng.", DOSING, False),
        ("Người bệnh suy thận, Clcr < 60 ml/phút: 500 mg/ngày.", DOSING, False), ("Suy thận nặng.", "chong_chi_dinh", False),
    ],
)  # fmt: skip
def test_only_prohibitions_are_selected_by_an_estimate(text, section, shown):
    passage = make_passage(text, section=section)
    frame = told("100", "micromol/lít", sex="nữ", kg="60")  # 56,35 ml/phút
    assert bool(forbidden_by_estimate(passage.monograph, frame, Evidence((passage,), ()))) is shown


@pytest.mark.parametrize(
    ("printed", "match"),
    [("Clcr ≥ 60", Match.NO), ("Clcr 40 - 60", Match.NO), ("Clcr 20 - 40", Match.YES), ("Clcr < 20", Match.NO), ("Suy thận", Match.SILENT)],
)  # fmt: skip
def test_printed_clearances_are_ordered_by_the_estimate(printed, match):
    frame = told("150", "micromol/lít", kg="60", years=70)  # 34,37 ml/phút
    assert estimate_fits(of(f"Người lớn suy thận, {printed} ml/phút: Dùng liều thông thường."), frame) is match


@pytest.mark.parametrize("frame", [told("1.4", sex=""), told("1.4", None), told("14", "mg/lít"), told("1.4", years=10)])
def test_no_clearance_comes_of_values_that_are_missing_or_of_a_child(frame):
    assert with_estimate(frame) is None


@pytest.mark.parametrize(
    ("frame", "weak"),
    [
        (told("110", "micromol/lít", sex="nữ", kg="50", years=65), True),  # 35,6 ml/phút
        (told("90", "micromol/lít", sex="nữ", kg="40", years=85), True),  # 25,5 ml/phút
        (told("90", "micromol/lít", kg="70", years=30), False),  # 105 ml/phút
        (told("110", "micromol/lít", sex="", kg="50", years=65), False),  # nothing can be worked out
        (told("110", None, sex="nữ", kg="50", years=65), False),
    ],
)
def test_a_usual_creatinine_of_a_light_or_old_person_tells_of_weak_kidneys(frame, weak):
    usual = replace(frame, populations=(Population.ADULT,))
    assert (Population.RENAL in with_weak_kidneys(usual).populations) is weak
