"""Emergencies: the line first, then what the book prints for every group, and never the dose of another indication."""

import pytest

from rag.claims import ClaimRole
from rag.outcomes import Kind, Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import NoticeKind, PastTurn, TurnRequest
from tests.factories import make_passage, make_passages
from tests.fakes import ListedNames, MemoryPassages

OVERDOSE = "qua_lieu_va_xu_tri"
ADRENALIN = make_passages(
    (("Người lớn", "Phản vệ", "Tiêm bắp"), "Người lớn, phản vệ: Tiêm bắp 0,3 - 0,5 mg."),
    (("Người lớn", "Ngừng tim", "Tiêm tĩnh mạch"), "Người lớn, ngừng tim: Tiêm tĩnh mạch 1 mg."),
    (("Trẻ em", "Ngừng tim", "Tiêm tĩnh mạch"), "Trẻ em, ngừng tim: Tiêm tĩnh mạch 10 microgam/kg."),
    monograph="epinephrin",
)
FOR_CHILDREN = make_passage(
    "Trẻ em, phản vệ: Tiêm bắp 10 microgam/kg.",
    headings=("Trẻ em", "Phản vệ", "Tiêm bắp"),
    monograph="epinephrin",
    ordinal=7,
)
INDICATED = make_passage("Cấp cứu phản vệ.", section="chi_dinh", monograph="epinephrin")
NAMES = ListedNames(
    adrenalin="epinephrin", paracetamol="paracetamol", acetylcystein="acetylcystein", ceftriaxon="ceftriaxon"
)


def ask(question, *passages, history=()):
    ports = Ports(NAMES, MemoryPassages(*(passages or ADRENALIN)))
    return run_turn(TurnRequest(question, len(history) + 1, tuple(history)), ports)


def texts(record):
    return [c.text for c in record.claims]


@pytest.mark.parametrize(
    "question",
    [
        "sốc phản vệ liều adrenalin",
        "liều adrenalin trong phản vệ",
        "soc phan ve lieu adrenalin",
        "anaphylaxis adrenalin dose",
    ],
)
def test_no_question_stands_before_the_printed_doses_of_every_group(question):
    record = ask(question, *ADRENALIN, FOR_CHILDREN)
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert [(c.side, c.text) for c in record.claims] == [
        ("Người lớn", ADRENALIN[0].text),
        ("Trẻ em", FOR_CHILDREN.text),
    ]
    assert record.notices[0].kind is NoticeKind.EMERGENCY


def test_a_group_for_which_nothing_is_printed_is_not_shown():
    record = ask("sốc phản vệ liều adrenalin")
    assert texts(record) == [ADRENALIN[0].text]
    assert "Nhóm có in liều: người lớn" in record.message


@pytest.mark.parametrize(
    "question",
    ["phản vệ trẻ em liều adrenalin", "phản vệ cho bé 5 tuổi 18 kg, adrenalin liều bao nhiêu"],
)
def test_a_child_is_never_given_the_dose_of_another_indication_or_of_adults(question):
    record = ask(question)
    assert texts(record) == []
    assert record.outcome.kind is Kind.ABSTAIN
    assert "không in liều cho «phản vệ» ở trẻ em" in record.message
    assert record.notices[0].kind is NoticeKind.EMERGENCY


def test_a_child_in_danger_is_not_asked_for_its_weight_before_the_print():
    record = ask("bé bị phản vệ, liều adrenalin", *ADRENALIN, FOR_CHILDREN)
    assert texts(record) == [FOR_CHILDREN.text]
    assert "Chưa có tuổi và cân nặng" in record.message


def test_an_emergency_without_a_named_condition_still_asks_for_whom():
    record = ask("cấp cứu! liều adrenalin")
    assert record.outcome is Outcome.CLARIFY_POPULATION
    assert record.notices[0].kind is NoticeKind.EMERGENCY


@pytest.mark.parametrize(
    "question",
    [
        "quá liều paracetamol",
        "bé uống nhầm nguyên vỉ thuốc huyết áp",
        "ngộ độc thuốc",
        "quá liều sắt",
        "uống nhầm thuốc diệt cỏ",
        "cấp cứu! liều adrenalin",
        "sốc phản vệ liều adrenalin",
        "phản vệ sau tiêm ceftriaxon, xử trí thế nào",
        "đang co giật cho gặp dược sĩ",
    ],
)
def test_the_emergency_line_is_the_first_notice_however_the_turn_ends(question):
    assert ask(question).notices[0].kind is NoticeKind.EMERGENCY


