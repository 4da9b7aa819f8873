"""No usual dose where the patient's very impairment is contraindicated; what is printed for it still is."""

import pytest

from rag.outcomes import Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import TurnRequest
from tests.factories import make_passage, make_passages
from tests.fakes import ListedNames, MemoryPassages

CONTRA = "chong_chi_dinh"
USUAL = make_passage("Người lớn: 500 mg/lần.", headings=("Người lớn", "Uống"))
REDUCED = make_passage("Người bệnh suy thận: 250 mg/lần.", headings=("Suy thận",), ordinal=1)
FORMS = make_passage("Viên nén 500 mg.", section="dang_thuoc_va_ham_luong")


def ask(question, *passages):
    ports = Ports(ListedNames(paracetamol="paracetamol"), MemoryPassages(*passages))
    return run_turn(TurnRequest(question), ports)


def texts(record):
    return [c.text for c in record.claims]


@pytest.mark.parametrize(
    ("printed", "patient", "usual_dose"),
    [
        ("Suy gan.", "suy gan", False),
        ("Suy gan.", "suy gan nặng", False),
        ("Suy gan nặng.", "suy gan nặng", False),
        ("Suy gan nặng.", "suy gan Child-Pugh C", False),
        # Not said how ill, or another organ: the contraindication is shown, and the prescriber sees the dose.
        ("Suy gan nặng.", "suy gan", True),
        ("Suy gan nặng.", "suy thận nặng", True),
        ("Suy gan tiến triển do rượu.", "suy gan", True),
        ("Suy thận (Clcr dưới 30 ml/phút).", "suy thận Clcr 20", False),
        ("Suy thận (Clcr dưới 30 ml/phút).", "suy thận Clcr 45", True),
    ],
)
def test_the_usual_dose_is_held_back_where_the_impairment_is_contraindicated(printed, patient, usual_dose):
    record = ask(f"liều paracetamol uống cho người {patient}", make_passage(printed, section=CONTRA), USUAL, FORMS)
    assert (USUAL.text in texts(record)) is usual_dose


def test_what_is_printed_for_the_impairment_itself_is_still_shown_after_the_contraindication():
    contra = make_passage("Suy thận nặng.", section=CONTRA)
    record = ask("liều paracetamol uống cho người suy thận nặng", contra, USUAL, REDUCED, FORMS)
    assert texts(record) == [contra.text, REDUCED.text]
    assert "Sách in điều không dùng cho trường hợp này" in record.message


def test_the_indication_is_asked_when_only_warnings_were_found():
    by_indication = make_passages(
        (("Người lớn", "Đau", "Uống"), "Người lớn: 400 mg/lần."),
        (("Người lớn", "Sốt", "Uống"), "Người lớn: 200 mg/lần."),
    )
    warning = make_passage("Thận trọng ở người bệnh dạ dày.", section="than_trong")
    record = ask("paracetamol uống liều người lớn bị bệnh dạ dày", *by_indication, warning, FORMS)
    assert record.outcome in (Outcome.CLARIFY_INDICATION, Outcome.CLARIFY_AMBIGUOUS_INDICATION)
