"""Questions for drugs: the condition asked for, what the patient has besides, and relations that are not answered."""

import unicodedata

import pytest

from rag.condition_names import AS_TYPED, MAY_MEAN, PREVENTS, SORTS_PATIENTS
from rag.frames import Intent, Population, Relation, Signal
from rag.routes import choose_route
from rag.vietnamese import fold
from tests.rag.understanding.test_conditions import hear


def same(text: str) -> str:
    return text


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


UNANSWERED = [
    ("thuốc nào không dùng cho suy thận", Relation.CONTRAINDICATION),
    ("thuốc nào không được dùng cho người suy thận", Relation.CONTRAINDICATION),
    ("thuốc nào chống chỉ định ở bà bầu", Relation.CONTRAINDICATION),
    ("những thuốc chống chỉ định cho phụ nữ có thai", Relation.CONTRAINDICATION),
    ("thuốc nào phải tránh khi suy gan", Relation.CONTRAINDICATION),
    ("suy gan phải kiêng thuốc gì", Relation.CONTRAINDICATION),
    ("người hen không nên dùng những thuốc gì", Relation.CONTRAINDICATION),
    ("bà bầu không được uống thuốc gì", Relation.CONTRAINDICATION),
    ("thuốc nào dùng được cho bà bầu", Relation.CONTRAINDICATION),
    ("cho con bú uống được thuốc gì", Relation.CONTRAINDICATION),
    ("thuốc nào an toàn cho người suy thận", Relation.CONTRAINDICATION),
    ("những thuốc cần thận trọng với người hen", Relation.CAUTION),
    ("thuốc nào phải cẩn thận ở người cao tuổi", Relation.CAUTION),
    ("tăng huyết áp tránh thuốc gì", Relation.CONTRAINDICATION),
    ("tăng huyết áp thì không được dùng thuốc nào", Relation.CONTRAINDICATION),
    ("bị tăng huyết áp nên tránh thuốc gì", Relation.CONTRAINDICATION),
    ("thuốc nào chống chỉ định trong suy tim", Relation.CONTRAINDICATION),
    ("bệnh nhân gút không nên uống thuốc gì", Relation.CONTRAINDICATION),
    ("suy tim cần thận trọng với thuốc nào", Relation.CAUTION),
    ("hen uống được thuốc gì", Relation.CONTRAINDICATION),
    ("người hen uống được thuốc gì", Relation.CONTRAINDICATION),
    ("hen tránh thuốc gì khi mang thai", Relation.CONTRAINDICATION),
    ("thuốc nào nguy hiểm cho người suy tim", Relation.CONTRAINDICATION),
    ("thuốc nào có hại cho người suy thận", Relation.CONTRAINDICATION),
    ("thuốc nào không tốt cho người gút", Relation.CONTRAINDICATION),
    ("thuốc nào làm nặng bệnh gút", Relation.ADVERSE_EFFECT),
    ("thuốc nào khởi phát cơn hen", Relation.ADVERSE_EFFECT),
    ("thuốc nào làm tăng nguy cơ đột quỵ", Relation.ADVERSE_EFFECT),
    ("thuốc nào làm hạ kali máu", Relation.ADVERSE_EFFECT),
    ("thuốc gì gây ho", Relation.ADVERSE_EFFECT),
    ("thuốc nào làm tăng kali máu", Relation.ADVERSE_EFFECT),
    ("những kháng sinh nào hay gây tiêu chảy nhất", Relation.ADVERSE_EFFECT),
    ("thuốc hạ áp nào gây ho", Relation.ADVERSE_EFFECT),
    ("thuốc nào hại gan", Relation.ADVERSE_EFFECT),
    ("có thuốc nào trị mất ngủ mà không hại gan không", Relation.ADVERSE_EFFECT),
]


@pytest.mark.parametrize("written", [same, fold, nfd])
@pytest.mark.parametrize(("question", "relation"), UNANSWERED)
def test_a_relation_other_than_indication_is_named_and_not_answered(question, relation, written):
    frame = hear(written(question))
    assert (frame.intent, frame.relation) == (Intent.CONDITION_RELATION, relation)
    assert choose_route(frame).name == "relation question"


def test_a_question_left_in_telex_is_read_the_same():
    frame = hear("thuoocs naof khoong dungf cho nguwowif suy thaanj")
    assert (frame.intent, frame.relation) == (Intent.CONDITION_RELATION, Relation.CONTRAINDICATION)