def test_the_danger_goes_on_in_the_next_turn_about_it():
    first = ask("sốc phản vệ liều adrenalin", *ADRENALIN, FOR_CHILDREN)
    past = PastTurn(1, "sốc phản vệ liều adrenalin", first.frame, first.outcome, first.clarify)
    record = ask("bé 5 tuổi 18 kg", *ADRENALIN, FOR_CHILDREN, history=(past,))
    assert record.notices[0].kind is NoticeKind.EMERGENCY
    assert texts(record) == [FOR_CHILDREN.text]


def test_what_to_do_that_no_section_prints_is_said_and_where_the_reaction_is_dosed():
    effects = make_passage("Hiếm gặp: Phản vệ.", section="tac_dung_khong_mong_muon", monograph="ceftriaxon")
    record = ask("phản vệ sau tiêm ceftriaxon, xử trí thế nào", effects, INDICATED, *ADRENALIN)
    assert record.outcome is Outcome.ABSTAIN_NO_EVIDENCE
    assert "không có mục Hướng dẫn cách xử trí ADR" in record.message
    assert record.pointers[0].monograph == "epinephrin"
    assert record.pointers[0].section == "lieu_luong_va_cach_dung"


TREATMENT = make_passages(
    (("Biểu hiện",), "Buồn nôn, nôn."),
    (("Xử trí",), "Rửa dạ dày trong 4 giờ đầu."),
    (("Xử trí",), "Thuốc giải độc là acetylcystein."),
    (("Xử trí",), "Acetylcystein, uống: Liều đầu 140 mg/kg, sau đó 70 mg/kg/lần."),
    (("Xử trí",), "ADR của acetylcystein: Ban da."),
    section=OVERDOSE,
)
ANTIDOTE = make_passage(
    "Người lớn: 150 mg/kg.", headings=("Người lớn", "Ngộ độc paracetamol"), monograph="acetylcystein"
)


def test_the_antidote_and_its_printed_regimen_stand_on_top():
    record = ask("quá liều paracetamol xử trí", *TREATMENT)
    assert texts(record) == [TREATMENT[i].text for i in (3, 2, 1, 4, 0)]
    assert record.claims[-1].role is ClaimRole.ALSO


def test_the_signs_stand_first_where_they_were_asked_about():
    record = ask("biểu hiện quá liều paracetamol", *TREATMENT)
    assert texts(record)[0] == TREATMENT[0].text


def test_the_antidotes_own_monograph_is_pointed_to_and_not_quoted():
    record = ask("quá liều paracetamol", *TREATMENT, ANTIDOTE)
    assert record.pointers[0].monograph == "acetylcystein"
    assert "Acetylcystein có chuyên luận riêng" in record.message
    assert {record.evidence.by_id(c.citations[0].passage).monograph for c in record.claims} == {"paracetamol"}


def test_an_antidote_without_a_dose_against_the_poison_is_not_pointed_to():
    other = make_passage("Người lớn: 200 mg.", headings=("Người lớn", "Ho có đờm"), monograph="acetylcystein")
    record = ask("quá liều paracetamol", *TREATMENT, other)
    assert {p.monograph for p in record.pointers} == {"paracetamol"}


def test_the_dose_of_an_antidote_is_quoted_beside_the_section_on_the_poison():
    record = ask("ngộ độc paracetamol liều acetylcystein", *TREATMENT, ANTIDOTE)
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert (record.claims[0].side, record.claims[0].text) == ("Acetylcystein – Người lớn", ANTIDOTE.text)
    assert TREATMENT[3].text in texts(record)


def test_what_an_adult_is_given_is_left_out_for_a_child():
    blocks = make_passages(
        (("Xử trí",), "Người lớn bị nhịp chậm: Atropin 0,5 mg."),
        (("Xử trí",), "Trẻ em bị nhịp chậm: Atropin 20 microgam/kg."),
        section=OVERDOSE,
    )
    assert texts(ask("bé uống nhầm nguyên vỉ paracetamol", *blocks)) == [blocks[1].text]
    assert texts(ask("quá liều paracetamol", *blocks)) == [b.text for b in blocks]


def test_a_dose_for_the_emergency_itself_is_compared_or_said_not_to_be():
    record = ask("adrenalin 0,5 mg tiêm bắp người lớn sốc phản vệ được không", *ADRENALIN, INDICATED)
    assert texts(record) == [ADRENALIN[0].text]
    assert record.frame.dose_task is not None
    assert "chưa có quy tắc đã duyệt" in record.message


