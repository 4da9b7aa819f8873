"""The gate, claim by claim: what says the same passes, and each way of saying something else is named."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.claims import Citation, Claim, Draft
from rag.frames import Intent, Population
from rag.gate.deciding import check_draft
from rag.gate.verdicts import Decision, Problem
from rag.passages import BlockKind, Erratum, PrintDoubt
from tests.factories import make_evidence, make_frame, make_passage, quote
from tests.fakes import ListedNames

NAMES = ListedNames(
    paracetamol="paracetamol", panadol="paracetamol", ibuprofen="ibuprofen", warfarin="warfarin", aspirin="aspirin"
)
FRAME = make_frame(intent=Intent.SECTION)


def passage(text, **more):
    return make_passage(text, **more)


def report(text, printed, *, frame=FRAME, **more):
    return check_draft(Draft((quote(printed, text=text),)), make_evidence(printed), frame, NAMES, **more)


def problems(text, printed, **more):
    return {finding.problem for finding in report(text, printed, **more).findings}


ADULT = passage("Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ/lần; tối đa 4 g/ngày.", headings=("Người lớn", "Uống"))
BANDS = passage("Trẻ em 1 - 6 tuổi: 120 mg/lần, 2 lần/ngày, 6 - 12 tuổi: 240 mg/lần, 3 lần/ngày.", headings=("Trẻ em",))
AVOID = passage("Tiền sử hen, vì thuốc có thể gây co thắt phế quản.", section="chong_chi_dinh")
LACTATION = passage("Thuốc vào sữa mẹ. Người cho con bú không nên dùng thuốc.", section="thoi_ky_cho_con_bu")
MEETING = passage(
    "Paracetamol làm tăng tác dụng chống đông của warfarin, không làm giảm hấp thu.", section="tuong_tac_thuoc"
)
CHILD = passage("Chống chỉ định cho trẻ em dưới 12 tuổi, trừ bệnh Kawasaki.", section="chong_chi_dinh")
TRIMESTER = passage("Không dùng thuốc trong 3 tháng cuối thai kỳ.", section="thoi_ky_mang_thai")
RENAL = passage(
    "Người bệnh suy thận có Clcr dưới 30 ml/phút: 250 mg/lần, cách 12 giờ/lần.", headings=("Suy thận",), ordinal=9
)
CHOICE = passage("Người lớn: tiêm bắp 500 mg hoặc 1 g.", headings=("Người lớn", "Tiêm bắp"))
NEEDLESS = passage("Không cần giảm liều ở người cao tuổi.", section="than_trong")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Người lớn uống mỗi lần 0,5 - 1 g, cách 4 - 6 giờ một lần; không quá 4 g mỗi ngày.", ADULT),
        ("Ở người trưởng thành: 500 - 1000 mg/lần, cách 4 - 6 giờ/lần, tối đa 4 g/24 giờ.", ADULT),
        ("Trẻ em 6 - 12 tuổi: 240 mg/lần, ngày 3 lần.", BANDS),
        ("Chống chỉ định paracetamol ở người có tiền sử hen, vì thuốc có thể gây co thắt phế quản.", AVOID),
        ("Không được dùng paracetamol khi có tiền sử hen, vì thuốc có thể gây co thắt phế quản.", AVOID),
        ("Phụ nữ đang cho con bú nên tránh dùng thuốc.", LACTATION),
        ("Paracetamol làm tăng tác dụng chống đông của warfarin.", MEETING),
        ("Không dùng cho trẻ em dưới 12 tuổi, trừ bệnh Kawasaki.", CHILD),
        ("Không sử dụng thuốc trong ba tháng cuối thai kỳ.", TRIMESTER),
        ("Bệnh nhân suy thận có Clcr < 30 ml/phút: 250 mg mỗi lần, cách 12 giờ một lần.", RENAL),
        ("Người lớn tiêm bắp 0,5 g hoặc 1 g.", CHOICE),
        ("Ở bệnh nhân cao tuổi không cần giảm liều.", NEEDLESS),
    ],
)
def test_a_faithful_paraphrase_passes(text, printed):
    found = report(text, printed)
    assert found.decision is Decision.PASS, [f.reason for f in found.findings]


@pytest.mark.parametrize(
    ("text", "printed", "problem"),
    [
        pytest.param(ADULT.text.replace("0,5 - 1 g", "0,5 - 10 g"), ADULT, Problem.NUMBER, id="ten times"),
        pytest.param(ADULT.text.replace("0,5 - 1 g", "0,5 - 1 mg"), ADULT, Problem.NUMBER, id="g for mg"),
        pytest.param(ADULT.text.replace("g/lần", "g/kg/lần"), ADULT, Problem.NUMBER, id="per kg added"),
        pytest.param(ADULT.text.replace("g/lần", "g/ngày"), ADULT, Problem.NUMBER, id="per day for per dose"),
        pytest.param(ADULT.text.replace("0,5 - 1 g", "1 g"), ADULT, Problem.NUMBER, id="one end of a range"),
        pytest.param(ADULT.text.replace("tối đa", "tối thiểu"), ADULT, Problem.NUMBER, id="least for most"),
        pytest.param("Người lớn: 2.500 mg/lần.", ADULT, Problem.NUMBER, id="number of two readings"),
        pytest.param(ADULT.text.replace("Người lớn", "Trẻ em"), ADULT, Problem.POPULATION, id="other population"),
        pytest.param("Người lớn tiêm bắp 0,5 - 1 g/lần.", ADULT, Problem.ROUTE, id="other route"),
        pytest.param("Ibuprofen: " + ADULT.text, ADULT, Problem.DRUG, id="other drug"),
        pytest.param("Trẻ em 1 - 6 tuổi: 240 mg/lần.", BANDS, Problem.BINDING, id="dose of the next band"),
        pytest.param("Trẻ em 2 - 6 tuổi: 120 mg/lần, 2 lần/ngày.", BANDS, Problem.BAND, id="band not printed"),
        pytest.param("Thận trọng ở người có tiền sử hen.", AVOID, Problem.POLARITY, id="forbidden made a warning"),
        pytest.param("Có thể dùng cho người có tiền sử hen.", AVOID, Problem.POLARITY, id="forbidden made allowed"),
        pytest.param(
            "Được dùng khi có tiền sử hen.", AVOID, Problem.POLARITY, id="forbidden made allowed in other words"
        ),
        pytest.param("Không chống chỉ định ở người có tiền sử hen.", AVOID, Problem.POLARITY, id="double negation"),
        pytest.param("Người đang không dùng thuốc có tiền sử hen.", AVOID, Problem.POLARITY, id="no of another thing"),
        pytest.param("Phụ nữ cho con bú nên dùng thuốc.", LACTATION, Problem.POLARITY, id="no dropped"),
        pytest.param(
            "Phụ nữ mang thai không nên dùng thuốc.", LACTATION, Problem.POPULATION, id="pregnant for nursing"
        ),
        pytest.param("Thuốc không vào sữa mẹ.", LACTATION, Problem.POLARITY, id="no added"),
        pytest.param(
            "Paracetamol làm giảm tác dụng chống đông của warfarin.", MEETING, Problem.POLARITY, id="lowered for raised"
        ),
        pytest.param(
            "Warfarin làm tăng tác dụng chống đông của paracetamol.", MEETING, Problem.POLARITY, id="other way round"
        ),
        pytest.param(
            "Chống chỉ định cho trẻ em trên 12 tuổi, trừ bệnh Kawasaki.", CHILD, Problem.BAND, id="above for below"
        ),
        pytest.param("Không dùng thuốc trong 3 tháng đầu thai kỳ.", TRIMESTER, Problem.STAGE, id="other trimester"),
        pytest.param(RENAL.text.replace("suy thận", "suy gan"), RENAL, Problem.POPULATION, id="liver for kidney"),
        pytest.param(RENAL.text.replace("dưới 30", "dưới 60"), RENAL, Problem.BAND, id="other renal band"),
        pytest.param("Người lớn: tiêm bắp 500 mg và 1 g.", CHOICE, Problem.WORDING, id="and for or"),
        pytest.param("Cần giảm liều ở người cao tuổi.", NEEDLESS, Problem.POLARITY, id="needed for not needed"),
        pytest.param(ADULT.text + " Uống lúc no.", ADULT, Problem.WORDING, id="a sentence of its own"),
        pytest.param("Người lớn bị sốt rét: 0,5 - 1 g/lần.", ADULT, Problem.WORDING, id="foreign indication"),
    ],
)
def test_what_says_something_else_is_refused_and_named(text, printed, problem):
    found = report(text, printed)
    assert found.decision is Decision.FAIL
    assert problem in {f.problem for f in found.findings}, [f.reason for f in found.findings]


@pytest.mark.parametrize(
    ("text", "printed", "problem"),
    [
        ("Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ/lần.", ADULT, Problem.OMITTED_MAXIMUM),
        ("Chống chỉ định cho trẻ em dưới 12 tuổi.", CHILD, Problem.OMITTED_EXCEPTION),
        ("0,5 - 1 g/lần, cách 4 - 6 giờ/lần; tối đa 4 g/ngày.", ADULT, Problem.OMITTED_RESTRICTION),
        ("250 mg/lần, cách 12 giờ/lần.", RENAL, Problem.OMITTED_RESTRICTION),
    ],
)
def test_what_is_left_out_is_a_verdict_of_its_own(text, printed, problem):
    found = report(text, printed)
    assert found.decision is Decision.INCOMPLETE
    assert problem in {f.problem for f in found.findings}


def test_a_second_claim_may_tell_what_the_first_leaves_out():
    dose, limit = "Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ/lần.", "Người lớn tối đa 4 g/ngày."
    draft = Draft((quote(ADULT, text=dose), quote(ADULT, text=limit)))
    assert check_draft(draft, make_evidence(ADULT), FRAME, NAMES).decision is Decision.PASS


def test_a_part_of_a_sentence_that_means_something_else_alone_is_refused():
    print_ = passage("Độ an toàn của thuốc ở trẻ em chưa được xác định.", section="than_trong")
    assert report("Thuốc an toàn ở trẻ em.", print_).decision is Decision.FAIL


def test_a_citation_that_cuts_off_the_no_does_not_turn_the_sentence():
    part = "dùng thuốc trong 3 tháng cuối thai kỳ."
    claim = quote(TRIMESTER, part, text="Dùng thuốc trong 3 tháng cuối thai kỳ.")
    assert check_draft(Draft((claim,)), make_evidence(TRIMESTER), FRAME, NAMES).decision is Decision.FAIL


def test_a_number_outside_the_cited_part_of_a_sentence_is_not_cited():
    claim = quote(ADULT, "Người lớn: 0,5 - 1 g/lần", text="Người lớn: 0,5 - 1 g/lần; tối đa 4 g/ngày.")
    found = check_draft(Draft((claim,)), make_evidence(ADULT), FRAME, NAMES)
    assert Problem.NUMBER in {f.problem for f in found.findings}


def test_what_the_headings_say_may_be_said_again():
    block = passage("120 mg/lần.", headings=("Trẻ em", "Uống"))
    assert report("Trẻ em uống 120 mg mỗi lần.", block).decision is Decision.PASS
    assert report("Người lớn uống 120 mg mỗi lần.", block).decision is Decision.FAIL


def test_the_lead_of_a_sentence_stands_before_its_heading():
    block = passage("Trẻ em: 120 mg/lần.", headings=("Người lớn",))
    assert report("Người lớn: 120 mg/lần.", block).decision is Decision.FAIL


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Người lớn: 500 mg/lần, 2 lần/ngày. Tối đa 2 g/ngày.", Decision.FAIL),
        ("Trẻ em: 250 mg/lần, 2 lần/ngày. Tối đa 2 g/ngày.", Decision.PASS),
    ],
)
def test_a_sentence_does_not_pass_to_the_person_told_of_before_it(text, decision):
    """What stands behind the children's dose is a limit for children."""
    told = passage("Người lớn: 500 mg/lần, 2 lần/ngày. Trẻ em: 250 mg/lần, 2 lần/ngày. Tối đa 2 g/ngày.")
    assert report(text, told).decision is decision


