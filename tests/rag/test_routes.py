"""The routing table against the branches of the system it replaces, and each of its own rows."""

from itertools import product

import pytest

from rag.frames import AmbiguousName, DrugOption, Intent, Population, QueryFrame, Relation, Signal
from rag.outcomes import Outcome
from rag.passages import DOSING
from rag.routes import ROUTES, Gather, choose_route
from tests.factories import make_frame


def seed_branches(f: QueryFrame) -> Outcome | Gather:
    """The earlier system's `_route`, branch by branch in its order (document 10, the routing table)."""
    if Signal.NON_HUMAN in f.signals:  # 1
        return Outcome.ABSTAIN_OUT_OF_SCOPE
    dosing = f.intent is Intent.DOSE and f.drugs
    if dosing and not f.populations:  # 2
        return Outcome.CLARIFY_POPULATION
    needs_clarify = bool(f.implausible) and bool(f.drugs) and f.intent in (Intent.DOSE, Intent.SECTION)
    if needs_clarify:  # 4: here the only thing that the rules themselves ask about; asked before age and weight
        return Outcome.CLARIFY_MORE_INFO
    paediatric = Population.CHILD in f.populations or Population.NEONATE in f.populations
    if dosing and paediatric and (f.age_months is None or f.weight_kg is None):  # 3
        return Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT
    by_condition = f.intent in (Intent.CONDITION_TO_DRUG, Intent.SYMPTOM_TO_DRUG)
    if by_condition and Signal.AMBIGUOUS_CONDITION in f.signals:  # 5
        return Outcome.CLARIFY_AMBIGUOUS_CONDITION
    if by_condition and f.relation is not None and f.relation is not Relation.INDICATION:  # 6
        return Outcome.ABSTAIN_REVERSE_RELATION
    if by_condition and (f.condition or f.indication):  # 7
        return Gather.BY_CONDITION
    if f.intent is Intent.CONDITION_TO_DRUG:  # 8
        return Outcome.CLARIFY_CONDITION
    if f.intent is Intent.SYMPTOM_TO_DRUG:
        return Outcome.CLARIFY_INDICATION
    if f.intent is Intent.CONDITION_RELATION:  # 9
        return Outcome.ABSTAIN_REVERSE_RELATION
    if f.intent is Intent.COMPARISON and f.drugs and f.unknown_drugs:  # added: one side of the comparison is missing
        return Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY
    attribute = f.intent in (Intent.SECTION, Intent.COMPARISON, Intent.UNCLEAR)
    if attribute and f.drugs and not f.sections:  # 10
        return Outcome.CLARIFY_SECTION
    if f.intent is Intent.SMALLTALK:  # 11
        return Outcome.ANSWERED_SMALLTALK
    if f.intent is Intent.OUT_OF_SCOPE:  # 12
        return Outcome.ABSTAIN_OUT_OF_SCOPE
    if not f.drugs and f.unknown_drugs:  # 13
        return Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY
    if not f.drugs:  # 14
        return Outcome.CLARIFY_DRUG
    if f.intent is Intent.INTERACTION and len(f.drugs) + len(f.unknown_drugs) >= 2:  # 15
        return Gather.INTERACTION
    if f.intent is Intent.OVERVIEW:  # 16, a bare name
        return Gather.OVERVIEW
    return Gather.SECTIONS  # 16


def every_frame():
    populations = [
        (),
        (Population.ADULT,),
        (Population.CHILD,),
        (Population.NEONATE,),
        (Population.RENAL, Population.CHILD),
    ]
    signals = [frozenset(), frozenset({Signal.NON_HUMAN}), frozenset({Signal.AMBIGUOUS_CONDITION})]
    for intent, drugs, unknown, sections, people, age, weight, relation, condition, indication, said, wrong in product(
        Intent,
        [(), ("a",), ("a", "b")],
        [(), ("x",)],
        [(), (DOSING,)],
        populations,
        [None, 60],
        [None, 18],
        [None, Relation.INDICATION, Relation.CONTRAINDICATION],
        [None, "hen"],
        [None, "sốt"],
        signals,
        [(), ("weight_kg",)],
    ):
        yield make_frame(
            intent=intent,
            drugs=drugs,
            unknown_drugs=unknown,
            sections=sections,
            populations=people,
            age_months=age,
            weight_kg=weight,
            relation=relation,
            condition=condition,
            indication=indication,
            signals=said,
            implausible=wrong,
        )


