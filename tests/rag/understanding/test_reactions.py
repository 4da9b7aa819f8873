"""What happened after a drug was given is acted on; it is no question for a dose."""

import pytest

from rag.frames import Intent
from tests.rag.understanding.heard import hear, signals

MANAGING, ADR = "huong_dan_xu_tri_adr", "tac_dung_khong_mong_muon"
OVERDOSE = "qua_lieu_va_xu_tri"


@pytest.mark.parametrize(
    ("question", "emergency"),
    [
        ("bệnh nhân sốc phản vệ sau tiêm amoxicilin", True),
        ("soc phan ve sau tiem amoxicilin", True),
        ("phản vệ do amoxicilin", True),
        ("nổi mề đay khó thở sau uống ibuprofen", True),
        ("bé co giật sau uống amoxicilin", True),
        ("tiêm gentamicin xong khó thở", True),
        ("đang truyền amoxicilin thì khó thở", True),
        ("bị đau bụng sau uống metformin", False),
        ("buồn nôn sau khi uống metformin", False),
    ],
)
def test_a_reaction_is_managed_first(question, emergency):
    frame = hear(question)
    assert frame.sections == (MANAGING, ADR)
    assert frame.intent is Intent.SECTION
    assert frame.routes == ()
    assert ("emergency" in signals(question)) is emergency


@pytest.mark.parametrize(
    "question",
    [
        "bé 5 tuổi 18kg sốt, liều paracetamol uống",
        "sốt sau tiêm vắc xin bé 5 tuổi 18kg paracetamol uống",
        "đau dạ dày sau uống ibuprofen, liều omeprazol người lớn",
    ],
)
def test_a_complaint_that_the_drug_is_for_is_no_reaction(question):
    assert hear(question).intent is Intent.DOSE


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("hạ đường huyết do metformin", True),
        ("xuất huyết do warfarin", True),
        ("chảy máu khi đang dùng warfarin xử trí thế nào", True),
        ("buồn nôn do metformin", False),
        ("nổi ban khi dùng amoxicilin xử trí thế nào", False),
    ],
)
def test_of_a_harm_with_an_antidote_the_section_on_overdose_is_read_behind_the_handling(question, read):
    sections = hear(question).sections
    assert sections[0] == MANAGING
    assert (OVERDOSE in sections) is read
