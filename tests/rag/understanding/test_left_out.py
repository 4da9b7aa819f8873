"""Drugs that a question only leaves out, blames or names as a poison: no dose is asked of them."""

import pytest

from rag.frames import Intent, Signal
from rag.passages import DOSING
from tests.rag.understanding.heard import hear, routes

OVERDOSE = "qua_lieu_va_xu_tri"


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("không dùng được aspirin thì liều paracetamol người lớn uống", "paracetamol"),
        ("khong dung duoc aspirin thi lieu paracetamol nguoi lon uong", "paracetamol"),
        ("không thể dùng aspirin và ibuprofen, liều paracetamol người lớn uống", "paracetamol"),
        ("bé không uống được ibuprofen, liều paracetamol đặt trực tràng 5 tuổi 18kg", "paracetamol"),
        ("thay vì ibuprofen thì liều paracetamol người lớn uống", "paracetamol"),
        ("thay cho ibuprofen, liều paracetamol người lớn uống", "paracetamol"),
        ("ngoài ibuprofen ra liều paracetamol người lớn uống", "paracetamol"),
        ("đừng cho aspirin, liều paracetamol uống bé 5 tuổi 18 kg", "paracetamol"),
        ("tránh dùng aspirin, liều paracetamol uống người lớn", "paracetamol"),
        ("kháng amoxicilin, liều cefixim uống người lớn", "cefixim"),
        ("thất bại với amoxicilin, liều cefixim uống người lớn", "cefixim"),
        ("không đáp ứng với amoxicilin, liều cefixim uống người lớn", "cefixim"),
        ("chưa dùng warfarin, liều ibuprofen uống người lớn", "ibuprofen"),
        ("đã ngừng warfarin 2 tuần, liều ibuprofen uống người lớn", "ibuprofen"),
        ("liều adrenalin phản vệ do amoxicilin người lớn tiêm bắp", "epinephrin"),
        ("liều diazepam co giật do isoniazid người lớn", "diazepam"),
        ("ho do uống enalapril liều codein người lớn", "codein-phosphat"),
        ("liều paracetamol uống người lớn, đừng cho aspirin", "paracetamol"),
        ("uống paracetamol không đỡ, liều ibuprofen uống người lớn", "ibuprofen"),
        ("trẻ dùng amoxicilin không đáp ứng, liều cefixim bé 5 tuổi 18 kg uống", "cefixim"),
        ("mẹ uống digoxin, bé 2 tháng 5kg, liều paracetamol uống cho bé", "paracetamol"),
        ("mẹ đang uống digoxin, bé 2 tháng 5kg, liều paracetamol uống cho bé", "paracetamol"),
    ],
)
def test_a_drug_that_is_refused_stopped_or_blamed_is_not_dosed(question, asked):
    frame = hear(question)
    assert frame.intent is Intent.DOSE
    assert (frame.drug_ids, frame.unknown_drugs, frame.co_medications) == ((asked,), (), ())


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("không dùng được aspirin liều cao", ("acid-acetylsalicylic",)),
        ("ngừng warfarin, liều bao nhiêu", ("warfarin",)),
        ("dùng được không, liều paracetamol và ibuprofen người lớn", ("paracetamol", "ibuprofen")),
        ("liều ibuprofen, liều paracetamol người lớn", ("ibuprofen", "paracetamol")),
        ("nguoi lon dung paracetamol va ibuprofen lieu bao nhieu", ("paracetamol", "ibuprofen")),
        ("nguoi lon dung paracetamol lieu bao nhieu, dung ibuprofen lieu bao nhieu", ("paracetamol", "ibuprofen")),
        ("viem tai amoxicilin va ibuprofen lieu nguoi lon", ("amoxicilin", "ibuprofen")),
        ("lieu amikacin va nong do gentamicin", ("amikacin", "gentamicin")),
        ("lieu amikacin va toc do truyen vancomycin", ("amikacin", "vancomycin")),
    ],
)
def test_what_is_the_only_drug_or_asked_for_itself_stays(question, asked):
    assert hear(question).drug_ids == asked