def test_a_table_is_quoted_whole_or_not_at_all():
    table = passage("| Clcr | Liều |\n|---|---|\n| > 30 ml/phút | 500 mg |", kind=BlockKind.TABLE)
    assert report(table.text, table).decision is Decision.PASS
    assert report("Clcr > 30 ml/phút: 500 mg.", table).decision is Decision.FAIL


# --- citations -------------------------------------------------------------------------------------------------


def decide(*claims, of, **more):
    return check_draft(Draft(tuple(claims)), make_evidence(*of), FRAME, NAMES, **more)


def test_a_claim_without_a_citation_is_refused():
    found = decide(Claim(ADULT.text, ()), of=[ADULT])
    assert [f.problem for f in found.findings] == [Problem.NO_CITATION]


@pytest.mark.parametrize(
    "citation",
    [
        Citation("elsewhere", ADULT.text, 0, len(ADULT.text)),
        Citation(ADULT.id, ADULT.text, 1, len(ADULT.text)),
        Citation(ADULT.id, ADULT.text, 0, len(ADULT.text) + 5),
        Citation(ADULT.id, ADULT.text[-5:], -5, len(ADULT.text)),
        Citation(ADULT.id, "", 4, 4),
        Citation(ADULT.id, " ", 5, 6),
    ],
)
def test_a_citation_that_does_not_resolve_is_refused(citation):
    found = decide(Claim(ADULT.text, (citation,)), of=[ADULT])
    assert [f.problem for f in found.findings] == [Problem.CITATION]


