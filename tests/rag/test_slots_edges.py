"""Whose values are carried: to the same patient, never to another, and for six turns."""

from dataclasses import replace
from decimal import Decimal

import pytest

from rag.dosing.units import Unit
from rag.frames import (
    AmbiguousName,
    DoseTask,
    DrugMention,
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
from rag.slots.last_asked import with_facts_of_last_question
from rag.slots.newborns import STATE_ALONE, WEEKS_ALONE
from rag.slots.patients import turn_of_patient
from rag.slots.remembered import DENIED, TTL_TURNS
from rag.slots.standing import OF_NOBODY, with_standing_facts

A, C, N, E = Population.ADULT, Population.CHILD, Population.NEONATE, Population.ELDERLY
RENAL, HEPATIC, PREGNANT, NURSING = Population.RENAL, Population.HEPATIC, Population.PREGNANT, Population.BREASTFEEDING
ASTHMA, ALLERGY = Finding("hen", True), Finding("dị ứng penicilin", True)
CLCR = Renal("clcr", Decimal(20), "ml/phút", "")


def drug(name):
    return DrugMention(name.lower(), name, name, How.TITLE)


PARACETAMOL, CEFALEXIN, IBUPROFEN = drug("Paracetamol"), drug("Cefalexin"), drug("Ibuprofen")


def turn(number, frame, *, slot=None, drugs=()):
    clarify = Clarification("?", slot) if slot else None
    return PastTurn(number, "", frame, Outcome.ANSWERED_VERBATIM, clarify, claim_drugs=drugs)


def said(*links, **fields):
    return QueryFrame(links=frozenset(links), **fields)


def dose(*links, **fields):
    return said(*links, **({"intent": Intent.DOSE, "drugs": (PARACETAMOL,), "sections": (DOSING,)} | fields))


def after(*frames, number=None, slot=None):
    """The last frame, carried on from the ones before it."""
    *earlier, now = frames
    history = tuple(turn(i, f, slot=slot if i == len(earlier) else None) for i, f in enumerate(earlier, 1))
    return carry_over(now, history, number=number or len(frames))


CHILD = {"populations": (C,), "age_months": Decimal(60), "weight_kg": Decimal(18), "routes": (Route.ORAL,)}
FULL = {
    "populations": (A, RENAL, HEPATIC), "age_months": Decimal(600), "weight_kg": Decimal(60), "renal": CLCR,
    "hepatic": "suy gan", "routes": (Route.ORAL,), "comorbidities": (ASTHMA,), "co_medications": ("warfarin",),
    "indication": "sốt",
}  # fmt: skip


@pytest.mark.parametrize(
    "field", ["age_months", "weight_kg", "renal", "hepatic", "routes", "comorbidities", "co_medications", "indication"]
)
def test_a_follow_up_keeps_every_value_of_the_patient_and_names_it(field):
    frame = after(dose(**FULL), said(Link.FOLLOW_UP))
    assert getattr(frame, field) == FULL[field]
    assert field in frame.inherited
    assert "drugs" in frame.inherited


@pytest.mark.parametrize(
    "links", [(Link.NEW_PATIENT,), (Link.NEW_PATIENT, Link.FOLLOW_UP)], ids=["bệnh nhân khác", "còn bệnh nhân khác"]
)
def test_another_patient_has_nothing_of_the_old_one(links):
    frame = after(dose(**FULL), said(*links, populations=(C,)))
    assert (frame.age_months, frame.weight_kg, frame.renal, frame.hepatic) == (None, None, None, None)
    assert (frame.comorbidities, frame.co_medications, frame.populations) == ((), (), (C,))
    assert frame.drugs[0].id == "paracetamol"


@pytest.mark.parametrize(
    "link",
    [Link.SAME_PATIENT, Link.CORRECTION, Link.RETURN],
)
def test_words_that_keep_the_patient_keep_him_for_another_drug(link):
    frame = after(dose(**CHILD), said(link, drugs=(IBUPROFEN,), intent=Intent.DOSE, sections=(DOSING,)))
    assert (frame.age_months, frame.weight_kg, frame.populations) == (60, 18, (C,))
    assert frame.drugs == (IBUPROFEN,)


def test_another_drug_without_such_words_starts_with_nobody():
    frame = after(dose(**CHILD), said(drugs=(IBUPROFEN,)))
    assert (frame.age_months, frame.weight_kg, frame.populations, frame.routes) == (None, None, (), ())


@pytest.mark.parametrize(
    ("now", "age", "kg"),
    [
        pytest.param(said(Link.FOLLOW_UP, populations=(A,)), None, None, id="người lớn thì sao"),
        pytest.param(said(Link.FOLLOW_UP, populations=(E,)), None, None, id="người già thì sao"),
        pytest.param(said(Link.FOLLOW_UP, populations=(C,)), 60, 18, id="trẻ em thì sao"),
        pytest.param(said(Link.FOLLOW_UP, populations=(N,)), None, None, id="trẻ sơ sinh thì sao"),
        pytest.param(said(populations=(N,)), None, None, id="trẻ sơ sinh"),
        pytest.param(said(Link.CORRECTION, populations=(N,)), None, None, id="nhầm, trẻ sơ sinh"),
        pytest.param(said(Link.FOLLOW_UP, populations=(PREGNANT,)), None, None, id="có thai thì sao"),
        pytest.param(said(Link.FOLLOW_UP, populations=(RENAL,)), 60, 18, id="suy thận thì sao"),
        pytest.param(said(Link.FOLLOW_UP, age_months=Decimal(72)), 72, None, id="6 tuổi thì sao"),
        pytest.param(said(Link.FOLLOW_UP, age_months=Decimal(60)), 60, 18, id="5 tuổi thì sao"),
        pytest.param(said(Link.FOLLOW_UP, weight_kg=Decimal(20)), None, 20, id="20 kg thì sao"),
        pytest.param(said(weight_kg=Decimal(20)), 60, 20, id="20 kg"),
        pytest.param(said(populations=(C,), weight_kg=Decimal(20)), None, 20, id="bé 20 kg"),
        pytest.param(said(Link.CORRECTION, age_months=Decimal(72)), 72, 18, id="nhầm, 6 tuổi"),
        pytest.param(said(Link.CORRECTION, age_months=Decimal(5)), 5, None, id="nhầm, 5 tháng"),
        pytest.param(said(Link.CORRECTION, age_months=Decimal(15)), 15, 18, id="nhầm, đúng một phần tư"),
        pytest.param(said(Link.CORRECTION, age_months=Decimal(14)), 14, None, id="nhầm, dưới một phần tư"),
        pytest.param(said(Link.CORRECTION, weight_kg=Decimal(20)), 60, 20, id="nhầm, 20 kg"),
        pytest.param(said(Link.CORRECTION, populations=(A,)), None, None, id="nhầm, người lớn"),
        pytest.param(said(Link.SAME_PATIENT, age_months=Decimal(72)), 72, 18, id="bé đó 6 tuổi"),
    ],
)  # fmt: skip
def test_values_stay_only_with_whom_they_were_told_of(now, age, kg):
    frame = after(dose(**CHILD), now)
    assert (frame.age_months, frame.weight_kg) == (age, kg)


def test_another_child_is_still_a_child_and_has_nothing_else_of_the_old_one():
    old = dose(**CHILD | {"populations": (C, RENAL), "renal": CLCR, "comorbidities": (ASTHMA,)})
    frame = after(old, said(Link.FOLLOW_UP, age_months=Decimal(96)))
    assert (frame.populations, frame.renal, frame.comorbidities) == ((C,), None, ())


def test_impairment_that_is_asked_about_replaces_the_other_and_told_it_is_added():
    old = dose(populations=(A, RENAL), renal=CLCR)
    asked = after(old, said(Link.FOLLOW_UP, populations=(HEPATIC,)))
    assert (set(asked.populations), asked.renal) == ({A, HEPATIC}, None)
    told = after(old, said(populations=(HEPATIC,)))
    assert (set(told.populations), told.renal) == ({A, RENAL, HEPATIC}, CLCR)
    same = after(old, said(Link.SAME_PATIENT, Link.FOLLOW_UP, populations=(HEPATIC,)))
    assert set(same.populations) == {A, RENAL, HEPATIC}
    again = after(old, said(Link.FOLLOW_UP, populations=(RENAL,)))
    assert again.renal == CLCR


def test_of_somebody_with_impaired_organs_the_group_may_be_told_later():
    old = dose(populations=(RENAL,), renal=CLCR)
    told = after(old, said(populations=(A,)))
    assert (set(told.populations), told.renal) == ({A, RENAL}, CLCR)
    general = after(old, said(Link.FOLLOW_UP, populations=(A,), sections=("than_trong",), intent=Intent.SECTION))
    assert (general.populations, general.renal) == ((A,), None)


@pytest.mark.parametrize("impaired", [(RENAL,), (HEPATIC,), (RENAL, HEPATIC)])
@pytest.mark.parametrize("link", [None, Link.FOLLOW_UP])
@pytest.mark.parametrize("group", [A, C, E])
def test_the_group_that_is_told_of_impaired_organs_keeps_all_of_them(impaired, link, group):
    frame = after(dose(populations=impaired), said(*([link] if link else []), populations=(group,)))
    assert set(frame.populations) == {group, *impaired}


CLASSES = {A: Decimal(600), C: Decimal(60), N: Decimal("0.5"), E: Decimal(900)}


@pytest.mark.parametrize("was", CLASSES)
@pytest.mark.parametrize("now", CLASSES)
@pytest.mark.parametrize("is_age_told", [True, False])
def test_a_corrected_group_or_age_is_the_same_patient_with_all_that_endangers_him(was, now, is_age_told):
    dangers = {"renal": CLCR, "hepatic": "suy gan", "comorbidities": (ALLERGY,), "co_medications": ("warfarin",)}
    old = dose(populations=(was, RENAL, HEPATIC), age_months=CLASSES[was], **dangers)
    frame = after(old, said(Link.CORRECTION, populations=(now,), age_months=CLASSES[now] if is_age_told else None))
    called_a_child = (was, now, is_age_told) == (N, C, False)  # as every newborn may be
    assert {RENAL, HEPATIC, was if called_a_child else now} <= set(frame.populations)
    assert {name: getattr(frame, name) for name in dangers} == dangers


@pytest.mark.parametrize(
    ("years", "is_hers"), [(None, False), (3, False), (Decimal("9.9"), False), (10, True), (15, True)]
)
@pytest.mark.parametrize("state", [PREGNANT, NURSING])
def test_a_pregnancy_stays_with_a_corrected_age_at_which_there_may_be_one(years, is_hers, state):
    old = dose(populations=(A, state), age_months=Decimal(300), pregnancy_weeks=12)
    frame = after(
        old, said(Link.CORRECTION, populations=(C,), age_months=None if years is None else Decimal(years * 12))
    )
    assert (state in frame.populations) is is_hers
    assert (frame.pregnancy_weeks == 12) is is_hers
    grown = after(old, said(Link.CORRECTION, populations=(A,), age_months=Decimal(400)))
    assert (state in grown.populations, grown.pregnancy_weeks) == (True, 12)


@pytest.mark.parametrize("group", [A, E, N, C])
@pytest.mark.parametrize("links", [(), (Link.FOLLOW_UP,), (Link.SAME_PATIENT,), (Link.CORRECTION,)])
def test_the_group_that_is_told_again_keeps_every_value(group, links):
    values = {"weight_kg": Decimal(4), "renal": CLCR, "comorbidities": (ASTHMA,)}
    frame = after(dose(populations=(group,), **values), said(*links, populations=(group,)))
    assert {name: getattr(frame, name) for name in values} == values


@pytest.mark.parametrize(("months", "is_hers"), [(None, True), ("0.9", True), (1, False), (60, False)])
def test_who_was_told_to_be_a_month_old_is_not_the_newborn_that_is_asked_about(months, is_hers):
    old = dose(populations=(C,), age_months=None if months is None else Decimal(months), weight_kg=Decimal(3))
    frame = after(old, said(Link.FOLLOW_UP, populations=(N,)))
    assert N in frame.populations
    assert (frame.weight_kg == 3) is is_hers


def test_a_newborn_that_is_called_a_child_later_is_one_patient_of_one_group():
    assert after(dose(populations=(N,)), said(Link.SAME_PATIENT, populations=(C,))).populations == (C,)


def test_nursing_after_pregnancy_drops_the_weeks_and_pregnancy_again_keeps_them():
    old = dose(populations=(PREGNANT,), pregnancy_weeks=20)
    assert after(old, said(Link.FOLLOW_UP, populations=(NURSING,))).pregnancy_weeks is None
    assert after(old, said(Link.FOLLOW_UP, populations=(PREGNANT,))).pregnancy_weeks == 20
    assert after(old, said(Link.FOLLOW_UP)).pregnancy_weeks == 20
    assert after(old, said(Link.FOLLOW_UP, populations=(A,))).pregnancy_weeks is None


def test_what_is_taken_back_is_not_carried():
    old = dose(populations=(A, RENAL), renal=CLCR, routes=(Route.IM,), comorbidities=(ASTHMA, ALLERGY))
    no_kidneys = after(old, said(Link.FOLLOW_UP, rules={"renal": DENIED}))
    assert (no_kidneys.renal, no_kidneys.populations) == (None, (A,))
    no_way = after(old, said(Link.FOLLOW_UP, rules={"routes": DENIED}))
    assert no_way.routes == ()
    no_asthma = after(old, said(Link.FOLLOW_UP, comorbidities=(Finding("hen", False),)))
    assert ASTHMA not in no_asthma.comorbidities
    assert ALLERGY in no_asthma.comorbidities
    assert after(old, said(Link.FOLLOW_UP, rules={"drugs": DENIED})).drugs == ()


def test_findings_and_other_drugs_are_added_to_those_known():
    old = dose(populations=(A,), comorbidities=(ASTHMA,), co_medications=("warfarin",))
    frame = after(old, said(Link.SAME_PATIENT, comorbidities=(ALLERGY,), co_medications=("digoxin",)))
    assert frame.comorbidities == (ALLERGY, ASTHMA)
    assert frame.co_medications == ("digoxin", "warfarin")


def test_an_indication_is_kept_for_the_dose_only_and_not_beside_words_that_nothing_read():
    old = dose(populations=(A,), indication="sốt")
    assert after(old, said(Link.FOLLOW_UP)).indication == "sốt"
    assert after(old, said(Link.FOLLOW_UP, sections=("than_trong",), intent=Intent.SECTION)).indication is None
    assert (
        after(old, said(Link.FOLLOW_UP, sections=(DOSING,), intent=Intent.DOSE, terms=("đau răng",))).indication is None
    )


# --- drugs -------------------------------------------------------------------------------------------------------

TWO = said(drugs=(PARACETAMOL, IBUPROFEN), sections=("tuong_tac_thuoc",), intent=Intent.INTERACTION)


@pytest.mark.parametrize(
    ("link", "name"), [(Link.FIRST_DRUG, "paracetamol"), (Link.SECOND_DRUG, "ibuprofen"), (Link.THIRD_DRUG, None)]
)
def test_the_first_and_the_second_drug_are_counted(link, name):
    frame = after(TWO, said(link, sections=(DOSING,), intent=Intent.DOSE))
    assert frame.drug_ids == ((name,) if name else ())


def test_the_other_of_two_drugs_is_the_one_not_just_spoken_of():
    frame = after(TWO, dose(drugs=(PARACETAMOL,)), said(Link.OTHER_DRUG))
    assert frame.drug_ids == ("ibuprofen",)
    both = after(TWO, said(Link.OTHER_DRUG))
    assert both.drug_ids == ("ibuprofen",)


def test_both_drugs_are_those_of_the_last_turn_or_the_last_two_turns():
    assert after(TWO, said(Link.BOTH_DRUGS)).drug_ids == ("paracetamol", "ibuprofen")
    assert after(dose(), dose(drugs=(IBUPROFEN,)), said(Link.BOTH_DRUGS)).drug_ids == ("paracetamol", "ibuprofen")
    three = after(dose(drugs=(CEFALEXIN,)), dose(), dose(drugs=(IBUPROFEN,)), said(Link.BOTH_DRUGS))
    assert three.drug_ids == ("paracetamol", "ibuprofen")


def test_an_added_drug_makes_it_an_interaction_of_both_and_is_not_added_twice():
    frame = after(dose(populations=(A,)), said(Link.ADDED_DRUG, drugs=(IBUPROFEN,)))
    assert (frame.drug_ids, frame.intent, frame.sections[0]) == (
        ("paracetamol", "ibuprofen"),
        Intent.INTERACTION,
        "tuong_tac_thuoc",
    )
    assert "drugs" in frame.inherited
    again = after(dose(populations=(A,)), said(Link.ADDED_DRUG, drugs=(PARACETAMOL,)))
    assert (again.drug_ids, again.intent) == (("paracetamol",), again.intent)
    assert again.intent is not Intent.INTERACTION


@pytest.mark.parametrize("intent", [Intent.OVERVIEW, Intent.UNCLEAR])
def test_a_bare_name_behind_drugs_that_met_meets_them_too(intent):
    frame = after(TWO, said(Link.FOLLOW_UP, drugs=(CEFALEXIN,), intent=intent))
    assert (frame.drug_ids, frame.intent) == (("paracetamol", "ibuprofen", "cefalexin"), Intent.INTERACTION)
    again = after(TWO, said(Link.FOLLOW_UP, drugs=(IBUPROFEN, CEFALEXIN), intent=intent))
    assert again.drug_ids == ("paracetamol", "ibuprofen", "cefalexin")
    own = after(TWO, said(Link.FOLLOW_UP, drugs=(CEFALEXIN,), intent=Intent.DOSE, sections=(DOSING,)))
    assert own.drug_ids == ("cefalexin",)


WITH_STRANGER = replace(TWO, unknown_drugs=("xyz",))


@pytest.mark.parametrize(
    ("link", "named", "unknown", "drugs", "left_unknown"),
    [
        pytest.param(Link.REMOVED_DRUG, (), ("xyz",), ("paracetamol", "ibuprofen"), (), id="bỏ xyz"),
        pytest.param(Link.REMOVED_DRUG, (IBUPROFEN,), (), ("paracetamol",), ("xyz",), id="bỏ ibuprofen"),
        pytest.param(Link.REPLACED_DRUG, (CEFALEXIN,), ("xyz",), ("paracetamol", "ibuprofen", "cefalexin"), (), id="thay xyz bằng cefalexin"),
        pytest.param(Link.REPLACED_DRUG, (IBUPROFEN,), ("abc",), ("paracetamol",), ("xyz", "abc"), id="thay ibuprofen bằng abc"),
        pytest.param(Link.REPLACED_DRUG, (IBUPROFEN, CEFALEXIN), (), ("paracetamol", "cefalexin"), ("xyz",), id="thay ibuprofen bằng cefalexin"),
        pytest.param(Link.REPLACED_DRUG, (IBUPROFEN,), (), ("ibuprofen",), (), id="thay ibuprofen, không rõ bằng gì"),
        pytest.param(Link.REPLACED_DRUG, (PARACETAMOL, IBUPROFEN, CEFALEXIN), (), ("paracetamol", "ibuprofen", "cefalexin"), (), id="thay hai thuốc một lúc"),
    ],
)  # fmt: skip
def test_a_drug_is_taken_out_or_changed_for_another_among_those_that_met(link, named, unknown, drugs, left_unknown):
    frame = after(WITH_STRANGER, said(link, drugs=named, unknown_drugs=unknown))
    assert (frame.drug_ids, frame.unknown_drugs) == (drugs, left_unknown)


def test_that_drug_behind_a_question_about_a_disease_is_the_only_one_that_was_named():
    disease = said(intent=Intent.CONDITION_TO_DRUG, condition="gút", sections=("chi_dinh",))
    that = said(Link.THAT_DRUG, intent=Intent.SECTION, sections=("than_trong",))
    assert after(dose(), disease, that).drug_ids == ("paracetamol",)
    assert after(dose(), dose(drugs=(IBUPROFEN,)), disease, that).drug_ids == ()
    assert after(dose(), disease, replace(that, links=frozenset())).drug_ids == ()


def test_both_of_a_drug_and_a_name_that_is_not_known_are_both():
    frame = after(replace(TWO, drugs=(PARACETAMOL,), unknown_drugs=("xyz",)), said(Link.BOTH_DRUGS))
    assert (frame.drug_ids, frame.unknown_drugs) == (("paracetamol",), ("xyz",))


def test_what_the_patient_takes_meets_an_added_drug_and_is_not_put_in_by_any_other_change():
    old = replace(TWO, co_medications=("digoxin",))
    assert after(old, said(Link.REMOVED_DRUG, drugs=(IBUPROFEN,))).drug_ids == ("paracetamol",)
    replaced = after(old, said(Link.REPLACED_DRUG, drugs=(IBUPROFEN, CEFALEXIN)))
    assert replaced.drug_ids == ("paracetamol", "cefalexin")
    added = after(old, said(Link.ADDED_DRUG, drugs=(CEFALEXIN,)))
    assert added.drug_ids == ("paracetamol", "ibuprofen", "digoxin", "cefalexin")


def test_the_drugs_of_an_answer_are_counted_only_where_no_question_named_one():
    listed = turn(1, said(intent=Intent.SECTION, sections=("chi_dinh",)), drugs=("a", "b"))
    assert carry_over(said(Link.SECOND_DRUG), (listed,), number=2).drug_ids == ("b",)
    named = (turn(1, dose()), turn(2, dose(drugs=(IBUPROFEN,)), drugs=("a", "b")))
    assert carry_over(said(Link.FIRST_DRUG), named, number=3).drug_ids == ("paracetamol",)
    assert carry_over(said(Link.SECOND_DRUG), named, number=3).drug_ids == ("ibuprofen",)


def test_a_drug_of_more_than_six_turns_ago_is_none_of_both_and_not_counted():
    last = turn(TTL_TURNS + 2, dose(drugs=(CEFALEXIN,)))
    second = carry_over(said(Link.SECOND_DRUG), (turn(1, TWO), last), number=TTL_TURNS + 3)
    assert second.drugs == ()
    both = carry_over(said(Link.BOTH_DRUGS), (turn(1, dose()), last), number=TTL_TURNS + 3)
    assert both.drug_ids == ("cefalexin",)


@pytest.mark.parametrize(("gap", "kept"), [(TTL_TURNS, True), (TTL_TURNS + 1, False)])
def test_drugs_are_counted_over_six_turns(gap, kept):
    frame = carry_over(said(Link.SECOND_DRUG), (turn(1, TWO),), number=1 + gap)
    assert bool(frame.drugs) is kept
    both = carry_over(said(Link.BOTH_DRUGS), (turn(1, dose()), turn(2, dose(drugs=(IBUPROFEN,)))), number=1 + gap)
    assert (both.drug_ids == ("paracetamol", "ibuprofen")) is kept


# --- the question ------------------------------------------------------------------------------------------------


def test_small_talk_and_other_questions_of_their_own_inherit_nothing():
    old = dose(**CHILD)
    for now in (
        said(intent=Intent.SMALLTALK), said(intent=Intent.OUT_OF_SCOPE),
        said(intent=Intent.CONDITION_TO_DRUG, condition="gút"), said(intent=Intent.SYMPTOM_TO_DRUG, indication="ho"),
        said(signals=frozenset({Signal.MALFORMED})), said(signals=frozenset({Signal.NON_HUMAN})),
        said(signals=frozenset({Signal.OFF_TOPIC})), said(signals=frozenset({Signal.WANTS_PHARMACIST})),
        said(signals=frozenset({Signal.FRUSTRATED})), said(signals=frozenset({Signal.INSTRUCTION})),
    ):  # fmt: skip
        assert after(old, now) == now


@pytest.mark.parametrize("signal", [Signal.WANTS_PHARMACIST, Signal.FRUSTRATED, Signal.INSTRUCTION])
def test_with_a_question_beside_it_such_a_turn_still_follows_up(signal):
    assert after(dose(**CHILD), said(Link.FOLLOW_UP, signals=frozenset({signal}))).drug_ids == ("paracetamol",)
    assert after(dose(**CHILD), said(sections=("than_trong",), signals=frozenset({signal}))).drug_ids == (
        "paracetamol",
    )


def test_a_reply_to_our_question_belongs_to_the_turn_that_asked():
    asked = dose(populations=(C,), age_months=Decimal(60))
    frame = after(dose(drugs=(IBUPROFEN,)), asked, said(weight_kg=Decimal(18), answers_slot="weight"), slot="weight")
    assert (frame.drug_ids, frame.age_months, frame.weight_kg, frame.intent) == (("paracetamol",), 60, 18, Intent.DOSE)
    assert frame.sections == (DOSING,)


def test_a_reply_to_a_turn_that_was_not_understood_leans_on_the_one_before():
    history = (turn(1, dose(**CHILD)), turn(2, None))
    frame = carry_over(said(weight_kg=Decimal(20), answers_slot="weight"), history, number=3)
    assert (frame.drug_ids, frame.age_months, frame.weight_kg) == (("paracetamol",), 60, 20)


def test_a_reply_leans_on_the_turn_that_asked_although_another_patient_was_meant_before():
    asked = said(intent=Intent.OUT_OF_SCOPE, drugs=(IBUPROFEN,))
    frame = after(dose(**CHILD), asked, said(answers_slot="age", age_months=Decimal(96)), slot="age")
    assert frame.drug_ids == ("ibuprofen",)


def test_a_rejected_answer_keeps_the_drug_and_no_section():
    frame = after(dose(**CHILD), said(Link.REJECTED))
    assert (frame.drug_ids, frame.sections) == (("paracetamol",), ())


@pytest.mark.parametrize(("slot", "goes_on"), [("age", True), (None, False)])
def test_a_turn_that_adds_nothing_goes_on_with_the_question_only_where_we_asked_back(slot, goes_on):
    asked = said(intent=Intent.DOSE, sections=(DOSING,))  # of no drug yet
    assert bool(after(asked, said(terms=("abc",)), slot=slot).sections) is goes_on


def test_a_complete_question_takes_over_neither_how_much_is_told_nor_what_was_to_be_worked_out():
    old = dose(**CHILD, verbosity=Verbosity.DETAILED, dose_task=MG_250_X4)
    frame = after(old, dose(populations=(A,)), slot="age")
    assert (frame.verbosity, frame.dose_task, frame.inherited) == (None, None, ())


@pytest.mark.parametrize(
    "added",
    [
        {"populations": (C,)}, {"routes": (Route.IM,)}, {"comorbidities": (ASTHMA,)}, {"indication": "sốt"},
        {"hepatic": "suy gan"}, {"age_months": Decimal(60)}, {"weight_kg": Decimal(18)}, {"renal": CLCR},
        {"pregnancy_weeks": 20}, {"trimesters": (3,)}, {"gestational_weeks": 30}, {"verbosity": Verbosity.DETAILED}, {"links": frozenset({Link.FOLLOW_UP})},
    ],
    ids=lambda added: next(iter(added)),
)  # fmt: skip
@pytest.mark.parametrize("drugs", [(PARACETAMOL,), ()], ids=["một thuốc", "chưa nói thuốc"])
def test_a_turn_that_adds_a_fact_goes_on_with_the_question(added, drugs):
    frame = after(dose(populations=(C,), drugs=drugs), QueryFrame(**added))
    assert frame.intent is Intent.DOSE
    assert frame.sections == (DOSING,)
    assert "sections" in frame.inherited


def test_a_section_of_a_state_is_not_asked_of_another():
    of_both = said(
        drugs=(PARACETAMOL,),
        sections=("thoi_ky_mang_thai", "than_trong"),
        intent=Intent.SECTION,
        populations=(PREGNANT,),
    )
    assert after(of_both, said(Link.FOLLOW_UP, populations=(C,))).sections == ("than_trong",)
    assert after(of_both, said(Link.FOLLOW_UP)).sections == ("thoi_ky_mang_thai", "than_trong")
    assert after(of_both, said(Link.FOLLOW_UP, rules={"pregnancy_weeks": DENIED})).sections == ("than_trong",)


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        (("chong_chi_dinh", "than_trong"), ("thoi_ky_mang_thai", "chong_chi_dinh", "than_trong")),
        (("chong_chi_dinh",), ("chong_chi_dinh",)), (("than_trong", "tuong_tac_thuoc"), ("than_trong", "tuong_tac_thuoc")),
    ],
)  # fmt: skip
def test_whether_a_woman_told_before_may_have_a_drug_reads_the_section_of_her_state_too(asked, read):
    frame = after(said(populations=(PREGNANT,)), said(drugs=(IBUPROFEN,), intent=Intent.SECTION, sections=asked))
    assert (frame.populations, frame.sections) == ((PREGNANT,), read)
    nobody = after(dose(), said(drugs=(IBUPROFEN,), intent=Intent.SECTION, sections=asked))
    assert nobody.sections == asked


