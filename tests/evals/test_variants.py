import unicodedata

import pytest

from rag.evals.variants import folded, in_variant, nfd
from tests.evals.turns import case


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("Liều Paracetamol cho BÉ ĐẺ non?", "Lieu Paracetamol cho BE DE non?"),
        (unicodedata.normalize("NFD", "đường uống"), "duong uong"),
        ("10², ½ viên, 💊️", "10², ½ vien, 💊️"),
        ("布洛芬 liều", "布洛芬 lieu"),
    ],
)
def test_folding_takes_away_diacritics_and_nothing_else(text: str, without: str):
    assert folded(text) == without


def test_nfd_reads_the_same_and_is_decomposed():
    assert nfd("liều") != "liều"
    assert unicodedata.normalize("NFC", nfd("liều")) == "liều"


def test_a_variant_changes_questions_and_not_what_is_expected():
    original = case({"outcome": "answered", "drugs": ["Acid valproic"]}, question="động kinh")
    changed = in_variant(original, "folded")
    assert changed.turns[0].question == "dong kinh"
    assert changed.turns[0].expected == original.turns[0].expected


def test_broken_bytes_stay_as_they_are():
    original = case({"outcome": "answered"}, question="TÃ¡c dá»¥ng", kind="input_edge;mojibake")
    assert in_variant(original, "folded") == original
