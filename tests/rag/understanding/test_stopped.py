"""A drug told as no longer taken is no member of a question for others, and is never dropped without a word."""

import pytest

from rag.frames import Intent
from tests.rag.understanding.dialogue import talk
from tests.rag.understanding.heard import hear


@pytest.mark.parametrize(
    "question",
    [
        "bn không dùng warfarin nữa, giờ dùng aspirin với ibuprofen được không",
        "bệnh nhân không còn dùng warfarin, aspirin + ibuprofen",
        "đã ngưng warfarin, dùng aspirin với ibuprofen được không",
        "da ngung warfarin, dung aspirin voi ibuprofen duoc khong",
        "mới ngừng warfarin, dùng aspirin cùng ibuprofen được không",
        "warfarin đã ngừng 3 ngày, aspirin và ibuprofen có tương tác không",
        "warfarin ngưng được 1 tuần, aspirin và ibuprofen có tương tác không",
        "bn thôi uống warfarin rồi, aspirin với ibuprofen tương tác gì",
        "bn không dùng warfarin, dùng aspirin với ibuprofen được không",
        "trước đây dùng warfarin, nay dùng aspirin với ibuprofen",
        "đã chuyển từ warfarin sang aspirin, dùng với ibuprofen được không",
        "bn đã bỏ thuốc warfarin, aspirin với ibuprofen dùng chung được không",
        "sau khi ngừng warfarin dùng aspirin với ibuprofen được không",
    ],
)
def test_a_stopped_drug_is_no_member_and_is_named(question):
    frame = hear(question)
    assert frame.intent is Intent.INTERACTION
    assert frame.drug_ids == ("acid-acetylsalicylic", "ibuprofen")
    assert frame.stopped == ("warfarin",)
    assert frame.terms == ()


@pytest.mark.parametrize(
    "question",
    [
        "có cần ngừng warfarin khi dùng aspirin với ibuprofen không",
        "trước khi ngừng warfarin dùng aspirin với ibuprofen được không",
        "chưa ngừng warfarin, dùng aspirin với ibuprofen được không",
        "không dùng warfarin với aspirin và ibuprofen được à",
        "đang dùng warfarin, aspirin với ibuprofen có tương tác không",
        "nếu ngừng warfarin thì aspirin với ibuprofen có tương tác không",
    ],
)
def test_a_drug_that_is_still_taken_or_may_be_stopped_is_a_member(question):
    frame = hear(question)
    assert "warfarin" in frame.drug_ids
    assert frame.stopped == ()


def test_names_joined_to_a_stopped_one_are_stopped_too():
    frame = hear("mới ngưng warfarin và amiodaron, dùng digoxin cùng aspirin được không")
    assert frame.stopped == ("warfarin", "amiodaron")
    assert frame.drug_ids == ("digoxin", "acid-acetylsalicylic")


def test_beside_a_single_drug_the_stopped_one_is_what_is_asked_of():
    frame = hear("đã ngừng amiodaron 1 tháng dùng digoxin được không")
    assert frame.drug_ids == ("amiodaron", "digoxin")
    assert frame.stopped == ("amiodaron",)


def test_a_drug_told_as_stopped_after_the_answer_leaves_the_others():
    frame = talk("warfarin, aspirin và ibuprofen có tương tác không", "đã ngừng warfarin rồi")
    assert frame.drug_ids == ("acid-acetylsalicylic", "ibuprofen")
    assert frame.stopped == ("warfarin",)