def test_a_condition_asked_about_before_stays_with_its_relation():
    before = said(intent=Intent.CONDITION_TO_DRUG, condition="gút", sections=("chi_dinh",))
    frame = after(before, said(Link.FOLLOW_UP, populations=(C,)))
    assert (frame.condition, frame.intent, frame.sections) == ("gút", Intent.CONDITION_TO_DRUG, ("chi_dinh",))
    assert "indication" in frame.inherited
    other = after(before, said(Link.FOLLOW_UP, condition="hen"))
    assert other.condition == "hen"
    assert "indication" not in other.inherited


def test_how_much_is_to_be_told_stays_for_six_turns():
    old = dose(**CHILD, verbosity=Verbosity.DETAILED)
    assert after(old, said(Link.FOLLOW_UP)).verbosity is Verbosity.DETAILED
    assert after(old, said(Link.FOLLOW_UP, verbosity=Verbosity.CONCISE)).verbosity is Verbosity.CONCISE


def test_what_was_to_be_worked_out_still_is_and_a_surface_told_now_is_put_in():
    task = DoseTask(amount=Decimal(150), unit=Unit.MG.value, wants_check=True)
    old = dose(**CHILD, dose_task=task)
    assert after(old, said(Link.FOLLOW_UP)).dose_task == task
    assert after(old, said(Link.CORRECTION, weight_kg=Decimal(20))).dose_task == task
    surface = after(old, said(Link.FOLLOW_UP, dose_task=DoseTask(surface_m2=Decimal("0.7"))))
    assert surface.dose_task == replace(task, surface_m2=Decimal("0.7"))
    assert after(old, said(weight_kg=Decimal(18))).dose_task == task
    assert after(old, said(sections=("chong_chi_dinh",), drugs=(IBUPROFEN,))).dose_task is None
    assert after(old, said(drugs=(IBUPROFEN,))).dose_task is None


