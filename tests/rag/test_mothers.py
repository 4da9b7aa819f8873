"""Pregnancy by thirds: what forbids most first, another third marked as such, nothing dropped and nothing mixed up."""

import pytest

from rag.claims import ClaimRole
from rag.outcomes import Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import TurnRequest
from tests.factories import make_passage, make_passages
from tests.fakes import ListedNames, MemoryPassages

PREGNANCY, CONTRA = "thoi_ky_mang_thai", "chong_chi_dinh"
GENERAL = "Chỉ dùng khi thật cần thiết."
LATE = "Không được dùng trong 3 tháng cuối của thai kỳ."
EARLY = "Dùng trong 3 tháng đầu có thể gây dị tật."
SECTION = make_passages(((), GENERAL), ((), LATE), ((), EARLY), section=PREGNANCY)
LATE_CONTRA = make_passage("Ba tháng cuối của thai kỳ.", section=CONTRA)
DOSE = make_passage("Người lớn: 500 mg/lần.", headings=("Người lớn", "Uống"))
FORMS = make_passage("Viên nén 500 mg.", section="dang_thuoc_va_ham_luong")
BOOK = (*SECTION, LATE_CONTRA, DOSE, FORMS)


def ask(question, *passages):
    ports = Ports(ListedNames(paracetamol="paracetamol"), MemoryPassages(*(passages or BOOK)))
    return run_turn(TurnRequest(question), ports)


def texts(record, *roles):
    return [c.text for c in record.claims if not roles or c.role in roles]


@pytest.mark.parametrize(
    ("third", "first", "elsewhere"),
    [
        ("3 tháng cuối", [LATE_CONTRA.text, LATE], [EARLY]),
        ("thai 33 tuần", [LATE_CONTRA.text, LATE], [EARLY]),
        ("3 tháng đầu", [EARLY, GENERAL], [LATE, LATE_CONTRA.text]),
        ("thai 8 tuần", [EARLY, GENERAL], [LATE, LATE_CONTRA.text]),
        ("3 tháng giữa", [GENERAL], [LATE, EARLY, LATE_CONTRA.text]),
        # Where the line is drawn differently, both thirds bear on her.
        ("thai 27 tuần", [LATE_CONTRA.text, LATE], [EARLY]),
        ("thai 13 tuần", [EARLY, GENERAL], [LATE, LATE_CONTRA.text]),
    ],
)
def test_the_strictest_that_bears_on_her_stands_first_and_another_third_is_marked(third, first, elsewhere):
    record = ask(f"paracetamol cho phụ nữ có thai {third} dùng được không")
    assert texts(record)[: len(first)] == first
    assert sorted(texts(record, ClaimRole.OTHER_THIRD)) == sorted(elsewhere)
    assert set(texts(record)) == {GENERAL, LATE, EARLY, LATE_CONTRA.text}  # nothing is dropped


def test_without_a_third_nothing_is_marked_and_prohibitions_stand_first():
    record = ask("paracetamol cho phụ nữ có thai dùng được không")
    assert texts(record, ClaimRole.OTHER_THIRD) == []
    assert texts(record)[0] == LATE_CONTRA.text
    assert set(texts(record)) == {GENERAL, LATE, EARLY, LATE_CONTRA.text}


def test_a_third_of_which_nothing_is_printed_is_said():
    record = ask("paracetamol cho phụ nữ có thai 3 tháng giữa dùng được không")
    assert "không nói riêng về 3 tháng giữa thai kỳ" in record.message


def test_a_prohibition_for_all_of_pregnancy_is_never_marked_as_of_another_third():
    whole = "Không dùng cho người mang thai, đặc biệt trong 3 tháng đầu."
    record = ask("paracetamol bà bầu 3 tháng cuối", make_passage(whole, section=PREGNANCY))
    assert texts(record, ClaimRole.ANSWER) == [whole]


@pytest.mark.parametrize(
    ("third", "dosed"),
    [("3 tháng cuối", False), ("thai 28 tuần", False), ("3 tháng đầu", True), ("thai 20 tuần", True), ("", True)],
)
def test_usual_doses_are_quoted_only_where_no_prohibition_bears_on_her(third, dosed):
    record = ask(f"liều paracetamol uống cho phụ nữ có thai {third}")
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert (DOSE.text in texts(record)) is dosed
    if dosed:  # never before what the book says of her state
        assert texts(record).index(DOSE.text) > texts(record).index(GENERAL)


@pytest.mark.parametrize(
    ("printed", "dosed"),
    [
        ("Không được dùng thuốc trong thời kỳ mang thai.", False),
        ("Phải tránh dùng cho người mang thai.", False),
        ("Phải ngừng dùng thuốc càng sớm càng tốt khi biết có thai.", False),
        ("Tránh dùng cho người mang thai, trừ khi thật cần thiết.", True),
        ("Chỉ dùng cho người mang thai khi lợi ích hơn nguy cơ.", True),
    ],
)
def test_a_plain_prohibition_in_the_section_on_pregnancy_holds_back_the_usual_dose(printed, dosed):
    record = ask("liều paracetamol uống cho bà bầu", make_passage(printed, section=PREGNANCY), DOSE, FORMS)
    assert texts(record)[0] == printed
    assert (DOSE.text in texts(record)) is dosed


def test_a_contraindication_that_names_the_patient_stands_before_the_dose():
    contra = make_passages(((), "Suy gan nặng."), ((), "Quá mẫn."), section=CONTRA)
    record = ask("paracetamol suy gan", *contra, DOSE, FORMS)
    assert texts(record)[0] == "Suy gan nặng."
