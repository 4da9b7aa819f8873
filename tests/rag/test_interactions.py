"""Pairs of drugs: both monographs are read, by name and by class, and silence is never safety."""

from dataclasses import replace

import pytest

from rag.claims import ClaimRole
from rag.composing import compose_sections
from rag.frames import Finding, Intent, Population
from rag.gathering import one_or_more_drugs
from rag.interaction_answers import compose_interaction
from rag.interactions import pairs_of, substances_of, with_co_medications
from rag.outcomes import Outcome
from rag.ports import NameSpan, Naming, Ports
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
QUINOLONS = ListedNames(ciprofloxacin="ciprofloxacin", classes=CLASSES)
OF_IBUPROFEN = make_passage("Coumarin: Tăng nguy cơ chảy máu.", section="tuong_tac_thuoc", monograph="ibuprofen")
OF_WARFARIN = make_passage("Rượu: Thay đổi INR.", section="tuong_tac_thuoc", monograph="warfarin")
CONTRA = make_passage("Đang dùng warfarin.", section="chong_chi_dinh", monograph="ibuprofen")


def frame(*drugs, unknown=(), **more):
    sections = ("tuong_tac_thuoc",)
    return make_frame(intent=Intent.INTERACTION, drugs=drugs, sections=sections, unknown_drugs=unknown, **more)


def ended(of, *passages, names=NAMES):
    return compose_interaction(of, make_evidence(*passages), Ports(names, MemoryPassages(*passages)))


def pair_of(of, *passages, names=NAMES):
    (pair,) = pairs_of(substances_of(of), make_evidence(*passages), names)
    return pair


def said(of, *passages):
    return [claim.text for said in pair_of(of, *passages).said for claim in said.claims()]


def printed(text, monograph="ibuprofen", section="tuong_tac_thuoc", **more):
    return make_passage(text, monograph=monograph, section=section, **more)


# --- by name and by class --------------------------------------------------------------------------------------


def test_a_statement_by_class_is_quoted_and_told_apart():
    pair = pair_of(frame("warfarin", "ibuprofen"), OF_WARFARIN, OF_IBUPROFEN)
    (statement,) = pair.said
    assert [c.text for c in statement.claims()] == ["Coumarin: Tăng nguy cơ chảy máu."]
    assert (pair.found, pair.words(Naming.CLASS), statement.side) == (Naming.CLASS, ("Coumarin",), "ibuprofen")


def test_the_answer_says_that_only_the_class_is_named():
    composed = ended(frame("prednisolon", "ibuprofen"), printed("Corticoid: Tăng nguy cơ loét dạ dày."))
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert "Prednisolon với Ibuprofen: nêu theo nhóm: corticoid." in composed.message


def test_statements_that_name_the_drug_itself_come_first():
    by_class = printed("Thuốc chống viêm không steroid: Tránh.", "warfarin")
    by_name = printed("Ibuprofen: Chống chỉ định.", "warfarin", "chong_chi_dinh")
    assert said(frame("warfarin", "ibuprofen"), by_class, by_name) == [
        "Ibuprofen: Chống chỉ định.",
        "Thuốc chống viêm không steroid: Tránh.",
    ]
    assert pair_of(frame("warfarin", "ibuprofen"), by_class, by_name).found is Naming.ITSELF
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
        ("lieu_luong_va_cach_dung", "Viêm do penicilin: phối hợp với corticoid.", False),
    ],
)
def test_an_allergy_is_no_interaction_and_a_dose_speaks_of_a_class_only_when_both_are_given(section, text, found):
    assert bool(said(frame("gentamicin", unknown=("ampicilin",)), printed(text, "gentamicin", section))) is found


