"""A turn that wants a dose: approved rules are worked out, everything else is quoted as before."""

from dataclasses import replace
from itertools import permutations

import pytest

from rag import messages
from rag.dosing.approval import fingerprint, proposed
from rag.dosing.forms import ON_USERS_DATA
from rag.frames import Route, Signal
from rag.outcomes import Outcome
from rag.passages import BlockKind, Erratum, PrintDoubt
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import NoticeKind, PastTurn, TurnRequest
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


@pytest.mark.parametrize(
    ("dose", "printed", "note"),
    [
        ("10 mg/tuần", "Người lớn: 5 mg/lần, 3 lần/ngày.", messages.NOT_COMPARED_BY_TIME), ("10 mg/giờ", "Người lớn: 5 mg/ngày.", messages.NOT_COMPARED_BY_TIME),
        ("10 mg x 3 lần/ngày", "Người lớn: 5 mg/giờ.", messages.NOT_COMPARED_BY_TIME), ("10 mg", "Người lớn: 5 mg/ngày.", messages.NOT_COMPARED),
        ("10 mg", "Người lớn: 5 mg/tuần.", messages.NOT_COMPARED), ("10 mg x 3 lần/ngày", "Người lớn: 20 mg, một liều duy nhất.", messages.NOT_COMPARED_BY_COUNT),
    ],
)  # fmt: skip
def test_why_a_dose_cannot_be_compared_is_said(dose, printed, note):
    block = make_passage(printed, headings=["Uống"], monograph="ibuprofen")
    (rule,) = ask(f"ibuprofen {dose} uống người lớn 60 kg được không", block, FORMS).calculation["rules"]
    assert (rule["comparisons"], note in rule["notes"]) == ([], True)


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


# --- what a later turn changes ---------------------------------------------------------------------------------


def talk(*questions, blocks=(FEVER, FORMS)):
    """The record of the last of several turns of one conversation."""
    history = ()
    record = None
    for number, question in enumerate(questions, start=1):
        record = ask(question, *blocks, history=history, number=number)
        history += (PastTurn(number, question, record.frame, record.outcome, record.clarify, record.frame.drug_ids),)
    return record


FIRST = "tính liều ibuprofen uống cho bé 4 tuổi 16 kg"


@pytest.mark.parametrize(
    "then",
    [
        "bé đó nặng gấp đôi",
        "nếu bé nặng thêm 2 kg thì sao",
        "bé tăng 2 kg thì sao",
        "thực ra nhẹ hơn 2 kg",
        "à nhầm, nặng hơn thế",
        "bé trên 20 kg thì sao",
        "không phải 16 kg",
    ],
)
def test_a_weight_that_changes_in_words_is_asked_for_and_the_old_one_is_not_used(then):
    record = talk(FIRST, then)
    assert record.calculation is None
    assert record.clarify is not None
    assert record.clarify.slot == "weight"


@pytest.mark.parametrize(
    ("then", "dose"),
    [
        ("à nhầm 18 kg", "90 - 180 mg"),
        ("18000g mới đúng", "90 - 180 mg"),
        ("18 ký nhé", "90 - 180 mg"),
    ],
)
def test_a_corrected_weight_is_the_one_that_is_used(then, dose):
    assert talk(FIRST, then).calculation["rules"][0]["result"]["per_dose"]["text"] == dose


CHECK = "ibuprofen 150 mg x 3 uống cho bé 4 tuổi 16 kg được không"


@pytest.mark.parametrize(
    ("then", "named"),
    [
        ("200 mg thì sao", "200 mg/lần × 3 lần/ngày"),
        ("thế 4 lần thì sao", "150 mg/lần × 4 lần/ngày"),
        ("100 mg x 4 thì sao", "100 mg/lần × 4 lần/ngày"),
        ("à nhầm 100 mg", "100 mg/lần × 3 lần/ngày"),
        ("thế cách 6 giờ thì sao", "150 mg/lần, cách 6 giờ/lần"),
    ],
)
def test_a_named_dose_follows_what_a_later_turn_says_of_it(then, named):
    calculation = talk(CHECK, then).calculation
    assert calculation["named_dose"] == named
    assert any("giữ lại từ lượt trước" in note for note in calculation["notes"]) is (then != "100 mg x 4 thì sao")


def test_a_dose_to_be_worked_out_takes_nothing_of_the_dose_that_was_checked():
    calculation = talk(CHECK, "bé này tính liều giúp").calculation
    assert calculation["kind"] == "calculation"
    assert calculation["named_dose"] is None


def test_a_named_dose_stays_when_the_weight_is_corrected():
    calculation = talk(CHECK, "à nhầm 12 kg").calculation
    assert calculation["named_dose"] == "150 mg/lần × 3 lần/ngày"
    assert calculation["rules"][0]["comparisons"][0]["text"].startswith("Liều mỗi lần 150 mg/lần cao hơn")