# --- newborns ----------------------------------------------------------------------------------------------------

WEEKS = said(pregnancy_weeks=34, populations=(PREGNANT,), rules={"populations": WEEKS_ALONE, "sections": STATE_ALONE},
             sections=("thoi_ky_mang_thai",), intent=Intent.SECTION)  # fmt: skip


@pytest.mark.parametrize(
    ("old", "newborns"),
    [
        (dose(populations=(N,)), True), (dose(populations=(C,), age_months=Decimal("1.9")), True),
        (dose(populations=(C,), age_months=Decimal(2)), False), (dose(populations=(C,)), False), (dose(populations=(A,)), False),
    ],
)  # fmt: skip
def test_weeks_told_of_a_newborn_spoken_of_before_are_its_own(old, newborns):
    frame = after(old, WEEKS)
    assert (frame.gestational_weeks, frame.pregnancy_weeks) == ((34, None) if newborns else (None, 34))
    assert (PREGNANT in frame.populations) is not newborns


def test_weeks_of_a_new_patient_or_of_long_ago_are_a_pregnancy():
    new = replace(WEEKS, links=frozenset({Link.NEW_PATIENT}))
    assert after(dose(populations=(N,)), new).pregnancy_weeks == 34
    history = (turn(1, dose(populations=(N,))),)
    assert carry_over(WEEKS, history, number=1 + TTL_TURNS).gestational_weeks == 34
    assert carry_over(WEEKS, history, number=2 + TTL_TURNS).pregnancy_weeks == 34


