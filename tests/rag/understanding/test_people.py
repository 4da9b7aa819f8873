"""Who the patient is, also when it is only implied."""

from decimal import Decimal

import pytest

from rag.frames import Population
from rag.sides import sides_of
from tests.rag.understanding.heard import hear, populations

C, A, E, N = "tre_em", "nguoi_lon", "nguoi_cao_tuoi", "tre_so_sinh"
P, B, R, H = "phu_nu_co_thai", "phu_nu_cho_con_bu", "suy_than", "suy_gan"


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("con tôi sốt", [C]),
        ("mẹ cháu không nhớ cân nặng", [C]),
        ("bé nhà chị sốt cao", [C]),
        ("bé bự 20kg paracetamol liều", [C]),
        ("khoa nhi hỏi liều cefixim", [C]),
        ("child with fever paracetamol dose", [C]),
        ("trẻ bú mẹ 3 tháng 6 kg paracetamol liều", [C]),
        ("vợ em bầu 29 tuần", [P]),
        ("thử que 2 vạch", [P]),
        ("pn co thai thang thu 8", [P]),
        ("PNCT dùng metformin", [P]),
        ("thai 14 tuần", [P]),
        ("Is warfarin contraindicated during pregnancy?", [P]),
        ("mẹ đang cho bé bú dùng paracetamol được không", [B]),
        ("me dang cho be bu dung paracetamol duoc khong", [B]),
        ("Sau sinh 3 tuần, nuôi con hoàn toàn bằng sữa mẹ", [B]),
        ("breastfeeding metronidazole safe?", [B]),
        ("cho bú?", [B]),
        ("cho bu dung metformin duoc khong", [B]),
        ("còn mẹ bé, người lớn?", [A]),
        ("bố cháu là người lớn, cetirizin liều", [A]),
        ("mẹ bé hỏi, người lớn và bé liều paracetamol", [C, A]),
        ("cụ bà tăng huyết áp", [E]),
        ("người già dùng diazepam", [E]),
        ("nguoi gia dung diazepam", [E]),
        ("người lớn tuổi dùng diazepam", [E]),
        ("benzylpenicilin người lớn 65 tuổi", [E]),
        ("người lớn 40 tuổi dùng diazepam", [A]),
        ("liều diazepam người lớn và người cao tuổi", [E, A]),
        ("NL", [A]),
        ("người trưởng thành", [A]),
        ("thanh niên bị gút", [A]),
        ("chồng em bị gout dùng colchicin", [A]),
        ("người trẻ tuổi", [A]),
        ("trẻ sơ sinh 3kg gentamicin", [N]),
        ("sơ sinh đẻ non", [N]),
        ("người lớn suy thận MLCT 25, amikacin", [R, A]),
        ("bé 3 tuổi suy thận gentamicin", [C, R]),
        ("chạy thận nhân tạo, vancomycin liều", [R]),
        ("xơ gan Child B, morphin liều", [H]),
        ("metformin ở người có thai khác gì so với người đang cho con bú?", [P, B]),
        ("Diazepam nguoi gia voi nguoi tre co khac lieu ko", [E, A]),
    ],
)
def test_the_population_is_named_or_implied(question, who):
    assert populations(question) == who


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("không có thai, dùng fluconazol liều nào", id="denied"),
        pytest.param("ko suy thận, captopril liều", id="denied in shorthand"),
        pytest.param("chưa từng suy gan, paracetamol liều", id="denied for all times"),
        pytest.param("viên ngừa thai dùng chung rifampicin", id="contraception"),
        pytest.param("digoxin thải trừ qua thận", id="elimination"),
        pytest.param("digoxin thai tru qua than", id="elimination without marks"),
        pytest.param("gia đình hỏi liều paracetamol", id="family, not old"),
        pytest.param("clopidogrel chong chi dinh voi ai", id="chồng chị inside chống chỉ định"),
        pytest.param("enoxaparin có hại gan không", id="a liver that may be harmed"),
        pytest.param("enoxaparin cho BN", id="somebody"),
    ],
)
def test_who_is_not_spoken_of_is_not_the_patient(question):
    assert populations(question) == []


def test_a_threat_of_preterm_birth_is_a_pregnancy_and_no_newborn():
    assert populations("dọa sinh non dùng salbutamol truyền") == [P]


def test_weeks_of_pregnancy_are_kept_apart_from_the_age():
    frame = hear("Vợ em 29 tuổi, bầu 28 tuần, fluconazol có hại thai không?")
    assert frame.pregnancy_weeks == 28
    assert frame.age_months == 348


@pytest.mark.parametrize("question", ["có thai tháng thứ 8", "mang bầu 5 tháng"])
def test_months_of_pregnancy_give_no_weeks(question):
    frame = hear(question)
    assert populations(question) == [P]
    assert frame.pregnancy_weeks is None


@pytest.mark.parametrize("question", ["trẻ đẻ non 31 tuần, 5 ngày tuổi", "sơ sinh tuổi thai 31 tuần"])
def test_the_gestational_age_of_a_newborn_is_no_pregnancy(question):
    frame = hear(question)
    assert frame.gestational_weeks == 31
    assert frame.pregnancy_weeks is None
    assert populations(question) == [N]


def test_the_nursed_child_is_not_the_patient():
    frame = hear("bé 20 ngày bú mẹ, mẹ uống amoxicilin có sao không")
    assert frame.infant_age_months == Decimal(20) / 30
    assert frame.age_months is None
    assert populations("bé 20 ngày bú mẹ, mẹ uống amoxicilin có sao không") == [B]


def test_a_denied_state_is_kept_as_a_finding():
    assert ("có thai", False) in [(f.name, f.present) for f in hear("không có thai, fluconazol liều").comorbidities]


@pytest.mark.parametrize("question", ["ciprofloxacin viem be than", "ciprofloxacin viêm bể thận", "viem dai be than"])
def test_the_renal_pelvis_is_no_child(question):
    assert populations(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "liều furosemid uống người lớn 1 tuổi 12 kg",
        "lieu furosemid uong nguoi lon 1 tuoi 12 kg",
        "liều furosemid uống người lớn, 5 tuổi",
    ],
)
def test_an_adult_of_a_childs_age_is_nobody(question):
    frame = hear(question)
    assert (frame.populations, frame.age_months) == ((), None)


@pytest.mark.parametrize(
    ("question", "group"),
    [
        ("liều furosemid uống người lớn và bé 1 tuổi 12 kg", "tre_em"),
        ("liều paracetamol cho trẻ em 5 tuổi 18kg và người lớn", "tre_em"),
        ("liều furosemid uống người lớn 40 tuổi", "nguoi_lon"),
    ],
)
def test_groups_side_by_side_and_grown_adults_contradict_nothing(question, group):
    assert group in populations(question)


def test_the_age_of_one_child_takes_no_newborn_out_of_the_groups_named_beside_it():
    frame = hear("ceftriaxon liều cho người lớn, trẻ em 10 tuổi 30 kg và trẻ sơ sinh")
    assert set(frame.groups) == {Population.ADULT, Population.CHILD, Population.NEONATE}
    assert frame.implausible == ()
    measured = {side.frame.population: side.frame.age_months for side in sides_of(frame)}
    assert measured == {Population.ADULT: None, Population.CHILD: 120, Population.NEONATE: None}


def test_one_child_called_a_newborn_and_told_to_be_older_is_still_asked_about():
    assert hear("trẻ sơ sinh 2 tuổi paracetamol").implausible == ("age_months",)
