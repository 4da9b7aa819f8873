"""Pairs of drugs: both monographs are read, by name and by class, and silence is never safety."""

import pytest

from rag.claims import ClaimRole
from rag.frames import Intent
from rag.interactions import compose_interaction, statements, with_co_medications
from rag.outcomes import Outcome
from rag.ports import NameSpan, Ports
from rag.records import NoticeKind
from tests.factories import make_evidence, make_frame, make_passage
from tests.fakes import ListedNames, MemoryPassages

CLASSES = {
    "coumarin": ["warfarin", "acenocoumarol"],
    "corticoid": ["prednisolon"],
    "thuốc chống viêm không steroid": ["ibuprofen", "naproxen"],
    "quinolon": ["ciprofloxacin"],
    "penicilin": ["amoxicilin", "ampicilin"],
    "sulfonylurê": ["glimepirid"],
    "thuốc chống đái tháo đường": ["glimepirid", "metformin"],
}
NAMES = ListedNames(
    warfarin="warfarin", ibuprofen="ibuprofen", metformin="metformin", gentamicin="gentamicin",
    amoxicilin="amoxicilin", prednisolon="prednisolon", classes=CLASSES,
)  # fmt: skip
OF_IBUPROFEN = make_passage("Coumarin: Tăng nguy cơ chảy máu.", section="tuong_tac_thuoc", monograph="ibuprofen")
OF_WARFARIN = make_passage("Rượu: Thay đổi INR.", section="tuong_tac_thuoc", monograph="warfarin")
CONTRA = make_passage("Đang dùng warfarin.", section="chong_chi_dinh", monograph="ibuprofen")


def frame(*drugs, unknown=(), **more):
    sections = ("tuong_tac_thuoc",)
    return make_frame(intent=Intent.INTERACTION, drugs=drugs, sections=sections, unknown_drugs=unknown, **more)


def ended(of, *passages, names=NAMES):
    evidence = make_evidence(*(p for p in passages if p.section != "tuong_ky"))
    return compose_interaction(of, evidence, Ports(names, MemoryPassages(*passages)))


def said(of, *passages):
    return [c.text for c in statements(of, make_evidence(*passages), NAMES).claims]


def printed(text, monograph="ibuprofen", section="tuong_tac_thuoc", **more):
    return make_passage(text, monograph=monograph, section=section, **more)


# --- by name and by class --------------------------------------------------------------------------------------


def test_a_statement_by_class_is_quoted_and_told_apart():
    found = statements(frame("warfarin", "ibuprofen"), make_evidence(OF_WARFARIN, OF_IBUPROFEN), NAMES)
    assert [c.text for c in found.claims] == ["Coumarin: Tăng nguy cơ chảy máu."]
    (pair,) = found.pairs
    assert (pair.is_named, pair.groups, pair.is_silent) == (False, ("Coumarin",), False)


def test_the_answer_says_that_only_the_class_is_named():
    composed = ended(frame("prednisolon", "ibuprofen"), printed("Corticoid: Tăng nguy cơ loét dạ dày."))
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert "Prednisolon với Ibuprofen: nêu theo nhóm: corticoid." in composed.message


def test_statements_that_name_the_drug_itself_come_first():
    by_class = printed("Thuốc chống viêm không steroid: Tránh.", "warfarin")
    by_name = printed("Ibuprofen: Chống chỉ định.", "warfarin", "chong_chi_dinh")
    found = statements(frame("warfarin", "ibuprofen"), make_evidence(by_class, by_name), NAMES)
    assert [c.text for c in found.claims] == ["Ibuprofen: Chống chỉ định.", "Thuốc chống viêm không steroid: Tránh."]
    assert found.pairs[0].is_named
    assert "theo nhóm" not in ended(frame("warfarin", "ibuprofen"), by_class, by_name).message


def test_a_contraindication_counts_as_a_statement():
    assert said(frame("ibuprofen", "warfarin"), CONTRA) == ["Đang dùng warfarin."]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Thuốc chống viêm không steroid khác: Tăng nguy cơ loét.", True, id="the others of its class"),
        pytest.param("Thuốc chống viêm không steroid: Thận trọng ở người hen.", False, id="its own class"),
        pytest.param(
            "Quinolon: Co giật khi dùng với thuốc chống viêm không steroid khác.", False, id="the lead's drug is meant"
        ),
    ],
)
def test_a_class_that_both_belong_to_means_the_partner_only_where_others_are_spoken_of(text: str, found: bool):
    assert bool(said(frame("ibuprofen", unknown=("naproxen",)), printed(text))) is found


@pytest.mark.parametrize(
    ("section", "text", "found"),
    [
        ("chong_chi_dinh", "Dị ứng với penicilin.", False),
        ("than_trong", "Quá mẫn với ampicilin.", False),
        ("chong_chi_dinh", "Không phối hợp với penicilin ở người dị ứng.", True),
        ("tuong_tac_thuoc", "Penicilin: Giảm tác dụng.", True),
        ("lieu_luong_va_cach_dung", "Thay cho penicilin.", False),
        ("lieu_luong_va_cach_dung", "Phối hợp với penicilin.", True),
    ],
)
def test_an_allergy_is_no_interaction_and_a_dose_speaks_of_a_class_only_when_both_are_given(section, text, found):
    assert bool(said(frame("gentamicin", unknown=("ampicilin",)), printed(text, "gentamicin", section))) is found


def test_a_heading_of_the_dosing_section_is_no_statement_about_a_class():
    block = printed("Chuyển thẳng.", "metformin", "lieu_luong_va_cach_dung", headings=["Chuyển từ sulfonylurê"])
    assert said(frame("metformin", unknown=("glimepirid",)), block) == []


