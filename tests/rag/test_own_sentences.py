"""A dose held against usual doses while the print has a sentence for this very patient, and doses that may rise."""

import pytest

from rag.messages import STRENGTH_IN_ML_NEEDED
from tests.factories import make_passage
from tests.rag.test_calculations import FORMS, Approved, ask

USUAL = make_passage(
    "Người lớn: 1 g/lần, 4 lần/ngày; tối đa 4 g/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=1
)
ITS_LIMIT = "không được vượt quá liều tối đa 3 g/ngày."


def check(dose, who, own):
    sentence = make_passage(own, headings=["Uống"], monograph="ibuprofen")
    record = ask(f"ibuprofen {dose} người lớn {who} uống được không", sentence, USUAL, FORMS, approved=Approved(USUAL))
    return record.calculation


def lines(calculation):
    return " ".join(c["text"] for rule in calculation["rules"] for c in rule["comparisons"])


@pytest.mark.parametrize("dose", ["1 g x 4 lần/ngày", "1 g x 3 lần/ngày", "500 mg x 4 lần/ngày"])
def test_a_usual_dose_holds_nothing_while_the_sentence_for_the_patient_is_not_compared(dose):
    told = lines(check(dose, "nghiện rượu", f"Người lớn nghiện rượu: Giảm liều, {ITS_LIMIT}"))
    assert "nằm trong" not in told
    assert "không vượt" not in told


def test_a_sentence_for_others_takes_no_verdict_back():
    told = lines(check("1 g x 4 lần/ngày", "nghiện rượu", f"Người lớn bị sốt rét: Giảm liều, {ITS_LIMIT}"))
    assert "nằm trong" in told


def sum_for(who, own):
    sentence = make_passage(own, headings=["Uống"], monograph="ibuprofen")
    return ask(f"tính liều ibuprofen uống người lớn {who} 100 kg", sentence, USUAL, FORMS, approved=Approved(USUAL))


IDEAL_WEIGHT = "Người béo phì: Tính liều theo cân nặng lý tưởng."


@pytest.mark.parametrize(
    ("who", "own"),
    [("nghiện rượu", f"Người lớn nghiện rượu: Giảm liều, {ITS_LIMIT}"), ("béo phì", IDEAL_WEIGHT)],
)
def test_no_sum_comes_of_a_usual_dose_while_the_print_has_a_sentence_for_the_patient(who, own):
    record = sum_for(who, own)
    assert record.calculation is None
    assert f"«{own}»" in record.message


@pytest.mark.parametrize(
    ("who", "own"),
    [
        ("không nghiện rượu", f"Người lớn nghiện rượu: Giảm liều, {ITS_LIMIT}"),
        ("nghiện rượu", IDEAL_WEIGHT),
        ("béo phì", "Người béo phì: Theo dõi men gan."),
        ("béo phì", "Trẻ em béo phì: Tính liều theo cân nặng lý tưởng."),
    ],
)
def test_a_sentence_for_others_or_of_no_dose_keeps_no_sum_back(who, own):
    assert sum_for(who, own).calculation is not None


def test_another_sentence_of_the_disease_that_the_rule_is_for_takes_no_verdict_back():
    rule = make_passage("Người lớn nghiện rượu: 1 g/lần, 4 lần/ngày.", headings=["Uống"], monograph="ibuprofen")
    other = make_passage(
        "Chuyển từ tiêm sang uống (nghiện rượu): Liều uống gấp 3 lần liều tiêm.", monograph="ibuprofen", ordinal=2
    )
    question = "ibuprofen 1 g x 4 lần/ngày người lớn nghiện rượu uống được không"
    record = ask(question, rule, other, FORMS, approved=Approved(rule))
    assert "nằm trong" in lines(record.calculation)


def test_how_the_weight_is_taken_takes_the_verdict_back():
    assert "nằm trong" not in lines(check("1 g x 3 lần/ngày", "béo phì", IDEAL_WEIGHT))


@pytest.mark.parametrize(
    ("dose", "said"),
    [
        ("1 g x 4 lần/ngày", "4 g/ngày cao hơn giới hạn in trong sách (tối đa 3 g/ngày) là 1 g/ngày"),
        ("1 g x 3 lần/ngày", "Chưa so liều được hỏi với 1 câu"),
    ],
)
def test_the_maximum_for_the_patient_stands_first(dose, said):
    calculation = check(dose, "nghiện rượu", f"Người lớn nghiện rượu: Giảm liều, {ITS_LIMIT}")
    assert said in calculation["notes"][0]


def test_of_two_printed_maxima_none_is_taken_for_the_patients():
    own = "Người lớn nghiện rượu: Tối đa 3 g/ngày, người nhẹ cân tối đa 2 g/ngày."
    assert "Chưa so" in check("1 g x 4 lần/ngày", "nghiện rượu", own)["notes"][0]


