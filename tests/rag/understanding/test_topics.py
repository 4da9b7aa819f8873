"""Words that name another indication, another occasion or another monograph."""

import pytest

from rag.frames import AmbiguousName, DrugMention, DrugOption, How, Intent, Population
from rag.ports import NameSpan
from rag.understanding.rules import understand
from rag.vietnamese import fold
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.fake_names import FakeNames
from tests.rag.understanding.heard import findings, hear, populations, routes, signals

DOSING, CAUTION, CONTRA = "lieu_luong_va_cach_dung", "than_trong", "chong_chi_dinh"
INTERACTION, ADR, INDICATION = "tuong_tac_thuoc", "tac_dung_khong_mong_muon", "chi_dinh"
AIRWAYS = DrugOption("salbutamol-ho-hap", "Salbutamol (dùng trong hô hấp)")
OBSTETRIC = DrugOption("salbutamol-san-khoa", "Salbutamol (dùng trong sản khoa)")


class TwoSalbutamols(FakeNames):
    """ "Salbutamol" is the title of two monographs; "hen" and "đẻ non" tell them apart."""

    def find(self, text: str) -> tuple[NameSpan, ...]:
        at = fold(text).find("salbutamol")
        if at < 0:
            return super().find(text)
        option = AIRWAYS if "hen" in fold(text) else OBSTETRIC if "de non" in fold(text) else None
        typed, end = text[at : at + 10], at + 10
        if option is None:
            return (NameSpan(at, end, ambiguous=AmbiguousName(typed, (AIRWAYS, OBSTETRIC), "homonym")),)
        return (NameSpan(at, end, mention=DrugMention(option.id, option.name, typed, How.TITLE)),)


@pytest.mark.parametrize(
    ("words", "indication"),
    [
        ("HP thì sao", "Helicobacter pylori"),
        ("diệt HP", "Helicobacter pylori"),
        ("Zollinger", "hội chứng Zollinger-Ellison"),
        ("Zollinger-Ellison thì sao", "hội chứng Zollinger-Ellison"),
        ("loét do NSAID", "loét do thuốc chống viêm không steroid"),
        ("Kawasaki thì sao", "bệnh Kawasaki"),
        ("bệnh Lyme", "bệnh Lyme"),
        ("bệnh than", "bệnh than"),
        ("viêm nội tâm mạc", "viêm nội tâm mạc"),
        ("van cơ học", "van tim cơ học"),
        ("cắt cơn", "cắt cơn đau thắt ngực"),
        ("dự phòng đau thắt ngực", "dự phòng cơn đau thắt ngực"),
        ("dự phòng", "dự phòng"),
    ],
)
def test_a_follow_up_names_another_indication(words, indication):
    frame = talk("omeprazol liều người lớn trào ngược", words)
    assert frame.indication == indication
    assert frame.intent is Intent.DOSE


def test_words_that_nothing_reads_do_not_keep_the_old_indication():
    frame = talk("omeprazol liều người lớn trào ngược", "hội chẩn blabla thì sao")
    assert frame.terms
    assert frame.indication is None


def test_a_follow_up_without_other_words_keeps_the_indication():
    frame = talk("omeprazol liều người lớn trào ngược", "còn trẻ em 5 tuổi 18kg")
    assert frame.indication == "trào ngược dạ dày - thực quản"


@pytest.mark.parametrize("words", ["2 tuần nữa mổ thì sao", "chụp CT cản quang", "trước phẫu thuật"])
def test_an_occasion_is_no_dose_again(words):
    frame = talk("liều metformin người lớn uống", words)
    assert frame.sections == (CAUTION, CONTRA, INTERACTION)
    assert frame.intent is Intent.SECTION
    assert frame.indication is None
    assert frame.terms


@pytest.mark.parametrize(
    ("question", "sections", "intent"),
    [
        ("metformin trước phẫu thuật", (CAUTION, CONTRA, INTERACTION), Intent.SECTION),
        ("hen phế quản ibuprofen", (CONTRA, CAUTION, INDICATION), Intent.SECTION),
        ("nhược cơ gentamicin", (CONTRA, CAUTION, INDICATION), Intent.SECTION),
        ("lái xe uống metformin", (CAUTION, ADR), Intent.SECTION),
        ("gentamicin nồng độ đáy", (DOSING, CAUTION), Intent.SECTION),
        ("warfarin INR mục tiêu van cơ học", (DOSING, CAUTION), Intent.SECTION),
        ("thuốc trị hen phế quản", (INDICATION,), Intent.CONDITION_TO_DRUG),
        ("thuốc điều trị trào ngược", (INDICATION,), Intent.CONDITION_TO_DRUG),
        ("gentamicin dự phòng phẫu thuật liều người lớn", (DOSING,), Intent.DOSE),
    ],
)
def test_short_questions_say_what_they_want_to_read(question, sections, intent):
    frame = hear(question)
    assert (frame.sections, frame.intent) == (sections, intent)


@pytest.mark.parametrize(
    "question", ["paracetamol truyền NL nghiện rượu 60kg", "paracetamol truyen nl nghien ruou 60kg"]
)
def test_a_habit_is_the_patients_and_not_what_is_treated(question):
    frame = hear(question)
    assert frame.intent is Intent.DOSE
    assert frame.indication is None
    assert ("nghiện rượu", True) in findings(question)


def test_several_things_that_the_patient_has_are_all_kept():
    assert ("nhược cơ", True) in findings("gentamicin cho BN có suy thận và nhược cơ, liều tiêm bắp người lớn")