def test_a_citation_of_what_is_held_back_is_refused():
    held = replace(ADULT, quarantine="cột bị lệch")
    assert [f.problem for f in decide(quote(held), of=[held]).findings] == [Problem.HELD_BACK]


def test_a_citation_of_a_reviewed_misprint_is_refused():
    doubted = replace(ADULT, errata=(Erratum(11, 16, PrintDoubt.MISPRINT, "có thể in sai"),))
    assert [f.problem for f in decide(quote(doubted), of=[doubted]).findings] == [Problem.HELD_BACK]


def test_a_citation_without_a_page_is_refused():
    unpaged = passage(ADULT.text, page=None)
    assert [f.problem for f in decide(quote(unpaged), of=[unpaged]).findings] == [Problem.PROVENANCE]


def test_a_citation_moved_to_a_neighbour_is_refused():
    neighbour = passage("Người lớn: 0,5 - 1 g/lần, cách 8 giờ/lần.", headings=("Người lớn",), ordinal=1)
    moved = replace(quote(ADULT), citations=quote(neighbour).citations)
    assert decide(moved, of=[ADULT, neighbour]).decision is Decision.FAIL


def test_a_citation_that_supports_nothing_is_refused():
    beside = replace(RENAL, headings=ADULT.headings)
    both = replace(quote(ADULT), citations=(*quote(ADULT).citations, *quote(beside).citations))
    assert Problem.UNUSED_CITATION in {f.problem for f in decide(both, of=[ADULT, beside]).findings}


