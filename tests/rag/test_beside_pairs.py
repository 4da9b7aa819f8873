"""Several drugs together: what else is asked, and what is printed for this mother or child, is not dropped."""

import pytest

from rag.outcomes import Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import TurnRequest, Verdict
from tests.factories import make_passage
from tests.fakes import ListedNames, MemoryPassages

NAMES = ListedNames(captopril="captopril", enalapril="enalapril")


def block(text, section, drug, headings=()):
    return make_passage(text, section=section, monograph=drug, headings=headings)


PAIR = block("Enalapril: Làm tăng tác dụng hạ huyết áp.", "tuong_tac_thuoc", "captopril")
OTHER = block("Lithi: Làm tăng nồng độ lithi.", "tuong_tac_thuoc", "enalapril")
AGAINST = (
    block("Tiền sử phù mạch.", "chong_chi_dinh", "captopril"),
    block("Hẹp động mạch thận.", "chong_chi_dinh", "enalapril"),
)
PREGNANT = (
    block("Không được dùng captopril khi mang thai.", "thoi_ky_mang_thai", "captopril"),
    block("Phải ngừng enalapril khi có thai.", "thoi_ky_mang_thai", "enalapril"),
)
DOSES = (
    block("Trẻ em: 0,3 mg/kg/lần.", "lieu_luong_va_cach_dung", "captopril", ("Trẻ em", "Uống")),
    block("Trẻ em: 0,08 mg/kg/ngày.", "lieu_luong_va_cach_dung", "enalapril", ("Trẻ em", "Uống")),
)


def ask(question, *passages):
    return run_turn(TurnRequest(question, 1, ()), Ports(NAMES, MemoryPassages(*passages)))


def texts(record):
    return [c.text for c in record.claims]


@pytest.mark.parametrize(
    ("question", "beside"),
    [
        ("chống chỉ định và tương tác của captopril và enalapril", AGAINST),
        ("tương tác, chống chỉ định của captopril và enalapril", AGAINST),
        ("captopril với enalapril ở bà bầu", PREGNANT),
        ("captopril và enalapril cho bé 5 tuổi 18 kg", DOSES),
    ],
)
@pytest.mark.parametrize("pair", [PAIR, OTHER])
def test_what_is_asked_beside_the_pair_is_quoted_whatever_is_printed_of_the_pair(question, beside, pair):
    record = ask(question, pair, *(() if pair is OTHER else (OTHER,)), *AGAINST, *PREGNANT, *DOSES)
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert texts(record) == [*([PAIR.text] if pair is PAIR else []), *(p.text for p in beside)]
    assert all(v.verdict is Verdict.PASS for v in record.verifications)
    assert record.interactions is not None
    assert ("KHÔNG có nghĩa là an toàn" in record.message) == (pair is OTHER)
    assert "chưa tra cho" not in record.message


@pytest.mark.parametrize(
    "question",
    [
        "captopril với enalapril",
        "captopril dùng chung với enalapril được không, bé 5 tuổi 18 kg",
        "tương tác giữa captopril và enalapril",
    ],
)
def test_where_nothing_else_is_asked_the_pair_stands_alone(question):
    assert texts(ask(question, PAIR, OTHER, *AGAINST, *PREGNANT, *DOSES)) == [PAIR.text]


def test_a_dose_for_nobody_named_is_not_guessed_beside_the_pair():
    record = ask("liều và tương tác của captopril và enalapril", PAIR, OTHER, *DOSES)
    assert texts(record) == [PAIR.text]
    assert "chưa trích được mục Liều lượng và cách dùng" in record.message


def test_where_no_ranking_is_given_the_sections_are_pointed_to():
    effects = block("Ho khan.", "tac_dung_khong_mong_muon", "captopril")
    record = ask("tác dụng phụ của captopril và enalapril, thuốc nào ít ho hơn", effects)
    assert record.outcome is Outcome.ABSTAIN_OUT_OF_SCOPE
    assert [p.monograph for p in record.pointers] == ["captopril"]
