"""What stands beside a regimen, what is missing, and what is asked when the section does not decide."""

from decimal import Decimal

import pytest

from rag import messages
from rag.frames import Finding, Population, Renal, Route
from rag.regimens import BESIDE_SPECIAL, has_oral_form, route_choices, select
from tests.factories import make_frame, make_passage, make_passages

A, C, N, E = Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY
RENAL, HEPATIC, PREGNANT = Population.RENAL, Population.HEPATIC, Population.PREGNANT
ORAL, IM, IV, INFUSION = Route.ORAL, Route.IM, Route.IV_INJECTION, Route.IV_INFUSION


def clcr(value):
    return Renal("clcr", Decimal(value), "ml/phút", "")


def chosen(frame, *blocks, oral=True):
    return select(frame, make_passages(*blocks), oral_by_default=oral)


def answers(selection):
    return [c.segment.text for c in selection.answers]


def beside(selection):
    return [c.segment.text for c in selection.beside]


# --- forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [
        "Dung dịch uống 5 mg/ml.", "Viên nén 5 mg.", "Viên nang 5 mg.", "Viên sủi 5 mg.", "Viên bao 5 mg.", "Viên nhai 5 mg.",
        "Nang 5 mg.", "Siro 5 mg/ml.", "Hỗn dịch 5 mg/ml.", "Thuốc cốm 5 mg.", "Cốm pha hỗn dịch.", "Gói bột 5 mg.",
        "Bột pha 5 mg.", "Elixir 5 mg/ml.", "Thuốc nước 5 mg/ml.",
    ],
)  # fmt: skip
def test_a_form_to_swallow_makes_the_drug_an_oral_one(form):
    assert has_oral_form((make_passage(form, section="dang_thuoc_va_ham_luong"),), ())


@pytest.mark.parametrize("form", ["Ống tiêm 80 mg/2 ml.", "Viên đạn 80 mg.", "Thuốc mỡ 1%.", "Bình xịt định liều."])
def test_other_forms_do_not(form):
    assert not has_oral_form((make_passage(form, section="dang_thuoc_va_ham_luong"),), ())


@pytest.mark.parametrize(
    ("heading", "oral"), [("Uống", True), ("Liều dùng", True), ("Tiêm bắp", False), ("Đặt trực tràng", False)]
)
def test_without_a_section_on_forms_the_doses_tell(heading, oral):
    assert has_oral_form((), make_passages(((heading,), "5 mg/lần."))) is oral


# --- what is an answer -------------------------------------------------------------------------------------------


def test_what_states_no_dose_stands_beside_the_doses():
    selection = chosen(
        make_frame(populations=(A,)),
        (("Người lớn",), "500 mg/lần."),
        (("Người lớn",), "Giảm liều khi thấy nôn."),
        (("Người lớn",), "Uống nhiều nước."),
    )
    assert answers(selection) == ["500 mg/lần."]
    assert beside(selection) == ["Giảm liều khi thấy nôn.", "Uống nhiều nước."]


def test_advice_for_nobody_in_particular_is_left_out():
    selection = chosen(make_frame(populations=(A,)), (("Người lớn",), "500 mg/lần."), ((), "Uống nhiều nước."))
    assert "Uống nhiều nước." not in answers(selection) + beside(selection)
    limited = chosen(make_frame(populations=(A,)), (("Người lớn",), "500 mg/lần."), ((), "Tối đa 4 g/ngày."))
    assert beside(limited) == ["Tối đa 4 g/ngày."]


def test_every_sentence_of_a_shown_block_that_is_not_for_others_comes_along():
    text = "Người lớn: 500 mg/lần. Uống nhiều nước. Trẻ em: 5 mg/kg/lần."
    assert answers(chosen(make_frame(populations=(A,)), ((), text))) == ["Người lớn: 500 mg/lần.", "Uống nhiều nước."]


def test_a_block_is_shown_once():
    selection = chosen(make_frame(populations=(A,)), (("Người lớn",), "500 mg/lần. Giảm liều khi nôn."))
    assert answers(selection) == ["500 mg/lần.", "Giảm liều khi nôn."]
    assert beside(selection) == []