def test_the_subject_of_one_sentence_does_not_join_the_dose_of_another():
    child = passage("Trẻ em: 120 mg/lần.", ordinal=1)
    merged = Claim("Trẻ em: 0,5 - 1 g/lần; tối đa 4 g/ngày.", (*quote(ADULT).citations, *quote(child).citations))
    assert decide(merged, of=[ADULT, child]).decision is Decision.FAIL


def test_two_whole_sentences_may_be_one_claim_that_cites_both():
    child = passage("Trẻ em: 120 mg/lần.", headings=ADULT.headings, ordinal=1)
    joined = Claim(f"{ADULT.text} {child.text}", (*quote(ADULT).citations, *quote(child).citations))
    assert decide(joined, of=[ADULT, child]).decision is Decision.PASS


# --- the draft as a whole --------------------------------------------------------------------------------------


def test_an_empty_draft_is_refused():
    assert [f.problem for f in decide(of=[ADULT]).findings] == [Problem.NO_CLAIMS]


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_claim_is_refused(text):
    assert decide(quote(ADULT, text=text), of=[ADULT]).decision is Decision.FAIL


def test_text_outside_the_claims_is_refused():
    found = decide(quote(ADULT), of=[ADULT], outside="Lưu ý thêm: dùng được cho mọi người.")
    assert [f.problem for f in found.findings] == [Problem.TEXT_OUTSIDE_CLAIMS]