# --- a dose in tablets or millilitres --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "asks", "reply", "line"),
    [
        ("ibuprofen uống 1 viên x 3 cho bé 4 tuổi 16 kg được không", "Một viên", "100 mg", "1 viên × 100 mg/viên = 100 mg"),
        ("ibuprofen uống 1 viên 100 x 3 bé 4 tuổi 16 kg đc k", "Một viên", "viên 100 mg", "1 viên × 100 mg/viên = 100 mg"),
        ("ibuprofen uống 5 ml x 3 cho bé 4 tuổi 16 kg được không", "ml", "100mg/5ml", "5 ml × (100 mg/5 ml) = 100 mg"),
        ("ibuprofen uống nửa gói ngày 3 lần bé 4 tuổi 16 kg ok không", "Một gói", "200 mg", "0,5 gói × 200 mg/gói = 100 mg"),
    ],
)  # fmt: skip
def test_a_strength_that_was_not_said_is_asked_for_and_never_taken_from_the_list(question, asks, reply, line):
    first = talk(question)
    assert first.outcome is Outcome.CLARIFY_MORE_INFO
    assert first.clarify.slot == "amount"
    assert asks in first.clarify.question
    calculation = talk(question, reply).calculation
    assert calculation["named_working"] == [f"Phép tính trên số liệu người hỏi đưa ra, không có trong sách: {line}"]
    assert calculation["rules"][0]["comparisons"][0]["standing"] == "inside"


def test_a_corrected_strength_changes_the_dose_that_is_compared():
    calculation = talk(
        "ibuprofen uống 5 ml siro 100 mg/5 ml x 3 cho bé 4 tuổi 16 kg được không", "à nhầm 200 mg/5 ml"
    ).calculation
    assert "= 200 mg" in calculation["named_working"][0]
    assert calculation["rules"][0]["comparisons"][0]["standing"] == "above"


@pytest.mark.parametrize(
    "dose", ["150 mg sáng tối", "1,500 mg x 3", "150 mg cách ngày", "3 x 150 mg", "100 mg rồi 200 mg"]
)
def test_a_dose_that_was_not_read_whole_is_asked_for(dose):
    record = talk(f"ibuprofen uống {dose} cho bé 4 tuổi 16 kg được không")
    assert record.calculation is None
    assert record.clarify.slot == "amount"
    assert "Chưa đọc được" in record.clarify.question


def test_a_blood_level_is_no_dose():
    calculation = talk("bé 4 tuổi 16 kg creatinin 0,4 mg/dl ibuprofen uống 150 mg x 3 được không").calculation
    assert calculation["named_dose"] == "150 mg/lần × 3 lần/ngày"


def test_a_contraindication_is_shown_before_a_strength_is_asked_for():
    forbids = make_passage("Loét dạ dày.", section="chong_chi_dinh", monograph="ibuprofen", ordinal=3)
    question = "người lớn loét dạ dày uống 1 viên ibuprofen được không"
    record = talk(question, blocks=(FEVER, ADULT, FORMS, forbids))
    assert "Loét dạ dày" in " ".join(claim.text for claim in record.claims)


# --- who the patient is ----------------------------------------------------------------------------------------

GROWN = make_passage("Người lớn: 200 - 400 mg/lần, 3 lần/ngày.", headings=["Uống"], monograph="ibuprofen")


@pytest.mark.parametrize("who", ["phụ nữ có thai", "bà bầu", "phụ nữ cho con bú", "người lớn mang thai 20 tuần"])
def test_a_mother_is_a_known_patient_and_the_usual_dose_says_that_it_is_not_hers(who):
    record = talk(f"tính liều ibuprofen uống cho {who}", blocks=(GROWN, FORMS))
    assert record.clarify is None
    (rule,) = record.calculation["rules"]
    assert rule["result"]["per_dose"]["text"] == "200 - 400 mg"
    assert any("không in riêng cho phụ nữ" in note for note in rule["notes"])


def test_a_dose_of_her_own_is_worked_out_for_a_pregnant_woman():
    own = make_passage(
        "Phụ nữ mang thai: 5 mg/kg/lần, 2 lần/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=5
    )
    record = talk("tính liều ibuprofen uống cho phụ nữ có thai 60 kg", blocks=(own, GROWN, FORMS))
    (rule,) = record.calculation["rules"]
    assert (rule["result"]["per_dose"]["text"], rule["notes"]) == ("300 mg", [])


NEWBORN = make_passage(
    "Trẻ sơ sinh đủ tháng: 10 mg/kg/lần, cách 8 giờ/lần.\nTrẻ sơ sinh thiếu tháng: 5 mg/kg/lần, cách 12 giờ/lần.",
    headings=["Uống"],
    monograph="ibuprofen",
)


@pytest.mark.parametrize(("born", "dose"), [("đủ tháng", "30 mg"), ("thiếu tháng", "15 mg")])
def test_a_newborn_told_to_be_at_term_is_not_asked_for_the_weeks(born, dose):
    record = talk(f"tính liều ibuprofen uống cho bé sơ sinh {born} 10 ngày tuổi 3 kg", blocks=(NEWBORN, FORMS))
    assert record.calculation is not None
    assert [r["result"]["per_dose"]["text"] for r in record.calculation["rules"]] == [dose]