@pytest.mark.parametrize(("gap", "kept"), [(TTL_TURNS, True), (TTL_TURNS + 1, False)])
def test_the_age_of_a_nursed_child_is_its_own_for_six_turns(gap, kept):
    mother = said(
        drugs=(PARACETAMOL,),
        populations=(NURSING,),
        infant_age_months=Decimal("0.5"),
        sections=("thoi_ky_cho_con_bu",),
        intent=Intent.SECTION,
    )
    now = dose(populations=(C,), weight_kg=Decimal(4))
    frame = carry_over(now, (turn(1, mother),), number=1 + gap)
    assert (frame.age_months is not None) is kept
    told = replace(now, age_months=Decimal(7))
    assert carry_over(told, (turn(1, mother),), number=2).age_months == 7
    assert (
        carry_over(replace(now, links=frozenset({Link.NEW_PATIENT})), (turn(1, mother),), number=2).age_months is None
    )
    assert carry_over(dose(populations=(A,)), (turn(1, mother),), number=2).age_months is None


@pytest.mark.parametrize(
    "between",
    [
        None, said(intent=Intent.SMALLTALK), said(intent=Intent.OUT_OF_SCOPE, populations=(A,)),
        said(signals=frozenset({Signal.MALFORMED}), populations=(A,)), said(signals=frozenset({Signal.NON_HUMAN}), populations=(A,)),
        said(signals=frozenset({Signal.OFF_TOPIC}), populations=(A,)), said(),
    ],
    ids=["không hiểu", "chào hỏi", "ngoài phạm vi", "không có chữ", "động vật", "lạc đề", "không có gì"],
)  # fmt: skip
def test_a_turn_about_nothing_clinical_does_not_part_a_nursed_child_from_its_age(between):
    mother = dose(populations=(NURSING,), infant_age_months=Decimal("0.5"))
    child = dose(populations=(C,), weight_kg=Decimal(4))
    assert carry_over(child, (turn(1, mother), turn(2, between)), number=3).age_months == Decimal("0.5")
    assert carry_over(child, (turn(1, mother), turn(2, dose())), number=3).age_months is None