def test_one_bad_claim_among_good_ones_refuses_the_draft():
    found = decide(quote(ADULT), quote(ADULT, text="Người lớn: 10 g/lần."), of=[ADULT])
    assert found.decision is Decision.FAIL
    assert (found.of_claim(0), found.of_claim(1)) == (Decision.PASS, Decision.FAIL)


def test_a_claim_added_after_the_check_is_not_allowed():
    found = decide(quote(ADULT), of=[ADULT])
    assert found.allows([quote(ADULT)])
    assert not found.allows([quote(ADULT), quote(CHOICE)])


# --- the patient of the turn -----------------------------------------------------------------------------------


def test_a_true_claim_about_another_patient_is_not_this_patients_dose():
    frame = make_frame(populations=(Population.CHILD,), age_months=60, weight_kg=18)
    found = report(ADULT.text, ADULT, frame=frame)
    assert {f.problem for f in found.findings} == {Problem.PATIENT}


# --- found by trying to get past the gate ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Thuốc dùng cho người bệnh.",
        "Thuốc dùng cho mọi người bệnh.",
        "Người lớn.",
        "Paracetamol.",
        "Tất cả người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ/lần; tối đa 4 g/ngày.",
        "Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ/lần; tối đa 4 g/ngày, luôn an toàn.",
        "Người lớn: bốn gam/lần.",
        "Nguời lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ/lần; tối đa 4 g/ngày.",
        "Người lớn: 0,5 - 1 g/lần, cách 4 - 6 giờ/lần; tối đa 4\u200b0 g/ngày.",
    ],
)
def test_small_words_and_words_of_its_own_are_refused(text):
    assert report(text, ADULT).decision is Decision.FAIL


def test_together_is_not_alone():
    meeting = passage("Không dùng cùng warfarin.", section="tuong_tac_thuoc")
    assert report("Không dùng warfarin.", meeting).decision is not Decision.PASS


def test_who_acts_is_not_who_is_acted_upon():
    meeting = passage("Warfarin: Paracetamol làm tăng tác dụng chống đông.", section="tuong_tac_thuoc")
    assert report("Paracetamol làm tăng tác dụng chống đông của warfarin.", meeting).decision is Decision.PASS
    assert report("Warfarin làm tăng tác dụng chống đông của paracetamol.", meeting).decision is Decision.FAIL
    assert report("Warfarin làm tăng tác dụng chống đông.", meeting).decision is Decision.FAIL


def test_a_limit_is_missed_whatever_stands_behind_it():
    block = passage("Trẻ em: Uống 25 mg/kg/ngày; tối đa 750 mg/ngày, kể cả trẻ trên 30 kg.")
    found = report("Trẻ em: Uống 25 mg/kg/ngày.", block)
    assert Problem.OMITTED_MAXIMUM in {f.problem for f in found.findings}


def test_a_change_of_route_is_not_told_the_other_way_round():
    change = passage("Chuyển từ tiêm bắp sang uống: Liều uống gấp 3 lần liều tiêm bắp.")
    turned = "Chuyển từ uống sang tiêm bắp: Liều uống gấp 3 lần liều tiêm bắp."
    assert report(change.text, change).decision is Decision.PASS
    assert report(turned, change).decision is Decision.FAIL


