from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulary.printing.breaking import break_lines

WORDS = st.lists(
    st.sampled_from(["Trẻ", "em", "4", "-", "6", "tuổi:", "240", "mg/lần;", "methylprednisolon", "<", "°C", "và"]),
    min_size=1,
    max_size=60,
)


def measure(text):
    """Every character is ten points wide."""
    return 10.0 * len(text)


@given(WORDS, st.floats(60, 400), st.booleans())
def test_every_word_stands_on_exactly_one_line_in_its_order(words, width, justify):
    text = " ".join(words)
    lines = break_lines(text, measure, width=width, justify=justify)
    assert "".join(text[line.start : line.end] for line in lines).replace(" ", "") == text.replace(" ", "")
    assert all(a.end <= b.start for a, b in pairwise(lines))


@given(WORDS, st.floats(60, 400))
def test_a_ragged_line_is_never_wider_than_its_room(words, width):
    assert all(line.width <= width for line in break_lines(" ".join(words), measure, width=width, justify=False))


@given(WORDS, st.floats(200, 400))
def test_no_line_opens_with_a_dash_that_would_make_it_an_item(words, width):
    once = [word for k, word in enumerate(words) if word != "-" or words[k - 1 : k] != ["-"]]
    text = "Liều " + " ".join(once)
    assert not any(text[line.start :].startswith("- ") for line in break_lines(text, measure, width=width)[1:])


def test_a_word_wider_than_the_line_is_cut_and_loses_nothing():
    lines = break_lines("benzoylmethylecgonin", measure, width=65)
    assert [line.width <= 65 for line in lines] == [True] * len(lines)
    assert "".join("benzoylmethylecgonin"[line.start : line.end] for line in lines) == "benzoylmethylecgonin"


def test_long_latin_words_are_divided_only_when_asked():
    text = "uống methylprednisolon mỗi ngày"
    assert not any(line.hyphen for line in break_lines(text, measure, width=190))
    divided = [text[line.start : line.end] for line in break_lines(text, measure, width=190, hyphenate=True)]
    assert divided[0].startswith("uống methyl")


@pytest.mark.parametrize("text", ["uống paracetamol mỗi ngày", "viên 12345678901234567 mg", "chia-thành-nhiều-lần-nhỏ"])
def test_short_words_numbers_and_vietnamese_are_never_divided(text):
    assert not any(line.hyphen for line in break_lines(text, measure, width=150, hyphenate=True))


def test_a_newline_is_a_break_that_is_always_taken():
    text = "tối đa 40 mg/\nkg mỗi ngày"
    lines = break_lines(text, measure, width=400)
    assert [text[line.start : line.end] for line in lines] == ["tối đa 40 mg/", "kg mỗi ngày"]


def test_an_empty_text_has_no_lines():
    assert break_lines("", measure, width=100) == []