RENAL = make_passage(
    "Người lớn suy thận, Clcr 10 - 30 ml/phút: 250 mg, cách 12 giờ/lần.",
    headings=["Suy thận"],
    monograph="ibuprofen",
)


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        ("nữ 70 tuổi creatinin 1,7 mg/dl", "weight"),
        ("70 tuổi 60 kg creatinin 1,7 mg/dl", "sex"),
        ("nữ 70 tuổi 60 kg suy thận", "renal"),
    ],
)
def test_what_a_clearance_needs_is_asked_for(said, slots):
    record = talk(f"tính liều ibuprofen uống cho {said}", blocks=(RENAL, FORMS))
    assert record.clarify is not None
    assert record.clarify.slot == slots


def test_the_sex_told_in_reply_is_put_in_and_shown():
    calculation = talk(
        "tính liều ibuprofen uống cho 70 tuổi 60 kg creatinin 1,7 mg/dl", "nữ", blocks=(RENAL, FORMS)
    ).calculation
    assert "Giới: nữ" in [row["text"] for row in calculation["inputs"]]
    assert "× 0,85" in calculation["renal"][1]


def test_a_clearance_outside_every_rule_is_told_with_its_working_and_the_printed_bands():
    record = talk("tính liều ibuprofen uống cho nam 70 tuổi 60 kg creatinin 1,7 mg/dl", blocks=(RENAL, FORMS))
    assert record.calculation is None
    assert "≈ 34,31 ml/phút" in record.message
    assert "Clcr 10 ml/phút - 30 ml/phút" in record.message


def test_a_patient_outside_every_rule_is_told_the_printed_bands():
    block = make_passage("Trẻ em 2 - 6 tuổi: 100 mg/lần, 3 lần/ngày.", headings=["Uống"], monograph="ibuprofen")
    other = make_passage(
        "Trẻ em: 50 mg/lần, 2 lần/ngày.", headings=["Đặt trực tràng"], monograph="ibuprofen", ordinal=1
    )
    record = talk("tính liều ibuprofen uống cho bé 8 tuổi 25 kg", blocks=(block, other, FORMS))
    assert record.calculation is None
    assert "2 - 6 tuổi" in record.message


def test_pounds_are_converted_exactly_and_shown_as_they_were_said():
    calculation = talk("tính liều ibuprofen uống cho bé 4 tuổi 35 lb").calculation
    assert calculation["inputs"][1]["text"] == "Cân nặng: 35 lb × 0,45359237 = 15,87573295 kg"
    assert calculation["rules"][0]["result"]["per_dose"]["high"] == "158.7573295"


# --- what is not worked out is said ----------------------------------------------------------------------------


def block(text, *headings, ordinal, **more):
    return make_passage(text, headings=headings, monograph="ibuprofen", ordinal=ordinal, **more)


@pytest.mark.parametrize("group", ["Thiếu niên", "Trẻ lớn", "Trẻ vị thành niên", "Trẻ em nhỏ", "Nhũ nhi"])
def test_doses_of_a_group_without_an_age_stand_last_and_are_named(group):
    vague = block(f"{group}: 300 mg/lần, 2 lần/ngày.", "Uống", ordinal=0)
    plain = block("Trẻ em: 10 mg/kg/lần, 3 lần/ngày.", "Uống", ordinal=1)
    record = talk("liều ibuprofen uống cho bé 7 tuổi 22 kg", blocks=(vague, plain, FORMS))
    assert [claim.text for claim in record.claims] == [plain.text, vague.text]
    assert f"Liều in cho {group.lower()} không kèm số tuổi" in record.message


def test_a_group_with_a_printed_age_is_no_group_without_one():
    bounded = block("Thiếu niên 12 - 17 tuổi: 300 mg/lần, 2 lần/ngày.", "Uống", ordinal=0)
    record = talk("liều ibuprofen uống cho bé 14 tuổi 45 kg", blocks=(bounded, FORMS))
    assert "không kèm số tuổi" not in record.message


def test_doses_that_were_quoted_and_not_worked_out_are_counted():
    vague = block("Thiếu niên: 300 mg/lần, 2 lần/ngày.", "Uống", ordinal=0)
    plain = block("Trẻ em: 10 mg/kg/lần, 3 lần/ngày.", "Uống", ordinal=1)
    record = talk("tính liều ibuprofen uống cho bé 14 tuổi 45 kg", blocks=(vague, plain, FORMS))
    assert len(record.calculation["rules"]) == 1
    assert "Còn 1 câu liều trong phần trích chưa có quy tắc đã duyệt nên không tính" in record.message


TABLE = "| Clcr | Liều |\n|---|---|\n| 10 - 30 ml/phút | 100 mg, cách 12 giờ/lần |\n| < 10 ml/phút | 100 mg, cách 24 giờ/lần |"


