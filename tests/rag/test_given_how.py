"""Questions about the way of giving, which doses alone do not answer."""

import pytest

from rag.frames import Intent
from rag.outcomes import Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.quoting import quote_section
from rag.records import TurnRequest
from tests.factories import make_frame, make_passage, make_passages
from tests.fakes import ListedNames, MemoryPassages

DOSING = "lieu_luong_va_cach_dung"
DOSES = make_passages(((), "Người lớn: 500 mg/lần, 2 lần/ngày."), ((), "Trẻ em: 10 mg/kg/ngày."))


def about(*terms):
    return make_frame(intent=Intent.SECTION, sections=(DOSING,), terms=terms)


@pytest.mark.parametrize("term", ["quên", "nguyên viên", "dung môi", "bữa ăn"])
def test_doses_are_not_shown_for_what_they_say_nothing_of(term):
    quoted = quote_section(DOSES, about(term))
    assert quoted.claims == ()
    assert not quoted.found


def test_doses_are_shown_for_other_words_that_they_do_not_print():
    assert quote_section(DOSES, about("đắng")).claims


def test_a_block_that_is_held_back_does_not_keep_back_what_another_says_of_a_missed_dose():
    said = make_passage("Quên uống warfarin: Uống càng sớm càng tốt.", monograph="warfarin", section=DOSING)
    held = make_passage("Bảng liều.", monograph="warfarin", section=DOSING, quarantine="bảng chưa kiểm")
    ports = Ports(ListedNames(warfarin="warfarin"), MemoryPassages(said, held))
    missed = run_turn(TurnRequest("quên uống warfarin thì sao"), ports)
    assert missed.outcome is Outcome.ANSWERED_VERBATIM
    assert [n.text for n in missed.notices if "đang được giữ lại" in n.text]
    assert run_turn(TurnRequest("cách dùng warfarin"), ports).outcome is Outcome.VERIFY_PDF_QUARANTINED


def test_what_is_kept_after_mixing_is_quoted_whole():
    kept = make_passages(
        ((), "Bột pha tiêm: Dưới 30 °C."), ((), "Dung dịch 90 mg/ml: Ổn định 24 giờ."), section="do_on_dinh_va_bao_quan"
    )
    frame = make_frame(intent=Intent.SECTION, sections=("do_on_dinh_va_bao_quan",), terms=("pha", "hoàn nguyên"))
    quoted = quote_section(kept, frame)
    assert len(quoted.claims) == 2
    assert quoted.found