@pytest.mark.parametrize(
    ("section", "text", "found"),
    [
        ("tuong_tac_thuoc", "Thuốc chống viêm không steroid: Tăng độc tính của ibuprofen.", True),
        ("tuong_tac_thuoc", "Thuốc chống viêm không steroid: Tránh phối hợp.", True),
        ("tuong_tac_thuoc", "Rượu: Cùng thuốc chống viêm không steroid gây loét, kể cả ibuprofen.", False),
        ("chong_chi_dinh", "Phối hợp với thuốc chống viêm không steroid.", True),
        ("than_trong", "Tránh dùng cùng các thuốc chống viêm không steroid.", True),
        ("chong_chi_dinh", "Dị ứng thuốc chống viêm không steroid.", False),
        ("than_trong", "Thuốc chống viêm không steroid phối hợp với rượu gây loét.", False),
    ],
)
def test_its_own_class_is_met_as_the_lead_of_an_interaction_or_behind_a_word_of_joining(section, text, found):
    assert bool(said(frame("ibuprofen", unknown=("naproxen",)), printed(text, section=section))) is found
    a_class = frame("ibuprofen", partners=("thuốc chống viêm không steroid",))
    assert bool(said(a_class, printed(text, section=section))) is found


class Synonyms(ListedNames):
    def mentioned(self, drug, text):
        if drug != "NSAID":
            return super().mentioned(drug, text)
        return tuple(replace(n, names_class=True) for n in super().mentioned("thuốc chống viêm không steroid", text))


@pytest.mark.parametrize(
    ("section", "text", "found"),
    [
        ("lieu_luong_va_cach_dung", "Loét do thuốc chống viêm không steroid: 20 mg.", False),
        ("lieu_luong_va_cach_dung", "Phối hợp với thuốc chống viêm không steroid: 20 mg.", True),
        ("tuong_tac_thuoc", "Thuốc chống viêm không steroid: Tránh.", True),
    ],
)
def test_a_dose_speaks_of_a_class_asked_for_under_another_name_only_when_both_are_given(section, text, found):
    names = Synonyms(metformin="metformin", classes=CLASSES)
    block = printed(text, "metformin", section)
    assert bool(pair_of(frame("metformin", partners=("NSAID",)), block, names=names).said) is found


@pytest.mark.parametrize(
    ("text", "found"), [("Theo dõi kali khi dùng kéo dài.", False), ("Thận trọng với kali uống.", True)]
)
def test_a_mineral_that_is_measured_is_not_the_salt_taken(text, found):
    names = ListedNames(ibuprofen="ibuprofen", classes={"kali": ["kali clorid"]})
    asked = frame("ibuprofen", unknown=("kali clorid",))
    assert bool(pair_of(asked, printed(text, section="than_trong"), names=names).said) is found


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


HELD = printed("Bảng.", "warfarin", quarantine="lệch cột")
HELD_NAMING = printed("Ibuprofen: chảy máu, chồng dòng.", "warfarin", quarantine="chồng dòng")


def test_an_interaction_block_that_is_held_back_is_said_and_pointed_to_beside_what_was_found():
    composed = ended(frame("warfarin", "ibuprofen"), OF_IBUPROFEN, HELD)
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert any("Warfarin" in n.text for n in composed.notices if n.kind is NoticeKind.QUARANTINE)
    assert ("warfarin", "tuong_tac_thuoc") in {(p.monograph, p.section) for p in composed.pointers}


@pytest.mark.parametrize(
    "passages",
    [
        pytest.param((HELD,), id="nothing else is found"),
        pytest.param((HELD_NAMING,), id="nothing else is found, and the block names the other drug"),
        pytest.param((HELD_NAMING, OF_IBUPROFEN), id="it names the other drug, whatever else is found"),
    ],
)
def test_the_one_pair_that_a_held_block_may_speak_of_sends_the_reader_to_the_page(passages):
    assert ended(frame("warfarin", "ibuprofen"), *passages).outcome is Outcome.VERIFY_PDF_QUARANTINED


def test_of_several_pairs_a_held_block_takes_away_none_that_was_found():
    composed = ended(frame("warfarin", "ibuprofen", "metformin"), OF_IBUPROFEN, HELD_NAMING)
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert composed.interactions is not None
    not_read = {tuple(p["drugs"]): [u["why"] for u in p["not_read"]] for p in composed.interactions["pairs"]}
    assert not_read[(0, 1)] == ["held_back_names_it"]
    assert not_read[(0, 2)] == ["held_back", "no_section"]