@pytest.mark.parametrize(
    "beside", ["Người lớn suy thận: 200 mg/lần, 2 lần/ngày.", "Người lớn: 400 mg/lần, 3 lần/ngày."]
)
@pytest.mark.parametrize(
    "question",
    ["tính liều ibuprofen uống cho người lớn Clcr 20", "ibuprofen 400 mg x 3 uống người lớn Clcr 20 được không"],
)
def test_a_dose_that_stands_in_a_table_is_never_worked_out_of_a_sentence_beside_it(beside, question):
    table = block(TABLE, "Suy thận", "Người lớn", ordinal=0, kind=BlockKind.TABLE)
    sentence = block(beside, "Suy thận" if "suy thận" in beside else "Uống", ordinal=1)
    record = talk(question, blocks=(table, sentence, FORMS))
    assert record.calculation is None
    assert "in trong bảng" in record.message
    assert (messages.NAMED_DOSE_NOT_COMPARED in record.message) is question.startswith("ibuprofen 400 mg")
    assert TABLE in [claim.text for claim in record.claims]


def test_a_table_of_another_kind_of_patient_stops_no_calculation():
    table = block(TABLE, "Suy thận", "Người lớn", ordinal=8, kind=BlockKind.TABLE)
    record = talk("tính liều ibuprofen uống cho người lớn", blocks=(table, GROWN, FORMS))
    assert record.calculation is not None


def test_a_dose_whose_heading_hangs_in_the_block_before_is_not_worked_out():
    before = block("Trẻ em: 5 mg/kg/lần, 3 lần/ngày. Đau sau phẫu thuật:", "Uống", ordinal=0)
    after = block("Trẻ em: 10 mg/kg/lần, 3 lần/ngày.", "Uống", ordinal=1)
    record = talk("tính liều ibuprofen uống cho bé 5 tuổi 18 kg", blocks=(before, after, FORMS))
    assert [rule["citation"]["quote"] for rule in record.calculation["rules"]] == ["Trẻ em: 5 mg/kg/lần, 3 lần/ngày."]


def test_what_was_approved_behind_a_block_that_is_held_back_is_worked_out():
    held = block("Người lớn: 5 mg/kg/lần, 3 lần/ngày.", "Uống", ordinal=0, quarantine="đang chờ dược sĩ")
    after = block("Trẻ em: 10 mg/kg/lần, 3 lần/ngày.", "Uống", ordinal=1)
    record = talk("tính liều ibuprofen uống cho bé 5 tuổi 18 kg", blocks=(held, after, FORMS))
    assert [rule["citation"]["quote"] for rule in record.calculation["rules"]] == [after.text]


@pytest.mark.parametrize(
    ("strength", "listed"), [("100 mg", True), ("0,2 g", True), ("300 mg", False), ("100 microgam", False)]
)
def test_a_tablet_that_is_not_listed_is_said_not_to_be(strength, listed):
    (rule,) = ask(f"tính liều ibuprofen uống cho bé 4 tuổi 16 kg ra mấy viên {strength}").calculation["rules"]
    assert (messages.no_such_tablet(strength) in rule["arithmetic_on_user_data"]) is not listed


@pytest.mark.parametrize(
    ("strength", "each"),
    [("100 mg", "= 0,8 - 1,6 viên 100 mg"), ("300 mg", "= ≈ 0,2666 - ≈ 0,5333 viên 300 mg"), ("200", "0,4 - 0,8 viên")],
)
def test_a_dose_is_counted_in_the_tablet_that_the_asker_has(strength, each):
    (rule,) = ask(f"tính liều ibuprofen uống cho bé 4 tuổi 16 kg, viên {strength}, mấy viên").calculation["rules"]
    counted = [line for line in rule["arithmetic_on_user_data"] if "/viên" in line]
    assert each in counted[0]
    assert all(ON_USERS_DATA in line for line in counted)


# --- the kidneys -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "noted"), [("eGFR 20", True), ("mức lọc cầu thận 20 ml/phút", True), ("Clcr 20", False)]
)
def test_a_filtration_rate_that_stands_in_for_a_clearance_is_named(said, noted):
    calculation = talk(f"tính liều ibuprofen uống cho người lớn {said}", blocks=(RENAL, FORMS)).calculation
    assert any("mức lọc cầu thận" in note for note in calculation["notes"]) is noted


def test_a_creatinine_without_a_unit_is_asked_for_again():
    record = talk("tính liều ibuprofen uống cho nam 70 tuổi 60 kg creatinin 250", blocks=(RENAL, FORMS))
    assert record.calculation is None
    assert "mg/decilít hoặc micromol/lít" in record.clarify.question


def test_a_dose_named_behind_one_that_was_worked_out_is_compared():
    calculation = talk(FIRST, "200 mg thì sao").calculation
    assert calculation["kind"] == "check"
    assert calculation["rules"][0]["comparisons"][0]["standing"] == "above"


def test_the_first_child_comes_back_with_its_own_values():
    calculation = talk(FIRST, "còn em nó 2 tuổi 12 kg", "quay lại bé đầu").calculation
    assert [row["text"] for row in calculation["inputs"]] == ["Tuổi: 4 tuổi", "Cân nặng: 16 kg"]