# --- the patients of a conversation ------------------------------------------------------------------------------

FIRST = dose(populations=(C,), age_months=Decimal(60), weight_kg=Decimal(18))
SECOND = dose(populations=(A,), age_months=Decimal(600), weight_kg=Decimal(60), drugs=(IBUPROFEN,))


def test_patients_are_counted_in_the_order_in_which_they_came():
    first = after(FIRST, SECOND, said(Link.FIRST_PATIENT, Link.RETURN))
    assert (first.age_months, first.weight_kg, first.drug_ids) == (60, 18, ("paracetamol",))
    second = after(FIRST, SECOND, FIRST, said(Link.SECOND_PATIENT, Link.RETURN))
    assert (second.age_months, second.weight_kg) == (600, 60)


def test_a_value_that_is_told_again_is_no_second_patient():
    again = after(FIRST, dose(populations=(C,), weight_kg=Decimal(18)), SECOND, said(Link.SECOND_PATIENT))
    assert again.age_months == 600
    corrected = after(
        FIRST, dose(Link.CORRECTION, populations=(C,), weight_kg=Decimal(20)), SECOND, said(Link.SECOND_PATIENT)
    )
    assert corrected.age_months == 600
    new = after(FIRST, replace(FIRST, links=frozenset({Link.NEW_PATIENT})), SECOND, said(Link.SECOND_PATIENT))
    assert new.age_months == 60


