from decimal import Decimal

import pytest

from rag.evals.replies import Reply, contains_words, title_key
from tests.evals.turns import SHELF, claim, drug, turn


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Epinephrin (Adrenalin)", "epinephrin"),
        ("SALBUTAMOL (Dùng trong hô hấp)", "Salbutamol"),
        ("Amoxicilin và kali clavulanat", "amoxicilin va kali clavulanat"),
    ],
)
def test_titles_are_equal_whatever_their_case_marks_and_brackets(one: str, other: str):
    assert title_key(one) == title_key(other)


def test_a_contained_name_is_another_title():
    assert title_key("Methylprednisolon") != title_key("Prednisolon")


@pytest.mark.parametrize(
    ("text", "phrase", "stands"),
    [
        ("liều Efferalgan 500 mg", "efferalgan", True),
        ("methylprednisolon 16mg", "Prednisolon", False),
        ("giá một hộp", "", False),
        ("acid  valproic,", "Acid valproic", True),
    ],
)
def test_a_phrase_stands_in_a_text_as_whole_words(text: str, phrase: str, stands: bool):
    assert contains_words(text, phrase) is stands


def test_homonyms_are_both_found_under_their_common_title():
    assert SHELF.ids_of("Salbutamol") == ("salbutamol-ho-hap", "salbutamol-san-khoa")


def test_a_listed_name_counts_as_named():
    assert SHELF.is_named_in("panadol cho bé", "paracetamol")
    assert not SHELF.is_named_in("panadol cho bé", "ibuprofen")


def test_a_turn_that_was_never_understood_has_an_empty_reply():
    reply = Reply.of({"outcome": "abstain", "reason": "system_error", "message": "…", "frame": None})
    assert (reply.drugs, reply.cited, reply.weight_kg) == ((), (), None)


def test_numbers_are_read_exactly():
    assert Reply.of(turn(weight_kg=14.1)).weight_kg == Decimal("14.1")


@pytest.mark.parametrize(
    ("frame", "populations"),
    [
        ({"population": "tre_em"}, ("tre_em",)),
        ({"populations": ["nguoi_lon", "suy_than"], "population": "nguoi_lon"}, ("nguoi_lon", "suy_than")),
        ({"population": None}, ()),
    ],
)
def test_one_population_and_several_are_both_read(frame: dict, populations: tuple):
    assert Reply.of(turn(**frame)).populations == populations


def test_options_count_only_where_they_are_offered():
    assert Reply.of(turn("clarify/ambiguous_drug", asks="drug", options=("ibuprofen",))).offered == ("ibuprofen",)
    assert Reply.of(turn("answered/verbatim", options=("ibuprofen",))).offered == ()


def test_slots_that_are_asked_together_are_told_apart():
    assert Reply.of(turn("clarify/x", asks="age+weight")).asks == ("age", "weight")


def test_every_citation_of_every_claim_is_read():
    reply = Reply.of(turn(drugs=("paracetamol",), claims=(claim("paracetamol"), claim("metformin", "chi_dinh"))))
    assert [(c.monograph, c.section) for c in reply.cited] == [
        ("paracetamol", "lieu_luong_va_cach_dung"),
        ("metformin", "chi_dinh"),
    ]


def test_a_drug_taken_from_history_is_marked():
    assert Reply.of(turn(drugs=(drug("metformin", how="history"),))).from_history == ("metformin",)
