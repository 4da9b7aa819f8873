"""Which printed regimen is shown to whom: never one that is meant for somebody else."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.frames import PRETERM, Finding, Population, Renal, Route
from rag.passages import BlockKind
from rag.printed import segments
from rag.regimens import has_oral_form, route_choices, select, states_dose
from tests.factories import make_frame, make_passage, make_passages

A, C, N, E = Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY
ORAL, RECTAL, INFUSION, IM = Route.ORAL, Route.RECTAL, Route.IV_INFUSION, Route.IM

SECTION = make_passages(
    (("Người lớn", "Uống"), "0,5 - 1 g/lần, cách 4 - 6 giờ/lần; tối đa 4 g/ngày."),
    (("Người lớn", "Đặt trực tràng"), "0,5 - 1 g/lần; tối đa 4 lần/ngày."),
    (("Người lớn", "Truyền tĩnh mạch"), "Người lớn cân nặng trên 50 kg: 1 g/lần."),
    (("Người lớn", "Truyền tĩnh mạch"), "Người lớn cân nặng dưới 50 kg: 15 mg/kg/lần."),
    (("Trẻ em", "Uống"), "Trẻ em 2 - 4 tuổi: 180 mg/lần."),
    (("Trẻ em", "Uống"), "Trẻ em 4 - 6 tuổi: 240 mg/lần. Tối đa 4 lần/24 giờ."),
    (("Trẻ em", "Uống"), "Trẻ em 6 - 8 tuổi: 250 mg/lần."),
    (("Trẻ em", "Đặt trực tràng"), "Trẻ em 1 - 5 tuổi: 125 - 250 mg/lần."),
    (("Trẻ em", "Truyền tĩnh mạch"), "Trẻ em cân nặng 10 - 50 kg: 15 mg/kg/lần; tối đa 60 mg/kg/24 giờ."),
    (("Trẻ sơ sinh", "Uống"), "10 - 15 mg/kg/lần, cách 8 - 12 giờ."),
    (("Suy thận",), "Người lớn suy thận, Clcr < 10 ml/phút: Cách 8 giờ/lần."),
    (("Suy thận",), "Người lớn suy thận, Clcr 10 - 50 ml/phút: Cách 6 giờ/lần."),
)


def shown(frame, passages=SECTION, *, oral=True):
    return [c.segment.text for c in select(frame, passages, oral_by_default=oral).answers]


@pytest.mark.parametrize(
    ("frame", "starts"),
    [
        pytest.param(make_frame(populations=(C,), age_months=60, weight_kg=18, routes=(ORAL,)), ["Trẻ em 4 - 6 tuổi", "Tối đa 4 lần"], id="5 tuổi uống"),
        pytest.param(make_frame(populations=(C,), age_months=48, weight_kg=16, routes=(ORAL,)), ["Trẻ em 2 - 4", "Trẻ em 4 - 6", "Tối đa"], id="đúng 4 tuổi: hai khoảng chạm nhau, cả hai"),
        pytest.param(make_frame(populations=(C,), age_months=60, weight_kg=18, routes=(RECTAL,)), ["Trẻ em 1 - 5 tuổi"], id="5 tuổi đặt"),
        pytest.param(make_frame(populations=(C,), age_months=60, weight_kg=18, routes=(INFUSION,)), ["Trẻ em cân nặng 10 - 50"], id="5 tuổi truyền"),
        pytest.param(make_frame(populations=(A,), routes=(ORAL,)), ["0,5 - 1 g/lần"], id="người lớn uống"),
        pytest.param(make_frame(populations=(A,), weight_kg=62, routes=(INFUSION,)), ["Người lớn cân nặng trên 50"], id="người lớn 62 kg truyền"),
        pytest.param(make_frame(populations=(A,), weight_kg=50, routes=(INFUSION,)), ["Người lớn cân nặng trên 50", "Người lớn cân nặng dưới 50"], id="đúng 50 kg: không rơi vào khoảng nào, cho xem cả hai"),
        pytest.param(make_frame(populations=(N,), age_months="0.5", weight_kg=3, routes=(ORAL,)), ["10 - 15 mg/kg/lần"], id="sơ sinh"),
        pytest.param(make_frame(populations=(A, Population.RENAL), routes=(ORAL,), renal=Renal("clcr", Decimal(20), "ml/phút", "")), ["Người lớn suy thận, Clcr 10 - 50"], id="Clcr 20"),
    ],
)  # fmt: skip
def test_what_is_shown(frame, starts):
    texts = shown(frame)
    assert len(texts) == len(starts)
    assert all(text.startswith(start) for text, start in zip(texts, starts, strict=True))


@given(st.integers(1, 215), st.integers(3, 80), st.sampled_from([(), (ORAL,), (RECTAL,), (INFUSION,)]))
def test_no_child_is_ever_shown_an_adult_or_newborn_dose(months, weight, routes):
    frame = make_frame(populations=(C,), age_months=months, weight_kg=weight, routes=routes)
    for text in shown(frame):
        assert "Người lớn" not in text
        assert "0,5 - 1 g" not in text
        assert "8 - 12 giờ" not in text


@given(st.integers(216, 1200), st.sampled_from([(), (ORAL,), (RECTAL,), (INFUSION,)]))
def test_no_adult_is_ever_shown_a_childs_dose(months, routes):
    frame = make_frame(populations=(A,), age_months=months, routes=routes)
    assert not any("Trẻ em" in text or "8 - 12 giờ" in text for text in shown(frame))


@given(st.integers(1, 215))
def test_a_band_that_does_not_hold_the_age_is_never_shown(months):
    frame = make_frame(populations=(C,), age_months=months, weight_kg=20, routes=(ORAL,))
    bands = {"2 - 4": (24, 48), "4 - 6": (48, 72), "6 - 8": (72, 96)}
    for text in shown(frame):
        for label, (low, high) in bands.items():
            if f"{label} tuổi" in text:
                assert low <= months <= high


def test_a_child_outside_every_band_gets_the_printed_limits_and_no_nearest_band():
    selection = select(
        make_frame(populations=(C,), age_months=12, weight_kg=9, routes=(ORAL,)), SECTION, oral_by_default=True
    )
    assert selection.gap == "band"
    assert selection.answers == ()
    assert "2 - 4 tuổi" in selection.printed_bands


def test_a_route_that_is_not_printed_is_a_gap_and_the_printed_ones_are_named():
    selection = select(make_frame(populations=(A,), routes=(IM,)), SECTION, oral_by_default=True)
    assert selection.gap == "route"
    assert set(selection.routes) == {ORAL, RECTAL, INFUSION}


def test_print_without_a_route_means_oral_only_where_there_is_an_oral_form():
    passages = make_passages((("Người lớn",), "500 mg/lần, ngày 2 lần."))
    injected = make_frame(populations=(A,), routes=(IM,))
    assert shown(injected, passages, oral=True) == []
    assert shown(injected, passages, oral=False) != []


def test_a_maximum_in_the_next_sentence_is_never_left_behind():
    assert (
        shown(make_frame(populations=(C,), age_months=60, weight_kg=18, routes=(ORAL,)))[-1] == "Tối đa 4 lần/24 giờ."
    )


def test_a_sentence_that_follows_another_band_is_not_shown():
    run_on = make_passages(
        (("Trẻ em", "Uống"), "Trẻ em 1 - 3 tuổi: 5 mg/ngày. Có thể tăng tới 10 mg/ngày. Trẻ em 3 - 6 tuổi: 10 mg/ngày.")
    )
    texts = shown(make_frame(populations=(C,), age_months=60, weight_kg=18, routes=(ORAL,)), run_on)
    assert texts == ["Trẻ em 3 - 6 tuổi: 10 mg/ngày."]


def test_a_held_back_block_counts_only_where_it_could_apply():
    held = (
        *SECTION,
        make_passage("| Clcr | Liều |", headings=("Trẻ em", "Suy thận"), ordinal=99, quarantine="lệch cột"),
    )
    adult = select(make_frame(populations=(A,), routes=(ORAL,)), held, oral_by_default=True)
    child = select(
        make_frame(populations=(C, Population.RENAL), age_months=60, weight_kg=18, routes=(ORAL,)),
        held,
        oral_by_default=True,
    )
    assert (adult.held_back, len(adult.held_elsewhere)) == ((), 1)
    assert len(child.held_back) == 1


def test_a_held_back_block_without_context_counts_for_everybody():
    held = (*SECTION, make_passage("5 mg", headings=(), ordinal=99, quarantine="số đáng ngờ"))
    assert select(make_frame(populations=(A,), routes=(ORAL,)), held, oral_by_default=True).held_back


def test_what_a_held_back_block_says_is_never_quoted():
    held = tuple(
        make_passage("Người lớn: 9999 mg", headings=("Người lớn", "Uống"), ordinal=i, quarantine="x") for i in range(2)
    )
    assert shown(make_frame(populations=(A,), routes=(ORAL,)), (*SECTION, *held)) == shown(
        make_frame(populations=(A,), routes=(ORAL,))
    )


def test_routes_are_asked_about_only_when_no_one_route_serves():
    assert set(route_choices(select(make_frame(populations=(A,)), SECTION, oral_by_default=True))) == {
        ORAL,
        RECTAL,
        INFUSION,
    }
    oral_only = SECTION[:1]
    assert route_choices(select(make_frame(populations=(A,)), oral_only, oral_by_default=True)) == ()


def test_the_elderly_see_their_own_dose_first_and_the_adults_behind_it():
    passages = make_passages(
        (("Người lớn",), "Người lớn: 10 mg/ngày."), (("Người cao tuổi",), "Người cao tuổi: 5 mg/ngày.")
    )
    selection = select(make_frame(populations=(E,), age_months=1008, routes=(ORAL,)), passages, oral_by_default=True)
    assert [c.segment.text for c in selection.answers] == ["Người cao tuổi: 5 mg/ngày."]
    assert [c.segment.text for c in selection.beside] == ["Người lớn: 10 mg/ngày."]


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("500 mg/lần.", True),
        ("Tối đa 4 g/ngày.", False),
        ("Không dùng quá 2,5 mg/lần hoặc quá 4 lần/ngày.", False),
        ("Giữ HbA1c dưới 7%, đường huyết dưới 126 mg/decilít.", False),
        ("Uống lúc no.", False),
        ("10 mg/kg, tối đa 500 mg.", True),
        ("Pha liều khuyến cáo trong 50 - 200 ml natri clorid 0,9%.", False),
        ("Pha và tiêm warfarin: Hòa lọ 5 mg với 2,7 ml nước cất.", False),
    ],
)
def test_a_limit_is_not_a_dose(text, states):
    assert any(states_dose(s) for s in segments(make_passage(text))) is states


def test_forms_decide_whether_a_drug_is_taken_by_mouth():
    injection_only = (make_passage("Ống tiêm 80 mg/2 ml.", section="dang_thuoc_va_ham_luong"),)
    tablet = (make_passage("Viên nén 500 mg.", section="dang_thuoc_va_ham_luong"),)
    assert not has_oral_form(injection_only, SECTION)
    assert has_oral_form(tablet, SECTION)


# --- kinds of fault that a section with real wording shows ------------------------------------------------------

NEWBORN = make_passages(
    (("Trẻ sơ sinh", "Tiêm tĩnh mạch"), "Trẻ sơ sinh, tuổi sau kinh < 29 tuần: 2,5 mg/kg/lần, cách 24 giờ/lần."),
    (("Trẻ sơ sinh", "Tiêm tĩnh mạch"), "Trẻ sơ sinh, tuổi sau kinh 29 - 35 tuần: 2,5 mg/kg/lần, cách 18 giờ/lần."),
    (("Trẻ sơ sinh", "Tiêm tĩnh mạch"), "Trẻ sơ sinh trên 8 ngày tuổi: 100 mg/kg/ngày."),
    (("Trẻ em", "Tiêm tĩnh mạch"), "Trẻ em dưới 8 tuổi: 50 mg/kg/ngày."),
    (("Trẻ em", "Tiêm tĩnh mạch"), "Trẻ em dưới 3 tháng tuổi: 40 mg/kg/ngày."),
)
IV = Route.IV_INJECTION


def test_weeks_after_the_last_period_choose_the_newborns_band():
    frame = make_frame(populations=(N,), age_months="0.1", weight_kg=2, routes=(IV,), gestational_weeks=33)
    assert any("29 - 35 tuần" in text for text in shown(frame, NEWBORN))
    assert not any("< 29 tuần" in text for text in shown(frame, NEWBORN))


def test_an_open_band_does_not_carry_a_childs_dose_to_a_newborn_or_back():
    newborn = shown(make_frame(populations=(N,), age_months="0.5", weight_kg=3, routes=(IV,)), NEWBORN)
    child = shown(make_frame(populations=(C,), age_months=156, weight_kg=45, routes=(IV,)), NEWBORN)
    assert not any("dưới 8 tuổi" in text for text in newborn)
    assert any("dưới 3 tháng" in text for text in newborn)
    assert not any("sơ sinh" in text for text in child)


def test_a_rule_for_impaired_kidneys_without_a_route_holds_for_every_route():
    passages = make_passages(
        (("Người lớn", "Tiêm tĩnh mạch"), "2 g/ngày."), (("Suy thận",), "Clcr < 10 ml/phút: 500 mg/ngày.")
    )
    frame = make_frame(populations=(A, Population.RENAL), routes=(IV,), renal=Renal("clcr", Decimal(8), "ml/phút", ""))
    assert shown(frame, passages) == ["Clcr < 10 ml/phút: 500 mg/ngày."]


@pytest.mark.parametrize(
    ("comparator", "value", "kept"), [("<", 20, ["< 20"]), (">", 60, ["≥ 60"]), ("<", 30, ["< 20", "20 - 40"])]
)
def test_a_clearance_said_as_a_range_meets_only_the_bands_it_touches(comparator, value, kept):
    passages = make_passages(
        (("Suy thận",), "Clcr < 20 ml/phút: 1 mg/kg."),
        (("Suy thận",), "Clcr 20 - 40 ml/phút: 2 mg/kg."),
        (("Suy thận",), "Clcr ≥ 60 ml/phút: 3 mg/kg."),
    )
    renal = Renal("clcr", Decimal(value), "ml/phút", "", comparator)
    texts = shown(make_frame(populations=(A, Population.RENAL), renal=renal), passages)
    assert [t for t in texts if any(k in t for k in kept)] == texts
    assert len(texts) == len(kept)


def test_impairment_as_one_of_several_cases_reaches_whoever_is_in_another():
    passages = make_passages(
        (("Người lớn",), "Người lớn có nguy cơ (cân nặng dưới 50 kg, suy gan): Thấp hơn 5 mg/ngày.")
    )
    assert shown(make_frame(populations=(A,), weight_kg=45), passages)
    assert not shown(make_frame(populations=(A,), weight_kg=70), passages)


def test_a_prohibition_for_the_patients_band_stands_first_and_usual_doses_fall_away():
    passages = make_passages(
        (("Trẻ em",), "Trẻ em: 5 mg/kg/ngày."),
        (("Trẻ em",), "Trẻ em dưới 16 tuổi: Không dùng thuốc này."),
    )
    selection = select(make_frame(populations=(C,), age_months=96, weight_kg=25), passages, oral_by_default=True)
    assert [c.segment.text for c in selection.answers] == ["Trẻ em dưới 16 tuổi: Không dùng thuốc này."]
    assert selection.beside == ()
    assert selection.forbids


def test_a_dilution_rule_forbids_no_drug():
    passages = make_passages(
        (("Trẻ em",), "Trẻ em dưới 3 tuổi: 50 mg/kg/ngày."),
        (("Trẻ em",), "Trẻ em dưới 3 tuổi, tiêm bắp: Pha với 5 ml nước cất, không dùng ống dung môi có cồn."),
    )
    selection = select(make_frame(populations=(C,), age_months=24, weight_kg=12), passages, oral_by_default=True)
    assert not selection.forbids
    assert selection.answers[0].segment.text.startswith("Trẻ em dưới 3 tuổi: 50")


def test_a_clearance_in_a_prohibition_is_no_dose():
    passages = make_passages((("Người lớn",), "500 mg/lần."), (("Suy thận",), "Clcr < 60 ml/phút: Chống chỉ định."))
    frame = make_frame(populations=(A, Population.RENAL), renal=Renal("clcr", Decimal(50), "ml/phút", ""))
    selection = select(frame, passages, oral_by_default=True)
    assert selection.forbids
    assert [c.segment.text for c in selection.answers] == ["Clcr < 60 ml/phút: Chống chỉ định."]


def test_a_prohibited_form_forbids_no_drug():
    passages = make_passages(
        (("Trẻ em",), "Trẻ em 4 - 6 tuổi: 5 mg/kg."), (("Trẻ em",), "Trẻ em dưới 40 kg: Không dùng viên 250 mg.")
    )
    selection = select(make_frame(populations=(C,), age_months=60, weight_kg=18), passages, oral_by_default=True)
    assert not selection.forbids
    assert selection.answers[0].segment.text.startswith("Trẻ em 4 - 6")


def test_a_band_that_ends_open_yields_to_its_neighbour():
    passages = make_passages(
        (("Trẻ em",), "Trẻ em từ 5 đến dưới 10 kg: 5 mg."), (("Trẻ em",), "Trẻ em 10 - 20 kg: 10 mg.")
    )
    frame = make_frame(populations=(C,), age_months=14, weight_kg=10)
    assert shown(frame, passages) == ["Trẻ em 10 - 20 kg: 10 mg."]


def test_a_dose_of_another_indication_is_never_the_answer():
    passages = make_passages(
        (("Trẻ em", "Bệnh Kawasaki, giai đoạn đầu có sốt"), "100 mg/kg/ngày."),
        (("Trẻ em", "Viêm khớp thiếu niên"), "60 mg/kg/ngày."),
    )
    frame = make_frame(populations=(C,), age_months=96, weight_kg=25, indication="sốt")
    selection = select(frame, passages, oral_by_default=True)
    assert (selection.answers, selection.gap) == ((), "indication")
    assert len(selection.printed_indications) == 2


def test_a_sentence_against_the_asked_route_is_found():
    passages = make_passages(
        (("Người lớn", "Tiêm bắp"), "1 mg/kg."), (("Cách dùng",), "Không tiêm dưới da vì gây hoại tử.")
    )
    selection = select(make_frame(populations=(A,), routes=(Route.SC,)), passages, oral_by_default=False)
    assert selection.gap == "route"
    assert [s.text for s in selection.said_of_route] == ["Không tiêm dưới da vì gây hoại tử."]


def test_what_is_printed_for_the_patient_without_a_number_is_shown_beside():
    passages = make_passages((("Người lớn",), "5 mg/ngày."), (("Người cao tuổi",), "Khởi đầu rất thấp."))
    selection = select(make_frame(populations=(E,), age_months=1000), passages, oral_by_default=True)
    assert [c.segment.text for c in selection.answers] == ["Khởi đầu rất thấp."]


def test_a_prohibition_does_not_hold_for_the_exception_it_names():
    passages = make_passages(
        (("Trẻ em",), "Trẻ em dưới 16 tuổi: Không chỉ định, ngoại trừ bệnh Kawasaki."),
        (("Trẻ em", "Bệnh Kawasaki"), "30 - 50 mg/kg/ngày."),
    )
    frame = make_frame(populations=(C,), age_months=36, weight_kg=14, indication="Kawasaki")
    selection = select(frame, passages, oral_by_default=True)
    assert not selection.forbids
    assert selection.answers[0].segment.text == "30 - 50 mg/kg/ngày."


BORN = make_passages(
    (("Trẻ sơ sinh", "Truyền tĩnh mạch"), "Trẻ sơ sinh thiếu tháng trên 32 tuần chỉnh theo tuổi thai: 7,5 mg/kg/lần."),
    (("Trẻ sơ sinh", "Truyền tĩnh mạch"), "Trẻ sơ sinh đủ tháng: 10 mg/kg/lần."),
)
EARLY, AT_TERM = "Trẻ sơ sinh thiếu tháng", "Trẻ sơ sinh đủ tháng"


@pytest.mark.parametrize(
    ("weeks", "days", "said_preterm", "starts"),
    [
        pytest.param(30, 5, None, [], id="30 tuần: sách không in"),
        pytest.param(33, 5, None, [EARLY], id="33 tuần"),
        pytest.param(30, 28, None, [EARLY], id="30 tuần lúc sinh, nay 34 tuần chỉnh"),
        pytest.param(36, 2, None, [EARLY], id="36 tuần vẫn là thiếu tháng"),
        pytest.param(37, 2, None, [AT_TERM], id="37 tuần là đủ tháng"),
        pytest.param(40, 2, None, [AT_TERM], id="40 tuần"),
        pytest.param(None, 5, True, [EARLY], id="chỉ nói thiếu tháng"),
        pytest.param(None, 5, False, [AT_TERM], id="chỉ nói đủ tháng"),
        pytest.param(None, 5, None, [EARLY, AT_TERM], id="không nói: cho xem cả hai"),
    ],
)
def test_a_newborn_is_shown_the_dose_of_its_own_weeks(weeks, days, said_preterm, starts):
    findings = () if said_preterm is None else (Finding(PRETERM, present=said_preterm),)
    frame = make_frame(
        populations=(N,),
        age_months=Decimal(days) / 30,
        weight_kg=2,
        routes=(INFUSION,),
        gestational_weeks=weeks,
        comorbidities=findings,
    )
    texts = shown(frame, BORN, oral=False)
    assert len(texts) == len(starts)
    assert all(text.startswith(start) for text, start in zip(texts, starts, strict=True))


def test_a_newborn_whose_weeks_are_not_printed_is_told_what_is():
    frame = make_frame(populations=(N,), age_months="0.2", weight_kg="1.2", routes=(INFUSION,), gestational_weeks=30)
    selection = select(frame, BORN, oral_by_default=False)
    assert selection.gap == "band"
    assert selection.printed_bands[-1] == AT_TERM


def test_how_to_prepare_what_others_are_given_is_no_answer():
    section = make_passages(
        (("Cách dùng",), "Ống 5 mg/5 ml: phải pha loãng trước khi dùng, trong 500 ml dung dịch glucose."),
        (("Chuyển dạ sớm", "Uống"), "Thai phụ: 2 mg/lần, 4 lần/ngày."),
    )
    for frame in (make_frame(populations=(C,), age_months=60, weight_kg=18), make_frame(populations=(A,))):
        selection = select(frame, section, oral_by_default=True)
        assert (selection.gap, selection.printed_populations) == ("population", (Population.PREGNANT,))


def test_a_reservation_behind_the_dose_of_its_own_block_is_no_prohibition():
    section = make_passages(
        (("Chuyển dạ sớm", "Uống"), "Thai phụ: 2 mg/lần, 4 lần/ngày. Nói chung không khuyến cáo điều trị duy trì."),
        (("Suy gan",), "Suy gan: Không dùng."),
    )
    pregnant = select(make_frame(populations=(Population.PREGNANT,)), section, oral_by_default=True)
    assert not pregnant.forbids
    assert next(c.segment.text for c in pregnant.answers).startswith("Thai phụ: 2 mg")
    assert select(make_frame(populations=(A, Population.HEPATIC)), section, oral_by_default=True).forbids


def test_a_childs_prohibition_below_one_month_is_the_newborns():
    section = make_passages(
        (("Trẻ em",), "Liều ban đầu ở trẻ em dưới 12 tháng tuổi: 0,20 mg/kg/ngày."),
        (("Trẻ em",), "Trẻ em dưới 1 tháng tuổi: Nếu có thể, tránh dùng."),
    )
    selection = select(make_frame(populations=(N,), age_months="0.33", weight_kg=3), section, oral_by_default=True)
    assert selection.forbids
    assert [c.segment.text for c in selection.answers] == ["Trẻ em dưới 1 tháng tuổi: Nếu có thể, tránh dùng."]


def test_the_rule_for_the_elderly_stands_beside_the_rule_for_their_kidneys():
    section = make_passages(
        (("Người lớn",), "Người lớn: 1 mg/kg/lần, cách 8 giờ/lần."),
        (("Người cao tuổi",), "Người cao tuổi: Phải chỉnh liều theo chức năng thận."),
        (("Suy thận",), "Người lớn suy thận, Clcr 20 - 40 ml/phút: Liều thông thường, cách 24 giờ/lần."),
    )
    frame = make_frame(
        populations=(Population.RENAL, E), age_months=960, renal=Renal("clcr", Decimal(25), "ml/phút", "")
    )
    selection = select(frame, section, oral_by_default=True)
    assert [c.segment.text[:13] for c in selection.answers] == ["Người lớn suy"]
    assert selection.beside[0].segment.text.startswith("Người cao tuổi")


def test_a_table_with_a_row_for_dialysis_stays_when_a_clearance_was_told():
    table = make_passage(
        "| Độ thanh thải creatinin | Liều |\n|---|---|\n| < 50 ml/phút | 50% liều |\n| Thẩm tách máu | 100% liều |",
        headings=("Suy thận",),
        kind=BlockKind.TABLE,
    )
    frame = make_frame(
        populations=(Population.ADULT, Population.RENAL), renal=Renal("clcr", Decimal(30), "ml/phút", "Clcr 30")
    )
    found = select(frame, (table,), oral_by_default=True)
    assert table in [chosen.segment.passage for chosen in (*found.answers, *found.beside)]


def test_a_line_for_dialysis_alone_is_not_for_one_who_told_a_clearance():
    line = make_passage("Người bệnh thẩm tách máu: 100% liều sau mỗi lần.", headings=("Suy thận",))
    frame = make_frame(
        populations=(Population.ADULT, Population.RENAL), renal=Renal("clcr", Decimal(30), "ml/phút", "Clcr 30")
    )
    found = select(frame, (line,), oral_by_default=True)
    assert line not in [chosen.segment.passage for chosen in (*found.answers, *found.beside)]


def test_a_dose_of_another_indication_never_stands_for_one_that_is_printed_for_others():
    passages = make_passages(
        (("Người lớn", "Phản vệ"), "Người lớn, phản vệ: 0,5 mg."),
        (("Trẻ em", "Ngừng tim"), "Trẻ em, ngừng tim: 10 microgam/kg."),
    )
    found = select(
        make_frame(populations=(C,), age_months=60, weight_kg=18, indication="phản vệ"), passages, oral_by_default=False
    )
    assert found.answers == ()
    assert found.gap == "indication"
    assert found.of_others == (A,)


def test_a_heading_that_shares_only_some_words_of_the_asked_indication_is_not_meant():
    surgical, medical, wide = make_passages(
        (("Người lớn", "Dự phòng huyết khối", "Dự phòng huyết khối trong phẫu thuật"), "Người lớn: 20 mg/lần."),
        (("Người lớn", "Dự phòng huyết khối", "Dự phòng huyết khối ở người bệnh nội khoa"), "Người lớn: 40 mg/lần."),
        (("Người lớn", "Dự phòng huyết khối"), "Người lớn: 30 mg/lần."),
    )
    surgical = replace(surgical, indications=("dự phòng huyết khối trong phẫu thuật", "dự phòng huyết khối"))
    medical = replace(medical, indications=("dự phòng huyết khối ở người bệnh nội khoa", "dự phòng huyết khối"))
    wide = replace(wide, indications=("dự phòng huyết khối",))

    def shown(indication):
        frame = make_frame(populations=(Population.ADULT,), indication=indication)
        chosen = select(frame, (surgical, medical, wide), oral_by_default=False).answers
        return {c.segment.text for c in chosen}

    assert shown("dự phòng huyết khối ở người bệnh nội khoa") == {medical.text}
    assert shown("dự phòng huyết khối") == {surgical.text, medical.text, wide.text}


def test_an_indication_that_is_printed_for_this_patient_by_another_route_says_so_and_not_that_it_is_for_others():
    section = make_passages(
        (("Người lớn", "Viêm phổi", "Uống"), "Người lớn: 500 mg/lần."),
        (("Người lớn", "Lậu", "Tiêm bắp"), "Người lớn: 1,5 g."),
        (("Trẻ em", "Viêm phổi", "Tiêm bắp"), "Trẻ em: 50 mg/kg/ngày."),
    )
    frame = make_frame(populations=(A,), indication="viêm phổi", routes=(IM,))
    found = select(frame, section, oral_by_default=True)
    assert (found.gap, found.routes, found.of_others, found.answers) == ("route", (ORAL,), (), ())
