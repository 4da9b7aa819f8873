"""An organ that a drug may harm is what is looked for among its effects."""

import pytest

from tests.rag.understanding.heard import hear


@pytest.mark.parametrize(
    ("question", "organ"),
    [
        ("atorvastatin có hại gan không", "gan"),
        ("gentamicin hại thận không", "thận"),
        ("atorvastatin uống lúc nào, có hại gan không", "gan"),
        ("diclofenac gây hại dạ dày không", "dạ dày"),
    ],
)
def test_the_harmed_organ_narrows_the_section_on_effects(question, organ):
    frame = hear(question)
    assert organ in frame.terms
    assert "tac_dung_khong_mong_muon" in frame.sections