def test_an_interaction_without_the_other_drug_is_not_told():
    meeting = passage("Aspirin, warfarin: Làm tăng tác dụng của paracetamol.", section="tuong_tac_thuoc")
    assert report("Warfarin làm tăng tác dụng của paracetamol.", meeting).decision is Decision.PASS
    assert report("Làm tăng tác dụng của paracetamol.", meeting).decision is Decision.INCOMPLETE


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Chống chỉ định khi suy gan.", "Người suy gan: Phải thận trọng; chống chỉ định khi suy gan nặng."),
        ("Nuốt viên thuốc, không để tránh kích ứng.", "Nuốt viên thuốc, không nhai, để tránh kích ứng."),
        ("Dùng 5 ngày hoặc khi hết sốt.", "Dùng 5 ngày hoặc đến khi hết sốt."),
    ],
)
def test_a_piece_without_the_word_that_narrows_it_is_not_shown(text, printed):
    assert report(text, passage(printed, section="than_trong")).decision is not Decision.PASS


def test_a_limit_printed_for_children_does_not_follow_an_adults_dose():
    child = passage("Tối đa 2 g/ngày.", headings=("Trẻ em",), ordinal=1)
    adult = passage("Uống 500 mg/lần.", headings=("Người lớn",), ordinal=2)
    both = (*quote(adult).citations, *quote(child).citations)
    joined = Claim("Người lớn uống 500 mg/lần. Tối đa 2 g/ngày.", both)
    assert decide(joined, of=[adult, child]).decision is Decision.FAIL


def test_drops_for_the_eye_are_no_drops_for_the_ear():
    drops = passage("Nhỏ tai: 3 giọt/lần.", headings=("Người lớn",))
    assert report("Nhỏ mắt: 3 giọt/lần.", drops).decision is Decision.FAIL


def test_a_heading_at_the_end_of_a_claim_is_judged_like_any_sentence():
    assert report(f"{ADULT.text} An toàn cho mọi người:", ADULT).decision is Decision.FAIL


def test_a_citation_of_a_sub_heading_alone_supports_nothing():
    block = passage("Người lớn: 300 mg/lần. Bệnh Kawasaki:")
    claim = quote(block, "Bệnh Kawasaki:", text="Người lớn: 300 mg/lần.")
    assert [f.problem for f in decide(claim, of=[block]).findings] == [Problem.CITATION]


def test_a_statement_turned_by_what_follows_is_not_told_without_it():
    block = passage("Thuốc an toàn ở người lớn nhưng gây độc ở trẻ em.", section="than_trong")
    found = report("Thuốc an toàn ở người lớn.", block)
    assert found.decision is Decision.INCOMPLETE
    assert Problem.OMITTED_EXCEPTION in {f.problem for f in found.findings}


@pytest.mark.parametrize("text", ["Thuốc gây độc ở người lớn.", "Thuốc an toàn ở trẻ em nhưng gây độc ở người lớn."])
def test_two_persons_of_one_sentence_are_not_exchanged(text):
    block = passage("Thuốc an toàn ở người lớn nhưng gây độc ở trẻ em.", section="than_trong")
    assert report(text, block).decision is not Decision.PASS


PRINTED = (ADULT, BANDS, AVOID, LACTATION, MEETING, CHILD, TRIMESTER, RENAL, CHOICE, NEEDLESS)
SHREDS = [word for block in PRINTED for word in block.text.split()] + [
    "không",
    "trừ",
    "(",
    ")",
    ":",
    ";",
    ". ",
    ",",
    "- ",
]


@given(st.sampled_from(PRINTED), st.lists(st.sampled_from(SHREDS), max_size=14))
def test_whatever_is_written_gets_a_report(printed, words):
    assert report(" ".join(words), printed).decision in Decision


@given(st.sampled_from(PRINTED), st.text(max_size=40))
def test_whatever_characters_are_written_get_a_report(printed, text):
    assert report(text, printed).decision is not Decision.PASS


@given(st.sampled_from(PRINTED), st.data())
def test_a_printed_sentence_with_one_word_missing_or_doubled_is_no_other_number_or_no(printed, data):
    words = printed.text.split()
    at = data.draw(st.integers(0, len(words) - 1))
    weighty = any(c.isdigit() for c in words[at]) or words[at].lower() in (
        "không",
        "trừ",
        "chống",
        "tối",
        "trên",
        "dưới",
    )
    if weighty:
        assert report(" ".join([*words[:at], *words[at + 1 :]]), printed).decision is not Decision.PASS
        assert report(" ".join([*words[:at], words[at], *words[at:]]), printed).decision is not Decision.PASS


