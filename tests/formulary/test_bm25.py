"""BM25 as a sparse vector."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulary.bm25 import block_terms, query_terms, query_words, rarity, term_id, weight
from formulary.folding import context_of, searchable

SYLLABLES = st.lists(st.sampled_from(["lieu", "dung", "tre", "em", "10", "mg", "kg"]), max_size=30)


def test_a_term_has_the_same_number_in_every_process():
    assert (term_id("paracetamol"), term_id("tre em")) == (3_797_277_623, 3_177_160_205)


def test_a_question_is_its_syllables_and_pairs_each_once():
    assert query_words(searchable("Đau đầu, đau bụng!")) == ("dau", "bung", "dau dau", "dau bung")


@pytest.mark.parametrize("typed", ["Trẻ em", "tre em", "TRẺ EM", "trẻ  em.", "tre\u0309 em"])
def test_marks_case_and_blanks_do_not_matter(typed):
    assert query_terms(searchable(typed)) == query_terms(searchable("trẻ em"))


def test_a_pair_does_not_reach_from_the_heading_into_the_text():
    heading, text = searchable("Trẻ em"), searchable("Uống 10 mg")
    assert term_id("em uong") not in block_terms((heading, text)).ids
    assert term_id("em uong") in block_terms((heading + text,)).ids


def test_a_long_question_is_cut():
    assert len(query_words(" ".join(f"a{i}" for i in range(500)))) == 2 * 64 - 1


@given(SYLLABLES)
def test_ids_ascend_and_every_weight_is_positive(syllables):
    terms = block_terms((" ".join(syllables),))
    assert list(terms.ids) == sorted(set(terms.ids))
    assert len(terms.ids) == len(terms.weights)
    assert all(w > 0 for w in terms.weights)


@given(st.integers(1, 50), st.integers(1, 500))
def test_more_occurrences_weigh_more_and_longer_blocks_less(count, length):
    assert weight(count + 1, length) > weight(count, length)
    assert weight(count, length + 1) < weight(count, length)


@given(st.integers(1, 100_000), st.data())
def test_a_rarer_word_counts_more_and_none_counts_against(blocks, data):
    holding = data.draw(st.integers(0, blocks - 1))
    assert rarity(blocks, holding) > rarity(blocks, holding + 1) > 0


def test_rarity_is_the_formula_of_the_textbook():
    assert rarity(10, 3) == pytest.approx(math.log(1 + 7.5 / 3.5))


def test_the_context_of_a_block_is_title_section_and_sub_headings():
    words = context_of("Paracetamol", "lieu_luong_va_cach_dung", ("Trẻ em", "Uống"))
    assert words == " paracetamol lieu luong va cach dung tre em uong "
