"""A turn that wants a dose: approved rules are worked out, everything else is quoted as before."""

from dataclasses import replace
from itertools import permutations

import pytest

from rag.dosing.approval import fingerprint, proposed
from rag.frames import Route
from rag.outcomes import Outcome
from rag.passages import Erratum, PrintDoubt
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import PastTurn, TurnRequest
from tests.factories import make_passage
from tests.fakes import ListedNames, MemoryPassages

FEVER = make_passage(
    "Trẻ em: 5 - 10 mg/kg/lần, cách 6 - 8 giờ/lần; tối đa 40 mg/kg/ngày.", headings=["Uống"], monograph="ibuprofen"
)
ADULT = make_passage("Người lớn: 5 mg/kg/lần, 3 lần/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=1)
FORMS = make_passage("Viên nén: 100 mg, 200 mg.", section="dang_thuoc_va_ham_luong", monograph="ibuprofen", ordinal=2)
NAMES = ListedNames(ibuprofen="ibuprofen", brufen="ibuprofen")


class Approved:
    def __init__(self, *passages) -> None:
        self.prints = frozenset(fingerprint(rule) for p in passages for rule in proposed(p))

    def fingerprints(self, drug_ids):
        return self.prints


def ask(question, *passages, approved=None, history=(), number=1):
    blocks = passages or (FEVER, ADULT, FORMS)
    approvals = Approved(*blocks) if approved is None else approved
    return run_turn(
        TurnRequest(question, number=number, history=history), Ports(NAMES, MemoryPassages(*blocks), approvals)
    )


def test_an_approved_rule_is_worked_out_beside_the_print():
    record = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg")
    assert record.outcome is Outcome.ANSWERED_DOSE_CALCULATED
    assert record.calculation["rules"][0]["result"]["per_dose"] == {
        "text": "80 - 160 mg", "low": "80", "high": "160", "unit": "mg",
    }  # fmt: skip
    assert record.claims[0].text == FEVER.text


@pytest.mark.parametrize("facts", list(permutations(["bé 4 tuổi", "16 kg", "uống", "ibuprofen"])), ids=" ".join)
def test_the_order_of_the_facts_makes_no_difference(facts):
    expected = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg").calculation
    assert ask("tính liều " + ", ".join(facts)).calculation == expected


def test_the_calculation_cites_the_characters_that_print_the_rule():
    citation = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg").calculation["rules"][0]["citation"]
    assert citation["passage"] == FEVER.id
    assert FEVER.text[citation["start"] : citation["end"]] == citation["quote"]


def test_without_approval_the_print_is_quoted_and_nothing_is_calculated():
    record = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg", approved=Approved())
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert record.calculation is None
    assert "không tính" in record.message


def test_a_question_for_the_print_is_not_calculated():
    record = ask("liều ibuprofen uống cho bé 4 tuổi 16 kg")
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert record.calculation is None


def test_a_named_dose_is_held_against_the_print():
    record = ask("Brufen 150 mg x 3 uống cho bé 4 tuổi 11 kg được không")
    lines = [c["text"] for c in record.calculation["rules"][0]["comparisons"]]
    assert record.calculation["kind"] == "check"
    assert (
        lines[0] == "Liều mỗi lần 150 mg/lần cao hơn khoảng tính theo sách 55 - 110 mg/lần là 40 mg/lần, tức ≈ 36,36%."
    )
    assert not any("an toàn" in line for line in lines)


def test_a_dose_that_cannot_be_compared_is_said():
    block = make_passage("Trẻ em: 30 mg/kg/ngày, chia 3 lần.", headings=["Uống"], monograph="ibuprofen")
    half = make_passage("Trẻ em: 20 mg/kg/ngày.", headings=["Sốt", "Uống"], monograph="ibuprofen", ordinal=1)
    record = ask("Brufen 150 mg uống cho bé 4 tuổi 11 kg được không", block, half, FORMS)
    notes = [rule["notes"] for rule in record.calculation["rules"]]
    assert notes == [[], ["Chưa so được với quy tắc này: cần biết liều mỗi lần và số lần dùng trong ngày."]]


def test_a_missing_weight_is_asked_for():
    record = ask("tính liều ibuprofen uống cho người lớn 40 tuổi")
    assert record.outcome is Outcome.CLARIFY_MORE_INFO
    assert record.clarify.slot == "weight"


def past(question, record):
    return PastTurn(1, question, record.frame, record.outcome, record.clarify, tuple(record.frame.drug_ids))


def test_the_reply_to_our_question_is_worked_out():
    question = "tính liều ibuprofen uống cho người lớn 40 tuổi"
    record = ask("62 kg", history=(past(question, ask(question)),), number=2)
    assert record.calculation["rules"][0]["result"]["per_dose"]["text"] == "310 mg"


def test_a_surface_is_asked_for_and_its_reply_is_worked_out():
    block = make_passage("Trẻ em: 250 mg/m2/lần, cách 8 giờ/lần.", headings=["Uống"], monograph="ibuprofen")
    question = "tính liều ibuprofen uống cho bé 4 tuổi 16 kg"
    first = ask(question, block, FORMS)
    assert first.clarify.slot == "surface"
    record = ask("0,68 m2", block, FORMS, history=(past(question, first),), number=2)
    assert record.calculation["rules"][0]["result"]["per_dose"]["text"] == "170 mg"


def test_weeks_at_birth_are_asked_for_and_their_reply_is_worked_out():
    block = make_passage(
        "Trẻ sơ sinh trên 32 tuần chỉnh theo tuổi thai: 7,5 mg/kg/lần, cách 8 giờ/lần.",
        headings=["Uống"],
        monograph="ibuprofen",
    )
    question = "tính liều ibuprofen uống cho bé sơ sinh 5 ngày tuổi 2,6 kg"
    first = ask(question, block, FORMS)
    assert first.clarify.slot == "gestation"
    record = ask("36 tuần", block, FORMS, history=(past(question, first),), number=2)
    assert record.calculation["rules"][0]["result"]["per_dose"]["text"] == "19,5 mg"
    assert record.calculation["inputs"][0]["text"] == "Tuổi: 5 ngày tuổi"


def test_the_next_patient_of_the_same_question_is_worked_out_anew():
    question = "tính liều ibuprofen uống cho bé 4 tuổi 16 kg"
    record = ask("thế bé 6 tuổi 20 kg thì sao", history=(past(question, ask(question)),), number=2)
    assert [i["text"] for i in record.calculation["inputs"]] == ["Tuổi: 6 tuổi", "Cân nặng: 20 kg"]
    assert record.calculation["rules"][0]["result"]["per_dose"]["text"] == "100 - 200 mg"


@pytest.mark.parametrize("text", ["Trẻ em: 5 - 10 mg/kg/lần, cách 6 giờ/lần.", FEVER.text + " "])
def test_a_changed_print_is_no_longer_approved(text):
    changed = make_passage(text, headings=["Uống"], monograph="ibuprofen")
    record = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg", changed, FORMS, approved=Approved(FEVER))
    assert record.calculation is None


def test_another_heading_is_no_longer_approved():
    moved = make_passage(FEVER.text, headings=["Uống", "Bệnh Kawasaki"], monograph="ibuprofen")
    record = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg", moved, FORMS, approved=Approved(FEVER))
    assert record.calculation is None


def test_a_misprint_is_never_calculated_with():
    doubted = replace(FEVER, errata=(Erratum(0, 20, PrintDoubt.MISPRINT, "nghi in sai"),))
    record = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg", doubted, FORMS, approved=Approved(FEVER))
    assert record.calculation is None


def test_what_is_held_back_is_never_calculated_with():
    held = replace(FEVER, quarantine="bảng vỡ")
    record = ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg", held, ADULT, FORMS, approved=Approved(FEVER))
    assert record.calculation is None


def test_millilitres_are_marked_as_the_askers_own_numbers():
    record = ask("bé 4 tuổi 16 kg uống ibuprofen siro 100 mg/5 ml là mấy ml")
    (line,) = record.calculation["rules"][0]["arithmetic_on_user_data"]
    assert line.startswith("Phép tính trên số liệu người hỏi đưa ra, không có trong sách")
    assert line.endswith("= 4 - 8 ml")


def test_an_overdose_that_happened_is_never_calculated():
    record = ask("bé 4 tuổi 16 kg lỡ uống quá liều ibuprofen 150 mg x 3, tính liều giúp")
    assert record.calculation is None


def test_every_decimal_is_a_string():
    def floats(value):
        if isinstance(value, dict):
            return [f for v in value.values() for f in floats(v)]
        if isinstance(value, list | tuple):
            return [f for v in value for f in floats(v)]
        return [value] if isinstance(value, float) else []

    assert floats(ask("tính liều ibuprofen uống cho bé 4 tuổi 16 kg").calculation) == []


def test_the_way_that_a_named_dose_is_given_by_is_not_asked_for_again():
    record = ask("ibuprofen uống 100 mg x 3 cho bé 4 tuổi 16 kg được không")
    assert record.frame.routes == (Route.ORAL,)
    assert record.outcome is Outcome.ANSWERED_DOSE_CALCULATED
