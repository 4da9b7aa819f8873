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
    assert any("Không nhận ra câu nào về" in told and ": B." in told for told in safety.told(DRUGS))


def test_a_drug_taken_beside_is_looked_for_in_the_interactions():
    names = ListedNames(warfarin="warfarin")
    said = block("a", "tuong_tac_thuoc", "Warfarin: tăng nguy cơ chảy máu.")
    safety = read(said, names=names, co_medications=("warfarin",))
    assert texts(safety, "a") == ["Warfarin: tăng nguy cơ chảy máu."]
    assert safety.told(DRUGS) == [
        "Không nhận ra câu nào về warfarin (đang dùng) trong các mục an toàn đã đọc của: B. Xin mở mục để đọc."
    ]


def test_what_only_the_monograph_of_the_drug_taken_beside_prints_is_said_of_the_candidate():
    names = ListedNames(a="a", warfarin="warfarin")
    theirs = block("warfarin", "than_trong", "Dùng cùng a: Đã gây tử vong.")
    safety = read(theirs, names=names, co_medications=("warfarin",))
    assert texts(safety, "a") == ["Dùng cùng a: Đã gây tử vong."]
    assert safety.told(DRUGS) == [
        "Không nhận ra câu nào về Warfarin (đang dùng) trong các mục an toàn đã đọc của: B. Xin mở mục để đọc."
    ]


def test_interactions_held_back_in_the_monograph_of_the_drug_taken_beside_are_no_silence():
    names = ListedNames(a="a", warfarin="warfarin")
    held = block("warfarin", "tuong_tac_thuoc", "Bảng.", quarantine="lệch cột")
    safety = read(held, names=names, co_medications=("warfarin",))
    assert not any("Không thấy" in told for told in safety.told(DRUGS))
    assert any("chưa được đọc, của: A, B" in told for told in safety.told(DRUGS))


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
    assert "Không nhận ra câu nào về phụ nữ mang thai trong các mục an toàn đã đọc của: A. Xin mở mục để đọc." in told
    assert "Không nhận ra câu nào về hen trong các mục an toàn đã đọc của: B. Xin mở mục để đọc." in told


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


BANDS = """\
Suy thận, Clcr trên 50 ml/phút: 0,6 mg/lần, 2 lần/ngày.
Suy thận, Clcr 35 - 50 ml/phút: 0,6 mg/ngày.
Suy thận, Clcr 10 - 34 ml/phút: 0,6 mg, cách 2 ngày/lần.
Suy thận, Clcr < 10 ml/phút: phải tránh dùng."""


def test_of_the_bands_of_a_clearance_none_is_left_out_and_the_prohibition_comes_first():
    shown = texts(read(block("a", DOSING, BANDS), populations=(Population.RENAL,)), "a")
    assert shown[0] == "Suy thận, Clcr < 10 ml/phút: phải tránh dùng."
    assert all(line in "\n".join(shown) for line in BANDS.splitlines())


@pytest.mark.parametrize("organ", [Population.RENAL, Population.HEPATIC])
def test_a_mild_dose_does_not_hide_that_the_severe_impairment_is_forbidden(organ):
    name = {Population.RENAL: "suy thận", Population.HEPATIC: "suy gan"}[organ]
    doses = block("a", DOSING, f"Người {name} nhẹ: 1,25 mg/ngày.\nNgười {name} nặng: Chống chỉ định dùng thuốc này.")
    safety = read(doses, populations=(organ,))
    assert texts(safety, "a")[0] == f"Người {name} nặng: Chống chỉ định dùng thuốc này."
    assert any("không dùng hoặc chống chỉ định" in told and told.endswith(": A.") for told in safety.told(DRUGS))


def test_of_more_adjusted_doses_than_are_shown_the_mildest_are_left_out_and_that_is_said():
    bands = "\n".join(f"Suy thận, Clcr {low} - {low + 4} ml/phút: {low} mg/ngày." for low in range(95, 5, -5))
    safety = read(block("a", DOSING, bands), populations=(Population.RENAL,))
    shown = "\n".join(texts(safety, "a"))
    assert "Clcr 10 - 14" in shown
    assert "Clcr 95 - 99" not in shown
    assert any("mở mục để xem đủ" in told for told in safety.told(DRUGS))


