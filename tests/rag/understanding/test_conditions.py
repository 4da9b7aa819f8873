"""What is treated, what the patient also has, what is denied; and questions that ask for drugs."""

import pytest

from rag.frames import Intent, Relation, Route, Signal
from tests.rag.understanding.heard import findings, hear


@pytest.mark.parametrize(
    ("question", "indication"),
    [
        ("viêm tai giữa amoxicilin liều bé 10kg 2 tuổi", "viêm tai giữa"),
        ("omeprazol trị trào ngược liều người lớn", "trào ngược dạ dày - thực quản"),
        ("lieu omeprazol cho nguoi lon bi trao nguoc da day thuc quan", "trào ngược dạ dày - thực quản"),
        ("ĐTĐ type 2 metformin liều người lớn", "đái tháo đường"),
        ("THA captopril liều người lớn", "tăng huyết áp"),
        ("lupus ban đỏ hệ thống dùng prednisolon liều người lớn", "lupus ban đỏ hệ thống"),
        ("điều trị rối loạn tiền đình bằng cetirizin liều người lớn", "rối loạn tiền đình"),
        ("đau đầu paracetamol liều người lớn", "đau đầu"),
        ("dau dau paracetamol lieu nguoi lon", "đau đầu"),
        ("codein giảm ho liều người lớn", "ho"),
        ("liều hạ sốt của ibuprofen cho bé", "sốt"),
        ("enoxaparin điều trị huyết khối tĩnh mạch, 66 tuổi", "huyết khối tĩnh mạch"),
        ("Thai 14 tuần, viêm họng, amoxicilin dùng được không?", "viêm họng"),
        ("ceftriaxon liều viêm khớp do lậu cầu người lớn", "viêm khớp do lậu cầu"),
        ("ceftriaxon liều viêm khớp lậu người lớn", "viêm khớp do lậu"),
        ("captopril liều suy tim do tăng huyết áp người lớn", "suy tim"),
        ("azithromycin liều viêm niệu đạo người lớn", "viêm niệu đạo"),
        ("metronidazol liều viêm âm đạo người lớn", "viêm âm đạo"),
        ("fluconazol liều viêm âm đạo do nấm người lớn", "nấm âm đạo"),
        ("enalapril có gây ho không", None),
        ("nam 58t, 70kg, ceftriaxon liều", None),
        ("bệnh viện hỏi liều paracetamol người lớn", None),
    ],
)
def test_the_indication_is_what_a_dose_is_asked_for(question, indication):
    assert hear(question).indication == indication


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("không hen, không loét dạ dày: liều aspirin người lớn", [("hen", False), ("loét dạ dày", False)]),
        ("không có hen hay loét dạ dày, ibuprofen liều người lớn", [("hen", False), ("loét dạ dày", False)]),
        ("khong hen, ibuprofen lieu nguoi lon", [("hen", False)]),
        ("chưa từng dị ứng penicilin, amoxicilin liều người lớn", [("dị ứng penicilin", False)]),
        ("dị ứng penicilin dùng cefuroxim được không", [("dị ứng penicilin", True)]),
        ("không dị ứng thuốc, paracetamol liều người lớn", [("dị ứng thuốc", False)]),
        ("tiền sử thủng loét tá tràng, meloxicam dùng được không", [("thủng loét tá tràng", True)]),
        ("hen phế quản dùng aspirin được không", [("hen", True)]),
        ("THA, ĐTĐ, ko suy thận, captopril dùng được ko", [("suy thận", False), ("tăng huyết áp", True), ("đái tháo đường", True)]),
        ("BN tiền sử hen, dị ứng aspirin, dùng ibuprofen được ko", [("dị ứng aspirin", True), ("hen", True)]),
        ("chụp CT cản quang metformin có phải ngưng không", []),
        ("paracetamol liều người lớn", []),
    ],
)  # fmt: skip
def test_findings_are_present_or_denied(question, said):
    assert findings(question) == said


def test_an_allergen_is_not_the_drug_that_is_asked_about():
    assert [d.name for d in hear("dị ứng amoxicilin dùng cefuroxim được không").drugs] == ["Cefuroxim"]


def test_a_drug_that_caused_an_allergy_is_asked_about_when_nothing_else_is():
    assert [d.name for d in hear("dị ứng amoxicilin thì xử trí sao").drugs] == ["Amoxicilin"]


@pytest.mark.parametrize(
    ("question", "intent", "condition"),
    [
        ("thuốc nào trị lao phổi", Intent.CONDITION_TO_DRUG, "lao phổi"),
        ("tăng huyết áp dùng thuốc gì", Intent.CONDITION_TO_DRUG, "tăng huyết áp"),
        ("THA uống gì", Intent.CONDITION_TO_DRUG, "tăng huyết áp"),
        ("viêm nha chu uống thuốc gì", Intent.CONDITION_TO_DRUG, "viêm nha chu"),
        ("which drugs are indicated for malaria", Intent.CONDITION_TO_DRUG, "sốt rét"),
        ("ho co dom uong gi cho long dom", Intent.SYMPTOM_TO_DRUG, "ho có đờm"),
        ("đau bụng kinh thì uống gì", Intent.SYMPTOM_TO_DRUG, "đau bụng kinh"),
        ("nên dùng thuốc gì", Intent.CONDITION_TO_DRUG, None),
    ],
)
def test_a_question_for_drugs_names_a_condition_or_a_complaint(question, intent, condition):
    frame = hear(question)
    assert (frame.intent, frame.condition) == (intent, condition)
    assert frame.relation is Relation.INDICATION
    assert frame.sections == ("chi_dinh",)


