"""Evidence: the passages of a turn, by drug and by section."""

import pytest

from tests.factories import make_evidence, make_passage

DOSE, CONTRA = "lieu_luong_va_cach_dung", "chong_chi_dinh"
WARFARIN_DOSE = make_passage("5 mg mỗi ngày.", monograph="warfarin", section=DOSE)
ASPIRIN = make_passage("Loét dạ dày.", monograph="aspirin", section=CONTRA)
WARFARIN_CONTRA = make_passage("Xuất huyết.", monograph="warfarin", section=CONTRA)
EVIDENCE = make_evidence(WARFARIN_DOSE, ASPIRIN, WARFARIN_CONTRA)


@pytest.mark.parametrize(
    ("monograph", "section", "found"),
    [
        ("warfarin", None, (WARFARIN_DOSE, WARFARIN_CONTRA)),
        ("warfarin", CONTRA, (WARFARIN_CONTRA,)),
        (None, CONTRA, (ASPIRIN, WARFARIN_CONTRA)),
        (None, None, (WARFARIN_DOSE, ASPIRIN, WARFARIN_CONTRA)),
        ("aspirin", DOSE, ()),
        ("digoxin", None, ()),
    ],
)
def test_passages_are_found_by_drug_and_section_in_their_order(monograph, section, found):
    assert EVIDENCE.of(monograph, section) == found


def test_evidence_is_equal_to_evidence_of_the_same_passages():
    assert make_evidence(ASPIRIN) == make_evidence(ASPIRIN) != make_evidence(WARFARIN_CONTRA)