# --- what is printed against the drug comes before any sum -----------------------------------------------------


def against(text, section="thoi_ky_mang_thai"):
    return make_passage(text, section=section, monograph="ibuprofen", ordinal=4)


@pytest.mark.parametrize(
    ("who", "section", "printed", "worked_out"),
    [
        ("phụ nữ có thai", "thoi_ky_mang_thai", "Gây quái thai mạnh; phải tránh dùng trong thời kỳ mang thai.", False),
        ("phụ nữ có thai", "thoi_ky_mang_thai", "Không nên dùng trong ba tháng cuối.", False),
        ("phụ nữ có thai 12 tuần", "thoi_ky_mang_thai", "Không nên dùng trong ba tháng cuối.", True),
        ("phụ nữ có thai 34 tuần", "thoi_ky_mang_thai", "Không nên dùng trong ba tháng cuối.", False),
        ("phụ nữ có thai", "thoi_ky_mang_thai", "Chỉ dùng khi thật cần thiết.", True),
        ("phụ nữ cho con bú", "thoi_ky_cho_con_bu", "Không dùng cho người đang cho con bú.", False),
        ("phụ nữ cho con bú", "thoi_ky_mang_thai", "Phải tránh dùng trong thời kỳ mang thai.", True),
    ],
)
@pytest.mark.parametrize("ask_for", ["tính liều ibuprofen uống cho {}", "ibuprofen uống 200 mg x 3 {} được không"])
def test_a_section_that_speaks_against_the_drug_for_a_mother_stops_the_sum(ask_for, who, section, printed, worked_out):
    record = talk(ask_for.format(who), blocks=(GROWN, FORMS, against(printed, section)))
    assert (record.calculation is not None) is worked_out
    held = "nên không tính liều" in record.message or messages.FORBIDDEN_HERE in record.message
    assert held is not worked_out


def test_a_dose_of_her_own_is_worked_out_whatever_her_section_says():
    own = make_passage(
        "Phụ nữ mang thai: 5 mg/kg/lần, 2 lần/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=5
    )
    blocks = (own, FORMS, against("Tránh dùng trong thời kỳ mang thai."))
    assert talk("tính liều ibuprofen uống cho phụ nữ có thai 60 kg", blocks=blocks).calculation is not None


def test_an_allergy_is_answered_before_a_dose_is_compared():
    forbids = make_passage("Dị ứng với ibuprofen.", section="chong_chi_dinh", monograph="ibuprofen", ordinal=3)
    record = talk("ibuprofen uống 200 mg x 3 người lớn dị ứng ibuprofen được không", blocks=(GROWN, FORMS, forbids))
    assert record.calculation is None
    assert "Dị ứng với ibuprofen." in [claim.text for claim in record.claims]


# --- what forbids the drug to this patient ---------------------------------------------------------------------


def contra(text, monograph="ibuprofen"):
    return make_passage(text, section="chong_chi_dinh", monograph=monograph, ordinal=4)


@pytest.mark.parametrize(
    ("who", "printed"),
    [
        ("bé 4 tuổi 16 kg loét dạ dày", "Loét dạ dày tá tràng tiến triển."),
        ("bé 4 tuổi 16 kg bị hen", "Hen hoặc co thắt phế quản."),
        ("bé 4 tuổi 16 kg suy gan", "Suy gan."),
        ("bé 4 tuổi 16 kg suy thận nặng", "Suy thận nặng."),
        ("bé 4 tuổi 16 kg Clcr 20", "Suy thận nặng."),
        ("bé 4 tuổi 16 kg Clcr 20", "Suy thận có Clcr dưới 30 ml/phút."),
        ("bé 4 tuổi 16 kg", "Trẻ em dưới 6 tuổi."),
        ("bé 4 tuổi 16 kg đang truyền calci", "Trẻ em đang dùng dung dịch chứa calci."),
        ("bé 4 tuổi 16 kg tăng bilirubin máu", "Trẻ em bị tăng bilirubin huyết."),
    ],
)
@pytest.mark.parametrize("ask_for", ["tính liều ibuprofen uống cho {}", "kiểm tra liều ibuprofen uống 100 mg x 3 {}"])
def test_a_contraindication_met_by_the_patient_stops_the_sum_and_stands_first(ask_for, who, printed):
    record = talk(ask_for.format(who), blocks=(FEVER, FORMS, contra(printed)))
    assert record.calculation is None
    assert messages.FORBIDDEN_NOT_CALCULATED in record.message
    assert record.claims[0].text == printed


def test_an_allergy_that_is_contraindicated_stops_the_sum():
    printed = contra("Quá mẫn với aspirin.")
    record = talk("tính liều ibuprofen uống cho bé 4 tuổi 16 kg dị ứng aspirin", blocks=(FEVER, FORMS, printed))
    assert record.calculation is None
    assert messages.FORBIDDEN_NOT_CALCULATED in record.message
    assert record.claims[0].text == printed.text


