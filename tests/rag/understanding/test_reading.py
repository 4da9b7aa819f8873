"""Letters that were damaged are given back; digits never change."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.understanding.reading import read
from rag.understanding.syllables import is_plain_syllable, is_syllable
from rag.understanding.telex import decode, undo_telex


@pytest.mark.parametrize(
    ("typed", "meant", "notes"),
    [
        ("TÃ¡c dá»¥ng phá»¥ cá»§a haloperidol", "Tác dụng phụ của haloperidol", ("mojibake",)),
        ("tác dụng phụ".encode().decode("latin-1"), "tác dụng phụ", ("mojibake",)),
        ("tác dụng phụ".encode().decode("latin-1").encode().decode("latin-1"), "tác dụng phụ", ("mojibake",)),
        ("lieeuf dungf nifedipin cho nguwowif lowns", "liều dùng nifedipin cho người lớn", ("telex",)),
        ("Lieeuf ddieeuf trij", "Liều điều trị", ("telex",)),
        ("Ѕimvastatin", "Simvastatin", ("homoglyph",)),
        ("сefiхim", "cefixim", ("homoglyph",)),
        ("para\u200bceta\u00admol", "paracetamol", ("invisible",)),
        ("\u202eparacetamol\u202c", "paracetamol", ("invisible",)),
        ("NGƢỜI LỚN, Ðường uống", "NGƯỜI LỚN, Đường uống", ()),
        (unicodedata.normalize("NFD", "Thận trọng"), "Thận trọng", ()),
    ],
)
def test_a_damaged_text_is_read_as_it_was_meant(typed, meant, notes):
    reading = read(typed)
    assert reading.text == meant
    assert reading.notes == notes


@pytest.mark.parametrize(
    "text",
    [
        "liều paracetamol cho bé 5 tuổi 18 ký uống",
        "布洛芬 liều người lớn?",
        "Загрузка paracetamol",
        "paracetamol 500 μg/kg, β-lactam",
        "10² và ½ viên, 37 °C",
        "What's the maximum daily oral dose of diclofenac in adults?",
        "pt 65M on amiodarone, thêm simvastatin max bao nhiêu?",
        "dose of warfarin, use is safe",
        "has this drug been tested, is it as good for her",
        "MÃ BA 12, ĐÃ dùng",
        "nôn ói, ợ hơi, ngoằn ngoèo, khuỷu tay, quýnh quáng",
        "",
        "   ",
    ],
)
def test_a_sound_text_is_left_alone(text):
    reading = read(text)
    assert reading.text == text
    assert reading.notes == ()


def test_tokens_stand_where_the_text_says():
    reading = read("bé 11kg8, TÃ¡c dá»¥ng")
    assert all(reading.text[t.start : t.end] == t.text for t in reading.tokens)


@given(st.text(max_size=60))
def test_reading_never_fails_and_is_nfc(text):
    reading = read(text)
    assert unicodedata.is_normalized("NFC", reading.text)
    assert all(reading.text[t.start : t.end] == t.text for t in reading.tokens)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzăâđêôơưáàảãạ 0123456789,.", max_size=60))
def test_digits_are_never_repaired(text):
    assert re.findall(r"\d+", read(text).text) == re.findall(r"\d+", unicodedata.normalize("NFC", text))


@given(st.text(alphabet="ăâêôơưđáàảãạéèẻẽẹíìỉĩịóòỏõọúùủũụýỳỷỹỵ ", max_size=40))
def test_text_misread_once_or_twice_comes_back(text):
    once = text.encode().decode("latin-1")
    assert read(once).text.split() == read(text).text.split()


@pytest.mark.parametrize(
    ("keys", "syllable"),
    [("nguwowif", "người"), ("lieeuf", "liều"), ("ddaay", "đây"), ("hoaf", "hòa"), ("thuoocs", "thuốc"), ("tuyeens", "tuyến"),
     ("quaans", "quấn"), ("uoongs", "uống"), ("omeprazol", None), ("warfarin", None), ("strip", None), ("xyz", None)],
)  # fmt: skip
def test_telex_keys_spell_a_syllable_or_nothing(keys, syllable):
    assert decode(keys) == syllable


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("thuoocs vowis ruwowuj cos tuowng tasc", "thuốc với rượu có tương tác"),
        ("max dose omeprazol", "max dose omeprazol"),
        ("lieeuf test nhanh", "liều test nhanh"),
    ],
)
def test_a_tone_inside_a_word_is_read_only_where_the_whole_sentence_was_typed_so(text, read_as):
    assert undo_telex(text) == read_as


@pytest.mark.parametrize("word", ["người", "giờ", "gì", "quý", "khuya", "nghiêng", "uống", "ở", "thuở"])
def test_vietnamese_words_are_syllables(word):
    assert is_syllable(word)


@pytest.mark.parametrize("word", ["huởng", "đươc", "lạt̂", "paracetamol", "bâck", "tat̂"])
def test_slips_and_names_are_none(word):
    assert not is_syllable(word)


def test_words_without_marks_may_be_syllables():
    assert is_plain_syllable("nguoi")
    assert not is_plain_syllable("nguwowif")
