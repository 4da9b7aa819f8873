"""What a model may write at all, and what of it is shown: decided by code, whatever was written."""

from dataclasses import replace

import pytest

from rag.assembling import Composition
from rag.claims import ClaimRole, Draft
from rag.frames import Intent, Signal
from rag.model_answers import Written
from rag.outcomes import Outcome
from rag.publishing import may_be_written, published
from rag.records import Check, Verdict, Verification
from rag.traces import Trace
from tests.factories import make_evidence, make_frame, make_passage, quote

SOURCE = make_passage("Quá mẫn với metformin.", monograph="metformin", section="chong_chi_dinh")
FOREIGN = make_passage("Quá mẫn với digoxin.", monograph="digoxin", section="chong_chi_dinh")
FRAME = make_frame(intent=Intent.SECTION, drugs=("metformin",), sections=("chong_chi_dinh",))
QUOTED = Composition(Outcome.ANSWERED_VERBATIM, "", Draft((quote(SOURCE),)))
TABLE = make_passage("| Clcr | Liều |\n|---|---|\n| > 30 | 500 mg |", monograph="metformin")


def test_a_quoted_section_may_be_written():
    assert may_be_written(QUOTED, FRAME)


@pytest.mark.parametrize(
    ("composed", "frame"),
    [
        pytest.param(replace(QUOTED, calculation={"rules": []}), FRAME, id="a sum"),
        pytest.param(replace(QUOTED, interactions={"pairs": []}), FRAME, id="pairs"),
        pytest.param(replace(QUOTED, sides={"Metformin": FRAME}), FRAME, id="sides"),
        pytest.param(replace(QUOTED, candidates=("metformin",)), FRAME, id="candidates"),
        pytest.param(replace(QUOTED, outcome=Outcome.ANSWERED_CANDIDATE_LIST), FRAME, id="a list"),
        pytest.param(QUOTED, replace(FRAME, intent=Intent.OVERVIEW), id="an overview"),
        pytest.param(QUOTED, replace(FRAME, sections=("ten_thuong_mai",)), id="a list of names"),
        pytest.param(QUOTED, replace(FRAME, signals=frozenset({Signal.EMERGENCY})), id="an emergency"),
        pytest.param(replace(QUOTED, draft=Draft((quote(SOURCE, role=ClaimRole.STRICTER),))), FRAME, id="prohibitions"),
        pytest.param(replace(QUOTED, draft=Draft((quote(TABLE),))), FRAME, id="a table"),
        pytest.param(replace(QUOTED, draft=Draft((quote(SOURCE),) * 100)), FRAME, id="a long section"),
    ],
)
def test_what_code_lays_out_or_must_not_wait_is_never_written(composed, frame):
    assert not may_be_written(composed, frame)


def published_of(source, *, grounded=True, entailed=True, denied=False):
    composed = replace(QUOTED, draft=Draft((quote(source),)))
    verdict = Verification(Check.ENTAILMENT, Verdict.PASS, 0)
    written = Written(composed.draft, (verdict,), is_grounded=grounded, is_entailed=entailed, is_denied=denied)
    trace = Trace()
    trace.evidence = make_evidence(source)
    return published(written, composed, FRAME, trace)


def test_what_passed_every_check_is_shown():
    ending = published_of(SOURCE)
    assert (ending.outcome, len(ending.claims)) == (Outcome.ANSWERED_VERIFIED, 1)


@pytest.mark.parametrize(
    ("source", "changes", "outcome"),
    [
        pytest.param(SOURCE, {"grounded": False}, Outcome.ABSTAIN_UNGROUNDED, id="the gate stopped it"),
        pytest.param(FOREIGN, {}, Outcome.ABSTAIN_UNGROUNDED, id="written from a drug that nobody asked about"),
        pytest.param(
            SOURCE, {"entailed": False, "denied": True}, Outcome.ABSTAIN_NOT_ENTAILED, id="the print does not state it"
        ),
        pytest.param(SOURCE, {"entailed": False}, Outcome.ABSTAIN_MODEL_UNAVAILABLE, id="nobody judged it"),
    ],
)
def test_what_did_not_pass_one_check_ends_the_turn_with_pointers(source, changes, outcome):
    ending = published_of(source, **changes)
    assert (ending.outcome, ending.claims) == (outcome, ())
    assert ending.pointers
