"""What several monographs say of one patient: fact by fact, prohibitions first, silence named, nothing weighed."""

from decimal import Decimal

import pytest

from rag.claims import ClaimRole
from rag.frames import Finding, Population, Renal
from rag.passages import DOSING
from rag.patient_safety import MOST_SENTENCES, PatientSafety
from rag.ports import Ports
from tests.factories import make_frame, make_passage
from tests.fakes import ListedNames, MemoryPassages

DRUGS = [("a", "A"), ("b", "B")]


def read(*passages, names=None, **said) -> PatientSafety:
    frame = make_frame(drugs=(), sections=("chi_dinh",), **said)
    return PatientSafety.of(frame, DRUGS, Ports(names or ListedNames(), MemoryPassages(*passages)))


def block(drug, section, text, **more):
    return make_passage(text, monograph=drug, section=section, **more)


def texts(safety, drug):
    return [claim.text for claim in safety.about(drug)]


@pytest.mark.parametrize(
    ("said", "section", "text"),
    [
        ({"populations": (Population.PREGNANT,)}, "thoi_ky_mang_thai", "Không dùng trong 3 tháng đầu."),
        ({"populations": (Population.BREASTFEEDING,)}, "thoi_ky_cho_con_bu", "Thuốc vào sữa mẹ."),
        ({"populations": (Population.CHILD,)}, "than_trong", "Trẻ em: theo dõi sát."),
        ({"populations": (Population.ELDERLY,)}, "than_trong", "Người cao tuổi dễ bị hạ huyết áp."),
        ({"populations": (Population.RENAL,)}, "chong_chi_dinh", "Suy thận nặng."),
        ({"populations": (Population.HEPATIC,)}, DOSING, "Người bệnh suy gan: giảm nửa liều."),
        ({"comorbidities": (Finding("hen", present=True),)}, "chong_chi_dinh", "Hen."),
        ({"comorbidities": (Finding("dị ứng aspirin", present=True),)}, "chong_chi_dinh", "Quá mẫn với aspirin."),
    ],
)
def test_what_is_printed_of_the_patient_is_shown_and_the_silent_drug_named(said, section, text):
    safety = read(block("a", section, text), **said)
    assert texts(safety, "a") == [text]
    assert all(claim.role is ClaimRole.STRICTER for claim in safety.about("a"))
    assert any("Không thấy nói về" in told and told.endswith(": B.") for told in safety.told(DRUGS))


def test_a_drug_taken_beside_is_looked_for_in_the_interactions():
    names = ListedNames(warfarin="warfarin")
    said = block("a", "tuong_tac_thuoc", "Warfarin: tăng nguy cơ chảy máu.")
    safety = read(said, names=names, co_medications=("warfarin",))
    assert texts(safety, "a") == ["Warfarin: tăng nguy cơ chảy máu."]
    assert safety.told(DRUGS) == ["Không thấy nói về warfarin (đang dùng) trong các mục an toàn đã đọc của: B."]


def test_what_only_the_monograph_of_the_drug_taken_beside_prints_is_said_of_the_candidate():
    names = ListedNames(a="a", warfarin="warfarin")
    theirs = block("warfarin", "than_trong", "Dùng cùng a: Đã gây tử vong.")
    safety = read(theirs, names=names, co_medications=("warfarin",))
    assert texts(safety, "a") == ["Dùng cùng a: Đã gây tử vong."]
    assert safety.told(DRUGS) == ["Không thấy nói về Warfarin (đang dùng) trong các mục an toàn đã đọc của: B."]


def test_interactions_held_back_in_the_monograph_of_the_drug_taken_beside_are_no_silence():
    names = ListedNames(a="a", warfarin="warfarin")
    held = block("warfarin", "tuong_tac_thuoc", "Bảng.", quarantine="lệch cột")
    safety = read(held, names=names, co_medications=("warfarin",))
    assert not any("Không thấy" in told for told in safety.told(DRUGS))
    assert any("chưa được đọc, của: A, B." in told for told in safety.told(DRUGS))


def test_the_drug_that_is_taken_already_is_not_called_silent_on_itself():
    names = ListedNames(a="a")
    safety = read(block("b", "tuong_tac_thuoc", "A: theo dõi."), names=names, co_medications=("a",))
    assert safety.told(DRUGS) == []


