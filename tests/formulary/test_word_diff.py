"""Two wordings side by side: nothing is lost, and a changed number stands out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulary.word_diff import Op, likeness, same_numbers, word_diff, words_of
from rag.vietnamese import nfc

TEXTS = st.text(alphabet="aăđ 0123456789,.-/<%\n½²mgl", max_size=60)


@given(TEXTS, TEXTS)
def test_the_pieces_give_back_both_texts(old: str, new: str):
    pieces = word_diff(old, new)
    assert "".join(p.text for p in pieces if p.op is not Op.ADDED) == nfc(old)
    assert "".join(p.text for p in pieces if p.op is not Op.REMOVED) == nfc(new)


@given(TEXTS)
def test_a_text_differs_from_itself_in_nothing(text: str):
    assert all(p.op is Op.SAME for p in word_diff(text, text))
    assert same_numbers(text, text)


@given(TEXTS, TEXTS)
def test_when_the_digits_differ_the_numbers_differ(old: str, new: str):
    digits = [[c for c in text if c.isdigit() and c.isdecimal()] for text in (old, new)]
    if digits[0] != digits[1]:
        assert not same_numbers(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("uống 0,5 mg", "uống 5 mg", id="a lost comma"),
        pytest.param("uống 0,5 mg", "uống 0.5 mg", id="a point for a comma"),
        pytest.param("5 mg/kg/ngày", "5 mg/kg/lần", id="another denominator"),
        pytest.param("5 mg", "5 microgam", id="another unit"),
        pytest.param("Clcr < 30 ml/phút", "Clcr > 30 ml/phút", id="the sign turned round"),
        pytest.param("10 - 20 mg", "10 20 mg", id="a lost dash"),
        pytest.param("1 200 mg", "1200 mg", id="a lost blank"),
        pytest.param("½ viên", "1 viên", id="a fraction"),
        pytest.param("10² mg", "10 mg", id="an exponent"),
    ],
)
def test_these_are_other_numbers(old: str, new: str):
    assert not same_numbers(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("Uống 5 mg mỗi ngày.", "Dùng 5 mg mỗi ngày.", id="another word"),
        pytest.param("Mỗi năm khám lại.", "Khám lại.", id="a word that is a unit elsewhere"),
        pytest.param("Thận trọng - suy gan", "Thận trọng, suy gan", id="a dash between words"),
    ],
)
def test_these_are_other_words_only(old: str, new: str):
    assert same_numbers(old, new)


def test_a_number_and_its_unit_are_one_piece_apart_from_the_words():
    pieces = [
        (p.op.value, p.text, p.is_number) for p in word_diff("Uống 250 mg/lần sau ăn.", "Uống 500 mg/lần sau ăn.")
    ]
    assert ("removed", "250", True) in pieces
    assert ("added", "500", True) in pieces
    assert ("same", "Uống ", False) in pieces


def test_likeness_counts_words_in_common():
    assert likeness(words_of("Uống 5 mg"), words_of("uống 5 mg")) == 1.0
    assert likeness(words_of("Đau đầu"), words_of("Sốt cao")) == 0.0
