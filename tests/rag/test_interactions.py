"""Pairs of drugs: both monographs are read, and silence is never safety."""

from rag.frames import Intent
from rag.interactions import compose_interaction, statements
from rag.outcomes import Outcome
from rag.ports import Ports
from rag.records import NoticeKind
from tests.factories import make_evidence, make_frame, make_passage
from tests.fakes import ListedNames, MemoryPassages

NAMES = ListedNames(warfarin="warfarin", coumarin="warfarin", ibuprofen="ibuprofen", metformin="metformin")
OF_IBUPROFEN = make_passage("Coumarin: Tăng nguy cơ chảy máu.", section="tuong_tac_thuoc", monograph="ibuprofen")
OF_WARFARIN = make_passage("Rượu: Thay đổi INR.", section="tuong_tac_thuoc", monograph="warfarin")
CONTRA = make_passage("Đang dùng warfarin.", section="chong_chi_dinh", monograph="ibuprofen")


def frame(*drugs, unknown=()):
    return make_frame(intent=Intent.INTERACTION, drugs=drugs, sections=("tuong_tac_thuoc",), unknown_drugs=unknown)


def ended(of, *passages):
    evidence = make_evidence(*passages)
    return compose_interaction(of, evidence, Ports(NAMES, MemoryPassages(*passages)))


def test_a_statement_in_either_monograph_is_found_by_name_or_by_group():
    found = statements(frame("warfarin", "ibuprofen"), make_evidence(OF_WARFARIN, OF_IBUPROFEN), NAMES)
    assert [c.text for c in found.claims] == ["Coumarin: Tăng nguy cơ chảy máu."]
    assert found.silent_pairs == ()


def test_a_contraindication_counts_as_a_statement():
    found = statements(frame("ibuprofen", "warfarin"), make_evidence(CONTRA), NAMES)
    assert [c.text for c in found.claims] == ["Đang dùng warfarin."]


def test_a_pair_of_which_nothing_is_said_is_named_and_not_called_safe():
    composed = ended(frame("warfarin", "metformin"), OF_WARFARIN)
    assert composed.outcome is Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE
    assert "KHÔNG có nghĩa là an toàn" in composed.message
    assert {n.kind for n in composed.notices} == {NoticeKind.NOT_A_SAFETY_STATEMENT}


def test_of_three_drugs_the_silent_pairs_are_named_beside_the_found_one():
    composed = ended(frame("warfarin", "ibuprofen", "metformin"), OF_IBUPROFEN, OF_WARFARIN)
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert "Warfarin với Metformin" in composed.message
    assert "Ibuprofen với Metformin" in composed.message


def test_a_drug_that_the_edition_lacks_is_named_back_and_looked_for_by_its_typed_name():
    said = make_passage("Rivaroxaban: Không phối hợp.", section="tuong_tac_thuoc", monograph="ibuprofen")
    composed = ended(frame("ibuprofen", unknown=("rivaroxaban",)), said)
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert "«rivaroxaban»" in composed.message


def test_a_held_back_interaction_section_is_never_silently_dropped():
    held = make_passage("Bảng.", section="tuong_tac_thuoc", monograph="warfarin", quarantine="lệch cột")
    assert ended(frame("warfarin", "ibuprofen"), OF_IBUPROFEN, held).outcome is Outcome.VERIFY_PDF_QUARANTINED
