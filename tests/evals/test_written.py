"""What a model wrote is read: a corrupted answer is scored wrong, whatever the gate said of it."""

from typing import Any

import pytest

from rag.evals import report, scorers
from rag.evals.replies import Reply
from rag.evals.runner import score_turn
from rag.evals.written import foreign_numbers
from tests.evals.turns import DOSING, SHELF, case, claim, scene, turn

PRINTED = "Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ, tối đa 4 g/ngày, ngày hai lần. Trẻ em: 10 - 15 mg/kg/lần."


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        (PRINTED, ()),
        ("Người lớn dùng 500 mg đến 1 g mỗi lần, tối đa 4000 mg mỗi ngày.", ()),
        ("Ngày 2 lần, mỗi lần cách nhau từ 4 đến 6 giờ.", ()),
        ("Trẻ em: mỗi lần 15 mg/kg.", ()),
        ("Không nêu con số nào.", ()),
        ("Tối đa 40 g/ngày.", ("40 g/ngày",)),
        ("Mỗi lần 500 microgam.", ("500 microgam",)),
        ("Trẻ em: mỗi lần 15 mg.", ("15 mg",)),
        ("Người lớn: 1 g/kg.", ("1 g/kg",)),
        ("Mỗi lần 4 giờ, ngày 3 lần.", ("3 lần",)),
        ("Dùng trong 7 ngày.", ("7 ngày",)),
        ("Liều thứ 8.", ("8",)),
    ],
)
def test_a_number_stands_in_the_print_with_its_unit_or_is_foreign(text: str, foreign: tuple[str, ...]):
    assert foreign_numbers(text, [PRINTED]) == foreign


@pytest.mark.parametrize(
    ("text", "printed", "stands"),
    [
        ("2 lần", "ngày hai lần", True),
        ("2 LẦN", "ngày Hai lần", True),
        ("1 tuần", "trong một tuần", True),
        ("Chọn 1 trong các cách", "một trong các cách", True),
        ("1 g", "một liều duy nhất", False),
        ("6 giờ", "sau khi ăn", False),
        ("6 giờ", "sau giờ ăn", False),
        ("5 g", "trong năm đầu", False),
        ("3 viên", "hai viên", False),
    ],
)
def test_a_number_in_words_stands_for_its_digits_with_the_unit_behind_it(text: str, printed: str, stands: bool):
    assert (foreign_numbers(text, [printed]) == ()) is stands


def test_without_print_every_number_is_foreign():
    assert foreign_numbers("4 g/ngày", []) == ("4 g/ngày",)


def wrote(text: str, *, cites: str = "paracetamol", section: str = DOSING, **block: Any) -> dict[str, Any]:
    """A claim in a model's words, with the quotation that it cites."""
    return claim(cites, section, quote=PRINTED, **block) | {"text": text}


def points(expected: dict[str, Any], *claims: dict[str, Any], outcome: str = "answered/verified") -> float | None:
    score = scorers.written(scene(expected, turn(outcome, drugs=("paracetamol",), claims=claims)))
    return None if score is None else score.points


WANTED = {"drugs": ["Paracetamol"], "sections": [DOSING]}


@pytest.mark.parametrize(
    ("claims", "given"),
    [
        pytest.param((wrote("Người lớn: 500 mg đến 1 g/lần."),), 1, id="faithful"),
        pytest.param((wrote("Người lớn: 500 mg/lần."), wrote("Tối đa 400 g/ngày.")), 0, id="a number in one of two"),
        pytest.param((wrote("Người lớn: 500 microgam/lần."),), 0, id="another unit"),
        pytest.param((wrote("Người lớn: 1 g/kg/lần."),), 0, id="per kilogram added"),
        pytest.param((wrote("Có 12 người.", headings=["Ở 12 người"]),), 1, id="in a printed heading"),
        pytest.param((wrote("Người lớn: 1 g/lần.", cites="ibuprofen"),), 0, id="the wanted drug is not cited"),
        pytest.param((wrote("Người lớn: 1 g/lần.", section="chi_dinh"),), 0, id="nor in the wanted section"),
        pytest.param(
            (wrote("Người lớn: 1 g/lần.", section="chi_dinh"), wrote("1 g/lần.", cites="ibuprofen")),
            0,
            id="the drug in one place and the section in another",
        ),
        pytest.param((wrote("Người lớn: 1 g/lần."), wrote("Trẻ em.") | {"citations": []}), 0, id="no citation"),
        pytest.param((), 0, id="no claim"),
    ],
)
def test_a_written_answer_is_right_when_its_print_says_it(claims: tuple[dict[str, Any], ...], given: int):
    assert points(WANTED, *claims) == given


@pytest.mark.parametrize("outcome", ["answered/verbatim", "answered/candidate_list", "abstain/ungrounded"])
def test_what_no_model_wrote_is_not_scored(outcome: str):
    assert points(WANTED, wrote("Tối đa 400 g/ngày."), outcome=outcome) is None


def test_a_drug_that_the_edition_lacks_need_not_be_cited():
    assert points({"drugs": ["Paracetamol", "Cefuroxim"]}, wrote("1 g/lần.")) == 1


def test_every_wanted_drug_is_to_be_cited():
    assert points({"drugs": ["Paracetamol", "Ibuprofen"]}, wrote("1 g/lần.")) == 0


def test_a_case_that_wants_no_drug_has_its_numbers_read_alone():
    assert (points({}, wrote("1 g/lần.")), points({}, wrote("10 g/lần."))) == (1, 0)


def test_a_corrupted_answer_makes_its_turn_wrong_and_says_why():
    asked = case({"outcome": "answered"} | WANTED)
    good, bad = (
        score_turn(asked, 1, Reply.of(turn("answered/verified", drugs=("paracetamol",), claims=(made,))), shelf=SHELF)
        for made in (wrote("Tối đa 4 g/ngày."), wrote("Tối đa 40 g/ngày."))
    )
    assert (good.is_right, bad.is_right) == (True, False)
    told = report.as_dict([good, bad], about={})
    assert told["written"] == {"right": 1, "of": 2}
    assert (told["right"], told["turns"]) == (1, 2)
    assert told["failures"][0]["wrong"] == ["written"]
    assert "40 g/ngày" in told["failures"][0]["why"]