def test_a_dose_of_a_drug_that_is_not_for_the_emergency_shows_what_is_printed_against_it():
    against = make_passage("Tiền sử phản vệ với penicilin.", section="chong_chi_dinh", monograph="ceftriaxon")
    dose = make_passage("Người lớn: 1 - 2 g/ngày.", headings=("Người lớn", "Tiêm tĩnh mạch"), monograph="ceftriaxon")
    record = ask("ceftriaxon 1 g tiêm tĩnh mạch người lớn sốc phản vệ được không", against, dose, *ADRENALIN, INDICATED)
    assert texts(record) == [against.text]
    assert record.pointers[0].monograph == "epinephrin"


def test_what_is_only_added_to_the_treatment_of_the_reaction_is_named_last():
    added = make_passage("Điều trị bổ sung trong phản vệ.", section="chi_dinh", monograph="clorpheniramin")
    dose = make_passage("Người lớn: 10 mg.", headings=("Người lớn", "Phản vệ"), monograph="clorpheniramin")
    record = ask("phản vệ sau tiêm ceftriaxon, xử trí thế nào", added, dose, INDICATED, *ADRENALIN)
    assert [p.monograph for p in record.pointers][:2] == ["epinephrin", "clorpheniramin"]


def test_a_reaction_told_without_a_request_points_to_what_is_given_for_it():
    against = make_passage("Tiền sử phản vệ với penicilin.", section="chong_chi_dinh", monograph="ceftriaxon")
    record = ask("phản vệ với ceftriaxon", against, INDICATED, *ADRENALIN)
    assert record.notices[0].kind is NoticeKind.EMERGENCY
    assert "Epinephrin" in record.message or record.pointers[0].monograph == "epinephrin"


BLEEDING = make_passages(
    (("Xử trí",), "INR từ 9 trở lên, không xuất huyết: Cho vitamin K uống 2,5 mg. Theo dõi INR."),
    (("Xử trí",), "Xuất huyết nặng: Tiêm tĩnh mạch chậm 10 mg vitamin K."),
    section=OVERDOSE,
    monograph="warfarin",
)
MASSIVE = make_passages(
    ((), "INR từ 5 trở lên: Tạm ngừng thuốc; nguy cơ chảy máu tăng."),
    ((), "Chảy máu ồ ạt: Ngừng thuốc, tiêm vitamin K."),
    section="huong_dan_xu_tri_adr",
    monograph="warfarin",
)


def test_what_is_printed_for_the_grave_form_of_what_is_told_stands_on_top_and_the_mild_course_last():
    ports = Ports(ListedNames(warfarin="warfarin"), MemoryPassages(*BLEEDING, *MASSIVE))
    record = run_turn(TurnRequest("quá liều warfarin đang chảy máu ồ ạt", 1, ()), ports)
    assert texts(record) == [BLEEDING[1].text, MASSIVE[1].text, BLEEDING[0].text, MASSIVE[0].text]


@pytest.mark.parametrize(
    "question",
    ["tim ngừng đập, liều adrenalin", "ngưng tuần hoàn, adrenalin người lớn", "tim ngung dap lieu adrenalin"],
)
def test_a_heart_that_stands_still_is_an_emergency_with_its_own_doses(question):
    record = ask(question, *ADRENALIN)
    assert record.notices[0].kind is NoticeKind.EMERGENCY
    assert texts(record)[0] == ADRENALIN[1].text


@pytest.mark.parametrize("question", ["suy hô hấp do paracetamol", "ngừng thở sau tiêm paracetamol"])
def test_a_breath_that_a_drug_has_stopped_asks_for_its_antidote(question):
    record = ask(question, *TREATMENT)
    assert record.notices[0].kind is NoticeKind.EMERGENCY
    assert texts(record)[0] == TREATMENT[3].text


def test_the_weight_of_who_has_swallowed_it_is_said_back():
    assert "15 kg" in ask("bé 15kg uống nhầm 6g paracetamol", *TREATMENT).message


@pytest.mark.parametrize(
    "named", ["adrenalin", "adrenalin bé 15 kg 3 tuổi", "liều adrenalin cho bé 15 kg", "adrenalin tiêm bắp"]
)
def test_the_first_drug_named_in_a_danger_is_given_for_that_danger(named):
    first = ask("sốc phản vệ", *ADRENALIN)
    past = PastTurn(1, "sốc phản vệ", first.frame, first.outcome, first.clarify)
    record = ask(named, *ADRENALIN, FOR_CHILDREN, history=(past,))
    assert record.notices[0].kind is NoticeKind.EMERGENCY
    assert not [text for text in texts(record) if "ngừng tim" in text]
    assert FOR_CHILDREN.text in texts(record)