@pytest.mark.parametrize(
    ("who", "printed"),
    [
        ("bé 4 tuổi 16 kg", "Trẻ em bị tăng bilirubin huyết."),
        ("bé 4 tuổi 16 kg", "Trẻ em dưới 2 tuổi."),
        ("bé 4 tuổi 16 kg Clcr 50", "Suy thận nặng."),
        ("bé 4 tuổi 16 kg bị sốt", "Loét dạ dày tá tràng."),
        ("bé 4 tuổi 16 kg", "Trẻ em phải được theo dõi, xét nghiệm khi dùng cùng chế phẩm chứa calci."),
    ],
)
@pytest.mark.parametrize("ask_for", ["tính liều ibuprofen uống cho {}", "kiểm tra liều ibuprofen uống 100 mg x 3 {}"])
def test_a_contraindication_of_a_narrower_or_another_case_stops_no_sum(ask_for, who, printed):
    record = talk(ask_for.format(who), blocks=(FEVER, FORMS, contra(printed)))
    assert record.calculation is not None
    assert messages.FORBIDDEN_NOT_CALCULATED not in record.message


def test_a_contraindication_shown_beside_a_sum_is_told_and_stands_first():
    printed = contra("Trẻ em bị tăng bilirubin huyết.")
    record = talk("tính liều ibuprofen uống cho bé 4 tuổi 16 kg", blocks=(FEVER, FORMS, printed))
    assert messages.CONTRAINDICATIONS_FIRST in record.message
    assert record.claims[0].text == printed.text


@pytest.mark.parametrize(
    "printed",
    [
        contra("Người bệnh đang dùng warfarin."),
        contra("Người bệnh đang dùng ibuprofen.", "warfarin"),
        make_passage("Ibuprofen: Chống chỉ định phối hợp.", section="tuong_tac_thuoc", monograph="warfarin", ordinal=4),
    ],
    ids=["asked drug", "drug taken", "interaction of the drug taken"],
)
def test_what_is_forbidden_beside_a_drug_taken_stops_the_sum(printed):
    blocks = (FEVER, FORMS, printed)
    names = ListedNames(ibuprofen="ibuprofen", warfarin="warfarin")
    question = TurnRequest("tính liều ibuprofen uống cho bé 4 tuổi 16 kg đang dùng warfarin", number=1, history=())
    record = run_turn(question, Ports(names, MemoryPassages(*blocks), Approved(*blocks)))
    assert record.calculation is None
    assert messages.FORBIDDEN_NOT_CALCULATED in record.message
    assert record.claims[0].text == printed.text


@pytest.mark.parametrize("asked", ["có quá liều không", "co qua lieu ko", "quá liều chưa"])
def test_a_regimen_asked_to_be_too_much_is_compared_and_is_no_emergency(asked):
    record = ask(f"ibuprofen 200 mg mỗi 6 giờ cho trẻ 16 kg 4 tuổi {asked}")
    assert record.calculation["kind"] == "check"
    assert Signal.EMERGENCY not in record.frame.signals


@pytest.mark.parametrize(
    "told", ["uống 2 g ibuprofen có quá liều không", "uống ibuprofen 500 mg x 4 lần/ngày có bị quá liều không"]
)
def test_an_amount_that_may_have_been_swallowed_is_compared_beside_the_line_for_an_emergency(told):
    record = ask(f"bé 4 tuổi 16 kg {told}")
    assert record.calculation["kind"] == "check"
    assert NoticeKind.EMERGENCY in {notice.kind for notice in record.notices}
    assert "qua_lieu_va_xu_tri" in record.frame.sections


@pytest.mark.parametrize("told", ["uống nhầm", "đã uống hết", "lỡ uống", "vừa uống", "da uong", "nuốt"])
def test_an_amount_that_was_taken_stays_an_overdose(told):
    record = ask(f"bé 4 tuổi 16 kg {told} 2 g ibuprofen có quá liều không")
    assert ask("bé 4 tuổi 16 kg uống 2 g ibuprofen có ngộ độc không").frame.sections[0] == "qua_lieu_va_xu_tri"
    assert record.calculation is None
    assert record.frame.sections[0] == "qua_lieu_va_xu_tri"
    assert Signal.EMERGENCY in record.frame.signals


HEART = make_passage("Người lớn bị suy tim: 12,5 mg/ngày.", headings=["Suy tim", "Uống"], monograph="ibuprofen")
LOW_POTASSIUM = make_passage(
    "Người lớn bị giảm kali huyết: 25 - 100 mg/ngày.",
    headings=["Giảm kali huyết", "Uống"],
    monograph="ibuprofen",
    ordinal=1,
)


@pytest.mark.parametrize(
    "told", ["suy tim uống được không", "bị suy tim uống được không", "uống điều trị suy tim được không"]
)
def test_a_dose_is_compared_for_the_condition_it_was_told_with_alone(told):
    record = ask(f"ibuprofen 100 mg/ngày người lớn {told}", HEART, LOW_POTASSIUM, FORMS)
    (rule,) = record.calculation["rules"]
    assert rule["indications"] == ["Suy tim"]
    assert "cao hơn" in rule["comparisons"][0]["text"]