@pytest.mark.parametrize(
    ("question", "route"),
    [
        ("bé 15 tháng sốt đặt paracetamol", ["dat_truc_trang"]),
        ("bé 15 tháng 10kg paracetamol đặt", ["dat_truc_trang"]),
        ("isosorbid dinitrat ngậm người lớn liều", ["ngam_duoi_luoi"]),
        ("be 18 thang 10 kg hen khi dung salbutamol", ["khi_dung"]),
        ("lieu salbutamol hen nguoi lon khi dung", ["khi_dung"]),
        ("than trong khi dung salbutamol", []),
        ("lieu warfarin khi dung chung amiodaron", []),
        ("đặt lịch khám, metformin", []),
    ],
)
def test_ways_of_giving_in_one_word(question, route):
    assert routes(question) == route


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("bé Cún 5 tuổi 18kg paracetamol uống", False),
        ("anh Ngựa 40 tuổi paracetamol uống", False),
        ("bé cún 2 tuổi 4kg paracetamol uống", True),
        ("Mèo 4kg paracetamol uống", True),
        ("BÉ CÚN 2 TUỔI PARACETAMOL", True),
    ],
)
def test_a_nickname_is_no_animal(question, refused):
    assert ("non_human" in signals(question)) is refused


@pytest.mark.parametrize(
    ("reply", "drug"), [("hen", AIRWAYS.id), ("dọa đẻ non", OBSTETRIC.id), ("de non", OBSTETRIC.id)]
)
def test_a_word_of_the_field_chooses_between_two_monographs(reply, drug):
    frame = talk("liều salbutamol >> drug", reply, names=TwoSalbutamols())
    assert frame.drug_ids == (drug,)
    assert frame.ambiguous == ()
    assert DOSING in frame.sections


def test_a_follow_up_of_the_other_field_takes_the_other_monograph():
    frame = talk("liều salbutamol hen người lớn khí dung", "còn dọa đẻ non", names=TwoSalbutamols())
    assert frame.drug_ids == (OBSTETRIC.id,)
    assert frame.populations == (Population.PREGNANT,)
    assert frame.routes == ()


def test_a_reply_that_chooses_nothing_leaves_the_name_open():
    frame = talk("liều salbutamol >> drug", "người lớn", names=TwoSalbutamols())
    assert frame.drugs == ()
    assert frame.ambiguous


def test_a_room_prevents_nothing():
    assert hear("BN giường 12, phòng 305, 5 tuổi 18kg, paracetamol uống").indication is None


def test_a_threat_of_preterm_birth_says_for_whom():
    assert populations("liều salbutamol dọa đẻ non") == ["phu_nu_co_thai"]


@pytest.mark.parametrize("turns", [("liều salbutamol truyền >> population",), ("liều salbutamol dọa đẻ non",)])
def test_weeks_of_pregnancy_said_of_a_dose_ask_for_the_dose(turns):
    frame = talk(*turns, "có thai 30 tuần")
    assert frame.intent is Intent.DOSE
    assert frame.sections[0] == DOSING
    assert frame.pregnancy_weeks == 30


def test_a_pregnancy_told_after_an_answered_dose_asks_of_the_pregnancy():
    assert talk("liều ibuprofen uống người lớn", "có thai 30 tuần").sections[0] == "thoi_ky_mang_thai"


@pytest.mark.parametrize(
    ("last", "age", "kg"), [("quay lại bé đầu tiên", 60, 18), ("bé thứ nhất", 60, 18), ("bé thứ hai", 36, 14)]
)
def test_patients_are_counted_in_the_order_they_came_up(last, age, kg):
    frame = talk("liều paracetamol uống bé 5 tuổi 18kg", "còn bé khác 3 tuổi 14kg", "uống", last)
    assert (frame.age_months, frame.weight_kg) == (age, kg)
    assert frame.drug_ids == ("paracetamol",)


def test_a_patient_who_was_never_met_is_not_counted():
    assert talk("liều paracetamol uống bé 5 tuổi 18kg", "bé thứ hai 3 tuổi").weight_kg is None


def test_these_two_drugs_are_the_last_two_talked_about():
    frame = talk(
        "liều ibuprofen người lớn", "liều metformin người lớn", "liều warfarin người lớn", "liều ibuprofen người lớn",
        "hai thuốc này dùng chung được không",
    )  # fmt: skip
    assert set(frame.drug_ids) == {"warfarin", "ibuprofen"}


def test_asking_again_and_again_frustrates():
    assert "frustrated" in signals("trời ơi hỏi hoài vậy")


@pytest.mark.parametrize(
    "question",
    ["salbutamol có những dạng bào chế và hàm lượng nào", "mã ATC của salbutamol", "biệt dược của salbutamol"],
)
def test_facts_of_a_title_that_stands_twice_are_asked_of_both_monographs(question):
    frame = understand(question, names=TwoSalbutamols())
    assert frame.drug_ids == (AIRWAYS.id, OBSTETRIC.id)
    assert frame.ambiguous == ()


@pytest.mark.parametrize(
    "question", ["salbutamol liều người lớn", "chống chỉ định của salbutamol", "salbutamol tác dụng phụ"]
)
def test_doses_and_warnings_of_a_title_that_stands_twice_are_asked_about(question):
    frame = understand(question, names=TwoSalbutamols())
    assert frame.drugs == ()
    assert frame.ambiguous


@pytest.mark.parametrize("told", ["12 tuần", "3 tháng", "5 ngày"])
def test_a_unit_behind_a_number_is_no_word_to_look_for(told):
    terms = hear(f"captopril cho sản phụ cao huyết áp {told}").terms
    assert not {"tuần", "tháng", "ngày"} & set(terms)
