"""Which sections a question wants, the primary one first."""

import pytest

from rag.frames import Intent
from tests.rag.understanding.heard import hear

DOSE, CONTRA, CAUTION, ADR = "lieu_luong_va_cach_dung", "chong_chi_dinh", "than_trong", "tac_dung_khong_mong_muon"
MANAGE, OVERDOSE, MEETS = "huong_dan_xu_tri_adr", "qua_lieu_va_xu_tri", "tuong_tac_thuoc"
PREGNANT, NURSING, CLASH = "thoi_ky_mang_thai", "thoi_ky_cho_con_bu", "tuong_ky"
FOR, KINETICS, PHARMACOLOGY = "chi_dinh", "duoc_dong_hoc", "duoc_ly"
STORAGE, FORMS = "do_on_dinh_va_bao_quan", "dang_thuoc_va_ham_luong"


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("colchicin chống chỉ định", CONTRA),
        ("ccd ibuprofen", CONTRA),
        ("Nhung ai ko dc dung diclofenac?", CONTRA),
        ("spironolacton k dung cho truong hop nao", CONTRA),
        ("metformin dùng được không", CONTRA),
        ("loét dạ dày dùng ibuprofen được không", CONTRA),
        ("suy thận dùng metformin được không", CONTRA),
        ("liệu có được dùng metformin cho người suy gan", CONTRA),
        ("lieu co duoc dung metformin cho nguoi suy gan", CONTRA),
        ("warfarin contraindications", CONTRA),
        ("paracetamol dùng cho bà bầu được không", PREGNANT),
        ("bầu 29 tuần, fluconazol uống liều duy nhất có hại thai không", PREGNANT),
        ("omeprazol có qua sữa mẹ không", NURSING),
        ("codein + nuôi con bằng sữa mẹ: dược thư nói gì", NURSING),
        ("enalapril có gây ho không", ADR),
        ("tdp của furosemid", ADR),
        ("td phu it gap cua isoniazid la gi", ADR),
        ("TDKMM haloperidol", ADR),
        ("Simvastatin ảnh huởng lên cơ ra sao", ADR),
        ("uống metformin bị buồn nôn có sao không", ADR),
        ("side effects of amlodipin", ADR),
        ("xử trí ADR của isoniazid", MANAGE),
        ("rối loạn tiêu hoá do metformin thì xử trí sao", MANAGE),
        ("amoxicilin dị ứng thì xử trí sao", MANAGE),
        ("uống colchicin bị tiêu chảy thì làm sao", MANAGE),
        ("xử trí quá liều paracetamol", OVERDOSE),
        ("hon me ha duong huyet sau uong glibenclamid: xu tri", OVERDOSE),
        ("lỡ uống gấp đôi liều warfarin", OVERDOSE),
        ("bé 3 tuổi uống hết nửa chai paracetamol siro", OVERDOSE),
        ("uống 12 viên colchicin rồi", OVERDOSE),
        ("nuốt 30 viên paracetamol", OVERDOSE),
        ("pantoprazol pha với gì", DOSE),
        ("pha ceftriaxon với dung dịch nào", DOSE),
        ("pha ceftriaxon voi dung dich nao", DOSE),
        ("pha pantoprazol bằng gì", DOSE),
        ("ceftriaxon hòa với nước cất được không", DOSE),
        ("paracetamol uống trước hay sau ăn", DOSE),
        ("ibuprofen cách nhau mấy tiếng", DOSE),
        ("digoxin max dose", DOSE),
        ("quên uống 1 liều warfarin thì làm thế nào", DOSE),
        ("uống thiếu một liều amoxicilin", DOSE),
        ("bỏ sót 1 mũi enoxaparin", DOSE),
        ("gentamicin tối đa bao nhiêu ngày", DOSE),
        ("omeprazol tiêm tĩnh mạch trong mấy phút", DOSE),
        ("ceftriaxon tiêm tĩnh mạch trong bao lâu", DOSE),
        ("bẻ đôi viên nifedipin được không", DOSE),
        ("enoxaparin cho BN giảm bn %", DOSE),
        ("ttt của warfarin", MEETS),
        ("warfarin tương tác với thuốc nào", MEETS),
        ("simvastatin + amiodaron", MEETS),
        ("captopril vs spironolacton, kali máu?", MEETS),
        ("atorvastatin với nước bưởi", MEETS),
        ("ciprofloxacin uong chung voi sua dc k", MEETS),
        ("rượu có ảnh hưởng metronidazol không", MEETS),
        ("methotrexat với thuốc giảm đau nhóm NSAID?", MEETS),
        ("Bệnh nhân lao đang rifampicin, viên ngừa thai hằng ngày còn tác dụng không?", MEETS),
        ("gentamicin kỵ gì trong bơm tiêm", CLASH),
        ("có được pha ceftriaxon chung dịch chứa calci không", CLASH),
        ("vancomycin theo dõi chỉ số gì", CAUTION),
        ("khởi trị carbamazepin có cần làm xét nghiệm gen nào không", CAUTION),
        ("metformin chụp cản quang có phải ngưng không", CAUTION),
        ("metformin trị bệnh gì", FOR),
        ("công dụng của captopril", FOR),
        ("chỉ định của amiodaron", FOR),
        ("vai trò của acetylcystein trong ngộ độc paracetamol", FOR),
        ("digoxin nửa đời", KINETICS),
        ("thời gian bán thải của digoxin", KINETICS),
        ("allopurinol ức chế men gì để hạ acid uric?", PHARMACOLOGY),
        ("enoxaparin làm từ ruột lợn phải không", PHARMACOLOGY),
        ("salbutamol dạng bào chế hàm lượng", FORMS),
        ("metformin có dạng giải phóng kéo dài không", FORMS),
        ("insulin bảo quản thế nào", STORAGE),
        ("điều kiện bảo quản insulin", STORAGE),
        ("insulin đang dùng dở để được mấy tuần", STORAGE),
        ("furosemid thuộc nhóm nào", "loai_thuoc"),
        ("mã atc của warfarin", "ma_atc"),
        ("biệt dược của omeprazol", "ten_thuong_mai"),
        ("tên quốc tế của clorpheniramin", "ten_chung_quoc_te"),
    ],
)  # fmt: skip
def test_the_first_section(question, first):
    assert hear(question).sections[:1] == (first,)


