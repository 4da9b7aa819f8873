"""The answer that a model writes: gated as it comes, judged beside the writing, completed once, else not shown."""

import json
import threading

import pytest

from rag.breakers import Breaker
from rag.claims import Citation, Claim, ClaimRole
from rag.entailment import judge
from rag.errors import BudgetExhausted, MalformedReply, ModelDown, ModelThrottled
from rag.gate.deciding import Gate
from rag.gate.verdicts import GATE_VERSION, Decision
from rag.language import Prompt, TextPiece
from rag.model_answers import answer_by_model
from rag.model_calls import MeteredModel
from rag.records import Check, Verdict
from tests.factories import make_evidence, make_frame, make_passage
from tests.fakes import ListedNames
from tests.model_fakes import END, ScriptedModel

ADULT = make_passage(
    "Người lớn: Uống 500 mg/lần, 2 lần/ngày.", monograph="metformin", section="lieu_luong_va_cach_dung", ordinal=0
)
MAXIMUM = make_passage(
    "Người lớn: Uống 500 mg/lần, tối đa 2 g/ngày.", monograph="metformin", section="lieu_luong_va_cach_dung", ordinal=1
)
CONTRA = make_passage("Suy thận nặng.", monograph="metformin", section="chong_chi_dinh")
EVIDENCE = make_evidence(ADULT, MAXIMUM, CONTRA)
NAMES = ListedNames(metformin="metformin")
TRUE = "Người lớn: uống 500 mg/lần, 2 lần/ngày."
FALSE = "Người lớn: uống 5000 mg/lần, 2 lần/ngày."


def quoted(passage, role=ClaimRole.ANSWER):
    return Claim(passage.text, (Citation(passage.id, passage.text, 0, len(passage.text)),), role=role)


def account(source: int, *kept: str, missing: str = ""):
    return {"so": source, "giu": list(kept), "thieu": missing}


def reply(*claims, accounts=()):
    told = [{"nguon": [n], "text": t} for t, n in claims]
    return json.dumps({"cau": told, "ra_soat": list(accounts)}, ensure_ascii=False)


class Model(ScriptedModel):
    """Writes the given replies in turn; judges each claim by `says`, asked with its text."""

    def __init__(self, *written: str, says=lambda text, time: True) -> None:
        super().__init__(replies=[[END]])
        self.written, self.says = list(written), says
        self.asked: dict[str, int] = {}
        self.lock = threading.Lock()

    def reply(self, prompt: Prompt, *, timeout, cancelled):
        with self.lock:
            self.prompts.append(prompt)
            if prompt.name == "write":
                step = self.written.pop(0)
                text = step if isinstance(step, str) else ""
            else:
                step = text = json.dumps({"ket_luan": [self._verdict(c) for c in json.loads(prompt.user)["cau"]]})
        if isinstance(step, Exception):
            raise step
        for start in range(0, len(text), 9):
            yield TextPiece(text[start : start + 9])
        yield END

    def _verdict(self, claim):
        text = claim["text"]
        self.asked[text] = self.asked.get(text, 0) + 1
        return {"so": claim["so"], "dung": self.says(text, self.asked[text]), "vi_sao": ""}

    @property
    def calls(self) -> list[str]:
        return sorted(prompt.name for prompt in self.prompts)


def answer(model: Model, *spans: Claim, budget: int = 8):
    metered = MeteredModel(model, breaker=Breaker(), ends_at=1e12, budget=budget)
    return answer_by_model(spans or (quoted(ADULT),), make_frame(drugs=("metformin",)), EVIDENCE, NAMES, metered)


def test_a_faithful_claim_is_gated_and_judged_and_passes():
    model = Model(reply((TRUE, 1)))
    found = answer(model)
    assert (found.is_grounded, found.is_entailed) == (True, True)
    assert [c.text for c in found.draft.claims] == [TRUE]
    assert model.calls == ["entail", "write"]
    assert {v.verdict for v in found.verifications} == {Verdict.PASS}


@pytest.mark.parametrize("text", [TRUE, FALSE])
def test_every_verdict_of_the_gate_names_its_version(text):
    found = answer(Model(reply((text, 1))))
    of_gate = [v for v in found.verifications if v.check is not Check.ENTAILMENT]
    assert of_gate
    assert all(v.detail.endswith(f"gate {GATE_VERSION}") for v in of_gate)


def test_a_claim_that_the_gate_stops_is_never_judged_and_ends_the_writing():
    model = Model(reply((TRUE, 1), (FALSE, 1), (TRUE, 1)))
    found = answer(model)
    assert not found.is_grounded
    assert FALSE not in model.asked
    assert len(found.draft.claims) == 2
    assert any(v.check is Check.NUMBERS and v.verdict is Verdict.FAIL for v in found.verifications)