@pytest.mark.parametrize("written", [same, fold, nfd])
@pytest.mark.parametrize(
    ("question", "condition", "population"),
    [
        ("thuốc hạ áp nào không dùng cho bà bầu", "tăng huyết áp", Population.PREGNANT),
        ("thuốc hạ áp nào dùng được cho bà bầu", "tăng huyết áp", Population.PREGNANT),
        ("thuốc nào an toàn cho bà bầu bị tăng huyết áp", "tăng huyết áp", Population.PREGNANT),
        ("thuốc trị gút nào không dùng cho người suy thận", "gút", Population.RENAL),
        ("thuốc hạ sốt nào phải thận trọng ở người suy gan", "sốt", Population.HEPATIC),
    ],
)
def test_drugs_for_a_purpose_are_listed_whoever_they_may_suit(question, condition, population, written):
    frame = hear(written(question))
    assert choose_route(frame).name == "by condition"
    assert frame.condition == condition
    assert population in frame.populations
    assert frame.rules["relation"] == SORTS_PATIENTS


@pytest.mark.parametrize(
    ("question", "condition", "findings", "taken"),
    [
        ("bệnh nhân suy tim bị sốt dùng thuốc gì", "sốt", ["suy tim"], ()),
        ("tăng huyết áp kèm đái tháo đường dùng thuốc gì", "tăng huyết áp", ["đái tháo đường"], ()),
        ("thuốc trị gút cho người loét dạ dày", "gút", ["loét dạ dày"], ()),
        ("viêm phổi ở người dị ứng penicilin dùng kháng sinh nào", "viêm phổi", ["dị ứng penicilin"], ()),
        ("bệnh nhân tăng huyết áp dùng thuốc gì", "tăng huyết áp", [], ()),
        ("đang uống amoxicilin, bị gút cấp thì dùng thuốc nào", "gút cấp", [], ("amoxicilin",)),
        ("THA không đái tháo đường dùng thuốc gì", "tăng huyết áp", [], ()),
        ("bé không uống được, hạ sốt bằng thuốc gì", "sốt", [], ()),
        ("bé hay bị viêm họng dùng thuốc gì", "viêm họng", [], ()),
        ("thuốc nào làm giảm nguy cơ đột quỵ", "đột quỵ", [], ()),
        ("thuốc nào làm giảm đau đầu", "đau đầu", [], ()),
        ("trị tiêu chảy do kháng sinh gây ra bằng thuốc gì", "tiêu chảy", [], ()),
        ("thuốc giảm đau đầu cho người suy gan", "đau đầu", [], ()),
        ("viêm gan B dùng thuốc gì", "viêm gan B", [], ()),
        ("viem gan dung thuoc gi", "viêm gan", [], ()),
        ("nephrotic syndrome dùng thuốc gì", "hội chứng thận hư", [], ()),
    ],
)
def test_what_is_treated_is_told_from_what_the_patient_has(question, condition, findings, taken):
    frame = hear(question)
    assert frame.intent in (Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG)
    assert frame.condition == condition
    assert [f.name for f in frame.comorbidities if f.present] == findings
    assert frame.co_medications == taken
    assert frame.drugs == ()


def test_two_conditions_are_asked_about_rather_than_one_of_them_picked():
    frame = hear("sốt và ho dùng thuốc gì")
    assert Signal.AMBIGUOUS_CONDITION in frame.signals
    assert frame.condition == "sốt, ho"


def test_everyday_speech_for_several_conditions_is_asked_about():
    frame = hear("đau bao tử uống gì")
    assert Signal.AMBIGUOUS_CONDITION in frame.signals
    assert frame.rules["condition"] == MAY_MEAN


@pytest.mark.parametrize(
    ("question", "listed"),
    [("thuốc trị bệnh trĩ", False), ("máu đông ở chân dùng thuốc gì", False), ("thuốc trị loãng xương", True)],
)
def test_the_frame_says_whether_the_condition_is_in_a_list(question, listed):
    assert (hear(question).rules["condition"] != AS_TYPED) is listed


@pytest.mark.parametrize(
    "question",
    [
        "thuốc này trị bệnh gì",
        "amoxicilin dùng cho bệnh gì",
        "thuốc đó có dùng được cho bà bầu không",
        "liều amoxicilin cho viêm họng",
    ],
)
def test_a_question_about_a_drug_is_no_question_for_drugs(question):
    assert hear(question).intent not in (Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG, Intent.CONDITION_RELATION)