@pytest.mark.parametrize(
    "question",
    [
        "chông chỉ định của warfarin",
        "chống chi định của warfarin",
        "chống chỉ đinh warfarin",
        "chóng chỉ định warfarin",
        "chong chi dinh warfarin",
    ],
)
def test_one_wrong_mark_never_turns_a_contraindication_into_an_indication(question):
    assert hear(question).sections == (CONTRA,)


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("cho xin chống chỉ định và liều người lớn của meloxicam", (CONTRA, DOSE)),
        ("prednisolon: thận trọng gì và liều dùng?", (CAUTION, DOSE)),
        ("codein giảm ho uống được chưa và liều?", (DOSE, CONTRA, CAUTION)),
        ("meloxicam cho trẻ 16 tuổi 50kg được không", (CONTRA, CAUTION, DOSE)),
        ("tác dụng phụ và cách xử trí của haloperidol", (ADR, MANAGE)),
        ("mình cần biết liều dùng và tương tác của warfarin", (DOSE, MEETS)),
        ("atorvastatin uống lúc nào trong ngày, có kỵ bưởi và có hại gan không?", (DOSE, MEETS, ADR, CAUTION)),
        ("metformin ở người có thai khác gì so với người đang cho con bú?", (PREGNANT, NURSING)),
        ("Is warfarin contraindicated during pregnancy?", (PREGNANT, CONTRA, CAUTION)),
        ("men gan tăng gấp 5 khi đang uống isoniazid + rifampicin thì làm gì?", (MANAGE, ADR, CAUTION)),
    ],
)
def test_several_sections_the_primary_one_first(question, sections):
    assert hear(question).sections == sections


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Lieu dung amlodipin?", Intent.DOSE),
        ("paracetamol mấy viên một ngày", Intent.DOSE),
        ("gentamicin TB cho cháu hai tuổi rưỡi nặng 12 cân", Intent.DOSE),
        ("metformin suy thận", Intent.DOSE),
        ("metformin nên uống trước hay sau ăn", Intent.SECTION),
        ("pantoprazol lọ 40mg pha với dung môi gì, tiêm trong mấy phút?", Intent.SECTION),
        ("ceftriaxon pha với nước cất bao nhiêu ml", Intent.SECTION),
        ("amiodaron theo dõi tuyến giáp bao lâu 1 lần", Intent.SECTION),
        ("thuốc đó tiêm bắp được không", Intent.SECTION),
        ("Dang uong digoxin, them clarithromycin co van de gi khong?", Intent.INTERACTION),
        ("đơn có warfarin + metronidazol + omeprazol, cặp nào cần để ý?", Intent.INTERACTION),
        ("pt 65M on amiodarone, thêm simvastatin max bao nhiêu?", Intent.INTERACTION),
        ("rivaroxaban với amiodaron có tương tác không", Intent.INTERACTION),
        ("liều amoxicilin và paracetamol cho bé 10kg 2 tuổi", Intent.DOSE),
        ("Diazepam nguoi gia voi nguoi tre co khac lieu ko", Intent.COMPARISON),
        ("so sánh liều truyền paracetamol giữa người trên 50 kg và người dưới 50 kg", Intent.COMPARISON),
        ("cefotaxime với cefuroxime, thuốc nào có dạng uống?", Intent.COMPARISON),
        ("Esomeprazol khác omeprazol ở điểm nào?", Intent.COMPARISON),
        ("enalapril", Intent.OVERVIEW),
        ("Seduxen 5", Intent.OVERVIEW),
        ("tổng quan về metformin", Intent.OVERVIEW),
        ("suy tim metformin", Intent.SECTION),
        ("metformin quả đất", Intent.UNCLEAR),
    ],
)
def test_the_kind_of_question(question, intent):
    assert hear(question).intent is intent


