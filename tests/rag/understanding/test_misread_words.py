"""Words that stand in a longer one: side effects in "còn tác dụng", a fit that happens now, "hỏi mãi không được"."""

from decimal import Decimal

import pytest

from rag.frames import Population
from rag.routes import frustrated
from tests.rag.understanding.heard import hear
from tests.rag.understanding.heard import signals as said

ADR = "tac_dung_khong_mong_muon"
INTERACTION = "tuong_tac_thuoc"


@pytest.mark.parametrize("before", ["còn", "giảm", "tăng", "hết", "mất", "làm giảm", "con", "giam", "tang"])
@pytest.mark.parametrize(
    "effects",
    [
        "tác dụng phụ",
        "tac dung phu",
        "tác dụng không mong muốn",
        "tac dung khong mong muon",
        "tác dụng ngoài ý",
        "tác dụng ngoại ý",
        "tác dụng ngoài ý muốn",
        "tác dụng bất lợi",
    ],
)
def test_unwanted_effects_stay_unwanted_effects_after_a_word_of_more_or_less(before, effects):
    sections = hear(f"{before} {effects} của metformin").sections
    assert sections[:1] == (ADR,)
    assert INTERACTION not in sections


@pytest.mark.parametrize("question", ["còn tác dụng phụ?", "còn tác dụng không mong muốn?", "con tac dung phu"])
def test_unwanted_effects_are_asked_for_without_a_name_too(question):
    assert hear(question).sections == (ADR,)


@pytest.mark.parametrize(
    "question",
    ["metformin làm tăng tác dụng phụ của ibuprofen không", "metformin co lam giam tac dung phu cua ibuprofen khong"],
)
def test_side_effects_of_one_drug_raised_by_another_are_how_the_two_meet(question):
    assert hear(question).sections == (INTERACTION, ADR)


def test_how_long_until_side_effects_are_over_is_no_question_of_kinetics():
    assert hear("metformin bao lâu thì hết tác dụng phụ").sections[:1] == (ADR,)


@pytest.mark.parametrize(
    "question",
    [
        "metformin dùng chung với ibuprofen còn tác dụng không",
        "metformin giảm tác dụng khi dùng chung với ibuprofen",
        "metformin giam tac dung khi dung chung voi ibuprofen",
        "uống amoxicilin thì metformin có mất tác dụng không",
        "metformin còn tác dụng không",
    ],
)
def test_an_effect_that_is_kept_or_lost_still_reads_the_interactions(question):
    assert hear(question).sections[:1] == (INTERACTION,)


@pytest.mark.parametrize(
    "question",
    [
        "bé co giật sốt cao",
        "be co giat sot cao",
        "bé co giật liều paracetamol",
        "bé 5 tuổi 18 kg sốt 40 độ, co giật, paracetamol liều",
        "con em 2 tuổi lên cơn co giật",
        "cháu bị co giật diazepam liều",
        "bệnh nhân nam 60 tuổi co giật, liều diazepam",
        "trẻ sốt cao co giật",
        "co giật, bé 5 tuổi",
        "bé viêm màng não co giật",
        "người bệnh đang lên cơn co giật",
    ],
)
def test_a_patient_who_convulses_now_is_an_emergency(question):
    assert "emergency" in said(question)


@pytest.mark.parametrize(
    "question",
    [
        "bé có tiền sử co giật, liều paracetamol",
        "bé từng co giật do sốt, liều paracetamol",
        "bé từng bị co giật khi sốt cao",
        "bé 3 tuổi dự phòng co giật do sốt dùng gì",
        "thuốc chống co giật cho bé 5 tuổi",
        "thuốc phòng co giật cho trẻ",
        "bé động kinh điều trị phenytoin, co giật từ năm ngoái",
        "động kinh co giật dùng phenytoin liều người lớn",
        "bé co giật do sốt có nên dùng ibuprofen dự phòng",
        "bé sốt cao, dễ co giật",
        "bé không co giật, sốt cao",
        "bé co giật năm ngoái, liều ibuprofen",
        "bé co giật đã hết, liều paracetamol",
        "điều trị co giật ở trẻ em",
        "amoxicilin có gây co giật ở trẻ không",
        "bé uống metoclopramid có bị co giật không",
        "người bệnh co giật có dùng được tramadol không",
    ],
)
def test_a_fit_of_the_past_or_one_only_spoken_of_is_no_emergency(question):
    assert "emergency" not in said(question)


