"""A whole turn over fakes: from a question to a record."""

from dataclasses import replace

import pytest

from rag import pipeline
from rag.claims import Draft
from rag.frames import Population, Route
from rag.identifiers import KINDS
from rag.outcomes import Kind, Outcome
from rag.passages import Erratum, PrintDoubt
from rag.pipeline import run_turn
from rag.ports import NameSpan, Ports
from rag.records import Check, NoticeKind, PastTurn, Stage, TurnRequest, Verdict
from rag.routes import Gather
from tests.factories import make_passage, make_passages
from tests.fakes import ListedNames, MemoryPassages

DOSES = make_passages(
    (("Người lớn", "Uống"), "Người lớn: 0,5 - 1 g/lần; tối đa 4 g/ngày."),
    (("Trẻ em", "Uống"), "Trẻ em 4 - 6 tuổi: 240 mg/lần."),
    (("Trẻ em", "Uống"), "Trẻ em 6 - 8 tuổi: 250 mg/lần."),
)
FORMS = make_passage("Viên nén 500 mg.", section="dang_thuoc_va_ham_luong")
CONTRA = make_passage("Quá mẫn với paracetamol.", section="chong_chi_dinh")
PORTS = Ports(ListedNames(paracetamol="paracetamol"), MemoryPassages(*DOSES, FORMS, CONTRA))


def ask(question, *, history=(), ports=PORTS, **options):
    return run_turn(TurnRequest(question, len(history) + 1, tuple(history)), ports, **options)


def talk(*questions, ports=PORTS):
    history, record = (), None
    for number, question in enumerate(questions, start=1):
        record = ask(question, history=history, ports=ports)
        history = (*history, PastTurn(number, question, record.frame, record.outcome, record.clarify))
    return record


def test_the_main_question_is_answered_with_the_printed_band():
    record = ask("liều paracetamol cho bé 5 tuổi 18 ký uống")
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert [c.text for c in record.claims] == ["Trẻ em 4 - 6 tuổi: 240 mg/lần."]
    assert all(v.verdict is Verdict.PASS for v in record.verifications)


def test_every_answered_claim_has_a_citation_and_every_check():
    record = ask("liều paracetamol uống người lớn")
    assert record.claims
    for index, claim in enumerate(record.claims):
        assert claim.citations
        assert {v.check for v in record.verifications if v.claim_index == index} >= {Check.CITATION, Check.NUMBERS}


def test_the_five_turn_dialogue_ends_in_one_regimen():
    record = talk("Liều paracetamol?", "trẻ em", "18 ký", "5 tuổi", "Uống")
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert [c.text for c in record.claims] == ["Trẻ em 4 - 6 tuổi: 240 mg/lần."]


def test_what_is_inherited_is_said_aloud():
    record = talk("liều paracetamol uống người lớn", "còn trẻ em thì sao?")
    assert record.outcome is Outcome.CLARIFY_CHILD_AGE_OR_WEIGHT
    (notice,) = [n for n in record.notices if n.kind is NoticeKind.CARRY_OVER]
    assert "Paracetamol" in notice.text


def test_an_inherited_allergy_is_said_in_its_own_words():
    record = talk("dị ứng aspirin, liều paracetamol uống người lớn", "còn chống chỉ định thì sao?")
    (notice,) = [n for n in record.notices if n.kind is NoticeKind.CARRY_OVER]
    assert "dị ứng aspirin" in notice.text


def test_an_unknown_drug_is_named_back():
    record = ask("liều tramadol", ports=Ports(_Strangers(), MemoryPassages()))
    assert record.outcome is Outcome.ABSTAIN_DRUG_NOT_IN_FORMULARY
    assert "«tramadol»" in record.message


class _Strangers(ListedNames):
    def find(self, text):
        start = text.find("tramadol")
        return (NameSpan(start, start + 8, unknown="tramadol"),) if start >= 0 else ()


def test_a_held_back_block_that_answers_sends_to_the_printed_page():
    held = tuple(replace(p, quarantine="số đáng ngờ") for p in DOSES)
    record = ask("liều paracetamol uống người lớn", ports=Ports(PORTS.names, MemoryPassages(*held, FORMS)))
    assert record.outcome is Outcome.VERIFY_PDF_QUARANTINED
    assert record.claims == ()
    assert record.pointers[0].page_from == 7


def test_a_passage_without_a_page_is_never_cited():
    unpaged = tuple(replace(p, provenance=replace(p.provenance, page_from=None, page_to=None)) for p in DOSES)
    record = ask("liều paracetamol uống người lớn", ports=Ports(PORTS.names, MemoryPassages(*unpaged, FORMS)))
    assert record.outcome is Outcome.VERIFY_PDF_NO_PROVENANCE
    assert record.claims == ()


def doubtful(kind: PrintDoubt, value: str) -> Ports:
    """The passages with this value of theirs written down as doubtful."""
    marked = [
        replace(p, errata=(Erratum(p.text.index(value), p.text.index(value) + len(value), kind, "Lời ghi."),))
        if value in p.text
        else p
        for p in DOSES
    ]
    return Ports(PORTS.names, MemoryPassages(*marked, FORMS))


def test_an_answer_that_would_quote_a_misprint_sends_to_the_printed_page():
    record = ask("liều paracetamol cho bé 5 tuổi 18 ký uống", ports=doubtful(PrintDoubt.MISPRINT, "240 mg"))
    assert record.outcome is Outcome.VERIFY_PDF_SOURCE_ERRATUM
    assert record.claims == ()
    assert "240" not in record.message
    assert "Lời ghi." in record.message
    assert record.pointers[0].page_from == 7


