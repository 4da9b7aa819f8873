"""What may be said of the book's silence, of what is told as stopped, and of what is told of somebody else."""

from rag.outcomes import Outcome
from rag.pipeline import run_turn
from rag.ports import Ports
from rag.records import TurnRequest
from tests.factories import make_passage
from tests.fakes import ListedNames, MemoryPassages

CONTRA, CAUTION, ADR = "chong_chi_dinh", "than_trong", "tac_dung_khong_mong_muon"
MANAGING, OVERDOSE, MEETS = "huong_dan_xu_tri_adr", "qua_lieu_va_xu_tri", "tuong_tac_thuoc"


def of(drug, **sections):
    return [
        make_passage(text, monograph=drug, section=section, ordinal=place)
        for place, (section, text) in enumerate(sections.items())
    ]


def ask(question, *passages, names=("haloperidol",)):
    ports = Ports(ListedNames(**{name: name for name in names}), MemoryPassages(*passages))
    return run_turn(TurnRequest(question, 1, ()), ports)


def texts(record):
    return [claim.text for claim in record.claims]


HALOPERIDOL = {CONTRA: "Bệnh Parkinson.", CAUTION: "Người cao tuổi.", "chi_dinh": "Loạn thần."}


def test_silence_is_told_of_the_word_and_not_of_the_thing():
    record = ask("haloperidol bệnh nhân nhược cơ dùng được không", *of("haloperidol", **HALOPERIDOL))
    assert "Không thấy chữ «nhược cơ» trong mục Chống chỉ định của Haloperidol" in record.message
    assert "không nhắc tới" not in record.message


def test_what_another_section_says_of_the_patient_is_quoted_before_any_silence():
    said = "Loạn nhịp thất: Chỉ gặp ở người có khoảng QT kéo dài."
    record = ask("QT dài dùng haloperidol", *of("haloperidol", **HALOPERIDOL, **{MANAGING: said}))
    assert texts(record)[0] == said
    assert "Hướng dẫn cách xử trí ADR của Haloperidol có câu nhắc tới «QT kéo dài»" in record.message


def test_where_an_asked_section_says_it_no_other_is_looked_into():
    sections = {**HALOPERIDOL, CAUTION: "QT kéo dài: Thận trọng.", ADR: "Tim: Kéo dài khoảng QT."}
    record = ask("QT dài dùng haloperidol", *of("haloperidol", **sections))
    assert "QT kéo dài: Thận trọng." in texts(record)
    assert "Tim: Kéo dài khoảng QT." not in texts(record)


def test_the_overdose_section_is_read_for_a_harm_only_where_it_speaks_of_it():
    sections = {MANAGING: "Giảm liều.", ADR: "Nội tiết: Hạ glucose huyết."}
    silent = of("haloperidol", **sections, **{OVERDOSE: "Rửa dạ dày."})
    speaking = of("haloperidol", **sections, **{OVERDOSE: "Hạ glucose huyết nặng: Tiêm tĩnh mạch dextrose 50%."})
    record = ask("hạ đường huyết do haloperidol", *silent)
    assert "Rửa dạ dày." not in texts(record)
    assert "Quá liều" not in record.message
    record = ask("hạ đường huyết do haloperidol", *speaking)
    assert "Hạ glucose huyết nặng: Tiêm tĩnh mạch dextrose 50%." in texts(record)


def test_a_stopped_drug_is_named_above_the_pairs_and_is_none_of_them():
    passages = [
        *of("warfarin", **{MEETS: "Ibuprofen: Chảy máu."}),
        *of("ibuprofen", **{MEETS: "Digoxin: Tăng nồng độ."}),
        *of("digoxin", **{MEETS: "Ibuprofen: Tăng nồng độ."}),
    ]
    question = "đã ngừng warfarin, dùng ibuprofen với digoxin được không"
    record = ask(question, *passages, names=("warfarin", "ibuprofen", "digoxin"))
    assert record.outcome is Outcome.ANSWERED_VERBATIM
    assert record.message.startswith("«warfarin» được kể là không còn dùng")
    assert len(record.interactions["pairs"]) == 1
    assert "Ibuprofen: Chảy máu." not in texts(record)


def test_what_is_told_of_the_mother_is_named_and_not_counted():
    sections = {CONTRA: "Suy thận.", CAUTION: "Người cao tuổi."}
    question = "mẹ bị suy thận, bé 5 tuổi dùng haloperidol được không"
    record = ask(question, *of("haloperidol", **sections))
    assert "«mẹ bị suy thận»: được hiểu là kể về người nhà" in record.message
    assert "suy thận," not in record.message.split("người bệnh.")[1]
