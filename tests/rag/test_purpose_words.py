"""What a dose is asked for keeps its qualifiers: a block printed under another one is never the answer."""

import pytest

from rag import messages
from rag.claims import ClaimRole
from rag.outcomes import Outcome
from rag.purpose_words import is_preventive, same_indication
from tests.factories import make_passage
from tests.rag.test_calculations import FORMS, ask


def block(text, *headings, ordinal=0):
    return make_passage(text, headings=[*headings], monograph="ibuprofen", ordinal=ordinal)


ATTACK = block("Người lớn, đợt gút cấp: 800 mg/lần, 3 lần/ngày.", "Gút", "Uống")
AGAINST = block("Người lớn có đợt gút cấp mỗi năm: 200 mg/ngày.", "Dự phòng gút", "Uống", ordinal=1)
MENINGITIS = block("Trẻ em bị viêm màng não: 100 mg/kg/ngày.", "Viêm màng não", "Uống")
OF_GONOCOCCI = block("Trẻ em: 50 mg/kg/ngày, tối đa 2 g/ngày.", "Viêm màng não do lậu cầu", "Uống", ordinal=1)
HERPES = block(
    "Trẻ em, nhiễm Herpes simplex (trừ viêm não): 10 mg/kg/lần, 3 lần/ngày.", "Nhiễm Herpes simplex (trừ viêm não)"
)
BRAIN = block("Trẻ em: 20 mg/kg/lần, 3 lần/ngày.", "Viêm não, viêm não do Herpes simplex", ordinal=1)


def answers(record):
    return [claim.text for claim in record.claims if claim.role is ClaimRole.ANSWER]


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("ibuprofen dự phòng gút người lớn uống", AGAINST),
        ("ibuprofen phòng gút người lớn uống", AGAINST),
        ("ibuprofen dự phòng cơn gút cấp người lớn uống", AGAINST),
        ("ibuprofen gút người lớn uống", ATTACK),
        ("ibuprofen điều trị gút người lớn uống", ATTACK),
    ],
)
def test_a_disease_is_prevented_by_its_own_doses_and_treated_by_its_own(question, shown):
    assert answers(ask(question, ATTACK, AGAINST, FORMS)) == [shown.text]


@pytest.mark.parametrize(
    "question", ["ibuprofen dự phòng gút người lớn uống", "ibuprofen dự phòng gút người lớn uống 800 mg được không"]
)
def test_how_a_disease_is_treated_is_no_answer_to_how_it_is_prevented(question):
    assert answers(ask(question, ATTACK, FORMS)) == []


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("ibuprofen viêm màng não do lậu cầu bé 4 tuổi 16kg uống", OF_GONOCOCCI),
        ("ibuprofen viêm màng não do lậu bé 4 tuổi 16kg uống", OF_GONOCOCCI),
        ("ibuprofen viem mang nao do lau cau be 4 tuoi 16kg uong", OF_GONOCOCCI),
        ("ibuprofen viêm màng não bé 4 tuổi 16kg uống", MENINGITIS),
        ("ibuprofen viêm màng não do phế cầu bé 4 tuổi 16kg uống", MENINGITIS),
    ],
)
def test_the_cause_that_was_said_is_the_cause_that_is_printed(question, shown):
    assert answers(ask(question, MENINGITIS, OF_GONOCOCCI, FORMS)) == [shown.text]


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("ibuprofen viêm não herpes bé 4 tuổi 16kg", [BRAIN.text]),
        ("ibuprofen viêm não bé 4 tuổi 16kg", [BRAIN.text]),
        ("ibuprofen nhiễm herpes simplex bé 4 tuổi 16kg", [HERPES.text]),
    ],
)
def test_a_block_that_excepts_what_is_asked_is_no_answer(question, shown):
    assert answers(ask(question, HERPES, BRAIN, FORMS)) == shown


def test_doses_of_a_group_that_are_printed_for_no_indication_hold_for_the_one_that_heads_anothers():
    adults = block("Người lớn: 200 mg/lần, 3 lần/ngày.", "Người lớn", "Uống")
    children = block("5 mg/kg/lần, 3 lần/ngày.", "Trẻ em", "Đau đầu", "Uống", ordinal=1)
    record = ask("ibuprofen người lớn đau đầu uống", adults, children, FORMS)
    assert answers(record) == [adults.text]
    assert messages.no_indication("đau đầu") in record.message


def test_a_way_close_to_the_asked_one_is_named_and_not_another_group():
    infused = block("Trẻ em bị viêm màng não: 100 mg/kg/ngày.", "Trẻ em", "Viêm màng não", "Truyền tĩnh mạch")
    usual = block("Trẻ em: 20 mg/kg/ngày.", "Trẻ em", "Tiêm tĩnh mạch", ordinal=1)
    adults = block("2 g/ngày.", "Người lớn", "Viêm màng não", "Tiêm tĩnh mạch", ordinal=2)
    record = ask("ibuprofen bé 6 tuổi 20kg viêm màng não tiêm tĩnh mạch", infused, usual, adults, FORMS)
    assert record.outcome is Outcome.ABSTAIN_INSUFFICIENT_EVIDENCE
    assert "Đường dùng có in: truyền tĩnh mạch" in record.message