def test_what_the_print_does_not_state_is_not_entailed_however_often_it_is_asked():
    model = Model(reply((TRUE, 1)), says=lambda text, time: False)
    found = answer(model)
    assert (found.is_grounded, found.is_entailed) == (True, False)
    assert model.asked == {TRUE: 2}


def test_a_lone_no_is_asked_once_more():
    assert answer(Model(reply((TRUE, 1)), says=lambda text, time: time > 1)).is_entailed


def test_a_judgement_that_cannot_be_read_is_not_asked_again():
    model = Model(reply((TRUE, 1)), says=lambda text, time: None if time == 1 else True)
    written = answer(model)
    assert (written.is_entailed, written.is_denied) == (False, False)
    assert model.asked == {TRUE: 1}


def test_two_that_fail_are_not_asked_again():
    other = "Người lớn: uống 500 mg/lần, tối đa 2 g/ngày."
    model = Model(reply((TRUE, 1), (other, 2)), says=lambda text, time: time > 1)
    assert not answer(model, quoted(ADULT), quoted(MAXIMUM)).is_entailed
    assert set(model.asked.values()) == {1}


@pytest.mark.parametrize("verdict", [None, "true", 1, "đúng"])
def test_only_a_clear_yes_is_a_pass(verdict):
    assert not answer(Model(reply((TRUE, 1)), says=lambda text, time: verdict)).is_entailed


def test_a_maximum_that_was_left_out_is_asked_for_once():
    short = "Người lớn: uống 500 mg/lần."
    whole = "Người lớn: uống 500 mg/lần, tối đa 2 g/ngày."
    model = Model(reply((short, 1)), reply((whole, 1)))
    found = answer(model, quoted(MAXIMUM))
    assert (found.is_grounded, found.is_entailed) == (True, True)
    assert [c.text for c in found.draft.claims] == [whole]
    assert "lan_truoc_bo_sot" in next(p.user for p in reversed(model.prompts) if p.name == "write")


def test_a_repair_of_many_claims_and_a_second_look_fit_into_the_calls_of_a_turn():
    short = "Người lớn: uống 500 mg/lần."
    whole = "Người lớn: uống 500 mg/lần, tối đa 2 g/ngày."

    def says(text, time):
        return not (text == TRUE and time == 5 + 5)  # the repaired list is judged after the first

    model = Model(reply(*[(TRUE, 1)] * 5, (short, 2)), reply(*[(TRUE, 1)] * 5, (whole, 2)), says=says)
    found = answer(model, quoted(ADULT), quoted(MAXIMUM))
    assert (found.is_grounded, found.is_entailed) == (True, True)
    assert len(model.calls) <= 8


def test_a_no_stands_when_no_call_is_left_to_ask_again():
    written = answer(Model(reply((TRUE, 1)), says=lambda text, time: time > 1), budget=2)
    assert (written.is_entailed, written.is_denied) == (False, True)


# Two sentences, of which a claim may tell the first alone: the second limits nothing that the gate knows of.
TWICE = make_passage(
    "Nên uống trong bữa ăn. Hấp thu tăng chậm ở ruột non.", monograph="metformin", section="duoc_dong_hoc"
)
FIRST, SECOND = "Nên uống trong bữa ăn.", "Hấp thu tăng chậm ở ruột non."


@pytest.mark.parametrize(
    ("claims", "accounts", "is_printed"),
    [
        ([FIRST], [account(1)], False),
        ([FIRST], [account(1, "trong bữa ăn")], False),
        ([FIRST], [account(1, "Nên uống trong bữa ăn")], False),
        ([FIRST], [account(1, missing="chỗ hấp thu")], True),
        ([FIRST], [account(1, "chậm ở ruột non")], True),
        ([FIRST], [account(1, "tối đa 2 g/ngày")], True),  # which the span does not print
        ([FIRST], [account(1, "")], True),
        ([FIRST], [account(1, "tăng")], True),  # an operator alone, of a sentence that no claim tells
        ([FIRST], [], True),
        ([FIRST], [account(2)], True),
        ([FIRST], [account(1), account(1)], True),
        ([FIRST, SECOND], [], False),
        ([FIRST, SECOND], [account(1, missing="chỗ hấp thu")], False),  # nothing is
    ],
)
def test_a_source_that_the_account_leaves_in_doubt_stands_as_printed(claims, accounts, is_printed):
    model = Model(reply(*[(claim, 1) for claim in claims], accounts=accounts))
    metered = MeteredModel(model, breaker=Breaker(), ends_at=1e12)
    frame = make_frame(drugs=("metformin",))
    found = answer_by_model((quoted(TWICE),), frame, make_evidence(TWICE), NAMES, metered)
    assert [c.text for c in found.draft.claims] == [*claims, *([TWICE.text] if is_printed else [])]
    assert found.is_entailed


def test_what_is_left_out_again_is_not_shown():
    short = "Người lớn: uống 500 mg/lần."
    assert not answer(Model(reply((short, 1)), reply((short, 1))), quoted(MAXIMUM)).is_grounded