def test_each_fact_is_told_of_on_its_own():
    passages = (
        block("a", "than_trong", "Hen: thận trọng."),
        block("b", "thoi_ky_mang_thai", "Không dùng cho người mang thai."),
    )
    finding = (Finding("hen", present=True),)
    told = " ".join(read(*passages, populations=(Population.PREGNANT,), comorbidities=finding).told(DRUGS))
    assert "không dùng hoặc chống chỉ định liên quan đến phụ nữ mang thai ở: B." in told
    assert "Không thấy nói về phụ nữ mang thai trong các mục an toàn đã đọc của: A." in told
    assert "Không thấy nói về hen trong các mục an toàn đã đọc của: B." in told


def test_what_the_patient_does_not_have_is_no_fact():
    assert not read(comorbidities=(Finding("hen", present=False),)).is_needed


def test_a_band_of_clearance_that_the_patient_is_outside_is_not_shown():
    doses = block(
        "a", DOSING, "Suy thận, Clcr 10 - 20 ml/phút: dùng nửa liều.\nSuy thận, Clcr 21 - 50 ml/phút: dùng đủ liều."
    )
    renal = Renal("clcr", Decimal(25), "ml/phút", "ClCr 25")
    safety = read(doses, populations=(Population.RENAL,), renal=renal)
    assert texts(safety, "a") == ["Suy thận, Clcr 21 - 50 ml/phút: dùng đủ liều."]
    assert "người suy thận (Clcr 25 ml/phút)" in safety.told(DRUGS)[0]


def test_a_dose_for_a_purpose_of_obstetrics_is_no_statement_on_safety():
    labour = block("a", DOSING, "Phụ nữ mang thai đang chuyển dạ: liều đầu 3 g.")
    assert not read(labour, populations=(Population.PREGNANT,)).says_anything


def test_a_form_forbidden_to_children_does_not_make_the_drug_forbidden_where_a_childs_dose_is_printed():
    doses = block("a", DOSING, "Trẻ em: 10 mg/kg/ngày.\nViên phóng thích chậm: không dùng cho trẻ em.")
    assert texts(read(doses, populations=(Population.CHILD,)), "a") == []


def test_of_a_long_section_the_sentences_that_decide_are_shown_and_the_rest_is_said_to_be_left_out():
    reasons = "Trên động vật, thuốc đi qua nhau thai với nồng độ thấp ở nhiều loài đã thử nghiệm. " * 4
    long = block("a", "thoi_ky_mang_thai", f"{reasons}Chỉ dùng cho người mang thai khi thật cần.")
    safety = read(long, populations=(Population.PREGNANT,))
    assert texts(safety, "a") == ["Chỉ dùng cho người mang thai khi thật cần."]
    assert any("mở mục để xem đủ" in told for told in safety.told(DRUGS))


def test_a_prohibition_is_never_among_what_is_left_out():
    cautions = [block("a", "than_trong", f"Trẻ em cần theo dõi điều {i}.", ordinal=i) for i in range(12)]
    forbids = block("a", "than_trong", "Trẻ em dưới 16 tuổi: không dùng.", ordinal=12)
    safety = read(*cautions, forbids, populations=(Population.CHILD,))
    assert texts(safety, "a")[0] == "Trẻ em dưới 16 tuổi: không dùng."
    assert len(texts(safety, "a")) <= MOST_SENTENCES
    assert any("mở mục để xem đủ" in told for told in safety.told(DRUGS))


def test_a_block_that_is_held_back_is_not_taken_for_silence():
    held = block("b", "chong_chi_dinh", "Bảng.", quarantine="lệch cột")
    safety = read(held, populations=(Population.CHILD,))
    assert safety.says_anything
    assert safety.told(DRUGS) == [
        "Không thấy nói về trẻ em trong các mục an toàn đã đọc của: A.",
        "Còn khối an toàn đang được giữ lại để kiểm tra, chưa được đọc, của: B.",
    ]


def test_where_nothing_is_known_of_the_patient_nothing_is_looked_up():
    assert read(block("a", "chong_chi_dinh", "Hen.")) == PatientSafety()
