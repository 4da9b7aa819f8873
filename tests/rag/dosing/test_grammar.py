"""What the grammar reads, and what it leaves to a person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.dosing.rules import Basis, Per
from rag.dosing.units import Measure, Unit
from rag.frames import Population
from tests.rag.dosing.notation import fields
from tests.rag.dosing.reading import rules_of


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("15 mg/kg/ngày, chia 3 lần", "15 mg/kg/ngày"),
        ("15 mg/kg/24 giờ, chia 3 lần", "15 mg/kg/ngày"),
        ("15 mg/kg/lần, 3 lần/ngày", "15 mg/kg/lần"),
        ("15 mg/kg x 3 - 4 lần/ngày", "15 mg/kg/lần"),
        ("15 mg/kg thể trọng, ngày 2 lần", "15 mg/kg/lần"),
        ("Mỗi ngày dùng 50 - 180 mg/kg", "50 mg-180 mg/kg/ngày"),
        ("300mg/lần, 2 lần/ngày", "300 mg/lần"),
        ("1 500 000 đvqt/ngày, chia 4 lần", "1 500 000 đvqt/ngày"),
        ("250 – 500 mg, cách 8 giờ/lần", "250 mg-500 mg/lần"),
        ("500 mg - 1 g/lần, 2 lần/ngày", "500 mg-1 g/lần"),
        ("0,1 -0,25 mg/lần, 2 lần/ngày", "0,1 mg-0,25 mg/lần"),
        ("Một liều duy nhất 125 mg", "125 mg/liều duy nhất"),
        ("10 mg/m2, mỗi tuần một lần", "10 mg/m2/lần"),
    ],
)
def test_the_forms_of_an_amount_are_read(text, dose):
    (rule,) = rules_of("X", f"Trẻ em: {text}.")
    assert fields(rule)["liều"] == dose


@pytest.mark.parametrize(
    "text",
    [
        "15 mg/kg/ngày/lần",
        "Từ 100 mg đến 150 mg/kg/ngày, chia 2 lần",
        "5 - 20 mg",
        "2.500 mg/ngày, chia 2 lần",
        "25 mg/kg/lần, 2 lần/ngày; nếu nặng thì gấp đôi liều",
        "1/2 liều người lớn, 3 lần/ngày",
        "250 mg/lần, 2 lần/ngày, sau đó giảm còn một nửa",
        "40 mg/kg amoxicilin/ngày và 6,4 mg/kg acid clavulanic/ngày, chia 2 lần",
        "150 mg/kg pha trong 200 ml glucose 5%, truyền trong 1 giờ",
        "Ngày đầu 400 mg/lần, 1 lần/ngày; những ngày sau 200 mg/lần, 1 lần/ngày",
        "20 mg/lần, cách 2 giờ/lần khi thức",
        "30 mg/lần, 5 lần/ngày, cách 6 giờ/lần",
        "30 mg/lần, 5 lần/ngày, cách 5 giờ/lần",
        "30 mg/lần, cách 6 giờ/lần, cách 8 giờ/lần",
        "30 mg/lần, cách 6 giờ/lần, có thể nhắc lại sau 4 giờ",
        "30 mg/lần, cách 8 - 6 giờ/lần",
        "30 mg/lần, cách 0 giờ/lần",
        "30 mg/lần, 4 - 2 lần/ngày",
        "30 mg/lần, 2 lần/ngày, 3 lần/ngày",
        "600 mg/ngày, 2 lần/ngày",
        "300 mg/lần, chia 3 lần",
        "5 mg/lần hoặc 10 mg/lần, 2 lần/ngày",
        "Liều > 6 mg/ngày phải chia 2 lần/ngày",
        "0,5 ml/kg dung dịch 10%, 2 lần/ngày",
        "75 mg/kg; tối đa 2 g, 1 lần/ngày",
        "tối đa 2 g, 1 lần/ngày, 75 mg/kg",
        "100 mg/ngày; nếu cần, tăng tới 150 mg/ngày, chia 2 lần",
        "Dùng acid folinic 15 mg/lần, cách 6 giờ/lần",
    ],
)
def test_what_is_not_understood_in_full_gives_no_rule(text):
    assert rules_of("X", f"Trẻ em: {text}.") == ()


@pytest.mark.parametrize(
    ("text", "caps"),
    [
        ("15 mg/kg/lần, 4 lần/ngày; tối đa 60 mg/kg/24 giờ", "60 mg/kg/ngày"),
        ("15 mg/kg/lần (tối đa 1 g), 4 lần/ngày; không quá 4 g/ngày", "1 g/lần, 4 g/ngày"),
        ("15 mg/kg/ngày, chia 2 lần; tối đa 15 mg/kg/ngày và 1,5 g/ngày", "15 mg/kg/ngày, 1,5 g/ngày"),
        ("15 mg/kg/lần, tối đa 500 mg, 1 lần/ngày", "500 mg/lần"),
        ("15 mg/kg/ngày; liều tối đa khuyến cáo là 2,4 g/ngày", "2,4 g/ngày"),
    ],
)
def test_every_maximum_keeps_its_unit_and_base(text, caps):
    (rule,) = rules_of("X", f"Trẻ em: {text}.")
    assert fields(rule)["tối đa"] == caps


@pytest.mark.parametrize(
    ("limit", "field", "value"),
    [
        ("Tối đa 60 mg/ngày", "tối đa", "60 mg/ngày"), ("Không quá 60 mg/ngày", "tối đa", "60 mg/ngày"),
        ("Tối đa 4 lần/ngày", "tối đa số lần", "4"), ("Không quá 4 lần/24 giờ", "tối đa số lần", "4"),
    ],
)  # fmt: skip
def test_a_sentence_that_only_limits_holds_for_the_doses_above_it(limit, field, value):
    rules = rules_of("X", f"Người lớn: 15 mg/lần, cách 4 giờ/lần. Trẻ em: 5 mg/lần, cách 4 giờ/lần. {limit}.")
    assert [fields(rule)[field] for rule in rules] == [value, value]


@pytest.mark.parametrize(
    "words", ["Tối đa", "Không quá", "Không vượt quá", "Không được quá", "Không được vượt quá", "Liều dùng tối đa là"]
)
def test_a_maximum_that_was_not_understood_leaves_no_dose_above_it(words):
    doses = "Người lớn: 15 mg/lần, cách 4 giờ/lần."
    assert rules_of("X", f"{doses} {words} 2.500 mg/ngày, 15 mg/lần.") == ()
    assert len(rules_of("X", f"{doses} Thường dùng 2.500 mg/ngày, 15 mg/lần.")) == 1


def test_a_minimum_is_no_maximum():
    (rule,) = rules_of("X", "Trẻ em: 10 mg/kg/lần, 3 lần/ngày; tối thiểu 37,5 mg/lần.")
    assert rule.caps == ()
    assert rule.minimum is not None
    assert rule.minimum.high == Measure.of("37.5", Unit.MG)


@pytest.mark.parametrize(
    ("often", "basis"), [("", Basis.SINGLE), (", 2 lần/ngày", Basis.DOSE), (", cách 6 giờ/lần", Basis.DOSE)]
)
def test_a_loading_dose_that_is_given_several_times_is_no_single_dose(often, basis):
    (rule,) = rules_of("X", f"Người lớn: Liều nạp 15 mg/kg{often}.")
    assert rule.amount is not None
    assert rule.amount.basis is basis


def test_alternatives_are_rules_of_their_own():
    first, second = rules_of("X", "Người lớn: 250 mg/lần, cách 8 giờ/lần, hoặc 500 mg/lần, cách 12 giờ/lần.")
    assert (first.alternative, second.alternative) == (0, 1)
    assert fields(second)["cách"] == "12 giờ"


def test_steps_are_rules_of_their_own_and_share_the_maximum():
    first, then = rules_of(
        "X", "Trẻ em: Liều đầu 30 mg/kg một lần; sau đó 15 mg/kg/lần, cách 6 giờ/lần; tối đa 90 mg/kg/ngày."
    )
    assert first.amount is not None
    assert first.amount.basis is Basis.SINGLE
    assert then.phase == "sau đó"
    assert [fields(r)["tối đa"] for r in (first, then)] == ["90 mg/kg/ngày"] * 2


def test_a_group_that_lost_its_number_gives_no_rule():
    assert rules_of("X", "Trẻ trên tháng tuổi: 20 - 40 mg/kg/ngày, chia 3 - 4 lần.") == ()


def test_a_way_that_is_not_the_one_of_the_heading_gives_no_rule():
    assert rules_of("X", "Người lớn: Uống 0,5 mg/ngày.", headings=["Tiêm tĩnh mạch"]) == ()


def test_a_sentence_that_only_limits_is_a_limit():
    (rule,) = rules_of("X", "Người bệnh suy gan nặng: Tối đa 20 mg/ngày.")
    assert rule.amount is None
    assert rule.populations == (Population.HEPATIC,)


def test_every_field_names_the_characters_that_print_it():
    (rule,) = rules_of("X", "Trẻ em 2 - 6 tuổi: 10 mg/kg/lần, 3 lần/ngày; tối đa 600 mg/ngày.")
    text = rule.quote
    assert rule.amount is not None
    assert rule.times is not None
    spans = [rule.amount.span, rule.times.span, rule.caps[0].span]
    assert [text[s.start : s.end] for s in spans] == ["10 mg/kg/lần", "3 lần/ngày", "600 mg/ngày"]


@given(
    low=st.integers(1, 400),
    more=st.integers(0, 400),
    unit=st.sampled_from(["mg", "g", "microgam", "đvqt", "mEq", "mmol"]),
    per=st.sampled_from(["", "/kg", "/m2"]),
    times=st.integers(1, 6),
)
def test_what_is_printed_by_the_rules_of_the_book_is_read_back(low, more, unit, per, times):
    amount = f"{low} {unit}" if more == 0 else f"{low} - {low + more} {unit}"
    (rule,) = rules_of("X", f"Trẻ em: {amount}{per}/lần, {times} lần/ngày.")
    assert rule.amount is not None
    assert rule.amount.low == Measure.of(low, Unit(unit))
    assert rule.amount.high == Measure.of(low + more, Unit(unit))
    assert rule.amount.per is {"": Per.FIXED, "/kg": Per.KG, "/m2": Per.M2}[per]
    assert rule.times is not None
    assert rule.times.high == times