def test_how_the_refused_drug_cannot_be_given_is_not_how_the_other_is():
    question = "bé không uống được ibuprofen, liều paracetamol đặt trực tràng 5 tuổi 18kg"
    assert routes(question) == ["dat_truc_trang"]


def test_anaphylaxis_from_a_drug_stays_an_emergency():
    frame = hear("liều adrenalin phản vệ do amoxicilin người lớn tiêm bắp")
    assert Signal.EMERGENCY in frame.signals
    assert frame.indication == "phản vệ"


@pytest.mark.parametrize(
    ("question", "against", "poison"),
    [
        ("acetylcystein giải độc paracetamol bé 14 kg 3 tuổi tính liều uống", "acetylcystein", "paracetamol"),
        ("liều acetylcystein giải độc paracetamol bé 14 kg 3 tuổi", "acetylcystein", "paracetamol"),
        ("acetylcystein ngộ độc do paracetamol liều người lớn", "acetylcystein", "paracetamol"),
        ("ngộ độc paracetamol liều acetylcystein uống bé 14 kg 3 tuổi", "acetylcystein", "paracetamol"),
    ],
)
def test_the_dose_is_that_of_the_antidote_and_the_overdose_that_of_the_poison(question, against, poison):
    assert hear(question).own_sections == {against: (DOSING,), poison: (OVERDOSE,)}


@pytest.mark.parametrize(
    "question",
    [
        "clopidogrel giải độc morphin bé 10kg liều",
        "tramadol ngộ độc morphin liều bao nhiêu",
        "rivaroxaban quá liều morphin liều",
    ],
)
def test_of_a_poison_whose_antidote_is_unknown_no_dose_is_read(question):
    frame = hear(question)
    assert frame.drug_ids == ("morphin",)
    assert len(frame.unknown_drugs) == 1
    assert frame.sections[0] == OVERDOSE
    assert DOSING not in frame.sections


@pytest.mark.parametrize(
    ("question", "swallowed", "unknown", "beside"),
    [
        ("uống nhầm 10 viên lipitor, đang dùng aspirin", (), ("lipitor",), ("acid-acetylsalicylic",)),
        ("uống quá liều rivaroxaban, có dùng ibuprofen", (), ("rivaroxaban",), ("ibuprofen",)),
        ("quá liều digoxin đang dùng furosemid", ("digoxin",), (), ("furosemid",)),
        ("quá liều paracetamol ở người đang dùng carbamazepin", ("paracetamol",), (), ("carbamazepin",)),
        ("nuốt 30 viên paracetamol, đang dùng warfarin", ("paracetamol",), (), ("warfarin",)),
        ("uống nhầm 20 viên thuốc hạ áp, đang dùng metformin", (), (), ("metformin",)),
        ("đang dùng warfarin, uống quá liều", ("warfarin",), (), ()),
        ("uống quá liều paracetamol và ibuprofen", ("paracetamol", "ibuprofen"), (), ()),
        ("uống quá liều paracetamol kèm diazepam", ("paracetamol", "diazepam"), (), ()),
        ("vừa uống diazepam vừa uống quá liều paracetamol", ("diazepam", "paracetamol"), (), ()),
    ],
)
def test_what_is_taken_beside_an_overdose_was_not_swallowed(question, swallowed, unknown, beside):
    frame = hear(question)
    assert (frame.drug_ids, frame.unknown_drugs, frame.co_medications) == (swallowed, unknown, beside)
    assert Signal.EMERGENCY in frame.signals


def test_the_overdose_of_a_drug_is_not_read_for_a_poison_that_is_none():
    frame = hear("ngộ độc thuốc diệt chuột, đang dùng warfarin")
    assert (frame.drug_ids, frame.sections) == ((), ())
    assert Signal.EMERGENCY in frame.signals


@pytest.mark.parametrize("question", ["uống nhầm 20 viên thuốc hạ áp", "bé nuốt nhầm 1 lọ thuốc hạ sốt"])
def test_what_was_swallowed_by_its_kind_asks_for_no_list_of_drugs(question):
    frame = hear(question)
    assert frame.intent is not Intent.CONDITION_TO_DRUG
    assert Signal.EMERGENCY in frame.signals