def test_what_forbids_stands_first_as_printed_and_the_verdicts_count_behind_it():
    found = answer(Model(reply((TRUE, 1))), quoted(CONTRA, ClaimRole.STRICTER), quoted(ADULT))
    assert [c.text for c in found.draft.claims] == [CONTRA.text, TRUE]
    assert {v.claim_index for v in found.verifications} == {1}


def test_nothing_is_asked_where_nothing_may_be_reworded():
    model = Model()
    found = answer(model, quoted(CONTRA, ClaimRole.STRICTER))
    assert (model.prompts, found.is_entailed) == ([], True)


def test_many_claims_take_no_more_calls_than_a_turn_has():
    model = Model(reply(*[(TRUE, 1)] * 12))
    assert answer(model).is_entailed
    assert model.calls == ["entail"] * 4 + ["write"]


class Waiting(Model):
    """Sends what follows the last claim only when every claim is being judged."""

    def __init__(self, *written: str, claims: int) -> None:
        super().__init__(*written)
        self.left, self.all_judged = claims, threading.Event()
        self.was_beside = False

    def reply(self, prompt: Prompt, *, timeout, cancelled):
        pieces = super().reply(prompt, timeout=timeout, cancelled=cancelled)
        if prompt.name != "write":
            with self.lock:
                self.left -= len(json.loads(prompt.user)["cau"])
                if self.left == 0:
                    self.all_judged.set()
            yield from pieces
            return
        text = "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))
        end = text.index("}]") + 2  # of the list of claims
        yield TextPiece(text[:end])
        self.was_beside = self.all_judged.wait(30)
        yield TextPiece(text[end:])
        yield END


@pytest.mark.parametrize("claims", [1, 3, 4, 12])
def test_every_claim_is_being_judged_while_the_model_gives_its_account(claims):
    model = Waiting(reply(*[(TRUE, 1)] * claims), claims=claims)
    assert answer(model).is_entailed
    assert model.was_beside


def test_a_model_that_fails_while_it_writes_ends_the_turn():
    with pytest.raises(ModelDown):
        answer(Model(ModelDown("503"), ModelDown("503")))


def test_a_budget_that_is_spent_before_the_judging_ends_the_turn():
    with pytest.raises(BudgetExhausted):
        answer(Model(reply((TRUE, 1))), budget=1)


def test_a_judge_is_told_what_the_book_prints_above_the_span():
    above = make_passage(
        "Uống 500 mg/lần.",
        headings=("Người lớn", "Đái tháo đường"),
        monograph="metformin",
        section="lieu_luong_va_cach_dung",
    )
    claim = Claim("x", (Citation(above.id, above.text, 0, len(above.text)),))
    model = Model()
    judge([(0, claim)], make_evidence(above), MeteredModel(model, breaker=Breaker(), ends_at=1e12)).result()
    (asked,) = json.loads(model.prompts[0].user)["cau"]
    assert asked["trich"] == [
        {
            "thuoc": "Metformin",
            "muc": "Liều lượng và cách dùng",
            "tieu_de": "Người lớn › Đái tháo đường",
            "doan": "Uống 500 mg/lần.",
        }
    ]


@pytest.mark.parametrize("error", [ModelDown("HTTP 503"), MalformedReply("no JSON"), ModelThrottled("HTTP 429")])
def test_a_judge_that_does_not_answer_has_not_said_no(error):
    model = Model(reply((TRUE, 1)))

    def broken(text, time):
        raise error

    model.says = broken
    written = answer(model)
    assert (written.is_entailed, written.is_denied) == (False, False)


def test_a_judge_that_says_no_has_denied_it():
    written = answer(Model(reply((TRUE, 1)), says=lambda text, time: False))
    assert (written.is_entailed, written.is_denied) == (False, True)


def test_calls_that_run_out_while_the_judges_fail_are_a_failure_of_the_provider():
    model = Model(reply(*[(TRUE, 1)] * 3))

    def broken(text, time):
        raise ModelDown("HTTP 503")

    model.says = broken
    written = answer(model, budget=5)
    assert (written.is_entailed, written.is_denied) == (False, False)


def test_a_claim_from_under_two_headings_is_refused():
    """Shown as one it would stand under neither."""
    pain = make_passage(
        "Uống 500 mg/lần.", headings=("Đau",), monograph="metformin", section="lieu_luong_va_cach_dung", ordinal=7
    )
    fever = make_passage(
        "Uống 2 g/lần.", headings=("Sốt",), monograph="metformin", section="lieu_luong_va_cach_dung", ordinal=8
    )
    text = f"{pain.text} {fever.text}"
    claim = Claim(text, tuple(Citation(p.id, p.text, 0, len(p.text)) for p in (pain, fever)))
    gate = Gate(make_evidence(pain, fever), make_frame(drugs=("metformin",)), NAMES)
    assert gate.check(claim) is Decision.FAIL