def test_an_unlabelled_dose_is_no_childs_where_the_section_sets_ages_apart():
    child = make_frame(populations=(C,), age_months=60, weight_kg=18)
    apart = chosen(child, (("Người lớn",), "500 mg/lần."), ((), "10 mg/lần."))
    assert (answers(apart), apart.gap) == ([], "population")
    assert answers(chosen(child, ((), "10 mg/lần."))) == ["10 mg/lần."]
    banded = chosen(child, (("Người lớn",), "500 mg/lần."), ((), "Từ 2 - 6 tuổi: 10 mg/lần."))
    assert answers(banded) == ["Từ 2 - 6 tuổi: 10 mg/lần."]
    adult = chosen(make_frame(populations=(A,)), (("Trẻ em",), "5 mg/lần."), ((), "10 mg/lần."))
    assert answers(adult) == ["10 mg/lần."]


def test_infusion_is_shown_for_injection_only_where_no_injection_is_printed():
    frame = make_frame(populations=(A,), routes=(IV,))
    only = chosen(frame, (("Người lớn", "Truyền tĩnh mạch"), "1 g/lần."))
    assert answers(only) == ["1 g/lần."]
    both = chosen(frame, (("Người lớn", "Truyền tĩnh mạch"), "1 g/lần."), (("Người lớn", "Tiêm tĩnh mạch"), "2 g/lần."))
    assert (answers(both), beside(both)) == (["2 g/lần."], ["1 g/lần."])


def test_where_no_dose_is_printed_for_the_asked_way_its_advice_is_shown():
    frame = make_frame(populations=(A,), routes=(IM,))
    selection = chosen(frame, (("Tiêm bắp",), "Tiêm sâu vào cơ lớn."), ((), "Giảm liều khi nôn."), oral=False)
    assert answers(selection)[0] in ("Tiêm sâu vào cơ lớn.", "Giảm liều khi nôn.")
    assert "Tiêm sâu vào cơ lớn." in answers(selection) + beside(selection)


# --- what is missing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frame", "gap"),
    [
        pytest.param(make_frame(populations=(A,), routes=(IM,)), "route", id="đường không in"),
        pytest.param(make_frame(populations=(C,), age_months=60, weight_kg=18), "population", id="đối tượng không in"),
        pytest.param(make_frame(populations=(C,), age_months=60, weight_kg=18, routes=(IM,)), "population", id="cả hai"),
        pytest.param(make_frame(populations=(A,)), "", id="có in"),
    ],
)  # fmt: skip
def test_a_gap_says_what_is_not_printed(frame, gap):
    assert chosen(frame, (("Người lớn", "Uống"), "500 mg/lần.")).gap == gap


def test_a_band_that_keeps_a_dose_from_the_patient_is_a_gap_of_bands():
    child = make_frame(populations=(C,), age_months=12, weight_kg=9)
    selection = chosen(child, (("Trẻ em",), "Trẻ em 2 - 4 tuổi: 5 mg."), (("Trẻ em",), "Tối đa 20 mg/ngày."))
    assert selection.gap == "band"
    assert selection.printed_bands == ("2 - 4 tuổi",)


def test_bands_of_other_classes_or_ways_or_of_no_dose_are_not_told():
    child = make_frame(populations=(C,), age_months=12, weight_kg=9, routes=(ORAL,))
    selection = chosen(
        child,
        (("Trẻ em", "Uống"), "Trẻ em 2 - 4 tuổi: 5 mg."),
        (("Trẻ em", "Tiêm bắp"), "Trẻ em 4 - 6 tuổi: 5 mg."),
        (("Trẻ em", "Uống"), "Trẻ em 6 - 8 tuổi: Thận trọng."),
        (("Người lớn", "Uống"), "Người lớn 20 - 30 tuổi: 5 mg."),
    )
    assert selection.printed_bands == ("2 - 4 tuổi",)