@pytest.mark.parametrize(
    "question", ["bị viêm thì xài kháng sinh nào", "bà cụ 70t mất ngủ, mệt, ăn kém nên cho dùng gì"]
)
def test_a_wide_condition_or_many_complaints_are_asked_about(question):
    assert Signal.AMBIGUOUS_CONDITION in hear(question).signals


@pytest.mark.parametrize(
    ("question", "relation", "condition"),
    [
        ("Người hen phế quản cần tránh những thuốc gì?", Relation.CONTRAINDICATION, "hen phế quản"),
        ("người suy thận cần tránh thuốc gì", Relation.CONTRAINDICATION, "suy thận"),
        ("những thuốc nào phải tránh ở phụ nữ có thai", Relation.CONTRAINDICATION, "có thai"),
        ("những kháng sinh nào hay gây tiêu chảy nhất", Relation.ADVERSE_EFFECT, "tiêu chảy"),
        ("thuốc nào gây buồn ngủ", Relation.ADVERSE_EFFECT, "buồn ngủ"),
        ("thuốc nào cần thận trọng ở người hen", Relation.CAUTION, "hen"),
    ],
)
def test_other_relations_are_named_for_what_they_are(question, relation, condition):
    frame = hear(question)
    assert frame.intent is Intent.CONDITION_RELATION
    assert (frame.relation, frame.condition) == (relation, condition)
    assert Signal.RANKING not in frame.signals


def test_a_named_drug_makes_it_a_question_about_the_drug():
    assert hear("pantoprazol pha với dung môi gì").intent is Intent.SECTION


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("enalapril có gây ho không", "ho"),
        ("metformin có gây tụt đường huyết không", "hạ đường huyết"),
        ("Simvastatin ảnh hưởng lên cơ ra sao", "cơ"),
        ("td phu it gap cua isoniazid", "it gap"),
        ("captopril vs spironolacton, kali máu?", "kali"),
        ("metformin nên uống trước hay sau ăn", "bữa ăn"),
    ],
)
def test_what_is_asked_inside_a_section_is_kept_as_terms(question, term):
    assert any(term in kept for kept in hear(question).terms)


def test_values_and_function_words_are_no_terms():
    assert hear("liều paracetamol cho bé 5 tuổi 18 ký uống").terms == ()


@pytest.mark.parametrize(
    ("question", "indication"),
    [
        ("paracetamol bé 5 tuổi 18kg sốt xuất huyết liều uống", "sốt xuất huyết"),
        ("paracetamol be 5 tuoi 18kg sot xuat huyet lieu uong", "sốt xuất huyết"),
        ("paracetamol bé 2 tháng 5kg sốt sau tiêm chủng liều", "sốt sau tiêm chủng"),
        ("paracetamol bé 2 tháng 5kg sốt sau tiêm ngừa liều", "sốt sau tiêm chủng"),
        ("paracetamol bé 2 tháng 5kg sốt sau khi chích ngừa liều", "sốt sau tiêm chủng"),
        ("salbutamol cắt cơn hen liều", "hen"),
        ("salbutamol phòng cơn hen liều", "hen"),
        ("diazepam cắt cơn động kinh liều", "động kinh"),
        ("isosorbid dinitrat cắt cơn liều", "cắt cơn đau thắt ngực"),
        ("isosorbid dinitrat cắt cơn đau thắt ngực liều", "cắt cơn đau thắt ngực"),
        ("isosorbid dinitrat đau thắt ngực liều", "đau thắt ngực"),
        ("ibuprofen đau bụng kinh liều", "đau kinh"),
        ("ibuprofen thống kinh liều", "đau kinh"),
        ("paracetamol đau nửa đầu liều", "đau nửa đầu"),
        ("paracetamol sốt liều người lớn", "sốt"),
    ],
)
def test_a_dose_is_asked_for_the_whole_name_of_what_is_treated(question, indication):
    frame = hear(question)
    assert frame.indication == indication
    assert frame.routes in ((), (Route.ORAL,))


@pytest.mark.parametrize("question", ["salbutamol cắt cơn liều", "diclofenac cắt cơn quặn thận liều"])
def test_an_attack_of_something_else_is_no_angina(question):
    assert "ngực" not in (hear(question).indication or "")


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("metformin dau co thai dung duoc khong", None),
        ("đau cơ thai kỳ dùng paracetamol", "đau cơ"),
        ("co thai dau bung, paracetamol duoc khong", "đau bụng"),
    ],
)
def test_a_symptom_has_no_word_of_a_pregnancy(question, named):
    assert hear(question).indication == named


@pytest.mark.parametrize(
    ("one", "other"),
    [("ù tai", "điếc"), ("tăng cân", "sụt cân"), ("bí tiểu", "tiểu buốt"), ("yếu cơ", "chuột rút")],
)
def test_complaints_that_are_not_the_same_are_not_read_as_one(one, other):
    named = [hear(f"paracetamol có gây {words} không").terms for words in (one, other)]
    assert other not in named[0]
    assert one not in named[1]