def test_sentences_that_go_on_about_the_named_drug_are_quoted_with_it():
    text = "Dùng với warfarin gây chảy máu. Nếu phải dùng, theo dõi INR. Rượu làm tăng nguy cơ."
    assert said(frame("ibuprofen", "warfarin"), printed(text)) == [
        "Dùng với warfarin gây chảy máu. Nếu phải dùng, theo dõi INR."
    ]


def test_what_must_not_be_mixed_is_read_too():
    mixed = printed("Penicilin làm gentamicin mất hoạt tính.", "gentamicin", "tuong_ky")
    composed = ended(frame("gentamicin", "amoxicilin"), printed("Rượu: Tránh.", "gentamicin"), mixed)
    assert [c.text for c in composed.draft.claims] == [mixed.text]
    assert composed.evidence is not None
    assert composed.evidence.by_id(mixed.id) == mixed


# --- drugs that the edition lacks ------------------------------------------------------------------------------


def test_a_drug_that_the_edition_lacks_is_named_back_and_looked_for_by_its_typed_name():
    composed = ended(frame("ibuprofen", unknown=("rivaroxaban",)), printed("Rivaroxaban: Không phối hợp."))
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert "«rivaroxaban»" in composed.message


def test_a_brand_is_said_to_be_looked_for_under_its_substance():
    names = ListedNames(ibuprofen="ibuprofen", furosemid="Lasix")
    composed = ended(frame("ibuprofen", unknown=("Lasix",)), printed("Furosemid: Giảm tác dụng."), names=names)
    assert "Ibuprofen với Lasix: tra theo tên hoạt chất «furosemid»." in composed.message


class WithStranger(ListedNames):
    def find(self, text):
        at = text.find("foobarin")
        return (NameSpan(at, at + 8, unknown="foobarin"),) if at >= 0 else super().find(text)


def test_a_strange_word_beside_two_drugs_is_a_third_one_named_back_in_its_silent_pairs():
    names = WithStranger(warfarin="warfarin", ibuprofen="ibuprofen")
    composed = ended(frame("warfarin", "ibuprofen", terms=("foobarin",)), CONTRA, OF_WARFARIN, names=names)
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert "chuyên luận của «foobarin»" in composed.message
    assert "Warfarin với foobarin; Ibuprofen với foobarin" in composed.message


# --- silence ---------------------------------------------------------------------------------------------------


def test_a_pair_of_which_nothing_is_said_is_named_and_not_called_safe():
    of_metformin = printed("Cimetidin: Tăng nồng độ.", "metformin")
    composed = ended(frame("warfarin", "metformin"), OF_WARFARIN, of_metformin)
    assert composed.outcome is Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE
    assert "Không thấy câu nào nêu đích danh hay theo nhóm về Warfarin với Metformin" in composed.message
    assert "KHÔNG có nghĩa là an toàn" in composed.message
    assert {n.kind for n in composed.notices} == {NoticeKind.NOT_A_SAFETY_STATEMENT}
    assert {(p.monograph, p.section) for p in composed.pointers} == {
        ("warfarin", "tuong_tac_thuoc"),
        ("metformin", "tuong_tac_thuoc"),
    }


def test_of_three_drugs_the_silent_pairs_are_named_beside_the_found_one():
    composed = ended(frame("warfarin", "ibuprofen", "metformin"), OF_IBUPROFEN, OF_WARFARIN)
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert "Warfarin với Metformin" in composed.message
    assert "Ibuprofen với Metformin" in composed.message


def test_a_held_back_interaction_section_is_never_silently_dropped():
    held = make_passage("Bảng.", section="tuong_tac_thuoc", monograph="warfarin", quarantine="lệch cột")
    assert ended(frame("warfarin", "ibuprofen"), OF_IBUPROFEN, held).outcome is Outcome.VERIFY_PDF_QUARANTINED


def test_other_blocks_that_are_held_back_are_said_to_be_unread():
    held = printed("Bảng.", "warfarin", "than_trong", quarantine="lệch cột")
    composed = ended(frame("warfarin", "metformin"), OF_WARFARIN, held)
    assert any("Thận trọng của Warfarin" in n.text for n in composed.notices if n.kind is NoticeKind.QUARANTINE)


# --- drugs that the patient takes beside the asked one ---------------------------------------------------------


def test_what_is_printed_of_a_co_medication_stands_beside_a_dose_contraindications_first():
    asked = make_frame(drugs=("ibuprofen",), co_medications=("warfarin",))
    claims = with_co_medications(asked, make_evidence(OF_IBUPROFEN, CONTRA), NAMES)
    assert [(c.text, c.role) for c in claims] == [
        ("Đang dùng warfarin.", ClaimRole.STRICTER),
        ("Coumarin: Tăng nguy cơ chảy máu.", ClaimRole.STRICTER),
    ]


def test_a_co_medication_that_the_edition_lacks_is_found_by_its_class():
    asked = make_frame(drugs=("ibuprofen",), co_medications=("acenocoumarol",))
    assert [c.text for c in with_co_medications(asked, make_evidence(OF_IBUPROFEN), NAMES)] == [OF_IBUPROFEN.text]


@pytest.mark.parametrize("taken", [(), ("ibuprofen",), ("metformin",)])
def test_without_a_statement_about_a_co_medication_nothing_is_added(taken: tuple[str, ...]):
    asked = make_frame(drugs=("ibuprofen",), co_medications=taken)
    assert with_co_medications(asked, make_evidence(OF_IBUPROFEN, CONTRA), NAMES) == ()
