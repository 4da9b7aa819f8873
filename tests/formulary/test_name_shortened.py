"""Substances cut short as in speech."""

import pytest

from formulary.name_words import word_list
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
        ("liều allopu người lớn", ["Alopurinol"]),
        ("liều capto người lớn", ["! capto"]),  # the edition has none that begins so
        ("liều cefa người lớn", ["? cefa: Cefalexin"]),  # cefaclor and cefazolin begin so as well
        ("liều metho người lớn", ["? metho: Methotrexat"]),
        ("liều isosorbid", ["? isosorbid: Isosorbid dinitrat"]),  # not the mononitrate
        ("isosorbid dinitrat liều", ["Isosorbid dinitrat"]),
        ("viêm metho", []),  # no drug stands there
        ("parabol là gì", []),
    ],
)
def test_a_name_cut_short_is_read_where_one_drug_begins_so(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize("short", sorted(word_list("shortened_asked")))
def test_what_is_always_asked_about_is_never_read_without_asking(short):
    assert short not in word_list("shortened")
    assert all(named.startswith(("?", "!")) for named in found(f"liều {short} người lớn"))
