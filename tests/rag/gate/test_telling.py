"""What a draft leaves out of the spans that it was written from."""

import pytest

from rag.claims import Draft
from rag.gate.deciding import check_draft
from rag.gate.telling import is_left_out
from rag.gate.verdicts import Decision
from tests.factories import make_evidence, make_frame, make_passage, quote
from tests.fakes import ListedNames

NAMES = ListedNames(metformin="metformin")
CONTRA, CARE, DOSE, USE = "chong_chi_dinh", "than_trong", "lieu_luong_va_cach_dung", "chi_dinh"


def left_out(printed: str, section: str, *claims: str) -> bool:
    """Is the printed block left out of a draft of these claims, each of which cites it?"""
    passage = make_passage(printed, section=section, monograph="metformin")
    evidence = make_evidence(passage)
    draft = Draft(tuple(quote(passage, text=text) for text in claims))
    report = check_draft(draft, evidence, make_frame(drugs=("metformin",)), NAMES)
    assert not claims or report.decision is Decision.PASS, report.findings
    return is_left_out(quote(passage), evidence, NAMES, report.told)


@pytest.mark.parametrize(
    ("printed", "section", "claims"),
    [
        pytest.param("Suy thận nặng.", CONTRA, [], id="nothing is told"),
        pytest.param("Suy thận nặng. Suy gan nặng.", CONTRA, ["Chống chỉ định khi suy thận nặng."], id="one of two prohibitions"),
        pytest.param("Suy thận nặng, suy gan nặng.", CONTRA, ["Chống chỉ định khi suy thận nặng."], id="one of two in a sentence"),
        pytest.param("Người cao tuổi. Người nghiện rượu.", CARE, ["Thận trọng ở người cao tuổi."], id="one of two precautions"),
        pytest.param("Người lớn: Uống 500 mg/lần. Tối đa 2 g/ngày.", DOSE, ["Người lớn: uống 500 mg/lần."], id="the maximum behind a full stop"),
        pytest.param("Người lớn: Uống 500 mg/lần. Không dùng quá 7 ngày.", DOSE, ["Người lớn: uống 500 mg/lần."], id="what must not be done"),
        pytest.param("Người lớn: Uống 500 mg/lần. Giảm nửa liều khi có phù.", DOSE, ["Người lớn: uống 500 mg/lần."], id="when the dose is lower"),
    ],
)  # fmt: skip
def test_what_may_not_be_lost_is_left_out(printed, section, claims):
    assert left_out(printed, section, *claims)


@pytest.mark.parametrize(
    ("printed", "section", "claims"),
    [
        pytest.param("Suy thận nặng. Suy gan nặng.", CONTRA, ["Chống chỉ định khi suy thận nặng.", "Chống chỉ định khi suy gan nặng."], id="both"),
        pytest.param("Suy thận nặng. Suy gan nặng.", CONTRA, ["Suy thận nặng. Suy gan nặng."], id="word for word"),
        pytest.param("Suy thận nặng, suy gan nặng.", CONTRA, ["Chống chỉ định khi suy thận nặng, suy gan nặng."], id="both in a sentence"),
        pytest.param("Người lớn: Uống 500 mg/lần. Tối đa 2 g/ngày.", DOSE, ["Người lớn: uống 500 mg/lần. Tối đa 2 g/ngày."], id="with its maximum"),
        pytest.param("Người lớn: Uống 500 mg/lần. Uống trong bữa ăn.", DOSE, ["Người lớn: uống 500 mg/lần."], id="what decides nothing"),
        pytest.param("Đau đầu. Sốt.", USE, ["Chỉ định: đau đầu."], id="one of two uses"),
    ],
)  # fmt: skip
def test_what_was_told_or_decides_nothing_is_not(printed, section, claims):
    assert not left_out(printed, section, *claims)


def test_what_no_claim_cites_is_left_out_whatever_else_is_told():
    one, other = (
        make_passage(text, section=USE, monograph="metformin", ordinal=i) for i, text in enumerate(["Đau đầu.", "Sốt."])
    )
    evidence = make_evidence(one, other)
    report = check_draft(Draft((quote(one),)), evidence, make_frame(drugs=("metformin",)), NAMES)
    assert [is_left_out(quote(p), evidence, NAMES, report.told) for p in (one, other)] == [False, True]
