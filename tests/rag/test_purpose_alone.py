"""A drug and what it may be for, and no more: print that speaks of it is quoted, and a patient told next is dosed."""

import pytest

from rag import messages
from rag.frames import PURPOSE_ALONE, Intent
from rag.outcomes import Outcome
from rag.passages import CONTRA, DOSING
from tests.factories import make_passage
from tests.rag.test_calculations import FORMS, ask
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear


@pytest.mark.parametrize(
    "question",
    [
        "haloperidol cai rượu", "haloperidol cai ruou", "amiodaron dự phòng rung nhĩ", "thuốc haloperidol điều trị cai rượu",
        "prednisolon cho hen", "paracetamol hạ sốt ạ", "enalapril ho",
    ],
)  # fmt: skip
def test_a_drug_and_a_disease_behind_it_ask_where_print_speaks_of_it(question):
    frame = hear(question)
    assert frame.rules.get("sections") == PURPOSE_ALONE
    assert frame.sections == ("chi_dinh", "chong_chi_dinh", "than_trong")
    assert frame.intent is Intent.SECTION


@pytest.mark.parametrize(
    "question",
    [
        "haloperidol", "cai rượu", "liều haloperidol cai rượu", "haloperidol cai rượu người lớn", "haloperidol 5 mg cai rượu",
        "haloperidol và diazepam cai rượu", "hen prednisolon", "amlodipin phù chân vậy là sao", "gentamicin có điếc tai không",
        "haloperidol nhiễm khuẩn", "ibuprofen không loét dạ dày",
    ],
)  # fmt: skip
def test_whatever_says_more_less_or_something_else_is_read_as_before(question):
    assert hear(question).rules.get("sections") != PURPOSE_ALONE


@pytest.mark.parametrize(
    ("told", "intent", "sections"),
    [
        ("người lớn uống", Intent.DOSE, (DOSING,)),
        ("trẻ 5 tuổi 18kg", Intent.DOSE, (DOSING,)),
        ("chống chỉ định", Intent.SECTION, (CONTRA,)),
    ],
)
def test_a_patient_told_behind_it_asks_for_the_dose_for_that_disease(told, intent, sections):
    frame = talk("aciclovir viêm não herpes", told)
    assert (frame.intent, frame.sections) == (intent, sections)
    if intent is Intent.DOSE:
        assert frame.indication == "viêm não do Herpes simplex"


def test_behind_a_dose_the_same_words_ask_for_the_dose():
    assert talk("liều paracetamol người lớn", "ibuprofen viêm khớp").intent is Intent.DOSE


def test_what_is_printed_of_the_disease_is_quoted_and_no_dose_is_chosen():
    blocks = (
        make_passage("Hạ sốt ở người lớn và trẻ em.", monograph="ibuprofen", section="chi_dinh"),
        make_passage("Viêm khớp dạng thấp.", monograph="ibuprofen", section="chi_dinh", ordinal=1),
        make_passage("Loét dạ dày tiến triển.", monograph="ibuprofen", section="chong_chi_dinh"),
        make_passage("Người lớn: 400 mg/lần.", headings=["Uống"], monograph="ibuprofen"),
    )
    for_it, against_it = ask("ibuprofen hạ sốt", *blocks, FORMS), ask("ibuprofen loét dạ dày", *blocks, FORMS)
    assert for_it.outcome is against_it.outcome is Outcome.ANSWERED_VERBATIM
    assert [c.text for c in for_it.claims] == ["Hạ sốt ở người lớn và trẻ em."]
    assert [c.text for c in against_it.claims] == ["Loét dạ dày tiến triển."]
    assert messages.DOSE_NEEDS_A_PATIENT in for_it.message
