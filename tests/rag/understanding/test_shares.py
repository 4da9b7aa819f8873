"""What is asked of which drug, and which groups of patients are set side by side."""

import pytest

from rag.frames import Intent, Population
from rag.passages import DOSING
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear

CONTRA, ADR, CAUTION = "chong_chi_dinh", "tac_dung_khong_mong_muon", "than_trong"
A, B, C = "amoxicilin", "cefuroxim", "paracetamol"


@pytest.mark.parametrize(
    ("question", "shares"),
    [
        ("chống chỉ định của amoxicilin và liều của cefuroxim người lớn", {A: (CONTRA,), B: (DOSING,)}),
        ("chong chi dinh cua amoxicilin va lieu cua cefuroxim nguoi lon", {A: (CONTRA,), B: (DOSING,)}),
        ("tác dụng phụ của amoxicilin còn chống chỉ định của cefuroxim", {A: (ADR,), B: (CONTRA,)}),
        ("amoxicilin tác dụng phụ, cefuroxim chống chỉ định", {A: (ADR,), B: (CONTRA,)}),
        (
            "thận trọng của amoxicilin, chống chỉ định của cefuroxim, liều paracetamol người lớn",
            {A: (CAUTION,), B: (CONTRA,), C: (DOSING,)},
        ),
        (
            "chống chỉ định của amoxicilin và cefuroxim, liều paracetamol người lớn",
            {A: (CONTRA,), B: (CONTRA,), C: (DOSING,)},
        ),
        ("chống chỉ định của amoxicilin và cefuroxim", {}),
        ("amoxicilin và cefuroxim: chống chỉ định và liều người lớn", {}),
        ("chống chỉ định và liều người lớn của amoxicilin và cefuroxim", {}),
        # Where a request may belong to either, every drug is asked everything.
        ("chống chỉ định amoxicilin, tác dụng phụ cefuroxim và liều người lớn", {}),
    ],
)
def test_each_drug_is_asked_what_the_words_ask_of_it(question, shares):
    frame = hear(question)
    assert frame.own_sections == shares
    assert {s for sections in shares.values() for s in sections} <= set(frame.sections)


def test_the_dose_of_a_drug_that_is_not_there_is_not_asked_of_the_other():
    frame = hear("chống chỉ định của amoxicilin và liều của tramadol")
    assert frame.sections == (CONTRA,)
    assert frame.intent is Intent.SECTION
    assert frame.unknown_drugs == ("tramadol",)


def test_the_shares_stay_when_our_question_is_answered():
    frame = talk("chống chỉ định của amoxicilin và liều của cefuroxim >> population", "người lớn")
    assert frame.own_sections == {A: (CONTRA,), B: (DOSING,)}
    assert frame.intent is Intent.DOSE


ADULT, CHILD, ELDERLY = Population.ADULT, Population.CHILD, Population.ELDERLY


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("liều amoxicilin cho người lớn và trẻ em", (ADULT, CHILD)),
        ("lieu amoxicilin cho nguoi lon va tre em", (ADULT, CHILD)),
        ("liều amoxicilin trẻ em, người lớn", (CHILD, ADULT)),
        ("amoxicillin dose in adults and children", (ADULT, CHILD)),
        ("liều paracetamol cho trẻ em 5 tuổi 18kg và người lớn", (CHILD, ADULT)),
        ("so sánh liều cefuroxim ở người lớn với người cao tuổi", (ADULT, ELDERLY)),
        ("liều amoxicilin cho người lớn suy thận", ()),
        ("vợ tôi hỏi liều paracetamol cho bé", ()),
        ("mẹ và bé đều sốt, liều paracetamol cho bé", ()),
        ("liều paracetamol cho trẻ em", ()),
        ("paracetamol cho người lớn. Trẻ em có dùng được không", ()),
        ("metformin có thai và cho con bú", ()),
        (
            "metformin ở người có thai khác gì so với người đang cho con bú",
            (Population.PREGNANT, Population.BREASTFEEDING),
        ),
    ],
)
def test_groups_are_told_from_one_patient_and_her_kin(question, groups):
    assert hear(question).groups == groups
