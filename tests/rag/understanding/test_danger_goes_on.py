"""An emergency told in one turn is still one in the turn that asks what to give in it."""

import pytest

from rag.frames import Signal
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear


@pytest.mark.parametrize(
    "turns",
    [
        ("ngừng tim người lớn adrenalin", "liều"),
        ("ngừng tim người lớn adrenalin", "liều", "bé 10 kg 1 tuổi"),
        ("cấp cứu phản vệ bé 3 tuổi 15kg >> drug", "adrenalin liều"),
        ("ngừng tim >> drug", "liều adrenalin người lớn"),
        ("co giật bé 12kg 2 tuổi >> drug", "liều diazepam đặt trực tràng"),
        ("ngừng tim người lớn adrenalin", "liều adrenalin người lớn"),
        ("phản vệ do amoxicilin", "liều adrenalin"),
        ("người lớn quá liều morphin", "liều thuốc giải độc"),
    ],
)
def test_the_danger_goes_on(turns):
    assert Signal.EMERGENCY in talk(*turns).signals


@pytest.mark.parametrize(
    "turns",
    [
        ("ngừng tim người lớn adrenalin", "liều paracetamol uống bé 5 tuổi 18 kg"),
        ("ngừng tim người lớn adrenalin", "ca mới: liều adrenalin người lớn"),
        ("ngừng tim người lớn adrenalin", "chống chỉ định của ibuprofen"),
        ("ngừng tim người lớn adrenalin", "liều adrenalin", "liều amoxicilin uống"),
        ("người lớn quá liều morphin", "chống chỉ định của ibuprofen"),
        ("liều adrenalin người lớn", "liều"),
    ],
)
def test_another_question_is_no_emergency(turns):
    assert Signal.EMERGENCY not in talk(*turns).signals


@pytest.mark.parametrize(
    "question",
    ["chảy máu do enoxaparin", "chảy máu do warfarin", "hạ đường huyết do insulin", "xuất huyết tiêu hóa do warfarin"],
)
def test_a_grave_thing_that_a_drug_has_brought_about_is_an_emergency(question):
    assert Signal.EMERGENCY in hear(question).signals


@pytest.mark.parametrize("question", ["chảy máu có dùng warfarin được không", "insulin có gây hạ đường huyết không"])
def test_one_that_is_only_asked_about_is_none(question):
    assert Signal.EMERGENCY not in hear(question).signals