def test_a_held_table_of_doses_that_names_the_other_drug_hides_nothing_that_is_printed_of_the_pair():
    table = printed("Ibuprofen | 5 mg", "warfarin", "lieu_luong_va_cach_dung", quarantine="lệch cột")
    composed = ended(frame("warfarin", "ibuprofen"), OF_IBUPROFEN, table)
    assert composed.outcome is Outcome.ANSWERED_VERBATIM
    assert any(n.kind is NoticeKind.QUARANTINE for n in composed.notices)


@pytest.mark.parametrize("held", [HELD_NAMING, HELD])
def test_no_statement_points_at_a_claim_that_is_not_shown(held):
    composed = ended(frame("warfarin", "ibuprofen"), OF_IBUPROFEN, held)
    assert composed.interactions is not None
    shown = [s["claim"] for p in composed.interactions["pairs"] for s in p["statements"]]
    assert all(claim < len(composed.draft.claims) for claim in shown)


@pytest.mark.parametrize(
    ("section", "text", "found"),
    [
        ("than_trong", "Phải theo dõi điện giải (nhất là rượu).", False),
        ("than_trong", "Tránh rượu; theo dõi chức năng gan.", True),
        ("lieu_luong_va_cach_dung", "Đau không đáp ứng với rượu: 30 mg.", False),
        ("tuong_tac_thuoc", "Thuốc này được ưa dùng hơn rượu.", False),
    ],
)
def test_what_is_measured_compared_or_has_failed_is_not_taken_together(section: str, text: str, found: bool):
    pair = pair_of(frame("ibuprofen", partners=("rượu",)), printed(text, section=section))
    assert pair.is_silent is not found


def test_other_blocks_that_are_held_back_are_said_to_be_unread():
    held = printed("Bảng.", "warfarin", "than_trong", quarantine="lệch cột")
    composed = ended(frame("warfarin", "metformin"), OF_WARFARIN, held)
    assert any("Thận trọng của Warfarin" in n.text for n in composed.notices if n.kind is NoticeKind.QUARANTINE)


def test_what_is_told_of_the_patient_is_said_not_to_have_been_looked_up():
    allergy = Finding("dị ứng penicilin", present=True)
    of = replace(frame("warfarin", "ibuprofen"), comorbidities=(allergy,), populations=(Population.RENAL,))
    for composed in (ended(of, OF_WARFARIN, OF_IBUPROFEN), ended(of, printed("Rượu: Tránh.", "warfarin"))):
        assert "chưa tra cho «dị ứng penicilin», «người suy thận»" in composed.message
    assert "chưa tra cho" not in ended(frame("warfarin", "ibuprofen"), OF_IBUPROFEN).message


# --- drugs that the patient takes beside the asked one ---------------------------------------------------------


def said_beside(frame, *passages):
    pairs = with_co_medications(frame, make_evidence(*passages), NAMES)
    return [(c.text, c.role) for pair in pairs for c in pair.claims]


def test_what_is_printed_of_a_co_medication_stands_beside_a_dose_contraindications_first():
    asked = make_frame(drugs=("ibuprofen",), co_medications=("warfarin",))
    assert said_beside(asked, OF_IBUPROFEN, CONTRA) == [
        ("Đang dùng warfarin.", ClaimRole.STRICTER),
        ("Coumarin: Tăng nguy cơ chảy máu.", ClaimRole.STRICTER),
    ]


@pytest.mark.parametrize("section", ["chong_chi_dinh", "than_trong", "tuong_tac_thuoc"])
def test_what_only_the_monograph_of_the_co_medication_prints_is_said_too(section: str):
    asked = make_frame(drugs=("ibuprofen",), co_medications=("warfarin",))
    theirs = printed("Dùng cùng ibuprofen: Đã xảy ra xuất huyết.", "warfarin", section)
    assert said_beside(asked, theirs) == [(theirs.text, ClaimRole.STRICTER)]


def test_a_contraindication_in_the_monograph_of_the_co_medication_stands_before_interactions():
    asked = make_frame(drugs=("ibuprofen",), co_medications=("warfarin",))
    theirs = printed("Đang dùng ibuprofen.", "warfarin", "chong_chi_dinh")
    assert [text for text, _ in said_beside(asked, OF_IBUPROFEN, theirs)] == [theirs.text, OF_IBUPROFEN.text]