def test_the_printed_populations_and_routes_are_those_of_doses():
    selection = chosen(
        make_frame(populations=(A,), routes=(ORAL,)),
        (("Người lớn", "Uống"), "500 mg/lần."),
        (("Người lớn", "Tiêm bắp"), "250 mg/lần."),
        (("Trẻ em", "Đặt trực tràng"), "100 mg/lần."),
        (("Người cao tuổi", "Truyền tĩnh mạch"), "Thận trọng."),
    )
    assert selection.printed_populations == (A, C)
    assert set(selection.routes) == {ORAL, IM}


def test_a_dose_without_a_way_counts_as_oral_only_for_an_oral_drug():
    blocks = ((("Người lớn",), "500 mg/lần."),)
    assert chosen(make_frame(populations=(A,)), *blocks).routes == (ORAL,)
    assert chosen(make_frame(populations=(A,)), *blocks, oral=False).routes == ()


# --- for what ----------------------------------------------------------------------------------------------------

FOR = ((("Người lớn", "Viêm họng"), "250 mg/lần."), (("Người lớn", "Viêm phổi"), "500 mg/lần."))


def test_only_the_dose_of_the_asked_purpose_is_shown_with_what_holds_for_all():
    frame = make_frame(populations=(A,), indication="viêm họng")
    selection = chosen(frame, *FOR, (("Người lớn",), "Tối đa 4 g/ngày."))
    assert answers(selection) == ["250 mg/lần."]
    assert beside(selection) == ["Tối đa 4 g/ngày."]
    assert selection.indication_found


def test_a_purpose_that_is_not_printed_is_asked_about():
    selection = chosen(make_frame(populations=(A,), indication="gút"), *FOR)
    assert (selection.gap, selection.printed_indications) == ("indication", ("Viêm họng", "Viêm phổi"))


def test_a_dose_for_every_purpose_is_shown_and_the_missing_purpose_said():
    general = chosen(make_frame(populations=(A,), indication="gút"), *FOR, (("Người lớn",), "100 mg/lần."))
    assert (answers(general), general.indication_found, general.gap) == (["100 mg/lần."], False, "")


def test_the_doses_of_the_only_printed_purpose_are_shown_and_the_missing_purpose_said():
    one = chosen(make_frame(populations=(A,), indication="gút"), FOR[0])
    assert (answers(one), one.indication_found, one.gap) == (["250 mg/lần."], False, "")


def test_without_a_purpose_every_dose_is_shown():
    assert len(answers(chosen(make_frame(populations=(A,)), *FOR))) == 2


# --- impaired organs and age -------------------------------------------------------------------------------------

USUAL = tuple(((("Người lớn", f"Bệnh {name}")), f"{i}00 mg/lần.") for i, name in enumerate("abcdef", 1))


def test_a_rule_for_the_impaired_organ_stands_first_and_few_usual_doses_beside_it():
    frame = make_frame(populations=(A, RENAL), renal=clcr(20))
    selection = chosen(frame, *USUAL, (("Suy thận",), "Clcr 10 - 50 ml/phút: 50 mg/lần."))
    assert answers(selection) == ["Clcr 10 - 50 ml/phút: 50 mg/lần."]
    assert len(beside(selection)) == BESIDE_SPECIAL
    assert selection.organ_rule_found
    assert selection.organ_rule_not_shown == ""


def test_a_rule_for_another_degree_of_impairment_is_told_and_not_shown():
    frame = make_frame(populations=(A, RENAL), renal=clcr(80))
    selection = chosen(frame, USUAL[0], (("Suy thận",), "Clcr 10 - 50 ml/phút: 50 mg/lần."))
    assert answers(selection) == ["100 mg/lần."]
    assert selection.organ_rule_not_shown == "degree"


