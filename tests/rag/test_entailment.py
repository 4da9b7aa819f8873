"""One verdict a claim: a pass only where a reply says so clearly, once, and of that claim."""

import json

import pytest

from rag.breakers import Breaker
from rag.entailment import judge
from rag.errors import BudgetExhausted, MalformedReply, ModelDown
from rag.model_calls import MeteredModel
from rag.records import Verdict
from tests.factories import make_evidence, make_passage, quote
from tests.model_fakes import END, ScriptedModel

PRINTED = make_passage("Quá mẫn với paracetamol.", section="chong_chi_dinh")
YES, NO = {"dung": True, "vi_sao": ""}, {"dung": False, "vi_sao": "không in"}


def verdicts(*steps, claims=1, budget=8):
    model = MeteredModel(ScriptedModel([steps]), breaker=Breaker(), ends_at=1e12, budget=budget)
    numbered = [(place, quote(PRINTED)) for place in range(3, 3 + claims)]
    found = judge(numbered, make_evidence(PRINTED), model).result()
    assert [v.claim_index for v in found] == [place for place, _ in numbered]
    return [v.verdict for v in found]


def said(*verdicts, **more):
    return json.dumps({"ket_luan": list(verdicts), **more}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        pytest.param(said({"so": 1} | YES), Verdict.PASS, id="yes"),
        pytest.param(said({"so": 1} | NO), Verdict.FAIL, id="no"),
        pytest.param(said({"so": 1} | YES, {"so": 1} | NO), Verdict.ERROR, id="yes and no"),
        pytest.param(said({"so": 1} | YES, {"so": 1} | YES), Verdict.ERROR, id="yes twice"),
        pytest.param(said({"so": 2} | YES), Verdict.ERROR, id="of another claim"),
        pytest.param(said({"so": "1"} | YES), Verdict.ERROR, id="a number that is none"),
        pytest.param(said({"so": True} | YES), Verdict.ERROR, id="true is no number"),
        pytest.param(said({"so": 1, "dung": "true"}), Verdict.ERROR, id="a yes that is none"),
        pytest.param(said({"so": 1, "dung": 1}), Verdict.ERROR, id="one is no yes"),
        pytest.param(said(), Verdict.ERROR, id="nothing"),
        pytest.param(json.dumps({"ket_luan": {"so": 1} | YES}), Verdict.ERROR, id="no list"),
        pytest.param(json.dumps({"so": 1} | YES), Verdict.ERROR, id="another object"),
        pytest.param("Đúng.", Verdict.ERROR, id="no JSON"),
        pytest.param("", Verdict.ERROR, id="blank"),
    ],
)
def test_only_one_clear_yes_is_a_pass(reply, expected):
    assert verdicts(reply, END) == [expected]


def test_each_claim_has_the_verdict_that_is_given_of_it():
    reply = said({"so": 2} | NO, {"so": 1} | YES)
    assert verdicts(reply, END, claims=3) == [Verdict.PASS, Verdict.FAIL, Verdict.ERROR]


@pytest.mark.parametrize("error", [ModelDown("HTTP 503"), MalformedReply("no JSON")])
def test_a_call_that_fails_is_an_error_of_every_claim(error):
    assert verdicts(error, claims=2) == [Verdict.ERROR, Verdict.ERROR]


def test_a_reply_that_is_cut_off_is_an_error():
    assert verdicts(said({"so": 1} | YES)) == [Verdict.ERROR]


def test_a_budget_that_is_spent_ends_the_turn():
    with pytest.raises(BudgetExhausted):
        verdicts(said({"so": 1} | YES), END, budget=0)
