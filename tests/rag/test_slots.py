"""What a turn inherits: a pure function of stored frames."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.frames import (
    CONDITIONS,
    AmbiguousName,
    DrugMention,
    DrugOption,
    Finding,
    How,
    Intent,
    Link,
    Population,
    QueryFrame,
    Renal,
    Route,
    Signal,
    Verbosity,
)
from rag.outcomes import Outcome
from rag.passages import DOSING
from rag.records import Clarification, PastTurn
from rag.slots import carry_over
from rag.slots.remembered import INHERITABLE, TTL_TURNS
from rag.slots.settling import settled
from rag.understanding.rules import understand
from tests.rag.understanding.fake_names import FakeNames

NAMES = FakeNames()
CHILD, ADULT, NEONATE, ELDERLY = Population.CHILD, Population.ADULT, Population.NEONATE, Population.ELDERLY
RENAL, HEPATIC, PREGNANT, NURSING = Population.RENAL, Population.HEPATIC, Population.PREGNANT, Population.BREASTFEEDING


def drug(name: str) -> DrugMention:
    return DrugMention(name.lower(), name, name, How.TITLE)


def turn(number: int, frame: QueryFrame | None, *, slot: str | None = None) -> PastTurn:
    clarify = Clarification("?", slot) if slot else None
    outcome = Outcome.CLARIFY_MORE_INFO if slot else Outcome.ANSWERED_VERBATIM
    return PastTurn(number, "", frame, outcome, clarify)


def child_dose(**changes: object) -> QueryFrame:
    frame = QueryFrame(
        intent=Intent.DOSE,
        drugs=(drug("Paracetamol"),),
        sections=(DOSING,),
        populations=(CHILD,),
        age_months=Decimal(60),
        weight_kg=Decimal(18),
        routes=(Route.ORAL,),
    )
    return replace(frame, **changes)  # type: ignore[arg-type]


def talk(*questions: str) -> list[QueryFrame]:
    """Frames of a conversation. "… => age+weight": our answer to it asked for these slots."""
    history: tuple[PastTurn, ...] = ()
    frames: list[QueryFrame] = []
    for number, line in enumerate(questions, 1):
        question, _, slot = line.partition(" => ")
        frame = carry_over(understand(question, names=NAMES, history=history), history, number=number)
        frames.append(frame)
        history += (turn(number, frame, slot=slot or None),)
    return frames


def last(*questions: str) -> QueryFrame:
    return talk(*questions)[-1]


# --- the first turn --------------------------------------------------------------------------------------------


def test_a_first_turn_inherits_nothing():
    frame = carry_over(child_dose(), (), number=1)
    assert frame.inherited == ()
    assert frame == child_dose()


def test_a_turn_that_ended_before_it_was_understood_is_passed_over():
    frame = carry_over(QueryFrame(populations=(ADULT,)), (turn(1, child_dose()), turn(2, None)), number=3)
    assert [d.name for d in frame.drugs] == ["Paracetamol"]


# --- follow-ups ------------------------------------------------------------------------------------------------


def test_a_follow_up_keeps_drug_and_section_and_names_them():
    frame = last("liều paracetamol cho người lớn", "còn trẻ em thì sao?")
    assert frame.intent is Intent.DOSE
    assert [d.name for d in frame.drugs] == ["Paracetamol"]
    assert frame.drugs[0].how is How.HISTORY
    assert frame.sections == (DOSING,)
    assert frame.populations == (CHILD,)
    assert frame.inherited == ("drugs", "sections")


def test_a_vague_how_is_the_section_talked_about_and_said_to_be():
    frame = last("fluconazol người lớn uống liều nào", "Trẻ con thì dùng kiểu gì?")
    assert frame.sections == (DOSING,)
    assert "sections" in frame.inherited


def test_a_new_population_drops_age_and_weight_of_the_old_one():
    frame = last("paracetamol uống bé 5 tuổi 18 kg", "còn người lớn?")
    assert frame.populations == (ADULT,)
    assert frame.age_months is None
    assert frame.weight_kg is None
    assert frame.routes == (Route.ORAL,)


@pytest.mark.parametrize(
    ("follow_up", "age", "weight"),
    [
        pytest.param("bé 12 kg thì sao?", None, 12, id="another weight is another child"),
        pytest.param("còn bé 8 tuổi?", 96, None, id="another age is another child"),
        pytest.param("à nhầm, 12 kg", 60, 12, id="a correction replaces one value"),
        pytest.param("à nhầm 6 tuổi", 72, 18, id="a corrected age keeps the weight"),
        pytest.param("còn bé 5 tuổi thì sao?", 60, 18, id="the same age again is no contradiction"),
    ],
)
def test_values_that_contradict_belong_to_someone_else(follow_up, age, weight):
    frame = last("liều paracetamol bé 5 tuổi 18 kg", follow_up)
    assert frame.age_months == (None if age is None else Decimal(age))
    assert frame.weight_kg == (None if weight is None else Decimal(weight))


def test_a_section_of_its_own_keeps_the_patient():
    frame = last("liều paracetamol bé 5 tuổi 18 kg", "chống chỉ định?")
    assert frame.sections == ("chong_chi_dinh",)
    assert frame.age_months == 60
    assert "drugs" in frame.inherited


def test_a_second_follow_up_still_knows_the_first_question():
    frame = last("liều paracetamol bé 5 tuổi 18 kg", "tác dụng phụ?", "vậy một ngày tối đa?")
    assert frame.intent is Intent.DOSE
    assert (frame.age_months, frame.weight_kg) == (60, 18)


def test_a_state_of_its_own_section_is_not_asked_of_another_group():
    frame = last("paracetamol cho bà bầu được không", "còn trẻ em thì sao?")
    assert "thoi_ky_mang_thai" not in frame.sections
    assert frame.populations == (CHILD,)


def test_lactation_after_pregnancy_drops_the_weeks():
    frame = last("thai 20 tuần dùng paracetamol được không", "còn đang cho con bú thì sao")
    assert frame.populations == (NURSING,)
    assert frame.pregnancy_weeks is None
    assert frame.sections[0] == "thoi_ky_cho_con_bu"


def test_one_impairment_replaces_the_other_unless_it_is_the_same_patient():
    other = last("liều amikacin người lớn Clcr 25", "suy gan thì sao")
    assert other.populations == (HEPATIC, ADULT)
    assert other.renal is None
    same = last("liều amikacin người lớn Clcr 25", "BN này suy gan nữa")
    assert set(same.populations) == {RENAL, HEPATIC, ADULT}
    assert same.renal is not None


def test_a_word_for_a_child_does_not_undo_a_newborn():
    frame = last("gentamicin trẻ 10 ngày tuổi 3kg liều", "bé này tiêm bắp được không")
    assert frame.populations == (NEONATE,)
    assert frame.age_months == Decimal(10) / 30


# --- another drug ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["thế clarithromycin?", "con clarithromycin?", "clarithromycin thì sao"])
def test_the_same_question_for_another_drug_keeps_the_patient_and_says_so(question):
    frame = last("bé 8 tuổi 25 kg uống azithromycin liều nào", question)
    assert [d.name for d in frame.drugs] == ["Clarithromycin"]
    assert frame.sections == (DOSING,)
    assert frame.populations == (CHILD,)
    assert (frame.age_months, frame.weight_kg) == (96, 25)
    assert frame.routes == ()  # the way of giving was the other drug's
    assert frame.inherited == ("sections", "populations", "age_months", "weight_kg")


def test_a_question_of_its_own_for_another_drug_starts_with_nobody():
    frame = last("bé 8 tuổi 25 kg uống azithromycin liều nào", "clarithromycin liều uống")
    assert frame.populations == ()
    assert frame.age_months is None


@pytest.mark.parametrize(
    "question",
    [
        "chuyển sang clarithromycin thì sao",
        "bé đó dùng clarithromycin liều nào",
        "cháu này uống clarithromycin thì sao",
        "à nhầm, clarithromycin",
        "quay lại cháu hồi nãy, clarithromycin thì sao",
    ],
)
def test_words_that_keep_the_patient_keep_him_for_a_new_drug(question):
    frame = last("bé 8 tuổi 25 kg uống azithromycin liều nào", question)
    assert [d.name for d in frame.drugs] == ["Clarithromycin"]
    assert frame.age_months == 96
    assert frame.weight_kg == 25


def test_a_complete_new_question_inherits_nothing():
    frame = last("liều paracetamol bé 5 tuổi 18 kg", "liều vancomycin người lớn")
    assert frame.inherited == ()
    assert frame.populations == (ADULT,)
    assert frame.weight_kg is None


def test_a_complete_new_question_without_a_population_stays_without():
    frame = last("liều paracetamol bé 5 tuổi 18 kg", "liều vancomycin truyền tĩnh mạch")
    assert frame.populations == ()


def test_a_bare_new_name_is_a_new_topic():
    frame = last("liều paracetamol bé 5 tuổi 18 kg", "vancomycin")
    assert frame.intent is Intent.OVERVIEW
    assert frame.inherited == ()


@pytest.mark.parametrize(
    "question", ["đổi ca: bé 3 tuổi, cũng paracetamol", "ca mới, bé 3 tuổi", "bệnh nhân khác, bé 3 tuổi"]
)
def test_a_new_patient_drops_the_old_one(question):
    frame = last("paracetamol nam 58t 70kg Clcr 22 liều", question)
    assert frame.populations == (CHILD,)
    assert frame.age_months == 36
    assert frame.weight_kg is None
    assert frame.renal is None
    assert [d.name for d in frame.drugs] == ["Paracetamol"]


def test_a_drug_added_to_the_one_talked_about_is_an_interaction_of_both():
    frame = last("liều clarithromycin người lớn", "dùng cùng carbamazepin có sao không")
    assert frame.intent is Intent.INTERACTION
    assert [d.name for d in frame.drugs] == ["Clarithromycin", "Carbamazepin"]
    assert frame.sections[0] == "tuong_tac_thuoc"


PAIR = "warfarin với ibuprofen"


@pytest.mark.parametrize(
    ("turns", "drugs", "others"),
    [
        pytest.param((PAIR, "thêm amiodaron"), ("Warfarin", "Ibuprofen", "Amiodaron"), (), id="added"),
        pytest.param((PAIR, "còn amiodaron?"), ("Warfarin", "Ibuprofen", "Amiodaron"), (), id="and that one"),
        pytest.param((PAIR, "thêm amiodaron", "bỏ ibuprofen ra"), ("Warfarin", "Amiodaron"), (), id="taken out"),
        pytest.param((PAIR, "thay ibuprofen bằng paracetamol"), ("Warfarin", "Paracetamol"), (), id="changed"),
        pytest.param((PAIR, "còn tramadol?"), ("Warfarin", "Ibuprofen"), ("tramadol",), id="unknown to the edition"),
        pytest.param(
            ("warfarin với tramadol", "thêm ibuprofen"), ("Warfarin", "Ibuprofen"), ("tramadol",), id="unknown, kept"
        ),
        pytest.param(
            ("metronidazol với rượu", "thêm warfarin"), ("Metronidazol", "Warfarin"), ("rượu",), id="drink, kept"
        ),
        pytest.param((PAIR, "thêm cả kali"), ("Warfarin", "Ibuprofen"), ("kali",), id="a mineral added"),
        pytest.param(
            ("warfarin, ibuprofen, amiodaron", "thuốc đầu tiên với thuốc thứ ba"), ("Warfarin", "Amiodaron"), (),
            id="counted",
        ),
    ],
)  # fmt: skip
def test_a_list_of_drugs_that_meet_is_changed_and_nothing_of_it_is_dropped(turns, drugs, others):
    frame = last(*turns)
    assert frame.intent is Intent.INTERACTION
    assert tuple(d.name for d in frame.drugs) == drugs
    assert (*frame.unknown_drugs, *frame.partners) == others
    assert frame.terms == ()


@pytest.mark.parametrize("turns", [("liều warfarin người lớn", "còn ibuprofen?"), ("bỏ ibuprofen ra",)])
def test_without_drugs_that_meet_there_is_no_list_to_change(turns):
    assert len(last(*turns).drugs) == 1


# --- drugs by place and pronoun --------------------------------------------------------------------------------


def test_ordinals_count_the_drugs_of_the_last_turn_that_named_several():
    frames = talk(
        "liều digoxin người lớn", "simvastatin và clarithromycin dùng chung ổn không?", "thuốc thứ hai mang thai dùng được không",
        "còn thuốc đầu?",
    )  # fmt: skip
    assert [d.name for d in frames[2].drugs] == ["Clarithromycin"]
    assert [d.name for d in frames[3].drugs] == ["Simvastatin"]
    assert frames[3].populations == (PREGNANT,)
    assert frames[3].sections[0] == "thoi_ky_mang_thai"


def test_two_drugs_of_two_turns_are_both_meant():
    frame = last("furosemid có tác dụng phụ gì", "còn spironolacton?", "hai thuốc này dùng chung được không")
    assert [d.name for d in frame.drugs] == ["Furosemid", "Spironolacton"]
    assert frame.intent is Intent.INTERACTION


@pytest.mark.parametrize("pronoun", ["thuốc đó", "nó", "cái đó"])
def test_a_pronoun_is_the_drug_talked_about(pronoun):
    frame = last("liều metformin người lớn", f"{pronoun} có gây ho không")
    assert [d.name for d in frame.drugs] == ["Metformin"]
    assert frame.drugs[0].how is How.HISTORY
    assert frame.sections == ("tac_dung_khong_mong_muon",)


def test_a_pronoun_without_history_is_no_drug():
    assert last("thuốc đó liều bao nhiêu").drugs == ()


def test_an_unknown_drug_stays_unknown():
    frame = last("tramadol uống người lớn liều mấy", "vậy tác dụng phụ của nó")
    assert frame.drugs == ()
    assert frame.unknown_drugs == ("tramadol",)
    assert "drugs" in frame.inherited


def test_a_drug_that_the_answer_listed_can_be_counted():
    listed = PastTurn(
        1, "", QueryFrame(intent=Intent.CONDITION_TO_DRUG, sections=("chi_dinh",), condition="lao phổi"),
        Outcome.ANSWERED_CANDIDATE_LIST, claim_drugs=("rifampicin", "isoniazid"),
    )  # fmt: skip
    frame = carry_over(
        QueryFrame(sections=(DOSING,), intent=Intent.DOSE, links=frozenset({Link.SECOND_DRUG})), (listed,), number=2
    )
    assert frame.drug_ids == ("isoniazid",)


def test_an_unsettled_name_is_asked_about_again():
    frame = last("prednisoon liều", "người lớn")
    assert frame.drugs == ()
    assert [a.text for a in frame.ambiguous] == ["prednisoon"]
    assert frame.populations == (ADULT,)


# --- replies to our own question -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "field", "value", "slot"),
    [
        pytest.param("20 ký", "weight_kg", Decimal(20), "weight", id="kg in words of the south"),
        pytest.param("8kg6", "weight_kg", Decimal("8.6"), "weight", id="kg with a decimal behind"),
        pytest.param("sáu tuổi rồi", "age_months", Decimal(72), "age", id="age in words"),
        pytest.param("18 tháng", "age_months", Decimal(18), "age", id="months"),
    ],
)
def test_a_reply_fills_the_slot_and_continues_the_question(reply, field, value, slot):
    frame = last("Ibuprofen cho bé liều sao vậy em? => age+weight", reply)
    assert getattr(frame, field) == value
    assert frame.answers_slot == slot
    assert frame.intent is Intent.DOSE
    assert [d.name for d in frame.drugs] == ["Ibuprofen"]
    assert frame.populations == (CHILD,)


def test_both_values_may_come_in_one_reply():
    frame = last("Ibuprofen cho bé liều sao vậy em? => age+weight", "6 tuổi 20kg")
    assert frame.answers_slot == "age+weight"
    assert (frame.age_months, frame.weight_kg) == (72, 20)


def test_a_bare_number_answers_when_one_number_was_asked():
    frame = last("amoxicilin uống cho trẻ 5 tuổi => weight", "18 ạ")
    assert frame.weight_kg == 18
    assert frame.answers_slot == "weight"


@pytest.mark.parametrize("reply", ["chừng 17 18 gì đó", "17 hay 18 kg", "ko biết nữa"])
def test_a_reply_without_one_value_fills_nothing_and_keeps_the_question(reply):
    frame = last("amoxicilin uống cho trẻ 5 tuổi => weight", reply)
    assert frame.weight_kg is None
    assert frame.answers_slot is None
    assert frame.intent is Intent.DOSE
    assert frame.age_months == 60


def test_not_knowing_is_a_signal():
    assert Signal.VALUE_UNKNOWN in last("amoxicilin uống cho trẻ 5 tuổi => weight", "ko biết nữa").signals


def test_one_word_answers_population_and_route():
    frames = talk("Pantoprazol dùng liều thế nào? => population", "NL => route", "Uống")
    assert frames[1].populations == (ADULT,)
    assert frames[1].answers_slot == "population"
    assert frames[2].routes == (Route.ORAL,)
    assert frames[2].answers_slot == "route"
    assert frames[2].populations == (ADULT,)
    assert frames[2].intent is Intent.DOSE


@pytest.mark.parametrize("reply", ["cái có đuôi lon ấy", "prednisolon", "cái thứ hai", "2", "Prednisolon ạ"])
def test_a_choice_among_offered_names_is_a_choice(reply):
    frame = last("prednisoon uống người lớn liều nào => drug", reply)
    assert [(d.name, d.how) for d in frame.drugs] == [("Prednisolon", How.CHOICE)]
    assert frame.ambiguous == ()
    assert frame.answers_slot == "drug"
    assert frame.populations == (ADULT,)
    assert frame.routes == (Route.ORAL,)
    assert frame.sections == (DOSING,)


def test_a_drug_asked_for_and_given_continues_the_question():
    frame = last("Thế liều cho người già? => drug", "digoxin")
    assert frame.intent is Intent.DOSE
    assert frame.populations == (ELDERLY,)
    assert frame.answers_slot == "drug"


def test_a_condition_asked_for_and_given_continues_the_question():
    frame = last("bị viêm thì xài kháng sinh nào => condition", "viêm họng")
    assert frame.intent is Intent.CONDITION_TO_DRUG
    assert frame.condition == "viêm họng"
    assert frame.sections == ("chi_dinh",)


def test_an_indication_may_be_given_in_any_words():
    frame = last("liều prednisolon người lớn => indication", "hội chứng thận hư")
    assert frame.indication == "hội chứng thận hư"
    assert frame.answers_slot == "indication"


def test_no_answers_a_question_about_allergy():
    frame = last("liều amoxicilin người lớn => allergy", "không")
    assert Finding("dị ứng", present=False) in frame.comorbidities
    assert frame.answers_slot == "allergy"


def test_a_new_question_is_no_reply():
    frame = last("amoxicilin uống cho trẻ 5 tuổi => weight", "bảo quản insulin thế nào")
    assert frame.answers_slot is None
    assert frame.inherited == ()


# --- what was interrupted --------------------------------------------------------------------------------------


def test_small_talk_and_errands_inherit_nothing_but_count_as_turns():
    frames = talk("chống chỉ định warfarin", "cảm ơn bạn nhé", "bệnh viện mình gửi xe ở đâu", "thế liều người lớn?")
    assert frames[1] == QueryFrame(intent=Intent.SMALLTALK, rules={"intent": "social.farewell"})
    assert frames[2].drugs == ()
    assert [d.name for d in frames[3].drugs] == ["Warfarin"]


def test_the_earlier_patient_comes_back_with_his_drug():
    frame = last(
        "Gentamicin cho cháu 3 tuổi tiêm bắp bao nhiêu? => weight", "thôi bỏ qua, cho hỏi insulin đang dùng dở để được mấy tuần",
        "quay lại cháu hồi nãy, 14kg",
    )  # fmt: skip
    assert [d.name for d in frame.drugs] == ["Gentamicin"]
    assert (frame.age_months, frame.weight_kg) == (36, 14)
    assert frame.routes == (Route.IM,)
    assert frame.intent is Intent.DOSE


def test_the_child_of_a_nursing_mother_brings_its_age():
    frame = last(
        "bé 20 ngày bú mẹ, mẹ uống amoxicilin có sao không?", "nhóc 3kg8 nóng 38 độ 5, paracetamol uống cỡ nào"
    )
    assert frame.populations == (NEONATE,)
    assert frame.age_months == Decimal(20) / 30
    assert frame.weight_kg == Decimal("3.8")
    assert "age_months" in frame.inherited


def test_dissatisfaction_keeps_the_drug_and_asks_for_the_section():
    frame = last("meloxicam cho trẻ 16 tuổi 50kg được không", "không đúng ý tôi")
    assert [d.name for d in frame.drugs] == ["Meloxicam"]
    assert frame.sections == ()


def test_more_detail_inherits_the_whole_question():
    frame = last("liều paracetamol bé 5 tuổi 18 kg", "nói kỹ hơn")
    assert frame.verbosity is Verbosity.DETAILED
    assert frame.sections == (DOSING,)
    assert (frame.age_months, frame.weight_kg) == (60, 18)


def test_an_allergy_told_later_is_remembered():
    frames = talk("trẻ 3 tuổi 12 kg cefalexin uống bao nhiêu", "mà bé dị ứng penicilin nữa", "vậy liều tối đa?")
    assert frames[1].sections[:2] == ("chong_chi_dinh", "than_trong")
    assert [d.name for d in frames[1].drugs] == ["Cefalexin"]
    assert Finding("dị ứng penicilin", present=True) in frames[2].comorbidities


# --- six turns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "kept"), [(TTL_TURNS + 1, True), (TTL_TURNS + 2, False)])
def test_a_value_lives_six_turns_from_the_turn_that_said_it(number, kept):
    follow_up = QueryFrame(links=frozenset({Link.FOLLOW_UP}))
    history = (turn(1, child_dose()),)
    for n in range(2, number):
        history += (turn(n, carry_over(follow_up, history, number=n)),)
    frame = carry_over(follow_up, history, number=number)
    assert bool(frame.drugs) is kept
    assert (frame.weight_kg is not None) is kept


def test_saying_a_value_again_renews_it():
    follow_up = QueryFrame(links=frozenset({Link.FOLLOW_UP}))
    history = (turn(1, child_dose()), turn(4, replace(child_dose(), inherited=("age_months",))))
    frame = carry_over(follow_up, history, number=9)
    assert frame.weight_kg == 18
    assert frame.age_months is None


# --- what must hold for any conversation -----------------------------------------------------------------------

_frames = st.builds(
    QueryFrame,
    intent=st.sampled_from(list(Intent)),
    drugs=st.sampled_from([(), (drug("A"),), (drug("B"),), (drug("A"), drug("B"))]),
    ambiguous=st.sampled_from([(), (AmbiguousName("x", (DrugOption("a", "A"),), "near_tie"),)]),
    unknown_drugs=st.sampled_from([(), ("lạ",)]),
    sections=st.sampled_from([(), (DOSING,), ("chong_chi_dinh",), ("thoi_ky_mang_thai",)]),
    populations=st.sampled_from([(), (CHILD,), (ADULT,), (PREGNANT,), (RENAL,), (RENAL, ADULT)]),
    age_months=st.sampled_from([None, Decimal(60), Decimal(420)]),
    weight_kg=st.sampled_from([None, Decimal(18), Decimal(70)]),
    routes=st.sampled_from([(), (Route.ORAL,), (Route.IM,)]),
    renal=st.sampled_from([None, Renal("clcr", Decimal(25), "ml/phút", "Clcr 25")]),
    comorbidities=st.sampled_from([(), (Finding("hen", present=True),)]),
    links=st.sets(st.sampled_from(list(Link)), max_size=2).map(frozenset),
    answers_slot=st.sampled_from([None, "weight"]),
)


@given(said=st.lists(_frames, min_size=1, max_size=9))
def test_what_a_turn_says_always_wins_and_what_it_inherits_is_named(said):
    history: tuple[PastTurn, ...] = ()
    for number, own in enumerate(said, 1):
        frame = carry_over(own, history, number=number)
        settled_own = settled(own)
        for field in INHERITABLE:
            before, after = getattr(settled_own, field), getattr(frame, field)
            if field in ("age_months", "weight_kg", "routes", "renal", "hepatic", "verbosity") and before not in (
                None,
                (),
            ):
                assert after == before
            if (
                after != before
                and field not in ("populations", "sections", "comorbidities")
                and after not in (None, ())
            ):
                assert field in frame.inherited
        assert set(frame.inherited) <= set(INHERITABLE)
        history += (turn(number, frame),)


@given(first=_frames, later=_frames, gap=st.integers(TTL_TURNS + 1, 40))
def test_nothing_older_than_six_turns_is_inherited(first, later, gap):
    frame = carry_over(replace(later, answers_slot=None), (turn(1, first),), number=1 + gap)
    assert frame.inherited == ()


@given(first=_frames, own=_frames)
def test_another_drug_named_without_a_word_that_keeps_the_patient_brings_no_age_weight_or_route(first, own):
    first = replace(first, drugs=first.drugs or (drug("A"),))
    own = replace(own, drugs=(drug("C"),), links=own.links & {Link.FOLLOW_UP}, answers_slot=None)
    frame = carry_over(own, (turn(1, first),), number=2)
    assert not set(frame.inherited) & {"age_months", "weight_kg", "routes"}
    if {"populations", "renal", "comorbidities"} & set(frame.inherited):  # what endangers the patient stays
        assert (own.renal, own.comorbidities) == (None, ())
        assert set(frame.populations) - set(own.populations) <= CONDITIONS


@given(first=_frames, own=_frames)
def test_a_new_patient_has_nothing_of_the_old_one(first, own):
    own = replace(own, links=frozenset({Link.NEW_PATIENT}), answers_slot=None)
    frame = carry_over(own, (turn(1, first),), number=2)
    assert not set(frame.inherited) & {"populations", "age_months", "weight_kg", "renal", "comorbidities", "routes"}