@pytest.mark.parametrize(
    ("question", "condition", "taken"),
    [
        ("thuốc trị bệnh gout đang uống warfarin", "gút", ("warfarin",)),
        ("thuốc trị gút cho bệnh nhân đang uống warfarin", "gút", ("warfarin",)),
        ("thuốc hạ sốt đang uống warfarin", "sốt", ("warfarin",)),
        ("thuốc cho viêm phổi đang dùng warfarin", "viêm phổi", ("warfarin",)),
    ],
)
@pytest.mark.parametrize("form", [same, nfd])
def test_a_drug_taken_already_behind_the_purpose_is_not_the_one_asked_about(question, condition, taken, form):
    frame = hear(form(question))
    assert frame.intent in (Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG)
    assert (frame.condition, frame.drug_ids, frame.co_medications) == (condition, (), taken)


@pytest.mark.parametrize(
    "question",
    ["đang uống warfarin", "thuốc trị gút warfarin liều người lớn"],
)
def test_a_dose_of_the_drug_that_is_taken_is_still_asked_of_it(question):
    assert hear(question).drug_ids == ("warfarin",)


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("thuốc hạ huyết áp cho bà bầu", "tăng huyết áp"),
        ("thuốc hạ huyết áp", "tăng huyết áp"),
        ("thuốc nào hạ huyết áp", "tăng huyết áp"),
        ("thuốc nào hạ đường huyết cho người già suy thận", "đái tháo đường"),
        ("thuốc hạ đường huyết", "đái tháo đường"),
        ("thuốc nào trị hạ huyết áp", "hạ huyết áp"),
        ("thuốc cho bệnh nhân hạ huyết áp", "hạ huyết áp"),
        ("thuốc gì trị hạ đường huyết", "hạ đường huyết"),
    ],
)
@pytest.mark.parametrize("form", [same, nfd, fold])
def test_a_drug_that_lowers_is_one_against_too_much(question, condition, form):
    assert fold(hear(form(question)).condition) == fold(condition)


@pytest.mark.parametrize(
    ("question", "prevents"),
    [("thuốc dự phòng lao", True), ("thuốc phòng ngừa sốt rét", True), ("thuốc trị lao phổi", False)],
)
def test_the_frame_says_whether_prevention_is_wanted(question, prevents):
    assert (hear(question).rules.get("purpose") == PREVENTS) is prevents


@pytest.mark.parametrize(
    ("question", "condition", "taken"),
    [
        ("thuốc trị viêm phổi cho bé 5 tuổi 18 kg đang uống digoxin", "viêm phổi", "digoxin"),
        ("thuốc nào trị động kinh cho bé 2 tuổi 10 kg đang uống clarithromycin", "động kinh", "clarithromycin"),
        ("thuoc nao tri dong kinh cho be 2 tuoi 10 kg dang uong clarithromycin", "động kinh", "clarithromycin"),
        ("tăng huyết áp dùng thuốc gì khi đang uống digoxin", "tăng huyết áp", "digoxin"),
        ("thuốc nào trị gút cho người đang dùng warfarin", "gút", "warfarin"),
        ("thuốc nào trị gút cho người dị ứng aspirin đang dùng methotrexat", "gút", "methotrexat"),
        ("thuốc nào trị hen, đang dùng tramadol", "hen", "tramadol"),
        ("đang dùng warfarin, thuốc nào trị gút", "gút", "warfarin"),
    ],
)
def test_what_is_taken_already_is_not_the_drug_asked_for_wherever_it_stands(question, condition, taken):
    frame = hear(question)
    assert frame.intent is Intent.CONDITION_TO_DRUG
    assert frame.condition == condition
    assert (frame.drug_ids, frame.unknown_drugs, frame.routes) == ((), (), ())
    assert frame.co_medications == (taken,)


@pytest.mark.parametrize(
    "question",
    [
        "kháng sinh cho người dị ứng penicilin", "dị ứng penicilin dùng kháng sinh gì", "kháng sinh dùng cho phụ nữ có thai",
        "khang sinh cho nguoi di ung penicilin", "kháng sinh nhóm nào cho người suy thận",
    ],
)  # fmt: skip
def test_a_class_for_somebody_is_asked_for_its_purpose(question):
    assert choose_route(hear(question)).name == "no condition"