@pytest.mark.parametrize(
    "text",
    [
        "Trẻ em cân nặng dưới 7 kg: Thường không khuyến cáo dùng thuốc này.",
        "Trẻ em dưới 6 tháng tuổi: Không dùng.",
        "Trẻ em 3 - 6 tháng tuổi: 50 mg/lần; chỉ dùng khi thầy thuốc chỉ định.",
    ],
)
def test_what_is_forbidden_or_restricted_at_the_childs_age_or_weight_is_shown_beside_a_childs_dose(text):
    doses = block("a", DOSING, f"Trẻ em: 10 mg/kg/ngày.\n{text}")
    safety = read(doses, populations=(Population.CHILD,), age_months=Decimal(4))
    assert texts(safety, "a") == [text]
    assert not any(told.endswith(("A.", "A, B.")) for told in safety.told(DRUGS) if told.startswith("Không thấy"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Người cao tuổi, suy nhược, suy thận hoặc suy gan: Dễ bị hạ glucose huyết hơn.", True),
        ("Tổn thương thận nặng: Không dùng.", True),
        ("Trẻ em bị suy thận hoặc suy gan: Theo dõi sát.", False),
        ("Bệnh than: Theo dõi sát.", False),
        ("Nguy cơ tăng kali huyết: Cần thận trọng ở người suy giảm chức năng thận, người cao tuổi.", True),
        ("Thuốc cản quang: Chỉ dùng lại khi chức năng thận đã bình thường.", False),
        ("Trẻ em: Theo dõi sát như ở người suy thận.", False),
    ],
)
def test_an_impairment_is_seen_wherever_a_caution_names_whom_it_is_about(text, shown):
    said = read(block("a", "than_trong", text), populations=(Population.RENAL,))
    assert texts(said, "a") == ([text] if shown else [])


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
        "Không nhận ra câu nào về trẻ em trong các mục an toàn đã đọc của: A. Xin mở mục để đọc.",
        "Còn khối an toàn đang được giữ lại để kiểm tra, chưa được đọc, của: B.",
    ]


def test_where_nothing_is_known_of_the_patient_nothing_is_looked_up():
    assert read(block("a", "chong_chi_dinh", "Hen.")) == PatientSafety()


@pytest.mark.parametrize(
    ("who", "months", "text", "spoken"),
    [
        (Population.NEONATE, None, "Trẻ em dưới 3 tháng tuổi: Độ an toàn chưa được xác lập.", True),
        (Population.NEONATE, None, "Người dưới 18 tuổi: Không nên dùng.", True),
        (Population.NEONATE, "0.5", "Người dưới 18 tuổi: Không nên dùng.", True),
        (Population.NEONATE, None, "Trẻ em: An toàn chưa được xác định.", True),
        (Population.CHILD, "120", "Người dưới 18 tuổi: Không nên dùng.", True),
        (Population.CHILD, None, "Người dưới 18 tuổi: Không nên dùng.", True),
        (Population.ELDERLY, "900", "Nguy cơ đứt gân tăng ở người trên 60 tuổi.", True),
        (Population.NEONATE, None, "Trẻ em 2 - 11 tuổi: Theo dõi sát.", False),
        (Population.NEONATE, None, "Người trên 60 tuổi: Theo dõi sát.", False),
        (Population.CHILD, "120", "Người dưới 2 tuổi: Không dùng.", False),
        (Population.ADULT, "480", "Người dưới 18 tuổi: Không nên dùng.", False),
    ],
)
def test_an_age_that_holds_the_patient_speaks_of_the_patient(who, months, text, spoken):
    age = {"age_months": Decimal(months)} if months else {}
    safety = read(block("a", "than_trong", text), populations=(who, Population.RENAL), **age)
    assert texts(safety, "a") == ([text] if spoken else [])


def test_a_drug_whose_safety_section_has_the_word_is_not_called_silent():
    named = block("a", "than_trong", "Suy gan: Theo dõi sát nồng độ, đặc biệt ở trẻ sơ sinh.")
    told = " ".join(read(named, populations=(Population.NEONATE,)).told(DRUGS))
    assert "về trẻ sơ sinh trong các mục an toàn đã đọc của: B." in told
