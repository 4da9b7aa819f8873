"""Indications near in meaning: a question to the clinician, never an answer, and never for a condition in the list."""

import pytest

from rag.condition_names import AS_TYPED
from rag.frames import Intent
from rag.near_indications import near_in_meaning
from rag.outcomes import Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import PastTurn, TurnRequest
from tests.factories import make_frame, make_passage
from tests.fakes import ListedNames, MemoryPassages

RHINITIS = make_passage("Viêm mũi dị ứng theo mùa.", monograph="cetirizin", section="chi_dinh")
HEART = make_passage("Suy tim.", monograph="digoxin", section="chi_dinh")
LONG = make_passage("Phấn hoa " + "và nhiều điều khác " * 8 + ".", monograph="x", section="chi_dinh")


class Meanings:
    """Gives the same blocks whatever is asked, and remembers for how long it was allowed to think."""

    def __init__(self, *blocks):
        self.blocks, self.allowed = blocks, []

    def near(self, condition, *, seconds):
        self.allowed.append(seconds)
        return self.blocks


def asked(condition, *blocks, rule=AS_TYPED):
    frame = make_frame(intent=Intent.CONDITION_TO_DRUG, drugs=(), condition=condition, rules={"condition": rule})
    ports = Ports(ListedNames(), MemoryPassages(), meanings=Meanings(*blocks), seconds_left=lambda: 30.0)
    return near_in_meaning(condition, frame, ports)


def test_the_nearest_indications_are_offered_as_a_question_without_any_drug():
    composed = asked("ngứa mũi", RHINITIS)
    assert composed.outcome is Outcome.CLARIFY_AMBIGUOUS_CONDITION
    assert composed.clarify.slot == "condition"
    assert composed.clarify.quick_replies == ("Viêm mũi dị ứng theo mùa",)
    assert (composed.draft.claims, composed.pointers) == ((), ())
    assert "không" in composed.message.lower()
    assert "«ngứa mũi»" in composed.message
    assert "etirizin" not in composed.message


@pytest.mark.parametrize(
    ("condition", "block"),
    [
        pytest.param("trĩ", HEART, id="no word in common"),
        pytest.param("viêm ruột thừa", RHINITIS, id="only a word that stands everywhere"),
        pytest.param("phấn hoa", LONG, id="too long to choose"),
    ],
)
def test_what_shares_no_telling_word_or_cannot_be_chosen_is_not_offered(condition, block):
    assert asked(condition, block) is None


def test_a_listed_condition_that_no_indication_prints_is_not_guessed_at():
    assert asked("sốt xuất huyết", RHINITIS, rule="condition.asked_for") is None


def test_without_an_index_the_turn_ends_as_it_did():
    record = run_turn(TurnRequest("thuốc trị bệnh trĩ"), Ports(ListedNames(), MemoryPassages(RHINITIS)))
    assert record.outcome is Outcome.ABSTAIN_NO_EVIDENCE


def test_no_more_time_is_given_than_the_turn_has_left():
    meanings = Meanings(RHINITIS)
    ports = Ports(ListedNames(), MemoryPassages(), meanings=meanings)
    run_turn(TurnRequest("thuốc trị khụt khịt mũi"), ports, seconds=0.5, clock=lambda: 0.0)
    assert meanings.allowed == [0.5]


def test_a_choice_taken_is_looked_up_as_it_is_printed():
    meanings = Meanings(RHINITIS)
    ports = Ports(ListedNames(), MemoryPassages(RHINITIS), meanings=meanings)
    first = run_turn(TurnRequest("thuốc trị khụt khịt mũi"), ports)
    assert first.outcome is Outcome.CLARIFY_AMBIGUOUS_CONDITION
    past = PastTurn(1, "thuốc trị khụt khịt mũi", first.frame, first.outcome, first.clarify)
    second = run_turn(TurnRequest("Viêm mũi dị ứng theo mùa", number=2, history=(past,)), ports)
    assert second.outcome is Outcome.ANSWERED_CANDIDATE_LIST
    assert [c.text for c in second.claims] == ["Viêm mũi dị ứng theo mùa."]
