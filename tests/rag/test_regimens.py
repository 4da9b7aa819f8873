"""Which printed regimen is shown to whom: never one that is meant for somebody else."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.frames import Population, Renal, Route
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
    ],
)
def test_a_limit_is_not_a_dose(text, states):
    assert any(states_dose(s) for s in segments(make_passage(text))) is states


def test_forms_decide_whether_a_drug_is_taken_by_mouth():
    injection_only = (make_passage("Ống tiêm 80 mg/2 ml.", section="dang_thuoc_va_ham_luong"),)
    tablet = (make_passage("Viên nén 500 mg.", section="dang_thuoc_va_ham_luong"),)
    assert not has_oral_form(injection_only, SECTION)
    assert has_oral_form(tablet, SECTION)
