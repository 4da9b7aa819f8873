"""A metal behind a drug's name is its salt only where the drug is sold as that salt."""

import pytest

from rag.frames import DrugMention, How, Intent
from rag.ports import NameSpan
from rag.understanding.salts import without_metal
from tests.rag.understanding.dialogue import talk


@pytest.mark.parametrize(
    ("typed", "name", "left"),
    [
        ("spironolacton kali", "Spironolacton", "spironolacton"),
        ("digoxin calci", "Digoxin", "digoxin"),
        ("ciprofloxacin magnesi", "Ciprofloxacin", "ciprofloxacin"),
        ("diclofenac kali", "Diclofenac", "diclofenac kali"),
        ("augmentin kali", "Amoxicilin và kali clavulanat", "augmentin kali"),
        ("atorvastatin calci", "Atorvastatin", "atorvastatin calci"),
        ("warfarin natri", "Warfarin", "warfarin natri"),
        ("enalapril", "Enalapril", "enalapril"),
    ],
)
def test_what_is_no_salt_of_the_drug_is_left_to_be_read(typed, name, left):
    span = NameSpan(0, len(typed), DrugMention("x", name, typed, How.TITLE))
    cut = without_metal(span, typed)
    assert typed[cut.start : cut.end] == left
    assert cut.mention is not None
    assert cut.mention.matched == left


@pytest.mark.parametrize("told", ["cho bà bầu", "bà bầu", "bệnh nhân đang cho con bú"])
def test_a_state_alone_after_a_list_of_drugs_asks_for_that_list_again(told):
    frame = talk("thuốc trị tăng huyết áp", told)
    assert frame.intent is Intent.CONDITION_TO_DRUG
    assert frame.condition == "tăng huyết áp"
    assert len(frame.populations) == 1
    assert "indication" in frame.inherited


def test_a_state_alone_after_a_drug_is_asked_of_that_drug():
    assert talk("enalapril", "cho bà bầu").drug_ids == ("enalapril",)