def test_an_indication_in_no_list_is_read_from_the_heading_that_prints_it():
    fingers = block("Người lớn: 30 mg/lần, ngày 1 lần.", "Hội chứng Raynaud", "Uống")
    head = block("Người lớn: 10 mg/lần, ngày 1 lần.", "Đau đầu", "Uống", ordinal=1)
    assert answers(ask("ibuprofen hội chứng Raynaud người lớn uống", fingers, head, FORMS)) == [fingers.text]


@pytest.mark.parametrize(
    ("printed", "prevents"),
    [
        ("dự phòng lao", True),
        ("phòng tái phát gút", True),
        ("loại bỏ tái phát Herpes simplex", True),
        ("lao", False),
        ("sốt sau tiêm phòng", False),
    ],
)
def test_an_indication_prevents_where_it_opens_so(printed, prevents):
    assert is_preventive(printed) is prevents


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("bệnh lậu lan tỏa", "lậu lan tỏa", True),
        ("phòng lao", "dự phòng lao", True),
        ("lậu", "lậu lan tỏa", False),
        ("dự phòng lao", "lao", False),
        ("lao", "lậu", False),
    ],
)
def test_two_names_are_one_indication_when_their_telling_words_are(one, other, same):
    assert same_indication(one, other) is same


@pytest.mark.parametrize(("said", "place"), [("dự phòng đau nửa đầu", 1), ("đau nửa đầu", 0)])
def test_of_one_heading_the_way_that_was_not_asked_for_stands_beside(said, place):
    both = (
        block("Điều trị cơn đau nửa đầu ở người lớn: 800 mg/ngày.", "Đau nửa đầu, dự phòng đau nửa đầu", "Uống"),
        block("Dự phòng đau nửa đầu ở người lớn: 200 mg/ngày.", "Đau nửa đầu, dự phòng đau nửa đầu", "Uống", ordinal=1),
    )
    record = ask(f"ibuprofen {said} người lớn uống", *both, FORMS)
    assert answers(record) == [both[place].text]


@pytest.mark.parametrize(("said", "place"), [("nội khoa", 1), ("sau mổ", 0)])
def test_an_operation_and_a_medical_illness_are_two_occasions(said, place):
    both = (
        block("Người lớn: 20 mg, ngày 1 lần.", "Dự phòng huyết khối trong phẫu thuật", "Tiêm dưới da"),
        block("Người lớn: 40 mg, ngày 1 lần.", "Dự phòng huyết khối ở người bệnh nội khoa", "Tiêm dưới da", ordinal=1),
    )
    record = ask(f"ibuprofen dự phòng huyết khối {said} người lớn tiêm dưới da", *both, FORMS)
    assert answers(record) == [both[place].text]


@pytest.mark.parametrize("said", ["lao tiềm ẩn", "tiếp xúc với người lao"])
def test_an_infection_that_is_no_illness_yet_is_not_given_the_doses_of_the_illness(said):
    treated = block("Người lớn: 800 mg/ngày.", "Lao", "Uống")
    against = block("Người lớn: 200 mg/ngày.", "Dự phòng lao", "Uống", ordinal=1)
    record = ask(f"ibuprofen {said} người lớn uống", treated, against, FORMS)
    assert record.outcome is Outcome.CLARIFY_AMBIGUOUS_INDICATION
    assert record.clarify.quick_replies == ("Lao", "Dự phòng lao")


PLAIN_GONORRHOEA = block(
    "Người lớn bị lậu không biến chứng: 250 mg, một liều duy nhất.", "Lậu không biến chứng", "Uống"
)
SPREAD_GONORRHOEA = block("Người lớn bị lậu lan tỏa: 1 g/ngày.", "Lậu lan tỏa", "Uống", ordinal=1)
USUAL = block("Người lớn: 2 g/ngày.", "Uống", ordinal=2)


@pytest.mark.parametrize(
    "said", ["viêm khớp do lậu cầu", "viêm khớp lậu", "viem khop do lau cau", "viêm tinh hoàn do lậu"]
)
def test_a_site_that_no_dose_is_printed_for_is_asked_about_among_the_doses_of_its_cause(said):
    record = ask(f"ibuprofen {said} người lớn uống", PLAIN_GONORRHOEA, SPREAD_GONORRHOEA, USUAL, FORMS)
    assert record.outcome is Outcome.CLARIFY_AMBIGUOUS_INDICATION
    assert record.clarify.quick_replies == ("Lậu không biến chứng", "Lậu lan tỏa")


def test_the_cause_alone_is_no_site():
    record = ask("ibuprofen lậu lan tỏa người lớn uống", PLAIN_GONORRHOEA, SPREAD_GONORRHOEA, FORMS)
    assert answers(record) == [SPREAD_GONORRHOEA.text]


def test_the_usual_dose_stands_where_no_dose_is_printed_for_the_cause_either():
    assert answers(ask("ibuprofen viêm khớp do lậu người lớn uống", USUAL, FORMS)) == [USUAL.text]


@pytest.mark.parametrize(("said", "shown"), [("viêm màng não do Lyme", False), ("viêm màng não do lậu", True)])
def test_an_opening_that_names_another_cause_is_not_meant(said, shown):
    grouped = block("Trẻ em bị viêm màng não do lậu cầu: 50 mg/kg/ngày.", "Nhiễm khuẩn nặng", "Uống", ordinal=1)
    found = answers(ask(f"ibuprofen {said} bé 4 tuổi 16kg uống", MENINGITIS, grouped, FORMS))
    assert (grouped.text in found) == shown