# --- what was told before any drug -------------------------------------------------------------------------------

TOLD = said(
    populations=(A, RENAL), renal=CLCR, comorbidities=(ALLERGY,), co_medications=("warfarin",), age_months=Decimal(600)
)


def test_facts_told_before_any_drug_stay_from_drug_to_drug():
    for now in (dose(populations=(A,)), dose(drugs=(IBUPROFEN,), populations=(A,))):
        frame = after(TOLD, dose(populations=(A,)), now)
        assert RENAL in frame.populations
        assert (frame.renal, frame.comorbidities, frame.co_medications) == (CLCR, (ALLERGY,), ("warfarin",))


@pytest.mark.parametrize(("gap", "kept"), [(TTL_TURNS, True), (TTL_TURNS + 1, False)])
def test_they_stay_for_six_turns(gap, kept):
    frame = carry_over(dose(populations=(A,)), (turn(1, TOLD),), number=1 + gap)
    assert (frame.comorbidities == (ALLERGY,)) is kept
    assert (RENAL in frame.populations) is kept
    assert (frame.renal == CLCR) is kept
    assert (frame.co_medications == ("warfarin",)) is kept


@pytest.mark.parametrize(
    "now",
    [
        dose(Link.NEW_PATIENT, populations=(A,)), dose(populations=(C,)), dose(populations=(A,), age_months=Decimal(300)),
    ],
    ids=["bệnh nhân khác", "trẻ em", "tuổi khác"],
)  # fmt: skip
def test_they_are_nobody_elses(now):
    frame = after(TOLD, now)
    assert (frame.comorbidities, frame.co_medications, frame.renal) == ((), (), None)
    assert RENAL not in frame.populations


@pytest.mark.parametrize(("links", "kept"), [((), False), ((Link.SAME_PATIENT,), True), ((Link.CORRECTION,), True)])
def test_what_is_told_with_a_further_drug_is_that_questions_unless_the_words_keep_the_patient(links, kept):
    told = said(populations=(A,), comorbidities=(ALLERGY,))
    with_drug = dose(*links, populations=(A, HEPATIC), hepatic="suy gan")
    frame = with_standing_facts(dose(drugs=(IBUPROFEN,)), (turn(1, told), turn(2, with_drug)), 3)
    assert frame.comorbidities == (ALLERGY,)
    assert (frame.hepatic == "suy gan", HEPATIC in frame.populations) == (kept, kept)


@pytest.mark.parametrize(
    "fact",
    [
        {"comorbidities": (ASTHMA,)}, {"co_medications": ("warfarin",)}, {"renal": CLCR}, {"hepatic": "suy gan"},
        {"pregnancy_weeks": 12}, {"trimesters": (3,)}, {"populations": (RENAL,)}, {"populations": (NURSING,)},
    ],
    ids=lambda fact: str(next(iter(fact.values()))),
)  # fmt: skip
def test_one_fact_told_before_any_drug_is_enough_to_be_a_patient(fact):
    frame = with_standing_facts(dose(), (turn(1, said(**fact)),), 2)
    assert {name: getattr(frame, name) for name in fact} == fact


def test_what_is_told_behind_a_question_about_a_patient_met_before_is_that_questions():
    asked = dose(Link.RETURN, populations=(A,))
    told = dose(populations=(A, RENAL), renal=CLCR, inherited=("drugs",))
    frame = with_standing_facts(dose(drugs=(IBUPROFEN,)), (turn(1, asked), turn(2, told)), 3)
    assert (frame.renal, frame.populations) == (None, ())


def test_a_child_told_together_with_its_mother_has_nothing_of_hers():
    told = said(populations=(C, NURSING), comorbidities=(ALLERGY,))
    assert with_standing_facts(dose(populations=(C,)), (turn(1, told),), 2).comorbidities == ()
    assert with_standing_facts(dose(populations=(NURSING,)), (turn(1, told),), 2).comorbidities == (ALLERGY,)


def test_what_is_denied_later_is_forgotten():
    denied = said(rules={"renal": DENIED}, comorbidities=(Finding("dị ứng penicilin", False),), populations=(A,))
    frame = after(TOLD, denied, dose(populations=(A,)))
    assert RENAL not in frame.populations
    assert frame.renal is None
    assert ALLERGY not in frame.comorbidities


def test_what_a_patient_has_follows_to_the_next_drug_but_to_nobody_else():
    old = dose(populations=(A,), comorbidities=(ALLERGY, ASTHMA))
    frame = after(old, dose(Link.FOLLOW_UP, drugs=(CEFALEXIN,)))
    assert frame.comorbidities == (ALLERGY, ASTHMA)
    told = after(old, dose(Link.FOLLOW_UP, drugs=(CEFALEXIN,), populations=(C,)))
    assert told.comorbidities == ()


@pytest.mark.parametrize(("gap", "kept"), [(TTL_TURNS, True), (TTL_TURNS + 1, False)])
def test_what_was_told_with_a_drug_lives_six_turns_from_when_it_was_told(gap, kept):
    frames = [dose(populations=(RENAL,), renal=CLCR, co_medications=("warfarin",))]
    for _ in range(gap):
        frames.append(after(*frames, dose(drugs=(IBUPROFEN,))))
    assert (frames[-1].renal == CLCR) is kept
    assert (frames[-1].co_medications == ("warfarin",)) is kept
    assert (RENAL in frames[-1].populations) is kept


