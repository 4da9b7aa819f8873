"""An amount that nobody would dose is read as taken: the emergency line first, and what to do, before any question."""

from dataclasses import replace

import pytest

from rag.frames import Signal
from rag.outcomes import Kind, Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import NoticeKind, TurnRecord, TurnRequest
from tests.factories import make_passage, make_passages
from tests.fakes import ListedNames, MemoryPassages

DOSES = make_passages(
    (("Người lớn", "Uống"), "Người lớn: 0,5 - 1 g/lần; tối đa 4 g/ngày."),
    (("Trẻ em", "Uống"), "Trẻ em: 15 mg/kg/lần; tối đa 90 mg/kg/ngày."),
)
OVERDOSE = make_passage("Rửa dạ dày trong 4 giờ đầu.", section="qua_lieu_va_xu_tri")
PORTS = Ports(ListedNames(paracetamol="paracetamol"), MemoryPassages(*DOSES, OVERDOSE))


def ask(question: str, ports: Ports = PORTS) -> TurnRecord:
    return run_turn(TurnRequest(question), ports)


@pytest.mark.parametrize(
    "question",
    [
        "uống 20g paracetamol", "BN uống 8,1 g paracetamol", "bệnh nhân vừa uống 20 g paracetamol", "uong 20000 mg paracetamol",
        "uống 40 viên paracetamol 500 mg", "người lớn uống 20g paracetamol", "bé 5 tuổi 18 kg uống 10 g paracetamol",
        "uống 20 viên paracetamol 500mg cách đây 6h nặng 50kg xử trí", "bé 10kg uống 3g paracetamol xử trí thế nào",
        "nam 40 tuổi uống 20g paracetamol, men gan tăng, xử trí", "BN uống paracetamol 12g/ngày 3 ngày nay",
    ],
)  # fmt: skip
def test_far_more_than_any_printed_amount_is_an_overdose(question: str):
    record = ask(question)
    assert record.outcome.kind is Kind.ANSWERED
    assert [c.text for c in record.claims] == [OVERDOSE.text]
    assert record.notices[0].kind is NoticeKind.EMERGENCY
    assert any("quá liều" in n.text for n in record.notices)


@pytest.mark.parametrize(
    "question",
    [
        "uống 2g paracetamol", "uống 8 g paracetamol", "uống 16 viên paracetamol 500 mg", "uống 40 viên paracetamol",
        "uống 20 g paracetamol được không", "uống 20 g paracetamol trong 5 ngày", "uống 20 g paracetamol mỗi 5 ngày",
        "kê 40 viên paracetamol 500 mg uống", "liều tối đa paracetamol uống là 20 g/ngày",
        "liều paracetamol uống 20 g", "uống 6 g/ngày paracetamol", "bé 5 tuổi 18 kg uống 3 g paracetamol", "uống 10 g x 3 paracetamol",
        "paracetamol uống 20 mg/kg", "uống 20 ml paracetamol",
    ],
)  # fmt: skip
def test_what_may_be_a_dose_or_is_of_many_takings_is_none(question: str):
    assert Signal.EMERGENCY not in ask(question).frame.signals


def test_of_a_drug_without_a_printed_mass_nothing_is_said():
    insulin = make_passages((("Người lớn",), "Người lớn: 0,5 đvqt/kg/ngày."), monograph="paracetamol")
    record = ask("uống 20g paracetamol", Ports(PORTS.names, MemoryPassages(*insulin, OVERDOSE)))
    assert record.outcome is Outcome.CLARIFY_POPULATION


def test_a_monograph_without_a_section_on_overdose_says_so_beside_the_emergency_line():
    record = ask("uống 20g paracetamol", Ports(PORTS.names, MemoryPassages(*DOSES)))
    assert record.outcome.kind is Kind.ABSTAIN
    assert record.notices[0].kind is NoticeKind.EMERGENCY


def test_beside_a_childs_poisoning_stands_where_the_antidote_is_printed_for_children():
    antidote = make_passages(
        (("Trẻ em", "Truyền tĩnh mạch"), "Trẻ em: 150 mg/kg pha trong 3 ml/kg glucose 5%."),
        (("Người lớn", "Truyền tĩnh mạch"), "Người lớn: 150 mg/kg pha trong 200 ml glucose 5%."),
        monograph="acetylcystein",
    )
    dosed = [replace(p, indications=("giải độc paracetamol",)) for p in antidote]
    general = make_passage("Acetylcystein: 150 mg/kg pha trong 200 ml glucose 5%.", section="qua_lieu_va_xu_tri")
    names = ListedNames(paracetamol="paracetamol", acetylcystein="acetylcystein")
    ports = Ports(names, MemoryPassages(*DOSES, general, *dosed))
    child = ask("ngộ độc paracetamol bé 15 kg 3 tuổi", ports)
    assert child.message.index("cho trẻ em chỉ in ở đó") > 0
    assert "cho trẻ em chỉ in ở đó" not in ask("ngộ độc paracetamol người lớn", ports).message


def test_an_antidote_named_with_the_poisoning_is_asked_for_by_its_dose():
    names = ListedNames(paracetamol="paracetamol", acetylcystein="acetylcystein")
    record = ask("acetylcystein ngộ độc paracetamol trẻ 15 kg 3 tuổi", Ports(names, MemoryPassages(*DOSES, OVERDOSE)))
    own = {drug: tuple(sections) for drug, sections in record.frame.own_sections.items()}
    assert own == {"acetylcystein": ("lieu_luong_va_cach_dung",), "paracetamol": ("qua_lieu_va_xu_tri",)}