@pytest.mark.parametrize(
    "question",
    [
        "bực quá hỏi mãi không được",
        "buc qua hoi mai khong duoc",
        "hỏi mãi không được",
        "hỏi hoài vẫn không được",
        "hỏi mãi ko được",
        "tra không được",
        "tra mãi không được",
        "tra cứu không được",
        "tìm không được",
        "hỏi gì cũng không được",
        "không được gì cả",
        "khong duoc gi ca",
        "không được gì hết",
    ],
)
def test_what_cannot_be_looked_up_is_a_complaint_and_no_contraindication(question):
    frame = hear(question)
    assert frame.sections == ()
    assert frustrated(frame)


@pytest.mark.parametrize(
    "question",
    [
        "metformin không được dùng cho ai",
        "metformin khi nào không được dùng",
        "suy tim không được dùng metformin à",
        "benh tim khong duoc dung metformin",
        "không được dùng metformin khi nào",
    ],
)
def test_what_a_drug_may_not_be_used_for_stays_a_contraindication(question):
    frame = hear(question)
    assert "chong_chi_dinh" in frame.sections
    assert "frustrated" not in said(question)


def test_a_patient_who_cannot_eat_is_no_complaint():
    assert "frustrated" not in said("bé sốt, ăn không được gì cả")


def test_a_drug_asked_for_beside_a_complaint_is_answered():
    frame = hear("hỏi mãi không được, liều paracetamol người lớn")
    assert frame.sections == ("lieu_luong_va_cach_dung",)
    assert not frustrated(frame)


@pytest.mark.parametrize("question", ["bé 5 tuổi -18 kg", "be 5 tuoi -18 kg", "bé 5 tuổi -18kg liều paracetamol"])
def test_a_minus_before_the_weight_keeps_the_age_and_leaves_the_weight_unsaid(question):
    frame = hear(question)
    assert frame.age_months == 60
    assert frame.weight_kg is None


@pytest.mark.parametrize(
    "question", ["bé 5 tuổi - 18 kg", "bé 5 tuổi-18kg", "bé 5 tuổi – 18 ký", "bé 18 kg - 5 tuổi", "bé 18kg-5 tuổi"]
)
def test_a_dash_between_age_and_weight_parts_them(question):
    frame = hear(question)
    assert (frame.age_months, frame.weight_kg) == (60, Decimal(18))


@pytest.mark.parametrize("question", ["trẻ 6 tuổi - 12 tuổi", "trẻ 6 - 12 tuổi", "trẻ 6 tuổi-12 tuổi"])
def test_a_range_of_ages_is_still_no_age(question):
    frame = hear(question)
    assert frame.age_months is None
    assert Population.CHILD in frame.populations


@pytest.mark.parametrize("question", ["bé nặng -18 kg liều paracetamol", "bé cân nặng: -18 kg", "bé cân nặng -18"])
def test_the_sign_of_a_weight_is_never_guessed(question):
    assert hear(question).weight_kg is None


@pytest.mark.parametrize("question", ["bé 10 - 12 kg", "bé 10 kg - 12 kg", "bé 10-12kg", "bé 10 kg đến 12 kg"])
def test_a_range_of_weights_is_still_no_weight(question):
    assert hear(question).weight_kg is None


@pytest.mark.parametrize(
    ("question", "had"),
    [
        ("ceftriaxon sơ sinh vàng da 5 ngày tuổi 3kg", True),
        ("ceftriaxon sơ sinh bị vàng da liều", True),
        ("ceftriaxon sơ sinh bilirubin cao liều", True),
        ("phenobarbital trị vàng da sơ sinh liều", False),
    ],
)
def test_jaundice_is_a_sign_of_the_patient_unless_it_is_treated(question, had):
    frame = hear(question)
    assert bool([f for f in frame.comorbidities if f.present]) is had
    assert (frame.indication is None) is had


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("insulin người lớn đái tháo đường", (Population.ADULT,)),
        ("insulin người bệnh suy thận", (Population.RENAL,)),
        ("insulin người cao tuổi", (Population.ELDERLY,)),
        ("insulin người 70/30", ()),
    ],
)
def test_the_person_behind_a_drug_is_no_part_of_its_name(question, who):
    assert hear(question).populations == who


def test_lasting_weakness_of_the_kidneys_is_no_rash():
    frame = hear("suy than man gd 5, vancomycin nguoi lon")
    assert frame.populations == (Population.RENAL, Population.ADULT)
    assert frame.indication is None


@pytest.mark.parametrize(
    ("question", "indication"),
    [
        ("vancomycin người lớn TMC bao nhiêu", None),
        ("gentamicin tiêm tĩnh mạch chậm người lớn", None),
        ("gentamicin tiem tinh mach cham nguoi lon", None),
        ("epinephrin người lớn mạch chậm liều", "nhịp chậm"),
    ],
)
def test_a_vein_that_is_injected_slowly_is_no_slow_pulse(question, indication):
    assert hear(question).indication == indication