def test_the_row_of_a_clearance_is_shown_when_nobodys_age_was_told_and_it_states_no_amount():
    row = "Người lớn suy thận, Clcr 20 - 40 ml/phút: Dùng liều thông thường, cách 24 giờ/lần."
    other = "Người lớn suy thận, Clcr 40 - 60 ml/phút: Dùng liều thông thường, cách 12 giờ/lần."
    rows = ((("Suy thận",), other), (("Suy thận",), row))
    selection = chosen(make_frame(populations=(RENAL,), renal=clcr(25)), USUAL[0], *rows)
    assert answers(selection) == [row]
    assert selection.organ_rule_not_shown == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Trẻ em suy thận, Clcr 20 - 40 ml/phút: 50 mg/lần.", "others"),
        ("Người lớn suy thận, Clcr 40 - 60 ml/phút: 50 mg/lần.", "degree"),
        ("Người lớn suy thận, Clcr 20 - 40 ml/phút: Tiêm bắp 50 mg/lần.", "elsewhere"),
    ],
)
def test_why_a_rule_for_the_impaired_organ_is_not_shown_is_told_as_it_is(text: str, why: str):
    frame = make_frame(populations=(A, RENAL), renal=clcr(25), routes=(Route.ORAL,))
    selection = chosen(frame, (("Uống",), "Người lớn: 100 mg/lần."), (("Suy thận",), text))
    assert answers(selection) == ["Người lớn: 100 mg/lần."]
    assert selection.organ_rule_not_shown == why
    assert why in messages.ADJUSTED_NOT_HERE


@pytest.mark.parametrize(
    ("of_dialysis", "shown"),
    [
        ("Người bệnh thẩm phân: 100 mg sau mỗi kỳ.", ["Người bệnh thẩm phân: 100 mg sau mỗi kỳ."]),
        ("Người bệnh thẩm phân: Thuốc không thẩm phân được.", ["Clcr < 10 ml/phút: 50 mg/lần.", "Người bệnh thẩm phân: Thuốc không thẩm phân được."]),
        ("Người bệnh suy thận nặng không lọc máu: Không dùng.", ["Clcr < 10 ml/phút: 50 mg/lần."]),
    ],
)  # fmt: skip
def test_the_lowest_clearances_stand_for_dialysis_where_no_dose_is_printed_for_it(of_dialysis, shown):
    frame = make_frame(populations=(A, RENAL), renal=Renal("loc_mau", None, None, "lọc máu"))
    rows = [(("Suy thận",), f"Clcr {band} ml/phút: 50 mg/lần.") for band in ("10 - 50", "< 10")]
    selection = chosen(frame, USUAL[0], *rows, (("Suy thận",), of_dialysis))
    assert answers(selection) == shown


def test_bands_under_which_the_asked_indication_is_printed_are_told():
    frame = make_frame(populations=(C,), age_months=Decimal(12), indication="viêm họng")
    selection = chosen(
        frame,
        (("Trẻ em", "Viêm họng"), "Trẻ em từ 2 tuổi trở lên: 12 mg/kg/ngày."),
        (("Trẻ em", "Viêm phổi"), "Trẻ em từ 6 tháng tuổi trở lên: 10 mg/kg/ngày."),
        (("Trẻ em", "Thương hàn"), "Trẻ em: 20 mg/kg/ngày."),
    )
    assert (selection.gap, selection.bands_of_indication) == ("indication", ("từ 2 tuổi trở lên",))


def test_no_rule_for_the_impaired_organ_is_told():
    selection = chosen(make_frame(populations=(A, HEPATIC)), USUAL[0])
    assert not selection.organ_rule_found
    assert selection.organ_rule_not_shown == ""
    assert chosen(make_frame(populations=(A,)), USUAL[0]).organ_rule_found


def test_a_prohibition_keeps_rules_of_the_same_band_in_sight_and_usual_doses_out():
    frame = make_frame(populations=(A, RENAL), renal=clcr(5))
    selection = chosen(
        frame,
        USUAL[0],
        (("Suy thận",), "Clcr < 10 ml/phút: Không dùng."),
        (("Suy thận",), "Clcr dưới 30 ml/phút: 50 mg/lần."),
    )
    assert selection.forbids
    assert answers(selection) == ["Clcr < 10 ml/phút: Không dùng."]
    assert beside(selection) == ["Clcr dưới 30 ml/phút: 50 mg/lần."]


