"""What is printed against the drug for the patient stands beside our own question, with its section and page."""

import pytest

from rag.outcomes import Kind, Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import NoticeKind, TurnRequest
from tests.factories import make_passage, make_passages
from tests.fakes import ListedNames, MemoryPassages

DOSES = make_passages(
    (("Người lớn", "Uống"), "Người lớn: 30 mg/lần."),
    (("Trẻ em", "Uống"), "Trẻ em 12 - 18 tuổi: 15 mg/lần."),
    (("Trẻ sơ sinh", "Tiêm tĩnh mạch"), "Trẻ sơ sinh: 20 mg/kg/ngày."),
    monograph="codein",
)
YOUNG = make_passage("Trẻ em dưới 12 tuổi.", section="chong_chi_dinh", monograph="codein")
JAUNDICE = make_passage("Trẻ sơ sinh bị tăng bilirubin huyết.", section="chong_chi_dinh", monograph="codein", ordinal=2)
DISCOURAGED = make_passage("Trẻ em: Không nên dùng để trị ho.", section="than_trong", monograph="codein")
WATCHED = make_passage("Trẻ em: Theo dõi nhịp thở.", section="than_trong", monograph="codein", ordinal=2)
IN_DOSING = make_passage("Trẻ em dưới 6 tuổi: Không dùng.", headings=("Trẻ em",), monograph="codein", ordinal=9)
NAMES = ListedNames(codein="codein")


def ask(question, *passages):
    return run_turn(TurnRequest(question, 1, ()), Ports(NAMES, MemoryPassages(*passages)))


def told(record):
    return " ".join(n.text for n in record.notices if n.kind is NoticeKind.STRICTER_ELSEWHERE)


def test_a_contraindication_stands_beside_the_question_for_the_weight():
    record = ask("codein cho trẻ 10 tuổi", *DOSES, YOUNG)
    assert record.outcome is Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT
    assert "«Trẻ em dưới 12 tuổi.» (Chống chỉ định, trang" in told(record)
    assert record.evidence.by_id(YOUNG.id) is not None


@pytest.mark.parametrize(
    ("question", "shown", "hidden"),
    [
        ("codein cho trẻ 14 tuổi", (), (YOUNG, JAUNDICE, IN_DOSING)),
        ("codein trẻ em", (YOUNG, DISCOURAGED, IN_DOSING), (JAUNDICE, WATCHED)),
        ("codein sơ sinh vàng da", (JAUNDICE,), (WATCHED,)),
        ("codein cho trẻ 4 tuổi", (YOUNG, DISCOURAGED, IN_DOSING), (WATCHED,)),
    ],
)
def test_only_what_may_hold_for_this_patient_and_says_no_is_quoted(question, shown, hidden):
    record = ask(question, *DOSES, YOUNG, JAUNDICE, DISCOURAGED, WATCHED, IN_DOSING)
    assert record.outcome.kind is Kind.CLARIFY
    assert all(passage.text in told(record) for passage in shown)
    assert not any(passage.text in told(record) for passage in hidden)


def test_nothing_is_said_where_nothing_is_printed_against_it():
    assert told(ask("codein cho trẻ 10 tuổi", *DOSES, WATCHED)) == ""


def test_a_sentence_that_is_held_back_is_not_quoted():
    held = make_passage("Trẻ em dưới 12 tuổi.", section="chong_chi_dinh", monograph="codein", quarantine="số trang")
    assert told(ask("codein cho trẻ 10 tuổi", *DOSES, held)) == ""


def test_a_caution_without_a_dose_of_its_own_stands_before_the_usual_doses():
    caution = make_passage("Người cao tuổi, suy gan: Dùng thận trọng.", section="than_trong", monograph="codein")
    record = ask("codein uống người cao tuổi suy gan", *DOSES, caution)
    assert record.claims[0].text == caution.text
