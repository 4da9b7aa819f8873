"""Whatever is typed ends in a frame: nothing raises, and no value is invented."""

import re

from hypothesis import given
from hypothesis import strategies as st

from rag.frames import QueryFrame
from rag.outcomes import Outcome
from rag.records import Clarification, PastTurn
from rag.slots import carry_over
from rag.understanding.rules import understand
from tests.rag.understanding.fake_names import FakeNames

NAMES = FakeNames()
_WORDS = (
    "liều cho bé trẻ tuổi tháng tuần ngày kg ký cân g mg ml 5 12 18 2,5 t uống tiêm tĩnh mạch TM paracetamol warfarin prednisoln tramadol"
    " không chưa có thai bầu bú mẹ suy thận Clcr < ≤ - / , . ? : [ ] ( ) còn thế nó thuốc đó thứ hai à nhầm khác với và hay nữa rưỡi lên"
    " chống chỉ định tác dụng phụ quá xử trí được dị ứng penicilin hen sốt viêm ; ! % 1,73m2 ml/phút cháu vợ em 布洛芬 💊 % viên nuốt 30"
)
_SLOTS = (
    "age",
    "weight",
    "age+weight",
    "drug",
    "route",
    "population",
    "section",
    "indication",
    "condition",
    "allergy",
    "amount",
    "khác",
)
_sentences = st.lists(st.sampled_from(_WORDS.split()), max_size=16).map(" ".join)


@given(st.text(max_size=200))
def test_any_text_is_understood_somehow(text):
    assert isinstance(understand(text, names=NAMES), QueryFrame)


@given(question=_sentences, before=_sentences, slot=st.sampled_from(_SLOTS))
def test_any_reply_to_any_question_of_ours_is_understood_somehow(question, before, slot):
    asked = understand(before, names=NAMES)
    history = (
        PastTurn(1, before, asked, Outcome.CLARIFY_MORE_INFO, Clarification("?", slot, ("Uống", "Prednisolon"))),
    )
    frame = carry_over(understand(question, names=NAMES, history=history), history, number=2)
    assert isinstance(frame, QueryFrame)


@given(_sentences)
def test_no_age_or_weight_without_a_number(question):
    spelt = re.search(r"\d|\b(?:một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười)\b", question)
    frame = understand(question, names=NAMES)
    if not spelt:
        assert frame.age_months is None
        assert frame.weight_kg is None
