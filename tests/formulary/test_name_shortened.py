"""Substances cut short as in speech."""

import pytest

from tests.formulary.shelf import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bé 15kg uống para 500mg", ["Paracetamol"]),
        ("ibu trẻ em 10kg", ["Ibuprofen"]),
        ("cho ibu với para được không", ["Ibuprofen", "Paracetamol"]),
        ("liều amox cho bé", ["? amox: Amoxicilin | Amoxicilin và kali clavulanat"]),  # both begin so
        ("liều cotrim người lớn", ["! cotrim"]),  # the edition has none that begins so
        ("liều acid para aminosalicylic", ["! acid para aminosalicylic"]),  # another substance
        ("parabol là gì", []),
    ],
)
def test_a_name_cut_short_is_read_where_one_drug_begins_so(text, expected):
    assert found(text) == expected
