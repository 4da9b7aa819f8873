"""A model that is wrong in one thing, and whoever judges it: whole turns over the shipped edition show none of it."""

import json
import random
from collections import Counter

import pytest

from rag.outcomes import Kind, Outcome
from rag.records import Verdict
from rag.vietnamese import squeeze
from tests.gate.corruptions import EDITS
from tests.gate.whole_turns import UNTRUE, Turn, WritingModel, Wrong, ask, is_shown, reply, turns, wrongs

TURNS = range(36)  # places among `turns()`, which are made when they are first needed


def shown(turn: Turn, *replies: str, judges: str = "pass"):
    return ask(turn.question, WritingModel(replies, judges))


def texts(record) -> set[str]:
    return {squeeze(claim.text) for claim in record.claims}


def test_the_set_is_not_shrunk():
    kinds = Counter(wrong.kind for wrong in wrongs())
    assert (len(turns()), kinds.total() >= 1_700) == (len(TURNS), True)
    rare = {
        "trimester_swapped",
        "exception_omitted",
        "maximum_omitted",
        "comparator_flipped",
        "direction_turned",
        "decimal_lost",
        "frequency_of_other_alternative",
    }
    assert set(EDITS) - rare <= set(kinds)
    assert len(set(kinds) - {name + alone for name in EDITS for alone in ("", ", alone")}) >= 20


def test_a_faithful_model_is_shown():
    """What is asserted below is asserted of turns that would otherwise be answered."""
    assert {shown(turn, reply(turn.copy())).outcome for turn in turns()} == {Outcome.ANSWERED_VERIFIED}


def test_nothing_wrong_is_shown_though_whoever_judges_it_holds_everything_true():
    assert [(w.kind, w.turn.question, w.text) for w in wrongs() if is_shown(w, shown(w.turn, w.reply))] == []


_REFUSED = (Outcome.ABSTAIN_UNGROUNDED, Outcome.ESCALATE_UNGROUNDED, Outcome.ABSTAIN_MODEL_UNAVAILABLE)


def test_what_is_wrong_ends_the_turn_with_pointers_and_without_content():
    for wrong in wrongs()[::23]:
        record = shown(wrong.turn, wrong.reply)
        assert record.outcome in _REFUSED, wrong.kind
        assert record.pointers
        assert UNTRUE not in record.message


@pytest.mark.parametrize("at", TURNS[::6])
def test_one_repair_does_not_let_another_wrong_through(at):
    """Whatever comes second is checked like what came first."""
    turn = turns()[at]
    for wrong in [w for w in wrongs() if w.turn is turn][:12]:
        assert not is_shown(wrong, shown(turn, _short(turn), wrong.reply))
        assert not is_shown(wrong, shown(turn, wrong.reply, wrong.reply))


def _short(turn: Turn) -> str:
    """A first attempt with every limit cut off, where there is one."""
    claims = turn.copy()
    for claim in claims:
        claim["text"] = claim["text"].split(", tối đa")[0]
    return reply(claims)


@pytest.mark.parametrize("judges", ["fail", "down", "silent", "other"])
@pytest.mark.parametrize("at", TURNS[::6])
def test_what_nobody_holds_true_is_not_shown_though_it_is(at, judges):
    turn = turns()[at]
    record = shown(turn, reply(turn.copy()), judges=judges)
    assert record.outcome.kind is Kind.ABSTAIN
    assert record.claims == ()
    assert Verdict.PASS not in {v.verdict for v in record.verifications if v.check.value == "entailment"}


@pytest.mark.parametrize("at", TURNS)
def test_a_claim_that_is_left_out_stands_as_printed(at):
    turn = turns()[at]
    rng = random.Random(turn.question)
    kept = rng.sample(turn.copy(), k=max(1, len(turn.claims) // 3))
    record = shown(turn, reply(kept))
    assert record.outcome is Outcome.ANSWERED_VERIFIED
    assert texts(record) == turn.shown
    assert all(claim.citations for claim in record.claims)


@pytest.mark.parametrize("at", TURNS)
def test_that_a_model_calls_a_source_useless_changes_nothing(at):
    turn = turns()[at]
    sources = [claim["nguon"][0] for claim in turn.copy()[1:]]
    unused = [{"so": n, "giu": [], "thieu": "không cần"} for n in sources]
    told = json.dumps({"cau": turn.copy()[:1], "ra_soat": unused}, ensure_ascii=False)
    assert texts(shown(turn, told)) == turn.shown


def test_every_wrong_reply_differs_from_the_faithful_one():
    assert all(isinstance(wrong, Wrong) and wrong.reply != reply(wrong.turn.copy()) for wrong in wrongs())