def test_the_table_equals_the_branches_on_every_frame_that_matters():
    reached, count = set(), 0
    for frame in every_frame():
        route = choose_route(frame)
        reached.add(route.name)
        count += 1
        assert route.then == seed_branches(frame), frame
    assert count == 11 * 3 * 2 * 2 * 5 * 2 * 2 * 3 * 2 * 2 * 3 * 2
    for_people = {"nothing to read", "wants a person", "restricted", "frustrated", "only instructions",
                  "which of the names?", "which value?", "no ranking", "value not to be had"}  # fmt: skip
    assert {r.name for r in ROUTES} - reached == for_people


PANADOL = AmbiguousName(
    "prednisoln", (DrugOption("prednison", "Prednison"), DrugOption("prednisolon", "Prednisolon")), "near_tie"
)


@pytest.mark.parametrize(
    ("frame", "then"),
    [
        pytest.param(make_frame(drugs=(), signals=frozenset({Signal.MALFORMED})), Outcome.CLARIFY_DRUG, id="chỉ có biểu tượng"),
        pytest.param(make_frame(signals=frozenset({Signal.WANTS_PHARMACIST})), Outcome.ESCALATE_USER_REQUESTED, id="gặp dược sĩ"),
        pytest.param(make_frame(signals=frozenset({Signal.RESTRICTED})), Outcome.ESCALATE_RESTRICTED_INTENT, id="đòi kiện"),
        pytest.param(make_frame(drugs=(), sections=(), signals=frozenset({Signal.FRUSTRATED})), Outcome.ESCALATE_FRUSTRATION, id="bực bội"),
        pytest.param(
            make_frame(populations=(Population.ADULT,), signals=frozenset({Signal.FRUSTRATED})),
            Gather.SECTIONS,
            id="bực bội nhưng hỏi rõ ràng thì vẫn trả lời",
        ),
        pytest.param(make_frame(drugs=(), signals=frozenset({Signal.INSTRUCTION})), Outcome.ABSTAIN_OUT_OF_SCOPE, id="ra lệnh cho máy"),
        pytest.param(
            make_frame(populations=(Population.ADULT,), signals=frozenset({Signal.INSTRUCTION})),
            Gather.SECTIONS,
            id="có lệnh chèn nhưng câu hỏi vẫn là câu hỏi",
        ),
        pytest.param(make_frame(drugs=(), ambiguous=(PANADOL,)), Outcome.CLARIFY_AMBIGUOUS_DRUG, id="tên gần hai thuốc"),
        pytest.param(make_frame(ambiguous=(PANADOL,)), Outcome.CLARIFY_AMBIGUOUS_DRUG, id="một tên rõ, một tên chưa rõ"),
        pytest.param(
            make_frame(populations=(Population.CHILD,), age_months=60, inherited=("drugs",), signals=frozenset({Signal.VALUE_UNKNOWN})),
            Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE,
            id="đã hỏi cân nặng, đáp là không biết",
        ),
        pytest.param(
            make_frame(populations=(Population.CHILD,), age_months=60, signals=frozenset({Signal.VALUE_UNKNOWN})),
            Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT,
            id="tự nói là không nhớ cân nặng thì hỏi một lần",
        ),
        pytest.param(make_frame(signals=frozenset({Signal.RANKING})), Outcome.ABSTAIN_OUT_OF_SCOPE, id="hỏi cái nào hơn"),
        pytest.param(make_frame(signals=frozenset({Signal.NON_HUMAN, Signal.WANTS_PHARMACIST})), Outcome.ABSTAIN_OUT_OF_SCOPE, id="mèo"),
    ],
)  # fmt: skip
def test_rows_that_stand_before_the_branches(frame, then):
    assert choose_route(frame).then == then


def test_every_row_has_a_reason_that_can_be_read_aloud():
    assert all(route.holds.__doc__ for route in ROUTES)


def test_a_child_needs_both_age_and_weight():
    for age, weight in product([None, 60], [None, 18]):
        frame = make_frame(populations=(Population.CHILD,), age_months=age, weight_kg=weight)
        asked = choose_route(frame).then is Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT
        assert asked is (age is None or weight is None)