def test_a_dose_of_the_co_medication_is_never_shown():
    asked = make_frame(drugs=("ibuprofen",), co_medications=("warfarin",))
    assert said_beside(asked, printed("Phối hợp với ibuprofen: 5 mg.", "warfarin", "lieu_luong_va_cach_dung")) == []


def test_of_the_co_medication_only_what_may_speak_of_the_asked_drug_is_fetched():
    theirs = [
        printed("A.", "warfarin", section)
        for section in ("chong_chi_dinh", "than_trong", "tuong_tac_thuoc", "lieu_luong_va_cach_dung", "chi_dinh")
    ]
    asked = make_frame(drugs=("ibuprofen",), co_medications=("warfarin",))
    found = one_or_more_drugs(asked, Ports(NAMES, MemoryPassages(OF_IBUPROFEN, *theirs)))
    assert set(found.of("warfarin")) == set(theirs[:3])


def test_a_co_medication_that_the_edition_lacks_is_found_by_its_class():
    asked = make_frame(drugs=("ibuprofen",), co_medications=("acenocoumarol",))
    assert [text for text, _ in said_beside(asked, OF_IBUPROFEN)] == [OF_IBUPROFEN.text]


@pytest.mark.parametrize("taken", [(), ("ibuprofen",), ("metformin",)])
def test_without_a_statement_about_a_co_medication_nothing_is_added(taken: tuple[str, ...]):
    asked = make_frame(drugs=("ibuprofen",), co_medications=taken)
    assert said_beside(asked, OF_IBUPROFEN, CONTRA) == []


@pytest.mark.parametrize(
    ("side", "section", "text", "held"),
    [
        ("ibuprofen", "tuong_tac_thuoc", "Bảng.", True),
        ("metformin", "tuong_tac_thuoc", "Bảng.", True),
        ("metformin", "than_trong", "Ibuprofen: bảng.", True),
        ("metformin", "than_trong", "Bảng.", False),
    ],
)
def test_a_block_held_back_on_either_side_is_not_taken_for_silence(side: str, section: str, text: str, held: bool):
    asked = make_frame(drugs=("ibuprofen",), co_medications=("metformin",))
    block = printed(text, side, section, quarantine="lệch cột")
    (pair,) = with_co_medications(asked, make_evidence(block), NAMES)
    assert (pair.said, pair.is_held) == ((), held)


@pytest.mark.parametrize(("term", "silent"), [("warfarin", False), ("metformin", True)])
def test_a_section_that_names_a_co_medication_by_its_class_is_not_called_silent_on_it(term: str, silent: bool):
    asked = make_frame(
        drugs=("ibuprofen",),
        co_medications=(term,),
        terms=(term,),
        sections=("tuong_tac_thuoc",),
        intent=Intent.SECTION,
    )
    composed = compose_sections(asked, make_evidence(OF_IBUPROFEN), Ports(NAMES, MemoryPassages()))
    assert ("Không thấy câu nào" in composed.message) is silent
    assert [c.text for c in composed.draft.claims] == [OF_IBUPROFEN.text]


# --- classes, food and drink -----------------------------------------------------------------------------------


def test_a_class_that_was_asked_about_is_found_under_one_of_its_drugs():
    pair = pair_of(frame("ibuprofen", partners=("coumarin",)), printed("Warfarin: Tăng nguy cơ."))
    assert (pair.found, pair.words(Naming.MEMBER)) == (Naming.MEMBER, ("Warfarin",))


def test_a_drug_is_not_its_own_partner_where_its_class_was_asked_about():
    asked = frame("ibuprofen", partners=("thuốc chống viêm không steroid",))
    assert pair_of(asked, printed("Ibuprofen: Uống sau ăn.")).is_silent


