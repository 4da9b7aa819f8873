"""A disease told beside a drug, and nothing else: what speaks against the drug, and for it, is read."""

import pytest

from rag.frames import Intent
from tests.rag.understanding.heard import hear

SAFETY = ("chong_chi_dinh", "than_trong", "chi_dinh")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("bn hẹp động mạch thận 2 bên dùng enalapril", "hẹp động mạch thận"),
        ("bn bị hẹp động mạch thận dùng enalapril", "hẹp động mạch thận"),
        ("QT dài dùng haloperidol", "QT kéo dài"),
        ("hạ kali dùng amiodaron", "hạ kali máu"),
        ("ha kali mau dung digoxin", "hạ kali máu"),
        ("digoxin hạ kali máu", "hạ kali máu"),
        ("carbamazepin HLA-B*1502", "HLA-B*1502"),
        ("furosemid vô niệu", "vô niệu"),
        ("nhược cơ gentamicin", "nhược cơ"),
        ("bn bị nhược cơ dùng gentamicin", "nhược cơ"),
        ("bn hen dùng ibuprofen", "hen"),
    ],
)
def test_the_sections_that_may_name_it_are_read(question, told):
    frame = hear(question)
    assert frame.intent is Intent.SECTION
    assert frame.sections == SAFETY
    assert told in [*(f.name for f in frame.comorbidities), frame.indication]


@pytest.mark.parametrize(
    "question",
    ["metformin đái tháo đường", "paracetamol sốt", "bé 5 tuổi 18kg viêm họng amoxicilin", "liều furosemid vô niệu"],
)
def test_a_disease_that_the_drug_may_be_for_is_no_warning(question):
    assert hear(question).sections != SAFETY


def test_an_effect_that_is_asked_for_is_no_disease_of_the_patient():
    assert hear("haloperidol có làm QT kéo dài không").sections == ("tac_dung_khong_mong_muon",)


@pytest.mark.parametrize(
    "question", ["methotrexat muốn có con", "đang dùng methotrexat dự định có con", "methotrexat chuẩn bị sinh con"]
)
def test_a_wish_for_a_child_asks_for_the_section_on_pregnancy(question):
    assert hear(question).sections == ("thoi_ky_mang_thai", "than_trong", "chong_chi_dinh")


@pytest.mark.parametrize(
    "question",
    [
        "thuốc nào trong hai thuốc aspirin và paracetamol tương tác với warfarin",
        "trong 2 thuốc ibuprofen và paracetamol thuốc nào tương tác với warfarin",
    ],
)
def test_which_of_two_interacts_with_a_third_is_a_question_for_pairs(question):
    assert hear(question).intent is Intent.INTERACTION


def test_the_interactions_of_two_are_still_compared():
    assert hear("so sánh tương tác thuốc của ibuprofen và paracetamol").intent is Intent.COMPARISON