def test_without_a_rule_for_the_condition_no_rule_of_another_is_compared():
    record = ask(
        "ibuprofen 100 mg/ngày người lớn suy tim uống được không",
        HEART,
        LOW_POTASSIUM,
        FORMS,
        approved=Approved(LOW_POTASSIUM),
    )
    assert record.calculation is None
    assert messages.NO_RULE_TO_COMPARE in record.message
    assert [claim.text for claim in record.claims] == [HEART.text]


def test_a_printed_dose_that_was_not_compared_heads_the_comparison():
    usual = make_passage("Người lớn: 8 mg/kg/ngày.", headings=["Uống"], monograph="ibuprofen")
    other = make_passage("Người lớn: 25 - 100 mg/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=1)
    record = ask("ibuprofen 100 mg/ngày người lớn uống được không", usual, other, FORMS, approved=Approved(other))
    assert f"«{usual.text}»" in record.calculation["notes"][0]
    assert f"«{usual.text}»" in record.message


def test_a_condition_that_heads_no_dose_is_named_beside_the_comparison():
    record = ask("ibuprofen 100 mg/ngày người lớn suy tim uống được không", LOW_POTASSIUM, FORMS)
    assert "Không thấy câu liều nào in riêng cho «suy tim»" in record.calculation["notes"][0]


@pytest.mark.parametrize(
    ("dose", "compared"),
    [
        ("40 mg", 1),
        ("40 mg x 1 lần/ngày", 1),
        ("40 mg x 3 lần/ngày", 0),
        ("80 mg x 3 lần/ngày", 1),
        ("40 mg x 1 lần/tuần", 1),
        ("40 mg x 3 lần/tuần", 0),
    ],
)
def test_a_regimen_is_never_inside_of_a_single_dose(dose, compared):
    once = make_passage("Người lớn: 20 - 40 mg, một liều duy nhất.", headings=["Uống"], monograph="ibuprofen")
    record = ask(f"ibuprofen {dose} uống cho người lớn được không", once, FORMS)
    (rule,) = record.calculation["rules"]
    assert len(rule["comparisons"]) == compared
    assert (messages.NOT_COMPARED_BY_COUNT in rule["notes"]) == ("3 lần" in dose)


def test_beside_what_speaks_against_the_drug_the_dose_of_that_condition_is_shown_and_said_not_to_be_compared():
    weekly = make_passage(
        "Viêm khớp dạng thấp: 7,5 mg, mỗi tuần một lần.",
        headings=["Viêm khớp dạng thấp", "Uống"],
        monograph="ibuprofen",
    )
    against = make_passage("Suy thận nặng.", section="chong_chi_dinh", monograph="ibuprofen", ordinal=3)
    record = ask("ibuprofen viêm khớp dạng thấp 10 mg mỗi ngày được không", weekly, against, FORMS)
    assert messages.NAMED_DOSE_NOT_COMPARED in record.message
    assert weekly.text in [claim.text for claim in record.claims]


@pytest.mark.parametrize(
    ("dose", "of_one"),
    [
        ("300 mg x 4 lần/ngày", "nằm trong khoảng tính theo sách 200 - 300 mg/lần"),
        ("400 mg x 4 lần/ngày", "không vượt liều in 200 - 400 mg/lần, nhưng cao hơn mức 200 - 300 mg/lần còn lại theo"),
        ("500 mg x 4 lần/ngày", "cao hơn khoảng tính theo sách 200 - 300 mg/lần"),
    ],
)
def test_a_dose_between_the_printed_one_and_what_the_maximum_of_a_day_leaves_of_it_is_told_both(dose, of_one):
    block = make_passage(
        "Người lớn: 200 - 400 mg/lần, cách 4 - 6 giờ/lần; tối đa 1,2 g/ngày.", headings=["Uống"], monograph="ibuprofen"
    )
    record = ask(f"ibuprofen {dose} uống cho người lớn được không", block, FORMS)
    (rule,) = record.calculation["rules"]
    assert of_one in rule["comparisons"][0]["text"]


IMPAIRED = make_passage(
    "Người lớn suy thận, Clcr 20 - 40 ml/phút: 400 mg, cách 24 giờ/lần.", headings=["Uống"], monograph="ibuprofen"
)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("nam 70 tuổi 60 kg creatinin 180 micromol/l", "≈ 28,65 ml/phút"),
        ("nữ 70 tuổi 60 kg creatinin 1,7 mg/dl", "≈ 29,17 ml/phút"),
        ("70 tuổi 60 kg creatinin 180 micromol/l", "Chưa ước tính được Clcr từ creatinin: thiếu giới"),
        ("nam 70 tuổi creatinin 180 micromol/l", "Chưa ước tính được Clcr từ creatinin: thiếu cân nặng"),
        ("nam 70 tuổi 60 kg creatinin 180", "creatinin cần kèm đơn vị"),
        ("người lớn 60 kg eGFR 25", messages.FILTRATION_AS_CLEARANCE),
    ],
)
def test_beside_quoted_doses_the_clearance_or_what_it_lacks_is_said(told, said):
    record = ask(f"liều ibuprofen uống {told}", IMPAIRED, FORMS)
    assert record.calculation is None
    assert said in record.message


