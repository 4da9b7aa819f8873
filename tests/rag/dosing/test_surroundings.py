"""A block whose heading hangs in the block before it, or may be held back with it, gives no rule."""

import pytest

from rag.dosing.grammar import propose
from rag.dosing.surroundings import AT_END, HELD, INSIDE, without_heading
from rag.frames import Route
from tests.factories import make_passage
from tests.rag.dosing.notation import fields
from tests.rag.dosing.reading import rules_of

DOSE = "Trẻ em 6 - 12 tuổi: 20 mg/kg/lần, 3 lần/ngày."
PLAIN = "Trẻ em cân nặng 10 - 50 kg: 15 mg/kg/lần, cách 6 giờ/lần."


def blocks(*texts, headings=(), then=None, **first):
    """The first block with `first`, the others plain; the last under `then`, when it has headings of its own."""
    found = [make_passage(t, headings=headings, ordinal=i, **(first if i == 0 else {})) for i, t in enumerate(texts)]
    if then is not None:
        found[-1] = make_passage(texts[-1], headings=then, ordinal=len(texts) - 1)
    return found


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (f"{PLAIN} Đau sau phẫu thuật:", AT_END),
        ("Liều duy trì 80 mg/ngày. Bệnh Kawasaki:", AT_END),
        ("Trẻ sơ sinh: 2 mg/kg, ngày 2 lần. Dự phòng huyết khối: Trẻ sơ sinh: 1 mg/kg, ngày 2 lần.", INSIDE),
    ],
)
def test_a_dose_behind_a_heading_that_hangs_in_the_block_before_gives_no_rule(before, why):
    found = blocks(before, DOSE)
    assert without_heading(found) == {found[1].id: why}
    assert [r.reason for r in propose(found).refused if r.passage == found[1].id] == [why]
    assert all(rule.quote != DOSE for rule in propose(found).rules)
    assert propose(found).beside_held == ()


def test_every_block_behind_such_a_heading_is_left_out_until_another_heading_comes():
    found = blocks("Liều 80 mg/ngày. Bệnh Kawasaki:", DOSE, PLAIN, DOSE, then=("Sốt",))
    assert set(without_heading(found)) == {found[1].id, found[2].id}


@pytest.mark.parametrize(
    "before",
    [
        PLAIN, "Liều tính như sau:", "Uống với nước. Liều như sau:", "Uống với nước. Các liều sau:", "Uống với nước. Dùng liều sau đây:",
        "Uống với nước. Xem liều dưới đây:", "Uống với nước. Liều tính theo:", "Cách dùng: Uống.",
    ],
)  # fmt: skip
def test_words_that_only_introduce_the_doses_take_no_heading(before):
    assert without_heading(blocks(before, DOSE)) == {}


def test_a_block_that_names_its_own_purpose_needs_no_other_heading():
    found = blocks("Liều 80 mg/ngày. Bệnh Kawasaki:", "Đau sau mổ: 20 mg/lần, 3 lần/ngày.", headings=("Đau sau mổ",))
    assert without_heading(found) == {}


def test_a_dose_behind_a_block_that_is_held_back_gives_no_new_rule():
    found = blocks("Dihydrotachysterol. Người lớn: l liều", DOSE, quarantine="chữ ở chỗ của số")
    proposals = propose(found)
    assert without_heading(found) == {found[1].id: HELD}
    assert proposals.rules == ()
    assert [rule.quote for rule in proposals.beside_held] == [DOSE]


def test_another_monograph_takes_no_heading_over():
    first = make_passage("Liều 80 mg/ngày. Bệnh Kawasaki:", monograph="aspirin")
    assert without_heading([first, make_passage(DOSE, monograph="ibuprofen", ordinal=1)]) == {}


@pytest.mark.parametrize("sentence", ["Tối đa 10 mg/lần.", "Không quá 30 mg/ngày.", "Tối đa 4 lần/24 giờ."])
def test_a_maximum_behind_a_dose_that_was_not_read_is_no_limit_of_others(sentence):
    assert rules_of("Morphin", f"Người lớn: 0,1 mg/kg tiêm dưới da. {sentence}") == ()


def test_a_maximum_of_its_own_patient_stays_a_limit():
    rules = rules_of("Morphin", "Người lớn: 0,1 mg/kg tiêm dưới da. Người bệnh suy gan: Tối đa 10 mg/lần.")
    assert [rule.amount for rule in rules] == [None]


@pytest.mark.parametrize("opening", ["Nếu cần, dùng liều", "Khi cần, dùng", "Nếu thật cần, uống"])
def test_what_a_dose_may_become_is_no_rule_of_its_own(opening):
    assert rules_of("Metformin", f"{opening} 2 500 mg/ngày, chia 3 lần.") == ()


@pytest.mark.parametrize(
    ("said", "hours"), [("4 giờ một lần", "4 giờ"), ("4 - 6 giờ một lần", "4-6 giờ"), ("cứ 8 giờ một lần", "8 giờ")]
)
def test_an_interval_may_stand_without_a_word_before_it(said, hours):
    (rule,) = rules_of("X", f"Người lớn: 0,5 - 1 g/lần, {said}; tối đa 4 g/ngày.")
    assert fields(rule)["cách"] == hours


def test_ways_that_the_sentence_names_are_narrower_than_any_injection():
    (rule,) = rules_of("Morphin", "Đau (tiêm cách quãng): 5 - 10 mg tiêm bắp hoặc dưới da, cách 4 giờ/lần.")
    assert rule.routes == (Route.IM, Route.SC)
