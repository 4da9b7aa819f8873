"""Repairs come from a list, are written down, and never touch a number."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formulary.ingest.book import Repair
from formulary.ingest.repairs import COMPARATOR_RULE, repair, signature


@pytest.mark.parametrize(
    ("text", "becomes", "rules"),
    [
        pytest.param("Dùng liểu thấp hoăc cao", "Dùng liều thấp hoặc cao", ["word", "word"], id="words of the list"),
        pytest.param("Liểu và LIỂU", "Liều và LIỀU", ["word", "word"], id="the case stays"),
        pytest.param("D ược lý, thu ốc đi ều tr ị", "Dược lý, thuốc điều trị", ["joined"] * 4, id="kerned splits"),
        pytest.param("Ðộ ổn định", "Độ ổn định", ["glyph"], id="Icelandic eth"),
        pytest.param("NGƢỜI HƢỚNG DẪN", "NGƯỜI HƯỚNG DẪN", ["glyph", "glyph"], id="gha for u with horn"),
        pytest.param("diﬁcile", "dificile", ["glyph"], id="ligature"),
        pytest.param("thụ thể \uf061 \uf0ae tăng", "thụ thể α → tăng", ["glyph", "glyph"], id="signs of the Symbol font"),
        pytest.param("par\u00adacetamol", "paracetamol", ["unseen"], id="soft hyphen"),
        pytest.param(unicodedata.normalize("NFD", "Trẻ em"), "Trẻ em", ["nfc"], id="NFD"),
        pytest.param("uèng 5 mg, tiªm d\u00adíi da, tÜnh m¹ch", "uống 5 mg, tiêm dưới da, tĩnh mạch", ["encoding"] * 5, id="TCVN3"),
        pytest.param("thuoác uoáng 5 mg, tieâm döôùi da", "thuốc uống 5 mg, tiêm dưới da", ["encoding"] * 4, id="VNI"),
    ],
)  # fmt: skip
def test_what_the_list_knows_is_put_right_and_written_down(text: str, becomes: str, rules: list[str]):
    repaired, repairs = repair(text)
    assert repaired == becomes
    assert [made.rule for made in repairs] == rules


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("uống 2 liểu mỗi ngày", id="behind a number a word is a unit"),
        pytest.param("5 micro\u00adgam", id="a soft hyphen inside a unit"),
        pytest.param("2 0 mg, 0, 5 g, 1O mg", id="digits"),
        pytest.param("m\u200bg", id="pieces that would make a unit"),
        pytest.param("khối u ống tiêu hóa", id="two words of their own"),
        pytest.param("\uf06dg", id="a sign that would make a unit"),
        pytest.param("tiªm bắp", id="one old word in a Unicode text"),
        pytest.param("nhiệt độ 30 \uf0b0C", id="a sign the table does not know"),
        pytest.param("Thân: Viêm thân kẽ", id="a real word in the wrong place"),
        pytest.param("2\u200b0 mg", id="nothing is joined between digits"),
    ],
)  # fmt: skip
def test_what_could_be_a_number_or_a_unit_is_left_alone(text: str):
    assert repair(text) == (text, ())


def test_a_repair_upon_a_repair_keeps_what_the_file_has():
    text, repairs = repair("Ðươc dùng")
    assert text == "Được dùng"
    assert repairs == (Repair(0, 4, "Ðươc", "word"),)


PIECES = st.sampled_from([
    "liểu ", "hoăc ", "thu ốc ", "2 ", "0", ",5 ", "mg", " mg/kg ", "đi ều ", "Ð", "\uf0b3 ", "\uf0a3", "\u00ad", "\u200b", "uèng ", "tiªm ",
    "thuoác ", "ngày ", "1O ", "ı", "µ", "µg ", "½ ", "l", "< ", "e\u0302\u0300", "g", "k", "m", "ﬁ", "\uf06d", " ", "d\u00adíi ", "²", "nồng đô ",
])  # fmt: skip
ANY_TEXT = st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=20).map("".join)


def without_tabled(text: str) -> str:
    return "".join({"\uf0b3": "≥", "\uf0a3": "≤", "\uf03c": "<", "\uf03e": ">"}.get(c, c) for c in text)


@given(ANY_TEXT)
@settings(max_examples=1500)
def test_digits_signs_and_units_stay_as_they_are_in_order(text: str):
    repaired, _ = repair(text)
    before = signature(unicodedata.normalize("NFC", without_tabled(text)))
    assert signature(repaired) == before
    assert [c for c in repaired if c.isdecimal()] == [c for c in text if c.isdecimal()]


@given(ANY_TEXT)
@settings(max_examples=500)
def test_putting_back_what_was_gives_the_file_again(text: str):
    repaired, repairs = repair(text)
    back, end = "", 0
    for made in repairs:
        assert end <= made.start <= made.end <= len(repaired)
        back += repaired[end : made.start] + made.was
        end = made.end
    assert back + repaired[end:] == text


@given(ANY_TEXT)
@settings(max_examples=300)
def test_a_comparator_read_by_table_is_always_written_down(text: str):
    repaired, repairs = repair(text)
    tabled = sum(text.count(glyph) for glyph in "\uf0b3\uf0a3\uf03c\uf03e")
    assert (
        sum(made.was.count(g) for made in repairs if made.rule == COMPARATOR_RULE for g in "\uf0b3\uf0a3\uf03c\uf03e")
        == tabled
    )
    assert not any(glyph in repaired for glyph in "\uf0b3\uf0a3\uf03c\uf03e")