# --- a dose is told with all that belongs to it ------------------------------------------------------------------

WEEKLY = passage(
    "Viêm khớp: Uống 7,5 mg/lần, mỗi tuần một lần, hoặc mỗi tuần 3 liều 2,5 mg cách 12 giờ/lần; tối đa 20 mg/tuần."
)
CYCLE = passage("Uống 10 - 25 mg/ngày, mỗi đợt 4 - 8 ngày, nghỉ 7 - 10 ngày.")
UNTIL = passage(
    "Cách 1 giờ uống 0,5 mg hoặc cách 2 giờ uống 1 mg, tới lúc hết đau hoặc nôn, ỉa chảy; tổng liều 4 - 6 mg."
)
PARTNER = passage("Rifampicin 300 mg, 1 lần/tháng, phối hợp dapson 50 mg, 1 lần/ngày.", monograph="rifampicin")
TWO_WAYS = passage("Uống 600 mg/ngày một lần, hoặc 200 mg/lần, 3 lần/ngày.")
HEALTHY = passage("Tiêm 1 g, cách 12 giờ/lần, khi chức năng thận bình thường.")
MIXED = passage("Hòa 600 mg vào 10 ml dung môi, pha tiếp vào 500 ml glucose 5%, truyền trong 3 giờ.")
LESS = passage("Giảm 75% liều ở người suy thận nặng.")
ABSOLUTE = passage("Không có chống chỉ định tuyệt đối.", section="chong_chi_dinh")


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        (WEEKLY, "Viêm khớp: Uống 7,5 mg/lần; tối đa 20 mg/tuần."),
        (WEEKLY, "Viêm khớp: Uống 7,5 mg/lần, mỗi tuần một lần; tối đa 20 mg/tuần."),
        (CYCLE, "Uống 10 - 25 mg/ngày."),
        (CYCLE, "Uống 10 - 25 mg/ngày, mỗi đợt 4 - 8 ngày."),
        (UNTIL, "Cách 1 giờ uống 0,5 mg hoặc cách 2 giờ uống 1 mg."),
        (UNTIL, "Cách 1 giờ uống 0,5 mg hoặc cách 2 giờ uống 1 mg, tới lúc hết đau hoặc nôn, ỉa chảy."),
        (PARTNER, "Rifampicin 300 mg, 1 lần/ngày."),
        (PARTNER, "Rifampicin 300 mg, 1 lần/tháng."),
        (TWO_WAYS, "Uống 600 mg/ngày, 3 lần/ngày."),
        (TWO_WAYS, "Uống 600 mg/ngày một lần."),
        (HEALTHY, "Tiêm 1 g, cách 12 giờ/lần."),
        (MIXED, "Hòa 600 mg vào 10 ml dung môi, truyền trong 3 giờ."),
        (LESS, "Giảm còn 75% liều ở người suy thận nặng."),
        (LESS, "Giảm xuống 75% liều ở người suy thận nặng."),
        (ABSOLUTE, "Không có chống chỉ định."),
    ],
)
def test_a_dose_without_what_belongs_to_it_is_another_dose(printed, text):
    assert report(text, printed).decision is not Decision.PASS


@pytest.mark.parametrize("printed", [WEEKLY, CYCLE, UNTIL, TWO_WAYS, HEALTHY, MIXED, LESS, ABSOLUTE])
def test_a_dose_with_all_that_belongs_to_it_is_told(printed):
    assert (
        report(printed.text.replace(" tối đa", " không quá").replace("lần/ngày", "lần mỗi ngày"), printed).decision
        is Decision.PASS
    )


def test_a_dose_for_another_patient_in_the_sentence_may_stay_untold():
    bands = passage("Trẻ em 1 - 6 tuổi: 120 mg/lần, 2 lần/ngày; trẻ em 6 - 12 tuổi: 240 mg/lần, 3 lần/ngày.")
    assert report("Trẻ em 1 - 6 tuổi: 120 mg/lần, 2 lần mỗi ngày.", bands).decision is Decision.PASS