def test_the_elderly_without_a_dose_of_their_own_are_shown_the_adults():
    selection = chosen(make_frame(populations=(E,), age_months=900), (("Người lớn",), "500 mg/lần."))
    assert answers(selection) == ["500 mg/lần."]


def test_a_block_for_what_was_said_of_the_patient_comes_first():
    frame = make_frame(populations=(A,), comorbidities=(Finding("hen", True),))
    selection = chosen(frame, (("Người lớn",), "500 mg/lần."), (("Người lớn",), "Người bệnh hen: Khởi đầu thật thấp."))
    assert answers(selection) == ["Người bệnh hen: Khởi đầu thật thấp.", "500 mg/lần."]
    absent = make_frame(populations=(A,), comorbidities=(Finding("hen", False),))
    without = chosen(absent, (("Người lớn",), "500 mg/lần."), (("Người lớn",), "Người bệnh hen: Khởi đầu thật thấp."))
    assert answers(without) == ["500 mg/lần."]


def test_a_value_on_an_open_end_is_told():
    frame = make_frame(populations=(A,), weight_kg=50)
    assert chosen(frame, (("Người lớn",), "Người lớn trên 50 kg: 1 g/lần.")).on_edge
    assert not chosen(frame, (("Người lớn",), "Người lớn từ 50 kg trở lên: 1 g/lần.")).on_edge
    assert not chosen(frame, (("Người lớn",), "1 g/lần.")).on_edge


def test_a_touching_open_end_yields_only_to_a_neighbour_under_the_same_heading():
    frame = make_frame(populations=(C,), age_months=14, weight_kg=10)
    apart = chosen(
        frame, (("Trẻ em", "Viêm họng"), "Trẻ em dưới 10 kg: 5 mg."), (("Trẻ em",), "Trẻ em 10 - 20 kg: 10 mg.")
    )
    assert len(answers(apart)) == 2


# --- ways to choose from -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocks", "ways"),
    [
        pytest.param(((("Người lớn", "Uống"), "1 g."), (("Người lớn", "Tiêm bắp"), "2 g.")), {ORAL, IM}, id="hai đường"),
        pytest.param(((("Người lớn", "Uống"), "1 g."), (("Người lớn", "Uống"), "2 g.")), set(), id="một đường"),
        pytest.param(((("Người lớn", "Uống"), "1 g."), (("Người lớn", "Uống, tiêm bắp"), "2 g.")), set(), id="một đường cho cả hai"),
        pytest.param(((("Người lớn",), "1 g."), (("Người lớn", "Tiêm bắp"), "2 g.")), {ORAL, IM}, id="không in đường là uống"),
        pytest.param(((("Người lớn", "Uống"), "1 g."), (("Tiêm bắp",), "2 g.")), set(), id="liều không của riêng ai"),
        pytest.param(((("Người lớn", "Uống"), "1 g."), (("Người lớn", "Tiêm bắp"), "Tối đa 2 g.")), set(), id="giới hạn không phải liều"),
    ],
)  # fmt: skip
def test_the_way_is_asked_about_where_no_one_way_serves_every_dose(blocks, ways):
    assert set(route_choices(chosen(make_frame(populations=(A,)), *blocks))) == ways


# --- held back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headings", "could"),
    [
        (("Người lớn", "Uống"), True), (("Trẻ em", "Uống"), False), (("Người lớn", "Tiêm bắp"), False), (("Uống",), True),
        (("Liều dùng",), True), ((), True),
    ],
)  # fmt: skip
def test_a_held_back_block_counts_where_its_headings_could_mean_the_patient(headings, could):
    held = make_passage("5 mg.", headings=headings, quarantine="x")
    selection = select(make_frame(populations=(A,), routes=(ORAL,)), (held,), oral_by_default=True)
    assert (bool(selection.held_back), bool(selection.held_elsewhere)) == (could, not could)
