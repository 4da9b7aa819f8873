"""What is held back is never shown and never taken for silence: the answer stops, or names the part and its page."""

import pytest

from rag.outcomes import Kind, Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import NoticeKind, TurnRecord, TurnRequest
from tests.factories import make_passage, make_passages
from tests.fakes import ListedNames, MemoryPassages

NAMES = ListedNames(codein="codein")
PREGNANCY, LACTATION, CONTRA, CAUTION = "thoi_ky_mang_thai", "thoi_ky_cho_con_bu", "chong_chi_dinh", "than_trong"
READABLE = "Chỉ dùng khi thật cần thiết."
DOSES = make_passages(
    (("Người lớn", "Uống"), "Người lớn: 30 mg/lần."),
    (("Trẻ em", "Uống"), "Trẻ em 12 - 18 tuổi: 15 mg/lần."),
    monograph="codein",
)


def block(text: str, section: str, ordinal: int = 0, *, held: bool = False, headings: tuple[str, ...] = ()):
    why = "lệch cột" if held else None
    return make_passage(
        text,
        section=section,
        monograph="codein",
        ordinal=ordinal,
        headings=headings,
        quarantine=why,
        page=9 + ordinal,
    )


def ask(question: str, *passages) -> TurnRecord:
    return run_turn(TurnRequest(question), Ports(NAMES, MemoryPassages(*passages)))


def held_told(record: TurnRecord) -> str:
    return " ".join(n.text for n in record.notices if n.kind is NoticeKind.QUARANTINE)


@pytest.mark.parametrize(
    "words",
    ["Thuốc qua được nhau thai.", "Trẻ sơ sinh có thể bị suy hô hấp.", "Có báo cáo ở trẻ em.", "Người lớn: 5 mg."],
)
@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("codein có dùng được cho phụ nữ có thai không", PREGNANCY),
        ("codein cho con bú được không", LACTATION),
        ("thận trọng khi dùng codein", CAUTION),
    ],
)
def test_the_words_of_a_held_block_do_not_decide_whom_it_is_about(words: str, question: str, section: str):
    """They may be the very words that the print does not say."""
    record = ask(question, block(READABLE, section), block(words, section, 1, held=True))
    assert record.outcome is Outcome.VERIFY_PDF_QUARANTINED
    assert [p.page_from for p in record.pointers] == [10]


def test_a_held_block_headed_for_somebody_else_is_named_with_its_page():
    record = ask(
        "thận trọng khi dùng codein ở người lớn",
        block("Người lớn: theo dõi nhịp thở.", CAUTION),
        block("Bảng.", CAUTION, 2, held=True, headings=("Trẻ em",)),
    )
    assert record.outcome.kind is Kind.ANSWERED
    assert "Thận trọng của Codein còn khối đang được giữ lại để kiểm tra (trang 11)" in held_told(record)
    assert "Bảng" not in " ".join(c.text for c in record.claims)


@pytest.mark.parametrize("section", [CONTRA, CAUTION])
@pytest.mark.parametrize("patient", ["trẻ 13 tuổi 40 kg", "người cao tuổi", "suy thận", "phụ nữ có thai"])
def test_a_dose_for_a_patient_names_the_safety_blocks_that_are_not_read(section: str, patient: str):
    record = ask(f"liều codein {patient}", *DOSES, block("Bảng.", section, held=True))
    assert "chưa được đọc" in held_told(record)


def test_pages_are_named_once_in_the_books_order():
    held = [block("Bảng.", CAUTION, n, held=True, headings=("Trẻ em",)) for n in (1, 0, 1, 0)]
    record = ask("thận trọng khi dùng codein ở người lớn", block("Người lớn: theo dõi.", CAUTION, 2), *held)
    assert "trang 9, 10)" in held_told(record)