def test_a_misprint_elsewhere_in_the_section_does_not_stop_the_answer():
    record = ask("liều paracetamol uống người lớn", ports=doubtful(PrintDoubt.MISPRINT, "240 mg"))
    assert record.outcome is Outcome.ANSWERED_VERBATIM


def test_an_old_value_is_quoted_with_its_notice():
    record = ask("liều paracetamol cho bé 5 tuổi 18 ký uống", ports=doubtful(PrintDoubt.OLD_VALUE, "240 mg"))
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert [n.text for n in record.notices if n.kind is NoticeKind.OLD_VALUE] == ["Lời ghi."]


def test_a_corrupted_draft_abstains_and_is_kept_with_its_verdicts(monkeypatch):
    compose = pipeline.COMPOSERS[Gather.SECTIONS]

    def corrupted(frame, evidence, ports):
        made = compose(frame, evidence, ports)
        claims = tuple(replace(c, text=c.text.replace("240", "2400")) for c in made.draft.claims)
        return replace(made, draft=Draft(claims))

    monkeypatch.setitem(pipeline.COMPOSERS, Gather.SECTIONS, corrupted)
    record = ask("liều paracetamol cho bé 5 tuổi 18 ký uống")
    assert record.outcome is Outcome.ABSTAIN_UNGROUNDED
    assert record.claims == ()
    assert "2400" in record.drafted[0].text
    assert any(v.verdict is Verdict.FAIL for v in record.verifications)


@pytest.mark.parametrize("stage", [Stage.UNDERSTANDING, Stage.LOOKING_UP, Stage.WRITING, Stage.VERIFYING])
def test_a_cancelled_turn_ends_as_interrupted_at_any_stage(stage):
    def cancelled():
        return stage is Stage.UNDERSTANDING or stage in seen

    seen: list[Stage] = []
    record = ask("liều paracetamol uống người lớn", on_stage=seen.append, cancelled=cancelled)
    # Once the last stage has begun the answer is as good as given; what comes after is the caller's to drop.
    assert record.outcome is (Outcome.ANSWERED_VERBATIM if stage is Stage.VERIFYING else Outcome.ABSTAIN_INTERRUPTED)


def test_a_turn_past_its_deadline_stops_points_and_is_handed_over():
    times = iter([0.0, 1.0, 2.0, 99.0, 99.0, 99.0, 99.0])
    record = ask("liều paracetamol uống người lớn", clock=lambda: next(times), seconds=30.0)
    assert record.outcome is Outcome.ESCALATE_BUDGET_EXHAUSTED
    assert record.pointers
    assert record.escalation["reason"] == "budget_exhausted"


def test_stages_are_told_in_order():
    seen = []
    ask("liều paracetamol uống người lớn", on_stage=seen.append)
    assert seen == list(Stage)


def test_an_escalation_carries_its_hand_off():
    record = ask("cho tôi gặp dược sĩ")
    assert record.outcome.kind is Kind.ESCALATE
    assert record.escalation is not None
    assert record.escalation["status"] == "escalate"


def test_a_lost_history_is_said_and_does_not_fail_the_turn():
    record = run_turn(TurnRequest("liều paracetamol uống người lớn", 4, (), history_unavailable=True), PORTS)
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert any("lượt trước" in n.text for n in record.notices)


def test_a_masked_identifier_is_announced():
    record = ask("BN [tên], liều paracetamol uống người lớn")
    assert NoticeKind.IDENTIFIER_MASKED in {n.kind for n in record.notices}


def test_only_answered_turns_carry_claims():
    for question in ("liều paracetamol", "mèo nhà em 3 kg uống paracetamol", "xin chào", "💊", "liều của nó?"):
        record = ask(question)
        assert not record.claims
    assert Population.CHILD in ask("liều paracetamol cho bé").frame.populations


def test_the_one_route_of_all_quoted_doses_is_told_and_not_carried_on():
    record = ask("liều paracetamol người lớn")
    assert record.frame.routes == (Route.ORAL,)
    later = talk("liều paracetamol người lớn", "còn trẻ em 5 tuổi 18 kg thì sao?")
    assert "routes" not in later.frame.inherited


def test_both_ways_into_a_vein_are_one_route_as_said_and_both_are_quoted():
    doses = make_passages(
        (("Người lớn", "Tiêm tĩnh mạch"), "Người lớn: 1 g/lần."),
        (("Người lớn", "Truyền tĩnh mạch"), "Người lớn: 2 g/ngày."),
    )
    record = ask("liều paracetamol tĩnh mạch người lớn", ports=Ports(PORTS.names, MemoryPassages(*doses, FORMS)))
    assert record.frame.route is Route.IV_INJECTION
    assert {c.text for c in record.claims} == {"Người lớn: 1 g/lần.", "Người lớn: 2 g/ngày."}
    only_infused = ask(
        "liều paracetamol tĩnh mạch người lớn", ports=Ports(PORTS.names, MemoryPassages(doses[1], FORMS))
    )
    assert only_infused.frame.route is Route.IV_INJECTION
    assert [c.text for c in only_infused.claims] == ["Người lớn: 2 g/ngày."]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cue", ["", "sđt", "email", "CCCD", "số bệnh án", "nhà ở số", "bs"])
def test_what_was_masked_asks_for_nothing(kind: str, cue: str):
    some = make_passage("Một số chế phẩm có sulfit; địa chỉ báo cáo tại số 5.", section="chong_chi_dinh", ordinal=1)
    ports = Ports(PORTS.names, MemoryPassages(*DOSES, FORMS, CONTRA, some))
    plain = ask("chống chỉ định của paracetamol", ports=ports)
    masked = ask(f"chống chỉ định của paracetamol, {cue} [{kind}]", ports=ports)
    assert masked.claims == plain.claims
    assert masked.message == plain.message
