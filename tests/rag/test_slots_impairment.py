"""Impaired organs and their values go together, whatever is told next of the patient."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.frames import AGE_CLASSES, DrugMention, How, Intent, Link, Population, QueryFrame, Renal
from rag.outcomes import Outcome
from rag.passages import DOSING
from rag.records import Clarification, PastTurn
from rag.slots import carry_over
from tests.rag.understanding.dialogue import talk

A, C = Population.ADULT, Population.CHILD
RENAL, HEPATIC, PREGNANT, NURSING = Population.RENAL, Population.HEPATIC, Population.PREGNANT, Population.BREASTFEEDING
CLCR = Renal("clcr", Decimal(20), "ml/phút", "")
PARACETAMOL = DrugMention("paracetamol", "Paracetamol", "Paracetamol", How.TITLE)
IBUPROFEN = DrugMention("ibuprofen", "Ibuprofen", "Ibuprofen", How.TITLE)
VALUES = {RENAL: {"renal": CLCR}, HEPATIC: {"hepatic": "suy gan"}, PREGNANT: {"pregnancy_weeks": 12}}


def told(populations, age=None, **fields):
    """A frame in which whoever has impaired organs or is pregnant is told with the value."""
    values = {name: value for p in populations for name, value in VALUES.get(p, {}).items()}
    months = None if age is None else Decimal(age)
    return QueryFrame(populations=tuple(populations), age_months=months, **(values | fields))


groups = st.tuples(
    st.sampled_from([(), *((p,) for p in sorted(AGE_CLASSES))]),
    st.sets(st.sampled_from([RENAL, HEPATIC, PREGNANT, NURSING]), max_size=3).map(sorted),
).map(lambda parts: (*parts[0], *parts[1]))
ages = st.none() | st.sampled_from([1, 60, 180, 600])
links = st.sets(
    st.sampled_from([Link.FOLLOW_UP, Link.CORRECTION, Link.SAME_PATIENT, Link.ADDED_DRUG, Link.RETURN, Link.NEW_PATIENT]),
    max_size=2,
)  # fmt: skip
slots = st.none() | st.sampled_from(["age", "population", "drug"])
named = st.sampled_from([(), (PARACETAMOL,), (IBUPROFEN,)])


@settings(max_examples=400)
@given(groups, ages, groups, ages, links, slots, named)
def test_no_impairment_is_kept_without_its_value_and_no_value_without_its_impairment(
    was, old, now, new, said, slot, drugs
):
    before = told(was, old, drugs=(PARACETAMOL,), intent=Intent.DOSE, sections=(DOSING,))
    clarify = Clarification("?", slot) if slot else None
    history = (PastTurn(1, "", before, Outcome.CLARIFY_MORE_INFO if slot else Outcome.ANSWERED_VERBATIM, clarify),)
    frame = carry_over(told(now, new, links=frozenset(said), answers_slot=slot, drugs=drugs), history, number=2)
    assert (frame.renal is not None) is (RENAL in frame.populations)
    assert (frame.hepatic is not None) is (HEPATIC in frame.populations)
    assert frame.pregnancy_weeks is None or PREGNANT in frame.populations


@pytest.mark.parametrize(
    ("told_next", "states"),
    [
        ("có thai 20 tuần", {RENAL, PREGNANT}), ("đang cho con bú", {RENAL, NURSING}), ("suy gan", {A, RENAL, HEPATIC}),
        ("bệnh nhân đó có thai 20 tuần", {RENAL, PREGNANT}), ("nhầm, người cao tuổi", {RENAL, Population.ELDERLY}),
        ("còn phụ nữ có thai thì sao", {PREGNANT}), ("còn suy gan thì sao", {A, HEPATIC}), ("còn bé 5 tuổi thì sao", {C}),
    ],
)  # fmt: skip
def test_what_is_told_comes_to_what_is_known_and_who_is_asked_about_is_another(told_next, states):
    frame = talk("liều amoxicilin người lớn suy thận Clcr 20 ml/phút", told_next)
    assert set(frame.populations) == states
    assert (frame.renal is not None) is (RENAL in states)