def test_a_product_beside_its_own_name_is_not_compared_from_one_monograph():
    frame = hear("Panadol Extra khác panadol thường ở chỗ nào")
    assert frame.unknown_drugs == ("Panadol Extra",)
    assert frame.sections == ()


def test_a_story_asks_only_with_its_last_question():
    frame = hear(
        "Bệnh nhân nữ, 72 tuổi, 54 kg, suy tim. Đang dùng furosemid 40 mg và digoxin, theo dõi điện giải mỗi 6 giờ."
        " Cân nặng ngày 2: 54,2 kg. Tóm lại chống chỉ định của spironolacton là gì?"
    )
    assert [d.name for d in frame.drugs] == ["Spironolacton"]
    assert frame.sections == (CONTRA,)
    assert frame.weight_kg == 54
    assert {"furosemid", "digoxin"} <= {f.name for f in frame.comorbidities if f.present}
    assert frame.co_medications == ("furosemid", "digoxin")


def test_a_story_that_asks_about_its_drugs_together_keeps_them_all():
    frame = hear("Toa: Amlodipin 5mg x1. Atorvastatin 20mg x1. Hai thuốc này có tương tác?")
    assert [d.name for d in frame.drugs] == ["Amlodipin", "Atorvastatin"]
    assert frame.intent is Intent.INTERACTION


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("amiodaron hay clarithromycin", Intent.COMPARISON),
        ("ibuprofen hoặc paracetamol cho trẻ em", Intent.COMPARISON),
        ("prednisolon 5 mg tương đương prednison bao nhiêu", Intent.COMPARISON),
        ("warfarin hay ibuprofen dùng chung được không", Intent.INTERACTION),
        ("warfarin với aspirin hay ibuprofen", Intent.INTERACTION),
        ("warfarin và ibuprofen", Intent.INTERACTION),
    ],
)
def test_one_drug_in_place_of_another_is_no_pair_taken_together(question, intent):
    assert hear(question).intent is intent


@pytest.mark.parametrize(
    "question", ["bột pha hỗn dịch amoxicilin bé 3 tuổi bao nhiêu ml", "insulin hai pha liều bao nhiêu"]
)
def test_a_powder_or_a_phase_of_that_name_asks_for_no_mixing(question):
    assert hear(question).intent is Intent.DOSE


def test_what_else_is_asked_of_two_drugs_that_meet_is_answered_beside_the_pair():
    frame = hear("warfarin với metronidazol dùng chung được không và bảo quản warfarin thế nào")
    assert frame.intent is Intent.INTERACTION
    assert frame.sections == (MEETS, STORAGE)


@pytest.mark.parametrize(
    "question", ["paracetamol kỵ khí người lớn", "paracetamol vi khuẩn kị khí", "paracetamol nhiễm khuẩn yếm khí"]
)
def test_bacteria_that_shun_air_are_no_incompatibility(question):
    assert "tuong_ky" not in hear(question).sections


@pytest.mark.parametrize("question", ["tương kỵ của paracetamol", "paracetamol kỵ với gì"])
def test_an_incompatibility_is_one(question):
    assert "tuong_ky" in hear(question).sections


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("vancomycin người lớn tiêm tĩnh mạch chậm bao nhiêu", Intent.DOSE),
        ("ceftriaxon người lớn tiêm tĩnh mạch bao nhiêu", Intent.DOSE),
        ("ceftriaxon người lớn tiêm tĩnh mạch trong bao nhiêu phút", Intent.SECTION),
        ("ceftriaxon người lớn truyền tĩnh mạch bao lâu", Intent.SECTION),
    ],
)
def test_how_much_is_injected_into_a_vein_is_not_how_fast(question, intent):
    assert hear(question).intent is intent
