"""How often we may ask again, and what an escalation may carry."""

import pytest

from rag.endings import bounded, escalation, summary, taken_over
from rag.frames import Population
from rag.outcomes import Outcome
from rag.passages import Evidence
from rag.records import Clarification, PastTurn
from tests.factories import make_frame, make_passage

AGE = Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT


def past(number, outcome, slot=None):
    clarify = Clarification("?", slot) if slot else None
    return PastTurn(number, "câu hỏi", make_frame(), outcome, clarify)


def history(*turns):
    return tuple(past(i + 1, *turn) for i, turn in enumerate(turns))


@pytest.mark.parametrize(
    ("before", "slot", "exhausted"),
    [
        pytest.param((), "age", False, id="lần đầu"),
        pytest.param(((AGE, "age"),), "age", False, id="lần thứ hai cùng ô"),
        pytest.param(((AGE, "age"), (AGE, "age")), "age", True, id="lần thứ ba cùng ô"),
        pytest.param(((AGE, "age"), (AGE, "weight"), (AGE, "age")), "weight", False, id="lần thứ tư, ô khác nhau"),
        pytest.param(((AGE, "a"), (AGE, "b"), (AGE, "c")), "e", False, id="lần thứ tư liên tiếp"),
        pytest.param(((AGE,), (AGE,), (AGE,)), None, False, id="lần thứ tư, không hỏi riêng ô nào"),
        pytest.param(((AGE,), (AGE,), (AGE,), (AGE,)), None, True, id="lần thứ năm, không hỏi riêng ô nào"),
        pytest.param(((AGE, "age"), (AGE, "age"), (None,)), "age", False, id="lượt chưa xong xen giữa thì đếm lại"),
        pytest.param(((AGE, "a"), (AGE, "b"), (AGE, "c"), (AGE, "d")), "e", True, id="lần thứ năm liên tiếp"),
        pytest.param(((AGE, "age"), (AGE, "age"), (Outcome.ANSWERED_VERBATIM,)), "age", False, id="trả lời xen giữa thì đếm lại"),
    ],
)  # fmt: skip
def test_clarifications_are_bounded(before, slot, exhausted):
    outcome = bounded(AGE, slot, history(*before))
    assert outcome is (Outcome.ESCALATE_CLARIFY_EXHAUSTED if exhausted else AGE)


@pytest.mark.parametrize("outcome", [o for o in Outcome if o.kind != "clarify"])
def test_other_endings_are_never_bounded(outcome):
    assert bounded(outcome, None, history(*[(AGE, "age")] * 5)) is outcome


def test_a_hand_off_carries_topics_and_no_clinical_value():
    frame = make_frame(populations=(Population.CHILD,), age_months=61, weight_kg="17.3")
    turns = (PastTurn(1, "bé 61 tháng 17,3 kg uống 240 mg", frame, Outcome.ANSWERED_VERBATIM),)
    signal = escalation(Outcome.ESCALATE_USER_REQUESTED, "Đã chuyển.", frame, Evidence(), turns)
    said = str(signal["handoff_context"])
    assert "Paracetamol" in said
    assert not any(value in said for value in ("61", "17", "240", "mg", "kg"))
    assert signal["status"] == "escalate"
    assert signal["reason"] == "user_requested"


def test_a_summary_names_each_turn_by_topic():
    assert summary(history((AGE, "age"))).startswith("Lượt 1: Paracetamol – Liều lượng và cách dùng")


def test_a_hand_off_has_the_form_of_the_contract():
    passages = tuple(make_passage(f"Đoạn {n}.", ordinal=n) for n in range(7))
    turns = history((AGE, "age"), (Outcome.ANSWERED_VERBATIM,))
    signal = escalation(Outcome.ESCALATE_FRUSTRATION, "Đã chuyển.", make_frame(), Evidence(passages), turns)
    assert (signal["status"], signal["message"], signal["reason"]) == ("escalate", "Đã chuyển.", "frustration")
    context = signal["handoff_context"]
    assert context["rewritten_query"].startswith("Paracetamol – Liều lượng")
    assert [chunk["chunk_id"] for chunk in context["top_chunks"]] == [p.id for p in passages[:5]]
    assert {chunk["title"] for chunk in context["top_chunks"]} == {
        f"{passages[0].monograph_name} – {passages[0].section_title}"
    }
    assert context["conversation_summary"] == summary(turns)
    assert context["user_profile"] == {}


def test_a_summary_leaves_out_what_was_not_understood_and_ends_with_the_last_turns():
    unfinished = PastTurn(1, "câu hỏi", make_frame(), None)
    not_understood = PastTurn(2, "câu hỏi", None, Outcome.CLARIFY_DRUG)
    lines = summary((unfinished, not_understood, past(3, Outcome.ANSWERED_VERBATIM))).split("\n")
    assert [line.partition(":")[0] for line in lines] == ["Lượt 1", "Lượt 3"]
    assert [line.rpartition(" (")[2] for line in lines] == ["chưa xong)", f"{Outcome.ANSWERED_VERBATIM.value})"]
    long = summary(history(*[(AGE, "age")] * 20)).split("\n")
    assert [line.partition(":")[0] for line in long] == [f"Lượt {n}" for n in range(9, 21)]


_HANDED_OVER = {
    (Outcome.ABSTAIN_BUDGET_EXHAUSTED, False): Outcome.ESCALATE_BUDGET_EXHAUSTED,
    (Outcome.ABSTAIN_BUDGET_EXHAUSTED, True): Outcome.ESCALATE_BUDGET_EXHAUSTED,
    (Outcome.ABSTAIN_UNGROUNDED, True): Outcome.ESCALATE_UNGROUNDED,
}


@pytest.mark.parametrize("retried", [False, True])
@pytest.mark.parametrize("outcome", list(Outcome))
def test_a_person_takes_over_what_the_policy_names_and_nothing_else(outcome, retried):
    assert taken_over(outcome, retried=retried) is _HANDED_OVER.get((outcome, retried), outcome)