def test_food_is_looked_for_like_a_drug_and_needs_no_monograph_of_its_own():
    pair = pair_of(frame("ibuprofen", partners=("rượu",)), printed("Rượu: Tăng nguy cơ chảy máu."))
    assert pair.found is Naming.ITSELF
    assert pair.unread == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Quinolon ức chế chuyển hóa của thuốc khác.", False, id="the class of the monograph"),
        pytest.param("Warfarin: Quinolon làm tăng tác dụng.", False, id="the class does something to another drug"),
        pytest.param("Các quinolon khác: Không phối hợp.", True, id="the others of the class"),
    ],
)
def test_the_class_of_the_drug_itself_is_its_partner_only_where_others_are_spoken_of(text: str, found: bool):
    pair = pair_of(frame("ciprofloxacin", partners=("quinolon",)), printed(text, "ciprofloxacin"), names=QUINOLONS)
    assert pair.is_silent is not found


# --- headings over several subjects, and sentences that speak of no use together ---------------------------------


@pytest.mark.parametrize(
    ("heading", "text", "found"),
    [
        pytest.param("Warfarin và metformin", "Metformin: Theo dõi.", False, id="the block is of another of them"),
        pytest.param("Warfarin và metformin", "Warfarin: Theo dõi.", True, id="the block is of the partner"),
        pytest.param("Warfarin và metformin", "Tăng tác dụng: Theo dõi.", True, id="the block tells of an effect"),
        pytest.param("Warfarin và metformin", "Theo dõi chặt.", True, id="the block is of all of them"),
        pytest.param("Warfarin", "Người cao tuổi: Theo dõi.", True, id="one subject alone"),
    ],
)
def test_a_heading_over_several_subjects_leaves_each_block_to_its_own(heading: str, text: str, found: bool):
    block = printed(text, headings=(heading,))
    assert bool(said(frame("ibuprofen", "warfarin"), block)) is found


@pytest.mark.parametrize(
    ("lead", "found"),
    [
        ("Thuốc tránh thai uống", False),
        ("Thuốc giảm đau", False),
        ("Thuốc lợi tiểu không thuộc nhóm thiazid", False),
        ("Tránh phối hợp", True),
        ("Giảm tác dụng", True),
        ("Không dùng cùng", True),
    ],
)
def test_a_lead_that_names_a_drug_is_no_effect_for_its_words(lead: str, found: bool):
    block = printed(f"{lead}: Như các coumarin khác, thuốc làm giảm tác dụng.")
    assert bool(said(frame("ibuprofen", "warfarin"), block)) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Phải ngừng ibuprofen và dùng coumarin.", False),
        ("Tạm ngừng ibuprofen, thay bằng warfarin.", False),
        ("Suy thận do coumarin.", False),
        ("Ngừng ibuprofen nếu phải phối hợp với warfarin.", True),
        ("Dùng thêm warfarin.", True),
    ],
)
def test_what_is_given_instead_and_harm_already_done_are_no_use_together(text: str, found: bool):
    assert bool(said(frame("ibuprofen", "warfarin"), printed(text, section="than_trong"))) is found


# --- the matrix ------------------------------------------------------------------------------------------------


def matrix(of, *passages):
    composed = ended(of, *passages)
    assert composed.interactions is not None
    return composed, composed.interactions


def test_the_matrix_has_every_two_of_the_substances_the_nearest_naming_first():
    drugs = frame("warfarin", "metformin", "ibuprofen", partners=("rượu",))
    composed, found = matrix(drugs, OF_WARFARIN, OF_IBUPROFEN)
    assert [d["name"] for d in found["drugs"]] == ["Warfarin", "Metformin", "Ibuprofen", "rượu"]
    assert [d["kind"] for d in found["drugs"]] == ["drug", "drug", "drug", "other"]
    assert [(p["drugs"], p["found"]) for p in found["pairs"]] == [
        ([0, 3], "named"),
        ([0, 2], "class"),
        ([0, 1], "nothing"),
        ([1, 2], "nothing"),
        ([1, 3], "nothing"),
        ([2, 3], "nothing"),
    ]
    assert (
        "6 cặp: 1 cặp nêu đích danh, 1 cặp chỉ nêu theo nhóm hay thành phần, 4 cặp không thấy nói tới."
        in composed.message
    )