def test_a_clearance_that_was_told_needs_no_further_word():
    record = ask("liều ibuprofen uống người lớn 60 kg Clcr 25", IMPAIRED, FORMS)
    assert "Clcr 25 ml/phút" in record.message
    assert messages.FILTRATION_AS_CLEARANCE not in record.message


def test_a_filtration_rate_is_not_called_a_clearance():
    message = ask("liều ibuprofen uống người lớn 60 kg eGFR 25", IMPAIRED, FORMS).message
    assert "mức lọc cầu thận 25 ml/phút" in message
    assert "Clcr 25" not in message


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("liều ibuprofen cho bé 4 tuổi 11 kg uống", True),
        ("liều ibuprofen cho bé 4 tuổi 31 lb uống", True),
        ("liều ibuprofen người lớn uống", False),
        ("tính liều ibuprofen cho bé 4 tuổi 11 kg uống", False),
    ],
)
def test_beside_a_quoted_dose_by_weight_it_is_said_that_it_can_be_worked_out(question, told):
    assert (messages.CAN_BE_WORKED_OUT in ask(question).message) == told


def test_without_an_approved_rule_nothing_is_said_to_be_worked_out():
    assert messages.CAN_BE_WORKED_OUT not in ask("liều ibuprofen cho bé 4 tuổi 11 kg uống", approved=Approved()).message


@pytest.mark.parametrize(
    ("who", "printed", "told"),
    [
        ("phụ nữ có thai 60 kg", "Không dùng cho phụ nữ có thai.", False), ("phụ nữ có thai 60 kg", "Không nên dùng trong ba tháng cuối.", False),
        ("phụ nữ có thai 12 tuần 60 kg", "Không nên dùng trong ba tháng cuối.", True), ("phụ nữ có thai 60 kg", "Có thể dùng.", True),
        ("người lớn 60 kg", "Không dùng cho phụ nữ có thai.", True),
    ],
)  # fmt: skip
def test_no_dose_is_offered_for_a_mother_whose_section_speaks_against_the_drug(who, printed, told):
    section = make_passage(printed, section="thoi_ky_mang_thai", monograph="ibuprofen", ordinal=5)
    message = ask(f"liều ibuprofen {who} uống", FEVER, ADULT, FORMS, section).message
    assert (messages.CAN_BE_WORKED_OUT in message) is told


def test_a_maximum_that_is_printed_beside_the_doses_holds_for_them_and_a_dose_beside_them_is_none():
    limit = make_passage("Người lớn: Tối đa 200 mg/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=2)
    (rule,) = ask("tính liều ibuprofen uống cho người lớn 60 kg", ADULT, limit, FORMS).calculation["rules"]
    assert (rule["result"]["per_day"]["text"], [cap["text"] for cap in rule["caps"]]) == (
        "200 mg",
        ["tối đa 200 mg/ngày"],
    )
    renal = make_passage("Suy thận: 2 mg/kg/lần, 2 lần/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=2)
    asked = ask("tính liều ibuprofen uống người lớn suy thận 60 kg", ADULT, renal, FORMS)
    assert [rule["citation"]["quote"] for rule in asked.calculation["rules"]] == [renal.text]


@pytest.mark.parametrize(("often", "noted"), [("4 lần", True), ("4 lần/ngày", False), ("", False)])
def test_a_number_of_doses_in_no_time_is_said_to_compare_no_day(often, noted):
    notes = ask(f"ibuprofen uống 200 mg {often} bé 4 tuổi 40 kg được không").calculation["notes"]
    assert (messages.COUNT_WITHOUT_PERIOD in notes) is noted


@pytest.mark.parametrize(
    ("dose", "line"),
    [
        ("50 mg", "cao hơn 1 mức, không vượt 1 mức"),
        ("200 mg", "cao hơn 2 mức"),
        ("20 mg", "cao hơn 1 mức, thấp hơn 1 mức"),
    ],
)
def test_several_comparisons_are_summed_up_in_one_line(dose, line):
    record = ask(f"ibuprofen {dose}/ngày người lớn uống được không", HEART, LOW_POTASSIUM, FORMS)
    assert record.calculation["notes"][0] == f"Liều được hỏi so với 2 mức in: {line}."


def test_a_maximum_in_a_sentence_of_its_own_that_was_not_compared_is_named():
    lone = make_passage(
        "Người lớn: Một số nhà sản xuất gợi ý tối đa 50 mg/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=2
    )
    record = ask(
        "ibuprofen 90 mg/ngày người lớn uống được không", LOW_POTASSIUM, lone, FORMS, approved=Approved(LOW_POTASSIUM)
    )
    assert f"«{lone.text}»" in record.calculation["notes"][0]
