"""Characters that stand for others, are not seen, or come from before Unicode."""

import unicodedata

import pytest

from formulary.ingest.book import Repair
from formulary.ingest.detectors import signs
from formulary.ingest.repairs import COMPARATOR_RULE, repair
from formulary.models.defect_kinds import DefectKind
from rag.passages import DOSING
from tests.formulary.detectors.looks import looked_at, make_block, view


@pytest.mark.parametrize("text", ["liều \ufffd 5 mg", "liều \uf0b3 5 mg", "\U000f0001"])
def test_an_unreadable_glyph_is_a_defect(text: str):
    assert signs.broken_glyph(view(text))


@pytest.mark.parametrize("text", ["≥ 5 mg", "μ-opioid", "½ viên", "m²", "30 °C", "α β ↓ →"])
def test_a_sign_of_the_book_is_no_broken_glyph(text: str):
    assert signs.broken_glyph(view(text)) is None


@pytest.mark.parametrize("char", ["\u00ad", "\u200b", "\u200d", "\u202e", "\u2066", "\ufeff"])
def test_a_character_that_is_not_seen_is_a_defect(char: str):
    assert signs.hidden_left(view(f"2{char}0 mg"))
    assert signs.hidden_left(view("20 mg")) is None


@pytest.mark.parametrize(
    "text",
    ["uèng", "tiªm bắp", "d\u00adíi da", "tÜnh m¹ch", "Tæng quan vÒ", "thuoác", "Báº¡n", "Æ°á»\u0091ng"],
)  # fmt: skip
def test_what_is_left_in_an_old_encoding_is_a_defect(text: str):
    assert signs.legacy_encoding(view(text))


@pytest.mark.parametrize(
    "text",
    ["Vitamin B¹ và B⁶", "uống thuốc ½ viên", "10 µg", "Guérin, Ménière, Béhçet, Sjögren", "là và cô tôi", "30 °C", "Efferalgan®", "×10⁹/lít"],
)  # fmt: skip
def test_unicode_is_no_old_encoding(text: str):
    assert signs.legacy_encoding(view(text)) is None


@pytest.mark.parametrize("text", ["Pаracetamol", "Сefotaxim", "Μetformin 500 mg", "viêm gаn"])
def test_a_letter_of_another_alphabet_in_a_word_is_a_defect(text: str):
    assert signs.homoglyph(view(text))


@pytest.mark.parametrize("text", ["α-tocoferol", "beta", "thụ thể μ", "Δ9-THC", "interferon β-1a"])
def test_a_greek_letter_of_a_name_is_none(text: str):
    assert signs.homoglyph(view(text)) is None


@pytest.mark.parametrize("text", ["Pḥòng bệnh", "ADṚ", "Liề u\u0301", unicodedata.normalize("NFD", "liều")])
def test_a_mark_on_another_letter_is_a_defect(text: str):
    assert signs.detached_mark(view(text))
    assert signs.detached_mark(view("Phòng bệnh, ADR, liều, thuỷ")) is None


def test_a_comparator_read_by_table_waits_for_a_pharmacist_where_doses_stand():
    text, repairs = repair("Clcr \uf0b3 30 ml/phút: 5 mg/kg")
    assert (text, repairs) == ("Clcr ≥ 30 ml/phút: 5 mg/kg", (Repair(5, 6, "\uf0b3", COMPARATOR_RULE),))
    block = make_block(text, repairs=repairs)
    in_dosing, elsewhere = looked_at(block, section=DOSING)[0], looked_at(block, section="duoc_ly")[0]
    assert in_dosing.hold is not None
    assert in_dosing.hold.kind is DefectKind.TABLED_COMPARATOR
    assert elsewhere.hold is None
    assert [finding.kind for finding in elsewhere.findings] == [DefectKind.TABLED_COMPARATOR]