def test_a_sentence_for_the_patient_stands_before_others_that_were_not_compared():
    other = make_passage("Người lớn: 8 mg/kg/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=2)
    own = make_passage(f"Người lớn nghiện rượu: {ITS_LIMIT}", headings=["Uống"], monograph="ibuprofen", ordinal=3)
    question = "ibuprofen 1 g x 3 lần/ngày người lớn nghiện rượu uống được không"
    record = ask(question, USUAL, other, own, FORMS, approved=Approved(USUAL))
    first = record.calculation["notes"][0]
    assert first.index("nghiện rượu") < first.index("8 mg/kg/ngày")


RISES = make_passage(
    "Người lớn: 1 - 2 g/ngày, chia 2 lần; trường hợp nặng có thể tới 4 g/ngày.",
    headings=["Uống"],
    monograph="ibuprofen",
)


@pytest.mark.parametrize(
    ("dose", "said", "not_said"),
    [
        ("3 g/ngày", "liều được hỏi không vượt mức này", "Cũng cao hơn"),
        ("5 g/ngày", "Cũng cao hơn mức tăng tối đa in trong cùng câu: 4 g/ngày", "không vượt"),
        ("1,5 g/ngày", "nằm trong khoảng", "tăng tới"),
    ],
)
def test_above_the_usual_dose_what_the_same_sentence_lets_it_rise_to_is_told(dose, said, not_said):
    told = lines(ask(f"ibuprofen {dose} người lớn uống được không", RISES, FORMS).calculation)
    assert said in told
    assert not_said not in told


@pytest.mark.parametrize(
    ("dose", "printed", "said"),
    [
        ("10 mg mỗi ngày", "Uống 7,5 mg/lần, mỗi tuần một lần.", True),
        ("10 mg x 2 lần/ngày", "Uống 7,5 mg, 1 lần/tuần.", True),
        ("10 mg mỗi tuần", "Uống 7,5 mg/lần, mỗi tuần một lần.", False),
        ("10 mg mỗi ngày", "Uống 7,5 mg/ngày, mỗi tuần tăng 5 mg.", False),  # a step of a daily dose
        ("10 mg mỗi ngày", "Uống 7,5 mg/lần, ngày một lần.", False),
    ],
)
@pytest.mark.parametrize("who", ["viêm khớp dạng thấp", "người lớn uống viêm khớp dạng thấp"])
def test_a_daily_dose_is_told_first_that_the_print_counts_by_the_week(dose, printed, said, who):
    dosing = make_passage(f"Người lớn, viêm khớp dạng thấp: {printed}", headings=["Uống"], monograph="ibuprofen")
    contra = make_passage("Suy gan nặng.", section="chong_chi_dinh", monograph="ibuprofen", ordinal=1)
    record = ask(f"ibuprofen {dose} {who} được không", dosing, contra, FORMS, approved=Approved())
    assert ("sách in liều theo tuần" in record.message) is said


@pytest.mark.parametrize(
    ("often", "said"), [("hàng ngày", True), ("mỗi ngày", True), ("hàng tuần", False), ("cách ngày", False)]
)
def test_whether_every_day_is_right_is_answered_first_by_the_print_of_a_week(often, said):
    weekly = make_passage("Người lớn: Uống 7,5 mg/lần, mỗi tuần một lần.", headings=["Uống"], monograph="ibuprofen")
    record = ask(f"ibuprofen uống {often} người lớn được không", weekly, FORMS, approved=Approved())
    assert ("sách in liều theo tuần" in record.message) is said
    assert weekly.text in [claim.text for claim in record.claims]


def test_millilitres_named_for_a_patient_with_a_disease_are_asked_for_their_strength():
    rule = make_passage(
        "Người lớn bị viêm khớp: 1 mg/kg/lần, cách 12 giờ/lần.", headings=["Uống"], monograph="ibuprofen"
    )
    record = ask("ibuprofen 0,6 ml x 2 lần/ngày người lớn 60kg viêm khớp uống được không", rule, FORMS)
    assert record.message == STRENGTH_IN_ML_NEEDED


ADULTS_ONLY = make_passage(
    "Người lớn suy thận, Clcr < 30 ml/phút: 400 mg/lần.", headings=["Suy thận"], monograph="ibuprofen", ordinal=3
)
CHILDREN = make_passage("Trẻ em: 10 mg/kg/lần, 3 lần/ngày.", headings=["Uống"], monograph="ibuprofen", ordinal=4)


@pytest.mark.parametrize(
    ("kidneys", "worked_out"), [("", True), (", Clcr 20", False), (", suy thận", False), (", thận bình thường", True)]
)
@pytest.mark.parametrize("task", ["tính liều ibuprofen", "ibuprofen 200 mg x 3 lần/ngày được không"])
def test_no_usual_dose_is_worked_out_where_the_print_adjusts_it_only_for_others(task, kidneys, worked_out):
    question = f"{task} uống bé 5 tuổi 18 kg{kidneys}"
    record = ask(question, CHILDREN, ADULTS_ONLY, FORMS, approved=Approved(CHILDREN))
    assert (record.calculation is not None) is worked_out
    assert ("Sách không in cách chỉnh liều cho chính người bệnh này" in record.message) is not worked_out
