from rag.modes import Mode
from rag.outcomes import Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import PastTurn, TurnRequest
from tests.factories import make_frame, make_passage
from tests.fakes import ListedNames, MemoryPassages

CONTRA = make_passage("Quá mẫn.", monograph="metformin", section="chong_chi_dinh")
PAST = PastTurn(1, "metformin", make_frame(drugs=("metformin",)), Outcome.ANSWERED_VERBATIM, claim_drugs=("metformin",))


def ask(**more):
    request = TurnRequest("thuốc đó chống chỉ định khi nào", number=2, history=(PAST,), **more)
    return run_turn(request, Ports(ListedNames(metformin="metformin"), MemoryPassages(CONTRA)))


def test_the_product_is_the_default():
    assert ask().outcome is Outcome.ANSWERED_VERBATIM
    assert ask().claims == ask(mode=Mode.HISTORY).claims


def test_a_single_shot_knows_no_earlier_turn():
    record = ask(mode=Mode.SINGLE_SHOT)
    assert record.outcome is Outcome.CLARIFY_DRUG
    assert record.frame.inherited == ()


def test_the_loop_remembers_as_the_product_does():
    assert ask(mode=Mode.REASONING_LOOP).claims == ask().claims