def test_groups_set_side_by_side_are_no_patient():
    both = dose(intent=Intent.COMPARISON, populations=(RENAL, HEPATIC), groups=(RENAL, HEPATIC))
    assert after(both, dose(drugs=(IBUPROFEN,), populations=(A,))).populations == (A,)


def test_an_added_drug_meets_what_the_patient_takes():
    old = dose(populations=(A,), co_medications=("digoxin",))
    frame = after(old, said(Link.ADDED_DRUG, drugs=(IBUPROFEN,)))
    assert frame.drug_ids == ("paracetamol", "digoxin", "ibuprofen")
    assert frame.co_medications == ()


MG_250_X4 = DoseTask(amount=Decimal(250), unit=Unit.MG.value, times=Decimal(4), wants_check=True)
MG_200_X3 = DoseTask(amount=Decimal(200), unit=Unit.MG.value, times=Decimal(3))


@pytest.mark.parametrize("link", [Link.FOLLOW_UP, Link.SAME_PATIENT, Link.CORRECTION])
def test_a_dose_named_of_one_drug_is_never_held_against_the_print_of_another(link):
    old = dose(**CHILD, dose_task=MG_250_X4)
    assert after(old, said(link, drugs=(IBUPROFEN,))).dose_task == DoseTask(wants_dose=True)
    assert after(old, said(link, unknown_drugs=("xyz",))).dose_task == DoseTask(wants_dose=True)


@pytest.mark.parametrize("link", [Link.FOLLOW_UP, Link.SAME_PATIENT])
def test_the_dose_that_is_named_of_the_other_drug_is_held_against_its_print(link):
    old = dose(**CHILD, dose_task=MG_250_X4)
    other = said(link, drugs=(IBUPROFEN,), dose_task=MG_200_X3)
    assert after(old, other).dose_task == replace(MG_200_X3, wants_check=True)
    compared = after(old, other)
    third = after(old, compared, said(Link.FOLLOW_UP, dose_task=DoseTask(amount=Decimal(300), unit=Unit.MG.value)))
    assert third.dose_task == replace(MG_200_X3, amount=Decimal(300), wants_check=True, kept=True)


def test_the_size_of_the_tablets_of_another_drug_does_not_end_the_working_out():
    old = dose(**CHILD, dose_task=DoseTask(wants_dose=True, sex="nam"))
    size = DoseTask(amount=Decimal(250), unit=Unit.MG.value)
    assert after(old, said(Link.FOLLOW_UP, drugs=(IBUPROFEN,), dose_task=size)).dose_task == replace(
        size, wants_dose=True, sex="nam"
    )


def test_an_amount_told_with_the_name_chosen_from_a_list_stays():
    shared = AmbiguousName("Aug", (), "shared_name")
    old = said(intent=Intent.DOSE, sections=(DOSING,), ambiguous=(shared,), dose_task=MG_250_X4)
    assert after(old, said(answers_slot="drug", drugs=(PARACETAMOL,)), slot="drug").dose_task == MG_250_X4


# --- who is spoken of ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("links", "number", "kept"),
    [
        ((Link.FOLLOW_UP,), 2, True), ((Link.SAME_PATIENT,), 2, True), ((Link.CORRECTION,), 2, True), ((), 2, False),
        ((Link.ADDED_DRUG,), 1 + TTL_TURNS, False), ((Link.FOLLOW_UP,), 1 + TTL_TURNS, True),
        ((Link.FOLLOW_UP,), 2 + TTL_TURNS, False),
    ],
)  # fmt: skip
def test_an_allergy_follows_to_another_drug_with_a_question_of_its_own(links, number, kept):
    old = dose(
        populations=(A,), comorbidities=(ALLERGY, ASTHMA), groups=(A, C)
    )  # groups are no patient: only this rule
    now = dose(*links, drugs=(CEFALEXIN,))
    found = with_standing_facts(now, (turn(1, old),), number)
    assert (ALLERGY in found.comorbidities) is kept
    assert ASTHMA not in found.comorbidities


def test_an_allergy_that_is_denied_now_or_was_absent_does_not_follow():
    old = dose(populations=(A,), comorbidities=(ALLERGY, Finding("dị ứng tôm", False)))
    denied = dose(Link.FOLLOW_UP, drugs=(CEFALEXIN,), comorbidities=(Finding("dị ứng penicilin", False),))
    assert ALLERGY not in with_standing_facts(denied, (turn(1, old),), 2).comorbidities
    found = with_standing_facts(dose(Link.FOLLOW_UP, drugs=(CEFALEXIN,)), (turn(1, old),), 2).comorbidities
    assert [f.name for f in found] == ["dị ứng penicilin"]


def test_nothing_follows_where_nothing_was_asked_before():
    now = dose(Link.FOLLOW_UP)
    assert with_standing_facts(now, (), 1) == now


TOLD_CHILD = said(populations=(C,), age_months=Decimal(60), weight_kg=Decimal(18), comorbidities=(ALLERGY,))


@pytest.mark.parametrize(
    ("now", "his"),
    [
        (dose(), True), (dose(age_months=Decimal(60)), True), (dose(age_months=Decimal(72)), False),
        (dose(weight_kg=Decimal(20)), False), (dose(weight_kg=Decimal(18)), True),
        (dose(weight_kg=Decimal(20), inherited=frozenset({"drugs"})), True),
        (dose(weight_kg=Decimal(20), age_months=Decimal(60), inherited=frozenset({"drugs"})), False),
        (dose(Link.CORRECTION, weight_kg=Decimal(20)), True), (dose(Link.SAME_PATIENT, age_months=Decimal(72)), True),
        (dose(answers_slot="age", age_months=Decimal(72)), True), (dose(populations=(A,)), False),
        (dose(populations=(PREGNANT,)), False), (dose(populations=(C,)), True), (dose(populations=(RENAL,)), True),
    ],
)  # fmt: skip
def test_another_age_weight_or_class_is_another_patient_unless_it_is_put_right(now, his):
    found = with_standing_facts(now, (turn(1, TOLD_CHILD),), 2)
    assert (ALLERGY in found.comorbidities) is his


@pytest.mark.parametrize("other", [{"age_months": Decimal(72)}, {"weight_kg": Decimal(20)}])
def test_age_and_weight_told_first_are_known_in_every_later_turn(other):
    between = said(populations=(C,), comorbidities=(ASTHMA,))
    found = with_standing_facts(dose(**other), (turn(1, TOLD_CHILD), turn(2, between)), 3)
    assert found.comorbidities == ()
    assert with_standing_facts(dose(), (turn(1, TOLD_CHILD), turn(2, between)), 3).comorbidities == (ALLERGY, ASTHMA)


