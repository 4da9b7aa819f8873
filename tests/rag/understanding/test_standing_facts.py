"""What was told of a patient before any drug stays his from drug to drug."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.frames import Population
from tests.rag.understanding.dialogue import talk

ALLERGIC = "BN người lớn dị ứng penicilin >> drug"
DOSES = ("amoxicilin liều uống", "vậy cefuroxim liều bao nhiêu >> population", "người lớn, uống")


@pytest.mark.parametrize("turns", [2, 3, 4])
def test_an_allergy_told_first_is_kept_for_every_drug_that_follows(turns):
    frame = talk(*(ALLERGIC, *DOSES)[:turns])
    assert [f.name for f in frame.comorbidities] == ["dị ứng penicilin"]
    assert "comorbidities" in frame.inherited


def test_a_pregnancy_told_first_is_kept_when_the_answer_is_adults():
    frame = talk("bà bầu 30 tuần >> drug", "ibuprofen liều", "aspirin liều thấp >> population", "người lớn")
    assert frame.populations == (Population.PREGNANT,)
    assert frame.pregnancy_weeks == 30
    assert {"populations", "pregnancy_weeks"} <= set(frame.inherited)


def test_a_clearance_told_first_is_kept_for_the_next_drug():
    frame = talk("BN Clcr 12 >> drug", "gentamicin liều", "amoxicilin uống liều >> population", "người lớn")
    assert frame.renal is not None
    assert frame.renal.value == 12
    assert set(frame.populations) == {Population.RENAL, Population.ADULT}


@pytest.mark.parametrize(
    "other",
    [
        "ca mới: amoxicilin liều uống",
        "bệnh nhân khác, amoxicilin liều uống",
        "còn amoxicilin trẻ em thì sao",
        "amoxicilin liều uống bé 5 tuổi 18kg",
    ],
)
def test_words_for_somebody_else_end_it(other):
    assert talk(ALLERGIC, "cefuroxim liều uống", other).comorbidities == ()


@pytest.mark.parametrize("asked", ["còn trẻ sơ sinh thì sao", "trẻ sơ sinh", "nhầm, trẻ sơ sinh"])
def test_the_age_and_the_weight_of_an_older_child_are_no_newborns(asked):
    frame = talk("liều amoxicilin trẻ 5 tuổi 18 kg", asked)
    assert frame.populations == (Population.NEONATE,)
    assert (frame.age_months, frame.weight_kg) == (None, None)


def test_another_age_is_another_patient():
    frame = talk("BN 70 tuổi dị ứng penicilin >> drug", "cefuroxim liều uống", "amoxicilin liều uống 35 tuổi")
    assert frame.comorbidities == ()


@pytest.mark.parametrize(
    ("told", "corrected", "who"),
    [
        ("trẻ 5 tuổi suy thận Clcr 20 ml/phút", "nhầm, người lớn", {Population.ADULT}),
        ("trẻ 3 tuổi suy thận Clcr 20 ml/phút", "nhầm, 3 tháng tuổi", {Population.CHILD}),
        ("trẻ 3 tuổi suy thận Clcr 20 ml/phút", "nhầm, 30 tuổi", {Population.ADULT}),
        ("trẻ 5 tuổi suy thận Clcr 20 ml/phút", "không phải bé, người lớn", {Population.ADULT}),
        ("người lớn suy thận Clcr 20 ml/phút", "nhầm, bé 5 tuổi", {Population.CHILD}),
        ("người lớn 60 kg suy thận Clcr 20 ml/phút", "nhầm, người cao tuổi", {Population.ELDERLY}),
    ],
)
def test_an_impairment_stays_when_the_age_or_the_group_is_put_right(told, corrected, who):
    frame = talk(f"liều amoxicilin cho {told}", corrected)
    assert set(frame.populations) == {Population.RENAL} | who
    assert frame.renal is not None
    assert {"populations", "renal"} <= set(frame.inherited)


@pytest.mark.parametrize(
    ("told", "field", "value"),
    [
        ("gentamicin liều người lớn Clcr 12", "renal", 12),
        ("metformin ở người suy thận Clcr 20", "renal", 20),
        ("ibuprofen ở người xơ gan", "hepatic", "xơ gan"),
        ("thai 30 tuần dùng paracetamol", "pregnancy_weeks", 30),
        ("liều ibuprofen người lớn, đang dùng warfarin", "co_medications", ("warfarin",)),
        ("người bệnh đang dùng warfarin bị loét dạ dày", "co_medications", ("warfarin",)),
        ("thuốc nào trị gút suy thận Clcr 8", "renal", 8),
        ("phụ nữ có thai 8 tuần, thuốc nào trị viêm âm đạo", "pregnancy_weeks", 8),
    ],
)
@pytest.mark.parametrize("asked", ["amoxicilin liều uống", "amoxicilin được không"])
def test_what_was_told_with_a_drug_or_a_disease_is_kept_for_the_next_drug(told, field, value, asked):
    frame = talk(told, asked)
    kept = getattr(frame, field)
    assert (kept.value if field == "renal" else kept) == value
    assert field in frame.inherited


def test_a_group_told_later_keeps_what_was_told_with_a_drug():
    frame = talk("metformin ở người suy thận Clcr 20", "liều metformin người lớn")
    assert set(frame.populations) == {Population.RENAL, Population.ADULT}
    assert frame.renal is not None


def test_a_pregnancy_is_kept_when_just_adults_are_told_and_not_when_other_adults_are_asked_for():
    asked = ("thai 30 tuần dùng paracetamol", "liều ibuprofen")
    assert talk(*asked, "người lớn").pregnancy_weeks == 30
    assert talk(*asked, "còn người lớn thì sao").pregnancy_weeks is None


def test_of_a_woman_told_before_the_section_of_her_state_is_read_first():
    frame = talk("bà bầu 30 tuần đang dùng warfarin", "ibuprofen được không")
    assert frame.sections == ("thoi_ky_mang_thai", "chong_chi_dinh", "than_trong")


@pytest.mark.parametrize(
    "other",
    ["amoxicilin liều uống bé 5 tuổi 18kg", "ca mới: amoxicilin liều uống", "amoxicilin liều uống người xơ gan"],
)
def test_somebody_else_or_dangers_of_its_own_end_what_was_told_with_a_drug(other):
    frame = talk("metformin ở người suy thận Clcr 20", other)
    assert frame.renal is None
    assert Population.RENAL not in frame.populations


def test_a_way_of_giving_is_not_kept():
    frame = talk(ALLERGIC, "cefuroxim liều tiêm bắp", "gentamicin liều")
    assert frame.routes == ()


def test_a_fact_lives_six_turns():
    turns = (ALLERGIC, *("gentamicin liều", "cefuroxim liều") * 4)
    assert talk(*turns[:7]).comorbidities != ()
    assert talk(*turns[:8]).comorbidities == ()


def test_a_mother_who_nurses_is_no_longer_pregnant_for_the_next_drug():
    frame = talk("bà bầu 30 tuần >> drug", "ibuprofen liều", "còn cho con bú thì sao", "aspirin liều")
    assert frame.populations == (Population.BREASTFEEDING,)
    assert frame.pregnancy_weeks is None


def test_what_the_patient_takes_is_kept_for_the_next_drug():
    frame = talk("BN dị ứng penicilin >> drug", "ibuprofen liều uống", "đang uống warfarin", "amoxicilin liều uống")
    assert frame.co_medications == ("warfarin",)


def test_another_child_ends_it():
    frame = talk(
        "BN dị ứng penicilin, Clcr 20 >> drug", "cefuroxim liều người lớn", "bé 5 tuổi 18kg thì sao", "amoxicilin liều"
    )
    assert frame.comorbidities == ()
    assert frame.renal is None


_SAME_PATIENT = st.lists(
    st.sampled_from(
        [
            "amoxicilin liều uống",
            "vậy cefuroxim liều bao nhiêu",
            "gentamicin",
            "còn ibuprofen?",
            "liều tối đa",
            "người lớn",
        ]
    ),
    min_size=1,
    max_size=5,
)


@given(questions=_SAME_PATIENT, last=st.sampled_from(["metformin liều", "vậy warfarin thì sao", "digoxin liều uống"]))
def test_no_drug_named_within_six_turns_loses_the_allergy(questions, last):
    frame = talk(ALLERGIC, *questions, last)
    assert [f.name for f in frame.comorbidities] == ["dị ứng penicilin"]


OWN_QUESTION = "người lớn dị ứng penicilin, amoxicilin liều uống"


@pytest.mark.parametrize(
    "words", ["vậy cefuroxim?", "còn cefuroxim thì sao", "thế cefuroxim?", "cefuroxim liều người lớn uống"]
)
def test_a_follow_up_to_another_drug_keeps_the_patient_and_his_allergy(words):
    frame = talk(OWN_QUESTION, words)
    assert [f.name for f in frame.comorbidities] == ["dị ứng penicilin"]
    assert "comorbidities" in frame.inherited
    assert frame.populations == (Population.ADULT,)


@pytest.mark.parametrize(
    "words",
    [
        "còn bé 5 tuổi 18 kg thì cefuroxim?",
        "ca mới: vậy cefuroxim liều?",
        "vậy cefuroxim? không dị ứng penicilin",
    ],
)
def test_somebody_else_or_a_denial_does_not_get_the_allergy(words):
    assert not any(f.present for f in talk(OWN_QUESTION, words).comorbidities)


def test_an_allergy_that_is_followed_lives_six_turns():
    follow_ups = [
        f"còn {drug} thì sao" for drug in ("cefuroxim", "ibuprofen", "warfarin", "omeprazol", "metformin", "gentamicin")
    ]
    assert talk(OWN_QUESTION, *follow_ups[:6]).comorbidities
    assert not talk(OWN_QUESTION, *follow_ups, "còn cefuroxim thì sao").comorbidities


@pytest.mark.parametrize(
    ("told", "field", "value"),
    [
        ("thai phụ 8 tuần >> drug", "pregnancy_weeks", 8),
        ("metformin ở người suy thận Clcr 20", "populations", (Population.RENAL,)),
        ("liều ibuprofen người lớn, đang dùng warfarin", "co_medications", ("warfarin",)),
    ],
)
def test_what_endangers_the_patient_is_kept_when_a_drug_for_a_disease_is_asked_for(told, field, value):
    frame = talk(told, "thuốc nào trị tăng huyết áp")
    assert frame.condition == "tăng huyết áp"
    assert getattr(frame, field) == value
    assert field in frame.inherited


@pytest.mark.parametrize("told", ["bệnh nhân dị ứng penicilin, sốt >> drug", "BN dị ứng penicilin >> drug"])
def test_an_allergy_is_kept_when_a_drug_for_a_disease_is_asked_for(told):
    frame = talk(told, "thuốc nào trị viêm phổi")
    assert [f.name for f in frame.comorbidities] == ["dị ứng penicilin"]


@pytest.mark.parametrize("asked", ["ca mới, thuốc nào trị gút", "thuốc nào trị tiêu chảy cho bé 5 tuổi 18 kg"])
def test_somebody_else_gets_none_of_it_when_a_drug_for_a_disease_is_asked_for(asked):
    frame = talk("thai phụ 8 tuần >> drug", asked)
    assert frame.pregnancy_weeks is None
    assert Population.PREGNANT not in frame.populations


def test_the_disease_that_is_to_be_treated_is_no_disease_beside_it():
    frame = talk("ibuprofen ở người bệnh hen được không", "thuốc nào trị hen")
    assert not [f for f in frame.comorbidities if f.name == "hen"]