@pytest.mark.parametrize(
    ("forbidding", "first"),
    [
        (printed("Coumarin: Chống chỉ định phối hợp.", "ibuprofen"), True),
        (printed("Coumarin: Chảy máu.", "ibuprofen", headings=["Chống chỉ định phối hợp"]), True),
        (printed("Đang dùng coumarin.", "ibuprofen", "chong_chi_dinh"), True),
        (printed("Coumarin: Không chống chỉ định.", "ibuprofen"), False),
        (printed("Coumarin: Thận trọng.", "ibuprofen"), False),
    ],
)
def test_what_the_book_itself_calls_a_contraindication_comes_before_a_nearer_naming(forbidding, first):
    of_metformin = printed("Warfarin: Theo dõi.", "metformin")
    by_name = printed("Warfarin: Theo dõi.", "ibuprofen")
    drugs = frame("warfarin", "metformin", "ibuprofen")
    composed, found = matrix(drugs, of_metformin, forbidding, by_name)
    assert (composed.draft.claims[0].text == forbidding.text) is first
    assert (found["pairs"][0]["drugs"] == [0, 2]) is first
    (pair,) = [p for p in found["pairs"] if p["drugs"] == [0, 2]]
    assert pair["found"] == "named"


def test_each_statement_of_the_matrix_points_at_its_claim_and_at_the_monograph_that_prints_it():
    composed, found = matrix(frame("warfarin", "ibuprofen"), OF_WARFARIN, OF_IBUPROFEN, CONTRA)
    claims = composed.draft.claims
    (pair,) = found["pairs"]
    assert [(claims[s["claim"]].text, found["drugs"][s["printed_in"]]["id"]) for s in pair["statements"]] == [
        ("Đang dùng warfarin.", "ibuprofen"),
        ("Coumarin: Tăng nguy cơ chảy máu.", "ibuprofen"),
    ]


def test_a_sentence_that_speaks_of_two_pairs_is_one_claim():
    both = printed("Warfarin, metformin: Tăng tác dụng.", "ibuprofen")
    composed, found = matrix(frame("warfarin", "metformin", "ibuprofen"), both, OF_WARFARIN)
    assert [c.text for c in composed.draft.claims] == [both.text]
    assert [[s["claim"] for s in p["statements"]] for p in found["pairs"] if p["statements"]] == [[0], [0]]


def test_the_side_without_interactions_in_print_and_the_drug_that_the_edition_lacks_are_named_as_not_read():
    of_ibuprofen = printed("Rivaroxaban: Tránh.", "ibuprofen")
    _, found = matrix(frame("ibuprofen", "warfarin", unknown=("rivaroxaban",)), of_ibuprofen, CONTRA)
    not_read = {tuple(p["drugs"]): [(u["drug"], u["why"]) for u in p["not_read"]] for p in found["pairs"]}
    assert not_read == {
        (0, 1): [(1, "no_section")],
        (0, 2): [(2, "not_in_edition")],
        (1, 2): [(2, "not_in_edition"), (1, "no_section")],
    }


def test_a_pair_half_of_whose_text_is_missing_says_so():
    composed = ended(frame("warfarin", "ibuprofen"), CONTRA)
    assert any("Chuyên luận Warfarin không in mục Tương tác thuốc" in notice.text for notice in composed.notices)


def test_an_answer_that_finds_nothing_still_carries_its_matrix():
    composed, found = matrix(frame("warfarin", "metformin"), OF_WARFARIN)
    assert composed.outcome is Outcome.ABSTAIN_NO_INTERACTION_EVIDENCE
    assert [p["found"] for p in found["pairs"]] == ["nothing"]


def test_more_than_ten_substances_are_not_looked_up_at_once():
    many = frame("warfarin", "ibuprofen", unknown=tuple(f"thuoc{i}" for i in range(9)))
    composed = ended(many, OF_IBUPROFEN)
    assert composed.outcome is Outcome.CLARIFY_MORE_INFO
    assert "tối đa 10" in composed.message
    assert ended(replace(many, unknown_drugs=many.unknown_drugs[:8]), OF_IBUPROFEN).interactions is not None