@pytest.mark.parametrize(("now", "his"), [(dose(age_months=Decimal(72)), False), (dose(age_months=Decimal(60)), True)])
def test_the_age_that_is_told_with_a_drug_in_reply_to_us_is_the_patients(now, his):
    told = said(populations=(C,), comorbidities=(ALLERGY,))
    reply = dose(populations=(C,), age_months=Decimal(60), answers_slot="age+drug")
    found = with_standing_facts(now, (turn(1, told), turn(2, reply)), 3)
    assert (ALLERGY in found.comorbidities) is his


@pytest.mark.parametrize("intent", sorted(OF_NOBODY))
def test_a_question_about_a_disease_or_no_drug_at_all_is_about_no_other_patient(intent):
    between = said(intent=intent, indication="ho", populations=(A,))
    found = with_standing_facts(dose(populations=(C,)), (turn(1, TOLD_CHILD), turn(2, between)), 3)
    assert found.comorbidities == (ALLERGY,)


@pytest.mark.parametrize("link", [Link.NEW_PATIENT, Link.RETURN, Link.FIRST_PATIENT, Link.SECOND_PATIENT])
def test_a_patient_who_is_counted_out_or_new_has_nothing_of_the_last(link):
    now = dose(link, drugs=(IBUPROFEN,))
    assert with_standing_facts(now, (turn(1, TOLD),), 2) == now
    assert with_facts_of_last_question(now, (turn(1, dose(populations=(A, RENAL), renal=CLCR)),), 2) == now


def test_of_a_patient_who_is_returned_to_only_what_is_told_of_him_is_kept():
    back = said(Link.RETURN, populations=(A, RENAL), renal=CLCR, inherited=("renal", "populations"))
    told = said(populations=(A,), comorbidities=(ALLERGY,))
    frame = with_standing_facts(dose(), (turn(1, told), turn(2, back)), 3)
    assert (frame.comorbidities, frame.renal) == ((), CLCR)


@pytest.mark.parametrize(
    ("next_told", "states"),
    [
        (said(populations=(NURSING,)), (NURSING,)), (said(rules={"pregnancy_weeks": DENIED}, populations=(A,)), ()),
        (said(populations=(RENAL,)), (PREGNANT, RENAL)),
    ],
    ids=["cho con bú", "không có thai", "suy thận"],
)  # fmt: skip
def test_the_weeks_told_before_any_drug_end_with_the_pregnancy(next_told, states):
    told = said(populations=(PREGNANT,), pregnancy_weeks=12)
    frame = with_standing_facts(dose(), (turn(1, told), turn(2, next_told)), 3)
    assert set(frame.populations) == set(states)
    assert (frame.pregnancy_weeks == 12) is (PREGNANT in states)


def test_a_value_whose_origin_is_out_of_sight_is_too_old():
    inherited = ("drugs", "sections", "populations", "age_months", "weight_kg", "routes")
    frame = after(dose(**CHILD, inherited=inherited), said(Link.FOLLOW_UP))
    assert (frame.drugs, frame.sections, frame.populations, frame.age_months) == ((), (), (), None)


@pytest.mark.parametrize(
    "between",
    [None, said(intent=Intent.SMALLTALK), said(intent=Intent.OUT_OF_SCOPE)],
    ids=["not understood", "small talk", "out of scope"],
)
def test_a_turn_about_no_drug_between_two_neither_renews_nor_ends_what_was_told(between):
    told = dose(populations=(A, RENAL), renal=CLCR)
    later = dose(populations=(A, RENAL), renal=CLCR, inherited=frozenset({"renal", "populations"}))
    for number, kept in ((1 + TTL_TURNS, True), (2 + TTL_TURNS, False)):
        history = (turn(1, told), turn(2, between), turn(3, later))
        found = with_facts_of_last_question(dose(drugs=(IBUPROFEN,)), history, number)
        assert (found.renal == CLCR) is kept


# --- which of the patients is meant ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "second"),
    [
        ({"age_months": Decimal(72)}, True), ({"age_months": Decimal(60)}, False), ({"weight_kg": Decimal(20)}, True),
        ({"weight_kg": Decimal(18)}, False), ({"age_months": Decimal(60), "weight_kg": Decimal(20)}, True),
        ({"age_months": Decimal(72), "weight_kg": Decimal(18)}, True), ({"renal": CLCR}, False), ({}, False),
        ({"populations": (A,), "weight_kg": Decimal(18)}, True), ({"populations": (A,)}, False),
    ],
)  # fmt: skip
def test_another_age_weight_or_class_makes_a_second_patient(other, second):
    frame = dose(**{"populations": (C,)} | other)
    history = (turn(1, FIRST), turn(2, frame))
    found = turn_of_patient(said(Link.SECOND_PATIENT), history)
    assert found == (history[1] if second else None)


@pytest.mark.parametrize("own", [{"age_months": Decimal(60)}, {"weight_kg": Decimal(18)}])
def test_a_patient_told_with_his_values_is_counted_out_by_no_word(own):
    assert turn_of_patient(said(Link.FIRST_PATIENT, **own), (turn(1, FIRST),)) is None
    assert turn_of_patient(said(Link.FIRST_PATIENT), (turn(1, FIRST),)) == turn(1, FIRST)
    assert turn_of_patient(said(), (turn(1, FIRST),)) is None


@pytest.mark.parametrize(
    ("link", "slot", "populations", "weeks"),
    [
        (Link.FOLLOW_UP, None, (RENAL,), None), (Link.CORRECTION, None, (RENAL,), 12), (Link.FOLLOW_UP, None, (PREGNANT,), 12),
        (Link.FOLLOW_UP, "weight", (RENAL,), 12), (Link.FOLLOW_UP, None, (), 12),
    ],
)  # fmt: skip
def test_the_weeks_of_a_pregnancy_go_with_the_pregnancy(link, slot, populations, weeks):
    old = dose(populations=(A, PREGNANT), pregnancy_weeks=12)
    found = after(old, said(link, populations=populations, answers_slot=slot), slot=slot)
    assert found.pregnancy_weeks == weeks


@pytest.mark.parametrize(
    ("links", "kept"),
    [
        (frozenset({Link.CORRECTION}), True), (frozenset({Link.SAME_PATIENT}), True), (frozenset({Link.NEW_PATIENT}), False),
        (frozenset({Link.CORRECTION, Link.NEW_PATIENT}), False),
    ],
)  # fmt: skip
def test_the_sex_beside_a_creatinine_stays_with_the_patient(links, kept):
    renal = Renal("creatinin", Decimal(150), "micromol/lít", "")
    old = dose(populations=(A,), renal=renal, dose_task=DoseTask(sex="nam"))
    frame = after(old, QueryFrame(age_months=Decimal(900), links=links))
    assert (frame.dose_task is not None and frame.dose_task.sex == "nam") is kept
